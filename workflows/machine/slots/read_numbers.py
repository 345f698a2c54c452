"""Reads numbers and sums: for the slot that was asked for, and for those named near them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from language.answers import about_others, denied, settled
from language.clock_times import find_times
from language.detect import Language
from language.flat import flat
from language.floors import find_floor
from language.found import Found
from language.head_counts import is_one_of_two, leaves_some_out, without_parts
from language.intents import behind_no
from language.matching import fold
from language.money import FoundMoney, find_money, same_currency
from language.months_told import months_told
from language.numbers import SpokenNumber, find
from language.quantities import find_quantities
from language.room_sizes import area_told
from language.told_heights import centimetres_told
from language.told_rates import times_a_week
from language.units import LASTING, unit_behind
from workflows.file.slots import Slot
from workflows.machine.slots.answering import answer_with
from workflows.machine.slots.elliptic_counts import counted_in_parts
from workflows.machine.slots.lone_one import lone_one, one_in_passing
from workflows.machine.slots.measured import fitting, named_by, put_right
from workflows.machine.slots.message import MessageBeingRead, cues, question_of
from workflows.machine.slots.number_sense import (
    alone_among,
    at_most,
    belongs,
    is_labelled,
    is_of_clock,
    people_told,
    says_none,
    tells_age,
)
from workflows.machine.slots.read_told_years import read_told_years
from workflows.machine.slots.read_units import MADE, take_by_options, take_by_units
from workflows.machine.slots.values import ValueProblem

MOST_NUMBERS = 20
_FLOORS = re.compile(r"\b(?:andar|piso|floors?|storeys?|level)\b")
_ARTICLES = ("a", "an", "one", "um", "uma")
_LABEL = re.compile(
    r"(?P<said>[a-z][a-z ]{1,50}?) ?(?:\b(?:is|was|are|e|eh|era|seria|should be)|[:=])[ ]?"
    r"(?:actually |na verdade |really |r?\$ ?)?$"
)
_LISTED = re.compile(r"\d ?(?:e|and|,) $", re.I)
_LISTED_ON = re.compile(r"(?:,| e| and) \d{1,2}\b", re.I)
_LISTED_IN = 12  # characters before a number that may hold the one before it
_DAY_BEFORE = re.compile(r"\b(?:dia|day) $")
_OF_CODE = re.compile(r"\b(?:code|codigo|senha|pin|password)(?: (?:is|e|eh))?[ :]{1,2}$")
_LABELLING = 20  # characters before a number that may call it a code
_DOZEN = re.compile(r" ?(?:dozens?|duzias?)\b")
_RATE = re.compile(
    r"(?:[.,]\d{1,2})?(?: (?:dollars|bucks|reais))? ?(?:a|per|each|/|por|ao|p/) ?"
    r"(?:mes|month|week|semana)\b"
)
_TIMES = LASTING | {"months", "years"}
_POINTS = re.compile(r" (?:coisas|things)\b")  # what is said, or asked, and not what is booked
_COUNTED = re.compile(r" (?P<what>[a-z]{4,})")
_SLIP = 25  # characters between a slip and what was meant
_BRIEF = 6  # words of a correction that says little but the number


def read_numbers(message: MessageBeingRead) -> None:
    """Take the number that was asked for, then those that are named."""
    _sums(message)
    slots = list(message.of("integer", "number"))
    if not slots:
        _corrected_number(message, {}, _numbers_in(message))
        return
    if asked := message.asked_of("integer", "number"):
        _answer(message, *asked)
    _floors(message)
    read_told_years(message)
    found = [f for f in _numbers_in(message) if message.free(f.start, f.end)][:MOST_NUMBERS]
    found = _without_slips(message, [f for f in found if not _is_open(message, f)])
    if _is_answer(message, found) and message.asked not in dict(slots):
        return  # "42" to the question for a name is a wrong answer, and nobody's age
    take_by_units(message, found)
    take_by_options(message, found)
    found = [f for f in found if not denied(flat(message.text), f.start, f.end)]
    others = [(name, slot) for name, slot in slots if name != message.asked]
    open_number = message.asked in dict(slots) and message.asked not in message.reading.values
    for sureness in (3,) if open_number else (3, 1):  # a bare one is for what was asked, or none
        for number in found:
            for name, slot in others:
                if not message.free(number.start, number.end):
                    break
                if sureness == 1 and _is_of_moment(message):
                    break
                if _sureness(message, name, slot, number) == sureness and message.wants(
                    name, sure=sureness == 3
                ):
                    sure = sureness > 1 or message.asked is None
                    message.take(name, number.value, number.start, number.end, sure)
    _corrected_number(message, dict(slots), found)


def _is_of_moment(message: MessageBeingRead) -> bool:
    """Tell whether bare numbers are a part of a day or a time that was asked for and not read."""
    asked = message.asked_of("date", "time", "datetime")
    return asked is not None and asked[0] not in message.reading.values


def _is_open(message: MessageBeingRead, found: Found[SpokenNumber]) -> bool:
    """Tell a number that is said beside another one, of which nobody knows which is meant."""
    return is_one_of_two(message.text, found.start, found.end, message.speech.language)


def _without_slips(
    message: MessageBeingRead, found: list[Found[SpokenNumber]]
) -> list[Found[SpokenNumber]]:
    """Leave out a number that the next one takes back at once: "44, ops, 45"."""
    return [f for at, f in enumerate(found) if at + 1 == len(found)
            or f in settled(message.text, found[at : at + 2])
            or found[at + 1].start - f.end > _SLIP]  # fmt: skip


def _answer(message: MessageBeingRead, name: str, slot: Slot) -> None:
    """Take the number that answers the question."""
    question = question_of(slot)
    if name in message.reading.values:
        return
    if message.open_ended:  # unless it guesses: "not sure, maybe 3"
        answer_with(message, name, slot, _fitting(message, name, question))
        return
    if says_none(message.text) and slot.bound("min", message.speech.now) in (None, 0, 0.0):
        message.take(name, 0, 0, len(message.text))
        return
    if (parts := counted_in_parts(message, name, slot)) is not None:
        message.take(name, parts, 0, len(message.text))
        return
    floor = find_floor(message.text, message.speech.language) if _FLOORS.search(question) else None
    if floor is not None:
        message.take(name, floor, 0, len(message.text))
        return
    if (months := months_told(message.told, question, message.speech.language)) is not None:
        message.take(name, months, 0, 0)
        return
    if (area := area_told(message.told, question, message.speech.language)) is not None:
        message.take(name, area, 0, len(message.text))
        return
    language = message.speech.language
    told = centimetres_told(message.told, question, language, whole=slot.type == "integer")
    if told := told or times_a_week(message.told, question):
        message.take(name, told.value, told.start, told.end)
        return
    if (people := people_told(message.text, question, message.speech.language)) is not None:
        message.take(name, people, 0, len(message.text))
        return
    if leaves_some_out(message.text, message.speech.language):
        return
    found = _quantities(message, name)
    fitting = _fitting(message, name, question)
    first = message.text.split(",")[0]
    if not fitting and lone_one(message.text if not found else first, question):
        fitting = [Found(1, 0, len(first if found else message.text))]
    elif not found and one_in_passing(message.told, question):
        fitting = [Found(1, 0, 0)]  # what else is said is for others to read
    answer_with(message, name, slot, alone_among(message.text, fitting, question))


def _quantities(message: MessageBeingRead, name: str) -> list[Found[SpokenNumber]]:
    """Find the numbers of an answer that are not said of another slot."""
    return [
        f
        for f in find_quantities(_counting(message), message.speech.language)
        if message.free(f.start, f.end)
        and not _labelled_for_another(message, name, f.start)
        and not _of_another(message, name, f.end)
    ]


def _fitting(message: MessageBeingRead, name: str, question: str) -> list[Found[SpokenNumber]]:
    """Find those that can be what the question asks for."""
    found = _quantities(message, name)
    return [f for f in found if belongs(message.text, f.start, f.end, question)]


def _counting(message: MessageBeingRead) -> str:
    """Return the text without what it says of some of those whom it counts."""
    return without_parts(message.text, message.speech.language)


def _labelled_for_another(message: MessageBeingRead, name: str, start: int) -> bool:
    """Tell whether a number is said of another slot: "the policy number is 302145"."""
    label = _LABEL.search(flat(message.text[max(0, start - 60) : start]))
    if label is None:
        return False
    said = f" {label['said']} "
    named = {n for n, s in message.of("integer", "number", "money") for c in cues(n, s)
             if f" {c} " in said}  # fmt: skip
    return bool(named) and name not in named


def _of_another(message: MessageBeingRead, name: str, end: int) -> bool:
    """Tell whether a number counts what another slot is called by: "6 bags"."""
    behind = _COUNTED.match(flat(message.text[end : end + 40]))
    other = named_by(message, behind["what"]) if behind else None
    return other not in (None, name)


def _sums(message: MessageBeingRead) -> None:
    for name, slot in message.of("money"):
        found = [
            f
            for f in find_money(message.text, message.speech.language)
            if (f.currency or unit_behind(flat(message.text[f.end : f.end + 20])) not in _TIMES)
            and message.free(f.start, f.end)
            and not _labelled_for_another(message, name, f.start)
        ]
        if name == message.asked:
            _asked_sum(message, name, slot, found)
            continue
        for each in found:
            own = each.currency is not None and same_currency(str(slot.currency), each.currency)
            named = message.cued(name, slot, each.start, each.end) and each.currency is None
            if (own or named) and message.wants(name, sure=named or own):
                message.take(name, each.value, each.start, each.end, sure=False)
                break


def _asked_sum(
    message: MessageBeingRead, name: str, slot: Slot, found: Sequence[FoundMoney]
) -> None:
    question = question_of(slot)
    fitting = [
        Found((f.value, f.currency), f.start, f.end)
        for f in found
        if f.currency or belongs(message.text, f.start, f.end, question, money=True)
    ]
    wanted = str(slot.currency)
    named = [f for f in fitting if same_currency(wanted, f.value[1])]
    if fitting and not named:
        message.refuse(name, ValueProblem("currency", wanted))
        message.taken += [(f.start, f.end) for f in fitting]
        return
    sums = [Found(f.value[0], f.start, f.end) for f in fitting if f in named]
    if any(f.value[1] for f in named):  # "3 contos, em 2 vezes": the one with its currency
        sums = [Found(f.value[0], f.start, f.end) for f in named if f.value[1]]
    kept = settled(message.text, named)
    if kept and len(kept) < len(named) and not any(f.value[1] for f in kept):
        sums = [Found(f.value[0], f.start, f.end) for f in kept]  # "80 dollars, no, 100"
    sums = at_most(message.text, sums)
    answer_with(message, name, slot, alone_among(message.text, sums, question))


def _is_answer(message: MessageBeingRead, found: list[Found[SpokenNumber]]) -> bool:
    """Tell a message that is a number and nothing else, said when something was asked."""
    if message.asked is None or message.reading.correcting or len(found) != 1:
        return False
    rest = message.text[: found[0].start] + message.text[found[0].end :]
    return not rest.strip(" .,!")


def _corrected_number(
    message: MessageBeingRead, slots: dict[str, Slot], found: list[Found[SpokenNumber]]
) -> None:
    """Take "no, for 20" where the number can be meant for one slot only."""
    slots = slots | dict(message.of("money"))
    free = [n for n in found if message.free(n.start, n.end)]
    told = any(name in message.reading.values or name in message.reading.refused for name in slots)
    if told or not message.revising or message.asked in slots or len(free) != 1:
        return
    if _is_of_moment(message):
        return
    number = free[0]
    if (
        not message.reading.correcting
        and fold(message.text[number.start : number.end]) in _ARTICLES
    ):
        return  # "yes, and a coffee" is for nobody else
    if not _says_little_else(message, number) or is_labelled(message.text, number.start):
        return
    filled = [name for name in slots if name in message.filled] or list(slots)
    candidates = fitting(message, filled, number.value) or filled
    name = put_right(message, candidates, _may_be_hour(message, number))
    if name is not None:
        message.take(name, number.value, number.start, number.end)


def _says_little_else(message: MessageBeingRead, number: Found[SpokenNumber]) -> bool:
    """Tell "no, for 20" and "make that six, my nephew comes too" from a story with a number."""
    if len(message.text[behind_no(message.text) :].split()) <= _BRIEF:
        return True
    first, last = message.segment(number.start, number.end)
    part = message.text[first:last]
    return len(part.split()) <= _BRIEF and bool(MADE.search(flat(part)))


def _may_be_hour(message: MessageBeingRead, number: Found[SpokenNumber]) -> bool:
    """Tell whether "make it 7" may put right an hour just as well."""
    speech = message.speech
    times = find_times(message.text, speech.now, speech.language)
    return any(t.bare and t.start <= number.start < t.end for t in times)


def _numbers_in(message: MessageBeingRead) -> list[Found[SpokenNumber]]:
    """Read numbers in the message's language, else in the other one."""
    alone = message.asked is not None and len(message.text) <= 12
    return [f for f in _found_in(message, alone) if not _is_other(message.text, f)]


