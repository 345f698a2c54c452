"""JSON that holds texts: walking through it, and reading it where a model said more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from contracts.json import JsonObject


def json_object(text: str) -> str:
    """Cut a JSON object out of an answer, fenced or talked around; ValueError if there is none."""
    return text[text.index("{") : text.rindex("}") + 1]


def leaves(value: Any) -> Iterator[Any]:
    """Go through plain JSON in its order: names of fields, texts, numbers, truth values, null."""
    if isinstance(value, dict):
        for name, inner in cast("dict[Any, Any]", value).items():
            yield name
            yield from leaves(inner)
    elif isinstance(value, list):
        for inner in cast("list[Any]", value):
            yield from leaves(inner)
    else:
        yield value


def map_leaves(
    value: Any, change: Callable[[Any], Any], rename: Callable[[str], str] | None = None
) -> Any:
    """Return plain JSON with each value in it changed, and the names of fields where asked for."""
    if isinstance(value, dict):
        fields = cast("JsonObject", value)
        return {
            rename(name) if rename else name: map_leaves(inner, change, rename)
            for name, inner in fields.items()
        }
    if isinstance(value, list):
        return [map_leaves(inner, change, rename) for inner in cast("list[Any]", value)]
    return change(value)
