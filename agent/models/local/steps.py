"""What the built-in model says or does next."""

from __future__ import annotations

from dataclasses import dataclass, field

from contracts.json import JsonObject


@dataclass(frozen=True, slots=True)
class Call:
    """A tool to call."""

    tool: str
    args: JsonObject


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model says or does, and the intent it saw."""

    intent: str
    text: str = ""
    calls: list[Call] = field(default_factory=list[Call])
