"""What a turn says goes through the output gate, whoever wrote it."""

from __future__ import annotations

from typing import Any

import orjson

from agent.path.answer import question_id
from agent.path.run import TurnRun
from contracts.blocks import text_of
from guardrails.gate import Gate, cleaned, each_text
from guardrails.images import ImageFilter
from guardrails.own_data import OwnData, own_data
from language.detect import Language

LEAKED: dict[Language, str] = {
    "en": "I broke this answer off: it began to repeat my instructions.",
    "pt": "Interrompi esta resposta: ela começava a repetir as minhas instruções.",
}


async def learn_own_data(run: TurnRun) -> None:
    """Find what the person has told of themselves: that may be said back to them.

    Each message of the conversation is read once by a worker, whatever becomes of the talk.
    """
    if not run.services.guards.policy.hide_of_others:
        return
    told = {
        message.id: "\n".join(text_of(block) for block in message.blocks)
        for message in run.turn.history
        if message.role == "user"
    }
    told[str(question_id(run.turn.id))] = run.incoming.given
    run.own_data = await run.services.own_data.of(told)


def gate_for(run: TurnRun, *canaries: str) -> Gate:
    """Return a gate for one text that the turn says."""
    policy = run.services.guards.policy
    words = [word for word in canaries if word]
    images = ImageFilter(policy.images_from)
    return run.services.gate(words, policy.hide_of_others, _own_data(run), images)


def gate_text(run: TurnRun, text: str) -> str:
    """Return a whole text as it may be said."""
    gate = gate_for(run)
    return gate.feed(text) + gate.close()


def gate_json(run: TurnRun, value: Any) -> Any:
    """Return plain JSON as it may be shown and kept."""
    value = cleaned(value)
    hide = run.services.guards.policy.hide_of_others
    if not hide:
        return value
    gate = run.services.gate((), hide, _own_data(run))
    return each_text(value, lambda text: gate.feed(text) + gate.close())


def _own_data(run: TurnRun) -> OwnData:
    """Return what the person has told, here and in their profile, and what the workflow knows."""
    if not run.services.guards.policy.hide_of_others:
        return frozenset()
    known = orjson.dumps([run.profile, run.slots, run.turn.caller.email], default=str).decode()
    if known != run.known_data[0]:
        run.known_data = (known, own_data(known))
    return run.own_data | run.known_data[1]
