"""The turn's event log: nothing is shown that is not committed, nothing is lost or doubled.

`emit` never waits; one writer task commits what has gathered and then shows it to the readers on
this worker. The first piece of text goes out at once, later ones at most every 40 ms; whatever is
not text waits a few milliseconds for company, because a commit costs more than what is in it.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncGenerator, Awaitable, Callable
from datetime import UTC, datetime
from typing import Any, Literal, TypeVar
from uuid import UUID

import asyncpg
import orjson

from contracts.events import Event, Text, render
from store import turns
from store.pool import translate
from store.turns import EventLine, Fenced

logger = logging.getLogger(__name__)
TEXT_PAUSE = 0.04
GATHER_PAUSE = 0.004
NEVER = float("inf")
R = TypeVar("R")
Held = list[tuple[tuple[Event, ...], tuple[str, Any] | None]]  # events, and a step among them
Interrupt = Literal["cancel", "lost", "handover"]


class TurnLog:
    """Writes one attempt's events and steps, in order, behind its fence."""

    def __init__(
        self,
        pool: asyncpg.Pool,
        turn_id: UUID,
        attempt: int,
        last_seq: int,
        interrupt: Callable[[Interrupt], None],
    ) -> None:
        self.turn_id = turn_id
        self.attempt = attempt
        self.base = last_seq
        self.closed = False
        self._interrupt = interrupt
        self._pool = pool
        self._seq = last_seq
        self._lines: list[EventLine] = []
        self._events: list[Event] = []
        self._steps: list[tuple[str, bytes]] = []
        self._shown = asyncio.Event()
        self._wake = asyncio.Event()
        self.spoken = False
        self._held: Held | None = None
        self._due = NEVER
        self._timer: asyncio.TimerHandle | None = None
        self._last_text = -TEXT_PAUSE
        self._ending = False
        self._idle = asyncio.Event()
        self._idle.set()
        self._failure: BaseException | None = None
        self._writer: asyncio.Task[None] | None = None

    def emit(self, *events: Event, step: tuple[str, Any] | None = None) -> None:
        """Queue events, and a finished step that must be committed together with them."""
        if self._failure:
            return  # the work behind it is being interrupted already
        if self._held is not None and events:
            self._held.append((events, step))
            return
        self._events.extend(events)
        if step:
            self._steps.append((step[0], orjson.dumps(step[1])))
        self._idle.clear()
        now = asyncio.get_running_loop().time()
        if any(isinstance(e, Text) for e in events):
            self._commit_by(max(now, self._last_text + TEXT_PAUSE))
        else:
            self._commit_by(now + GATHER_PAUSE)
        if self._writer is None:
            self._writer = asyncio.create_task(self._write(), name=f"turn-log {self.turn_id}")

    def hold(self) -> None:
        """Keep back what is shown from now on; steps that show nothing are committed as ever."""
        self._held = []

    @property
    def holding(self) -> bool:
        """Tell whether what is emitted is seen by nobody for now."""
        return self._held is not None

    def let_go(self) -> Held:
        """Hold nothing back any more, and return what was: nobody has seen it."""
        held, self._held = self._held or [], None
        return held

    async def flush(self) -> None:
        """Wait until everything emitted so far is committed."""
        if not self._idle.is_set():
            self._commit_by(0)
            await self._idle.wait()
        if self._failure:
            raise self._failure

    async def finish(self, ending: turns.TurnEnding, *events: Event) -> UUID | None:
        """Commit the end of the turn and show it; returns the session's next turn.

        Steps that are not committed yet are let go: an ended turn is never replayed.
        """
        await self._stop_writer()
        if self._failure:
            raise self._failure
        batch = [*self._take_events(), *events]
        packed = [(e.type_name, e.body()) for e in batch]
        at = datetime.now(UTC)
        following = await patiently(
            lambda: turns.finish(
                self._pool, self.turn_id, self.attempt, self._seq, at, packed, ending
            )
        )
        self._show(at, packed)
        self.close()
        return following

    async def abandon(self) -> None:
        """Stop writing without an end: another execution has the turn, or will have it."""
        if self._writer and not self._failure and not self._idle.is_set():
            self._commit_by(0)
            await self._idle.wait()
        await self._stop_writer()
        self.close()

    def close(self) -> None:
        """Tell the readers that nothing more comes from here."""
        self.closed = True
        self._wake_readers()

    async def follow(self, after: int) -> AsyncGenerator[list[EventLine]]:
        """Yield committed lines after a mark, as they come; ends when this log is closed."""
        while after < self.base:  # a long turn comes in pieces
            mark = after
            earlier = await patiently(
                lambda mark=mark: turns.events_after(self._pool, [(self.turn_id, mark)])
            )
            lines = [x for x in earlier.get(self.turn_id, []) if x.seq <= self.base]
            if lines:
                yield lines
            after = lines[-1].seq if lines else self.base
        while True:
            start = after - self.base
            if start < len(self._lines):
                lines = self._lines[start:]
                after = lines[-1].seq
                yield lines
            elif self.closed:
                return
            else:
                await self._shown.wait()

    def _take_events(self) -> list[Event]:
        """Take what was emitted; pieces of one message's text that lie together become one."""
        merged: list[Event] = []
        pieces: list[Text] = []
        for event in [*self._events, None]:
            if pieces and not (isinstance(event, Text) and _same_message(pieces[0], event)):
                merged.append(_joined(pieces))
                pieces = []
            if isinstance(event, Text):
                pieces.append(event)
            elif event is not None:
                merged.append(event)
        self._events = []
        return merged

    def _commit_by(self, due: float) -> None:
        """Make the writer commit at a time of the loop's clock, if it would not do so earlier."""
        if due >= self._due:
            return
        self._due = due
        if self._timer:
            self._timer.cancel()
            self._timer = None
        loop = asyncio.get_running_loop()
        if due <= loop.time():
            self._wake.set()
        else:
            self._timer = loop.call_at(due, self._wake.set)

    async def _write(self) -> None:
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                self._due = NEVER
                if self._ending:
                    return
                if self._events or self._steps:
                    await self._commit()
                if not (self._events or self._steps):
                    self._idle.set()
        except asyncio.CancelledError:
            raise
        except BaseException as exc:  # whoever flushes next must see it
            if not isinstance(exc, Fenced):
                logger.error("a turn's log cannot be written; it starts again", exc_info=exc)
            self._failure = exc
            self._idle.set()
            self.close()
            self._interrupt("lost")

    async def _commit(self) -> None:
        events, steps, self._steps = self._take_events(), self._steps, []
        packed = [(e.type_name, e.body()) for e in events]
        at = datetime.now(UTC)
        if any(isinstance(e, Text) for e in events):
            self.spoken = True
            # Counted from here, so that text which comes during the commit waits its time as well.
            self._last_text = asyncio.get_running_loop().time()
        cancelled = await patiently(
            lambda: turns.append(
                self._pool, self.turn_id, self.attempt, self._seq, at, packed, steps
            )
        )
        self._show(at, packed)
        if cancelled:
            self._interrupt("cancel")

    def _show(self, at: datetime, packed: list[tuple[str, bytes]]) -> None:
        turn = str(self.turn_id)
        for kind, body in packed:
            self._seq += 1
            self._lines.append(
                EventLine(turn, self._seq, kind, render(turn, self._seq, at, kind, body))
            )
        self._wake_readers()

    def _wake_readers(self) -> None:
        shown, self._shown = self._shown, asyncio.Event()
        shown.set()

    async def _stop_writer(self) -> None:
        """End the writer, after a commit in flight: our place in the log must be known."""
        if self._writer is None:
            return
        self._ending = True
        self._commit_by(0)
        await asyncio.wait([self._writer])
        self._writer = None
        if self._timer:
            self._timer.cancel()


def _same_message(one: Text, other: Text) -> bool:
    return one.message_id == other.message_id


def _joined(pieces: list[Text]) -> Text:
    """Join pieces in one go: one after the other would copy the whole text for each."""
    if len(pieces) == 1:
        return pieces[0]
    return Text(message_id=pieces[0].message_id, content="".join(p.content for p in pieces))


async def patiently(write: Callable[[], Awaitable[R]]) -> R:
    """Repeat a call until the database takes it: a turn's output is never thrown away because
    the database restarts or refuses for a while. Each write knows whether it was done before."""
    pause = 0.05
    while True:
        try:
            return await write()
        except Fenced:
            raise
        except Exception as exc:
            if translate(exc) is None:  # not the database's fault, but ours
                raise
            logger.warning(
                "database does not take a call; trying again", extra={"error": type(exc).__name__}
            )
        await asyncio.sleep(pause * random.uniform(0.7, 1.3))
        pause = min(pause * 2, 2.0)
