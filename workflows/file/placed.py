"""The parts of a workflow, each with where it stands in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from language.json_text import leaves
from workflows.file.schema import Workflow
from workflows.file.slots import Slot
from workflows.file.states import State
from workflows.file.words import LocalizedText

_PLACE = re.compile(r"\{([A-Za-z_][\w.]*)(?::\w*)?\}")


def placed_slots(workflow: Workflow) -> Iterator[tuple[list[Any], Slot]]:
    """List every slot with where it stands."""
    for name, slot in workflow.slots.items():
        yield ["slots", name], slot
    for name, state in workflow.states.items():
        for asked, slot in (state.ask or {}).items():
            if slot:
                yield ["states", name, "ask", asked], slot


def all_slots(workflow: Workflow) -> Iterator[tuple[str, Slot]]:
    """List every slot, of the workflow and of its questions."""
    for path, slot in placed_slots(workflow):
        yield path[-1], slot


def targets(state: State) -> Iterator[tuple[list[Any], str]]:
    """List every state that a state names, with where."""
    for key in ("go", "branch"):
        for at, way in enumerate(getattr(state, key) or []):
            yield [key, at, "to"], way.to
    for key in ("on_error", "on_timeout"):
        if target := getattr(state, key):
            yield [key], target


def texts(workflow: Workflow) -> Iterator[tuple[list[Any], LocalizedText]]:
    """List every text that a person may read, with where it stands."""
    yield ["title"], workflow.title
    for path, slot in placed_slots(workflow):
        for key in ("ask", "title", "help", "invalid"):
            if words := getattr(slot, key):
                yield [*path, key], words
    for name, answer in workflow.answers.items():
        yield ["answers", name, "say"], answer.say
        for at, link in enumerate(answer.links):
            yield ["answers", name, "links", at, "title"], link.title
    for name, state in workflow.states.items():
        for key in ("say", "title"):
            if words := getattr(state, key):
                yield ["states", name, key], words


def places(written: Any) -> list[str]:
    """List what is to be filled in, in a text or anywhere in arguments: `{this}`."""
    return [n for leaf in leaves(written) if isinstance(leaf, str) for n in _PLACE.findall(leaf)]


def written_in(state: State) -> Iterator[tuple[list[Any], Any]]:
    """List what a state says and gives to others, with where: texts, arguments, props."""
    for key in ("say", "args", "props"):
        if (written := getattr(state, key)) is not None:
            yield [key], written
    for at, task in enumerate(state.parallel or []):
        if task.args is not None:
            yield ["parallel", at, "args"], task.args
    for name, slot in (state.ask or {}).items():
        if slot and slot.ask:
            yield ["ask", name, "ask"], slot.ask
