"""What a message comes to that names several options of a question, or one in other words.

"Can't you do both? Well, open fireplace then" has settled it behind its question; "my money back,
and I want the owner to ring me" asks for two of them.
"""

from __future__ import annotations

from language.call_backs import CALLS, wants_call
from language.matching import words
from language.requests import clauses
from workflows.file.slots import Slot
from workflows.machine.slots.message import Reading
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext
from workflows.machine.slots.values import ValueProblem, option_names

_OPEN = ("only_one", "several")
_MOST = 5  # clauses that are looked at


def settle_choice(
    reading: Reading, asked: str | None, slot: Slot | None, message: str, speech: SpeechContext
) -> None:
    """Take the option that a message comes to, or leave open which of two it wants."""
    if asked is None or slot is None or slot.type != "choice":
        return
    problem = reading.refused.get(asked)
    if problem is not None and problem.kind in _OPEN and "?" in message:
        _behind_question(reading, asked, slot, message, speech)
    calling = _calling(slot) if any(map(wants_call, clauses(message)[:_MOST])) else None
    if calling is None or asked in reading.refused:
        return
    other = reading.values.pop(asked, None)
    if other in (None, calling):
        reading.values[asked] = calling
    else:
        reading.refused[asked] = ValueProblem("several", [other, calling])


def _behind_question(
    reading: Reading, asked: str, slot: Slot, message: str, speech: SpeechContext
) -> None:
    """Take what the first clause behind a question chooses by itself."""
    _, _, behind = message.rpartition("?")
    for part in clauses(behind)[:_MOST]:
        chosen = read({asked: slot}, part, speech=speech, asked=asked).values.get(asked)
        if chosen is not None:
            reading.values[asked] = chosen
            reading.refused.pop(asked, None)
            return


def _calling(slot: Slot) -> str | None:
    """Return the one option that is a call on the telephone."""
    found = {option for option, name in option_names(slot) if not CALLS.isdisjoint(words(name))}
    return found.pop() if len(found) == 1 else None
