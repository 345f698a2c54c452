"""Whether an answer has nothing to give: "não precisa", "no, that's all", "em branco"."""

from __future__ import annotations

import re

from language.added import adds_something
from language.agreement import agreement
from language.idle_words import IDLE_WORDS
from language.matching import words
from language.phrases import compiled

_LONGEST = 120
_HUMS = frozenset("erm um uh er hm hmm eh ah oh err amor love mate".split())
_APOSTROPHES = re.compile(r"['’]")
_HAS_NOTHING = compiled(
    (
        "(nao|no|nope|nah|n|negativo) [nao|no] [obrigado|obrigada|obg|valeu|thanks|thank you]",
        "[nao|no] (nada|nadinha|nothing|nowt|none|nenhum|nenhuma) [nao|mais|demais|else|special]"
        " [especial] [a acrescentar|a declarar|a dizer|to add|to say|que eu saiba|i can think of]"
        " [obrigado|obrigada|thanks|thank you]",
        "[theres|there is|i have|ive got|ive] nothing [else|more] (to add|to say|to change|to tell)"
        " [thanks|thank you]",
        "[acho que|eu] nao (tenho|tem|ha|falta|precisa|preciso) [mais] (nada) [mais|nao]"
        " [a|para|pra|de] [acrescentar|dizer|falar|mudar|declarar|contar]",
        "[acho que|eu] nao (precisa|preciso|tem|tenho|ha|quero|e necessario|necessario)"
        " [nao|nada|nenhum|nenhuma|isso|obrigado|obrigada|mais nada]",
        "[i] (dont|do not) (have|need|want) [one|it|any|that|anything]",
        "[no|nope|nao] (thats|that is) (all|it|everything) [thanks|thank you]",
        "[nao] [e|era] so [isso] [mesmo|obrigado|obrigada]",
        "[pode] (deixar|deixa|deixe) [isso] (em branco|sem|vazio|pra la|assim)",
        "[pode] (ficar|fica) (em branco|sem|vazio)",
        "leave (it|that) (blank|empty|out)",
        "(not needed|no need|dispenso|sem|not applicable|nao se aplica)",
    )
)


def says_only_no(text: str) -> bool:
    """Tell whether an answer is a no with courtesy around it: "erm, not really", "ah não, amor"."""
    said = [word for word in words(_APOSTROPHES.sub("", text[:_LONGEST])) if word not in _HUMS]
    told = [word for word in said if word not in IDLE_WORDS and adds_something(word)]
    return len(text) <= _LONGEST and not told and agreement(" ".join(said)) is False


def has_nothing(text: str) -> bool:
    """Tell whether a whole answer gives nothing, to a question that needs no answer."""
    said = "".join(f"{word} " for word in words(_APOSTROPHES.sub("", text[:_LONGEST])))
    return len(text) <= _LONGEST and (bool(_HAS_NOTHING.fullmatch(said)) or says_only_no(text))
