"""What a turn has finished, step by step: a takeover finds it here and repeats nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from agent.log.turn_log import TurnLog
from contracts.events import Event
from contracts.json import JsonMapping

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class JournalStep(Generic[T]):
    """One thing that a turn does only once: its key, and its result as JSON and back."""

    key: str
    write: Callable[[T], Any]
    read: Callable[[Any], T]


@dataclass(frozen=True, slots=True)
class StepFamily(Generic[T]):
    """Steps of one kind, which a name tells apart."""

    prefix: str
    write: Callable[[T], Any]
    read: Callable[[Any], T]

    def __call__(self, *name: object) -> JournalStep[T]:
        """Return the step of a name, or of one in several parts."""
        return JournalStep(self.prefix + "/".join(map(str, name)), self.write, self.read)


USED_UP: JournalStep[dict[str, int]] = JournalStep("used_up", dict, dict)  # a series: how far


class Journal:
    """The steps of one turn: those of earlier attempts, and what this one adds."""

    def __init__(self, kept: JsonMapping, log: TurnLog) -> None:
        self._kept = dict(kept)
        self._log = log
        self._ordinals: dict[str, int] = dict(self.find(USED_UP) or {})

    def __contains__(self, step: JournalStep[Any]) -> bool:
        return step.key in self._kept

    def find(self, step: JournalStep[T]) -> T | None:
        """Return what a step has given, or None if it was not done yet."""
        return step.read(self._kept[step.key]) if step.key in self._kept else None

    def every(self, family: StepFamily[T]) -> dict[str, T]:
        """Return all that the steps of a family have given, by their names."""
        size = len(family.prefix)
        known = ((k[size:], v) for k, v in self._kept.items() if k.startswith(family.prefix))
        return {name: family.read(kept) for name, kept in known}

    def keep(self, step: JournalStep[T], value: T, *events: Event) -> T:
        """Keep a result and emit its events with it, only once however often the turn is taken up.

        Returns what counts: the value, or the one that was kept before.
        """
        if step.key in self._kept:
            return step.read(self._kept[step.key])
        written = self._kept[step.key] = step.write(value)
        self._log.emit(*events, step=(step.key, written))
        return value

    def forget(self, keys: Iterable[str]) -> None:
        """Take back what was kept and not committed: it did not happen."""
        for key in keys:
            self._kept.pop(key, None)

    def use_up(self) -> None:
        """Let nothing that was counted so far be taken for what comes: that goes another way.

        It is kept, so that a takeover does not take it for that either.
        """
        self._kept.pop(USED_UP.key, None)
        self.keep(USED_UP, dict(self._ordinals))

    def ordinal(self, series: str) -> int:
        """Count what happens again and again in a turn; replays count alike."""
        self._ordinals[series] = self.reached(series) + 1
        return self._ordinals[series]

    def reached(self, series: str) -> int:
        """Return how far a series has been counted."""
        return self._ordinals.get(series, 0)
