"""Chance in tests: one seed for a run and, made of it, numbers of each test's own.

What is drawn depends on the seed and the test's id alone, not on the order or on who else runs.
"""

from __future__ import annotations

from random import Random, SystemRandom
from uuid import UUID

_CONSONANTS = "bcdfghjkmnpqrstvwxz"
_drawn = Random()


def new_seed() -> int:
    """Draw the seed of a run, short enough to be typed."""
    return SystemRandom().randrange(10**8)


def begin(seed: int, test: str) -> None:
    """Make what follows this test's own."""
    _drawn.seed(f"{seed}:{test}")


def code() -> str:
    """Draw a mark that is found again: letters and digits in turn, so no word and no number."""
    return "".join(_drawn.choice(_CONSONANTS) + _drawn.choice("0123456789") for _ in range(6))


def an_email() -> str:
    """Draw the address of somebody new."""
    return f"{code()}@example.org"


def an_id() -> UUID:
    """Draw an id."""
    return UUID(int=_drawn.getrandbits(128), version=4)
