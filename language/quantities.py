"""Reads how many or how much: "uma dúzia", "7 kg e meio", "um metro e sessenta e dois", "1/2"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from language.detect import Language
from language.found import Found
from language.numbers import SpokenNumber, read_digits
from language.spelled import in_digits, in_neighbours_digits

_READ = 2_000
_MOST = 20
_FRACTIONS = {"½": "0.5", "¼": "0.25", "¾": "0.75"}
_UNIT = (
    r"(?: (?:kgs?|quilos?|kilos?|km|quilometros?|kilomet(?:re|er)s?|m|metros?|met(?:re|er)s?|"
    r"litros?|lit(?:re|er)s?|horas?|hours?|anos?|years?|miles?|milhas?|cm|g|gramas?|pounds?|"
    r"lbs?))?"
)
_N = r"(?<![\w.,/:#-])(?P<sign>[-−](?=\d))?(?P<n>\d{1,30}(?:[.,]\d{1,30}){0,10})"
_EDGE = r"(?![\w/]|[.,]\d|:\d)"
_PATTERNS = [
    re.compile(
        r"\b(?P<single>one|um|uma|an?) (?=(?:adult|child|kid|crianca|pessoa|person|baby|bebe|guest|"
        r"hospede|inteira|meia entrada|menin[oa]|boy|girl)|(?:hour|hora|night|noite|diaria)\b"
        r"(?! (?:e|and) (?:mei|a half)))"
    ),
    re.compile(rf"{_N} ?(?:duzias?|dozens?)\b(?P<dozen>)"),
    re.compile(
        r"\b(?:(?P<halfdozen>meia[ -]duzia|half a dozen)|(?P<onedozen>uma duzia|a dozen|1 dozen)|"
        r"(?P<two>a couple|um casal|um par|a pair|both|nos dois|nos duas|os dois|as duas|"
        r"the 2 of us|just us 2)|(?P<score>uma vintena))\b"),
    re.compile(
        r"^\W*(?:tenho |i'?m |eu )?(?P<metres>[12]|um|one) (?:e|and) (?P<cm>\d\d)\W*$"),
    re.compile(
        r"(?<![\w.,/])(?P<metres>[12]|um|one) ?(?:m|metros?|met(?:re|er)s?) ?(?:e|and|"
        r",)? ?(?P<cm>\d{1,2})\b(?! ?(?:m|metros?)\b)"),
    re.compile(rf"{_N}{_UNIT} (?:e mei[oa]|and a half|et demie?|y medi[ao])\b(?P<half>)"),
    re.compile(rf"(?<![\w])(?P<one>um|uma|a|one|1){_UNIT} (?:e mei[oa]|and a half)\b(?P<half>)"),
    re.compile(
        r"\b(?P<onlyhalf>half an?|mei[oa]|half)(?= (?!duzia|dozen|past|dia|noite|hour|milhao|"
        r"1000)[a-z])"),
    re.compile(r"(?<![\w/.,])(?P<top>\d{1,3})/(?P<bottom>[1-9]\d{0,2})(?![\w/])"),
    re.compile(
        r"(?<![\w.,/:#-])(?P<n>\d{1,15}) (?:point|virgula|ponto) (?P<places>\d(?: ?\d){0,8})\b"
    ),
    re.compile(r"(?<![\w.,/:#-])(?P<n>\d{1,15})(?P<sixths>[½¼¾])"),
    re.compile(
        rf"{_N}(?:(?P<k>k)\b|(?=(?:kgs?|quilos?|km|cm|m[2²]?|sqm|l|g|lbs?|x|%|anos|yrs?|yo|h|min)\b)|"
        rf"{_EDGE})"),
]  # fmt: skip


def find_quantities(text: str, language: Language = "en") -> list[Found[SpokenNumber]]:
    """Find how many or how much a text says, in the order in which it does."""
    marked = text[:_READ]
    written = in_digits(marked, language)
    found = list(_found(written.text, language))
    if not found and (spoken := in_neighbours_digits(marked)):
        return [Found(f.value, 0, len(marked)) for f in _found(spoken, language)]
    return [Found(f.value, *written.place(f.start, f.end)) for f in found]


def _found(plain: str, language: Language) -> Iterator[Found[SpokenNumber]]:
    taken: list[Found[SpokenNumber]] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(plain):
            if len(taken) >= _MOST:
                break
            if any(match.start() < f.end and f.start < match.end() for f in taken):
                continue
            if (value := _value(match, language)) is not None:
                taken.append(Found(value, *match.span()))
    yield from sorted(taken, key=lambda each: each.start)


def _value(match: re.Match[str], language: Language) -> SpokenNumber | None:
    part = {key: value for key, value in match.groupdict().items() if value is not None}
    if "single" in part:
        return 1
    if "halfdozen" in part:
        return 6
    if "onedozen" in part:
        return 12
    if "two" in part or "score" in part:
        return 2 if "two" in part else 20
    if "onlyhalf" in part:
        return 0.5
    if "metres" in part:
        whole = int(part["metres"]) if part["metres"].isdigit() else 1
        return round(whole + int(part["cm"].ljust(2, "0")) / 100, 2)
    if "top" in part:
        return int(part["top"]) / int(part["bottom"])
    if "one" in part:
        return 1.5
    return _scaled(part, language)


def _scaled(part: dict[str, str], language: Language) -> SpokenNumber | None:
    if "places" in part:
        return float(f"{int(part['n'])}.{part['places'].replace(' ', '')}")
    value = read_digits(part["n"], language)
    if isinstance(value, float) and abs(value) == float("inf"):
        return None
    if "dozen" in part:
        value *= 12
    if "half" in part:
        value += 0.5
    if "sixths" in part:
        value += float(_FRACTIONS[part["sixths"]])
    if "k" in part:
        value = value * 1000
    value = int(value) if float(value).is_integer() else value
    return -value if part.get("sign") else value
