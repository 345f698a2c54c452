"""What the router is told of where a conversation stands."""

from __future__ import annotations

from router.answers import Question
from workflows.machine.cursor import Cursor
from workflows.machine.open_question import OpenQuestion
from workflows.machine.slots.message import kind_of
from workflows.machine.slots.values import option_names
from workflows.machine.texts import question


def question_of(found: OpenQuestion | None, language: str) -> Question | None:
    """Tell what the conversation has just asked, so that an answer is taken for one."""
    if found is None:
        return None
    name, slot, may_miss, again = found
    choices = [called for _, called in option_names(slot)]
    return Question(
        question(name, slot, language), kind_of(name, slot), choices, slot.skip, may_miss, again
    )


def interrupted(cursor: Cursor) -> list[str]:
    """Return the workflows that wait to be taken up again, the latest last."""
    return [frame.workflow for frame in cursor.waiting]
