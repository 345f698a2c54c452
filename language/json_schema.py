"""The part of JSON Schema that forms and agents' answers are described in.

What is left out would let a schema cost more than it is long: references in a circle, references
that unfold into ever more, comparisons of everything with everything. What is left meets each part
of a value a bounded number of times (`language/forms.py` counts them).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from contracts.json import JsonMapping
from language.patterns import pattern_problem
from language.suggestions import meant

MOST_PARTS = 500  # schemas in a schema, each reference written out, and values of `enum`
MOST_LEVELS = 12
TYPES = ("object", "array", "string", "integer", "number", "boolean", "null")
_REFERRED = ("#/$defs/", "#/definitions/")
SchemaPath = tuple[str | int, ...]


class SchemaProblem(Exception):
    """What makes a schema unusable, and at which place of it."""

    def __init__(self, path: SchemaPath, why: str) -> None:
        super().__init__(why)
        self.path = path
        self.why = why


def check_schema(schema: JsonMapping) -> None:
    """Refuse what is no JSON Schema, and what is more of it than is served."""
    _SchemaReader(schema).part(schema, (), 0)


def referred(root: JsonMapping, reference: Any) -> Any:
    """Return the part that a reference names; None where there is none."""
    for lead in _REFERRED:
        if isinstance(reference, str) and reference.startswith(lead):
            parts: Any = root.get(lead[2:-1])
            name = reference.removeprefix(lead)
            return cast("JsonMapping", parts).get(name) if isinstance(parts, dict) else None
    return None


class _SchemaReader:
    """Goes through a schema once, references written out, and stops where it becomes too much."""

    def __init__(self, root: JsonMapping) -> None:
        self._root = root
        self._left = MOST_PARTS
        self._open: list[str] = []  # references that the part being read stands in

    def part(self, schema: Any, path: SchemaPath, level: int) -> None:
        """Read one schema: a mapping of keywords, or true or false."""
        self._charge(1, path)
        if isinstance(schema, bool):
            return
        if not isinstance(schema, dict):
            raise SchemaProblem(path, _no_schema("a schema is a mapping of keywords"))
        if level > MOST_LEVELS:
            raise SchemaProblem(path, f"more than {MOST_LEVELS} levels deep; write it flatter")
        for keyword, given in cast("dict[Any, Any]", schema).items():
            self._keyword(keyword, given, (*path, str(keyword)), level)

    def _keyword(self, keyword: Any, given: Any, path: SchemaPath, level: int) -> None:
        if keyword in _NOTES or str(keyword).startswith("x-"):
            return
        if keyword == "$ref":
            self._reference(given, path, level)
        elif keyword in _PLAIN:
            self._plain(keyword, given, path)
        elif keyword in _ONE:
            self.part(given, path, level + 1)
        elif keyword in _SEVERAL:
            self._several(keyword, given, path, level)
        elif keyword in _NAMED:
            self._named(keyword, given, path, level)
        else:
            why = "leave it out" if keyword in _COSTLY else "leave it out, or name it 'x-…'"
            said = meant(str(keyword), KEYWORDS) if keyword not in _COSTLY else ""
            raise SchemaProblem(path, f"'{keyword}' is not served here; {why}{said}")

    def _reference(self, given: Any, path: SchemaPath, level: int) -> None:
        if not str(given).startswith("#"):
            raise SchemaProblem(
                path, f"'$ref: {given}' leads outside of the file; write the part under '$defs'"
            )
        if given in self._open:
            raise SchemaProblem(
                path, f"'$ref: {given}' leads back to itself; write out the levels that you need"
            )
        part = referred(self._root, given)
        if part is None:
            raise SchemaProblem(
                path, f"'$ref: {given}' names nothing; a reference is '#/$defs/NAME'"
            )
        self._open.append(given)
        self.part(part, path, level + 1)
        self._open.pop()

    def _plain(self, keyword: str, given: Any, path: SchemaPath) -> None:
        fits, what = _PLAIN[keyword]
        if not fits(given):
            raise SchemaProblem(path, _no_schema(f"'{keyword}' is {what}"))
        self._charge(len(cast("list[Any]", given)) if isinstance(given, list) else 1, path)
        if keyword == "pattern" and (problem := pattern_problem(cast("str", given))):
            raise SchemaProblem(path, problem)

    def _several(self, keyword: str, given: Any, path: SchemaPath, level: int) -> None:
        if not isinstance(given, list) or not given:
            raise SchemaProblem(path, _no_schema(f"'{keyword}' is a list of schemas"))
        for at, part in enumerate(cast("list[Any]", given)):
            self.part(part, (*path, at), level + 1)

    def _named(self, keyword: str, given: Any, path: SchemaPath, level: int) -> None:
        if not isinstance(given, dict):
            raise SchemaProblem(path, _no_schema(f"'{keyword}' is a mapping of names to schemas"))
        for name, part in cast("dict[Any, Any]", given).items():
            if not isinstance(name, str):
                why = f"the name {name} needs quotes: YAML does not read it as a text"
                raise SchemaProblem((*path, str(name)), why)
            self.part(part, (*path, name), level + 1)

    def _charge(self, parts: int, path: SchemaPath) -> None:
        self._left -= parts
        if self._left < 0:
            raise SchemaProblem(
                path, f"more than {MOST_PARTS} parts, references written out; describe less"
            )


def _no_schema(why: str) -> str:
    return f"not a JSON Schema: {why}"


def _is_number(given: Any) -> bool:
    return isinstance(given, int | float) and not isinstance(given, bool)


def _is_count(given: Any) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and given >= 0


def _is_plain(given: Any) -> bool:
    return given is None or isinstance(given, str | int | float)


def _is_type(given: Any) -> bool:
    kinds = cast("list[Any]", given) if isinstance(given, list) else [given]
    return bool(kinds) and all(kind in TYPES for kind in kinds if isinstance(kind, str)) and all(
        isinstance(kind, str) for kind in kinds
    )  # fmt: skip


def _is_names(given: Any) -> bool:
    return isinstance(given, list) and all(isinstance(n, str) for n in cast("list[Any]", given))


def _is_values(given: Any) -> bool:
    return isinstance(given, list) and all(_is_plain(value) for value in cast("list[Any]", given))


_COUNT = (_is_count, "a whole number, 0 or more")
_NUMBER = (_is_number, "a number")
_PLAIN: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "type": (_is_type, f"one of {', '.join(TYPES)}, or a list of them"),
    "enum": (_is_values, "a list of texts, numbers, true, false, null (dates need quotes)"),
    "const": (_is_plain, "a text, a number, true, false or null (a date needs quotes)"),
    "required": (_is_names, "a list of names"),
    "pattern": (lambda given: isinstance(given, str), "a text"),
    "minimum": _NUMBER,
    "maximum": _NUMBER,
    "exclusiveMinimum": _NUMBER,
    "exclusiveMaximum": _NUMBER,
    "multipleOf": (lambda given: _is_number(given) and given > 0, "a number above 0"),
    "minLength": _COUNT,
    "maxLength": _COUNT,
    "minItems": _COUNT,
    "maxItems": _COUNT,
    "minProperties": _COUNT,
    "maxProperties": _COUNT,
}
_ONE = frozenset({"items", "additionalProperties", "not"})
_SEVERAL = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
_NAMED = frozenset({"properties", "$defs", "definitions"})
_NOTES = frozenset(
    "$schema $id $comment title description default examples format deprecated readOnly"
    " writeOnly".split()
)
_COSTLY = frozenset(
    "uniqueItems contains minContains maxContains patternProperties propertyNames if then else"
    " dependentSchemas dependentRequired unevaluatedItems unevaluatedProperties $anchor"
    " $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $vocabulary".split()
)
KEYWORDS = frozenset({*_PLAIN, *_ONE, *_SEVERAL, *_NAMED, *_NOTES, "$ref"})
