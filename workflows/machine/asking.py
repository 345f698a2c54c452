"""Questions: what a state asks next, and what it asks again."""

from __future__ import annotations

from contracts.json import JsonObject
from workflows.file.slots import Slot
from workflows.machine.complaints import complaint
from workflows.machine.moves import Finish, Follow, Stay, WalkPart
from workflows.machine.slots.message import Reading
from workflows.machine.slots.shown import shown
from workflows.machine.slots.subject import CHANGE
from workflows.machine.slots.values import ValueProblem
from workflows.machine.steps import Asked, Said, Shown
from workflows.machine.texts import labels, question, title_of, words
from workflows.machine.walk import Walk, missing, open_slot, outer, wanted
from workflows.machine.wording import data_told, told

Buttons = tuple[tuple[str, str], ...]


def present(walk: Walk) -> WalkPart:
    """Ask for the first thing that is missing."""
    state = walk.state
    if state.show:
        props = {n: walk.slots.get(n) for n in walk.workflow.slots if n in walk.slots}
        place = f"{walk.workflow.workflow}.{walk.place}"
        yield Shown(place, state.show, props, data_told(walk, props))
    lacking, asking = missing(walk), walk.frame.asking
    if asking == CHANGE and not lacking:
        return (yield from ask_change(walk))
    open_one = asking if asking and asking != CHANGE and open_slot(walk) else None
    return (yield from ask(walk, lacking[0] if lacking else open_one or next(iter(wanted(walk)))))


def ask(walk: Walk, name: str) -> WalkPart:
    """Ask for a slot."""
    walk.frame.asking = name
    slot = open_slot(walk)
    if slot is not None and slot.type == "choice" and not slot.options:
        yield Said(words("no_options", walk.language))
        return Finish("cancelled")
    if slot is not None:
        text = " ".join(
            [told(walk, question(name, slot, walk.language)), *_so_far(walk, name, slot)]
        )
        yield _asked(walk, name, *(_narrower(walk, name, slot) or (text, _buttons(walk, slot))))
    return Stay()


def _so_far(walk: Walk, name: str, slot: Slot) -> list[str]:
    """Tell what is known of a slot that is asked for again: nothing is lost by asking."""
    held = walk.slots.get(name) if name in walk.workflow.slots else None
    if held is None:
        return []
    return [words("so_far", walk.language, value=shown(slot, held, walk.given.speech, "long"))]


def _buttons(walk: Walk, slot: Slot) -> Buttons:
    return tuple(labels(slot, walk.language))


def _narrower(walk: Walk, name: str, slot: Slot) -> tuple[str, Buttons] | None:
    """Return the question for what lacks, where a part of the answer is known already."""
    heard: JsonObject = walk.frame.heard.get(name, {})
    if offered := heard.get("offered"):
        speech = walk.given.speech
        named = [shown(slot, value, speech, "long") for value in dict.fromkeys(offered)]
        told_apart = len(set(named)) > 1
        problem = ValueProblem("several", offered)
        buttons = tuple((each, each) for each in named)
        return (complaint(slot, problem, speech), buttons) if told_apart else None
    half = "time" if "day" in heard else "day" if "clock" in heard else None
    return (words(half, walk.language), ()) if half and slot.type == "datetime" else None


def _as_asked(walk: Walk) -> list[str]:
    """Name the workflow's slots in the order of the questions, up to the one that is open.

    What the slots hold is in no order: the database keeps none.
    """
    here = [name for name in wanted(walk) if name in walk.workflow.slots]
    asked = here[: here.index(walk.frame.asking)] if walk.frame.asking in here else here
    return [*(name for name in walk.workflow.slots if name not in here), *asked]


def ask_before(walk: Walk) -> WalkPart:
    """Ask again what was answered last: somebody wants to go back to it."""
    asking = walk.frame.asking
    told = [n for n in _as_asked(walk) if n != asking and walk.slots.get(n) is not None]
    walk.message = ""
    return (yield from ask(walk, told[-1])) if told else (yield from ask_again(walk))


def ask_change(walk: Walk) -> WalkPart:
    """Ask for the slot that the message has named, else what should be different."""
    if walk.subject:
        return (yield from ask(walk, walk.subject))
    walk.frame.asking = CHANGE
    yield _asked(walk, "change", words("change", walk.language), ())
    return Stay()


def _asked(walk: Walk, name: str, text: str, options: Buttons) -> Asked:
    workflow = walk.workflow.workflow
    return Asked(name, text, options, walk.state.agent, workflow, dict(walk.slots))


def ask_again(walk: Walk) -> WalkPart:
    """Ask what was asked; what a caller wanted to know is asked no more once it is told."""
    asking = walk.frame.asking
    if asking in outer(walk):
        if not walk.noted:
            return (yield from ask(walk, asking))
        walk.frame.asking = None
        return (yield from go_on_asking(walk))
    if open_slot(walk) and asking not in missing(walk):
        return (yield from ask(walk, str(asking)))  # a slot that is to be changed
    return (yield from present(walk))


def go_on_asking(walk: Walk) -> WalkPart:
    """Ask for what is missing still; where nothing is, leave the state."""
    return (yield from present(walk)) if missing(walk) else Follow()


def complaints(walk: Walk, reading: Reading) -> list[Said]:
    """Say what is wrong with each answer that does not fit."""
    known = {**walk.workflow.slots, **wanted(walk)}
    known |= {name: slot for name, (_, slot) in outer(walk).items()}
    said: list[Said] = []
    for name, problem in reading.refused.items():
        if name in reading.values or name not in known:
            continue
        asked_soon = name == walk.frame.asking or walk.slots.get(name) is None
        lacking = problem.kind in ("several", "time", "day", "span")
        if lacking and asked_soon and name in walk.frame.heard:
            continue  # the question itself asks for what lacks
        text = complaint(known[name], problem, walk.given.speech)
        title = title_of(name, known[name], walk.language)
        said.append(Said(text if name == walk.frame.asking else f"{title}: {text}"))
    return said
