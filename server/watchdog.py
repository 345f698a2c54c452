"""Watches from a thread how long the event loop computes without hearing of anything new.

Every few hundredths of a second it asks the loop for a sign and notes how much processor time the
loop's thread used until it gave one. Processor time and not the clock's: on a busy machine a
thread may wait for a core, which is nobody's fault here. Where the loop computes for long, a line
in the log says where it stood; where it does not come back in time, the turn it works for is named
in the database, so that the worker which takes over does not freeze of it as well.
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
from agent.turn_mark import TurnMark, mark_of

logger = logging.getLogger(__name__)
LONG_SECONDS = 0.1  # a hold that the log tells of
LOOK_SECONDS = 0.1  # pause between two looks at a loop that stands
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
        self._frozen_after = frozen_after
        self._name_frozen = name_frozen
        self._most = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="loop watchdog", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    async def stop(self) -> None:
        """Look no more."""
        self._ended.set()
        await asyncio.to_thread(self._thread.join)

    def _watch(self) -> None:
        spent = _clock_of(self._of_loop)
        while not self._ended.wait(self._pause):
            try:
                self._look(spent)
            except RuntimeError:  # the loop is closed
                return

    def _look(self, spent: Callable[[], float]) -> None:
        """Ask for a sign, and see to it that somebody hears of it if none comes."""
        began, answered, held = spent(), threading.Event(), 0.0

        def answer() -> None:
            nonlocal held
            held = spent() - began
            answered.set()

        self._loop.call_soon_threadsafe(answer)
        asked, told, named = time.monotonic(), False, None
        while not answered.wait(LOOK_SECONDS) and not self._ended.is_set():
            so_far, frame = spent() - began, _frame_of(self._of_loop)
            if so_far >= LONG_SECONDS and not told:
                told = True
                _tell(frame, so_far)
            gone = time.monotonic() - asked
            if gone >= self._frozen_after and so_far >= COMPUTING * gone and not named:
                named = mark_of(frame)
                self._name(named, frozen=True)
        if named:
            self._name(named, frozen=False)
        if answered.is_set():
            self._note(held)

    def _note(self, held: float) -> None:
        telemetry.LOOP_HELD.observe(held)
        if held > self._most:
            self._most = held
            telemetry.LOOP_HELD_MOST.set(held)

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
