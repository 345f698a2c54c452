"""Words that are spelled by first letters: of a text's words, of its sentences, of its lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from guardrails.heads.groups import WORDS_FILE
from guardrails.heads.plain import plain_letters

_MOST = 600  # words, sentences or lines
_LEAST = 12  # letters that spell something
_LONGEST_WORD = 14
_GRAVE = 4  # letters of a word that is no small one
_FIRST = re.compile(r"(?<![^\W_])[^\W\d_]")
_FIRST_OF_SENTENCE = re.compile(r"(?:\A|[.!?;]\s)\W{0,3}([^\W\d_])")
_FIRST_OF_LINE = re.compile(r"(?m)^\W{0,6}([^\W\d_])")
_SMALL = frozenset(
    "a an as at by de do em e i in is it me my na no o of on or os que the to us".split()
)
_FURTHER = (
    "all any every previous prior above earlier what were was told said rule rules system ignore"
    " disregard forget reveal show give tell make build kill bomb todas todos anteriores"
    " instrucoes instruction instructions regras mostre revele diga everything nothing before"
    " secret password passwords developer mode prompt your with without from"
)


def initials(text: str) -> Iterator[tuple[str, str]]:
    """Yield the first letters of words, sentences and lines, each with what they are of."""
    for how, first in (
        ("initials", _FIRST),
        ("initials of sentences", _FIRST_OF_SENTENCE),
        ("initials of lines", _FIRST_OF_LINE),
    ):
        letters = first.findall(text)
        if len(letters) >= _LEAST:
            yield how, plain_letters("".join(letters[:_MOST]))


def spelled(letters: str) -> str:
    """Return the words that letters spell without a gap; nothing where that may be chance."""
    if sum(letters[at : at + _GRAVE] in _beginnings() for at in range(len(letters))) < 2:
        return ""
    sizes = [_longest(letters, at) for at in range(len(letters))]
    ends = [*range(len(letters) + 1)]
    grave = [0] * (len(letters) + 1)
    for at in range(len(letters) - 1, -1, -1):
        if size := sizes[at]:
            ends[at], grave[at] = ends[at + size], grave[at + size] + (size >= _GRAVE)
    for at, end in enumerate(ends):
        if end - at >= _LEAST and grave[at] >= 2:
            return _parted(letters, sizes, at, end)
    return ""


def _parted(letters: str, sizes: list[int], at: int, end: int) -> str:
    words: list[str] = []
    while at < end:
        words.append(letters[at : at + sizes[at]])
        at += sizes[at]
    return " ".join(words)


def _longest(letters: str, at: int) -> int:
    known = _words()
    for size in range(min(_LONGEST_WORD, len(letters) - at), 0, -1):
        if letters[at : at + size] in known:
            return size
    return 0


@cache
def _words() -> frozenset[str]:
    """Return the words that the heads know by their groups, and some that orders are made of."""
    found: set[str] = set()
    for line in WORDS_FILE.read_text(encoding="utf-8").splitlines():
        if ":" in line and not line.startswith("#"):
            for word in line.split(":")[1].split():
                stem = word.rstrip("*")
                found |= {stem, f"{stem}s"} if word.endswith("*") else {stem}
    return (
        frozenset(w for w in found if len(w) >= 3 and w.isalpha()) | _SMALL | set(_FURTHER.split())
    )


@cache
def _beginnings() -> frozenset[str]:
    """Return how words begin that are no small ones; most letters in a row begin none."""
    return frozenset(word[:_GRAVE] for word in _words() if len(word) >= _GRAVE)
