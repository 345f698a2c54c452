"""What a message does while a workflow is under way: belong to it, leave it, or ask for another.

Staying needs no reason; leaving does. The questions are asked in one order, and the first that has
an answer decides: does it go on, back, or against what is under way; does it belong to the open
form; does it call another workflow by its name; is it an answer with something beside it; does it
leave; is it for somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from language.code_words import without_codes
from language.corrections import behind_correction
from language.matching import fold
from language.requests import asks, opens_request, opens_wish
from language.speech_acts.acts import is_question, only_courteous
from language.speech_acts.classify import clause_reading
from language.speech_acts.replies import ReplyAct, reply_reading
from language.sums import asks_sum, is_sum
from router.answers import is_remark, is_short
from router.belonging import names_an_answer, of_the_form, of_the_last_yes
from router.beside import beside_an_answer
from router.decision import RouteDecision
from router.going_back import (
    goes_back,
    is_denied,
    is_denied_for_good,
    means_another,
    wants_to_complain,
)
from router.leaving import waves_aside
from router.likeness import ASK, CALL, IN_PASSING, SURE, TAKE, two_wishes
from router.matters import OTHER_MATTER, matter_reading
from router.not_new import means_what_is_there
from router.outcome import ROOT, Route
from router.walking_out import only_asked, walks_out
from router.wrongs import plainly_wrong

SAME = 0.8  # likeness from which a message says the same as an example
_REQUESTED = 0.55  # and where no question is open and nothing else is nearly as like
_NEARLY = 0.1  # below the threshold, where an answer would have another form
# Kinds of answers that a request is told from by its form alone.
_FORMED = frozenset({"name", "city", "email", "integer", "number", "date", "boolean", "yesno"})
_MOST_WORDS = 5  # of an answer to a question that a few words answer
_BARE = 2  # words that are hardly a request
_APART = 0.5  # so much likelier another's, and nothing being asked, it need not be as sure
_PLAINLY = 0.8
_MORE_LIKELY, _MAYBE = 0.5, 0.4
_NEVER = 2.0
_SAME_AS = re.compile(
    r"\W*(?:(?:oh|ah|e|it s|its|the|o|a|os|as|use|usa|pode ser)\W+){0,3}"
    r"(?:same|mesm[oa]s?|one (?:from|that|you|i)|igual"
    r"|que (?:ja )?(?:te )?(?:passei|dei|falei|informei))\b"
)
_TOLD = 0.8  # from which a statement is another's where a number or a day was asked for

_InsideQuestion = Callable[[RouteDecision], Route | None]


def inside(decision: RouteDecision) -> Route:
    """Decide for a message that arrives while a workflow is under way."""
    if told := goes_back(decision):
        return told
    about_leaving = decision.active in decision.served.leaving  # "I don't want to cancel" denies it
    if decision.goes_on() and not (about_leaving and is_denied(decision)):
        return decision.default("the person goes on")
    questions: tuple[_InsideQuestion, ...] = () if decision.offered() else _IN_ORDER
    asked = (question(decision) for question in questions)
    route = next((each for each in asked if each), None) or _by_likeness(decision)
    back = route.intent == "switch" and route.workflow in decision.context.stack
    return replace(route, drops=True) if back and not route.answer else route


def _called(decision: RouteDecision) -> Route | None:
    """Go to a workflow that is called by its name, also where the active one is named as well."""
    corrected = behind_correction(decision.text) > 0
    if (decision.fit == "yes" and not corrected) or not decision.active:
        return None
    called = [n for n in decision.served.named(decision.text) if n in decision.infos]
    others = [name for name in called if name != decision.active]
    parts = decision.parts
    given_up = any(map(decision.gives_up, parts[:-1]))
    wanted = given_up or opens_request(decision.text)
    asked = decision.context.question
    story = decision.fit == "maybe" and asked is not None and not is_short(asked)
    titled = any(decision.served.titled(name, decision.text) for name in others)
    if len(others) != 1 or not (wanted or (titled and (corrected or not story))):
        return None
    if not titled and decision.active not in called and not given_up:
        return None
    told = decision.go(others[0], SURE, "it is called by its name", "local")
    return replace(told, drops=given_up or any(map(waves_aside, parts)))


def _points_back(decision: RouteDecision) -> Route | None:
    """Stay where an answer is said to be the one from before: "same as on my booking"."""
    if decision.fit is None or "?" in decision.text or not _SAME_AS.match(fold(decision.text)):
        return None
    return decision.default("it belongs to the open form")


_IN_ORDER: tuple[_InsideQuestion, ...] = (
    only_asked, names_an_answer, wants_to_complain, means_what_is_there,
    is_denied, means_another, of_the_form,
    _points_back, of_the_last_yes, beside_an_answer, _called, walks_out, is_denied_for_good,
)  # fmt: skip


def _by_likeness(decision: RouteDecision) -> Route:
    """Decide by what a message is like."""
    guess = decision.guess
    if not guess.candidates:
        return decision.default("nothing to compare it with")
    best, others = guess.candidates[0][0], _left_to_others(decision)
    if others and any(map(waves_aside, decision.parts)):
        return replace(decision.leave("it means to leave", "local"), confidence=SURE)
    if best == decision.active and (owner := _complains_of_another(decision)):
        return decision.ask_back("it may be a change of subject", owner)
    if others and (best == decision.active or guess.above < 0):
        return decision.go(ROOT, guess.confidence, "the workflow leaves it to others", "local")
    if best == decision.active and guess.confidence >= ASK:
        told = decision.go(best, guess.confidence, "it is like its examples", "local")
        return replace(told, own=True)
    return _for_another(decision, best)


def _complains_of_another(decision: RouteDecision) -> str | None:
    """Return the workflow for complaints, where one is made and another workflow is under way."""
    known = decision.served.classifier
    if decision.fit == "yes" or not asks(decision.text):
        return None
    if known.is_for(decision.active or ROOT, "complains"):
        return None
    owners = [n for n in decision.infos if n != ROOT and known.is_for(n, "complains")]
    if not owners or matter_reading(without_codes(decision.text)).of("complains") < OTHER_MATTER:
        return None
    return known.guess(decision.text, allowed=owners).candidates[0][0]


def _left_to_others(decision: RouteDecision) -> bool:
    """Tell whether the active workflow says itself that the message is none of its business."""
    if decision.active is None or decision.fit == "yes":
        return False
    return decision.served.classifier.is_elsewhere(decision.active, decision.text)


def _for_another(decision: RouteDecision, best: str) -> Route:
    guess = decision.guess
    if decision.fit in (None, "no") and (both := two_wishes(decision)):
        return both
    if _is_sum(decision):
        return decision.go(ROOT, SURE, "a change of subject", "local")
    if only_courteous(decision.text):
        return decision.default("it is said to whoever is there")
    unclaimed = best == ROOT or guess.confidence < ASK
    if decision.fit == "no" and unclaimed and is_question(decision.text):
        return decision.go(ROOT, SURE, "a question that answers nothing", "local")
    if best == ROOT and not _is_in_passing(decision):
        return decision.default("nothing speaks for a change of subject")
    if best != decision.active:
        if _leans_to_answer(decision):
            return decision.default("nothing speaks for a change of subject")
        if guess.confidence >= _needed(decision) or _is_apart(decision, best):
            return decision.go(best, guess.confidence, "a change of subject", "local")
        if decision.fit == "no" and guess.confidence >= CALL and asks(decision.text):
            return decision.ask_back("it may be a change of subject")
    told = decision.default("nothing speaks for a change of subject")
    own = guess.above >= 0 or _answering(decision, "answers", "changes") >= _MAYBE
    return replace(told, own=own)  # of this business, and of nobody else's surely


def _leans_to_answer(decision: RouteDecision) -> bool:
    """Tell whether a statement rather answers the question, puts right or passes it over.

    "I told you already, Dorothy Bell" and "no rush, whenever" are like many a complaint.
    """
    asked = decision.context.question
    if asked is None or decision.guess.nearest >= SAME:
        return False
    wants = decision.parts[1:] and opens_request(decision.parts[-1])  # "…, see where it is"
    if wants or any(map(asks, [decision.text, *decision.parts])):
        return False
    if decision.served.classifier.is_only_for(
        decision.guess.candidates[0][0], "complains"
    ) and plainly_wrong(decision.text):
        return False
    return (
        _answering(decision, "answers", "yes", "no", "changes", "skips", "unsure") >= _MORE_LIKELY
    )


def _answering(decision: RouteDecision, *acts: ReplyAct) -> float:
    """Return how likely a message does one of some acts under the open question."""
    asked = decision.context.question
    reply = reply_reading(decision.text, asked.text, asked.kind) if asked else None
    return reply.of(*acts) if reply else 0.0


def _is_sum(decision: RouteDecision) -> bool:
    """Tell whether somebody wants a sum done instead of answering."""
    if decision.fit is None or (decision.fit == "yes" and not decision.asks_for_text()):
        return False
    if decision.fit == "no" and is_sum(decision.text):
        return True
    return asks_sum(decision.text, decision.context.language)


def _is_in_passing(decision: RouteDecision) -> bool:
    """Tell whether what is under way stands back for what the assistant is asked."""
    guess = decision.guess
    asked = decision.context.question
    formed = asked is not None and asked.kind in _FORMED
    if decision.fit == "no" and asks(decision.text) and guess.above >= (-_NEARLY if formed else 0):
        return guess.confidence >= TAKE  # it answers nothing, and is a request
    if decision.fit == "maybe" and asked is not None and is_short(asked) and asks(decision.text):
        return guess.confidence >= SURE and guess.above >= 0
    return guess.nearest >= (_REQUESTED if _is_apart(decision, ROOT) else IN_PASSING)


def _needed(decision: RouteDecision) -> float:
    """Return the confidence that a message needs to leave what is under way."""
    asked = decision.context.question
    if decision.fit is None or asked is None:
        bare = _is_bare(decision) and decision.guess.nearest < SAME
        return _NEVER if bare else TAKE  # "per head?" of what was said
    if is_remark(asked) and decision.guess.nearest < SAME:
        return SURE if _wants_else(decision) else _NEVER
    if not asks(decision.text) and decision.guess.nearest < SAME and _tells_of_it(decision):
        return _NEVER
    if decision.fit == "no":
        told = not asks(decision.text)
        if told and _is_bare(decision) and decision.guess.nearest < SAME:
            return _NEVER
        return _TOLD if told and clause_reading(decision.text).of("tells") >= _PLAINLY else TAKE
    too_long = is_short(asked) and len(decision.text.split()) > _MOST_WORDS
    if asks(decision.text) or too_long or decision.guess.nearest >= SAME:
        return SURE
    return _NEVER


def _wants_else(decision: RouteDecision) -> bool:
    """Tell whether a message where anything may be added wants something for its own sake."""
    said = [part for part in decision.parts if opens_wish(part)]
    return any(clause_reading(part).of("wants", "person") >= _MORE_LIKELY for part in said)


def _is_bare(decision: RouteDecision) -> bool:
    return len(decision.text.split()) <= _BARE


def _tells_of_it(decision: RouteDecision) -> bool:
    """Tell whether a statement may answer in words of its own: a yes or no, or one of several."""
    asked, form = decision.context.question, decision.context.form
    if form is not None and form.confirming:
        return True
    read = clause_reading(decision.text)
    if asked is not None and asked.kind in ("boolean", "yesno"):
        return read.of("asks", "wants", "changes", "person", "upset") < _MORE_LIKELY
    several = asked is not None and (asked.kind == "choice" or bool(asked.choices))
    return several and read.of("tells", "yes", "no", "skips", "unsure") >= _PLAINLY


def _is_apart(decision: RouteDecision, best: str) -> bool:
    """Tell whether, nothing being asked, another workflow's examples are much liker."""
    if decision.fit is not None or decision.guess.above < 0:
        return False
    scores = dict(decision.guess.candidates)
    return scores.get(best, 0.0) - scores.get(decision.active or ROOT, 0.0) >= _APART
