"""Keeps what enters the stream and the transcript small, plain JSON, and free of secrets."""

from __future__ import annotations

import math
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from itertools import islice
from typing import Any, cast

import orjson
from pydantic import BaseModel

from contracts.json import JsonMapping, JsonObject
from language.clean import storable
from language.scrub import scrub

MAX_OUTPUT = 8_000
MOST_OUTPUT = 64_000  # what a tool may ask for instead
_DEPTH = 12
_MOST_SORTED = 10_000  # of a set, which has no order of its own
_MAX_INT = 2**63 - 1


def as_json(value: Any) -> bytes:
    """Return the whole value as JSON, quickly; TypeError where it holds what JSON cannot."""
    return orjson.dumps(value, default=_plain, option=orjson.OPT_NON_STR_KEYS)


def bound_output(value: Any, limit: int = MAX_OUTPUT) -> Any:
    """Return the value as plain JSON of about `limit` characters, saying what was cut."""
    return _Cut(limit).take(value, 0)


def summarise_args(args: JsonMapping) -> JsonObject:
    """Return the arguments as the stream may show them: short and without secrets."""
    shown: JsonObject = {}
    room = 2_000
    for key, value in args.items():
        name = scrub(str(key)[:100])
        plain = _short(bound_output(value, 400), str(key))
        room -= len(name) + len(plain if isinstance(plain, str) else repr(plain))
        if room < 0:
            shown["…"] = f"{len(args) - len(shown)} more not shown"
            break
        shown[name] = plain
    return shown


def _short(value: Any, key: str) -> Any:
    """Scrub a value in the light of its name: `password` says what its value does not."""
    if value is None or isinstance(value, bool):
        return value
    text = value if isinstance(value, str) else _plain_text(value)
    label = f"{key}: "
    clean = scrub(label + text).removeprefix(label)
    if clean == text and not isinstance(value, str | list | dict):
        return value
    return clean if len(clean) <= 200 else clean[:199] + "…"


def _plain_text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_plain_text(item) for item in cast(list[Any], value))
    if isinstance(value, dict):
        pairs = cast(JsonObject, value).items()
        told = ((key, item) for key, item in pairs if item not in (None, "", [], {}))
        return ", ".join(f"{key}: {_plain_text(item)}" for key, item in told)
    return str(value)


class _Cut:
    """Walks a value once and stops where its room ends, whatever the value's size."""

    def __init__(self, room: int) -> None:
        self.room = room

    def take(self, value: Any, depth: int) -> Any:
        """Return the JSON form of one value and charge it to the room left."""
        value = _plain(value)
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, Mapping):
            return self._mapping(cast(Mapping[Any, Any], value), depth)
        if isinstance(value, list | tuple):
            return self._items(cast("list[Any] | tuple[Any, ...]", value), depth)
        self.room -= 8
        return value

    def _text(self, value: str) -> str:
        room = max(self.room, 20)
        kept = storable(value[:room])
        self.room -= len(kept) + 2
        if len(value) <= room:
            return kept
        return f"{kept}… [cut: {room} of {len(value)} characters shown]"

    def _mapping(self, value: Mapping[Any, Any], depth: int) -> JsonObject:
        out: JsonObject = {}
        for key, item in value.items():
            if self.room <= 0 or depth >= _DEPTH:
                out["…"] = f"{len(value) - len(out)} more fields not shown"
                break
            name = storable(str(key)[:200])
            self.room -= len(name) + 4
            out[name] = self.take(item, depth + 1)
        return out

    def _items(self, value: list[Any] | tuple[Any, ...], depth: int) -> list[Any]:
        out: list[Any] = []
        for item in value:
            if self.room <= 0 or depth >= _DEPTH:
                out.append(f"… {len(value) - len(out)} more items not shown")
                break
            out.append(self.take(item, depth + 1))
        return out


def _plain(value: Any) -> Any:
    """Turn one value, not what is in it, into something that JSON knows."""
    if isinstance(value, Enum):
        value = value.value
    if value is None or isinstance(value, str | bool | Mapping | list | tuple):
        return cast(Any, value)
    if isinstance(value, int):
        return value if -_MAX_INT <= value <= _MAX_INT else _big(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Decimal):
        return float(value) if value.is_finite() else str(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, bytes | bytearray | memoryview):
        return f"[{len(cast(bytes, value))} bytes]"
    return _structure(value)


def _sorted(value: AbstractSet[Any]) -> list[Any]:
    some: list[Any] = sorted(islice(value, _MOST_SORTED), key=str)
    if len(value) > _MOST_SORTED:
        some.append(f"… {len(value) - _MOST_SORTED} more items not shown")
    return some


def _big(value: int) -> str:
    bits = value.bit_length()
    return str(value) if bits <= 4_000 else f"[an integer of {bits} bits]"


def _structure(value: Any) -> Any:
    if isinstance(value, AbstractSet):
        return _sorted(cast("AbstractSet[Any]", value))
    if isinstance(value, BaseModel):
        return {name: getattr(value, name) for name in type(value).model_fields}
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: getattr(value, f.name) for f in fields(value)}
    tolist = getattr(value, "tolist", None)  # numpy's scalars and arrays
    return tolist() if callable(tolist) else str(value)
