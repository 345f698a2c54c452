"""What a form of the page, or an agent, may answer: a value held against its JSON Schema.

The cost is bounded by counting: each meeting of a part of the schema with a part of the value takes
from a store of steps, and what needs more than there are does not fit. So nothing here depends on a
schema's having been checked before, nor on the size of what somebody sends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from contracts.json import JsonMapping
from language.json_keywords import CHECKS
from language.json_schema import SchemaProblem, check_schema, referred

MOST_STEPS = 20_000
_MOST_LEVELS = 60
_MOST_FIELDS = 5
_PARTS = frozenset({"properties", "additionalProperties", "items", "prefixItems"})
_WHOLES = frozenset({"$ref", "allOf", "anyOf", "oneOf", "not"})


def problem_of(schema: JsonMapping) -> SchemaProblem | None:
    """Tell what makes a `result` or `output` unusable; None when it may be used."""
    try:
        check_schema(schema)
    except SchemaProblem as problem:
        return problem
    return None


def wrong_fields(schema: JsonMapping, value: Any) -> list[str]:
    """Name the parts of an answer that do not fit; an empty list when all of it does.

    The whole answer is named by the empty text, also where it is too much to be looked at.
    """
    found: dict[str, None] = {}
    try:
        for place in _Checker(schema).mistakes(schema, value, (), 0):
            found[".".join(map(str, place))] = None
            if len(found) == _MOST_FIELDS:
                break
    except _TooMuch:
        return [""]
    return list(found)


class _TooMuch(Exception):
    """The value, or the schema, asks for more steps or levels than there are."""


AnswerPlace = tuple[str | int, ...]


class _Checker:
    """Holds one value against one schema, within a store of steps."""

    def __init__(self, root: JsonMapping) -> None:
        self._root = root
        self._left = MOST_STEPS

    def mistakes(
        self, schema: Any, value: Any, at: AnswerPlace, level: int
    ) -> Iterator[AnswerPlace]:
        """Find the places that do not fit; a missing part is named by itself."""
        keywords: JsonMapping = cast("Any", schema) if isinstance(schema, dict) else {}
        size = len(cast("Sequence[Any]", value)) if isinstance(value, str | list | dict) else 0
        self._charge(1 + len(keywords) + size // 16, level)
        if schema is False:
            yield at
        for keyword, given in keywords.items():
            if keyword in _PARTS:
                yield from self._of_parts(keyword, keywords, value, at, level)
            elif keyword in _WHOLES:
                yield from self._of_whole(keyword, given, value, at, level)
            elif keyword == "required":
                yield from self._missing(given, value, at, level)
            elif keyword in CHECKS and not self._passes(keyword, given, value, level):
                yield at

    def _of_parts(
        self, keyword: str, schema: JsonMapping, value: Any, at: AnswerPlace, level: int
    ) -> Iterator[AnswerPlace]:
        """Hold the parts of a value against the schemas for them."""
        if isinstance(value, list) and keyword in ("items", "prefixItems"):
            items = cast("list[Any]", value)
            first: list[Any] = schema.get("prefixItems", [])
            pairs = (
                zip(first, items, strict=False)
                if keyword == "prefixItems"
                else ((schema["items"], item) for item in items[len(first) :])
            )
            start = 0 if keyword == "prefixItems" else len(first)
            for number, (part, item) in enumerate(pairs, start):
                yield from self.mistakes(part, item, (*at, number), level + 1)
        elif isinstance(value, dict) and keyword == "properties":
            for name, part in schema["properties"].items():
                self._charge(1, level)
                if name in value:
                    yield from self.mistakes(part, value[name], (*at, name), level + 1)
        elif isinstance(value, dict) and keyword == "additionalProperties":
            fields, known = cast("JsonMapping", value), schema.get("properties", {})
            others = [name for name in fields if name not in known]
            if others and schema[keyword] is False:
                yield at
                return
            for name in others:
                yield from self.mistakes(schema[keyword], fields[name], (*at, name), level + 1)

    def _of_whole(
        self, keyword: str, given: Any, value: Any, at: AnswerPlace, level: int
    ) -> Iterator[AnswerPlace]:
        """Hold a value against other schemas as a whole."""
        if keyword == "$ref":
            yield from self.mistakes(referred(self._root, given), value, at, level + 1)
        elif keyword == "allOf":
            for part in given:
                yield from self.mistakes(part, value, at, level + 1)
        elif not self._combined(keyword, given, value, at, level):
            yield at

    def _combined(self, keyword: str, given: Any, value: Any, at: AnswerPlace, level: int) -> bool:
        if keyword == "not":
            return not self._is(given, value, at, level)
        fitting = (self._is(part, value, at, level) for part in given)
        return any(fitting) if keyword == "anyOf" else sum(fitting) == 1

    def _missing(
        self, names: Any, value: Any, at: AnswerPlace, level: int
    ) -> Iterator[AnswerPlace]:
        if isinstance(value, dict):
            self._charge(len(names), level)
            yield from ((*at, name) for name in names if name not in value)

    def _is(self, schema: Any, value: Any, at: AnswerPlace, level: int) -> bool:
        return next(self.mistakes(schema, value, at, level + 1), None) is None

    def _passes(self, keyword: str, given: Any, value: Any, level: int) -> bool:
        self._charge(len(cast("list[Any]", given)) if isinstance(given, list) else 1, level)
        return CHECKS[keyword](given, value)

    def _charge(self, steps: int, level: int) -> None:
        self._left -= steps
        if self._left < 0 or level > _MOST_LEVELS:
            raise _TooMuch
