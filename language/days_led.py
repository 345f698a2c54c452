"""What leads to a day: that something has happened on it, or no more than a second thought."""

from __future__ import annotations

import re

from language.flat import flat

_WENT = re.compile(  # "foi afinado em", "it was serviced on", "comprei em"
    r"\b(?:foi|foram|fui|era|comprei|tirei|fez|fiz|fizemos|teve|tive|tivemos|trouxe|was|were|had|did|got|went|bought"
    r"|had been|(?!(?:sou|vou|estou|dou|sei|meu|seu|teu|eu|viu|hei)\b)[a-z]{2,}(?:(?<!r)ei|ou|eu|iu"
    r"|aram|eram|iram)|[a-z]{3,}(?<!ne)ed)\b"
)
_PLANNED = re.compile(  # what was done about a day to come
    r"\b(?:marc|marqu|agend|combin|reserv|remarc|mud|troc|pens|decid|resolv|fal|escolh|err|engan|confund|"
    r"confirm|fic|cheg|book|schedul|chang|mov|decid|plan|suppos|mean|hop|want|call|nam|need|agre|fix|"
    r"reschedul|postpon|pick)[a-z]*(?:ei|ou|eu|iu|emos|imos|amos|ad[oa]|id[oa]|ed)\b|\b(?:thought|"
    r"chose|said|disse|told|pus|era para|era pra|going to|to be|quis|queria|quer\w*|precis\w+"
    r"|gostaria|need|want"
    r"|would|like|please|can|could|to (?:have|get))\b"
)
_LEADING = frozenset(  # words that lead to a day and tell nothing of it
    "entao pode ser vai fica ficar fique melhor prefiro vamos de para pra pro na no o a em dia que"
    " bom ok ta certo beleza so mas e so actually then so make that it let s lets do on the for go"
    " with have we ll i d rather prefer better instead ok okay well and but please pf por favor"
    " mesmo marca bota poe coloca deixa book can could do move put me muda mude ponha bote marque"
    " passa passe isso possible also".split()
)


def has_happened(before: str) -> bool:
    """Tell whether what stands before a day tells of the past: "foi pintada em"."""
    plain = flat(before)
    return _WENT.search(plain) is not None and not _PLANNED.search(plain)


def only_leads(rest: str) -> bool:
    """Tell whether what stands around a day tells nothing else: "então pode ser na"."""
    return all(word in _LEADING for word in re.findall(r"[a-z\d]+", flat(rest)))
