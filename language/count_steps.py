"""Reads by how much a number is to change: "one more", "two people fewer", "tira um", "a mais".

What is told so is no number of its own: without the one that is known it says nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from language.detect import Language
from language.spelled import in_digits
from language.units import unit_behind

_READ = 200
_N = r"(?P<n>\d{1,2}|one|an?|um|uma)"
_WORD = (
    r"(?: (?P<what>(?!more|less|fewer|extra|longer|shorter|a mais|a menos|mais|menos)[a-z]{3,}))?"
)
_PATTERNS: tuple[tuple[int, re.Pattern[str]], ...] = (
    (1, re.compile(rf"(?<![\w.,:/]){_N} (?:more|extra|additional)\b{_WORD}")),
    (-1, re.compile(rf"(?<![\w.,:/]){_N} (?:less|fewer)\b{_WORD}")),
    (1, re.compile(rf"(?<![\w.,:/]){_N}{_WORD} (?:more|extra|longer|a mais)\b")),
    (-1, re.compile(rf"(?<![\w.,:/]){_N}{_WORD} (?:less|fewer|shorter|a menos)\b")),
    (1, re.compile(rf"\b(?:mais|add|plus|acrescenta|adiciona|inclui) {_N}\b{_WORD}")),
    (
        -1,
        re.compile(
            rf"\b(?:menos|minus|remove|drop|take (?:off|out|away)|tir[ae]r?|retir[ae]r?|"
            rf"diminui) {_N}\b{_WORD}"
        ),
    ),
    (
        1,
        re.compile(
            r"\b(?P<n>another|outra) (?P<what>pessoa|person|hour|hora|night|noite|day|guest)\b"
        ),
    ),
)  # fmt: skip
_ADDENDS = re.compile(r"(?:\d|\b(?:eu|me|i|myself|mim))(?: \w+)? (?:e |and )?$")
_COMPARED = re.compile(r"\b(?:no|not|nao|n|any|sem|without|pouco|little|or|ou)(?: \w+)? $")
_GOES_ON = frozenset(
    "are coming joining join comes vai vao vem vira que please por favor now agora pra para for "
    "with com then entao today amanha than the na no nao not since because porque pois but mas "
    "and will wants want did of from".split()
)
_NO_COUNT = frozenset(
    "thing things question coisa coisas pergunta vez vezes time times bit pouco pouquinho detalhe "
    "detail favor minute minuto moment momento second segundo try chance".split()
)


@dataclass(frozen=True, slots=True)
class CountStep:
    """By how much something is to change, and what is counted where it says so."""

    value: int
    what: str | None
    unit: str | None
    start: int
    end: int


def find_step(text: str, language: Language) -> CountStep | None:
    """Find by how much a text changes what is known; None where it says so of two things."""
    written = in_digits(text[:_READ], language)
    plain, found = written.text, list[CountStep]()
    for sign, pattern in _PATTERNS:
        for match in pattern.finditer(plain):
            start, end = written.place(*match.span())
            clear = all(end <= each.start or start >= each.end for each in found)
            if clear and (step := _step(match, sign, plain)):
                found.append(CountStep(step[0], step[1], step[2], start, end))
    return found[0] if len(found) == 1 else None


def _step(match: re.Match[str], sign: int, plain: str) -> tuple[int, str | None, str | None] | None:
    before = plain[max(0, match.start() - 20) : match.start()]
    if _ADDENDS.search(before) or _COMPARED.search(before):
        return None
    what: str | None = match["what"]
    behind = re.match(r" ([a-z]+)", plain[match.end() :])
    if what in _NO_COUNT or (behind and behind[1] in {*_NO_COUNT, "de", "than", "do"}):
        return None
    unit = unit_behind(f" {what}") if what else None
    what = None if what in _GOES_ON else what
    amount = int(match["n"]) if match["n"].isdigit() else 1
    return sign * amount, what, unit
