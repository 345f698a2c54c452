"""What a tool says beside its results: why it failed, and how far it has come.

A tool's author may put there what a page or a server has told them. So it passes the gate and the
guards like a result, before a model or a person reads it.
"""

from __future__ import annotations

from agent.path.check import check_result, check_words
from agent.path.output import gate_text
from agent.path.report import report_verdict
from agent.path.run import TurnRun
from contracts.errors import BatutaError
from guardrails.guard import Verdict
from tools import Tool
from tools.bounds import bound_output

MOST_REASON = 2_000  # characters
MOST_NOTE = 200
WITHHELD_REASON = "{tool} failed; why is withheld: its message tries to give orders"


async def reason_of(run: TurnRun, tool: Tool, call: str, exc: Exception) -> str:
    """Say what went wrong, and nothing of an unexpected exception's own text."""
    if not isinstance(exc, BatutaError):
        return f"{tool.name} failed unexpectedly"
    told = gate_text(run, str(bound_output(exc.message, MOST_REASON)))
    seen = await check_result(run, tool.name, call, told)
    return WITHHELD_REASON.format(tool=tool.name) if seen is None else str(seen)


class ToolNotes:
    """The notes on a tool's progress, as they may be read; what was found in them is reported."""

    def __init__(self, run: TurnRun, tool: str) -> None:
        self._run = run
        self._tool = tool
        self._found: list[tuple[Verdict, str]] = []

    def passed(self, note: str) -> str:
        """Return a note without what must not be read; nothing of one that tries to give orders."""
        told = gate_text(self._run, note[:MOST_NOTE])
        if not told.strip():
            return ""
        verdict = check_words(self._run, told)
        if verdict.decision in ("review", "block") and len(self._found) < 8:
            self._found.append((verdict, told))
        if verdict.decision == "block":
            return ""
        return told if verdict.text is None else verdict.text

    async def report(self) -> None:
        """Put before the moderators what was found."""
        found, self._found = self._found, []
        for verdict, note in found:
            await report_verdict(self._run, verdict, note, about=self._tool)
