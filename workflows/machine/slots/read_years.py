"""Reads the year that stands behind what it is of, also unasked: "Fusca 1974", "my 2012 Golf"."""

from __future__ import annotations

import re

from language.flat import flat
from workflows.machine.slots.message import MessageBeingRead, question_of
from workflows.machine.slots.values import accept

_ASKED = re.compile(r"\b(?:ano|year)\b(?! (?:old|passado))")
_YEAR = r"(?P<{}>(?:19|20)\d\d)(?![\w/.,:-]\d|\w)"
_OF_A_THING = re.compile(
    rf"(?<![\w/.,:-])(?P<what>[a-z][\w-]+|\d\.\d),? (?:(?:de|do ano|ano|year) )?{_YEAR.format('y')}"
    rf"|\b(?:my|a|the|um|uma|meu|minha) {_YEAR.format('before')} [a-z]"
)
_NO_THING = frozenset(
    "em in since desde de from por until ate before after antes depois of the o a on at by no na "
    "ano year years anos dia day e and ou or is was eh era foi january february march april may "
    "june july august september october november december jan feb mar apr jun jul aug sep oct nov "
    "dec janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro "
    "spring summer autumn winter fall verao inverno rs usd gbp brl".split()
)


def read_years(message: MessageBeingRead) -> None:
    """Take such a year for the one slot that asks for a year, where it does not hold one yet."""
    slots = [(n, s) for n, s in message.of("integer") if _ASKED.search(question_of(s))]
    if len(slots) != 1 or message.reading.question:
        return
    name, slot = slots[0]
    if name == message.asked or name in message.filled or name in message.reading.values:
        return
    years = _years(message)
    value, problem = accept(slot, years.pop(), message.speech) if len(years) == 1 else (None, True)
    if not problem:
        message.reading.values[name] = value


def _years(message: MessageBeingRead) -> set[int]:
    found: set[int] = set()
    for match in _OF_A_THING.finditer(flat(message.text)):
        part = "y" if match["y"] else "before"
        if (match["what"] or "") not in _NO_THING and message.free(*match.span(part)):
            found.add(int(match[part]))
    return found
