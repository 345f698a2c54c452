"""Who wants out of what is under way, and where to: out, or to what is asked for instead."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from language.intents import wants_to_leave
from language.only_asking import wants_nothing_done
from language.requests import asks, cuts, is_filler, opens_request
from language.speech_acts.classify import clause_reading
from router.belonging import belongs
from router.decision import RouteDecision
from router.leaving import PLAINLY, leaves, waves_aside
from router.likeness import SURE, TAKE, meant
from router.outcome import ROOT, Route

_SAID_PLAINLY = 0.8


def only_asked(decision: RouteDecision) -> Route | None:
    """Leave for who says that they only ask and want nothing done: a story may tell of that."""
    if decision.asks_for_text() or not wants_nothing_done(decision.text):
        return None
    return replace(decision.leave("it means to leave", "local"), confidence=SURE)


def walks_out(decision: RouteDecision) -> Route | None:
    """Leave where that is meant; what is asked for behind it comes instead."""
    if decision.fit == "yes":
        return None
    for head, tail in cuts(decision.text):
        certain = decision.gives_up(head)
        if (
            (certain or waves_aside(head))
            and not decision.drops_part(head)
            and (told := _left_for(decision, tail, certain=certain))
        ):
            return told
    if _gives_value_behind(decision):
        return None
    given_up = any(map(decision.gives_up, decision.parts))
    if _is_claimed(decision, given_up=given_up):
        return None
    if not given_up and not _leaves_as_a_whole(decision):
        return None
    return replace(decision.leave("it means to leave", "local"), confidence=SURE)


def _gives_value_behind(decision: RouteDecision) -> bool:
    """Tell whether what is asked for stands behind "never mind", said of something else."""
    led = [*takewhile(lambda part: is_filler(part) and not decision.gives_up(part), decision.parts)]
    head, *rest = [*decision.parts[len(led) :], ""]
    asked, rest = decision.context.question, rest[:-1]
    if not rest or asked is None or decision.asks_for_text() or not decision.gives_up(head):
        return False
    said = decision.text[decision.text.find(rest[0]) :]
    if any(map(decision.gives_up, rest)) or (asks(said) and not _is_for_form(decision, said)):
        return False
    return bool(decision.hears(said).gives)


def _is_for_form(decision: RouteDecision, said: str) -> bool:
    """Tell whether what is wanted is another value of the form: "make it a digital instead"."""
    name, likely = meant(decision, said)
    other = name not in (None, ROOT, decision.active) and likely >= SURE
    return bool(decision.hears(said).typed) and not other and "?" not in said


def _leaves_as_a_whole(decision: RouteDecision) -> bool:
    """Tell whether all of a message leaves, and no part of it says yes or fills the form."""
    if not leaves(decision.text, decision.least_to_leave) or decision.drops_part(decision.text):
        return False
    parts = decision.parts if len(decision.parts) > 1 else []
    said = [clause_reading(part) for part in parts]
    agreed = any(each.of("yes") >= _SAID_PLAINLY for each in said)
    return not agreed and not any(belongs(decision, part) for part in parts)


def _is_claimed(decision: RouteDecision, *, given_up: bool) -> bool:
    """Tell whether another workflow has more to do with a message than leaving has."""
    parts = decision.parts
    if all(map(wants_to_leave, parts)):
        return False
    best = decision.guess.candidates[0][0] if decision.guess.candidates else None
    plainly = any(map(wants_to_leave, parts)) or leaves(decision.text, PLAINLY)
    if best in (None, decision.active, ROOT):
        return False
    claimed = decision.guess.confidence >= (SURE if plainly else TAKE)
    alone = len(parts) == 1 and opens_request(decision.text) and not plainly
    wanted = alone or asks(decision.text)
    return claimed and (wanted or not given_up)


def _left_for(decision: RouteDecision, request: str, *, certain: bool) -> Route | None:
    """Leave for what is asked behind it; what no workflow claims is for the root."""
    if not asks(request) or decision.gives_up(request) or belongs(decision, request):
        return None
    name, sure = meant(decision, request)
    if name is None or sure < TAKE:
        if not certain or leaves(decision.text, PLAINLY):
            return None
        name, sure = ROOT, SURE
    told = decision.go(name, sure, "the person leaves for something else", "local")
    return replace(told, said=request, drops=True)