def _is_other(text: str, number: Found[SpokenNumber]) -> bool:
    """Tell the 3 of "dia 3" and of "3 things", the 9 of "at 9", a gate's code, from a number."""
    plain = flat(text)
    before, after = plain[max(0, number.start - 10) : number.start], plain[number.end :][:12]
    clock = is_of_clock(plain, number.start, number.end)
    code = _OF_CODE.search(plain[: number.start][-_LABELLING:]) or after[:1] == "#"
    counts = not (_DAY_BEFORE.search(before) or _DOZEN.match(after) or _POINTS.match(after))
    counts = counts and not _RATE.match(plain, number.end)  # what is paid, and for no such time
    return bool(not counts or code or clock)


def _found_in(message: MessageBeingRead, alone: bool) -> list[Found[SpokenNumber]]:
    order: tuple[Language, ...] = ("pt", "en") if message.speech.language == "pt" else ("en", "pt")
    for language in order:
        if found := find(message.text, language, articles=alone):
            return found
    return find(message.text, message.speech.language, articles=True)


def _of_somebody_else(message: MessageBeingRead, slot: Slot, number: Found[SpokenNumber]) -> bool:
    """Tell "my father is 60" from "my son is Leo, 9", who is the one that the form is about."""
    named = any(name in message.reading.values for name, _ in message.of("name"))
    return not named and about_others(message.text, question_of(slot), number.start)


