"""The workflows as one turn sees them: those that are served, and older ones that frames keep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from workflows.file.schema import Workflow
from workflows.machine.cursor import Frame


@dataclass(frozen=True, slots=True)
class Edition:
    """One content of a workflow; the hash names it, and is empty where nothing needs a name."""

    workflow: Workflow
    hash: str = ""

    def fits(self, frame: Frame) -> bool:
        """Tell whether a frame of a conversation was written by this very content."""
        known = frame.hash is None or frame.hash == self.hash
        return known and frame.version == self.workflow.version


class World(Mapping[str, Workflow]):
    """What is served, by name, and what is kept for frames that began with another content."""

    def __init__(
        self,
        served: Mapping[str, Edition],
        kept: Mapping[str, Edition] | None = None,
    ) -> None:
        self._served = served
        self._kept = kept or {}
        self._latest: dict[str, Edition] = {}

    @classmethod
    def of(cls, workflows: Mapping[str, Workflow]) -> World:
        """Take a world as it is; workflows without a past become one."""
        if isinstance(workflows, World):
            return workflows
        return cls({name: Edition(workflow) for name, workflow in workflows.items()})

    def __getitem__(self, name: str) -> Workflow:
        return self.edition(name).workflow

    def __contains__(self, name: object) -> bool:
        return name in self._served

    def __iter__(self) -> Iterator[str]:
        return iter(self._served)

    def __len__(self) -> int:
        return len(self._served)

    def edition(self, name: str) -> Edition:
        """Return what a conversation that begins now is given."""
        return self._served[name]

    def note_given(self) -> None:
        """Keep what was given, where somebody wants to know of it later."""

    def held(self, frame: Frame) -> Edition | None:
        """Return the content that a frame began with, where it is still known."""
        found = self._kept.get(frame.hash or "")
        return found if found and found.workflow.workflow == frame.workflow else None

    def at(self, frame: Frame) -> Workflow:
        """Return the workflow of a frame: the content it began with, else the one served."""
        found = self.held(frame) or self.edition(frame.workflow)
        self._latest[frame.workflow] = found
        return found.workflow

    def latest(self, name: str) -> Edition:
        """Return the content in which the walk stands, or last stood, in a workflow."""
        return self._latest.get(name) or self.edition(name)
