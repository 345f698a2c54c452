"""Leaves out when somebody wants to be called: "can you call me tomorrow" moves no booking."""

from __future__ import annotations

import re

from language.flat import flat
from workflows.machine.slots.message import MessageBeingRead, question_of

_CALLS = re.compile(
    r"\b(?:call|ring|phone|text|message|whatsapp|(?:me |nos )?(?:lig(?:a|ue|ar|uem|am)"
    r"|telefon(?:a|e|ar)|chama|chame|avisa|avise|retorna|retorne|mandar? (?:uma )?mensagem))"
    r" (?:me|us|my|back|pra|para|la|ai|aqui|depois|antes|amanha|hoje|at|before|after|on|no|na|as)\b"
    r"[^,.;!?]{0,60}"
)
_ASKED = re.compile(r"\b(?:call|ring|reach|contact|lig\w+|telefon\w+|contato|retorno)\b")


def read_callbacks(message: MessageBeingRead) -> None:
    """Take the clause of a call out of what others read, where no slot asks when to call."""
    if not message.revising or message.asked_of("text", "date", "time", "datetime"):
        return
    moments = message.of("date", "time", "datetime")
    if any(_ASKED.search(question_of(slot)) for _, slot in moments):
        return
    message.taken += [found.span() for found in _CALLS.finditer(flat(message.text))]
