"""Finds what somebody writes of a payment card: its number, its last month, its code.

None of that is a day, a number of people or a price, whoever asked.
"""

from __future__ import annotations

import re

from language.check_digits import digits_of, is_card
from language.flat import flat

_READ = 2_000
_NUMBER = re.compile(
    r"(?<![\w.,])(?:(?P<grouped>(?:\d{4}[ .-]){3}\d{4})|\d{4}[ -]\d{6}[ -]\d{5}|\d{13,19})(?!\w)"
)
_MASKED = re.compile(r"(?:\*{2,12}|x{4,12})[ -]?\d{4}\b|\[(?:card|cartao)[^\]]{0,20}\]")
_MONTH = r"(?:0?[1-9]|1[0-2]) ?[/-] ?(?:20)?\d\d"
_ENDS = re.compile(
    r"\b(?:exp(?:ir\w*|iry|\.)?|valid(?:ade|a)?|val\.?|venc(?:e|imento|\.)?|"
    r"good (?:thru|until|till)|"
    rf"(?:valid )?(?:thru|until|till))(?: (?:date|em|ate|on|in|is|e|eh|until|till|thru|to|by))*"
    rf"[ :.]{{0,3}}{_MONTH}(?![/\d])"
)
_CODE = re.compile(
    r"\b(?:cvv2?|cvc2?|csc|security code|codigo de seguranca)[ :]{0,3}(?:is |e |eh )?\d{3,4}\b"
)
_BESIDE = re.compile(
    rf"^[ ,;:.-]{{0,3}}(?P<month>{_MONTH})(?![/\d])(?:[ ,;/-]{{1,3}}\d{{3,4}}\b(?![/:]))?"
)
_NAMED = re.compile(
    r"\b(?:card|cartao|visa|master(?:card)?|amex|elo|hipercard|debit|credit|debito|credito)\b"
)


def card_spans(text: str) -> list[tuple[int, int]]:
    """Return where a text tells of a card; a last month counts where a card is spoken of."""
    plain = flat(text[:_READ])
    numbers = [m for m in _NUMBER.finditer(plain) if m["grouped"] or is_card(digits_of(m[0]))]
    numbers += _MASKED.finditer(plain)
    if not numbers and not _NAMED.search(plain):
        return []
    spans = [m.span() for m in numbers]
    beside = [(n.end(), _BESIDE.match(plain[n.end() :])) for n in numbers]
    spans += [(end, end + found.end()) for end, found in beside if found]
    spans += [m.span() for pattern in (_ENDS, _CODE) for m in pattern.finditer(plain)]
    return sorted(spans)


def without_card(text: str) -> str:
    """Blank what a text tells of a card."""
    for start, end in card_spans(text):
        text = text[:start] + " " * (end - start) + text[end:]
    return text
