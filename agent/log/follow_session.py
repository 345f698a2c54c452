"""How a page that has sent nothing hears what comes into its conversation by itself.

That are turns of kind `people`: what the staff tells, and the assistant going on when they have let
go. Each is followed as any turn is; which there are is asked of the database, in one query for all
conversations that are followed on this worker.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from uuid import UUID

import asyncpg

from agent.log.follow import Follower
from agent.log.turn_log import patiently
from store import handovers
from store.handovers import UnaskedTurn
from store.pool import note
from store.turns import EventLine

logger = logging.getLogger(__name__)
POLL_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class BegunTurn:
    """A turn of which somebody has seen the beginning."""

    turn_id: UUID
    after: int
    ended: bool


@dataclass(eq=False)
class _SessionWatch:
    session_id: UUID
    after: int
    turns: list[UnaskedTurn] = field(default_factory=list[UnaskedTurn])
    news: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False  # the assistant has the conversation again


class SessionFollower:
    """Serves every reader of this worker who waits for what nobody has asked for."""

    def __init__(self, pool: asyncpg.Pool, follower: Follower) -> None:
        self._pool = pool
        self._follower = follower
        self._watches: set[_SessionWatch] = set()
        self._poller: asyncio.Task[None] | None = None

    async def has_news(self, session_id: UUID, after: int) -> bool:
        """Tell whether there is anything to follow: people have the conversation, or said more."""
        idle = await patiently(lambda: handovers.with_assistant(self._pool, [session_id]))
        more = [(session_id, after)]
        return not idle or bool(await handovers.unasked_after(self._pool, more, 1))

    async def follow(
        self, session_id: UUID, after: int, begun: BegunTurn | None = None
    ) -> AsyncGenerator[list[EventLine]]:
        """Yield the lines of such turns behind a turn's number, one turn after the other.

        Of one that was read in part the rest comes first. It ends when the assistant has the
        conversation again and all is told of how that came.
        """
        if begun is not None:
            rest = self._follower.follow(begun.turn_id, begun.after, ended=begun.ended)
            async for lines in rest:
                yield lines
        watch = _SessionWatch(session_id, after)
        self._watches.add(watch)
        if self._poller is None or self._poller.done():
            self._poller = asyncio.create_task(self._poll(), name="session poller")
        try:
            while watch.turns or not watch.over:
                turns, watch.turns = watch.turns, []
                for turn in turns:
                    async for lines in self._follower.follow(turn.id, ended=turn.ended):
                        yield lines
                if not turns:
                    await watch.news.wait()
                    watch.news.clear()
        finally:
            self._watches.discard(watch)

    async def _poll(self) -> None:
        while self._watches:
            watches = list(self._watches)
            marks: dict[UUID, int] = {}
            for watch in watches:
                marks[watch.session_id] = min(marks.get(watch.session_id, watch.after), watch.after)
            try:
                # In this order: whoever lets go of a conversation puts on record what follows.
                idle = await handovers.with_assistant(self._pool, list(marks))
                found = await handovers.unasked_after(self._pool, list(marks.items()))
            except Exception as exc:  # noqa: BLE001  # readers would wait for ever
                note(logger, "conversations cannot be looked at; trying again", exc)
                await asyncio.sleep(0.5)
                continue
            for watch in watches:
                for turn in found:
                    _put(watch, turn)
                if watch.session_id in idle:
                    watch.over = True
                    watch.news.set()
            await asyncio.sleep(POLL_SECONDS)

    async def close(self) -> None:
        """Stop the poller."""
        if self._poller:
            self._poller.cancel()
            await asyncio.wait([self._poller])


def _put(watch: _SessionWatch, turn: UnaskedTurn) -> None:
    if turn.session_id == watch.session_id and turn.no > watch.after:
        watch.turns.append(turn)
        watch.after = turn.no
        watch.news.set()