def _floors(message: MessageBeingRead) -> None:
    """Take "3rd floor" for a slot that is called so, whatever was asked."""
    for name, slot in message.of("integer"):
        called = _FLOORS.search(" ".join(cues(name, slot))) and _FLOORS.search(flat(message.text))
        if name == message.asked or not called or not message.wants(name, sure=True):
            continue
        floor = find_floor(message.text, message.speech.language)
        if floor is not None:
            message.take(name, floor, 0, 0)


def _sureness(message: MessageBeingRead, name: str, slot: Slot, number: Found[SpokenNumber]) -> int:
    """Tell how surely a number is meant for a slot: named, alone in its part, or not."""
    if message.cued(name, slot, number.start, number.end):
        return 0 if _of_somebody_else(message, slot, number) else 3
    listed = _LISTED_ON.match(message.text[number.end :])
    if not listed and tells_age(message.text, number.start, question_of(slot)):
        return 0 if _LISTED.search(message.text[: number.start][-_LISTED_IN:]) else 3
    first, last = message.segment(number.start, number.end)
    if _LISTED.search(message.text[max(0, first - _LISTED_IN) : first]):
        return 0  # "aged 6 and 9"
    rest = message.text[first : number.start] + " " + message.text[number.end : last]
    return 0 if re.findall(r"\w+", flat(rest[behind_no(rest) :])) else 1
