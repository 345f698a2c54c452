"""What a turn answers: its text as it goes out, and the blocks that are stored of it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

from agent.log import telemetry
from agent.log.turn_log import TurnLog
from contracts.blocks import Block, ToolResultBlock
from contracts.events import Text, TextRestart


def answer_id(turn_id: UUID) -> UUID:
    """Return the id of the message that answers in this turn; any worker computes the same."""
    return uuid5(NAMESPACE_OID, f"{turn_id}/answer")


def question_id(turn_id: UUID) -> UUID:
    """Return the id of the message that the turn answers, as it is stored."""
    return uuid5(turn_id, "question")


class TurnAnswer:
    """The answer of one attempt; what clients already have of its text is not sent again."""

    def __init__(self, turn_id: UUID, log: TurnLog, said: Iterable[tuple[str, str]]) -> None:
        self.id = str(answer_id(turn_id))
        self.text = ""
        self._log = log
        self._blocks: list[Block] = []
        self._unclosed = ""  # said, and not yet in a block
        self._seen = _displayed(said)
        self._clock = time.monotonic()

    def __bool__(self) -> bool:
        return bool(self._blocks or self.text)

    @property
    def blocks(self) -> list[Block]:
        """Return what is finished; what was broken off is no part of it."""
        return [b for b in self._blocks if b["type"] != "text" or not b.get("partial")]

    @property
    def results(self) -> list[ToolResultBlock]:
        """Return what tools have given back."""
        return [b for b in self._blocks if b["type"] == "tool_result"]

    def add(self, block: Block) -> None:
        """Put a finished block behind the others."""
        self._blocks.append(block)

    def replace(self, block: Block, other: Block) -> None:
        """Put another block in the place of one that was added."""
        self._blocks = [other if known is block else known for known in self._blocks]

    def tell(self, text: str) -> None:
        """Say a whole text, as a paragraph and a block of its own."""
        self.new_paragraph()
        self.say(text)
        self.close_text()

    def say(self, piece: str) -> None:
        """Add to the text."""
        self._unclosed += piece
        self._send(piece)

    def new_paragraph(self) -> None:
        """Set the next text off from what was said before, finished or not."""
        self._break_off()
        if self.text and not self.text.endswith("\n"):
            self._send("\n\n")

    def close_text(self) -> None:
        """Make a block of what was said since the last one."""
        if self._unclosed:
            self.add({"type": "text", "text": self._unclosed})
        self._unclosed = ""

    def with_partial(self) -> list[Block]:
        """Return the blocks and, in their places, the beginnings of what was broken off."""
        self._break_off()
        return list(self._blocks)

    def go_live(self) -> None:
        """From here on the text is new: take back what an interrupted attempt had shown of it."""
        if self._seen is None:
            return
        self._seen = None
        self._log.emit(TextRestart(message_id=self.id))
        if self.text:
            self._log.emit(Text(message_id=self.id, content=self.text))

    def note_first_text(self) -> None:
        """Note that somebody can read something now."""
        telemetry.FIRST_TEXT_SECONDS.observe(time.monotonic() - self._clock)

    def _break_off(self) -> None:
        if rest := self._unclosed.strip():
            self.add({"type": "text", "text": rest, "partial": True})
        self._unclosed = ""

    def _send(self, piece: str) -> None:
        if not piece:
            return
        if not self.text and not self._log.holding:
            self.note_first_text()
        self.text += piece
        if self._seen is None:
            self._log.emit(Text(message_id=self.id, content=piece))
        elif not self._seen.startswith(self.text):
            self.go_live()
        elif self._seen == self.text:
            self._seen = None


def _displayed(said: Iterable[tuple[str, Any]]) -> str | None:
    """Work out which text a client shows that has followed the earlier attempts."""
    text = ""
    for kind, content in said:
        if kind == "text":
            text += content
        elif kind == "text_restart":
            text = ""
    return text or None
