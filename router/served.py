"""All that follows from one set of workflows, worked out once for all messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from language import permission_asked
from language.matching import fold, stem, words
from language.speech_acts import circumstances, classify, replies
from router import leaving, wrongs
from router.classify import Classifier
from router.info import LANGUAGES, RouteInfo
from router.outcome import ROOT

_SMALL_WORDS = frozenset(
    "a o as os um uma de do da dos das em no na e para por com meu minha the of an in on to for and"
    " my your or new novo nova our".split()
)
_SHORTEST = 3  # letters of a word that names something


@dataclass(frozen=True, slots=True)
class Served:
    """Replaced as a whole, so no lock is needed."""

    infos: dict[str, RouteInfo]
    classifier: Classifier
    exact: dict[str, str | None]  # folded example -> its workflow; None where two claim it
    titles: dict[str, str]
    names: dict[str, list[frozenset[str]]]  # what a workflow is called by, and no other
    leaving: frozenset[str] = frozenset()  # what is about leaving something itself

    def of(self, workflows: Mapping[str, RouteInfo]) -> Served:
        """Return the same fit with what else is known of the workflows."""
        return replace(self, infos=dict(workflows))

    def named(self, text: str) -> list[str]:
        """Return the workflows that a text calls by their names."""
        said = {stem(word) for word in words(text)}
        return [name for name, called in self.names.items() if any(c <= said for c in called)]

    def titled(self, name: str, text: str) -> bool:
        """Tell whether a text holds two words or more that a workflow is called by."""
        said = {stem(word) for word in words(text)}
        return any(len(c) > 1 and c <= said for c in self.names.get(name, ()))


def serve(workflows: Mapping[str, RouteInfo]) -> Served:
    """Fit to some workflows; it embeds their examples, and all that messages are compared with."""
    classify.warm_up()
    replies.warm_up()
    circumstances.warm_up()
    permission_asked.warm_up()
    wrongs.warm_up()
    exact: dict[str, str | None] = {}
    titles: dict[str, str] = {}
    for name, info in workflows.items():
        for text in info.examples:
            known = fold(text)
            exact[known] = None if exact.get(known, name) != name else name
        for language in LANGUAGES:
            if info.title and name != ROOT:
                titles.setdefault(fold(info.titled(language)), name)
    classifier = Classifier(
        {name: _taught(info) for name, info in workflows.items()},
        {name: info.not_when for name, info in workflows.items()},
        about={name: info.when for name, info in workflows.items()},
        titles={name: _titles(info) for name, info in workflows.items() if name != ROOT},
    )
    about_leaving = frozenset(
        name
        for name, info in workflows.items()
        if leaving.speaks_of_leaving([*_titles(info), *info.examples])
    )
    names = _names(workflows)
    return Served(dict(workflows), classifier, exact, titles, names, about_leaving)


def shape(workflows: Mapping[str, RouteInfo]) -> list[tuple[Any, ...]]:
    """Return all of the workflows that a fit depends on."""
    return [
        (n, i.titled("en"), i.titled("pt"), i.when, tuple(i.examples), tuple(i.not_when))
        for n, i in workflows.items()
    ]


def _titles(info: RouteInfo) -> list[str]:
    return list(dict.fromkeys(map(info.titled, LANGUAGES))) if info.title else []


def _taught(info: RouteInfo) -> Sequence[str]:
    """Return the examples; without any, the description has to do.

    A workflow that says nothing of its routing is reached by its title, a button or a request.
    """
    if info.examples or info.name == ROOT or not info.when:
        return [text for text in info.examples if text.strip()]
    return [text for text in (info.titled("en"), info.titled("pt"), info.when) if text.strip()]


def _names(workflows: Mapping[str, RouteInfo]) -> dict[str, list[frozenset[str]]]:
    """Find the words that each workflow is called by; what two are called by names neither."""
    found: dict[str, list[frozenset[str]]] = {}
    for name, info in workflows.items():
        if name != ROOT:
            called = [name.replace("_", " "), *(info.titled(each) for each in LANGUAGES)]
            found[name] = list(dict.fromkeys(c for c in map(_content, called) if c))
    return {
        name: [c for c in called if not _belongs_to_another(c, name, found)]
        for name, called in found.items()
    }


def _content(text: str) -> frozenset[str]:
    kept = [w for w in words(text) if w not in _SMALL_WORDS and len(w) >= _SHORTEST]
    return frozenset(stem(word) for word in kept)


def _belongs_to_another(
    called: frozenset[str], name: str, names: Mapping[str, list[frozenset[str]]]
) -> bool:
    return any(called <= other for n, others in names.items() if n != name for other in others)
