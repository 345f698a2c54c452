"""Counts the months of "for a year", "half a year" and "dois anos", where months are asked for."""

from __future__ import annotations

import re

from language.detect import Language
from language.flat import flat
from language.spelled import in_digits

_READ = 200
_ASKS = re.compile(r"\b(?:mes(?:es)?|months?)\b")
_ASKS_YEARS = re.compile(r"\b(?:anos?|years?|idade|age)\b")
_HALF = re.compile(r"\b(?:(?:half (?:a|of a|1) |half-)year|meio ano|1 semestre)\b")
_YEARS = re.compile(
    r"(?<![\d.,/])(?P<years>\d{1,2}|an?|one|um)(?: (?:whole|full|inteiro))? (?:years?|anos?)\b"
    r"(?! (?:ago|old|atras|passado|de idade|later|before|and (?:a )?\d))"
    r"(?P<half> and a half| e meio)?"
)
_YEARS_AND_HALF = re.compile(r"(?<![\d.,/])(?P<years>\d{1,2}|an?|one) and a half years?\b")
_MONTHS = re.compile(r"(?<!\ba )(?<!\bper )(?<!\bpor )(?<!\bao )\b(?:months?|mes(?:es)?)\b")
_WANTED = re.compile(
    r"\b(?:for|por|durante) (?:about |around |uns )?"
    r"(?:half )?\w+(?: and a half)? (?:years?|anos?)\b"
)
_PAST = re.compile(
    r"\b(?:had|been|was|have|has|owned|ago|now|old"
    r"|tive|tenho|tem|ja|foi|faz)\b"
)
_OF_YEAR = 12


def months_told(text: str, question: str, language: Language) -> int | None:
    """Return how many months a stretch of years has, None where months themselves are told."""
    if not _ASKS.search(question) or _ASKS_YEARS.search(question):
        return None
    for plain in (flat(text[:_READ]), in_digits(text[:_READ], language).text):
        if _MONTHS.search(plain):
            return None
        rest = _HALF.sub(" ", plain)
        found = [*_YEARS_AND_HALF.finditer(rest)] or [*_YEARS.finditer(rest)]
        if rest == plain and len(found) == 1:
            return _months_of(found[0])
        if rest != plain and not found:
            return _OF_YEAR // 2
    return None


def wants_years(text: str) -> bool:
    """Tell "an upright for a year" from what has been so for years."""
    plain = flat(text[:_READ])
    return _WANTED.search(plain) is not None and not _PAST.search(plain)


def _months_of(found: re.Match[str]) -> int:
    said, half = found["years"], "half" in found[0] or "meio" in found[0]
    years = int(said) if said.isdigit() else 1
    return years * _OF_YEAR + (_OF_YEAR // 2 if half else 0)
