"""Reads labelled texts for `batuta eval guard`: CSV with a label, a twin, or the data in it."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from contracts.errors import InvalidRequest
from language.cells import cell_text

if TYPE_CHECKING:
    from guardrails.evaluate import LabelledText
    from guardrails.evaluate_data import LabelledData
    from guardrails.guard import Stage

_BAD = frozenset("1 true yes bad unsafe flag flagged block attack harm harmful injection".split())
_GOOD = frozenset("0 false no good safe allow allowed benign harmless".split())
# What a row may say of where its text comes from, in a column `stage`, `context` or `source`.
_STAGES: Mapping[str, Stage] = {
    "message": "input", "input": "input", "data": "tool_result", "tool_result": "tool_result",
    "document": "tool_result", "tool_args": "tool_args",
}  # fmt: skip
_PLACES = ("stage", "context", "source")
_LANGUAGES = ("language", "lang")
_KINDS = ("category", "kind")


def read_rows(path: Path, stage: Stage) -> tuple[list[LabelledText], list[LabelledData]]:
    """Read a file: texts to be judged, or texts with the personal data that is in them."""
    from guardrails.evaluate_data import LabelledData

    csv.field_size_limit(sys.maxsize)
    texts: list[LabelledText] = []
    held: list[LabelledData] = []
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            lines = csv.DictReader(file)
            columns = set(lines.fieldnames or ())
            if "text" not in columns or not columns & {"label", "twin", "spans", *_LANGUAGES}:
                raise InvalidRequest(
                    f"{path} needs the columns text and label in its first line (or text with twin,"
                    " spans, or language alone, where all texts are harmless)"
                )
            for line in lines:
                where = f"{path}:{lines.line_num}"
                if "spans" in columns:
                    held.append(LabelledData(line["text"] or "", _spans(where, line["spans"])))
                else:
                    texts += _texts(path, where, line, stage)
    except OSError as exc:
        raise InvalidRequest(f"{path} cannot be read: {exc.strerror}") from exc
    except (UnicodeDecodeError, csv.Error) as exc:
        raise InvalidRequest(f"{path} is no CSV in UTF-8: {exc}") from exc
    if not texts and not held:
        raise InvalidRequest(f"{path} holds no rows")
    return texts, held


def _texts(
    path: Path, where: str, line: Mapping[str, str | None], stage: Stage
) -> Iterator[LabelledText]:
    """Make a row's text, and its harmless twin; without a label whoever has a twin is bad."""
    from guardrails.evaluate import LabelledText

    twin = cell_text(line.get("twin") or "")
    bad = _label(where, line["label"]) if "label" in line else "twin" in line
    kind, language = _first(line, _KINDS), _first(line, _LANGUAGES)
    there = _STAGES.get(_first(line, _PLACES), stage)
    text = cell_text(line["text"] or "")
    yield LabelledText(text, bad, kind, language, path.stem, there)
    if twin:
        yield LabelledText(twin, not bad, f"{kind} twin".strip(), language, path.stem, there)


def _first(line: Mapping[str, str | None], names: tuple[str, ...]) -> str:
    return next((str(line[name]).strip() for name in names if line.get(name)), "")


def _label(where: str, label: str | None) -> bool:
    word = (label or "").strip().lower()
    if word in _BAD:
        return True
    if word in _GOOD:
        return False
    raise InvalidRequest(f"{where}: label '{word}'; 1 is to be flagged, 0 is harmless")


def _spans(where: str, cell: str | None) -> list[tuple[str, str]]:
    try:
        return [(str(each["kind"]), str(each["text"])) for each in json.loads(cell or "[]")]
    except (ValueError, TypeError, KeyError) as exc:
        raise InvalidRequest(
            f'{where}: spans is no list like [{{"kind": "cpf", "text": "…"}}]'
        ) from exc
