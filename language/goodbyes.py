"""Whether somebody takes their leave: a goodbye wants a goodbye."""

from __future__ import annotations

import re

from language.courtesies import unaddressed
from language.intents import intent_of, plain_answer
from language.requests import asks, clauses
from language.speech_acts.acts import only_courteous

_LONGEST = 120
# What stands around a farewell: "bye now", "tchau pessoal", "então até mais".
_AROUND = re.compile(
    r"^(?:(?:ok|okay|so|then|ent[aã]o|bom|well|e|and|all right|cheers|thanks|thx|ty|valeu|vlw|obg"
    r"|obrigad[oa]|blz|beleza)\W+)+"
    r"|(?<!\W)\W+(?:now|then|gente|pessoal|all|everyone|everybody|there|viu|ent[aã]o|hein|thanks?"
    r"|thank you|obrigad[oa]|valeu|abraços?|um abraço)\W*$",
    re.IGNORECASE,
)


# What is wished for in parting: "fica com Deus", "have a nice day".
_BLESSING = re.compile(
    r"\W*(?:e |and )?(?:(?:fi(?:ca|que)|v[aá]|vai) com deus|deus"
    r" (?:te|lhe|vos|o|a) (?:aben[cç]oe|pague|acompanhe)|passar bem|passe bem|(?:bom|boa)"
    r" (?:descanso|trabalho|semana|fim de semana)"
    r"(?: (?:pra|para) \w+)?|tenha (?:um |uma )?\w+ (?:dia|tarde|noite|semana)|se cuida|take care"
    r"|god bless(?: you)?|have a (?:\w+ )?(?:day|one|evening|afternoon|week|weekend))\W*",
    re.IGNORECASE,
)


def says_goodbye(message: str) -> bool:
    """Tell whether a message ends with a farewell, and asks for nothing before it."""
    if len(message) > _LONGEST or "?" in message:
        return False
    said = clauses(unaddressed(message))
    wished = [part for part in said if _BLESSING.fullmatch(part)]
    *before, last = [part for part in said if part not in wished] or [""]
    if wished and all(map(_is_kind, filter(None, (*before, last)))):
        return True
    return _is_farewell(last) and not any(map(asks, before))


def _is_kind(text: str) -> bool:
    """Tell whether a clause thanks, and says no yes."""
    return only_courteous(text) and plain_answer(text) is None


def _is_farewell(text: str) -> bool:
    return "farewell" in (intent_of(text), intent_of(_AROUND.sub("", text)))
