"""Reads what may be left out and is denied: "sem empresa", "tira a nota", "não levo bicho".

What such a slot holds is void then. A word that several slots are called by names none of them.
"""

from __future__ import annotations

import re

from language.denied import behind_denial, denies, negated, question_words
from workflows.machine.slots.message import MessageBeingRead, question_of
from workflows.machine.slots.number_sense import says_none
from workflows.machine.slots.own_words import clauses_told, may_miss, own_words
from workflows.machine.slots.read_texts import is_code

_READ = 500


def read_denied_slots(message: MessageBeingRead) -> None:
    """Leave out each slot that a clause names and denies, and says no more of."""
    may = [name for name, slot in message.slots.items() if may_miss(slot)]
    if not may or message.reading.question:
        return
    portuguese = message.speech.language == "pt"
    for name in may:
        named = own_words(message.slots, name)
        for start, end in clauses_told(message.text[:_READ]):
            clause = message.text[start:end]
            told = name in message.filled or not _is_story(message, clause)
            if named and told and denies(clause, named, portuguese=portuguese):
                message.leave_out(name, start, end)
                break


def read_asked_denial(message: MessageBeingRead) -> None:
    """Leave out what was asked for where nothing was read and the answer begins with a no."""
    slot = message.slots.get(message.asked or "")
    if slot is None or not may_miss(slot) or slot.type in ("text", "choice"):
        return
    name, reading = str(message.asked), message.reading
    if name in reading.values or name in reading.refused or reading.left_out or reading.question:
        return
    if slot.type in ("integer", "number") and says_none(message.text):
        return
    asked, portuguese = question_words(question_of(slot)), message.speech.language == "pt"
    end = behind_denial(message.text, asked, portuguese=portuguese, brief=True)
    said = message.text[:end]
    corrects = reading.correcting and reading.values
    if not corrects and negated(said, portuguese=portuguese) and not re.search(r"\d", said):
        message.leave_out(name, 0, end)


def _is_story(message: MessageBeingRead, clause: str) -> bool:
    """Tell whether a text is asked for, in which "no card" may be told in passing."""
    found = message.asked_of("text")
    story = found is not None and not is_code(found[1])
    return story and clause.strip(" .!") != message.text.strip(" .!")
