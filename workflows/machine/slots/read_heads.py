"""Reads how many people come, also unasked: "there are 5 of us", "2 adultos e 3 crianças"."""

from __future__ import annotations

import re

from language.answers import settled
from language.company import company_of, concluded
from language.flat import flat
from language.found import Found
from language.head_counts import HeadCount, HeadKind, head_count
from language.household import household
from language.quantities import find_quantities
from workflows.machine.slots.measured import heads_of
from workflows.machine.slots.message import MessageBeingRead

_NO_CHILDREN = re.compile(
    r"\b(?:no|without(?: any)?|zero|0|sem|nenhuma?|nem) (?:kids|children|child|criancas?|filhos"
    r"|bebes?)\b"
)
_OF_ANY_SIZE = re.compile(r"\b(?:grandes?|pequen[oa]s?|little ones?)\b")


def read_heads(message: MessageBeingRead) -> None:
    """Take how many there are for the slots that are named for people."""
    slots: dict[str, HeadKind] = {
        name: kind for name, slot in message.of("integer") if (kind := heads_of(name, slot))
    }
    if not slots:
        return
    told = head_count(message.text, message.speech.language)
    for name, kind in slots.items():
        if name == message.asked:
            _asked_heads(message, name, kind, told)
        elif message.asked_of("text") is None or message.reading.correcting:
            _told_heads(message, name, kind, told)


def _asked_heads(message: MessageBeingRead, name: str, kind: HeadKind, told: HeadCount) -> None:
    """Take the answer where all of its numbers are told of people; else others read it."""
    if message.open_ended:
        return
    if kind == "all" and (company := _company(message)) is not None:
        message.take(name, company, 0, len(message.text))
        return
    named = household(message.text)
    found = told.of(kind) or (_none_of_them(message) if kind == "children" else None)
    found = found or named.get(kind)
    if found is None or not _is_all(message, told, found, *named.values()):
        return
    if settled(message.text, [found]):
        message.take(name, found.value, found.start, found.end)


def _company(message: MessageBeingRead) -> int | None:
    """Count who comes along with the writer, or take what the writer's own count comes to."""
    text, language = message.text, message.speech.language
    ending = concluded(text, language)
    return company_of(text, language) if ending is None else ending


def _is_all(
    message: MessageBeingRead, told: HeadCount, found: Found[int], *named: Found[int]
) -> bool:
    """Tell whether an answer has no number that its count of people does not explain."""
    known = [*named, *(each for _, each in told.parts)] + ([told.total] if told.total else [])
    for number in find_quantities(message.text, message.speech.language):
        inside = any(each.start < number.end and number.start < each.end for each in known)
        if not inside and number.value != found.value:
            return False
    return True


def _told_heads(message: MessageBeingRead, name: str, kind: HeadKind, told: HeadCount) -> None:
    """Take a count that nobody has asked for; a wish "for two" is one beside a day or an hour."""
    found = told.of(kind)
    early = message.asked is None or message.asked_of("date", "time", "datetime") is not None
    if found is None and kind == "all" and early and name not in message.filled:
        found = None if _is_hour(message, told) else told.wished
    if found is None and kind == "children":
        found = _none_of_them(message)
    if found is None and message.asked_of("integer"):
        found = household(message.text).get(kind)
    if found is None or not message.free(found.start, found.end):
        return
    if _is_counted_else(message, found):
        return
    if settled(message.text, [found]) and message.wants(name, sure=True):
        message.take(name, found.value, found.start, found.end)


def _is_counted_else(message: MessageBeingRead, found: Found[int]) -> bool:
    """Tell "duas grandes e uma pequena", asked how many bags, from people."""
    asked = message.asked_of("integer", "number")
    if asked is None or heads_of(*asked):
        return False
    return bool(_OF_ANY_SIZE.search(flat(message.text[found.start : found.end])))


def _none_of_them(message: MessageBeingRead) -> Found[int] | None:
    """Find "no children", which counts them."""
    said = _NO_CHILDREN.search(flat(message.text))
    return Found(0, *said.span()) if said else None


def _is_hour(message: MessageBeingRead, told: HeadCount) -> bool:
    """Tell "for 3" from "for three" where an hour is to be told as well."""
    open_ones = [n for n, _ in message.of("time", "datetime") if n not in message.filled]
    told_now = message.reading.values.keys() | message.reading.refused.keys()
    open_ones = [n for n in open_ones if n not in told_now]
    digits = told.wished is not None and message.text[told.wished.start].isdigit()
    return bool(open_ones) and digits
