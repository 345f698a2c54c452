"""A reducer: events of one turn go in, what to show comes out. It knows no terminal and no network.

An event already seen is dropped, one that skips ahead asks for a re-join, and text that a new
worker writes again is announced as such.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from cli.terminal import words
from cli.terminal.lines import Unknown
from contracts import events as ev


@dataclass(frozen=True, slots=True)
class Say:
    """Append a piece of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Show one line beside the answer; its tone tells how much it matters."""

    text: str
    tone: words.Tone = "dim"


@dataclass(frozen=True, slots=True)
class Again:
    """What was shown of the answer is void; it is written anew."""


@dataclass(frozen=True, slots=True)
class Rejoin:
    """Events are missing after this one; fetch them before going on."""

    after: int


@dataclass(frozen=True, slots=True)
class End:
    """The turn is over."""

    status: ev.DoneStatus


Render = Say | Notice | Again | Rejoin | End


@dataclass(slots=True)
class StreamView:
    """What is known of one turn so far."""

    seen: int = 0
    status: ev.DoneStatus | None = None
    turn: str | None = None
    session: str | None = None
    approval: ev.ToolApprovalRequest | None = None
    choices: ev.Choices | None = None
    form: ev.Ui | None = None
    usage: ev.UsageReport | None = None
    dashboard: str | None = None
    people: bool | None = None  # whether they have the conversation, once it was told
    texts: dict[str, str] = field(default_factory=dict[str, str])
    rejoined: bool = False
    _tools: dict[str, str] = field(default_factory=dict[str, str])
    _tasks: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def text(self) -> str:
        """The answer as it stands, its messages one after the other."""
        return "\n\n".join(part for part in self.texts.values() if part)

    def take(self, event: ev.Event | Unknown) -> Iterator[Render]:
        """Account for one event and yield what to show for it."""
        if event.seq <= self.seen or self.status is not None:
            return
        if event.seq > self.seen + 1 and not self.rejoined:
            yield Rejoin(self.seen)
            return
        if event.seq > self.seen + 1:
            # The server was asked for everything after `seen`: what it skipped is gone for good.
            yield Notice("a part of this answer is no longer on the server", "warn")
        self.seen, self.rejoined = event.seq, False
        yield from self._show(event)

    def _show(self, event: ev.Event | Unknown) -> Iterator[Render]:
        match event:
            case ev.Text():
                if self.texts.get(event.message_id) is None and self.text:
                    yield Say("\n\n")
                self.texts[event.message_id] = self.texts.get(event.message_id, "") + event.content
                yield Say(event.content)
            case ev.TextRestart():
                if self.texts.pop(event.message_id, ""):
                    yield Again()
            case ev.Done():
                self.status = event.status
                yield from (Notice(*line) for line in words.ended(event.status))
                yield End(event.status)
            case _:
                self._remember(event)
                yield from (Notice(*line) for line in self._told(event))

    def _told(self, event: ev.Event | Unknown) -> Iterator[words.StyledLine]:
        return words.lines(event, self._tools, self._tasks, self.text)

    def _remember(self, event: ev.Event | Unknown) -> None:
        match event:
            case ev.TurnStart():
                self.turn, self.session = event.turn, event.session
            case ev.ToolStart():
                self._tools[event.call] = event.title or event.tool
            case ev.TaskList():
                self._tasks.update((task.id, task.description) for task in event.tasks)
            case ev.ToolApprovalRequest():
                self.approval = event
            case ev.Choices():
                self.choices = event
            case ev.Ui() if event.result_schema:
                self.form = event
            case ev.UsageReport():
                self.usage = event
            case ev.Handover():
                self.people = event.status in ("waiting", "taken")
            case ev.Dashboard() if event.kind == "dashboard":
                self.dashboard = event.id
            case _:
                pass
