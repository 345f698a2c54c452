"""Hears what is said to the engine itself: stop, help, a person please."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from language.intents import Intent, asks_why, intent_of
from language.matching import words
from language.nothing_given import has_nothing
from language.phrases import compiled

_LONGEST = 120
_TELLING = 4  # letters of a word that tells what was asked
_APOSTROPHES = re.compile(r"['’]")
_JOINTS = re.compile(r"(?<=\w)['’-](?=\w)")  # "e-mail" is "email", and "don't" a word
_NAMING = 3  # letters of a word that names what there is none of: "cpf"
_LACKS = compiled(
    (
        "[sorry|but|well|mas|olha|sinto muito] [i|we|im|eu|a gente|nos|aqui]"
        " (dont|do not|nao|havent|have not|never|nunca|n)"
        " (have|do|use|got|own|got one|really do|really use|actually have|actually use|tenho|temos"
        "|uso|usamos|tem|possuo|possuimos|mexo com|trabalho com)"
        " [any|one|yet|sorry|at all|anymore|any more|ainda|nao|nenhum|nenhuma|mais|isso]",
    )
)
OWNED = frozenset({"email", "document", "phone", "url"})  # kinds that somebody may not have
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


def lacks(message: str, asked: str) -> bool:
    """Tell whether a message has none of what was asked, and says no more: "I don't do email"."""
    if len(message) > _LONGEST or "?" in message:
        return False
    named = set(words(_JOINTS.sub("", asked)))
    said = words(_JOINTS.sub("", message))
    idle = named | (_ARTICLES - {"do"})  # which is a verb here
    found = _LACKS.fullmatch("".join(f"{word} " for word in said if word not in idle))
    return found is not None and any(w in named and len(w) >= _NAMING for w in said)


def _unnamed(message: str, asked: str) -> Iterator[str]:
    """Yield a message as it is, and without the words that name what was asked."""
    if len(message) > _LONGEST:
        return
    yield message
    known = {word for word in words(asked) if len(word) >= _TELLING}
    said = words(_APOSTROPHES.sub("", message))
    if rest := [word for word in said if word not in known and word not in _ARTICLES]:
        yield " ".join(rest)
