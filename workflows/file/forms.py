"""What a component of the page may answer: its `result`, a JSON Schema, held to."""

from __future__ import annotations

from typing import Any, Protocol, cast

from contracts.json import JsonMapping

_MAX_FIELDS = 5


class _FormError(Protocol):
    absolute_path: Any
    validator: str
    validator_value: Any


class _Validator(Protocol):
    def iter_errors(self, value: Any) -> Any: ...


def wrong_fields(schema: JsonMapping, value: Any) -> list[str]:
    """Name the parts of an answer that do not fit; an empty list when all of it does.

    The whole answer is named by the empty text.
    """
    found: dict[str, None] = {}
    for error in _validator(schema).iter_errors(value):
        found |= dict.fromkeys(_places(error))
    return list(found)[:_MAX_FIELDS]


def _places(error: _FormError) -> list[str]:
    """Name where a mistake is; a missing part by itself, not by what should hold it."""
    path = [str(step) for step in error.absolute_path]
    if error.validator == "required":
        held = cast("Any", error).instance
        missing = [name for name in error.validator_value if name not in held]
        return [".".join([*path, name]) for name in missing]
    return [".".join(path)]


def problem_of(schema: JsonMapping) -> str | None:
    """Tell what makes a `result` unusable; None when it is a JSON Schema that may be used."""
    from jsonschema.exceptions import SchemaError

    for key, value in _walk(schema):
        if key == "$ref" and not str(value).startswith("#"):
            return f"'$ref: {value}' leads outside of the file"
        if key == "patternProperties" or (key == "pattern" and isinstance(value, str)):
            return f"'{key}' is not served here; a slot of the workflow may have a 'pattern'"
    try:
        _checked(schema)
    except SchemaError as exc:
        at = ".".join(str(step) for step in exc.absolute_path)
        return f"not a JSON Schema: {exc.message[:200]}" + (f" (at {at})" if at else "")
    return None


def _walk(node: Any) -> list[tuple[str, Any]]:
    if isinstance(node, dict):
        held = cast("dict[Any, Any]", node)
        return [(str(k), v) for k, v in held.items()] + [p for v in held.values() for p in _walk(v)]
    if isinstance(node, list):
        return [pair for item in cast("list[Any]", node) for pair in _walk(item)]
    return []


def _validator(schema: JsonMapping) -> _Validator:
    from jsonschema import Draft202012Validator

    return cast("_Validator", Draft202012Validator(dict(schema)))


def _checked(schema: JsonMapping) -> None:
    from jsonschema import Draft202012Validator

    cast("Any", Draft202012Validator).check_schema(dict(schema))
