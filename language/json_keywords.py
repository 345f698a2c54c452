"""What single keywords of JSON Schema ask of a value; what is not of their kind passes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, cast

from language.patterns import LONGEST, holds_pattern


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_KINDS: Mapping[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: _is_number(value) and (isinstance(value, int) or value.is_integer()),
    "number": _is_number,
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


def _is_of(kinds: Any, value: Any) -> bool:
    listed = cast("list[str]", kinds) if isinstance(kinds, list) else [cast("str", kinds)]
    return any(_KINDS[kind](value) for kind in listed)


def _same(one: Any, other: Any) -> bool:
    """Compare as JSON does: true is not 1, and 1.0 is."""
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def _matches(pattern: str, value: Any) -> bool:
    """Look for a pattern; a text that is too long to be looked through does not have it."""
    return not isinstance(value, str) or (len(value) <= LONGEST and holds_pattern(pattern, value))


def _is_multiple(step: float, value: Any) -> bool:
    if not _is_number(value):
        return True
    if isinstance(step, int) and isinstance(value, int):
        return value % step == 0
    times = value / step
    return isfinite(times) and abs(times - round(times)) < 1e-9


def _number(holds: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    return lambda limit, value: not _is_number(value) or holds(value, limit)


def _size(kind: type[Any], holds: Callable[[int, int], bool]) -> Callable[[Any, Any], bool]:
    return lambda limit, value: not isinstance(value, kind) or holds(len(value), limit)


def _least(given: float, limit: float) -> bool:
    return given >= limit


def _most(given: float, limit: float) -> bool:
    return given <= limit


CHECKS: Mapping[str, Callable[[Any, Any], bool]] = {
    "type": _is_of,
    "enum": lambda values, value: any(_same(one, value) for one in values),
    "const": _same,
    "pattern": _matches,
    "multipleOf": _is_multiple,
    "minimum": _number(_least),
    "maximum": _number(_most),
    "exclusiveMinimum": _number(lambda given, limit: given > limit),
    "exclusiveMaximum": _number(lambda given, limit: given < limit),
    "minLength": _size(str, _least),
    "maxLength": _size(str, _most),
    "minItems": _size(list, _least),
    "maxItems": _size(list, _most),
    "minProperties": _size(dict, _least),
    "maxProperties": _size(dict, _most),
}
