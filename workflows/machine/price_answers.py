"""Which answer tells what something costs: one that names it, or the one that lists the prices.

A question for a price is near every answer that speaks of money or of the thing; only what tells
an amount of what was named answers it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from language.flat import flat
from language.idle_words import telling_words
from language.matching import stem, words
from language.price_asked import asks_price
from language.question_features import SUM
from language.question_kinds import KINDS, kind_chances
from language.speech_acts.acts import may_question
from workflows.file.schema import Workflow

_AMOUNT = re.compile(r"(?:[A-Z]{0,3}\$|[£€])\s?\d|\d\s?(?:reais|dollars|euros|pounds)\b", re.I)
_OF_PRICES = re.compile(
    r"\b(?:how much|pric\w+|costs?|charges?|rates?|go for|quanto|qnto?|qto|precos?|valor\w*"
    r"|custa\w*)\b"
)
_CHARGES_UP = re.compile(r"\b(?:i|we) charge\b")  # "can I charge my phone?" asks for no price
_PRICE_WORDS = frozenset(
    stem(word)
    for word in (
        "much price prices cost costs charge rate rates going usual usually normally total each"
        " cheapest come quote value roughly depends about them all idea quanto qnt qto qnto custa"
        " custar custam preco precos valor valores fica ficar ficaria sai sair saem cobra cobram"
        " cobrar tabela cada menos barato mais depende vai vao total ideia deixa faz fazem costuma"
        " costumam unidade isso"
    ).split()
)
_LIKELY = 0.5
_LISTS = 3  # amounts that a list of prices has at least
_MOST_WORDS = 12
_SMALL = 2  # letters of a word that names nothing


def answer_priced(
    workflow: Workflow, message: str, near: Sequence[str], chosen: Collection[str]
) -> str | None:
    """Return the answer that tells a price of what a question names; of nothing, the list."""
    if not _asks_a_price(message):
        return None
    told = {name: _amounts(workflow, name) for name in workflow.answers}
    telling = [stem(word) for word in telling_words(message, _MOST_WORDS) if len(word) > _SMALL]
    named = set[str]() if asks_price(message) else set(telling) - _PRICE_WORDS
    if named:
        fitting = [n for n in near if told.get(n) and named <= _spoken_of(workflow, n)]
        before = list(near)[: list(near).index(fitting[0])] if len(fitting) == 1 else list(near)
        # What is nearer and speaks of a part of it may say that it is free.
        apart = all(named.isdisjoint(_spoken_of(workflow, name)) for name in before)
        return fitting[0] if len(fitting) == 1 and apart else None
    return _price_list(workflow, told, chosen)


def only_priced(workflow: Workflow, message: str) -> str | None:
    """Return the one answer that tells any price, for a question that names nothing of its own."""
    priced = [name for name in workflow.answers if tells_amount(workflow, name)]
    if len(priced) != 1 or not asks_price(message):
        return None
    return priced[0] if _wants_price(workflow, priced[0]) else None


def tells_amount(workflow: Workflow, name: str) -> bool:
    """Tell whether an answer tells a sum of money."""
    return _amounts(workflow, name) > 0


def _price_list(workflow: Workflow, told: Mapping[str, int], chosen: Collection[str]) -> str | None:
    """Return the one answer that lists prices, where it has what was chosen."""
    best = max(told, key=lambda name: told[name], default=None)
    if best is None or not (told[best] >= _LISTS or _is_of_prices(workflow, best, told)):
        return None
    spoken = _spoken_of(workflow, best)
    if chosen and not any({stem(word) for word in words(thing)} <= spoken for thing in chosen):
        return None
    alone = all(2 * amounts <= told[best] for name, amounts in told.items() if name != best)
    return best if alone else None


def _is_of_prices(workflow: Workflow, name: str, told: Mapping[str, int]) -> bool:
    """Tell whether an answer with an amount is asked for by what names no thing of its own."""
    return told[name] > 0 and any(map(asks_price, workflow.answers[name].wordings))


def _asks_a_price(message: str) -> bool:
    if _CHARGES_UP.search(flat(message)):
        return False
    if asks_price(message) or _price_chance(message) >= _LIKELY:
        return True
    asked = message.rstrip().endswith("?") or may_question(message)
    return asked and _OF_PRICES.search(flat(message)) is not None


def _price_chance(text: str) -> float:
    return float(kind_chances(text)[KINDS.index("price")])


def _amounts(workflow: Workflow, name: str) -> int:
    """Count the sums of an answer; where a price is asked for, a bare number is one."""
    sums = SUM if _wants_price(workflow, name) else _AMOUNT
    return max(len(sums.findall(text)) for text in workflow.answers[name].sayings)


def _wants_price(workflow: Workflow, name: str) -> bool:
    return any(_price_chance(text) >= _LIKELY for text in workflow.answers[name].wordings)


def _spoken_of(workflow: Workflow, name: str) -> set[str]:
    answer = workflow.answers[name]
    texts = [*answer.wordings, *answer.sayings]
    return {stem(word) for text in texts for word in words(text)}
