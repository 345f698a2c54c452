"""Which answer tells what something costs: one that names it, or the one that lists the prices.

A question for a price is near every answer that speaks of money or of the thing; only what tells
an amount of what was named answers it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from language.flat import flat
from language.idle_words import telling_words
from language.known_questions import SUM
from language.matching import fold, stem, words
from language.numbers import parse
from language.price_asked import asks_price
from language.question_kinds import kind_chance
from language.speech_acts.acts import may_question
from workflows.file.schema import Workflow
from workflows.file.words import LANGUAGES
from workflows.machine.form_things import FormThings

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
        " costumam unidade isso pay owe pagar devo"
    ).split()
)
_PEOPLE = frozenset(
    stem(word)
    for word in (
        "people person persons adult adults pessoa pessoas adulto adultos gente both ambos ambas"
        " todos todas nós dois duas us"
    ).split()
)  # who are counted, and are no thing that has a price
_LIKELY = 0.5
_LISTS = 3  # amounts that a list of prices has at least
_MOST_WORDS = 12
_MOST_OF_MORE = 6  # words
_SMALL = 2  # letters of a word that names nothing


def answer_priced(
    workflow: Workflow, message: str, near: Sequence[str], chosen: Collection[str]
) -> str | None:
    """Return the answer that tells a price of what a question names; of nothing, the list."""
    if not asks_a_price(message):
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


def priced_about(workflow: Workflow, message: str, things: FormThings) -> tuple[str, ...]:
    """Return which of several prices are those of the form, for who names nothing of their own."""
    if not things.about or not names_no_thing(message) or _in_own_words(workflow, message):
        return ()
    priced = [
        n for n in workflow.answers if tells_amount(workflow, n) and _wants_price(workflow, n)
    ]
    chosen = _of_chosen(workflow, priced, things.chosen)
    told = chosen if len(chosen) < len(priced) else ()
    if things.certain and not told:
        return ()  # nobody here knows the price of what is named
    return tuple(nearest_to(workflow, chosen, things.about) or told) if len(priced) > 1 else ()


def names_no_thing(message: str) -> bool:
    """Tell whether a price is asked for of nothing that is named, but of how many at most."""
    return asks_price(message) or (asks_a_price(message) and not _named(message))


def price_of_more(workflow: Workflow, message: str, told: str) -> str | None:
    """Return the price told just now, where only another number is asked about: "and for four?"."""
    asked = words(message)
    if len(asked) > _MOST_OF_MORE or not message.rstrip().endswith("?"):
        return None
    if not any(_is_number(word) for word in asked) or len(_named(message)) > 1:
        return None
    priced = [name for name in workflow.answers if tells_amount(workflow, name)]
    of = [n for n in priced if any(text.strip() in told for text in workflow.answers[n].sayings)]
    return of[0] if len(of) == 1 else None


def _named(message: str) -> set[str]:
    return {word for word in _things_in(message) if not _is_number(word)} - _PEOPLE


def _is_number(word: str) -> bool:
    return any(parse(word, language) is not None for language in LANGUAGES)


def nearest_to(workflow: Workflow, names: Sequence[str], about: Collection[str]) -> list[str]:
    """Return those of some answers whose questions have most of what a form is called and for."""
    asked = {name: [_things_in(t) for t in workflow.answers[name].wordings] for name in names}
    whole = [set[str]().union(*texts) for texts in asked.values()]
    shared = set[str].intersection(*whole) if len(whole) > 1 else set[str]()
    known = {stem(word) for text in about for word in words(text)}
    shares = {name: max(_share(t - shared, known) for t in asked[name]) for name in names}
    best = max(shares.values(), default=0.0)
    return [name for name, share in shares.items() if best and share == best]


def _share(said: Collection[str], known: Collection[str]) -> float:
    return sum(word in known for word in said) / len(said) if said else 0.0


def _things_in(text: str) -> set[str]:
    telling = telling_words(text, _MOST_WORDS)
    return {stem(word) for word in telling if len(word) > _SMALL} - _PRICE_WORDS


def _of_chosen(workflow: Workflow, names: Sequence[str], chosen: Collection[str]) -> Sequence[str]:
    """Return those of some answers that speak of what was chosen; all where none does."""
    things = [{stem(word) for word in words(thing)} for thing in chosen]
    mine = [n for n in names if any(thing <= _spoken_of(workflow, n) for thing in things)]
    return mine or names


def _in_own_words(workflow: Workflow, message: str) -> bool:
    said = fold(message)
    return any(said == fold(text) for a in workflow.answers.values() for text in a.wordings)


def charge_named(workflow: Workflow, message: str) -> str | None:
    """Return the one answer with a wording that begins so: "is there a fee?" (for delivery).

    "How much is it?" is of what was chosen, whatever begins so.
    """
    if asks_price(message) or not asks_a_price(message):
        return None
    said = fold(message).strip(" ?")
    led = [
        name
        for name, answer in workflow.answers.items()
        if any(f"{fold(text)} ".startswith(f"{said} ") for text in answer.wordings)
    ]
    return led[0] if len(led) == 1 else None


def only_priced(workflow: Workflow, message: str) -> str | None:
    """Return the one answer that tells any price, for a question that names nothing of its own."""
    priced = [name for name in workflow.answers if tells_amount(workflow, name)]
    if len(priced) != 1 or not names_no_thing(message):
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


def asks_a_price(message: str) -> bool:
    """Tell whether a message asks what something costs, whatever that is called."""
    if _CHARGES_UP.search(flat(message)):
        return False
    if asks_price(message) or kind_chance(message, "price") >= _LIKELY:
        return True
    asked = message.rstrip().endswith("?") or may_question(message)
    return asked and _OF_PRICES.search(flat(message)) is not None


def _amounts(workflow: Workflow, name: str) -> int:
    """Count the sums of an answer; where a price is asked for, a bare number is one."""
    sums = SUM if _wants_price(workflow, name) else _AMOUNT
    return max(len(sums.findall(text)) for text in workflow.answers[name].sayings)


def _wants_price(workflow: Workflow, name: str) -> bool:
    return any(kind_chance(text, "price") >= _LIKELY for text in workflow.answers[name].wordings)


def _spoken_of(workflow: Workflow, name: str) -> set[str]:
    answer = workflow.answers[name]
    texts = [*answer.wordings, *answer.sayings]
    return {stem(word) for text in texts for word in words(text)}
