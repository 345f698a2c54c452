"""Reading a message, and keeping what it says: for the workflow, and for those that call it."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, cast

from contracts.json import JsonObject
from workflows.file.slots import Slot
from workflows.machine.moves import Steps
from workflows.machine.settling import settle_choice
from workflows.machine.slots.confirming import is_confirmation, weigh_confirmation
from workflows.machine.slots.evidence import bears_out
from workflows.machine.slots.message import Reading
from workflows.machine.slots.read import read
from workflows.machine.slots.shown import shown
from workflows.machine.slots.subject import CHANGE, subject_of
from workflows.machine.slots.values import accept_all
from workflows.machine.steps import Outcome, Read, Remembered, Step
from workflows.machine.texts import personal_data, title_of
from workflows.machine.walk import Outer, Walk, callers, outer, slots_now
from workflows.machine.wording import say


def recall(walk: Walk) -> None:
    """Take what the workflow saves in the profile from there: what is known is not asked."""
    saved = {name: slot for name, slot in walk.workflow.slots.items() if slot.save}
    known = {name: walk.profile.get(_field(str(slot.save))) for name, slot in saved.items()}
    walk.slots.update(accept_all(saved, known, walk.given.speech))


def read_message(walk: Walk, asked: str | None) -> Generator[Step, Outcome | None, Reading]:
    """Read the message: by ourselves, and by a model where one is there."""
    known, theirs = slots_now(walk), outer(walk)
    confirming = is_confirmation(walk.workflow, asked, known)
    filled = [n for n in known if walk.slots.get(n) is not None]
    begun = walk.before.frame_of(walk.workflow.workflow)
    reading = read(
        {**known, **{name: slot for name, (_, slot) in theirs.items()}},
        walk.message,
        speech=walk.given.speech,
        asked=asked,
        filled=[*filled, *theirs],  # of another's slots only what surely is for them is taken
        never=forbidden_data(walk),
        known=walk.slots,
        heard=walk.frame.heard,
        correcting=walk.frame.asking == CHANGE,
        confirming=confirming,
        beginning=begun is None or begun.state is None,
    )
    settle_choice(reading, asked, known.get(asked or ""), walk.message, walk.given.speech)
    if reading.forbidden:
        walk.frame.begun = None  # what is not to be collected is kept nowhere
        yield say(walk, "never", kinds=personal_data(reading.forbidden, walk.language))
    if confirming and asked:
        weigh_confirmation(reading, asked, known, walk.message, walk.slots)
        if reading.left_out:  # a change, which comes before a yes
            reading.values.pop(asked, None)
            reading.refused.pop(asked, None)
    yield from _hand_out(walk, reading, theirs, asked)
    outcome = yield Read(
        walk.workflow.workflow, walk.message, tuple(known), asked, dict(reading.values)
    )
    told: object = outcome.output if outcome else None
    if isinstance(told, dict):
        raw = cast("JsonObject", told)
        mine = {n: v for n, v in raw.items() if n in known and n not in reading.values}
        told_by_model = accept_all(known, mine, walk.given.speech)
        believed = _believed(walk, known, told_by_model, reading, asked)
        if confirming and any(walk.slots.get(n) != v for n, v in believed.items()):
            reading.values.pop(str(asked), None)  # the change comes first
        reading.values |= believed
    _note_subject(walk, reading, theirs)
    walk.message = ""
    return reading


def _believed(
    walk: Walk, known: Mapping[str, Slot], told: JsonObject, reading: Reading, asked: str | None
) -> JsonObject:
    """Keep of a model's values what the message bears out.

    A confirmation is a person's alone, and what they have said before stays unless they correct it.
    """
    speech, message, believed = walk.given.speech, walk.message, JsonObject()
    revising = reading.correcting or is_confirmation(walk.workflow, asked, known)
    for name, value in told.items():
        if name not in walk.workflow.slots and known[name].type == "boolean":
            continue
        settled = walk.slots.get(name) is not None and name != asked and not revising
        if not settled and bears_out(message, known[name], value, speech, asked=name == asked):
            believed[name] = value
    return believed


def keep(walk: Walk, reading: Reading) -> Steps:
    """Put what was read into the slots, and into the profile where they are saved there."""
    _note_halves(walk, reading)
    yield from _empty(walk, reading)
    for name, value in reading.values.items():
        if walk.slots.get(name) == value:
            continue
        walk.slots[name] = value
        slot = walk.workflow.slots.get(name)
        walk.changed = walk.changed or slot is not None
        if slot and slot.save:
            yield _remembered(walk, slot.save, value)


def _empty(walk: Walk, reading: Reading) -> Steps:
    """Empty what somebody denies, and say so where it held something."""
    gone = [name for name in dict.fromkeys(reading.left_out) if name in walk.workflow.slots]
    walk.frame.skipped += [name for name in gone if name not in walk.frame.skipped]
    told = [name for name in gone if walk.slots.pop(name, None) is not None]
    if told:
        walk.changed = True
        titles = (title_of(name, walk.workflow.slots[name], walk.language) for name in told)
        yield say(walk, "left_out", names=", ".join(titles))


def _note_halves(walk: Walk, reading: Reading) -> None:
    """Remember what was told of a slot and was not enough, and what it may be either of."""
    heard = walk.frame.heard
    for name, told in reading.heard.items():
        if told and name not in reading.values:
            heard[name] = heard.get(name, {}) | told
            heard[name].pop("offered", None)
    for name, problem in reading.refused.items():
        limit: object = problem.limit
        if problem.kind in ("min", "max"):  # the day that was told before is no use either
            heard.pop(name, None)
        if problem.kind == "several" and isinstance(limit, list):
            offered = cast("list[Any]", limit)
            heard[name] = heard.get(name, {}) | {"offered": offered}
    for name in reading.values:
        heard.pop(name, None)


def forbidden_data(walk: Walk) -> list[str]:
    """Return the kinds of personal data that no workflow at work may collect."""
    heard = [walk.workflow, *map(walk.world.at, callers(walk))]
    return [n for w in heard for rule in w.rules if rule.kind == "never" for n in rule.names]


def _hand_out(walk: Walk, reading: Reading, theirs: Outer, asked: str | None) -> Steps:
    """Put what is a caller's into the caller's slots, and say that it was heard."""
    told = {n: reading.values.pop(n) for n in theirs if n in reading.values}
    for name, value in told.items():
        frame, slot = theirs[name]
        frame.slots[name] = value
        walk.noted.append(titled(walk, name, slot, value))
        if slot.save:
            yield _remembered(walk, slot.save, value)
    if told and reading.values == {asked: False}:  # "no, X" denied X, not what was asked
        reading.values.clear()
    if told:
        yield say(walk, "noted", names=", ".join(walk.noted))


def note(walk: Walk, name: str, value: Any) -> str:
    """Tell a datum of the workflow and what was heard of it; a personal one is only named."""
    return titled(walk, name, slots_now(walk)[name], value)


def titled(walk: Walk, name: str, slot: Slot, value: Any) -> str:
    """Tell a datum by its title and what was heard of it; a personal one is only named."""
    title = title_of(name, slot, walk.language)
    return title if slot.pii else f"{title}: {shown(slot, value, walk.given.speech)}"


def _remembered(walk: Walk, save: str, value: Any) -> Remembered:
    walk.profile[_field(save)] = value
    return Remembered(_field(save), value)


def _field(save: str) -> str:
    return save.removeprefix("profile.")


def _note_subject(walk: Walk, reading: Reading, theirs: Outer) -> None:
    """Note the slot that a correction is about where it does not say what is right."""
    asking = walk.frame.asking
    told = {name for name in reading.values if name in walk.workflow.slots}
    confirming = is_confirmation(walk.workflow, asking, slots_now(walk))
    unanswered = confirming and asking not in reading.values
    changing = asking is not None and (reading.correcting or unanswered)
    if told or reading.left_out or walk.noted or not changing or reading.question:
        return
    if reading.told_again:
        return  # "no, it's the red one", and it is: nothing is to be changed
    all_slots = walk.workflow.slots | {name: slot for name, (_, slot) in theirs.items()}
    told_before = {
        n: s for n, s in all_slots.items() if n in theirs or walk.slots.get(n) is not None
    }
    slots = told_before or all_slots  # what nobody has told can be no mistake
    wrong = [name for name in reading.refused if name in slots and name != asking]
    subject = wrong[0] if len(wrong) == 1 else subject_of(slots, walk.message)
    holder = theirs[subject][0].slots if subject in theirs else walk.slots
    walk.subject = subject if holder.get(subject or "") is not None else None
