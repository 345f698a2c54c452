"""Answers that may sound like leaving: "not now", "I'd rather not say", "drop the picnic"."""

from __future__ import annotations

import re

from language.agreement import agreement
from language.denied import behind_denial, denies, names_one, question_words
from language.flat import flat
from language.kept import lets_stand
from language.matching import fold
from language.question_echoes import calls_off
from language.repairs import OWNED, declines, lacks, takes_none
from language.speech_acts.classify import clause_reading
from language.speech_acts.replies import is_no, reply_reading
from router.answers import Question
from router.decision import RouteDecision

_ELSE = 0.8  # how likely what follows a no is something else than its reason
_LONGEST = 60  # characters of a no that is told apart from leaving
_KNOWS_NOT = re.compile(r"(?:eu )?nao sei\b\W*,|i don'?t know\b\W*,|not sure\b\W*,|tanto faz\b")
_PLAIN_YES = 4  # words of a yes that asks for nothing besides
_LEAVING_WORDS = re.compile(
    r"\b(?:cancel\w*|desist\w*|give up|quit|sair|stop\w*|para(?:r|mos)?|encerr\w*|esquec\w*|forget|"
    r"leave|exit|mais|any ?more|continu\w*|go on|tchau|bye|adeus)\b"
)


def answers_plainly(decision: RouteDecision) -> bool:
    """Tell a no ("not now", "melhor não") and "I'd rather not say" from leaving."""
    asked, text = decision.context.question, decision.text
    if asked is None or len(text) > _LONGEST:
        return False
    named = asked.text if asked.kind != "choice" else ""  # "I don't want to cancel" denies it
    if declines(text, named) or (asked.skip and takes_none(text, asked.text)):
        return True
    if asked.kind in OWNED and lacks(text, asked.text):
        return True
    if asked.again and lets_stand(text):
        return True
    if _leaves_out(decision, asked) or _KNOWS_NOT.match(fold(text)):
        return True
    return asked.kind == "boolean" and _is_yes_or_no(decision, asked)


def _is_yes_or_no(decision: RouteDecision, asked: Question) -> bool:
    text = decision.text
    if calls_off(flat(text), asked.text):
        return True  # "cancela sim", asked whether to cancel
    if _LEAVING_WORDS.search(fold(text)):
        return False
    if _is_no_to(decision, asked):
        return True
    if any(map(decision.gives_up, decision.parts[1:])):
        return False
    said = agreement(text, asked.text, decision.context.language)
    return said is False or (said is True and len(text.split()) <= _PLAIN_YES)


def _is_no_to(decision: RouteDecision, asked: Question) -> bool:
    """Tell a no that says of what: "then no, don't bother stacking"."""
    if agreement(decision.text, asked.text, decision.context.language) is not False:
        return False
    reply = reply_reading(decision.text, asked.text, asked.kind)
    return reply is not None and is_no(reply)


def _leaves_out(decision: RouteDecision, asked: Question) -> bool:
    """Tell "I don't want a card any more" and "no, I'm at home" from leaving."""
    spoken = decision.context.language == "pt"
    said = [p for p in decision.parts if not _takes_off(decision, p, asked, portuguese=spoken)]
    if len(said) < len(decision.parts) and not any(map(decision.gives_up, said)):
        return True
    if not asked.skip or "?" in decision.text:
        return False
    named, brief = question_words(asked.text), asked.kind != "text"
    behind = behind_denial(decision.text, named, portuguese=spoken, brief=brief)
    more = clause_reading(decision.text[behind:])
    return behind > 0 and more.of("leaves", "wants", "person", "changes") < _ELSE


def _takes_off(decision: RouteDecision, part: str, asked: Question, *, portuguese: bool) -> bool:
    """Tell "drop the picnic" and "cancel the picnic", which the form can do without."""
    if denies(part, asked.may_miss, portuguese=portuguese):
        return True
    return names_one(part, asked.may_miss) and "?" not in part and bool(decision.hears(part).gives)
