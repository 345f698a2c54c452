"""One model call's text on its way through the gate into the answer."""

from __future__ import annotations

from agent.models.pace import Pace
from agent.path.output import LEAKED, gate_for
from agent.path.run import TurnRun
from contracts.errors import Unsafe

_PIECE = 2_048  # characters


class Speech:
    """The words of one model call; said aloud or only listened to."""

    def __init__(self, run: TurnRun, canary: str, *, aloud: bool) -> None:
        self._run = run
        self._gate = gate_for(run, canary)
        self._aloud = aloud
        self._heard = ""
        self._said = ""

    async def hear(self, piece: str) -> None:
        """Let a piece through the gate and say what comes out; the first words do not wait."""
        if not self._said:
            self._heard += piece
        await self._pass(piece)
        if self._aloud and not self._run.log.spoken:
            await self._run.log.flush()

    async def end(self, whole: str) -> str:
        """Say what is left and return all that was said; a provider may send all of it last."""
        if not self._said:
            await self._pass(whole.removeprefix(self._heard))
        self._say(self._gate.close())
        return self._said

    async def _pass(self, piece: str) -> None:
        """Give the gate a long piece in short ones: it reads all that it holds each time."""
        pace = Pace()
        for start in range(0, len(piece), _PIECE):
            self._say(self._gate.feed(piece[start : start + _PIECE]))
            await pace.breathe()

    def _say(self, piece: str) -> None:
        if piece and self._aloud:
            if not self._said:
                self._run.answer.new_paragraph()
            self._run.answer.say(piece)
        self._said += piece
        if self._gate.leaked:
            raise Unsafe(LEAKED[self._run.language])
