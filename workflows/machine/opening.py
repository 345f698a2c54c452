"""What begins a workflow and tells already what is asked for: the story of a complaint.

"My son cut his hand on your cupboard" is the answer to "What happened?", whoever reads it first.
Until the story is handed on, what else is told of it and answers nothing is added to it.
"""

from __future__ import annotations

from collections.abc import Generator

from language.denied import question_words
from language.flat import flat
from language.matching import stem, words
from language.moved import speaks_of_change
from language.stories import (
    IN_GENERAL,
    asks_for_story,
    behind_courtesy,
    joined,
    tells_change,
    tells_story,
)
from workflows.file.schema import Workflow
from workflows.file.slots import Slot
from workflows.file.words import in_language
from workflows.machine.moves import Steps
from workflows.machine.slots.message import Reading, cues, kind_of, question_of
from workflows.machine.slots.read_texts import is_code
from workflows.machine.slots.values import accept
from workflows.machine.spoken_of import take_spoken_of
from workflows.machine.steps import Outcome, Step
from workflows.machine.texts import title_of
from workflows.machine.walk import Walk
from workflows.machine.wording import called, say

_OPENED = "opened"  # of a slot: it was told with the message that began the workflow
_LONGEST = 2_000
_ENOUGH = 2  # words of its own: "the canoe sank"
_MORE = 3  # words that tell something of what has happened, and are no failed answer


def take_opening(walk: Walk, reading: Reading) -> Steps:
    """Take more of the message that begins a workflow than its values: its story, its thing."""
    begun = walk.before.frame_of(walk.workflow.workflow)
    if begun is None or begun.state is None:
        yield from _take_story(walk, reading)
        yield from take_spoken_of(walk)


def _take_story(walk: Walk, reading: Reading) -> Steps:
    """Take the message for the story that is asked for, if it tells one."""
    name = next(filter(None, (_story_slot(walk, n) for n in walk.workflow.slots)), "")
    if not name or reading.forbidden or not _is_story(walk, name, reading):
        return
    if _told(walk, name, behind_courtesy(reading.told)):
        title = title_of(name, walk.workflow.slots[name], walk.language)
        yield say(walk, "story", title=title)


def add_to_story(walk: Walk, said: str) -> Generator[Step, Outcome | None, bool]:
    """Add what tells more to the story that began the workflow, where it is no answer."""
    names = [name for name, heard in walk.frame.heard.items() if _opened(heard)]
    if not names or names[0] == walk.frame.asking or not tells_story(said, least=_MORE):
        return False
    before = str(walk.slots.get(names[0], ""))
    if not _told(walk, names[0], joined([before, said])):
        return False
    yield say(walk, "added", title=title_of(names[0], walk.workflow.slots[names[0]], walk.language))
    return True


def holds_story(walk: Walk, name: str) -> bool:
    """Tell whether a slot of the workflow is a text that asks what has happened."""
    slot = walk.workflow.slots[name]
    asked = in_language(slot.ask, walk.language) if slot.ask else ""
    return kind_of(name, slot) == "text" and not is_code(slot) and asks_for_story(asked)


def asks_for_change(workflow: Workflow) -> bool:
    """Tell whether a workflow asks, in words of one's own, for what is to be changed."""
    return any(_asks_for_change(name, slot) for name, slot in workflow.slots.items())


def take_change(walk: Walk) -> None:
    """Take the message that says what is to be different for the answer to what is to be."""
    slots = walk.workflow.slots.items()
    name = next((n for n, s in slots if _asks_for_change(n, s) and walk.slots.get(n) is None), None)
    if name is not None:
        _told(walk, name, walk.given.message)


def _asks_for_change(name: str, slot: Slot) -> bool:
    own = kind_of(name, slot) == "text" and not is_code(slot)
    return own and speaks_of_change(flat(question_of(slot)))


def _is_story(walk: Walk, name: str, reading: Reading) -> bool:
    """Tell whether a message says what happened, or what is to be changed where that is asked."""
    named = _words_of(walk)
    if tells_story(reading.left, named | IN_GENERAL, _ENOUGH):
        return True
    if not _asks_for_change(name, walk.workflow.slots[name]):
        return False
    return tells_change(reading.told, named)


def _words_of(walk: Walk) -> set[str]:
    """Return the words by which everybody calls the workflow and what it collects."""
    titles = (
        word for n, s in walk.workflow.slots.items() for cue in cues(n, s) for word in words(cue)
    )
    return {*question_words(called(walk)), *map(stem, titles)}


def _story_slot(walk: Walk, name: str) -> str | None:
    """Return the slot's name if it is an unfilled text that asks what has happened."""
    return name if walk.slots.get(name) is None and holds_story(walk, name) else None


def _told(walk: Walk, name: str, text: str) -> bool:
    value, problem = accept(walk.workflow.slots[name], text[:_LONGEST], walk.given.speech)
    if problem is not None:
        return False
    walk.slots[name], walk.changed = value, True
    walk.frame.heard[name] = {_OPENED: True}
    return True


def _opened(heard: object) -> bool:
    return isinstance(heard, dict) and _OPENED in heard
