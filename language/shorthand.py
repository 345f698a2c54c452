"""Words as thumbs type them, written out: "qnt fica c monitor?", "r u open tmrw?".

Whole words in small letters and nothing else: a name, a code, an address of mail or of the web has
none of these. What has two meanings is written out only where the words beside it leave one.
"""

from __future__ import annotations

import re

_READ = 2_000
_WORDS = {
    "q": "que", "qnt": "quanto", "qnto": "quanto", "qto": "quanto", "qnta": "quanta",
    "qta": "quanta", "qnts": "quantos", "qntos": "quantos", "qtos": "quantos", "qtas": "quantas",
    "qntas": "quantas", "qnd": "quando", "qdo": "quando", "qm": "quem", "vc": "você",
    "vcs": "vocês", "vcês": "vocês", "tb": "também", "tbm": "também", "tbem": "também",
    "hj": "hoje", "amnh": "amanhã", "amn": "amanhã", "agr": "agora", "dps": "depois",
    "msm": "mesmo", "mto": "muito", "mta": "muita", "pq": "porque", "ñ": "não",
    "noit": "noite", "trd": "tarde", "mnh": "manhã", "cmg": "comigo",
    "ngm": "ninguém", "vdd": "verdade", "td": "tudo", "tds": "todos",
    "fds": "fim de semana", "aniver": "aniversário", "niver": "aniversário",
    "u": "you", "ur": "your", "r": "are", "b4": "before", "2day": "today", "2nite": "tonight",
    "tmrw": "tomorrow", "tmr": "tomorrow", "tmw": "tomorrow", "nxt": "next", "abt": "about",
    "ppl": "people", "prs": "pairs", "pcs": "pieces", "doz": "dozen", "wknd": "weekend",
    "wkend": "weekend", "wks": "weeks", "appt": "appointment", "wot": "what", "gonna": "going to",
    "gotta": "got to", "cld": "could", "wld": "would", "btwn": "between", "thru": "through",
}  # fmt: skip
_ENGLISH = frozenset("u ur r".split())  # and in Portuguese signs of their own
_MEANT = (
    (re.compile(r"(?<!\w)[rR]\$ ?\?"), "quanto custa?"),
    (re.compile(r"(?<!\w)[$€£] ?\?"), "how much is it?"),
    (
        re.compile(
            r"^(?P<lead>(?:na |pra |para |nessa |essa )?)ter(?= (?:que vem|agora)\W*$|[ -]feira\b)"
        ),
        r"\g<lead>terça",
    ),
    (re.compile(r"(?<![\w/])c/ ?(?=\w)"), "com "),
    (re.compile(r"(?<![\w/])p/ ?(?=\w)"), "para "),
    (re.compile(r"(?<![\w/])w/ ?(?=\w)"), "with "),
)
_DAYS = r"(?:segunda|seg|ter[cç]a|quarta|qua|quinta|qui|s[aá]bado|s[aá]b|domingo)(?:[ -]feira)?"
_JOINED = r"\.?(?: ?[,/–-] ?| (?=[eoaà]))(?:(?:e|ou|a|à|at[eé]|at[eé] a) )?"
_BESIDE = rf"(?:{_JOINED}|\.? )"
_WORDS_TOO = "(?:ter|dom)"  # "ter" is also to have
# In Portuguese what the English word means is "sexo": beside a day, an hour or a word that leads to
# a day it is Friday.
_FRIDAY = (
    re.compile(
        rf"\b(?P<lead>{_DAYS}{_BESIDE}|{_WORDS_TOO}{_JOINED})sex(?![\w-])",
        re.I,
    ),
    re.compile(
        rf"(?<![\w-])(?P<lead>)sex(?=(?:{_BESIDE}{_DAYS}|{_JOINED}{_WORDS_TOO})\b)",
        re.I,
    ),
    re.compile(
        r"(?<![\w-])(?P<lead>)sex(?=\.?(?:[ -]feira\b| ?[aà]s? (?:\d|tarde\b|noite\b|partir\b)"
        r"| (?:de|da|pela) (?:manh[aã]|tarde|noite)\b| (?:q|que) vem\b| dia \d"
        r"| ?\d{1,2} ?(?:h(?:\d\d|s|rs|oras)?\b|[:/]\d{1,2}\b(?! ?(?:y|anos)))))",
        re.I,
    ),
    re.compile(
        r"(?<![\w-])(?P<lead>(?:na|n?essa|n?esta|pr[oó]xima|desde|at[eé]|pode ser) )sex"
        r"(?=\W{0,3}(?:$|[,.;!?)]|\b(?:n[aã]o|mesmo|por favor|pf|se|ent[aã]o"
        r"|t[aá]|tem|d[aá]|vai|j[aá]|q|que|eu|vcs?|voc[eê]s?|tenho|posso|obrigad[oa])\b))",
        re.I,
    ),
)
_TOKEN = re.compile(
    rf"(?<![\w@./'’-])(?:{'|'.join(sorted(_WORDS, key=len, reverse=True))})(?![\w@/'’-]|\.\w)"
)
_OF_ENGLISH = re.compile(
    r"\b(?:the|you|is|to|and|for|my|at|it|of|do|can|what|where|when|how|open|there|coming|ok|u|ur)\b"
)


def in_full(text: str) -> str:
    """Return a text with its shorthand written out; what is long is left as it is."""
    if len(text) > _READ:
        return text
    english = _OF_ENGLISH.search(text) is not None
    said = _TOKEN.sub(lambda m: _written(m[0], english=english), friday_in_full(text))
    for pattern, word in _MEANT:
        said = pattern.sub(word, said)
    return said


def friday_in_full(text: str) -> str:
    """Return a text with the short name of Friday written out, which in English is another word."""
    if "sex" not in text.lower():
        return text
    for pattern in _FRIDAY:
        text = pattern.sub(r"\g<lead>sexta", text)
    return text


def _written(word: str, *, english: bool) -> str:
    return word if word in _ENGLISH and not english else _WORDS[word]
