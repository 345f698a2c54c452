"""Who follows turns on this worker right now: how many may, and when they are told to go."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import UUID

from contracts.errors import Unavailable
from contracts.messages import Caller

logger = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class LiveStream:
    """One reader's place; whoever holds it ends the stream when it is told to."""

    caller: Caller
    told_to_go: asyncio.Event = field(default_factory=asyncio.Event)
    looked_at: bool = False  # it was open at the last look
    out: bool = False  # its reader may not read here any more, as the last look found


class LiveStreams:
    """Every stream that is open on this worker.

    Of one person the oldest makes room for the newest: what a page has left behind when it was
    loaded again may look alive for a while, and must not keep out the one that somebody looks at.
    A worker that is full takes no more; another one may.
    """

    def __init__(self, in_all: int, per_person: int) -> None:
        self._in_all = in_all
        self._per_person = per_person
        self._open: dict[UUID, dict[LiveStream, None]] = {}
        self._count = 0
        self._stopped = False

    def look(self) -> list[UUID]:
        """Return who follows something that was open at the look before, too: a short turn is over
        before anybody asks for whom it was."""
        asked: list[UUID] = []
        for user_id, streams in self._open.items():
            if any(stream.looked_at for stream in streams):
                asked.append(user_id)
            for stream in streams:
                stream.looked_at = True
        return asked

    def keep_room(self) -> None:
        """Refuse what would open a stream that this worker has no room for."""
        if 0 < self._in_all <= self._count:
            raise Unavailable("this worker has no room for another stream", retry_after=1)

    @contextmanager
    def opened(self, caller: Caller) -> Generator[LiveStream]:
        """Hold a place for a stream as long as it lasts."""
        stream = LiveStream(caller)
        mine = self._open.setdefault(caller.user_id, {})
        mine[stream] = None
        self._count += 1
        if self._stopped:
            stream.told_to_go.set()
        if 0 < self._per_person < sum(not s.told_to_go.is_set() for s in mine):
            next(s for s in mine if not s.told_to_go.is_set()).told_to_go.set()
            logger.info("a person's oldest stream makes room for a new one; it may re-join")
        try:
            yield stream
        finally:
            self._count -= 1
            del mine[stream]
            if not mine and self._open.get(caller.user_id) is mine:
                del self._open[caller.user_id]

    def hold_against(self, asked: Iterable[UUID], epochs: Mapping[UUID, int]) -> None:
        """End the streams of those who may not read here any more: a person who was asked for and
        is not named is shut out, another epoch has ended the token that a stream was opened with.

        At the second look only, so that the end of a turn that stops for the same reason is read.
        """
        for user_id in asked:
            epoch = epochs.get(user_id)
            for stream in self._open.get(user_id, ()):
                began_with = stream.caller.token_epoch
                if epoch is not None and began_with in (None, epoch):
                    continue
                if stream.out:
                    stream.told_to_go.set()
                stream.out = True

    def stop(self) -> None:
        """Let every reader go, also those who come from now on."""
        self._stopped = True
        for streams in self._open.values():
            for stream in streams:
                stream.told_to_go.set()
