"""Writes the numbers of a text in digits, so that what reads dates, times and sums sees digits.

"vinte e dois de setembro" becomes "22 de setembro", "half past seven" "half past 7"; and each
place of the new text knows where it stood in the old one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import text_to_num

from language.clean import storable
from language.detect import Language
from language.flat import flat
from language.found import Found
from language.numbers import SpokenNumber, find

_AT_HAND = 32  # texts: several readers look at one message
_library: Any = text_to_num  # it has no types
_ORDINALS_EN: Sequence[str] = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
_ORDINAL = re.compile(
    rf"\b(?:(?P<tens>twenty|thirty)[ -])?(?P<one>{'|'.join(_ORDINALS_EN)}|thirtieth)\b"
    r"|\b(?P<pt>primeiro|primero|premier)\b"
)
_WORDED = re.compile(r"[a-z]{2}")
_DAY_OF = re.compile(r"(?<!\d)\d{1,2}[o°º]? ?(?:de |/) ?$")
_AND_HUNDREDS = re.compile(r",? e ([1-9]\d{0,2})(?![\d.,]*\d)(?! (?:mil|k)\b)")
_HALF_BEFORE = re.compile(r"\b(?:meio|half an?) $")
_HALF_AFTER = re.compile(r" (?:e meio|and a half)\b")
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
# Words that only Spanish, or only French, has: what they surround is read as those languages count.
_SPANISH = re.compile(
    r"\b(?:tengo|anos de edad|soy|estoy|vivo en|las|los|el|una|manana|hoy|ayer|lunes|martes|"
    r"miercoles|jueves|viernes|enero|febrero|mayo|junio|julio|octubre|noviembre|diciembre"
    r"|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|veinte|veinti\w+|uno|dos mil|"
    r"cuatro|siete|ocho|nueve|diez|once y|trece|catorce|quince dias|cien|ciento|quiero|somos)\b"
)
_FRENCH = re.compile(
    r"\b(?:j'ai|je|suis|ans|heures?|le|les|une|demain|hier|aujourd'hui|lundi|mardi|mercredi|"
    r"jeudi|vendredi|samedi|dimanche|janvier|fevrier|avril|juillet|aout|octobre|decembre"
    r"|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze heures|douze|treize|quatorze heures|"
    r"quinze heures|seize|vingt|trente|quarante|cinquante|soixante|cents?|mille)\b"
)
_SPANISH_SURE = re.compile(
    r"\b(?:tengo|soy|estoy|manana|hoy|ayer|las|treinta|cuarenta|cincuenta|veinte|siete|ocho|"
    r"nueve|diez|cuatro|quiero|anos)\b"
)
_FRENCH_SURE = re.compile(
    r"\b(?:j'ai|je|suis|ans|heures?|deux|trois|quatre|cinq|huit|neuf|douze|treize|vingt|trente|"
    r"quarante|cinquante|soixante|mille|cents)\b"
)


@dataclass(frozen=True, slots=True)
class Spelled:
    """A flat text with its numbers in digits, and where its changed stretches stood."""

    text: str
    changes: tuple[tuple[int, int, int, int], ...] = ()  # start, end; and where they stood

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return where a stretch of this text stood in the old one."""
        return self._place(start, first=True), self._place(end, first=False)

    def _place(self, at: int, *, first: bool) -> int:
        moved = at
        for start, end, old_start, old_end in self.changes:
            if at >= end:
                moved = at - end + old_end
            elif at > start:
                return old_start if first else old_end
        return moved


@lru_cache(_AT_HAND)
def in_digits(text: str, language: Language) -> Spelled:
    """Write what a text counts in words with digits, in the languages that are spoken here."""
    plain = flat(text)
    other: Language = "en" if language == "pt" else "pt"
    for spoken in (language, other):
        found = [f for f in find(plain, spoken) if _is_spelled(plain, f)]
        if found:
            return _rewritten(
                plain, [(f.start, f.end, _written(f.value)) for f in _joined(plain, found)]
            )
    return _rewritten(plain, [])


def _is_spelled(plain: str, found: Found[SpokenNumber]) -> bool:
    """Tell a number in words; in "13 de dez" the word is a month."""
    if not _WORDED.search(plain, found.start, found.end):
        return False
    before = plain[max(0, found.start - 12) : found.start]
    return plain[found.start : found.end] != "dez" or not _DAY_OF.search(before)


def _joined(plain: str, found: list[Found[SpokenNumber]]) -> list[Found[SpokenNumber]]:
    """Take "2 mil e 500" for one number."""
    joined: list[Found[SpokenNumber]] = []
    for each in found:
        each = _halved(plain, each)
        more = (
            _AND_HUNDREDS.match(plain, each.end) if each.value and each.value % 1000 == 0 else None
        )
        if more and plain[each.start].isdigit():
            each = Found(each.value + int(more[1]), each.start, more.end())
        joined.append(each)
    return joined


def _halved(plain: str, found: Found[SpokenNumber]) -> Found[SpokenNumber]:
    """Take "meio milhão" and "um milhão e meio" for what they are."""
    size = next((size for size in (10**6, 10**3) if found.value and found.value % size == 0), 0)
    if not size:
        return found
    before = _HALF_BEFORE.search(plain[: found.start])
    if before and found.value == size:
        return Found(size // 2, before.start(), found.end)
    after = _HALF_AFTER.match(plain, found.end)
    return Found(found.value + size // 2, found.start, after.end()) if after else found


@lru_cache(_AT_HAND)
def in_neighbours_digits(text: str) -> str | None:
    """Write a Spanish or French text's numbers in digits; None for a text in neither."""
    plain = flat(storable(text))  # the library writes it out as UTF-8
    for code, words, sure in (("fr", _FRENCH, _FRENCH_SURE), ("es", _SPANISH, _SPANISH_SURE)):
        if words.search(plain) and sure.search(plain):
            return str(_library.alpha2digit(plain, code))
    return None


def _written(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else str(value)


def _rewritten(plain: str, spelled: list[tuple[int, int, str]]) -> Spelled:
    taken = [(start, end) for start, end, _ in spelled]
    for found in _ORDINAL.finditer(plain):
        if (
            all(found.end() <= start or found.start() >= end for start, end in taken)
            or found["tens"]
        ):
            spelled = [s for s in spelled if s[1] <= found.start() or s[0] >= found.end()]
            spelled.append((found.start(), found.end(), _ordinal(found)))
    pieces: list[str] = []
    changes: list[tuple[int, int, int, int]] = []
    at = size = 0
    for start, end, digits in sorted(spelled):
        pieces += [plain[at:start], digits]
        size += start - at
        changes.append((size, size + len(digits), start, end))
        size, at = size + len(digits), end
    return Spelled("".join([*pieces, plain[at:]]), tuple(changes))


def _ordinal(found: re.Match[str]) -> str:
    if found["pt"]:
        return "1o"
    value = 30 if found["one"] == "thirtieth" else _ORDINALS_EN.index(found["one"]) + 1
    value += {"twenty": 20, "thirty": 30}.get(found["tens"] or "", 0)
    ending = "th" if 10 < value < 20 else _ENDINGS.get(value % 10, "th")
    return f"{value}{ending}"
