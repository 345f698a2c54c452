"""Texts of a workflow and of the engine, with what the conversation knows filled in."""

from __future__ import annotations

from typing import Any, cast

from workflows.file.schema import in_language
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
    if isinstance(value, str):
        name = value[1:-1] if value.startswith("{") and value.endswith("}") else ""
        if name in walk.slots:
            return walk.slots[name]
        return fill_in(value, walk.slots, walk.profile, walk.frame.results)
    if isinstance(value, dict):
        return {k: filled_in(walk, v) for k, v in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [filled_in(walk, v) for v in cast("list[Any]", value)]
    return value
