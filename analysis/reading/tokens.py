"""A question as words: each with its folded form, and where it stands in what was written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from analysis.reading.idioms import plainly
from language.detect import Language
from language.matching import fold, stem
from language.numbers import find

LONGEST = 600  # characters of a question that are read
MOST_TOKENS = 120
_TOKEN = re.compile(
    r"(?P<date>\d{4}-\d{1,2}(?:-\d{1,2})?(?!\d)|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}(?!\d)"
    r"|\d{1,2}/\d{4}(?!\d)|\d{1,2}/\d{1,2}(?![\d/]))"
    r"|(?P<clock>\d{1,2}(?::\d{2}|h\d{0,2})(?!\w)|\d{1,2}\s?(?:am|pm)(?!\w))"
    r"|(?P<rank>\d{1,3}(?:º|ª|°|o|a|st|nd|rd|th)(?!\w))"
    r"|(?P<number>(?<![\w])[-−]?\d{1,15}(?:[.,]\d{1,15}){0,6}\s?(?:mil|milh[aã]o|milh[oõ]es"
    r"|thousand|million|[kKmM])?(?!\w))"
    r"|(?P<sign>[<>]=?|!=|=|%|R\$|[$€£≥≤])"
    r"|(?P<word>[^\W_]+)"
    r"|(?P<comma>[,;])"
)
_ONE = frozenset("a an one um uma".split())
_HOURS = frozenset("hour minute hora minuto".split())
_SO_FAR = re.compile(
    r"\b(?:até (?:hoje|agora|o momento)|so far|to date|up to now|until now)\b", re.I
)
_UN = re.compile(r"\b(?:un|non|não|nao)-(?=[^\W\d_]{3})", re.I)
_NOT = re.compile(r"(?<=[a-z])n['’]t\b", re.I)
_CLITIC = re.compile(r"['’](?:s|re|ve|ll|d|m)\b", re.I)
_QUOTED = re.compile(r"[\"“”«»]([^\"“”«»]{1,120})[\"“”«»]|(?<!\w)['‘]([^'’]{1,120})['’](?!\w)")


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number, date or sign."""

    text: str
    word: str  # folded
    stem: str
    kind: str  # word, number, date, clock, rank, sign, comma
    start: int
    end: int
    number: float | None = None
    quoted: int = 0  # which of the quotes it stands in, from 1

    @property
    def is_capital(self) -> bool:
        return self.text[:1].isupper()


@dataclass(frozen=True, slots=True)
class Sentence:
    """What was asked, in pieces."""

    text: str
    language: Language
    tokens: tuple[Token, ...]

    def said(self, start: int, end: int) -> str:
        """Return what was written, from one token up to before another."""
        if start >= end:
            return ""
        return self.text[self.tokens[start].start : self.tokens[end - 1].end]

    def replaced(self, start: int, end: int, by: str) -> str:
        """Return the question with other words in the place of some of its tokens."""
        first, last = self.tokens[start].start, self.tokens[end - 1].end
        return f"{self.text[:first]}{by}{self.text[last:]}"

    def without(self, start: int, end: int) -> str:
        """Return the question without some of its tokens."""
        return " ".join(self.replaced(start, end, "").split())


def sentence(text: str, language: Language) -> Sentence:
    """Cut a question into tokens."""
    text = " ".join(text[:LONGEST].split())
    text = _SO_FAR.sub("", _UN.sub("not ", text))
    text = plainly(_CLITIC.sub("", _NOT.sub(" not", text)))
    quotes = [(m.start(), m.end()) for m in _QUOTED.finditer(text)]
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        if len(found) == MOST_TOKENS:
            break
        kind, said = match.lastgroup or "word", match[0]
        start, end = match.span()
        quoted = next((n for n, (a, b) in enumerate(quotes, 1) if a <= start and end <= b), 0)
        word = fold(said)
        found.append(Token(said, word, stem(word), kind, start, end, _value(kind, said), quoted))
    return Sentence(text, language, tuple(_with_numbers(text, language, found)))


def _value(kind: str, said: str) -> float | None:
    digits = re.match(r"\d+", said)
    return float(digits[0]) if kind == "rank" and digits else None


def _joined(tokens: Sequence[Token], spans: Sequence[tuple[int, int]]) -> list[Token]:
    """Join the words that are one number: "five thousand"."""
    joined: list[Token] = []
    for token in tokens:
        span = next((s for s in spans if s[0] <= token.start and token.end <= s[1]), None)
        plain = token.kind in ("word", "number") and not token.quoted
        if span is None or not plain:
            joined.append(token)
        elif token.start == span[0]:
            joined.append(replace(token, kind="word", end=span[1]))
    return joined


def _with_numbers(text: str, language: Language, tokens: Sequence[Token]) -> list[Token]:
    """Give the words and digits that are numbers their values."""
    other: Language = "pt" if language == "en" else "en"
    values = {(f.start, f.end): float(f.value) for f in find(text, other)}
    values |= {(f.start, f.end): float(f.value) for f in find(text, language)}
    tokens = _joined(
        tokens, [span for span in values if span not in {(t.start, t.end) for t in tokens}]
    )
    told: list[Token] = []
    for at, token in enumerate(tokens):
        if token.word in _ONE and at + 1 < len(tokens) and tokens[at + 1].word in _HOURS:
            values.setdefault((token.start, token.end), 1.0)  # "more than an hour"
        value = values.get((token.start, token.end), token.number)
        told.append(
            token
            if value is None or token.kind in ("date", "clock")
            else Token(
                token.text, token.word, token.stem,
                token.kind if token.kind != "word" else "spelled",
                token.start, token.end, value, token.quoted,
            )
        )  # fmt: skip
    return told
