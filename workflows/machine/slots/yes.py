"""Hears yes and no at the beginning of an answer to a question of ours."""

from __future__ import annotations

import re

from language.matching import fold
from language.yesno import plain_answer

_YES = re.compile(
    r"(?:sim|yes|yeah|yep|yup|claro|com certeza|certo|certa|correto|correta|isso|isso mesmo|exato"
    r"|exatamente|perfeito|confirmo|confirmado|ok|okay|sure|right|correct|exactly|perfect|of course"
    r"|that'?s right|esta certo|esta correto|tudo certo|ta certo|pode salvar|looks good)\b"
)
_NO = re.compile(
    r"(?:nao|no|nope|nah|errado|errada|wrong|incorrect|incorreto|not quite|not right|negativo"
    r"|nunca|esta errado|ta errado|that'?s wrong|de jeito nenhum)\b"
)
_BUT = re.compile(r"\b(?:mas|but|except|exceto|so que)\b")


def leading_answer(text: str) -> bool | None:
    """Return the yes or no that an answer begins with; "yes, but" is neither."""
    plain = plain_answer(text)
    if plain is not None:
        return plain
    folded = fold(text[:200]).lstrip(" ,.!¡")
    if _NO.match(folded):
        return False
    if _YES.match(folded):
        return None if _BUT.search(folded) or folded.endswith("?") else True
    return None
