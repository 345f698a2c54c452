"""How a reader follows a turn: from memory if it runs here, else from the database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from uuid import UUID

import asyncpg

from agent.log.turn_log import TurnLog, patiently
from store import turns
from store.pool import note
from store.turns import EventLine

logger = logging.getLogger(__name__)
POLL_SECONDS = 0.08
ROUNDS_TO_LOOK = 12  # about once a second


@dataclass(eq=False)
class _Watch:
    turn_id: UUID
    after: int
    lines: list[EventLine] = field(default_factory=list[EventLine])
    news: asyncio.Event = field(default_factory=asyncio.Event)
    gone: bool = False


class Follower:
    """Serves every reader of this worker; one query serves all turns that run elsewhere."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool
        self._logs: dict[UUID, TurnLog] = {}
        self._watches: dict[UUID, set[_Watch]] = {}
        self._poller: asyncio.Task[None] | None = None

    def appear(self, log: TurnLog) -> None:
        """A turn runs on this worker from now on."""
        self._logs[log.turn_id] = log
        for watch in self._watches.get(log.turn_id, ()):
            watch.news.set()

    def vanish(self, log: TurnLog) -> None:
        """Its log is closed: later readers go to the database."""
        if self._logs.get(log.turn_id) is log:
            del self._logs[log.turn_id]

    async def follow(
        self, turn_id: UUID, after: int = 0, *, look_first: bool = True, ended: bool = False
    ) -> AsyncGenerator[list[EventLine]]:
        """Yield a turn's lines after a mark until `done`, wherever it runs or moves to.

        `look_first=False` is for the reader that has just posted the message: nothing can be in
        the database yet that it has not seen. Of an `ended` turn only what is kept is told.
        """
        while True:
            log = None if ended else self._open_log(turn_id)
            if log is None and look_first:
                while found := await self._read(turn_id, after):  # a long turn comes in pieces
                    after = found[-1].seq
                    yield found
                    if found[-1].type == "done":
                        return
            if ended:
                return
            source = log.follow(after) if log else self._elsewhere(turn_id, after)
            async for lines in source:
                after = lines[-1].seq
                yield lines
                if lines[-1].type == "done":
                    return
            if log is None and self._open_log(turn_id) is None:
                return  # it was deleted with its session
            look_first = True

    def _open_log(self, turn_id: UUID) -> TurnLog | None:
        """Return the log of a turn that is being written here; a closed one has no more to tell."""
        log = self._logs.get(turn_id)
        return None if log is None or log.closed else log

    async def _read(self, turn_id: UUID, after: int) -> list[EventLine]:
        found = await patiently(lambda: turns.events_after(self._pool, [(turn_id, after)]))
        return found.get(turn_id, [])

    async def _elsewhere(self, turn_id: UUID, after: int) -> AsyncGenerator[list[EventLine]]:
        """Yield what the poller finds; ends when the turn turns up on this worker."""
        watch = _Watch(turn_id, after)
        self._watches.setdefault(turn_id, set()).add(watch)
        if self._poller is None or self._poller.done():
            self._poller = asyncio.create_task(self._poll(), name="turn-events poller")
        try:
            while not watch.gone and self._open_log(turn_id) is None:
                await watch.news.wait()
                watch.news.clear()
                lines, watch.lines = watch.lines, []
                if lines:
                    yield lines
        finally:
            watches = self._watches[turn_id]
            watches.discard(watch)
            if not watches:
                del self._watches[turn_id]

    async def _poll(self) -> None:
        rounds = 0
        while self._watches:
            await asyncio.sleep(POLL_SECONDS)
            rounds += 1
            marks = [
                (turn_id, min(w.after for w in watches))
                for turn_id, watches in self._watches.items()
            ]
            if not marks:
                return  # the turn has turned up here meanwhile, as a fresh one does
            try:
                found = await turns.events_after(self._pool, marks)
                if rounds % ROUNDS_TO_LOOK == 0:
                    await self._notice_deleted()
            except Exception as exc:  # noqa: BLE001  # readers would wait for ever
                note(logger, "event log cannot be read; trying again", exc)
                await asyncio.sleep(0.5)
                continue
            for turn_id, lines in found.items():
                for watch in self._watches.get(turn_id, ()):
                    new = [x for x in lines if x.seq > watch.after]
                    if new:
                        watch.lines.extend(new)
                        watch.after = new[-1].seq
                        watch.news.set()

    async def _notice_deleted(self) -> None:
        """Release the readers of turns that were deleted: nothing will ever come of them."""
        for turn_id in await turns.missing(self._pool, list(self._watches)):
            for watch in self._watches.get(turn_id, ()):
                watch.gone = True
                watch.news.set()

    async def close(self) -> None:
        """Stop the poller."""
        if self._poller:
            self._poller.cancel()
            await asyncio.wait([self._poller])
