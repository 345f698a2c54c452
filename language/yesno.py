"""Plain yes and plain no, in both languages: nothing else counts as an answer to an approval."""

from __future__ import annotations

import re
import unicodedata

_YES = frozenset(
    "yes y yeah yep ok okay sure approve approved confirm confirmed go ahead do it yes please"
    " sim s claro pode pode sim confirmo confirmado aprovo aprovado ok pode ser isso vai em frente"
    " continue continua".split(" ")
) | {"go ahead", "do it", "yes please", "pode sim", "pode ser", "vai em frente", "sim por favor"}
_NO = frozenset(
    "no n nope deny denied cancel stop nao nao quero recuso negado cancela cancelar pare".split(" ")
) | {"no thanks", "no thank you", "nao obrigado", "nao obrigada", "de jeito nenhum", "nao pode"}
_AMBIGUOUS = frozenset({"go", "do", "it", "please", "em", "vai", "ser", "frente", "isso", "quero"})


def plain_answer(text: str) -> bool | None:
    """Return True for a plain yes, False for a plain no, None for anything else."""
    if len(text) > 40:
        return None
    plain = unicodedata.normalize("NFKD", text.lower())
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    words = " ".join(re.findall(r"[a-z]+", plain))
    if words in _AMBIGUOUS or re.sub(r"[\w\s.,!]", "", plain):
        return None
    if words in _YES:
        return True
    return False if words in _NO else None
