"""Which workflow a message means by what may be chosen in it: "corporate session"."""

from __future__ import annotations

from functools import lru_cache

from language.idle_words import telling_words
from router.decision import RouteDecision
from router.info import LANGUAGES, RouteInfo
from router.outcome import ROOT

_MOST = 8  # telling words of a message that names what it wants
_LEAST = 2  # of one that says nothing but that


def meant_by_option(decision: RouteDecision) -> str | None:
    """Return the one workflow that calls by its title and an option all that a message is about."""
    said = set(telling_words(decision.text, _MOST + 1))
    if not _LEAST <= len(said) <= _MOST:
        return None
    found = [
        name
        for name, info in decision.infos.items()
        if name != ROOT and said <= _titled(info) | _optional(info) and said & _optional(info)
    ]
    return found[0] if len(found) == 1 else None


def names_option_of(decision: RouteDecision, name: str) -> bool:
    """Tell whether a message names an option of a workflow, and of no other one."""
    said = set(telling_words(decision.text, _MOST + 1))
    if len(said) > _MOST:
        return False
    owners = [n for n, info in decision.infos.items() if _names_one(said, tuple(info.options))]
    return owners == [name]


def _names_one(said: set[str], options: tuple[str, ...]) -> bool:
    """Tell whether one of some options is named with all its words."""
    each = (_words_of((option,)) for option in options)
    return any(words and words <= said for words in each)


def _titled(info: RouteInfo) -> set[str]:
    return {word for each in LANGUAGES for word in telling_words(info.titled(each), _MOST)}


def _optional(info: RouteInfo) -> frozenset[str]:
    return _words_of(tuple(info.options))


@lru_cache(2_048)
def _words_of(options: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for option in options for word in telling_words(option, _MOST))
