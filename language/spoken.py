"""Which language somebody speaks: what a conversation goes on in.

Reading a value may guess; changing the language of a conversation may not. A name, a number, "ok"
or a word that both languages use changes nothing, and a conversation that has a language keeps it
until some words of the other one are said together.
"""

from __future__ import annotations

import re

from language.common_words import everyday_language
from language.detect import Language, tendency, words_of
from language.flat import flat
from language.told_language import portuguese_share

_TELLS = 1.0  # how much must speak for a language: a word of its own
_TOGETHER = 2  # words that change the language of a conversation which has one
_CLAUSE = 3  # words that are read as a whole
_MOSTLY = 0.5
_LONGEST = 2_000
# Names are made of these as well: "Rio de Janeiro", "Maria da Silva"; and "ta" thanks in English.
_CONNECTORS = frozenset("os as um uma de do da dos das em no na the of an in on at to ta".split())
# What people of either language write to a program.
_BORROWED = frozenset(
    "ok help show bye sorry timer chat site email link login logout online app top cool reset test"
    " menu stop cancel whatsapp pix shopping delivery".split()
)
_CERTAIN = 2.0  # where every word has a capital, as in a name: "Good Morning"
_NAMES = re.compile(r"\b(?!I\b)[A-ZÀ-Ý][\w'-]*(?:\s+(?:d[aeo]s?\s+|e\s+)?[A-ZÀ-Ý][\w'-]*)+")


def spoken_language(text: str, *, settled: bool) -> Language | None:
    """Return the language that a message is in; None where it does not tell clearly enough.

    `settled`: the conversation has a language by what was said in it.
    """
    text = text[:_LONGEST]
    found = list(words_of(_NAMES.sub(" ", text).lower()))
    least = _TELLS if found else _CERTAIN
    found = found or list(words_of(text.lower()))
    weight = sum(_weight(word, alone=len(found) == 1) for word in found)
    if abs(weight) < least or (settled and (len(found) < _TOGETHER or least > _TELLS)):
        return None
    told: Language = "pt" if weight > 0 else "en"
    return told if len(found) < _CLAUSE or _reads_as(text, told) else None


def _reads_as(text: str, language: Language) -> bool:
    """Tell whether a clause as a whole is in a language, and not only a word or two of it."""
    share = portuguese_share(text)
    return (share if language == "pt" else 1 - share) >= _MOSTLY


def _weight(word: str, *, alone: bool) -> float:
    """Weigh a word; one that stands alone must be of the words that nobody else uses."""
    if word in _BORROWED:
        return 0.0
    told = tendency(word)
    everyday = None if alone or abs(told) >= _TELLS else everyday_language(flat(word))
    if everyday:
        told = 1.0 if everyday == "pt" else -1.0
    return told / 2 if word in _CONNECTORS else told
