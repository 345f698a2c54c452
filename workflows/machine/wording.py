"""Texts of a workflow and of the engine, with what the conversation knows filled in."""

from __future__ import annotations

from typing import Any

from language.json_text import map_leaves
from workflows.file.words import in_language
from workflows.machine.steps import Said
from workflows.machine.texts import called, fill_in, words
from workflows.machine.walk import Walk


def say(walk: Walk, key: str, **facts: object) -> Said:
    """Say one of the engine's own texts."""
    return Said(words(key, walk.language, **facts))


def title(walk: Walk) -> str:
    """Return what the workflow is called."""
    return in_language(walk.workflow.title, walk.language)


def told(walk: Walk, text: str) -> str:
    """Fill a text's places in, choices by what people call them."""
    known = {name: walk.workflow.slot(name) for name in walk.slots}
    spoken = {
        name: called(slot, value, walk.language) if (slot := known[name]) and slot.of else value
        for name, value in walk.slots.items()
    }
    return fill_in(text, spoken, walk.profile, walk.frame.results)


def filled_in(walk: Walk, value: Any) -> Any:
    """Put slots into the texts of arguments; one that is a slot alone keeps its type."""

    def changed(leaf: Any) -> Any:
        if not isinstance(leaf, str):
            return leaf
        name = leaf[1:-1] if leaf.startswith("{") and leaf.endswith("}") else ""
        if name in walk.slots:
            return walk.slots[name]
        return fill_in(leaf, walk.slots, walk.profile, walk.frame.results)

    return map_leaves(value, changed)
