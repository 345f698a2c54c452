"""What is known of a tool from outside: what it takes, and whether calling it changes something."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol, cast

from contracts.json import JsonMapping


class DeclaredTool(Protocol):
    """A tool as far as a file can be held against it."""

    @property
    def schema(self) -> JsonMapping: ...
    @property
    def side_effect(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class ToolFacts:
    """The same as plain data, to be sent to another process."""

    schema: JsonMapping
    side_effect: bool = False


# Names alone, or with what is known of each; None of one that nobody has seen yet.
KnownTools = Collection[str] | Mapping[str, DeclaredTool | None]


def declared(tools: KnownTools, name: str) -> DeclaredTool | None:
    """Return what is known of a tool beside its name, if anything is."""
    if not isinstance(tools, Mapping):
        return None
    return cast("Mapping[str, DeclaredTool | None]", tools).get(name)
