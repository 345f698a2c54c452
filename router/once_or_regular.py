"""Where the same is served once and regularly, a visit and a plan: which of the two is wanted.

They speak of the same things, so a message is much like both. What says "every month" or "just the
once" tells them apart; so does a day, where nothing of the regular one is named.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from functools import lru_cache

from language.dates import mentioned_dates
from language.idle_words import telling_words
from language.inflections import root
from language.recurrence import recurrence_in
from router.classify import Guess
from router.info import LANGUAGES, RouteInfo
from router.outcome import ROOT

_REGULAR = 0.5  # the share of a workflow's texts from which it is for what is regular
_LIKELY = 0.1  # the chance from which the regular one may be meant
_SAYS_IT = 0.75  # likeness to an example that says the same
_MOST, _MOST_OF_TEXTS = 24, 400  # telling words of a message, and of what a workflow says of itself
_DAY = date(2000, 1, 1)  # any day: only whether there is a date matters here


def of_the_rhythm(text: str, guess: Guess, infos: Mapping[str, RouteInfo]) -> Collection[str]:
    """Return the workflows that are left of those that a message is like, by how often it wants it;
    all of them, where it tells nothing of that."""
    ranked = [name for name, chance in guess.candidates if name != ROOT and chance >= _LIKELY]
    regular = frozenset(name for name in infos if is_regular(infos[name]))
    if regular.isdisjoint(ranked) or len(regular) >= len(infos) - (ROOT in infos):
        return infos
    best, wanted = ranked[0], recurrence_in(text)
    if wanted == "regular":
        return infos if best in regular else infos.keys() - {best}
    if wanted == "once":
        return infos.keys() - regular
    said = best in regular and guess.nearest >= _SAYS_IT
    alone = not said and _names_day_alone(text, infos, regular)
    return infos.keys() - regular if alone else infos


def _names_day_alone(text: str, infos: Mapping[str, RouteInfo], regular: Collection[str]) -> bool:
    """Tell whether a message names a day, and nothing that only the regular ones speak of."""
    if not any(mentioned_dates(text, _DAY, language) for language in LANGUAGES):
        return False
    others = frozenset[str]().union(*(_spoken_of(infos[n]) for n in infos if n not in regular))
    own = frozenset[str]().union(*(_spoken_of(infos[n]) for n in regular)) - others
    return own.isdisjoint(map(root, telling_words(text, _MOST)))


def is_regular(info: RouteInfo) -> bool:
    """Tell whether a workflow is for what comes again and again."""
    return info.name != ROOT and _regular_share(_texts(info)) >= _REGULAR


@lru_cache(512)
def _regular_share(texts: tuple[str, ...]) -> float:
    return sum(recurrence_in(text) == "regular" for text in texts) / max(1, len(texts))


def _spoken_of(info: RouteInfo) -> frozenset[str]:
    options = (name for names in info.options.values() for name in names)
    return _roots("\n".join([*_texts(info), *options]))


@lru_cache(512)
def _roots(text: str) -> frozenset[str]:
    return frozenset(map(root, telling_words(text, _MOST_OF_TEXTS)))


def _texts(info: RouteInfo) -> tuple[str, ...]:
    titles = dict.fromkeys(map(info.titled, LANGUAGES))
    return tuple(text for text in (*titles, info.when, *info.examples) if text.strip())
