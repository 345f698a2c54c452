"""Text that every part of the house can hold: no NUL, no halves of surrogate pairs."""

from __future__ import annotations


def storable(text: str) -> str:
    """Drop what PostgreSQL and JSON refuse, so that one character never costs a whole turn."""
    if "\0" in text:
        text = text.replace("\0", "")
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def is_text(given: str) -> bool:
    """Tell whether a text holds nothing that no text can hold."""
    return "\x00" not in given and not any("\ud800" <= c <= "\udfff" for c in given)
