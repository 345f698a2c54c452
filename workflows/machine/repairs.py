"""Hears what is said to the engine itself: stop, help, a person please."""

from __future__ import annotations

import re
from typing import Literal

from language.matching import fold

Repair = Literal["cancel", "help", "human", "why"]
_POLITE = r"(?:,? ?(?:please|por favor|pls|obrigad[oa]|thanks))?[ .!?]*"
_LEAD = r"(?:please |por favor,? |ok,? |nao,? |no,? |eu )?"
_STOP = (
    "cancel|cancela|cancelar|cancele|stop|parar|pare|para|sair|exit|quit|desistir|desisto|abort"
    "|abortar|leave|encerrar"
)
_SOMEBODY = (
    "humano|human|atendente|pessoa(?: de verdade)?|person|real person|somebody|someone|alguem"
    "|agent|human agent|atendimento humano|operator|operador"
)
_PATTERNS: list[tuple[Repair, str]] = [
    ("cancel", rf"(?:quero |can we |i want to |vamos |let'?s )?(?:{_STOP})"
     "(?: (?:isso|isto|tudo|this|that|it|here|agora|now|por aqui))?"),
    ("cancel", "deixa(?: (?:pra|para) la)?|esquece|esqueca|never ?mind|forget (?:it|this|that)"
     "|nao quero mais|i give up"),
    ("cancel", "depois|mais tarde|agora nao|me deixa em paz|me deixe em paz|(?:podemos|posso)"
     " fazer isso depois|faco isso depois|depois eu faco|(?:maybe )?later|skip this|leave me alone"
     "|(?:can we|let'?s) do (?:this|it) later|not now|i (?:don'?t|do not) want to"),
    ("help", "what does (?:that|this|it) mean|what do you mean|o que (?:isso |e isso )?(?:significa"
     "|quer dizer)(?: isso)?"),
    ("help", "ajuda|help|me ajuda|help me|socorro|nao entendi|i don'?t understand|como funciona"
     "|how does this work|o que (?:eu )?(?:posso|devo) (?:fazer|dizer)"
     "|what can i (?:do|say)(?: here)?"),
    ("human", "(?:(?:quero|queria|preciso|posso|gostaria de|i want to|i need to|can i|let me"
     "|i'?d like to) )?(?:(?:falar|conversar|speak|talk)(?: com| to| with) "
     f"(?:(?:um|uma|a|an|o|the|some) )?)?(?:{_SOMEBODY})"),
    ("why", "(?:por ?que|porque|para ?que|pra ?que|why|what for|como assim)(?:[ ,].{0,80})?"),
]  # fmt: skip
_COMPILED: list[tuple[Repair, re.Pattern[str]]] = [
    (kind, re.compile(rf"{_LEAD}(?:{text}){_POLITE}")) for kind, text in _PATTERNS
]


def repair_in(message: str) -> Repair | None:
    """Return what a whole message asks of the engine, or None."""
    if len(message) > 120:
        return None
    plain = fold(message).strip(" .,!")
    for kind, pattern in _COMPILED:
        if pattern.fullmatch(plain):
            return kind
    return None
