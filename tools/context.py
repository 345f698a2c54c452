"""What a tool is given beside its arguments: who calls, where, and what it may do meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

from analysis.profile import DatasetProfile
from analysis.query import DataQuery
from analysis.result import QueryResult
from analysis.table_names import named
from contracts.errors import ToolFailed
from contracts.events import AnyWidget, Task, TaskList, TaskStatus, TaskUpdate
from contracts.json import JsonMapping, JsonObject
from contracts.messages import Caller, PersonPreferences
from tools.dashboards import NoDashboards, ToolDashboards
from tools.sandbox.result import SandboxResult
from tools.widgets import WidgetTray


class TaskBoard(Protocol):
    """The visible plan of the turn; what is told here is shown when the call has ended."""

    def planned(self, tasks: Sequence[str]) -> TaskList:
        """Return the event of a new plan."""
        ...

    def marked(self, task: str, status: TaskStatus, error: str | None) -> TaskUpdate | None:
        """Return the event of a task that got further; None where there is no such task."""
        ...


class ToolStore(Protocol):
    """What a tool may keep for its caller; every call is scoped to that person."""

    async def save_note(self, key: str, text: str) -> bool:
        """Keep a note; False if that key was kept before, and nothing changed."""
        ...

    async def list_notes(self) -> list[dict[str, str]]:
        """Return the caller's notes, oldest first."""
        ...

    async def forget_notes(self, about: str = "") -> int:
        """Delete the caller's notes of this session that hold these words, and count them."""
        ...

    async def profile(self) -> JsonObject:
        """Return the caller's profile."""
        ...

    async def update_profile(self, fields: JsonMapping) -> None:
        """Put fields into the caller's profile; others stay."""
        ...

    async def report(self, key: str, turn_id: UUID, category: str, reason: str) -> bool:
        """Put the caller's message of a turn before the moderators, once per key."""
        ...

    async def keep_artifact(self, key: str, turn_id: UUID, title: str, html: str) -> UUID:
        """Keep HTML that is shown in a frame, once per key; returns its id."""
        ...


class DataAccess(Protocol):
    """What a tool may do with the data of its caller's conversation and project."""

    async def profiles(self) -> list[DatasetProfile]:
        """Return the datasets there are: the session's, the newest first, then the project's."""
        ...

    async def profile(self, name: str | None = None) -> DatasetProfile:
        """Return the newest dataset of this name, or the newest; ToolFailed names what there is."""
        ...

    async def query(self, query: DataQuery) -> QueryResult:
        """Answer a structured query."""
        ...

    async def sql(self, text: str, limit: int = 100) -> QueryResult:
        """Answer one SELECT; datasets are tables (`analysis/table_names.py`), the newest `data`."""
        ...

    async def python(self, code: str) -> SandboxResult:
        """Run a program in the sandbox; the newest dataset is `df`, those it names in `tables`."""
        ...


class NoData:
    """The data of a tool that is called where there is none."""

    async def profiles(self) -> list[DatasetProfile]:
        """Return nothing."""
        return []

    async def profile(self, name: str | None = None) -> DatasetProfile:
        """Refuse: there is no dataset."""
        return named(name, [])

    async def query(self, query: DataQuery) -> QueryResult:
        """Refuse: there is no dataset."""
        raise ToolFailed("there is no data here")

    async def sql(self, text: str, limit: int = 100) -> QueryResult:
        """Refuse: there is no dataset."""
        raise ToolFailed("there is no data here")

    async def python(self, code: str) -> SandboxResult:
        """Refuse: there is no sandbox."""
        raise ToolFailed("no program can be run here")


def _no_progress(fraction: float | None, note: str) -> None:
    """Discard a report; the default where nobody watches."""


@dataclass(slots=True, kw_only=True)
class ToolContext:
    """Who calls and in which turn: injected where a tool names it, invisible to the model.

    `on_progress` is the caller's callback; it runs on the event loop, also for a tool in a thread.
    """

    caller: Caller
    session_id: UUID
    turn_id: UUID
    call_id: str
    idempotency_key: str
    store: ToolStore
    data: DataAccess = field(default_factory=NoData)
    dashboards: ToolDashboards = field(default_factory=NoDashboards)
    language: str = "en"
    slots: JsonObject = field(default_factory=JsonObject)
    profile: JsonObject = field(default_factory=JsonObject)
    preferences: PersonPreferences = field(default_factory=PersonPreferences)
    on_progress: Callable[[float | None, str], None] = _no_progress
    cancelled: threading.Event = field(default_factory=threading.Event)
    board: TaskBoard | None = None  # where there is no turn, there is no plan
    tray: WidgetTray = field(default_factory=WidgetTray)

    def progress(self, fraction: float | None = None, note: str = "") -> None:
        """Give a sign of life: how far the work is (0 to 1, if known) and a short note."""
        if not self.cancelled.is_set():
            share = None if fraction is None else min(1.0, max(0.0, float(fraction)))
            self.on_progress(share, note[:200])

    def show(self, widget: AnyWidget) -> str:
        """Show a widget with the result, if the call succeeds; returns the id that it gets.

        It is shown as it is now. What is too much, or no plain data, is refused with ToolFailed.
        """
        return self.tray.add(self.call_id, widget)

    def plan(self, tasks: Sequence[str]) -> list[Task]:
        """Show a plan for the turn, in the place of an earlier one; returns its numbered tasks."""
        if self.board is None:
            return []
        event = self.board.planned(tasks)
        self.tray.add_plan(event)
        return event.tasks

    def mark(self, task: str, status: TaskStatus, error: str | None = None) -> bool:
        """Show how far a task of the plan is; False where there is no such task."""
        event = self.board.marked(task, status, error) if self.board else None
        if event is not None:
            self.tray.add_plan(event)
        return event is not None
