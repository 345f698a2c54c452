"""What of a message belongs to the form whose question is open, and what to somebody else.

"Move it to Sunday" is like a workflow that changes what is booked; inside a form that has a day it
changes that day. So the form is asked first what a text would tell it (`RouteContext.form`).
"""

from __future__ import annotations

from dataclasses import replace

from language.requests import asks
from language.speech_acts.classify import clause_reading
from router.decision import RouteDecision
from router.likeness import SECOND, SURE, meant
from router.outcome import ROOT, Route, Wish

_PLAINLY = 0.8
_MORE_LIKELY = 0.5
_MAYBE = 0.4  # how likely a change must be of what a part only names


def belongs(decision: RouteDecision, text: str) -> bool:
    """Tell whether a part gives something to the open form, or changes what it names of it."""
    heard, read = decision.hears(text), clause_reading(text)
    if heard.gives and read.of("asks") < _PLAINLY:
        return True
    return heard.names is not None and read.of("changes") >= _MAYBE


def is_foreign(decision: RouteDecision, part: str) -> bool:
    """Tell whether a part asks for what another workflow does, or the assistant."""
    if not asks(part) or clause_reading(part).of("changes") >= _MORE_LIKELY:
        return False
    name, likely = meant(decision, part)
    return name is not None and likely >= (SURE if belongs(decision, part) else SECOND)


def of_the_form(decision: RouteDecision) -> Route | None:
    """Stay where a message gives or corrects something of the form, and asks for nothing else."""
    if decision.context.form is None:
        return None
    mine = [part for part in decision.parts if belongs(decision, part)]
    if not mine and not belongs(decision, decision.text):
        return None
    others = [part for part in decision.parts if part not in mine]
    if any(is_foreign(decision, part) or decision.gives_up(part) for part in others):
        return None
    if any(is_foreign(decision, part) for part in mine):
        return None
    return decision.default("it belongs to the open form")


def of_the_last_yes(decision: RouteDecision) -> Route | None:
    """Where a yes has something done, keep what else is wished for until it is.

    The form hears all of the message, and asks again: a yes with more is no plain one.
    """
    form = decision.context.form
    if form is None or not form.confirming or decision.fit == "no":
        return None
    others = [part for part in decision.parts if is_foreign(decision, part)]
    if not others or len(others) == len(decision.parts):
        return None
    name, _ = meant(decision, others[0])
    if name in (None, ROOT, decision.active):
        return None
    told = decision.default("an answer, and a request beside it")
    return replace(told, also=Wish(str(name), others[0]))
