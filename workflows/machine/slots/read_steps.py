"""Reads changes of a number that is known: "one more person", "tira um", "duas noites a mais"."""

from __future__ import annotations

from language.count_steps import CountStep, find_step
from workflows.machine.slots.measured import counting, named_by, told_last
from workflows.machine.slots.message import MessageBeingRead

_BRIEF = 6  # words of a part that says nothing else


def read_steps(message: MessageBeingRead) -> None:
    """Take what is known and so much more, or less."""
    step = None if message.open_ended else find_step(message.text, message.speech.language)
    if step is None or not message.free(step.start, step.end):
        return
    if message.asked_of("text") and not message.revising and not _is_all(message, step):
        return  # it is told in the text that was asked for
    name = _counted(message, step)
    known = message.known.get(name or "")
    if name is None or isinstance(known, bool) or not isinstance(known, int | float):
        return
    message.take(name, known + step.value, step.start, step.end)
    first, last = message.segment(step.start, step.end)
    if len(message.text[first:last].split()) <= _BRIEF:
        message.taken.append((first, last))


def _is_all(message: MessageBeingRead, step: CountStep) -> bool:
    """Tell whether a message says that and hardly anything else: "mais 5 convidados"."""
    return step.what is not None and len(message.text.split()) <= _BRIEF


def _counted(message: MessageBeingRead, step: CountStep) -> str | None:
    """Return the slot that is to change: the one that it names, or of its unit, or people."""
    if step.what is not None:
        return named_by(message, step.what) or counting(message, step.unit or "")
    if (people := counting(message, "people")) and message.known.get(people) is not None:
        return people
    numbers = [n for n, _ in message.of("integer", "number") if message.known.get(n) is not None]
    last = told_last(message)
    return numbers[0] if len(numbers) == 1 else last if last in numbers else None
