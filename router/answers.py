"""Whether a message answers the question that was just asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from language import numbers
from language.dates import find_dates
from language.detect import Language
from language.intents import opening_answer, plain_answer
from language.matching import best_match, find_option, words

Fit = Literal["yes", "maybe", "no"]
_SHORT = 5  # words; an answer of this length needs nothing more than the asked type
_NAME = 2  # words that are never enough of a sentence to be a change of subject
_LONG = 15
_READ = 300  # characters that are looked at
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.\w{2,}")
_ASKING = frozenset(
    "what how when where why who which can could would do does is are show give tell list open"
    " want need start let make create i'd"
    " que qual quais como quando onde porque quem quanto quantos quero queria preciso gostaria"
    " posso pode poderia mostra mostre me ver abrir abre faz faca cria crie lista liste vamos"
    " o_que por_que".split()
)
_PERIODS = frozenset(
    "day days week weeks month months year years january february march april may june july"
    " august september october november december recently always"
    " dia dias semana semanas mes meses ano anos janeiro fevereiro marco abril maio junho julho"
    " agosto setembro outubro novembro dezembro sempre".split()
)
_DAY = date(2000, 1, 1)  # any day: only whether there is a date matters here


@dataclass(frozen=True, slots=True)
class Question:
    """What was last asked: its words, the kind of answer, and the answers offered, if any.

    A choice's synonyms belong into `choices` too; kinds nobody knows count as free text.
    """

    text: str
    kind: str = "text"
    choices: Sequence[str] = ()


def fits(message: str, question: Question, language: Language) -> Fit:
    """Judge by form alone: a clear answer, a possible one, or none."""
    text = message.strip()[:_READ]
    size = len(words(text))
    if not size or len(message) > _READ:
        return "no"
    if question.choices and _names_a_choice(text, question.choices, size):
        return "yes"
    if question.kind in ("boolean", "yesno", "confirm"):
        return _agreement(text, size)
    if question.kind in ("integer", "number", "money", "decimal"):
        return _typed(bool(numbers.find(text, language, articles=True)), text, size)
    if question.kind == "date":
        vague = text.isdigit() or not _PERIODS.isdisjoint(words(text))
        return _typed(vague or bool(find_dates(text, _DAY, language)), text, size)
    if question.kind == "email":
        return "yes" if _EMAIL.search(text) else "no"
    if question.kind == "choice" or question.choices:
        return "no" if asks(text) or size > _LONG else "maybe"  # said in words of their own
    return _free(text, size)


def _names_a_choice(text: str, choices: Sequence[str], size: int) -> bool:
    if best_match(text, choices) is not None:
        return True
    named = find_option(text, choices)
    return named is not None and size <= len(words(named)) + _SHORT - 1 and not asks(text)


def _agreement(text: str, size: int) -> Fit:
    if plain_answer(text) is not None:
        return "yes"
    if opening_answer(text) is None:
        return "no"
    return "yes" if size <= _SHORT else "maybe"


def _typed(there: bool, text: str, size: int) -> Fit:
    """Take a number or a date as the answer where little stands around it."""
    if not there or size > _LONG:
        return "no"
    return "yes" if size <= _SHORT and not asks(text) else "maybe"


def _free(text: str, size: int) -> Fit:
    """Any word or two may be a name or a place, unless they ask for something."""
    if asks(text):
        return "no"
    return "yes" if size <= _NAME else "maybe"


def asks(text: str) -> bool:
    """Tell whether a text reads like a request or a question and not like an answer."""
    return text.rstrip().endswith("?") or bool(set(words(text)[:2]) & _ASKING)
