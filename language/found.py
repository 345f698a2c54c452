"""A value that was found in a text, and where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Found(Generic[Value]):
    """A value in a text, and where it stands."""

    value: Value
    start: int
    end: int
