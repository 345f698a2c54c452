"""Texts of a workflow and of the engine, with what the conversation knows filled in."""

from __future__ import annotations

from typing import Any

from contracts.json import JsonMapping, JsonObject
from language.json_text import map_leaves
from workflows.file.words import in_language
from workflows.machine.slots.shown import shown, spoken
from workflows.machine.steps import Said
from workflows.machine.texts import HOLE, fill_in, title_of, without_holes, words
from workflows.machine.walk import Walk, slot_now, slots_now


def say(walk: Walk, key: str, **facts: object) -> Said:
    """Say one of the engine's own texts."""
    return Said(words(key, walk.language, **facts))


def title(walk: Walk) -> str:
    """Return what the workflow is called."""
    return in_language(walk.workflow.title, walk.language)


def called(walk: Walk) -> str:
    """Return all that the workflow is called, in every language."""
    title = walk.workflow.title
    titles = [title] if isinstance(title, str) else title.values()
    return " ".join([walk.workflow.workflow.replace("_", " "), *titles])


def told(walk: Walk, text: str) -> str:
    """Fill a text's places in, with values as people read them."""
    speech = walk.given.speech

    def show(name: str | None, value: Any, form: str | None) -> str:
        slot = slot_now(walk, name) if name else None
        if slot is not None and value is None:
            return HOLE
        return shown(slot, value, speech, form or "")

    return without_holes(fill_in(text, _known(walk), show), words("not_given", walk.language))


def data_told(walk: Walk, values: JsonMapping) -> tuple[tuple[str, str], ...]:
    """Return what each datum is called and what it says, as people read both."""
    language = walk.language
    return tuple(
        (title_of(name, slot, language), shown(slot, value, walk.given.speech))
        for name, value in values.items()
        if (slot := slot_now(walk, name)) is not None and value is not None
    )


def arguments(walk: Walk, args: JsonMapping) -> JsonObject:
    """Fill a tool's arguments in, however deep; a slot that nobody has filled is nothing at all."""
    return {name: filled_in(walk, value, lacking=None) for name, value in args.items()}


def filled_in(walk: Walk, value: Any, lacking: str | None = "") -> Any:
    """Put slots into the texts of arguments; one that is a slot alone keeps its type.

    `lacking` stands for a slot alone that nobody has filled.
    """
    slots = slots_now(walk)

    def as_it_is(name: str | None, value: Any, form: str | None) -> str:
        """Write a value for programs: a tool is given 2026-11-21."""
        if isinstance(value, bool):
            return spoken(value, walk.language)
        return "" if value is None or isinstance(value, dict | list) else str(value)[:500]

    def changed(leaf: Any) -> Any:
        if not isinstance(leaf, str):
            return leaf
        name = leaf[1:-1] if leaf.startswith("{") and leaf.endswith("}") else ""
        if name in walk.slots or name in slots:
            return walk.slots.get(name, lacking)
        return fill_in(leaf, _known(walk), as_it_is)

    return map_leaves(value, changed)


def _known(walk: Walk) -> dict[str, JsonMapping]:
    return {"slots": walk.slots, "profile": walk.profile, "results": walk.frame.results}
