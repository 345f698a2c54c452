"""Reads a code out of a sentence by the pattern that its slot has: "it says WX-20311 on the label".

Only what holds a digit counts, and only where one run of words fits the pattern. What nobody has
asked for has to be written as the pattern has it, with letters and digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from language.answers import settled
from language.found import Found
from language.patterns import fits_pattern
from workflows.file.slots import Slot
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.values import ValueProblem, accept

_READ = 400
_MOST_WORDS = 60
_LONGEST_RUN = 3  # words of one code: "AB 12 34"
_WORD = re.compile(r"[^\s,;!?()\"'“”:]+")
_BARE = 4  # digits of a code that has nothing else
# What anybody says: a pattern that fits one of these tells no code from other words.
_ORDINARY = ("10am", "10AM", "28th", "9h30", "5kg", "A4", "2x", "COVID19", "covid19")
_MIXED = re.compile(r"(?=\S*\d)(?=\S*[^\W\d_])\S+")


def read_codes(message: MessageBeingRead) -> None:
    """Take the one code of a message, asked for or not."""
    for name, slot in message.of("text"):
        if slot.pattern is None or slot.items is not None:
            continue
        if name == message.asked:
            _asked_code(message, name, slot)
        elif not message.reading.question and _is_wanted(message, name):
            codes = [f for f in _codes(message, slot) if _is_sure(message, f)]
            if len({each.value for each in codes}) == 1:
                message.take(name, codes[0].value, codes[0].start, codes[0].end)


def _asked_code(message: MessageBeingRead, name: str, slot: Slot) -> None:
    """Take the code that answers the question; ask back where there are two."""
    codes = settled(message.text, list(_codes(message, slot)))
    values = list(dict.fromkeys(each.value for each in codes))
    if len(values) > 1:
        message.refuse(name, ValueProblem("several", values))
        message.taken += [(each.start, each.end) for each in codes]
    elif values and not message.open_ended:
        message.take(name, values[0], codes[0].start, codes[0].end)


def _is_wanted(message: MessageBeingRead, name: str) -> bool:
    """Tell whether a code may go into a slot that was not asked for, and that no other is like."""
    slot = message.slots[name]
    alike = [n for n, s in message.of("text") if s.pattern == slot.pattern]
    loose = any(fits_pattern(str(slot.pattern), each) for each in _ORDINARY)
    return len(alike) == 1 and not loose and message.wants(name, sure=False)


def _is_sure(message: MessageBeingRead, code: Found[str]) -> bool:
    as_written = message.text[code.start : code.end] == code.value
    return as_written and _MIXED.fullmatch(code.value) is not None


def _codes(message: MessageBeingRead, slot: Slot) -> Iterator[Found[str]]:
    """Yield the runs of words that fit the pattern, the longest where one lies in another."""
    tokens = [*islice(_WORD.finditer(message.text, 0, _READ), _MOST_WORDS)]
    ends = [m.end() - (len(m[0]) - len(m[0].rstrip("."))) for m in tokens]
    at = 0
    while at < len(tokens):
        last = min(at + _LONGEST_RUN, len(tokens))
        run = next(
            (n for n in range(last, at, -1) if _fits(message, slot, tokens[at], ends[n - 1])), at
        )
        if run > at:
            start, end = tokens[at].start(), ends[run - 1]
            yield Found(_fits(message, slot, tokens[at], end), start, end)
        at = max(run, at + 1)


def _fits(message: MessageBeingRead, slot: Slot, first: re.Match[str], end: int) -> str:
    """Return what a run comes to as the slot's value, "" where it is none."""
    said = message.text[first.start() : end]
    digits = sum(map(str.isdigit, said))
    bare = digits < _BARE and not any(map(str.isalpha, said))
    if not digits or bare or not message.free(first.start(), end):
        return ""
    for written in (said, said.upper()):
        value, problem = accept(slot, written, message.speech)
        if problem is None:
            return str(value)
    return ""
