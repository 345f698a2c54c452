"""Finds when somebody else comes: "minha mãe vem no natal e queria marcar", "they land on the 3rd".

That day is not the booking's where the message goes on to a wish of its own or names another day.
"""

from __future__ import annotations

import re

from language.company import IRREGULAR, PEOPLE
from language.flat import flat

_READ = 400
_KIN = "|".join(sorted(PEOPLE | IRREGULAR.keys(), key=len, reverse=True))
_OTHERS = (
    r"(?:(?:meus?|minhas?|noss[oa]s?|my|our|os|as|the|uns|umas|some) (?:[a-z]{2,12} )?"
    rf"(?:(?:{_KIN})(?:e?s)?|parents|family|folks|pais|familia|parentes|pessoal|in-laws)"
    r"(?: d[aeo] [a-z]{2,12})?|el[ea]s?|they|he|she)(?P<who>,? (?:que|who|that))?"
)
_BEING = (
    r"(?:'re|'s)?"
    r"(?: (?:so|just|ja|only|ta|tao|esta|estao|are|is|vao|vai|will|should|all|tudo)){0,3}"
)
_COMING = (
    r"(?:cheg(?:a|am|ar|ando)|volt(?:a|am|ar|ando)|viaj(?:a|am|ar|ando)|desembarc(?:a|am|ar|ando)|"
    r"vem|vir|virao|vindo|fly(?:ing)?|flies|land(?:s|ing)?|arriv(?:e|es|ing)|get(?:s|ting)? (?:in|"
    r"back)|visit(?:s|ing)?|com(?:e|es|ing)|in town|be here)"
)
_WISHES = (
    r"(?:(?:eu |nos |a gente |i |we )?(?:quer(?:o|ia|emos|iamos)|gostaria\w*|precis(?:o|amos|ava)|"
    r"pens(?:ei|amos|ava)|want|need|would|wanted|thought|was|were)\b|(?:i|we)'d\b|"
    r"(?:can|could|may) (?:i|we)\b|(?:da|tem) (?:pra|para|como|vaga)\b)"
)
_GOES_ON = r"(?:e|and|so|entao|mas|but|dai|ai|por isso)"
_STOP = rf"(?=[,;.!?]|$| {_GOES_ON} (?!com |from |d[oa] |leav|go|sa[ie]|vao|vai))"
_CLAUSE = re.compile(rf"(?<![\w'-]){_OTHERS}{_BEING} {_COMING}\b(?P<rest>[^,;.!?]{{0,60}}?){_STOP}")
_ALONG = re.compile(r"\b(?:comigo|conosco|com a gente|junt[oa]s?|with (?:me|us)|along)\b")
_WISH = re.compile(rf"^[,;.!?]?(?: {_GOES_ON})?,? {_WISHES}")
_DAY = re.compile(
    r"\bdia \d{1,2}\b|\bthe \d{1,2}(?:st|nd|rd|th)\b|\b\d{1,2}(?:st|nd|rd|th)? (?:of |de )?(?:jan|"
    r"feb|fev|mar|apr|abr|may|mai|jun|jul|aug|ago|sep|set|oct|out|nov|dec|dez)|\b\d{1,2}/\d{1,2}\b|"
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:segunda|terca|quarta|quinta|sexta|sabado|"
    r"domingo|amanha|tomorrow)\b"
)


def others_coming(text: str) -> list[tuple[int, int]]:
    """Return the stretches that tell when others come, where the message wishes for itself."""
    plain = flat(text[:_READ])
    found = [m for m in _CLAUSE.finditer(plain) if m["rest"] and not _ALONG.search(m["rest"])]
    rest = plain
    for clause in found:
        rest = rest[: clause.start()] + " " * len(clause[0]) + rest[clause.end() :]
    elsewhere = _DAY.search(rest) is not None
    return [m.span("rest") for m in found if elsewhere or m["who"] or _WISH.match(plain[m.end() :])]
