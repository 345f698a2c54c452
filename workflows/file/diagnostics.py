"""What is wrong or doubtful about a workflow file, as it is found and told."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

from language.suggestions import meant
from workflows.file.schema import Workflow
from workflows.file.source import Source


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Something about a file that is wrong (an error) or doubtful (a warning)."""

    level: Literal["error", "warning"]
    place: str
    message: str

    @property
    def line(self) -> str:
        """Write it as file:line:column: message."""
        return f"{self.place}: {self.message}"


class Diagnostics:
    """The findings about one file as they are gathered."""

    def __init__(self, workflow: Workflow, source: Source) -> None:
        self.workflow = workflow
        self.source = source
        self.found: list[Diagnostic] = []

    def error(self, path: Collection[Any], message: str) -> None:
        self.found.append(Diagnostic("error", self.source.at(path), message))

    def warn(self, path: Collection[Any], message: str) -> None:
        self.found.append(Diagnostic("warning", self.source.at(path), message))

    def name(self, path: list[Any], what: str, name: str, known: Collection[str]) -> None:
        if name not in known:
            self.error(path, f"there is no {what} '{name}'{meant(name, known)}")
