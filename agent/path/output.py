"""What a turn says goes through the output gate, whoever wrote it."""

from __future__ import annotations

from typing import Any

import orjson

from agent.path.run import TurnRun
from contracts.blocks import text_of
from guardrails.gate import Gate, cleaned, each_text
from language.detect import Language

LEAKED: dict[Language, str] = {
    "en": "I broke this answer off: it began to repeat my instructions.",
    "pt": "Interrompi esta resposta: ela começava a repetir as minhas instruções.",
}


def gate_for(run: TurnRun, *canaries: str) -> Gate:
    """Return a gate for one text of this turn."""
    hide = run.services.guards.policy.hide_of_others
    given = _given(run) if hide else ""
    return run.services.gate([word for word in canaries if word], hide, given)


def gate_text(run: TurnRun, text: str) -> str:
    """Return a whole text as it may be said."""
    gate = gate_for(run)
    return gate.feed(text) + gate.close()


def gate_json(run: TurnRun, value: Any) -> Any:
    """Return plain JSON as it may be shown and kept."""
    value = cleaned(value)
    if not run.services.guards.policy.hide_of_others:
        return value
    gate = gate_for(run)  # one for all: what the person has told is read only once
    return each_text(value, lambda text: gate.feed(text) + gate.close())


def _given(run: TurnRun) -> str:
    """Gather what the person has told of themselves: that may be said back to them."""
    earlier = [
        text_of(block)
        for message in run.turn.history
        if message.role == "user"
        for block in message.blocks
    ]
    known = orjson.dumps([run.profile, run.slots, run.turn.caller.email], default=str).decode()
    return "\n".join([*earlier, run.incoming.given, known])
