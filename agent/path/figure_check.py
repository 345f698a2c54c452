"""Marks the figures of an answer that no result of the conversation bears out.

Only where tools have worked figures out: elsewhere nobody claims that a number was executed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, cast

from agent.log.steps import figures_marked
from agent.path.run import TurnRun
from analysis.figures import figures_in, shares_in, unsupported_figures
from contracts.blocks import ToolResultBlock
from contracts.events import GuardVerdict
from contracts.json import JsonObject
from language.detect import Language

CATEGORY = "unsupported_figure"
_SAID: dict[Language, str] = {
    "en": "No result of this conversation contains: {}. Check before you rely on it.",
    "pt": "Nenhum resultado desta conversa contém: {}. Confira antes de usar.",
}


async def mark_figures(run: TurnRun, visit: str, words: Sequence[str]) -> None:
    """Say which figures of what an agent has just said nobody can trace to a result."""
    results = [*_earlier(run), *run.answer.results]
    said = "\n".join(words)
    if not any(c.isdigit() for c in said) or not any(_worked_out(r) for r in results):
        return
    step = figures_marked(visit)
    if step in run.journal:
        return
    odd = await asyncio.to_thread(_odd, said, results, run.message, run.language)
    if odd:
        told = _SAID[run.language].format(", ".join(odd))
        event = GuardVerdict(verdict="review", category=CATEGORY, message=told)
        run.journal.keep(step, odd, event)


def _earlier(run: TurnRun) -> list[ToolResultBlock]:
    return [
        block
        for message in run.turn.history
        for block in message.blocks
        if block["type"] == "tool_result"
    ]


def _worked_out(block: ToolResultBlock) -> JsonObject | None:
    """Return a result with figures of data, which has a reference to be cited by."""
    result: Any = block["output"].get("result")
    told = cast("JsonObject", result) if isinstance(result, dict) else {}
    return told if "ref" in told else None


def _odd(
    said: str, results: Sequence[ToolResultBlock], asked: str, language: Language
) -> list[str]:
    known = figures_in([block["output"] for block in results])
    for result in filter(None, map(_worked_out, results)):
        rows = cast("list[Any]", result.get("rows") or [])
        for whole in (result.get("matched"), result.get("of_rows")):
            known += shares_in(rows, whole)
    return unsupported_figures(said, known, asked, language)
