"""The visible plan of a turn: what was planned, how far it is, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agent.path.answer import TurnAnswer
from contracts.blocks import WidgetBlock
from contracts.events import DoneStatus, Task, TaskList, TaskStatus, TaskUpdate
from contracts.json import JsonMapping
from contracts.messages import Message
from language.detect import Language

_OPEN: tuple[TaskStatus, ...] = ("pending", "running")
_UNMARKED: dict[Language, str] = {
    "en": "nobody said that it is done",
    "pt": "ninguém disse que está pronta",
}
_STOPPED: dict[Language, str] = {
    "en": "the work stopped before it was done",
    "pt": "o trabalho parou antes de terminar",
}


class TurnPlan:
    """The tasks of one turn; a takeover replays the calls that planned and marked them."""

    def __init__(self, answer: TurnAnswer) -> None:
        self._answer = answer
        self._tasks: list[Task] = []
        self._block: WidgetBlock | None = None  # where they stand in the answer

    def planned(self, tasks: Sequence[str]) -> TaskList:
        """Return the event of a new plan; its numbers are none of an old one's."""
        first = 1 + max((int(task.id) for task in self._tasks), default=0)
        listed = enumerate(tasks, first)
        return TaskList(
            tasks=[Task(id=str(no), description=text, status="pending") for no, text in listed]
        )

    def marked(self, task: str, status: TaskStatus, error: str | None) -> TaskUpdate | None:
        """Return the event of a task that got further; None where there is no such task."""
        known = any(each.id == task for each in self._tasks)
        return TaskUpdate(id=task, status=status, error=error) if known else None

    def take(self, event: TaskList | TaskUpdate) -> None:
        """Follow an event that is committed."""
        if isinstance(event, TaskList):
            self._tasks = list(event.tasks)
        else:
            told = {"status": event.status, "error": event.error}
            self._tasks = [
                t.model_copy(update=told) if t.id == event.id else t for t in self._tasks
            ]
        shown = TaskList(tasks=self._tasks).model_dump(mode="json")
        block: WidgetBlock = {"type": "widget", "event": shown}
        if self._block is None:
            self._answer.add(block)
        else:
            self._answer.replace(self._block, block)
        self._block = block

    def closed(self, status: DoneStatus, language: Language) -> list[TaskUpdate]:
        """Close what is open as the turn ends; one that waits for a person goes on later."""
        if status == "waiting":
            return []
        ended = status == "finished"
        why = (_UNMARKED if ended else _STOPPED)[language]
        updates = [
            TaskUpdate(
                id=task.id,
                status="skipped" if ended or task.status == "pending" else "failed",
                error=why,
            )
            for task in self._tasks
            if task.status in _OPEN
        ]
        for update in updates:
            self.take(update)
        return updates


def left_open(history: Iterable[Message]) -> TaskList | None:
    """Return the newest plan of a conversation, if there is something left to do."""
    blocks = [block for message in history for block in message.blocks]
    for block in reversed(blocks):
        if block["type"] == "widget" and block["event"].get("type") == "task_list":
            kept: list[JsonMapping] = block["event"].get("tasks") or []
            tasks = [Task.model_validate(dict(task)) for task in kept]
            return TaskList(tasks=tasks) if any(t.status in _OPEN for t in tasks) else None
    return None
