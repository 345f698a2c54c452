"""Whether somebody takes their leave: a goodbye wants a goodbye."""

from __future__ import annotations

import re

from language.courtesies import thanks, unaddressed
from language.flat import flat
from language.intents import intent_of, plain_answer
from language.partners import wishes_person
from language.put_off import tells_later
from language.requests import asks, clauses, is_filler
from language.speech_acts.acts import only_courteous
from language.speech_acts.classify import clause_reading

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


_ELSE = 0.3
# What is to be done before anything else is: "vou pensar", "let me check with my wife".
_THINKS = re.compile(
    r"\W{0,5}(?:(?:ok|okay|e|and|so|then|entao|ai|depois|later|bom|well|show|eu|i|we"
    r"|qualquer coisa)\W{1,5}){0,3}"
    r"(?:(?:vou|vamos|preciso|precisamos|deixa eu|tenho que|let me|ll|i'?ll|we'?ll|will|need to"
    r"|have to|i'?m going to|gonna)(?: (?:primeiro|first|just|com calma))?"
    r" (?:pensar|ver com|falar|conversar|decidir|combinar|consultar|perguntar|think|talk|speak"
    r"|check with|ask|decide|discuss|come back|get back|be in touch|be back)"
    r"|volto|(?:te |eu )?(?:chamo|aviso)|te falo|come back|get back|be in touch)\b"
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


def parts_for_now(message: str) -> bool:
    """Tell whether a message thanks and puts all else off: "thanks, I'll talk to my wife first"."""
    if len(message) > _LONGEST or "?" in message:
        return False
    said = [part for part in clauses(unaddressed(message)) if not is_filler(part)]
    kind = [p for p in said if only_courteous(p) or thanks(p) or _is_word_of_praise(p)]
    later = [part for part in said if part not in kind]
    return bool(kind and later) and all(map(_puts_off, later))


def _puts_off(clause: str) -> bool:
    """Tell whether a clause says that its writer comes back, or has to think, ask or see first."""
    plans = _THINKS.match(flat(clause)) is not None or tells_later(clause)
    return plans and not wishes_person(clause)


def _is_word_of_praise(clause: str) -> bool:
    read = clause_reading(clause)
    return len(clause.split()) == 1 and read.of("wants", "asks", "changes", "no", "upset") < _ELSE


def _is_kind(text: str) -> bool:
    """Tell whether a clause thanks, and says no yes."""
    return only_courteous(text) and plain_answer(text) is None


def _is_farewell(text: str) -> bool:
    return "farewell" in (intent_of(text), intent_of(_AROUND.sub("", text)))
