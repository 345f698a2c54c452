"""Labelled messages as files hold them: first messages as CSV, those of a conversation as JSONL."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from contracts.errors import InvalidRequest, NotFound
from contracts.json import JsonMapping, JsonObject
from language.detect import detect
from router.answers import Question
from router.info import RouteContext
from router.outcome import ROOT

OUT_OF_SCOPE = "oos"
_QUESTION_KEYS = ("text", "kind", "choices")
_SUMMED_UP = 4  # earlier messages that a model would see


@dataclass(frozen=True, slots=True)
class LabelledMessage:
    """A message, where it arrives, and what is expected of its route; None expects nothing.

    `also`: workflows of other requests in it; `answer`: what of it answers the open question;
    `kind`: what it is an example of, for the figures.
    """

    message: str
    context: RouteContext
    workflow: str | None
    intent: str | None = None
    kind: str = ""
    also: tuple[str, ...] = ()
    answer: str | None = None


def read_rows(path: Path, known: JsonMapping) -> list[LabelledMessage]:
    """Read labelled messages: CSV (text, intent), or JSONL where its lines are objects."""
    try:
        text = path.read_text("utf-8-sig")
    except OSError as exc:
        raise NotFound(f"{path} cannot be read: {exc.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidRequest(f"{path} is not UTF-8; save it as UTF-8") from None
    if path.suffix in (".jsonl", ".ndjson") or text.lstrip().startswith("{"):
        return [
            _from_json(line, f"{path.name}:{number}", known)
            for number, line in enumerate(text.splitlines(), 1)
            if line.strip()
        ]
    table = csv.DictReader(text.splitlines(keepends=True))
    if not {"text", "intent"} <= set(table.fieldnames or ()):
        raise InvalidRequest(f"{path.name}:1: the first line must name the columns text,intent")
    return [_from_table(line, known) for line in table if line["text"]]


def _from_table(line: Mapping[str, str | None], known: JsonMapping) -> LabelledMessage:
    text = line["text"] or ""
    given = line.get("language")
    language = detect(text) if given not in ("en", "pt") else given
    label = _scoped(line["intent"] or "", known)
    return LabelledMessage(
        text,
        RouteContext(language=language),
        label,
        kind=line.get("kind") or ("oos" if label == OUT_OF_SCOPE else "own"),
        also=tuple((line.get("also") or "").replace(";", " ").split()),
    )


def _scoped(label: str, known: JsonMapping) -> str:
    label = label.strip()
    return label if label in known and label != ROOT else OUT_OF_SCOPE


def _from_json(line: str, where: str, known: JsonMapping) -> LabelledMessage:
    try:
        data: Any = json.loads(line)
        message = str(data["message"])
        expect: Any = data.get("expect") or data["expect"]
        workflow: str | None = expect.get("workflow")
        intent: str | None = expect.get("intent")
        context = RouteContext(
            workflow=_active(data.get("active")),
            state=_state(data.get("active")),
            question=_question(data.get("state_question")),
            stack=list(data.get("stack") or ()),
            language=data.get("language") or detect(message),
            summary=_summary(data.get("messages")),
        )
        also, answer = tuple(expect.get("also") or ()), expect.get("answer")
        kind = str(data.get("category") or intent or "")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InvalidRequest(
            f'{where}: a line is {{"message", "active", "state_question",'
            f' "expect": {{"intent", "workflow"}}}}'
        ) from None
    intent = "exit" if intent == "leave" else intent
    scoped = workflow and _scoped(workflow, known)
    return LabelledMessage(message, context, scoped, intent, kind, also, answer)


def _active(given: Any) -> str | None:
    """Return the active workflow, given by its name or as {workflow, state}."""
    return cast("dict[str, str]", given).get("workflow") if isinstance(given, dict) else given


def _state(given: Any) -> str | None:
    return cast("dict[str, str]", given).get("state") if isinstance(given, dict) else None


def _question(given: Any) -> Question | None:
    """Return the question last asked, given by its words or as {text, kind, choices}."""
    if not given:
        return None
    if isinstance(given, str):
        return Question(given)
    fields = cast("JsonObject", given)
    return Question(**{key: fields[key] for key in _QUESTION_KEYS if key in fields})


def _summary(given: Any) -> str:
    told = cast("list[dict[str, str]]", given or [])
    return "\n".join(f"{each['role']}: {each['text']}" for each in told[-_SUMMED_UP:])
