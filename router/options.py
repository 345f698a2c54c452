"""Which workflow a message means by what may be chosen in its form: "corporate session".

What several workflows speak of ("a bike") is of none; an option that one form alone has ("inner
tube") is of that one, however much more the message is like another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from language.dealings import dealings_in
from language.idle_words import telling_words
from language.inflections import root
from router.decision import RouteDecision
from router.info import LANGUAGES, RouteInfo
from router.outcome import ROOT

_MOST = 8  # telling words of a message that names what it wants
_MOST_TOLD = 24  # and of one that tells more of it
_MOST_OF_TEXTS = 400  # of all that a workflow says of itself
_LEAST = 2  # of one that says nothing but that
_ROOTED = 5  # letters from which a root may be a form of one with another ending: "revis(ão)"
_ENDING = 2


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
    """Tell whether a brief message names an option of a workflow, and of no other one."""
    brief = len(telling_words(decision.text, _MOST + 1)) <= _MOST
    return brief and options_named(decision, name, decision.text) > 0


def options_named(decision: RouteDecision, name: str, text: str) -> int:
    """Return of how many slots of a workflow a text names an option, where no other has it."""
    return _named_alone(decision, text).get(name, 0)


def owner_of_options(decision: RouteDecision, text: str) -> str | None:
    """Return the one workflow of which a text names an option."""
    return next(iter(_named_alone(decision, text)), None)


def _named_alone(decision: RouteDecision, text: str) -> dict[str, int]:
    """Count by workflow the slots of which a text names an option, where they are all of one."""
    counts = ((name, _slots_named(text, info)) for name, info in decision.infos.items())
    named = {name: count for name, count in counts if count}
    return named if len(named) == 1 else {}


def meant_by_option_alone(decision: RouteDecision, best: str, wished: str) -> str | None:
    """Return a likely workflow whose option a wish names, where nothing is said of the best's own.

    "Just change the tube of my bike" is as like the sale of bikes as its repair.
    """
    name, likely = owner_of_options(decision, wished), dict(decision.guess.candidates)
    if name is None or name in (ROOT, best) or not likely.get(name):
        return None
    own = _texts_of(decision.infos[best]) - _texts_of(decision.infos[name])
    return None if any(_is_among(word, own) for word in _roots(decision.text)) else name


def corrected_by_option(decision: RouteDecision) -> str | None:
    """Return the one other workflow that a correction names an option of, and none of this one:
    "no, it's a repair: an inner tube"."""
    if decision.active is None:
        return None
    owner = owner_of_options(decision, decision.text)
    return owner if owner not in (ROOT, decision.active) else None


def deals_otherwise(
    decision: RouteDecision, name: str, said: Iterable[str], *, surely: bool = True
) -> bool:
    """Tell whether some clauses want to buy, sell or rent where a workflow does not speak of it.

    `surely`: it speaks of another of these instead.
    """
    wanted = dealings_in(" ".join(said))
    own = _dealings(decision.infos[name])
    return bool(wanted) and wanted.isdisjoint(own) and (bool(own) or not surely)


def _slots_named(text: str, info: RouteInfo) -> int:
    said = _roots(text)
    return sum(_names_one(said, tuple(names)) for names in info.options.values())


def _names_one(said: Collection[str], options: tuple[str, ...]) -> bool:
    """Tell whether one of some options is named with all its words, in whatever form."""
    return any(all(_is_among(word, said) for word in words) for words in _rooted(options))


@lru_cache(2_048)
def _rooted(options: tuple[str, ...]) -> frozenset[frozenset[str]]:
    """Return the roots of each option that has telling words; kept for all of a slot at once."""
    each = (frozenset(map(root, telling_words(option, _MOST_TOLD))) for option in options)
    return frozenset(words for words in each if words)


def _is_among(word: str, said: Collection[str]) -> bool:
    return word in said or any(_is_form(word, other) for other in said)


def _is_form(one: str, other: str) -> bool:
    """Tell whether two roots are those of one word: "revis" of "revisar", "revisa" of "revisão"."""
    short, long = sorted((one, other), key=len)
    return len(short) >= _ROOTED and long.startswith(short) and len(long) - len(short) < _ENDING


def _titled(info: RouteInfo) -> set[str]:
    return {word for each in LANGUAGES for word in telling_words(info.titled(each), _MOST)}


def _optional(info: RouteInfo) -> frozenset[str]:
    return _words_of(tuple(name for names in info.options.values() for name in names))


def _texts_of(info: RouteInfo) -> frozenset[str]:
    """Return the roots of what a workflow says of itself, its options apart."""
    return _roots("\n".join(_said_of(info)), _MOST_OF_TEXTS)


def _said_of(info: RouteInfo) -> list[str]:
    return [*map(info.titled, LANGUAGES), info.when, *info.examples]


def _dealings(info: RouteInfo) -> frozenset[str]:
    options = (name for names in info.options.values() for name in names)
    return dealings_in("\n".join([*_said_of(info), *options]))


@lru_cache(2_048)
def _words_of(options: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for option in options for word in telling_words(option, _MOST))


@lru_cache(2_048)
def _roots(text: str, most: int = _MOST_TOLD) -> frozenset[str]:
    return frozenset(map(root, telling_words(text, most)))
