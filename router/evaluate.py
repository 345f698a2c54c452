"""How well a project routes labelled messages: accuracy, out-of-scope recall, confusion."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

from contracts.errors import InvalidRequest, NotFound
from contracts.json import JsonMapping, JsonObject
from language.detect import detect
from router.answers import Question
from router.info import RouteContext
from router.route import ROOT, Route, Router

OUT_OF_SCOPE = "oos"
_QUESTION_KEYS = ("text", "kind", "choices")


@dataclass(frozen=True, slots=True)
class LabelledMessage:
    """A message, where it arrives, and what is expected of its route; None expects nothing."""

    message: str
    context: RouteContext
    workflow: str | None
    intent: str | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """A row with its decision."""

    row: LabelledMessage
    route: Route
    best: str
    routed: str
    right: bool

    def record(self) -> JsonObject:
        """Return what `--out` writes of it."""
        expected = {"workflow": self.row.workflow, "intent": self.row.intent}
        told = asdict(self.route)
        names = ("workflow", "intent", "confidence", "stage", "reason", "candidates")
        return {
            "message": self.row.message,
            "expected": {key: value for key, value in expected.items() if value is not None},
            "routed": self.routed,
            "right": self.right,
            **{name: told[name] for name in names},
        }


@dataclass(frozen=True, slots=True)
class RouteReport:
    """The figures; a share of nothing is None.

    `accuracy`: of the messages that belong somewhere, those whose best candidate is right,
    whether or not the router dared to go there. `routed_right`: those that did go there.
    `out_of_scope_recall`: of the messages that belong nowhere, those that no workflow got.
    `precision`: of the messages that a workflow got, those that were its own.
    """

    rows: int
    in_scope: int
    out_of_scope: int
    accuracy: float | None
    routed_right: float | None
    out_of_scope_recall: float | None
    precision: float | None
    asked_back: int
    conversation_rows: int
    conversation_accuracy: float | None
    stages: dict[str, int]
    confusion: dict[str, dict[str, int]]


async def judge(router: Router, rows: Sequence[LabelledMessage]) -> list[Judged]:
    """Route every row."""
    return [_judged(row, await router.decide(row.message, row.context)) for row in rows]


def _judged(row: LabelledMessage, route: Route) -> Judged:
    best = route.candidates[0][0] if route.candidates else route.workflow
    routed = OUT_OF_SCOPE if route.workflow == ROOT else route.workflow
    if route.intent == "clarify":
        routed = OUT_OF_SCOPE if row.context.workflow is None else "clarify"
    wanted = OUT_OF_SCOPE if row.workflow == ROOT else row.workflow
    right = wanted in (None, routed) and row.intent in (None, route.intent)
    if route.intent == "clarify" and row.intent == "clarify":
        right = True
    best = OUT_OF_SCOPE if best == ROOT else best
    return Judged(row, route, best, routed, right)


def report(judged: Sequence[Judged]) -> RouteReport:
    """Sum judged rows up."""
    plain = [j for j in judged if not _in_conversation(j.row)]
    talks = [j for j in judged if _in_conversation(j.row)]
    inside = [j for j in plain if j.row.workflow != OUT_OF_SCOPE]
    outside = [j for j in plain if j.row.workflow == OUT_OF_SCOPE]
    went = [j for j in plain if j.routed != OUT_OF_SCOPE]
    confusion: dict[str, Counter[str]] = {}
    for j in plain:
        confusion.setdefault(str(j.row.workflow), Counter())[j.routed] += 1
    return RouteReport(
        rows=len(judged),
        in_scope=len(inside),
        out_of_scope=len(outside),
        accuracy=_share([j.best == j.row.workflow for j in inside]),
        routed_right=_share([j.routed == j.row.workflow for j in inside]),
        out_of_scope_recall=_share([j.routed == OUT_OF_SCOPE for j in outside]),
        precision=_share([j.routed == j.row.workflow for j in went]),
        asked_back=sum(j.route.intent == "clarify" for j in judged),
        conversation_rows=len(talks),
        conversation_accuracy=_share([j.right for j in talks]),
        stages=dict(Counter(j.route.stage for j in judged)),
        confusion={name: dict(row.most_common()) for name, row in sorted(confusion.items())},
    )


def _in_conversation(row: LabelledMessage) -> bool:
    return row.intent is not None or row.context.workflow is not None or row.workflow is None


def _share(hits: Sequence[bool]) -> float | None:
    return round(sum(hits) / len(hits), 4) if hits else None


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
    return [
        LabelledMessage(
            text, RouteContext(language=detect(text)), _scoped(line["intent"] or "", known)
        )
        for line in table
        if (text := line["text"] or "")
    ]


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
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InvalidRequest(
            f'{where}: a line is {{"message", "active", "state_question",'
            f' "expect": {{"intent", "workflow"}}}}'
        ) from None
    return LabelledMessage(message, context, workflow and _scoped(workflow, known), intent)


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
