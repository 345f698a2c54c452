"""Finds what stands beside a card's number: until when it is valid, and the digits on its back.

"exp 12/28" is no day that anybody wants to come on: who may not collect cards may not collect it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_BESIDE = 40  # characters of a message that is hardly about anything else
_MONTH = r"(?:0?[1-9]|1[0-2]) ?[/-] ?(?:20)?[2-4]\d(?![\d/-])"  # a month and a year to come
_VALID = re.compile(
    r"\b(?:(?P<sure>exp(?:iry|iration)?|valid(?:ade)?|val)|expires?|v[aá]lid[oa]|vence|venc(?:imento)?"
    r"|good)\b\.?(?:[ :]{1,2}(?:date|thru|through|until|till|to|at[eé]|em|in|is|[eé]|de|do|da"
    rf"|data|cart[aã]o|card|the)){{0,4}}[ :]{{0,2}}{_MONTH}",
    re.I,
)
_BACK = re.compile(
    r"\b(?:cvv2?|cvc2?|csc|cv2|(?:3|three|tr[eê]s) (?:digits|d[ií]gitos|n[uú]meros)"
    r"|card security code|c[oó]d(?:igo)?\.? de seguran[cç]a do cart[aã]o)"
    r"(?:[ :]{1,2}(?:is|are|s[aã]o|[eé]|eh|on|at|the|back|de|do|no|atr[aá]s|verso|tr[aá]s|code"
    r"|number|n[uú]mero|c[oó]digo|cart[aã]o)){0,5}[ :]{1,3}\d{3,4}(?!\w|[.,/]\d)",
    re.I,
)
_BEHIND = re.compile(
    rf"[ ,;|/-]{{1,4}}(?:e |and )?{_MONTH}(?:[ ,;|/-]{{1,4}}(?:e |and )?(?:code |c[oó]d(?:igo)? )?"
    r"\d{3,4}(?!\w|[.,/:]\d))?"
)
_CODE_BEHIND = re.compile(
    r"[ ,;|]{1,3}(?:(?:e|and|with|com) )?(?:the )?(?:code|c[oó]d(?:igo)?|security code"
    r"|c[oó]digo de seguran[cç]a)(?: (?:is|[eé]))?[ :]{1,2}\d{3,4}(?!\w|[.,/:]\d)",
    re.I,
)
_CARD = re.compile(
    r"\b(?:card|cards|cart[aã]o|cart[oõ]es|visa|master ?card|elo|amex|hipercard|credit|debit"
    r"|cr[eé]dito|d[eé]bito|tarjeta)\b",
    re.I,
)
_HINTS = ("exp", "val", "vál", "venc", "good", "cv", "csc", "digit", "dígit", "segur", "security")


def card_details(text: str, numbers: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Find where they begin and end; `numbers` are the places of cards' numbers."""
    ends = [end for _, end in numbers]
    for start, end in numbers:
        if behind := _BEHIND.match(text, end):
            yield start, behind.end()
    low = text.lower()
    if not any(hint in low for hint in _HINTS):
        return
    backs = [found.span() for found in _BACK.finditer(text)]
    yield from backs
    known, short = numbers or backs or _CARD.search(text), len(text) <= _BESIDE
    for found in _VALID.finditer(text):
        if known or (short and found["sure"]):
            yield _with_number(text, numbers, found.start()), found.end()
            ends.append(found.end())
    if numbers or backs:
        for end in ends:
            if behind := _CODE_BEHIND.match(text, end):
                yield behind.span()


def _with_number(text: str, numbers: Sequence[tuple[int, int]], start: int) -> int:
    """Return where a date begins, or the number that it directly follows: both are one thing."""
    for first, end in numbers:
        if end <= start and not any(sign.isalnum() for sign in text[end:start]):
            return first
    return start
