"""Whether a clause wants to be called on the telephone: by whoever answers here, or by somebody.

"Can you call me tomorrow" wants people; "call me Joe" gives a name, and "does he call me before?"
asks what is done anyway.
"""

from __future__ import annotations

import re

from language.matching import words

# What an option is called that is a call on the telephone.
CALLS = frozenset("call ring phone callback ligacao telefonema ligar liga ligue telefone".split())
_CLEFT = re.compile(r"\b(quero|queria|preciso) e (?=que\b|uma?\b|alguem\b)")  # "quero é que…"
_LONGEST = 120
_MOST_DIGITS = 5  # of an hour and a day; more are a telephone number
_LED = (
    r"(?:(?:and|but|so|ok|well|please|just|actually|instead|hey|yes|no|e|mas|entao|olha|sim"
    r"|por favor|moca|moco|ai|bom|melhor) ){0,4}"
)
_CALLED = (
    r"(?:(?:call|ring|phone|telephone)(?:ed)? (?:me|us)(?: up)?|(?:give|drop) (?:me|us) a"
    r" (?:call|ring|bell|buzz|shout))"
)
_BEHIND = (
    r"(?= (?:back|up|tomorrow|today|tonight|later|now|then|first|please|instead|about|asap|soon"
    r"|this|next|on|at|in|after|by|with|when you can|when you get|again|and|to)\b|$)"
)
_SOON = r"(?= (?:back|tomorrow|today|later|this|asap)\b)"
_SOMEBODY = r"(?:some(?:one|body)|any(?:one|body)|(?:the|your) \w+|a person)"
_ASKS = (
    rf"(?:(?:can|could|would) (?:you|u|ya|{_SOMEBODY})(?: please| kindly| just)?|please|kindly"
    rf"|i (?:just )?(?:want|need|would like|d like|ll have)(?: (?:you|{_SOMEBODY}))?(?: to)?"
    rf"|(?:have|get|ask|tell|let|make) (?:{_SOMEBODY}|him|her|them)(?: to)?|want you to"
    rf"|i d (?:rather|prefer)(?: (?:you|{_SOMEBODY}))?(?: to)?|(?:just )?some(?:one|body))"
)
_LIGA = r"(?:lig(?:a|ue|ar|uem|asse|assem)|telefon(?:a|e|ar|em|asse|assem)|retorn(?:e|a|ar|em))"
_PEDE = (
    r"(?:(?:pode(?:m|ria|riam)?|consegu\w+|da (?:pra|para)|tem como|sera que"
    r"|(?:eu )?(?:quero|queria|preciso|gostaria)(?: de)? que|que"
    r"|pede (?:pra|pro|para)|(?:por )?favor)"
    r"(?: (?:alguem|voces?|vcs?|[oa] \w+|uma pessoa|don[oa]|chefe|gerente))?)"
)
_IF = r"\b(?! (?:quando|antes|se|assim)\b)"
_WANTS = re.compile(
    rf"{_LED}(?:{_ASKS} {_CALLED}|{_CALLED}{_SOON}){_BEHIND}"
    rf"|{_LED}i (?:just )?(?:want|need|would like|d like) a (?:phone )?call"
    r"(?: back| from \w{1,30}(?: \w{1,30})?)?$"
    rf"|{_LED}(?:alguem|uma pessoa) (?:pode(?:ria)?|consegue|podia|precisa) me {_LIGA}{_IF}"
    rf"|{_LED}(?:eu )?(?:quero|queria|prefiro|gostaria de|aceito) (?:uma liga\w+|um telefonema)"
    r"(?: mesmo| por favor| de voces)?$"
    rf"|{_LED}(?:{_PEDE} )?me {_LIGA}{_IF}"
    rf"|{_LED}(?:{_PEDE} )?{_LIGA} (?:pra|para) (?:mim|gente|nos){_IF}"
    rf"|{_LED}(?:{_PEDE} )?me d(?:a|e|ar|ao|eem)"
    r" (?:uma ligad\w+|um (?:toque|telefonema)|uma ligacao)\b"
)


def wants_call(clause: str) -> bool:
    """Tell whether a clause wants somebody to call its writer."""
    if len(clause) > _LONGEST or sum(map(str.isdigit, clause)) > _MOST_DIGITS:
        return False
    return _WANTS.match(_CLEFT.sub(r"\1 ", " ".join(words(clause)))) is not None
