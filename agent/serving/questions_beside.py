"""Frequent questions that stand beside something else: an answer to a form, another request.

They are answered first, and what is left of the message goes its way as if it had come alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from agent.serving.route_context import question_of
from language.agreement import agreement
from language.detect import Language
from language.hesitant import requested
from language.only_asking import only_asks, wants_nothing_done
from language.question_kinds import KINDS, kind_chances
from language.repairs import repair_in
from language.requests import asks, clauses, cuts, opens_wish
from language.speech_acts.acts import is_question
from language.speech_acts.classify import clause_reading
from router.answers import fits
from router.day_wishes import asks_for_day
from router.info import AwaitedForm
from router.route import ROOT, Route, RouteOpinion
from workflows.file.schema import Workflow
from workflows.machine.form_things import NO_THINGS, FormThings
from workflows.machine.frequent import cut_questions, find_answer
from workflows.machine.open_question import OpenQuestion
from workflows.machine.price_answers import asks_a_price, tells_amount

_MOST_PLACED = 6  # words
_ASKS, _RATHER = 0.9, 0.7  # how surely a message asks
_PRICED = 0.4


@dataclass(frozen=True, slots=True)
class QuestionsBeside:
    """The frequent questions that a message asks by name, and its other words."""

    names: tuple[str, ...]
    rest: str


def questions_beside(
    root: Workflow | None,
    message: str,
    asked: OpenQuestion | None,
    language: Language,
    *,
    busy: bool,
    claimed: Callable[[str], bool],
    form: AwaitedForm | None = None,
    things: FormThings = NO_THINGS,
) -> QuestionsBeside | None:
    """Find the frequent questions of a message; None where it holds none, or nothing but them.

    Where a form is under way, a question alone stands in place of an answer; a last yes with a
    question about the very thing is asked for again (others: `agent/serving/last_yes.py`). What a
    workflow claims ("where is my package?") is no frequent question, though it may be like one.
    """
    if root is None or not root.answers or (busy and asked is None) or message.startswith("@"):
        return None
    question = question_of(asked, language)
    if question is not None and repair_in(message, question.text):
        return None  # "why do you ask?"
    text = asked is not None and question is not None and question.kind in ("text", "open")

    def may_be_asked(clause: str) -> bool:
        if claimed(clause):
            return False
        if question is None:
            return True
        if text:  # in a story "how he fell" is no question
            return clause.rstrip().endswith("?")
        return fits(clause, question, language) != "yes" and not _tells(clause)

    names, rest = cut_questions(root, message, may_be_asked, things)
    if form is not None and form.confirming and agreement(rest) is True:
        rest = ""
    elif form is not None and not form.confirming and not text and names and not rest:
        rest = _stated(form, message)
    if not busy and _only_places(rest):
        return None
    return QuestionsBeside(names, rest) if names and (rest or busy) else None


def asks_alone(root: Workflow, message: str) -> bool:
    """Tell whether a message surely asks a frequent question or a price, and wants nothing done."""
    if wants_nothing_done(message) or (only_asks(message) and not _wants_too(message)):
        return True
    asking = clause_reading(message).of("asks")
    if asking < _RATHER or requested(message) is not None:
        return False
    if not asks_for_day(message) and (asks_a_price(message) or _rather_priced(message)):
        return any(tells_amount(root, name) for name in root.answers)
    found = find_answer(root, message) if asking >= _ASKS else None
    return found is not None and found.sure


def _rather_priced(message: str) -> bool:
    """Tell whether a price is what is likeliest asked for: "so what would the lot come to?"."""
    kinds = kind_chances(message)
    return KINDS[int(kinds.argmax())] == "price" and float(kinds.max()) >= _PRICED


def _wants_too(message: str) -> bool:
    return any(opens_wish(part) and not only_asks(part) for part in clauses(message))


def _stated(form: AwaitedForm, message: str) -> str:
    """Return what a message states to the form before it asks: "on the road, is that fine?"."""
    heads = (head for head, _ in cuts(message))
    return next((h for h in heads if form.hear(h).gives and not is_question(h)), "")


def _only_places(rest: str) -> bool:
    """Tell whether a few words beside a question only say what of: "on Sundays, is it dearer?"."""
    brief = len(rest.split()) <= _MOST_PLACED
    return brief and not any(asks(part) or opens_wish(part) for part in clauses(rest))


def _tells(clause: str) -> bool:
    """Tell "could you come on the third?", which answers, from what only asks."""
    return any(map(str.isdigit, clause)) or requested(clause) is not None


def with_answers(opinion: RouteOpinion, beside: QuestionsBeside) -> RouteOpinion | None:
    """Note what is answered beside a decision about the rest; None where that asks nothing."""
    route = opinion.route
    if route.workflow == ROOT and route.question is None and route.from_workflow in (None, ROOT):
        return None
    decision = opinion.decision
    return replace(
        opinion,
        route=_noted(route, beside),
        likely=_noted(opinion.likely, beside),
        decision=decision,
    )


def _noted(route: Route, beside: QuestionsBeside) -> Route:
    said = beside.rest if route.said is None else route.said
    return replace(route, said=said, asks=list(beside.names))
