"""Leaves out the day on which others come, which is not the one that a booking is for."""

from __future__ import annotations

import re

from language.others_coming import others_coming
from workflows.machine.slots.message import MessageBeingRead, question_of

_ASKS_ARRIVAL = re.compile(
    r"\b(?:chegad\w*|cheg(?:a|am|ar)|check-?in|entrada|arriv\w+|land\w*|flight|voo|stay\w*|pick)\b"
)


def read_others_coming(message: MessageBeingRead) -> None:
    """Take "my gran arrives on the 6th" away before somebody takes the 6th for the wished day."""
    slots = [slot for _, slot in message.of("date", "datetime")]
    if not slots or message.asked_of("text"):
        return
    if not any(_ASKS_ARRIVAL.search(question_of(slot)) for slot in slots):
        message.taken += others_coming(message.text)
