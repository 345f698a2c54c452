"""Finds what is to be written on a thing: "escreve Parabéns Theo", "it must say Get well".

Who orders something says so in the middle of other data. What is written to somebody, and what
need not be written, is none.
"""

from __future__ import annotations

import re

from language.flat import flat

_READ = 500
_LONGEST = 200  # characters of what is written
_LEAD = (
    r"(?:^|(?<=[.;!?,:] )|(?<=\be )|(?<=\band )|(?<=\bmas )|(?<=\bbut ))"
    r"(?:(?:ah|oh|e|and|mas|but|also|tambem|sim|yes|agora|so|just|please|por favor|pode|voces? pode"
    r"|can you|could you|i want you to|i'?d like you to|(?:eu )?(?:quero|queria|gostaria) que)"
    r",? ){0,4}(?:(?:na|no|on the|in the) [^\W\d_]{3,15},? )?"
)
_NOT_THESE = (  # a letter to somebody, or a note of what was just said
    r"(?! ?(?:me|to|me|us|him|her|them|back|pra|para|pro|isso|isto|a[ió]|aqui|this|it|that|down"
    r"|errado|wrong|que|se|if)\b)"
)
_SHORT = r"(?:[^\W\d_]{1,15} ){0,2}"
_WRITTEN = re.compile(
    _LEAD
    + r"(?P<said>"
    + r"(?:(?:poe|ponha|por|coloc\w{1,3}|bota|botar|com|with|tem que (?:ter|vir|estar)"
    + r"|precisa (?:ter|vir|estar)|deve (?:ter|vir)|quero|falt(?:a|ou|ava)(?: o)?|it needs)"
    + r" )?escrito\b(?! (?:errado|aqui|por))"
    + rf"|escrev(?:e|a|am|er|em|essem|esse)\b{_NOT_THESE}"
    + rf"|write\b{_NOT_THESE}"
    + r"|falt(?:a|ou|ava) (?:escrever|a frase|a escrita|os dizeres|a mensagem)\b"
    + r"|(?:missing|you forgot|it lacks)"
    + r" the (?:writing|wording|words|text|message|inscription)\b"
    + rf"|(?:it|they|the {_SHORT}[^\W\d_]{{1,15}})"
    + r" (?:must|should|has to|have to|needs? to|ought to) (?:say|read)\b"
    + rf"|have (?:it|the {_SHORT}[^\W\d_]{{1,15}}) (?:say|read)\b"
    + r")(?: (?:also|too|tambem))?(?P<what>[ :,]{1,3}\S[^.;!?\n]{0,200})"
)
_ON = re.compile(  # "with In loving memory written on the ribbon", "põe Valeu no bolo"
    _LEAD
    + r"(?:(?P<verb>put|poe|ponha|coloca|coloque|bota) "
    + r"(?P<put>(?!(?:it|me|us|them|that|this|isso|ele|ela)\b)[^.;!?,\n]{2,80}?)"
    + r" (?:on|na|no)(?: the)? (?P<where>(?!the\b)[^\W\d_]{3,20})"
    + r"|(?:with|com) (?P<said>[^.;!?,\n]{2,80}? (?:written|escrito) (?:on|in|na|no|em)"
    + r" [^.;!?,\n]{2,40}))"
)
_ANEW = r"sao|somos|we are|make|mud\w+|troc\w+|change|para|pra|for"
_GOES_ON = re.compile(  # behind it something else is said
    rf",? (?:e|and|mas|but|so que) (?:(?:a|o|the|it'?s|is|{_ANEW}|quero|i want|entreg\w+"
    r"|deliver\w*|retir\w+|pick\w*)\b|\d)"
    rf"|, (?:{_ANEW}|nome|name|fone|phone|tel\w*)\b"
)


def inscription(text: str, known: frozenset[str] = frozenset()) -> tuple[int, int] | None:
    """Return where a text tells what is to be written; `known` are words of what is written on."""
    plain = flat(text)
    if len(plain) != len(text) or len(text) > _READ:
        return None
    if found := _WRITTEN.search(plain):
        start, end = found.start("said"), min(found.end(), found.start("said") + _LONGEST)
        stop = _GOES_ON.search(plain, found.start("what"), end)
        return start, stop.start() if stop else end
    found = _ON.search(plain)
    if found is None:
        return None
    if found["said"]:
        return found.span("said")
    return (found.start("put"), found.end("where")) if found["where"] in known else None
