"""What decides about a message without judgement: buttons, names, plain answers and leaving."""

from __future__ import annotations

import re
from dataclasses import replace

from language.corrections import behind_correction
from language.encoder import WINDOW
from language.going_on import only_goes_on, wants_on
from language.goodbyes import says_goodbye
from language.intents import plain_answer, wants_to_leave
from language.matching import fold
from language.repairs import repair_in
from router.belonging import of_the_last_yes
from router.beside import question_beside
from router.coming_first import comes_first
from router.decision import RouteDecision
from router.options import corrected_by_option
from router.outcome import ROOT, Route
from router.plain_answers import answers_plainly

_PRESSED = re.compile(r"@([a-z][a-z0-9_]{0,62})")
_READABLE = re.compile(r"\w")


def by_rule(decision: RouteDecision) -> Route | None:
    """Decide what needs no judgement."""
    return (
        _answered(decision)
        or _said_to_the_workflow(decision)
        or decision.forced()
        or _pressed(decision)
        or comes_first(decision)
        or _unreadable(decision)
        or _named(decision)
        or _goes_on(decision)
    )


def _answered(decision: RouteDecision) -> Route | None:
    """Keep what the page sent for its form, and what answers an approval."""
    if not decision.active:
        return None
    if decision.context.ui_result:
        return decision.remain("the page answers its form")
    answered = not decision.text or plain_answer(decision.text) is not None
    if decision.context.approval_pending and answered:
        return decision.remain("it answers what waits for approval")
    return None


def _said_to_the_workflow(decision: RouteDecision) -> Route | None:
    """Tell a plain no, a plain wish to leave, and "what do you mean?" from everything else."""
    if not decision.busy or decision.offered():
        return None
    text, asked = decision.text, decision.context.question
    if answers_plainly(decision):
        return decision.remain("it is said to the workflow itself")
    if (wants_to_leave(text) and not decision.hears(text).typed) or says_goodbye(text):
        return decision.leave("the person leaves")
    repair = repair_in(text, asked.text if asked else "")
    if repair and not (repair == "on" and decision.active in decision.served.leaving):
        return decision.remain("it is said to the workflow itself")
    return None


def _pressed(decision: RouteDecision) -> Route | None:
    pressed = _PRESSED.fullmatch(decision.text)
    if pressed is None or (pressed[1] not in decision.infos and pressed[1] != ROOT):
        return None
    return replace(decision.go(pressed[1], 1.0, "chosen with a button", "rule"), pressed=True)


def _unreadable(decision: RouteDecision) -> Route | None:
    if _READABLE.search(decision.text):
        return None
    return decision.remain("it holds no words to judge by")


def _goes_on(decision: RouteDecision) -> Route | None:
    """Take up what was left by mistake; let the root say that nothing waits where nothing does."""
    aside = decision.context.aside
    if decision.busy:
        return None
    if aside in decision.infos and wants_on(decision.text, decision.called(aside)):
        return decision.go(aside, 1.0, "the person goes on", "rule")
    if not only_goes_on(decision.text):
        return None
    return decision.remain("no other workflow claims it")


def _named(decision: RouteDecision) -> Route | None:
    """Take an answer for an answer, and a workflow's own title or example for what it is."""
    served = decision.served
    known = fold(decision.text) if len(decision.text) <= WINDOW else ""
    example = served.exact.get(known)
    if _corrects_the_workflow(decision):
        return None
    if decision.fit == "yes" and not _asks_word_for_word(decision, example, known):
        spelled = example is not None and " " in known and decision.asks_for_text()
        if not spelled:
            beside = of_the_last_yes(decision) or question_beside(decision)
            return beside or decision.remain("it answers the question just asked")
    name = served.titles.get(known) or example
    if name is None or name not in decision.infos:
        return None
    return decision.go(name, 1.0, "it is the workflow's title or one of its examples", "rule")


def _asks_word_for_word(decision: RouteDecision, example: str | None, known: str) -> bool:
    """Tell whether another workflow's example only sounds like a correction of the form."""
    others = example not in (None, decision.active) and " " in known
    return others and decision.context.form is not None and not decision.hears(decision.text).gives


def _corrects_the_workflow(decision: RouteDecision) -> bool:
    """Tell whether another workflow is named where something is taken back."""
    if not decision.busy or not behind_correction(decision.text):
        return False
    others = [name for name in decision.infos if name != decision.active]
    titled = any(decision.served.titled(name, decision.text) for name in others)
    return titled or corrected_by_option(decision) is not None
