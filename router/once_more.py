"""Whether what stands behind a last yes asks for the same form once more."""

from __future__ import annotations

from language.another_one import wants_another
from language.idle_words import telling_words
from language.matching import stems
from router.decision import RouteDecision
from router.info import LANGUAGES
from router.outcome import ROOT

_MOST_TELLING = 200  # words of what a workflow is called and asked for with


def is_once_more(decision: RouteDecision, rest: str) -> bool:
    """Tell whether the rest wants one more of what the form does, and no other workflow's thing."""
    form, active = decision.context.form, decision.active
    if form is None or active in (None, ROOT):
        return False
    others = (name for name in decision.served.named(rest) if name not in (active, ROOT))
    if any(decision.served.titled(name, rest) for name in others):
        return False
    heard = decision.hears(rest)
    things = things_of(decision)
    return wants_another(rest, things, value=bool(heard.typed), named=heard.names is not None)


def things_of(decision: RouteDecision) -> set[str]:
    """Return the stems of what the form does is called: by title, examples and choices.

    What its data are called stands for these alone: "another day" is none of its things.
    """
    form, info = decision.context.form, decision.infos[decision.active or ROOT]
    called = " ".join([*map(info.titled, LANGUAGES), *info.examples])
    told = set(telling_words(called, _MOST_TELLING)) - set(form.about.data if form else ())
    return told | {stem for each in info.options.values() for one in each for stem in stems(one)}
