"""Text that every part of the house can hold: no NUL, no halves of surrogate pairs."""

from __future__ import annotations


def storable(text: str) -> str:
    """Drop what PostgreSQL and JSON refuse, so that one character never costs a whole turn."""
    if "\0" in text:
        text = text.replace("\0", "")
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
