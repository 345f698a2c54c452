"""Writes to the terminal: the answer as it grows, and lines beside it."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TextIO, assert_never

from cli.stream.view import Again, End, Note, Rejoin, Render, Say
from cli.stream.words import Tone

_COLOURS: dict[Tone, str] = {"dim": "2", "plain": "", "good": "36", "warn": "33"}


def clean(text: str) -> str:
    """Drop control characters: what a model writes must not steer the terminal."""
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) != "Cc")


@dataclass(slots=True)
class Painter:
    """One terminal. Without an `answer` stream the answer is left to the caller."""

    notes: TextIO
    answer: TextIO | None
    colour: bool
    _inside: bool = False  # the cursor stands inside a line of the answer

    def show(self, render: Render) -> None:
        """Put one render command on the screen."""
        match render:
            case Say(text):
                self._say(clean(text))
            case Note(text, tone):
                self.line(text, tone)
            case Again():
                self.line("the answer starts again:", "warn")
            case End():
                self.fresh_line()
            case Rejoin():
                pass
            case _:
                assert_never(render)

    def line(self, text: str, tone: Tone = "plain") -> None:
        """Write one line of its own."""
        self.fresh_line()
        code = _COLOURS[tone] if self.colour else ""
        painted = f"\x1b[{code}m{clean(text)}\x1b[0m" if code else clean(text)
        print(painted, file=self.notes, flush=True)

    def fresh_line(self) -> None:
        """Leave the line the answer stopped in."""
        if self._inside and self.answer:
            print(file=self.answer, flush=True)
        self._inside = False

    def _say(self, text: str) -> None:
        if self.answer and text:
            self.answer.write(text)
            self.answer.flush()
            self._inside = not text.endswith("\n")
