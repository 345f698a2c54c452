"""What a turn says goes through the output gate, whoever wrote it."""

from __future__ import annotations

from typing import Any, cast

import orjson

from agent.run import TurnRun
from guardrails.gate import Gate, cleaned
from language.detect import Language

LEAKED: dict[Language, str] = {
    "en": "I broke this answer off: it began to repeat my instructions.",
    "pt": "Interrompi esta resposta: ela começava a repetir as minhas instruções.",
}


def gate_for(run: TurnRun, *canaries: str) -> Gate:
    """Return a gate for one text of this turn."""
    hide = run.parts.guards.policy.hide_of_others
    given = _given(run) if hide else ""
    return run.parts.gate([word for word in canaries if word], hide, given)


def let_out(run: TurnRun, text: str) -> str:
    """Return a whole text as it may be said."""
    gate = gate_for(run)
    return gate.feed(text) + gate.close()


def let_all_out(run: TurnRun, value: Any) -> Any:
    """Return plain JSON as it may be shown and kept."""
    value = cleaned(value)
    return _each(run, value) if run.parts.guards.policy.hide_of_others else value


def _each(run: TurnRun, value: Any) -> Any:
    if isinstance(value, str):
        return let_out(run, value)
    if isinstance(value, dict):
        return {k: _each(run, v) for k, v in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [_each(run, item) for item in cast("list[Any]", value)]
    return value


def _given(run: TurnRun) -> str:
    """Gather what the person has told of themselves: that may be said back to them."""
    earlier = [
        str(block.get("text") or "")
        for message in run.turn.history
        if message.role == "user"
        for block in message.blocks
    ]
    known = orjson.dumps([run.profile, run.slots, run.turn.caller.email], default=str).decode()
    return "\n".join([*earlier, run.given, known])
