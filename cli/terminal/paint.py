"""Writes to the terminal: the answer as it grows, and lines beside it."""

from __future__ import annotations

from dataclasses import dataclass
from shutil import get_terminal_size
from typing import TextIO, assert_never

from cli._streams import terminal_of
from cli.terminal.view import Again, End, Notice, Rejoin, Render, Say
from cli.terminal.words import Tone
from language.printable import printable

_COLOURS: dict[Tone, str] = {"passing": "2", "dim": "2", "plain": "", "good": "36", "warn": "33"}


@dataclass(slots=True)
class Painter:
    """One terminal. Without an `answer` stream the answer is left to the caller."""

    notes: TextIO
    answer: TextIO | None
    colour: bool
    live: bool = False  # a passing line may be written over by the next one
    _inside: bool = False  # the cursor stands inside a line of the answer
    _passing: bool = False  # the cursor stands behind a passing line

    def __post_init__(self) -> None:
        self.notes = terminal_of(self.notes)
        self.answer = terminal_of(self.answer) if self.answer else None

    def show(self, render: Render) -> None:
        """Put one render command on the screen."""
        match render:
            case Say(text):
                self._say(printable(text))
            case Notice(text, tone):
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
        self._passing = tone == "passing" and self.live
        shown = (
            printable(text)[: get_terminal_size().columns - 1] if self._passing else printable(text)
        )
        painted = f"\x1b[{code}m{shown}\x1b[0m" if code else shown
        print(painted, file=self.notes, end="" if self._passing else "\n", flush=True)

    def fresh_line(self) -> None:
        """Leave the line the answer stopped in, and wipe a passing one."""
        if self._passing:
            self.notes.write("\r\x1b[K")
            self._passing = False
        if self._inside and self.answer:
            print(file=self.answer, flush=True)
        self._inside = False

    def _say(self, text: str) -> None:
        if self.answer and text:
            if self._passing:
                self.fresh_line()
            self.answer.write(text)
            self.answer.flush()
            self._inside = not text.endswith("\n")
