"""Texts as a hurried hand types them: letters left out, doubled, swapped or hit beside.

What is misspelt means what it meant; a network that never saw it takes it for something else.
"""

from __future__ import annotations

import random
import re
import zlib

from guardrails.heads.plain import plain_letters

_WORD = re.compile(r"[^\W\d_]{3,}")
_SLIPPED = 0.15  # of the words; at least one is
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_BESIDE = {
    key: row[max(0, at - 1) : at] + row[at + 1 : at + 2]
    for row in _ROWS
    for at, key in enumerate(row)
}


def slipped(text: str) -> str:
    """Misspell some words of a text, the same on every run; what has no word stays as it is."""
    chance = random.Random(zlib.crc32(text.encode()))
    words = list(_WORD.finditer(text))
    if not words:
        return text
    sure = chance.choice(words).start()
    return _WORD.sub(
        lambda word: (
            _misspelt(word[0], chance)
            if word.start() == sure or chance.random() < _SLIPPED
            else word[0]
        ),
        text,
    )


def _misspelt(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word))
    kind = chance.randrange(5)
    if kind == 0:
        return word[:at] + word[at + 1 :]
    if kind == 1:
        return word[:at] + word[at] + word[at:]
    if kind == 2:
        beside = _BESIDE.get(plain_letters(word[at].lower()), "")
        return word[:at] + (chance.choice(beside) if beside else "") + word[at + 1 :]
    return word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]
