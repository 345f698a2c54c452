"""Data that are the same as in another form of the conversation: "same name as for the workshop".

Only what tells who somebody is and where: the day of one thing is not that of another. It is taken
where it is certain which value is meant, and said to be noted, so that it can be put right.
"""

from __future__ import annotations

from collections.abc import Iterable

from language.idle_words import telling_words
from language.matching import stems
from language.same_things import same_things, says_same
from workflows.file.schema import Workflow
from workflows.file.slots import Slot
from workflows.file.words import LANGUAGES, in_language
from workflows.machine.cursor import Frame
from workflows.machine.listening import note
from workflows.machine.moves import Steps
from workflows.machine.slots.message import Reading, cues, kind_of, question_of
from workflows.machine.slots.read_streets import holds_place
from workflows.machine.slots.subject import KIND_WORDS
from workflows.machine.slots.values import accept
from workflows.machine.walk import Walk
from workflows.machine.wording import say

_PERSONAL = frozenset({"name", "phone", "email", "document", "address", "city"})
_PLACE = ("address", "place", "endereco", "lugar", "local")
_MOST_TELLING = 60  # words that a workflow is called by


def take_same(walk: Walk, reading: Reading, said: str) -> list[str]:
    """Read what a message says is the same as before, as far as it is open; name what was read."""
    frames = [f for f in _others(walk) if f.workflow in walk.world]
    open_ = {n: s for n, s in walk.workflow.slots.items() if _is_open(walk, reading, n, s)}
    if not frames or not open_:
        return []
    called = {n: _called(n, s) for n, s in open_.items()}
    done = {word for frame in frames for word in _titled(walk.world.at(frame))}
    meant, everything = same_things(said, {*done, *(w for each in called.values() for w in each)})
    asked = walk.frame.asking if meant and not any(meant & each for each in called.values()) else ""
    taken: dict[str, str] = {}
    for name, slot in open_.items():
        if everything or meant & called[name] or name == asked:
            values = list(dict.fromkeys(_told_in(walk, frames, name, slot)))
            taken |= {name: values[0]} if len(values) == 1 else {}
    reading.values |= taken
    reading.chosen += taken
    for name in taken:
        reading.refused.pop(name, None)
    return list(taken)


def noted(walk: Walk, names: Iterable[str]) -> Steps:
    """Say what was taken from before, so that it can be put right."""
    heard = [note(walk, name, walk.slots[name]) for name in names if walk.slots.get(name)]
    if heard:
        yield say(walk, "noted", names=", ".join(heard))


def _others(walk: Walk) -> list[Frame]:
    cursor = walk.cursor
    found = [cursor.ended, cursor.aside, *cursor.waiting]
    return [frame for frame in found if frame is not None]


def _is_open(walk: Walk, reading: Reading, name: str, slot: Slot) -> bool:
    """Tell whether a personal datum is not told yet, here or in the message."""
    told = str(reading.values.get(name, ""))  # "the same address" may be taken for one
    empty = walk.slots.get(name) is None and (not told or says_same(told))
    return empty and slot.source is None and _kind(name, slot) in _PERSONAL


def _kind(name: str, slot: Slot) -> str:
    kind = kind_of(name, slot)
    return "address" if kind == "text" and holds_place(name, slot) else kind


def _called(name: str, slot: Slot) -> set[str]:
    """Return the stems of the words for a datum."""
    kind = _PLACE if _kind(name, slot) == "address" else KIND_WORDS.get(_kind(name, slot), ())
    asked = telling_words(question_of(slot), _MOST_TELLING)
    return {*(s for cue in cues(name, slot) for s in stems(cue)), *stems(" ".join(kind)), *asked}


def _titled(workflow: Workflow) -> Iterable[str]:
    titles = [in_language(workflow.title, language) for language in LANGUAGES]
    return telling_words(" ".join([*titles, *workflow.route.examples]), _MOST_TELLING)


def _told_in(walk: Walk, frames: Iterable[Frame], name: str, slot: Slot) -> Iterable[str]:
    """Yield what was told to the same question, or to the only one of its kind."""
    kind = _kind(name, slot)
    alone = sum(_kind(n, s) == kind for n, s in walk.workflow.slots.items()) == 1
    for frame in frames:
        theirs = walk.world.at(frame).slots
        same = [n for n, s in theirs.items() if _kind(n, s) == kind]
        if name in same and frame.slots.get(name) is not None:
            found = [name]
        else:
            found = same if alone and len(same) == 1 else []
        for each in found:
            value, problem = accept(slot, frame.slots.get(each), walk.given.speech)
            if problem is None and isinstance(value, str):
                yield value
