"""What a checker of types says about a value, in words for whoever wrote the file."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

TRUTHS = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}
QUOTED_TRUTH = "needs quotes: YAML reads yes, no, on and off as true and false"
NAME = (
    "a name is lower-case letters a to z without accents, digits and _, as in 'my_state',"
    " and begins with a letter"
)
_PLAIN = {
    "int_parsing": "needs a whole number, as in 3",
    "int_type": "needs a whole number, as in 3",
    "int_from_float": "needs a whole number, as in 3",
    "float_parsing": "needs a number, as in 3.5",
    "float_type": "needs a number, as in 3.5",
    "bool_parsing": "is either true or false",
    "bool_type": "is either true or false",
    "dict_type": "needs keys of its own, as in 'key: value', on lines indented below it",
    "model_type": "needs keys of its own, as in 'key: value', on lines indented below it",
    "list_type": "needs a list: one '- ' for each line, or [one, two]",
    "frozen_set_type": "needs a list: one '- ' for each line, or [one, two]",
    "tuple_type": "needs a list: one '- ' for each line, or [one, two]",
    "string_too_short": "is empty; write a text",
}


def in_plain_words(error: Any) -> str:
    """Return what is to be done about one finding of pydantic."""
    kind, given = str(error["type"]), error["input"]
    if kind == "string_type":
        return _no_text(given)
    if kind in ("too_short", "too_long", "string_too_long"):
        return _size(kind, error["msg"])
    if kind in _PLAIN:
        empty = "is empty; it " if given is None else ""
        return f"{empty}{_PLAIN[kind]}"
    return re.sub(r"^Input should be ", "must be ", error["msg"].removeprefix("Value error, "))


def _no_text(given: object) -> str:
    if given is None:
        return "is empty; write a text"
    if isinstance(given, bool):
        return QUOTED_TRUTH
    if isinstance(given, int | float | date):
        return f'needs quotes, for it is a text: "{str(given)[:40]}"'
    if isinstance(given, dict):
        return "needs one text; if it is one with ':' in it, put quotes around it"
    return "needs one text and no list"


def _size(kind: str, message: str) -> str:
    number = next(iter(re.findall(r"\d+", message)), "")
    if kind == "string_too_long":
        return f"is too long; {number} characters are allowed"
    if kind == "too_short":
        return "is empty" if number == "1" else f"needs at least {number}"
    return f"has too many; {number} are allowed"
