"""JSON lines: each line an object, its keys the columns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, cast

from contracts.json import JsonObject
from tools.sandbox.outlet import ProgramFault
from tools.sandbox.reading import rawtable
from tools.sandbox.reading.decoding import decoded
from tools.sandbox.reading.header import TableHeader, unlike
from tools.sandbox.reading.read import RawTable


def read_json_lines(connection: Any, data: bytes) -> Iterator[RawTable]:
    """Yield the one table of the file; nested values stay JSON."""
    text, notes = decoded(data)
    keys: dict[str, int] = {}
    nested: set[str] = set()
    for row in _objects(text):
        for key, value in row.items():
            keys.setdefault(key, len(keys))
            if isinstance(value, list | dict):
                nested.add(key)
        rawtable.check_width(len(keys))
    if not keys:
        raise ProgramFault("empty", "the file holds no objects with fields; send one that does")
    rows = rawtable.fill(
        connection, ([_text(row.get(key)) for key in keys] for row in _objects(text)), len(keys)
    )
    if nested:
        named = ", ".join(f"'{key[:60]}'" for key in sorted(nested)[:10])
        notes.append(f"nested values are kept as JSON text: {named}")
    yield RawTable(TableHeader(unlike(list(keys)), 0), rows, notes)


def _objects(text: str) -> Iterator[JsonObject]:
    if text.lstrip().startswith("["):
        raise ProgramFault("row", "the file is one JSON list; write one object a line instead")
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as exc:
            said = exc.msg if isinstance(exc, json.JSONDecodeError) else "it is nested too deep"
            raise ProgramFault(
                "row", f"line {number} is no JSON ({said}); mend it", row=number
            ) from exc
        if not isinstance(value, dict):
            raise ProgramFault(
                "row", f"line {number} is no object; write one object a line", row=number
            )
        yield cast("JsonObject", value)


def _text(value: Any) -> str:
    match value:
        case None:
            return ""
        case str():
            return value.replace("\0", "")
        case bool():
            return "true" if value else "false"
        case float() | int():
            return repr(value)
        case _:
            return json.dumps(value, ensure_ascii=False)
