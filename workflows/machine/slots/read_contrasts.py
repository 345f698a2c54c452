"""Takes "7 not 6" for the slot that holds six, whatever was asked."""

from __future__ import annotations

from language.contrasts import Contrast, find_contrasts
from workflows.machine.slots.measured import named_by
from workflows.machine.slots.message import MessageBeingRead


def read_contrasts(message: MessageBeingRead) -> None:
    """Put each number right that a message says is another one than the form holds."""
    if message.reading.question or not message.filled:
        return
    for contrast in find_contrasts(message.text, message.speech.language):
        name, new = _holder(message, contrast), contrast.new
        if name is not None and message.free(new.start, new.end):
            message.take(name, _value(message, name, new.value), new.start, new.end)
        if name is not None or _hour_put_right(message, contrast):
            message.taken.append((new.start, new.end))
            message.denied.append((new.start, new.end))


def _hour_put_right(message: MessageBeingRead, contrast: Contrast) -> bool:
    """Tell whether an hour was read where the contrast stands: what it replaces is one too."""
    return any(
        contrast.new.start <= message.places[name][0] < contrast.new.end
        and _holds(message, name, contrast.old)
        for name, _ in message.of("time")
        if name in message.places and name in message.reading.values
    )


def _holder(message: MessageBeingRead, contrast: Contrast) -> str | None:
    """Return the one slot whose value is denied, None where none or several may be it."""
    slots = message.of("integer", "number", "time")
    held = [n for n, _ in slots if n in message.filled and _holds(message, n, contrast.old)]
    counted = named_by(message, contrast.noun) if contrast.noun else None
    wanted = [n for n in held if n not in message.reading.values and counted in (None, n)]
    return wanted[0] if len(wanted) == 1 else None


def _holds(message: MessageBeingRead, name: str, number: int) -> bool:
    known = message.known.get(name)
    if isinstance(known, str):  # an hour, of which both halves of the day may be meant
        return known[3:5] == "00" and int(known[:2]) % 12 == number % 12
    return known == number


def _value(message: MessageBeingRead, name: str, number: int) -> object:
    """Return the number as its slot holds it: an hour in the half of the day that is known."""
    known = message.known.get(name)
    if not isinstance(known, str):
        return number
    late = int(known[:2]) >= 12 and number < 12
    return f"{number + 12 if late else number:02d}:00"
