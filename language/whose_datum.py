"""Whether a telephone number or an address is somebody else's: "her number is", "celular dele"."""

from __future__ import annotations

import re

from language.flat import flat

_READ = 80  # characters before a datum that may tell whose it is
_THING = (
    r"(?:phone|number|cell|cellphone|mobile|landline|e-?mail|telefone|numero|celular|cel|fone|zap"
    r"|whats\w*|contato|contact)"
)
_WHO = (
    r"(?:pai|mae|filh[oa]|marido|esposa|esposo|mulher|irma|irmao|amig[oa]|namorad[oa]|vizinh[oa]"
    r"|sogr[oa]|zelador[a]?|porteir[oa]|casei[or]a?|caseiro|faxineira|diarista|baba|sindic[oa]|dono"
    r"|dona|inquilin[oa]|chefe|son|daughter|wife|husband|mom|mum|mother|dad|father|friend|neighbou?r"
    r"|brother|sister|boss|girlfriend|boyfriend|partner|uncle|aunt|cousin|landlord|landlady|tenant"
    r"|janitor|caretaker|nanny|sitter|concierge|doorman|porter|housekeeper|roommate|flatmate)"
)
_OF_OTHERS = re.compile(
    rf"\b(?:his|her|their) (?:\w+ )?{_THING}\b|\b{_THING} (?:d?el[ea]s?|d[oa] (?!meu|minha)\w+)\b"
    rf"|\b(?:he|she|they)(?:'s|'re| is| are)? (?:on|at|reachable)\b|\b[a-z]+'s {_THING}\b"
    rf"|\b(?:o|a) d?el[ea] (?:e|eh)\b|\bhers is\b|\b(?:el[ea]) (?:atende|esta) (?:no|em)\b"
    rf"|\b(?:my|our|the|o|a|meu|minha|nosso|nossa|com o|com a) (?:\w+ )?{_WHO}(?:'s)?\b[^.;!?]*$"
)
_MINE = re.compile(rf"\b(?:my|meu|our|nosso)(?: own| proprio)? {_THING}\b[^.;!?]*$")


def is_of_another(text: str, start: int) -> bool:
    """Tell whether what stands there in a text is told of a third person."""
    before = flat(text[max(0, start - _READ) : start])
    return _OF_OTHERS.search(before) is not None and _MINE.search(before) is None
