"""Puts a name into the place of a known one: the whole of it, a part, or a letter."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rapidfuzz import fuzz

from language.flat import flat
from language.matching import fold

_ALIKE = 64  # of a hundred: Rui and Ruy, Steven and Stephen, Kayleigh and Kayley
_FIRST = ({"c", "k"}, {"g", "j"}, {"i", "y"}, {"w", "v"}, {"s", "c"}, {"s", "z"})
_LETTER = r"(?P<letter>ph|th|[a-z])"
_WITH = re.compile(rf"\b(?:with|com|has|tem|leva|using) (?:a |an |o |um |uma )?{_LETTER}(?!\w|')")
_WITHOUT = re.compile(rf"\b(?:without|sem|no|drop the|tira o) (?:a |an |the |o )?{_LETTER}(?!\w|')")
_DOUBLE = re.compile(rf"\b(?:double|two|dois|duas|2) (?:letras? )?{_LETTER}(?:'?s|es)?(?!\w)")
_SINGLE = re.compile(rf"\b(?:one|single|um|uma|so um|1) (?:so )?{_LETTER}(?:'?s)?(?: so)?(?!\w|')")
_SOUNDS = {
    "k": "cq", "c": "ks", "y": "i", "i": "ye", "z": "s", "s": "zc", "g": "j", "j": "g", "w": "v",
    "v": "w", "e": "i", "ph": "fv", "f": ("ph",), "x": ("cks", "ks", "ch"), "t": ("th",),
    "th": "t", "h": "",
}  # fmt: skip


def renewed(known: str, told: str, denied: str | None = None) -> str:
    """Return a known name with what was told in its place: "Ned" for the Ted of "Ted Fox"."""
    parts = known.split()
    if " " in told or len(parts) < 2:
        return told
    old = fold(denied or "")
    for at, part in enumerate(parts):
        if fold(part) == old:
            return " ".join([*parts[:at], told, *parts[at + 1 :]])
    return placed(parts, told) or told


def placed(parts: list[str], word: str) -> str | None:
    """Return a name with one word in the place of that which it is like."""
    scores = [
        fuzz.ratio(fold(word), fold(part)) if fold(word) != fold(part) else 0 for part in parts
    ]
    same = any(fold(word) == fold(part) for part in parts)
    best = max(range(len(parts)), key=scores.__getitem__)
    first, other = fold(word)[:1], fold(parts[best])[:1]
    if same or scores[best] < _ALIKE or not (first == other or {first, other} in _FIRST):
        return None
    spelled = word if word[0].isupper() else word.capitalize()
    return " ".join([*parts[:best], spelled, *parts[best + 1 :]])


def spells(text: str) -> bool:
    """Tell whether a text says which letter a name has: "with a K", "sem h"."""
    plain = flat(text[:200])
    return any(pattern.search(plain) for pattern in (_WITHOUT, _DOUBLE, _SINGLE, _WITH))


def respelled(known: str, text: str) -> tuple[str, int, int] | None:
    """Return a name as "with a K", "sem h" or "two n" spell it, where that can be one way only."""
    plain, name = flat(text[:200]), flat(known)
    for pattern, change in (
        (_WITHOUT, _without), (_DOUBLE, _doubled), (_SINGLE, _single), (_WITH, _with),
    ):  # fmt: skip
        found = pattern.search(plain)
        edits = list(change(name, found["letter"])) if found else []
        if found and len(edits) == 1:
            return _edited(known, *edits[0]), found.start(), found.end()
    return None


LetterEdit = tuple[int, int, str]  # what goes from where to where, and what comes there


def _with(name: str, letter: str) -> Iterator[LetterEdit]:
    ways = ([m.span() for m in re.finditer(sound, name)] for sound in _SOUNDS.get(letter, ""))
    found = next((spans for spans in ways if spans), list[tuple[int, int]]())
    first = [span for span in found if span[0] == 0]
    for start, end in first or found:
        yield start, end, letter


def _without(name: str, letter: str) -> Iterator[LetterEdit]:
    for found in re.finditer(letter, name):
        yield *found.span(), ""


def _doubled(name: str, letter: str) -> Iterator[LetterEdit]:
    for found in re.finditer(rf"(?<!{letter}){letter}(?!{letter})", name):
        yield *found.span(), letter * 2


def _single(name: str, letter: str) -> Iterator[LetterEdit]:
    for found in re.finditer(letter * 2, name):
        yield *found.span(), letter


def _edited(known: str, start: int, end: int, letters: str) -> str:
    begins = start == 0 or known[start - 1] == " "
    new = letters.capitalize() if begins and known[start].isupper() else letters
    rest = known[end:].capitalize() if begins and not new else known[end:]
    return known[:start] + new + rest
