"""Compares words the way people do: without regard to case, accents, plurals and small slips."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache

from rapidfuzz.distance import OSA

_ENGLISH_PLURALS = ("ions", "ans", "wns", "rns")  # stations, loans: no "imagens" among them
_WORD = re.compile(r"[^\W_]+")


@lru_cache(4096)
def _fold_short(text: str) -> str:
    return _fold(text)


def _fold(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).split())


def fold(text: str) -> str:
    """Return the text in lower case, without accents and with single blanks."""
    return _fold_short(text) if len(text) <= 200 else _fold(text)


def words(text: str) -> list[str]:
    """Return the folded words of a text."""
    return _WORD.findall(fold(text))


def stem(word: str) -> str:
    """Return a folded word without its plural, in Portuguese or English."""
    return _stem_short(word) if len(word) <= _USUAL else _stem(word)


def _stem(word: str) -> str:
    if len(word) > 4 and word.endswith(_ENGLISH_PLURALS):
        return word[:-1]
    for ending, single in (
        ("oes", "ao"),
        ("aes", "ao"),
        ("ies", "y"),
        ("ais", "al"),
        ("eis", "el"),
        ("ois", "ol"),
        ("ns", "m"),
    ):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            return word[: -len(ending)] + single
    if len(word) > 4 and word.endswith(("res", "zes", "ses", "xes", "shes", "ches")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


_USUAL = 30  # letters of a word that is remembered
_stem_short = lru_cache(8_192)(_stem)


def stems(text: str) -> list[str]:
    """Return the folded words of a text without their plurals."""
    return [stem(word) for word in words(text)]


def likeness(one: str, other: str) -> float:
    """Return how alike two short texts are, from 0 to 1, plurals and accents aside."""
    a, b = " ".join(stems(one[:200])), " ".join(stems(other[:200]))
    if not a or not b:
        return 0.0
    return 1.0 if a == b else SequenceMatcher(None, a, b, autojunk=False).ratio()


def best_match(text: str, options: Iterable[str], floor: float = 0.8) -> str | None:
    """Return the option that is most like the text, if one is alike enough."""
    scored = [(likeness(text, option), option) for option in options]
    best = max(scored, default=(0.0, ""), key=lambda pair: pair[0])
    return best[1] if best[0] >= floor else None


def find_option(text: str, options: Iterable[str], floor: float = 0.85) -> str | None:
    """Return the option that a text mentions, as a whole run of its words, else nearly so."""
    said = stems(text[:2_000])
    best: tuple[float, str] = (0.0, "")
    for option in options:
        size = len(stems(option))
        for at in range(len(said) - size + 1 if size else 0):
            score = likeness(" ".join(said[at : at + size]), option) + size / 1000
            if score > best[0]:
                best = (score, option)
    return best[1] if best[0] >= floor else None


def slips(one: str, other: str) -> int:
    """Count the slips between two words: letters left out, added, changed or in the wrong order."""
    return OSA.distance(one[:40], other[:40], score_cutoff=3)
