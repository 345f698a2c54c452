"""Hears what is said to the engine itself: stop, help, a person please."""

from __future__ import annotations

from typing import Literal

from language.intents import Intent, asks_why, intent_of

Repair = Literal["cancel", "help", "human", "why", "back", "on"]
_REPAIRS: dict[Intent, Repair] = {
    "stop": "cancel",
    "exit": "cancel",
    "later": "cancel",
    "home": "cancel",
    "farewell": "cancel",
    "help": "help",
    "meaning": "help",
    "human": "human",
    "why": "why",
    "back": "back",
    "on": "on",
}


def repair_in(message: str, asked: str = "") -> Repair | None:
    """Return what a whole message asks of the engine; what the product can do is no such thing.

    `asked` is the question that is open: a reason is asked for it, or for something else.
    """
    intent = intent_of(message)
    if intent is not None:
        return _REPAIRS.get(intent)
    return "why" if asks_why(message, asked) else None


def declines(message: str) -> bool:
    """Tell whether a whole message does not want to say, or cannot say, what was asked."""
    return intent_of(message) == "decline"
