"""What a page sends beside a message: a component's answer, its own state, notes of its own.

It is plain JSON of anybody's making, so it is bounded in bytes, in levels and in values: whoever
reads it later (guards, a form's schema, a model) has only so much to read.
"""

from __future__ import annotations

from typing import Any, cast

import orjson

from contracts.errors import TooLarge
from contracts.json import JsonMapping

NAMES = ("ui_result", "client_state", "metadata")
MOST_VALUES = 2_000
MOST_LEVELS = 32


def check_attached(given: JsonMapping, max_bytes: int) -> None:
    """Refuse what is more than may come beside a message."""
    parts = [given[name] for name in NAMES if name in given]
    if not parts:
        return
    names = ", ".join(NAMES)
    if why := _outgrown(parts):
        raise TooLarge(f"{names} have {why}; send less")
    try:
        size = len(orjson.dumps(parts))
    except TypeError:  # what is no JSON is refused by its name elsewhere
        return
    if size > max_bytes:
        raise TooLarge(f"{names} have {size} bytes together; at most {max_bytes} are taken")


def _outgrown(parts: list[Any]) -> str | None:
    """Tell which bound is passed; never looks at more values than are allowed."""
    left = MOST_VALUES
    open_: list[tuple[Any, int]] = [(part, 1) for part in parts]
    while open_:
        value, level = open_.pop()
        if not isinstance(value, dict | list):
            continue
        inner = cast("JsonMapping | list[Any]", value)
        left -= len(inner)
        if left < 0:
            return f"more than {MOST_VALUES} values"
        if level > MOST_LEVELS:
            return f"more than {MOST_LEVELS} levels"
        held = inner if isinstance(inner, list) else inner.values()
        open_ += [(one, level + 1) for one in held]
    return None
