"""Finds a number that is put into the place of another one: "7 not 6", "não 4, 5"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from language.detect import Language
from language.found import Found
from language.spelled import in_digits

_READ = 300
_SIDE = r"(?<![\w.,:/$£€-])"
_END = r"(?![\w:/%]|[.,]\d)"
_WORD = r"(?: (?P<noun>(?!and\b|e\b|or\b|ou\b|not\b|nao\b)[a-z]{2,12}))?"
_NOT = r"(?:not|nao|instead of|rather than|em vez d[eoa]s?|ao inves d[eoa]s?)"
_LED = r"(?: (?:e|eh|is|it'?s))?(?: (?:at|for|as|os|para|pra|pras|o|the))?"
_BUT = r"(?:(?:but|mas|e sim|we'?re|we are|it'?s|there'?s|somos|sao|vamos em|make it|e|eh|at|as) )*"
_BEHIND = re.compile(
    rf"{_SIDE}(?P<new>\d{{1,3}}){_END}{_WORD},? (?:and |e )?{_NOT}{_LED} (?P<old>\d{{1,3}}){_END}"
)
_BEFORE = re.compile(
    rf"\b{_NOT}{_LED} (?P<old>\d{{1,3}}){_END}{_WORD},? {_BUT}(?P<new>\d{{1,3}}){_END}"
)


@dataclass(frozen=True, slots=True)
class Contrast:
    """The number that is meant, where both stand, and the one that it replaces."""

    new: Found[int]
    old: int
    noun: str = ""  # what is counted


def find_contrasts(text: str, language: Language) -> list[Contrast]:
    """Find the numbers that a text puts into the place of others."""
    written = in_digits(text[:_READ], language)
    found: list[Contrast] = []
    for pattern in (_BEHIND, _BEFORE):
        for match in pattern.finditer(written.text):
            place = written.place(*match.span())
            if all(place[1] <= f.new.start or place[0] >= f.new.end for f in found):
                found.append(
                    Contrast(
                        Found(int(match["new"]), *place), int(match["old"]), match["noun"] or ""
                    )
                )
    return found
