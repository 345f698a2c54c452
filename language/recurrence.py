"""Whether a text speaks of something regular or of a single time: "every week", "just the once"."""

from __future__ import annotations

import re
from typing import Literal

from language.flat import flat

Recurrence = Literal["regular", "once"]
_LONGEST = 300
_PERIOD = (
    r"(?:day|week|fortnight|month|season|quarter|year|weekend|(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)day|morning|evening|dia|semana|quinzena|mes|ano|estacao|fim de semana"
    r"|segunda|terca|quarta|quinta|sexta|sabado|domingo|manha|tarde|noite)s?(?:es)?"
)
_MANY = r"(?:\d{1,3}|two|three|four|five|six|eight|dois|duas|tres|quatro|cinco|seis|oito|quinze)"
_REGULAR = re.compile(
    rf"\b(?:every|each|per|tod[oa]s?(?: [oa]s?)?|cada|por)"
    rf" (?:(?:other|couple of|few|single|{_MANY}) ){{0,2}}{_PERIOD}\b"
    rf"|\b(?:once|twice|times|uma vez|vezes) (?:a|per|por|[ao]|n[ao]) {_PERIOD}\b"
    rf"|\bde {_MANY} em {_MANY}\b"
    r"|\b(?:whole|entire|all|long) (?:the )?(?:season|summer|winter|year)\b"
    r"|\b(?:dai(?:ly)|weekly|fortnightly|monthly|quarterly|yearly|annual(?:ly)?|regular(?:ly)?"
    r"|ongoing|on a rolling basis|long ?-?term|season (?:pass|ticket)|subscri\w{1,6}|membership"
    r"|standing order|mensa(?:l|is)(?:mente)?|semana(?:l|is)(?:mente)?"
    r"|quinzena(?:l|is)(?:mente)?|anua(?:l|is)(?:mente)?"
    r"|diari(?:o|a|amente)|regularmente|com frequencia|assinatura|assinar|assino|fix[oa]"
    r"|o ano (?:todo|inteiro)|sempre)\b"
)
_ONCE = re.compile(
    r"\b(?:one[- ]?off|one[- ]?time|just the once|just once|only once|once only"
    r"|once(?! (?:a|per|every|you|we|i|it|they|the) )"
    r"|(?:just|only) (?:(?:this|the|a|an|for) ){0,2}(?:one|once|single)(?: time)?(?! of)\b"
    r"|avuls[oa]s?|(?:uma )?unica vez|uma unica"
    r"|(?:so|somente|apenas) (?:uma?|d?es[st][ea](?: vez)?)(?! vez (?:por|a)\b)"
    r"|uma vez so|uma vez(?! (?:por|a|ao|n[ao]) )|uma?(?: \w{2,12})? (?:so|mesmo|apenas))\b"
)
_NOT = re.compile(
    r"\b(?:no|not|nao|n|sem|without|nothing|never|nunca|nada(?: de)?|nem|nenhum[a]?|dont|don'?t"
    r"|isn'?t|instead of|rather than|em vez de) (?:\w{1,10} ){0,3}?$"
)


def recurrence_in(text: str) -> Recurrence | None:
    """Tell whether a text wants or names something regular, or a single time; None for neither.

    What it denies speaks for the other: "no membership", "not just the once".
    """
    plain = flat(text[:_LONGEST])
    regular, once = _said(_REGULAR, plain), _said(_ONCE, plain)
    if regular == once:
        return None
    return "regular" if (regular or 0) > (once or 0) else "once"


def _said(pattern: re.Pattern[str], plain: str) -> int:
    """Return 1 where a text says it, -1 where it only denies it, and 0 where it does neither."""
    denied = [_NOT.search(plain[: found.start()]) is not None for found in pattern.finditer(plain)]
    return 0 if not denied else -1 if all(denied) else 1
