"""Messages that are read together with the earlier ones of a talk, as the guards join them.

The written talks are ordinary ones in trades where much sounds bad: every message stands behind up
to three others. Ordinary messages in a row, and bad ones with their twins behind some, teach what a
few messages look like as one text; only those of one part stand together.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from guardrails.window import EARLIER, as_one, together
from training.ordinary import OrdinaryMessage

_FILES = tuple(Path(__file__).with_name(f"talks.{language}.txt") for language in ("en", "pt"))
_ROWS = 4_000  # of ordinary messages
_MOST = 3  # messages before a bad one


def written() -> Iterator[tuple[str, str]]:
    """Give the windows of the written talks, and the talk that each is of."""
    for path in _FILES:
        for line in path.read_text(encoding="utf-8").splitlines():
            talk = line.split(" || ")
            for at in range(1, len(talk)):
                if parts := together(talk[:at], talk[at]):
                    yield as_one(parts), line


class TalkRows:
    """Ordinary messages of one part, in a row."""

    def __init__(self, messages: Sequence[OrdinaryMessage], parts: int) -> None:
        self._chance = random.Random(7)
        self._parts = parts
        self._messages: list[list[OrdinaryMessage]] = [[] for _ in range(parts)]
        for message in messages:
            self._messages[self._part(message.pattern)].append(message)

    def alone(self) -> Iterator[tuple[str, str]]:
        """Give rows of ordinary messages, and the pattern of the last."""
        for number in range(_ROWS):
            part = number % self._parts
            last = self._chance.choice(self._messages[part])
            if joined := self.before(last.text, part, EARLIER):
                yield joined, last.pattern

    def before(self, text: str, part: int, most: int = _MOST) -> str | None:
        """Put some ordinary messages of a part before a text, if that is short enough."""
        count = self._chance.randint(1, most)
        told = [self._chance.choice(self._messages[part]).text for _ in range(count)]
        parts = together(told, text)
        return as_one(parts) if parts else None

    def _part(self, topic: str) -> int:
        return zlib.crc32(topic.encode()) % self._parts
