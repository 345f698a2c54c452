"""Which turn the event loop works for, readable while the loop stands still.

A loop that stands cannot be asked, and a task does not say whose it is. But a thread may read the
frames of another one: so each task of a turn runs inside of a frame that names the turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextvars import ContextVar
from dataclasses import dataclass
from types import FrameType, TracebackType
from typing import Any, TypeVar
from uuid import UUID

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TurnMark:
    """One attempt at one turn."""

    turn_id: UUID
    attempt: int


turn_mark: ContextVar[TurnMark | None] = ContextVar("turn_mark", default=None)


class MarkedWork(Coroutine[Any, Any, Any]):
    """A coroutine that is run through a frame of ours; it adds nothing else to it."""

    __slots__ = ("_work", "mark")

    def __init__(self, mark: TurnMark, work: Coroutine[Any, Any, Any]) -> None:
        self.mark = mark
        self._work = work

    def send(self, value: Any, /) -> Any:
        """Go on; this is the frame that `mark_of` looks for."""
        return self._work.send(value)

    def throw(
        self,
        typ: Any,
        val: BaseException | object = None,
        tb: TracebackType | None = None,
        /,
    ) -> Any:
        """Go on with a failure."""
        return self._work.throw(typ) if val is None else self._work.throw(typ, val, tb)

    def close(self) -> None:
        self._work.close()

    def __await__(self) -> Any:
        return self._work.__await__()


def mark_tasks(loop: asyncio.AbstractEventLoop) -> None:
    """Have every task that a turn begins carry the turn's mark."""
    loop.set_task_factory(_task)  # pyright: ignore[reportArgumentType]


def _task(
    loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, T], **given: Any
) -> asyncio.Task[T]:
    mark = turn_mark.get()
    return asyncio.Task(work if mark is None else MarkedWork(mark, work), loop=loop, **given)


_CODES = frozenset({MarkedWork.send.__code__, MarkedWork.throw.__code__})


def mark_of(frame: FrameType | None) -> TurnMark | None:
    """Find the turn that a thread's newest frame works for."""
    while frame:
        if frame.f_code in _CODES:
            return frame.f_locals["self"].mark
        frame = frame.f_back
    return None
