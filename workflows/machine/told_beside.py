"""What an answer tells beside itself and no slot takes: "no, and my son cannot hear".

It goes where the form keeps what people tell: to the story, else to its remarks. Where there is
neither, it is said that it is noted nowhere.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from language.matching import stem, words
from language.remarks import tells_of_somebody, tells_something, told_in, wishes_something
from language.speech_acts.classify import clause_reading
from language.stories import joined
from workflows.machine.moves import Steps
from workflows.machine.opening import holds_story
from workflows.machine.slots.confirming import is_confirmation
from workflows.machine.slots.message import Reading, cues, kind_of, question_of
from workflows.machine.slots.read_streets import holds_place, takes_remarks
from workflows.machine.slots.read_texts import is_code
from workflows.machine.slots.values import accept, option_names
from workflows.machine.steps import Outcome, Step
from workflows.machine.texts import title_of
from workflows.machine.walk import Walk, slots_now
from workflows.machine.wording import say

_LONGEST = 2_000
_HALF = frozenset({"several", "time", "day"})  # it answers, and is asked about
_ANSWERS, _PLAINLY = 0.5, 0.8
_SHOWN = 160  # characters of what is told back


def add_told(walk: Walk, reading: Reading) -> Steps:
    """Keep what is told beside an answer, and say where; a last yes is asked for once more."""
    asking = walk.frame.asking or ""
    confirming = is_confirmation(walk.workflow, asking, slots_now(walk))
    if not (_is_unread(reading, asking) if confirming else _is_answered(walk, reading, asking)):
        return
    name = _place(walk, reading, confirming=confirming)
    named, story = _named(walk, asking), bool(name and holds_story(walk, name))
    plain = partial(tells_something, named=named, story=story)
    if name and not (confirming or story or walk.given.also):
        plain = partial(_tells_or_wishes, named=named)
    half = asking in reading.refused and not confirming
    told = told_in(reading.rest, tells_of_somebody if half else plain)
    if told is None:
        return
    if name is None:
        if not confirming:  # whoever is asked whether all is right is told what was not read
            yield say(walk, "noted_nowhere", told=told[:_SHOWN])
        return
    if _added(walk, reading, name, told):
        reading.chosen.append(name)
        reading.refused.pop(asking, None) if confirming else None
        yield say(walk, "added", title=title_of(name, walk.workflow.slots[name], walk.language))


def _tells_or_wishes(clause: str, named: set[str]) -> bool:
    return tells_something(clause, named) or wishes_something(clause, named)


def add_told_first(walk: Walk, reading: Reading) -> Steps:
    """Keep what the message that begins a form tells of somebody, where the form takes remarks."""
    name = next((n for n in walk.workflow.slots if _holds_remarks(walk, n)), None)
    told = told_in(reading.rest, partial(tells_of_somebody, others=True)) if name else None
    if name and told and walk.slots.get(name) is None and _added(walk, reading, name, told):
        yield say(walk, "added", title=title_of(name, walk.workflow.slots[name], walk.language))


def add_remark(walk: Walk, reading: Reading, said: str) -> Generator[Step, Outcome | None, bool]:
    """Keep what is plainly told in place of an answer where the form takes remarks."""
    asking, named = walk.frame.asking or "", _named(walk, walk.frame.asking or "")
    answers = reading.reply is not None and reading.reply.of("answers") >= _ANSWERS
    name = next((n for n in walk.workflow.slots if n != asking and _holds_remarks(walk, n)), None)
    if name is None or answers or clause_reading(said).of("tells", "upset") < _PLAINLY:
        return False
    told = told_in([said], partial(tells_something, named=named))
    if told is None or not _added(walk, reading, name, told):
        return False
    yield say(walk, "added", title=title_of(name, walk.workflow.slots[name], walk.language))
    return True


def _added(walk: Walk, reading: Reading, name: str, told: str) -> bool:
    slot, before = walk.workflow.slots[name], str(walk.slots.get(name) or "")
    value, problem = accept(slot, joined([before, told])[:_LONGEST], walk.given.speech)
    if problem is not None or told in before:
        return False
    reading.values[name] = walk.slots[name] = value
    walk.changed = True
    return True


def _is_unread(reading: Reading, asking: str) -> bool:
    problem = reading.refused.get(asking)
    return asking not in reading.values and problem is not None and problem.kind == "unread"


def _is_answered(walk: Walk, reading: Reading, asking: str) -> bool:
    """Tell whether what was asked for is answered, and by no text that takes all of it."""
    slot = walk.workflow.slots.get(asking)
    if slot is None or slot.type == "boolean":
        return False
    if kind_of(asking, slot) == "text" and not (is_code(slot) or holds_place(asking, slot)):
        return False
    problem = reading.refused.get(asking)
    half = problem is not None and problem.kind in _HALF
    return half or asking in reading.values or asking in reading.left_out


def _named(walk: Walk, asking: str) -> set[str]:
    """Return the stems of the words that call what is collected and its options, or ask for it."""
    slots = slots_now(walk)
    called = {w for n, s in slots.items() for cue in cues(n, s) for w in words(cue)}
    called |= {w for s in slots.values() for _, told in option_names(s) for w in words(told)}
    asked = words(question_of(slots[asking])) if asking in slots else []
    return {stem(word) for word in [*called, *asked]}


def _place(walk: Walk, reading: Reading, *, confirming: bool) -> str | None:
    """Return the slot that keeps what people tell: the story, else the remarks."""
    slots = walk.workflow.slots
    told = [n for n in slots if n not in reading.values and n not in reading.left_out]
    if confirming:  # all was asked for: what is empty was passed over
        told = [n for n in told if walk.slots.get(n) is not None or n in walk.frame.skipped]
    story = next((n for n in told if holds_story(walk, n)), None)
    return story or next((n for n in told if _holds_remarks(walk, n)), None)


def _holds_remarks(walk: Walk, name: str) -> bool:
    slot = walk.workflow.slots[name]
    if kind_of(name, slot) != "text" or is_code(slot) or holds_place(name, slot):
        return False
    return takes_remarks(slot)
