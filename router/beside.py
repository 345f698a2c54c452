"""An answer, and something else beside it: each goes where it belongs."""

from __future__ import annotations

from dataclasses import replace

from language.idle_words import telling_words
from language.requests import asks, cuts, is_filler, opens_wish
from language.speech_acts.acts import is_question
from language.speech_acts.classify import clause_reading
from language.speech_acts.replies import reply_reading
from router.answers import Question, fits, is_remark, is_short
from router.belonging import STATEMENT, belongs, is_foreign, is_joined
from router.decision import RouteDecision
from router.last_yes import agrees_plainly, only_remarks
from router.likeness import SECOND, SURE, TAKE, meant
from router.outcome import ROOT, Route, Wish

_TELLING = 2  # words that a question of its own has
_BARE = 2  # words that are hardly a request
_NEVER = 2.0
_LIKELY, _PLAINLY = 0.5, 0.85


def beside_an_answer(decision: RouteDecision) -> Route | None:
    """Tell an answer from what stands beside it.

    A request that is not clear enough to be done at once is kept, and offered behind the form.
    """
    asked = decision.context.question
    if asked is None or decision.fit is None:
        return None
    sure: list[tuple[float, str, str, str]] = []
    kept: list[tuple[float, str, str, str]] = []
    for head, tail in cuts(decision.text):
        for answer, said in ((head, tail), (tail, head)):
            needed = _needed(decision, head, said, behind=said is tail)
            if needed >= _NEVER or not _may_answer(decision, asked, answer, said):
                continue
            name, likely = meant(decision, said)
            if name and only_remarks(decision, name, said):
                continue
            if name and likely >= needed:
                sure.append((likely, name, answer, said))
            elif (
                name
                and name != ROOT
                and likely >= _worth(said)
                and _may_wait(decision, answer, said)
            ):
                kept.append((likely, name, answer, said))
    if sure:
        likely, name, answer, said = max(sure)
        told = decision.go(name, likely, "an answer, and a request beside it", "local")
        agreed = name not in (ROOT, decision.active) and agrees_plainly(decision, answer, said)
        return replace(told, answer=answer, said=said, agreed=agreed)
    if not kept:
        return question_beside(decision)
    likely, name, answer, said = max(kept)
    told = decision.default("an answer, and a request beside it")
    return replace(told, said=answer, also=Wish(name, said))


def question_beside(decision: RouteDecision) -> Route | None:
    """Keep an answer that a question follows, and let the question be answered, or not known.

    "Is that all right?" asks about the answer itself.
    """
    asked = decision.context.question
    if asked is None or asked.kind in ("text", "open", "boolean", "yesno"):
        return None
    if not decision.text.rstrip().endswith("?"):
        return None
    for answer, said in reversed(cuts(decision.text)):
        telling = telling_words(said, _TELLING)
        if len(telling) < _TELLING or not is_question(said) or is_question(answer):
            continue
        if decision.hears(answer).gives and not decision.hears(said).gives:
            told = decision.go(ROOT, SURE, "an answer, and a request beside it", "local")
            return replace(told, answer=answer, said=said)
    return None


def _changes(decision: RouteDecision, asked: Question) -> bool:
    """Tell whether all of a message plainly gives or alters what the form asks for."""
    reply = reply_reading(decision.text, asked.text, asked.kind)
    return reply is not None and reply.of("changes") >= _PLAINLY


def _may_answer(decision: RouteDecision, asked: Question, answer: str, said: str) -> bool:
    """Tell whether one part of a message may be the answer, and the other one beside it."""
    wants = asks(answer) and not belongs(decision, answer)
    if wants or (decision.asks_for_text() and is_filler(answer)):
        return False
    fitting = fits(answer, asked, decision.context.language) != "no"
    if not fitting and not (asks(said) and len(answer.split()) <= _BARE and is_short(asked)):
        return False
    return not any(map(decision.gives_up, (answer, said)))


def _worth(said: str) -> float:
    """Return the confidence from which something is offered later: what only tells needs more."""
    return SECOND if asks(said) else TAKE


def _may_wait(decision: RouteDecision, answer: str, said: str) -> bool:
    """Tell whether a request beside what is plainly an answer is worth offering later."""
    asked = decision.context.question
    if asked is None or clause_reading(said).of("leaves", "no", "yes", "skips") >= _LIKELY:
        return False
    form = decision.context.form
    if form is not None and form.confirming and not agrees_plainly(decision, answer, said):
        return False
    free = decision.asks_for_text() and len(answer.split()) > _BARE
    return not free and fits(answer, asked, decision.context.language) != "no"


def _needed(decision: RouteDecision, head: str, said: str, *, behind: bool) -> float:
    """Return the confidence that what stands beside an answer needs to be no part of it."""
    asked = decision.context.question
    if asked is None or (belongs(decision, said) and not is_foreign(decision, said)):
        return _NEVER
    if is_remark(asked):  # which takes what is wanted of the thing itself
        return SURE if asks(said) and opens_wish(said) else _NEVER
    short = is_short(asked)
    if asks(said) and clause_reading(said).of("changes") >= _PLAINLY:
        return SURE  # "actually no, make it 3, my mum wants to come" is said of the form
    if asks(said) and (short or opens_wish(said)):
        return TAKE
    told = behind and short and not _changes(decision, asked) and len(said.split()) >= STATEMENT
    return SURE if told and is_joined(decision.text, head, said) else _NEVER
