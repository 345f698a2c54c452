"""Whether a message answers the question that was just asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from language import numbers
from language.corrections import behind_correction
from language.dates import mentioned_dates
from language.detect import Language
from language.intents import opening_answer, plain_answer
from language.matching import best_match, find_option, words
from language.requests import asks
from language.speech_acts.acts import only_changes
from language.speech_acts.replies import (
    ReplyReading,
    is_answer,
    is_no,
    is_yes,
    reply_reading,
    says_else,
)
from router.leaving import leaves

Fit = Literal["yes", "maybe", "no"]
_SHORT = 5  # words; an answer of this length needs nothing more than the asked type
_NAME = 2  # words that are never enough of a sentence to be a change of subject
_LONG = 15
_BRIEF = 4
_AGREEING = frozenset("sim nao yes no yep nope claro quero tenho pode dont do not".split())
_READ = 300  # characters that are looked at
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.\w{2,}")
_PERIODS = frozenset(
    "day days week weeks month months year years january february march april may june july"
    " august september october november december recently always"
    " dia dias semana semanas mes meses ano anos janeiro fevereiro marco abril maio junho julho"
    " agosto setembro outubro novembro dezembro sempre".split()
)
# Words of questions that are answered with a story.
_TELLS = frozenset(
    "what why how tell describe explain about reason happened wrong work do details say comment"
    " o que porque por como conte conta descreva explique sobre motivo razao houve aconteceu"
    " complaint trouble reclamacao queixa problem problema story historia"
    " trabalho trabalha faz detalhes diga fale observacao mensagem message".split()
)
# "What is your plan called?" asks for a thing, and "What is troubling you?" for a story.
_A_THING = re.compile(
    r"\W*(?:what(?: is| are| s) (?:the|your|its|his|her|their)|o que (?:e|sao) (?:o|a|os|as))\b"
)
# "Which month is it about?" asks for one of several, unless it asks for the reason.
_ONE_OF_SEVERAL = re.compile(
    r"\W*(?:(?:em|de|com|para|pra|a|at|on|in|to|for|from) )?"
    r"(?:which|when|qual|quais|quando|quant[oa]s?|how (?:many|much|long|old))\b"
)
_WHOSE = re.compile(r"\W*(?:your|the|o|a|seu|sua)\b")  # "your company?"
_ASIDE = frozenset("about sobre do what o que".split())
_DAY = date(2000, 1, 1)  # any day: only whether there is a date matters here


@dataclass(frozen=True, slots=True)
class Question:
    """What was last asked: its words, the kind of answer, and the answers offered, if any.

    A choice's synonyms belong into `choices` too; kinds nobody knows count as free text.
    """

    text: str
    kind: str = "text"
    choices: Sequence[str] = ()
    skip: bool = False  # it may be left without an answer
    may_miss: frozenset[str] = frozenset()  # words that name what else may be
    again: bool = False  # it was answered before, and what is known may stay


def fits(message: str, question: Question, language: Language) -> Fit:
    """Judge by form alone: a clear answer, a possible one, or none."""
    text = message.strip()[:_READ]
    size = len(words(text))
    if not size or len(message) > _READ:
        return "no"
    corrected = behind_correction(text) if size <= _LONG and not leaves(text) else 0
    if corrected and (only_changes(text) or not asks(text[corrected:])):
        return "yes"  # "actually, for three": of what was said before
    if question.choices and _names_a_choice(text, question.choices, size):
        return "yes"
    reply = reply_reading(text, question.text, question.kind)
    if question.kind in ("boolean", "yesno", "confirm"):
        return _agreement(text, size, reply)
    if question.kind in ("integer", "number", "money", "decimal"):
        return _typed(bool(numbers.find(text, language, articles=True)), text, size)
    if question.kind == "date":
        vague = text.isdigit() or not _PERIODS.isdisjoint(words(text))
        return _typed(vague or bool(mentioned_dates(text, _DAY, language)), text, size)
    if question.kind in ("name", "city") and not any(map(str.isalpha, text)):
        return "no"
    if question.kind == "email":
        return "yes" if _EMAIL.search(text) else "no"
    if question.kind == "choice" or question.choices:
        return "no" if asks(text) or size > _LONG else "maybe"  # said in words of their own
    return _free(text, size, reply)


def _names_a_choice(text: str, choices: Sequence[str], size: int) -> bool:
    if best_match(text, choices) is not None:
        return True
    named = find_option(text, choices)
    if named is None or text.rstrip().endswith("?"):
        return False
    return size <= len(words(named)) + (1 if asks(text) else _SHORT - 1) or size <= _SHORT + 1


def _agreement(text: str, size: int, reply: ReplyReading | None) -> Fit:
    if plain_answer(text) is not None or (reply and (is_yes(reply) or is_no(reply))):
        return "yes"
    if opening_answer(text) is None:
        meant = size <= _BRIEF and not _AGREEING.isdisjoint(words(text))
        return "yes" if meant and not text.rstrip().endswith("?") else "no"
    return "yes" if size <= _SHORT else "maybe"


def is_remark(question: Question) -> bool:
    """Tell whether a question takes whatever somebody may want to add: "anything else?"."""
    if question.kind not in ("text", "open") or question.choices or not question.skip:
        return False
    text = " ".join(words(question.text))
    return not (_A_THING.match(text) or _ONE_OF_SEVERAL.match(text) or _WHOSE.match(text))


def is_short(question: Question) -> bool:
    """Tell whether a few words answer a question: it asks for a name, a place, one of several."""
    if question.kind not in ("text", "open"):
        return True
    if is_remark(question):
        return False
    said = words(question.text)
    text = " ".join(said)
    if _A_THING.match(text) or _ONE_OF_SEVERAL.match(text):
        said = [word for word in said if word not in _ASIDE]
    return bool(question.choices) or _TELLS.isdisjoint(said)


def _typed(there: bool, text: str, size: int) -> Fit:
    """Take a number or a date as the answer where little stands around it."""
    if not there or size > _LONG:
        return "no"
    return "yes" if size <= _SHORT and not asks(text) else "maybe"


def _free(text: str, size: int, reply: ReplyReading | None) -> Fit:
    """Any word or two may be a name or a place, unless they ask for something."""
    if reply and is_answer(reply):
        return "maybe"  # a story in which somebody asked for something
    if asks(text) or (reply and says_else(reply)):
        return "no"
    return "yes" if size <= _NAME else "maybe"
