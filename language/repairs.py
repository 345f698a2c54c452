"""Hears what is said to the engine itself: stop, help, a person please."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from language.intents import Intent, asks_why, intent_of
from language.matching import words
from language.nothing_given import has_nothing

_LONGEST = 120
_TELLING = 4  # letters of a word that tells what was asked
_APOSTROPHES = re.compile(r"['’]")
_ARTICLES = frozenset("o a os as um uma meu minha seu sua the a an my any your de do da".split())
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


def declines(message: str, asked: str = "") -> bool:
    """Tell whether a whole message does not want to say, or cannot say, what was asked.

    It may name that: "não sei o número", asked for a number.
    """
    return any(intent_of(said) == "decline" for said in _unnamed(message, asked))


def takes_none(message: str, asked: str = "") -> bool:
    """Tell whether a whole message has nothing to give to a question that needs no answer."""
    return any(has_nothing(said) for said in _unnamed(message, asked))


def _unnamed(message: str, asked: str) -> Iterator[str]:
    """Yield a message as it is, and without the words that name what was asked."""
    if len(message) > _LONGEST:
        return
    yield message
    known = {word for word in words(asked) if len(word) >= _TELLING}
    said = words(_APOSTROPHES.sub("", message))
    if rest := [word for word in said if word not in known and word not in _ARTICLES]:
        yield " ".join(rest)
