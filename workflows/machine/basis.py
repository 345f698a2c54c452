"""What a result was worked out from: when that changes, the result is void and made anew.

Who was told that Thursday is free and then says "no, Saturday" must not have Saturday booked on
the word of Thursday. Effects are no results: what was done is not done again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from contracts.json import JsonObject
from language.json_text import map_leaves
from workflows.file.conditions import compile_condition
from workflows.machine.texts import PLACE
from workflows.machine.walk import Walk


def note_basis(walk: Walk, used: Collection[str]) -> None:
    """Note which slots the state's result rests on, as they are now."""
    walk.frame.basis.pop(walk.place, None)  # it moves to the end: the order is that of the work
    walk.frame.basis[walk.place] = {name: walk.slots.get(name) for name in sorted(used)}


def slots_in(walk: Walk, *written: Any) -> set[str]:
    """Name the slots that stand in texts and arguments, and those that results in them rest on.

    `None` stands for arguments that nobody has written: any slot may be one.
    """
    if any(one is None for one in written):
        return set(walk.slots)
    return {name for one in written for text in _texts(one) for name in _named(walk, text)}


def slots_decided_by(walk: Walk) -> set[str]:
    """Name the slots that the ways out of the state go by."""
    conditions = (way.condition for way in walk.state.ways if way.condition)
    names = {name for one in conditions for name in compile_condition(one).names}
    found = names & walk.workflow.slots.keys()
    if "results" in names:
        found |= _of_results(walk.frame.basis)
    return set(walk.slots) if "slots" in names else found


def outdated_state(walk: Walk) -> str | None:
    """Return the first state whose result rests on what is no longer so; forget such results."""
    basis = walk.frame.basis
    void = [name for name, used in basis.items() if _differs(used, walk.slots)]
    for name in void:
        del basis[name]
        walk.frame.results.pop(name, None)
    return next((name for name in void if name in walk.workflow.states), None)


def _differs(used: JsonObject, slots: JsonObject) -> bool:
    return any(slots.get(name) != value for name, value in used.items())


def _of_results(basis: dict[str, JsonObject], *states: str) -> set[str]:
    """Name the slots that the results of these states rest on; of all of them if none is named."""
    return {name for state, used in basis.items() if not states or state in states for name in used}


def _named(walk: Walk, text: str) -> Iterator[str]:
    for place in PLACE.finditer(text):
        owner, field, *_ = *place["path"].split("."), ""
        if owner == "results":
            yield from _of_results(walk.frame.basis, field)
        elif owner == "slots":
            yield from [field] if field else walk.slots
        elif walk.workflow.slot(owner):
            yield owner


def _texts(written: Any) -> list[str]:
    found: list[str] = []
    map_leaves(written, lambda leaf: found.append(leaf) if isinstance(leaf, str) else None)
    return found
