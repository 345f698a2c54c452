"""Watches how long the event loop computes without hearing of anything new.

The loop sets itself an alarm every few hundredths of a second. How late it comes, as far as the
loop's thread has used a processor meanwhile, is how long the loop was held: by the clock alone, a
thread that waits for a core on a busy machine would look like a fault of ours. A thread beside it
tells in the log where a loop stands that is held for long. One that does not come back in time has
the turn it works for named in the database, so that the worker which takes over does not freeze of
it as well.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import FrameType

from agent.log import telemetry
from agent.log.turn_mark import TurnMark, mark_of

logger = logging.getLogger(__name__)
LONG_SECONDS = 0.1  # a hold that the log tells of, or ten pauses if those are shorter
COMPUTING = 0.1  # share of that time on a core: a process that was stopped has none
_FRAMES = 8
_HOME = Path(__file__).resolve().parents[1]
NameFrozen = Callable[[TurnMark, bool], Awaitable[None]]


class LoopWatchdog:
    """Looks after the loop that it was made on."""

    def __init__(self, pause: float, frozen_after: float, name_frozen: NameFrozen) -> None:
        self._loop = asyncio.get_running_loop()
        self._of_loop = threading.get_ident()
        self._pause = pause
        self._long = min(LONG_SECONDS, 10 * pause)
        self._frozen_after = frozen_after
        self._name_frozen = name_frozen
        self._most = 0.0
        self._rang, self._spent = time.monotonic(), time.thread_time()
        self._alarm: asyncio.TimerHandle | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="loop watchdog", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._alarm = self._loop.call_later(self._pause, self._ring)
        self._thread.start()

    async def stop(self) -> None:
        """Look no more."""
        if self._alarm:
            self._alarm.cancel()
        self._ended.set()
        await asyncio.to_thread(self._thread.join)

    def _ring(self) -> None:
        """Note how late the alarm is, and set the next one."""
        now, spent = time.monotonic(), time.thread_time()
        held = max(0.0, min(now - self._rang - self._pause, spent - self._spent))
        telemetry.LOOP_HELD.observe(held)
        if held > self._most:
            self._most = held
            telemetry.LOOP_HELD_MOST.set(held)
        self._rang, self._spent = now, spent
        self._alarm = self._loop.call_later(self._pause, self._ring)

    def _watch(self) -> None:
        """See to it that somebody hears of a loop that stands."""
        spent = _clock_of(self._of_loop)
        standing, named = 0.0, None  # since which alarm the log knows of it; whose work it is
        while not self._ended.wait(self._long):
            rang, gone = self._rang, time.monotonic() - self._rang - self._pause
            if rang != standing and named:
                self._name(named, frozen=False)
                named = None
            held = min(gone, spent() - self._spent)
            if held < self._long:
                continue
            frame = _frame_of(self._of_loop)
            if rang != standing:
                standing = rang
                _tell(frame, held)
            if gone >= self._frozen_after and held >= COMPUTING * gone and not named:
                named = mark_of(frame)
                self._name(named, frozen=True)

    def _name(self, mark: TurnMark | None, *, frozen: bool) -> None:
        """Tell the database, on a loop of this thread's own; what fails is tried no more."""
        if mark is None:
            return
        try:
            asyncio.run(asyncio.wait_for(self._name_frozen(mark, frozen), self._frozen_after * 2))
        except Exception as exc:  # noqa: BLE001  # who takes over will find out by itself
            kind = type(exc).__name__
            logger.warning("the turn that holds the loop could not be named", extra={"kind": kind})


def _frame_of(thread: int) -> FrameType | None:
    return sys._current_frames().get(thread)  # pyright: ignore[reportPrivateUsage]


def _tell(frame: FrameType | None, held: float) -> None:
    mark = mark_of(frame)
    facts = {"held_ms": round(held * 1000), "at": _standing(frame)}
    logger.warning(
        "the event loop is held",
        extra=facts | ({"turn": str(mark.turn_id)} if mark else {}),
    )


def _standing(frame: FrameType | None) -> str:
    """Name the newest frames, the innermost first: files, lines and functions, no values."""
    places: list[str] = []
    while frame and len(places) < _FRAMES:
        code = frame.f_code
        path = Path(code.co_filename)
        name = path.relative_to(_HOME) if path.is_relative_to(_HOME) else Path(*path.parts[-2:])
        places.append(f"{name}:{frame.f_lineno} {code.co_name}")
        frame = frame.f_back
    return " < ".join(places)


def _clock_of(thread: int) -> Callable[[], float]:
    """Return a clock of the processor time of one thread; of the process where there is none."""
    if not hasattr(time, "pthread_getcpuclockid"):  # macOS
        return time.process_time
    clock = time.pthread_getcpuclockid(thread)
    return lambda: time.clock_gettime(clock)
