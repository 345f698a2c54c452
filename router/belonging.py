"""What of a message belongs to the form whose question is open, and what to somebody else.

"Move it to Sunday" is like a workflow that changes what is booked; inside a form that has a day it
changes that day. So the form is asked first what a text would tell it (`RouteContext.form`).
"""

from __future__ import annotations

import re
from dataclasses import replace

from language.answers import unsure
from language.clefts import is_pseudo_cleft
from language.hesitant import requested
from language.matching import find_option, fold
from language.requests import asks, clauses, cuts, opens_wish
from language.speech_acts.acts import is_question
from language.speech_acts.classify import clause_reading
from router.decision import RouteDecision
from router.likeness import SECOND, SURE, meant
from router.outcome import ROOT, Route, Wish

STATEMENT = 4  # words that say something of their own
# What is told besides is joined to the answer; what only explains it is not.
_JOINED = re.compile(
    r"\b(?:and|also|plus|too|besides|as well|e|tamb[eé]m|tb|tbm|ainda|al[eé]m disso)\b", re.I
)
# What stays beside what is changed: "can it be Thursday, same place?"
_AS_IT_IS = re.compile(
    r"\W*(?:(?:at|in|with|na|no|n[ao]s|com|e|and|the|o|a) ){0,3}(?:same|mesm[oa]s?) \w{2,20}\W*"
)
_PLAINLY = 0.8
_BOTH = 0.75  # confidence of a request for another that holds a value of the form as well
_MORE_LIKELY = 0.5
_MAYBE = 0.4  # how likely a change must be of what a part only names


def belongs(decision: RouteDecision, text: str) -> bool:
    """Tell whether a part gives something to the open form, or changes what it names of it."""
    heard, read = decision.hears(text), clause_reading(text)
    wonders = text.rstrip().endswith("?")  # "the time in Lagos?" gives no city
    if _proposes(decision, text) or _tells_by_cleft(decision, text):
        return True
    if (heard.typed if wonders else heard.gives) and read.of("asks") < _PLAINLY:
        return True
    return heard.names is not None and read.of("changes") >= _MAYBE


def _proposes(decision: RouteDecision, text: str) -> bool:
    """Tell whether a part asks for a value of the form: "can it be Thursday?"."""
    return bool(decision.hears(text).typed) and requested(text) is not None


def _tells_by_cleft(decision: RouteDecision, text: str) -> bool:
    """Tell whether what begins like a question tells a value: "what's on Friday is the visit"."""
    return bool(decision.hears(text).typed) and is_pseudo_cleft(text)


def is_foreign(decision: RouteDecision, part: str) -> bool:
    """Tell whether a part asks for what another workflow does, or the assistant."""
    if not asks(part) or clause_reading(part).of("changes") >= _MORE_LIKELY:
        return False
    if _tells_by_cleft(decision, part):
        return False
    if _AS_IT_IS.fullmatch(fold(part)):
        return False
    name, likely = meant(decision, part)
    if name == ROOT and _proposes(decision, part):
        return False
    return name is not None and likely >= (_BOTH if belongs(decision, part) else SECOND)


def tells_besides(decision: RouteDecision) -> bool:
    """Tell whether something else is told behind what belongs to the form, and joined to it."""
    for head, tail in cuts(decision.text):
        if not is_joined(decision.text, head, tail) or len(tail.split()) < STATEMENT:
            continue
        if not any(belongs(decision, part) for part in [tail, *clauses(tail)]):
            name, likely = meant(decision, tail)
            if name not in (None, ROOT) and likely >= SURE:
                return True
    return False


def is_joined(text: str, head: str, said: str) -> bool:
    """Tell whether a part is added to the one before, and does not give the reason for it."""
    joint = text[len(head.rstrip("?")) : len(text) - len(said)]
    return "." in joint or _JOINED.search(joint) is not None or _JOINED.search(said) is not None


def names_an_answer(decision: RouteDecision) -> Route | None:
    """Stay where an option of the open question is named, and nothing else is wanted beside it."""
    asked = decision.context.question
    if asked is None:
        return None
    if unsure(decision.parts[0]) and not any(map(opens_wish, decision.parts)):
        return decision.default("it answers the question just asked")
    if asked.kind != "choice":
        return None
    named = [p for p in decision.parts if not is_question(p) and find_option(p, asked.choices)]
    others = [part for part in decision.parts if part not in named]
    if not named or not any(decision.hears(part).gives for part in named):
        return None
    if any(decision.gives_up(part) or asks(part) or opens_wish(part) for part in others):
        return None
    return replace(decision.default("it answers the question just asked"), own=True)


def of_the_form(decision: RouteDecision) -> Route | None:
    """Stay where a message gives or corrects something of the form, and asks for nothing else."""
    if decision.context.form is None:
        return None
    mine = [part for part in decision.parts if belongs(decision, part)]
    if not mine and not belongs(decision, decision.text):
        return None
    others = [part for part in decision.parts if part not in mine]
    if any(is_foreign(decision, part) for part in decision.parts):
        return None
    given_up = any(map(decision.gives_up, others)) and not _puts_right_behind(decision, mine)
    if given_up or tells_besides(decision):
        return None
    return replace(decision.default("it belongs to the open form"), own=True)


def _puts_right_behind(decision: RouteDecision, mine: list[str]) -> bool:
    """Tell whether only what was said before is given up: "forget it, make it the small one"."""
    *before, last = decision.parts
    plainly = last in mine and clause_reading(last).of("changes") >= _PLAINLY
    return plainly and bool(decision.hears(last).typed) and not any(part in mine for part in before)


def of_the_last_yes(decision: RouteDecision) -> Route | None:
    """Where a yes has something done, keep what else is wished for until it is.

    What a plain yes does at once is decided before (`router/last_yes.py`); of any other the form
    hears all, and asks again.
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
