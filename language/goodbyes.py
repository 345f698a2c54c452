"""Whether somebody takes their leave: a goodbye wants a goodbye."""

from __future__ import annotations

import re

from language.courtesies import unaddressed
from language.intents import intent_of
from language.requests import asks, clauses

_LONGEST = 120
# What stands around a farewell: "bye now", "tchau pessoal", "então até mais".
_AROUND = re.compile(
    r"^(?:(?:ok|okay|so|then|ent[aã]o|bom|well|e|and|all right|cheers|thanks|thx|ty|valeu|vlw|obg"
    r"|obrigad[oa]|blz|beleza)\W+)+"
    r"|(?<!\W)\W+(?:now|then|gente|pessoal|all|everyone|everybody|there|viu|ent[aã]o|hein|thanks?"
    r"|thank you|obrigad[oa]|valeu|abraços?|um abraço)\W*$",
    re.IGNORECASE,
)


def says_goodbye(message: str) -> bool:
    """Tell whether a message ends with a farewell, and asks for nothing before it."""
    if len(message) > _LONGEST or "?" in message:
        return False
    *before, last = clauses(unaddressed(message)) or [""]
    return _is_farewell(last) and not any(map(asks, before))


def _is_farewell(text: str) -> bool:
    return "farewell" in (intent_of(text), intent_of(_AROUND.sub("", text)))
