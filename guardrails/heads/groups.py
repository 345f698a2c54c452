"""Words by what they are about, and which stand near each other: "kill" by "man" or by "process".

A few groups of words in five languages, in `words.txt`; the heads learn what each is worth. None
decides alone.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from guardrails.heads.plain import plain

WORDS_FILE = Path(__file__).with_name("words.txt")
_NEAR = 4  # words
_SHORTEST_STEM = 3
_TOKEN = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*")
# A group that is followed closely by another says more than both of them.
_FOLLOWED = """
violence: target things nature kitchen fiction hate
care: violence deceit cyber weapon drug target
knowledge: violence hate weapon
fiction: violence
make: weapon agent drug cyber deceit
obtain: weapon drug deceit target
write: deceit hate sex cyber violence spread
cyber: others mine things
deceit: mine others target
privacy: others target mine
sex: target
target: sex
without: stealth
selfharm: stealth
spread: target
how: violence deceit cyber care make obtain kitchen things
drop: order machine
order: machine free
"""


def _read() -> tuple[list[str], dict[str, int], dict[str, int]]:
    names: list[str] = []
    whole: dict[str, int] = {}
    stems: dict[str, int] = {}
    for line in WORDS_FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line:
            continue
        name, words = line.split(":")
        mark = 1 << len(names)
        names.append(name)
        for word in words.split():
            table, key = (stems, word[:-1]) if word.endswith("*") else (whole, word)
            table[key] = table.get(key, 0) | mark
    return names, whole, stems


def _followed() -> dict[int, list[tuple[int, int]]]:
    """Return for each first group which second groups count, and the column of the two."""
    found: dict[int, list[tuple[int, int]]] = {}
    column = len(_NAMES)
    for line in _FOLLOWED.strip().splitlines():
        first, seconds = line.split(":")
        for second in seconds.split():
            mark = 1 << _NAMES.index(first)
            found.setdefault(mark, []).append((1 << _NAMES.index(second), column))
            column += 1
    return found


_NAMES, _WHOLE, _STEMS = _read()
_PAIRS = _followed()
COUNT = len(_NAMES) + sum(len(each) for each in _PAIRS.values())


def groups(text: str) -> npt.NDArray[np.float32]:
    """Return one number per group and per pair of groups: whether it is in the text's beginning."""
    marks = [_marks(word) for word in _TOKEN.findall(plain(text))]
    found = np.zeros(COUNT, np.float32)
    present = 0
    for at, mark in enumerate(marks):
        present |= mark
        if mark:
            _pairs(mark, marks[at + 1 : at + 1 + _NEAR], found)
    for number in range(len(_NAMES)):
        found[number] = present >> number & 1
    return found


def about(text: str) -> set[str]:
    """Return the names of the groups whose words are in the text's beginning."""
    present = 0
    for word in _TOKEN.findall(plain(text)):
        present |= _marks(word)
    return {name for number, name in enumerate(_NAMES) if present >> number & 1}


def _pairs(mark: int, following: list[int], found: npt.NDArray[np.float32]) -> None:
    after = 0
    for each in following:
        after |= each
    if not after:
        return
    for first, seconds in _PAIRS.items():
        if mark & first:
            for second, column in seconds:
                if after & second:
                    found[column] = 1.0


@lru_cache(4_096)
def _marks(word: str) -> int:
    """Return the groups of a word, as bits; a joined word has those of its parts, too."""
    mark = 0
    for part in {word, *re.split("['-]", word)}:
        mark |= _WHOLE.get(part, 0)
        for end in range(_SHORTEST_STEM, min(len(part), 24) + 1):
            mark |= _STEMS.get(part[:end], 0)
    return mark
