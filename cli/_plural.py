"""How commands count."""

from __future__ import annotations


def counted(number: int, thing: str) -> str:
    """Write a number with what it counts: 1 workflow, 2 workflows."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
