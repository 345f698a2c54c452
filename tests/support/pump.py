"""Pumps every regular expression and prints what it found as JSON; run in a process of its own.

A search runs inside C and holds its process, so each one is cut off by a timer, and the process
that runs this has a time limit as well.
"""

from __future__ import annotations

import json
import re
import signal
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

from tests.support.regexes import ANCHORED, FoundRegex, all_regexes, pumps

GROWTH = 8  # times as long as the short string is the long one
CHEAP = 0.02  # seconds that nobody minds
LONGEST = 2.0  # seconds after which a search is cut off
WORST = 0.3  # seconds that are too many, however they grow
STEEPEST = 3.0  # times the growth of a linear one
ENOUGH = 0.2  # seconds that a measurement takes: some clocks of the processor tick in hundredths


class TooLong(Exception):
    """The timer rang."""


def ring(_: int, __: FrameType | None) -> None:
    """Break off what runs."""
    raise TooLong


def seconds_of(work: Callable[[], object], enough: float = 0.0) -> float:
    """Tell how much of the processor something takes, or that it is too much.

    It is done until `enough` was taken, and once at least.
    """
    begun, times = time.process_time(), 0
    while not times or time.process_time() - begun < enough:
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
            work()
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        except TooLong:  # it may ring just behind the end, too
            return float("inf")
        times += 1
    return (time.process_time() - begun) / times


def steep(each: FoundRegex, pump: tuple[str, str, str]) -> tuple[float, float] | None:
    """Tell the times for a short and a long string, if the long one is out of proportion."""
    regex = re.compile(each.pattern, each.flags)
    before, piece, end = pump

    def of(length: int, enough: float = 0.0) -> float:
        text = before + piece * (length // len(piece)) + end
        given: Any = text if isinstance(regex.pattern, str) else text.encode("utf-8", "replace")
        if each.uses <= ANCHORED:
            return seconds_of(lambda: [getattr(regex, use)(given) for use in each.uses], enough)
        return seconds_of(lambda: [None for _ in regex.finditer(given)], enough)

    long = of(each.longest)
    if long <= CHEAP:
        return None
    short = of(each.longest // GROWTH, ENOUGH)
    long = of(each.longest, ENOUGH) if long < float("inf") else long
    if long > CHEAP and long > STEEPEST * GROWTH * short:
        return short, long
    return (short, long) if long > WORST else None


def main(only: str = "") -> None:
    """Pump them all and tell which are steep."""
    signal.signal(signal.SIGVTALRM, ring)
    found = [f for f in all_regexes() if f.place.startswith(only)]
    strings, bad = 0, list[dict[str, object]]()
    for each in found:
        for pump in pumps(each):
            strings += 1
            if times := steep(each, pump):
                told: dict[str, object] = {
                    "place": each.place,
                    "pattern": str(each.pattern),
                    "pump": pump,
                }
                bad.append(told | {"seconds": [str(t) for t in times]})
                break
    print(json.dumps({"regexes": len(found), "strings": strings, "steep": bad}))


if __name__ == "__main__":
    main(*sys.argv[1:])
