"""Makes readable what a message hides from a reader's eye: base64, hex, percent signs, rot13,
Morse, and words that are spelled by the first letters of words, sentences or lines."""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from collections.abc import Iterator
from urllib.parse import unquote

from guardrails.acrostic import initials, spelled

MOST = 4
LONGEST = 4_096
_LOOKED_AT = 32_768
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}={0,2}(?![A-Za-z0-9+/_=-])")
_HEX = re.compile(r"(?<![0-9a-fA-F])(?:[0-9a-fA-F]{2}[ :]?){10,}(?![0-9a-fA-F])")
_PERCENT = re.compile(r"(?:[\w.+-]{0,20}%[0-9a-fA-F]{2}){3,}[\w.+-]{0,200}")
_WORD = re.compile(r"[a-z]+")
_DOT, _DASH = ".\u00b7\u2022", "\u2212\u2013\u2014_-"
_MORSE = re.compile(rf"(?:[{_DOT}{_DASH}]{{1,6}}[ /|\n]{{1,3}}){{7,}}[{_DOT}{_DASH}]{{1,6}}")
_MORSE_SIGNS = str.maketrans({**dict.fromkeys(_DOT, "."), **dict.fromkeys(_DASH, "-")})
_MORSE_LETTERS: dict[str, str] = dict(
    zip(
        ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...-"
        " .-- -..- -.-- --..".split(),
        "abcdefghijklmnopqrstuvwxyz",
        strict=True,
    )
)
# Small words of English and Portuguese that make a text a sentence after rot13 or backwards.
_SMALL = frozenset(
    "the of and to in is are you your all how what with for not me my this that from tell show "
    "give make write please o a os as um uma de do da que e em para com sem seu sua suas seus "
    "como qual diga mostre me por".split()
)


def payloads(text: str) -> list[tuple[str, str]]:
    """Return what is encoded in a text, each with the name of its code; few and short ones."""
    found: list[tuple[str, str]] = []
    for how, inner in _all(text[:_LOOKED_AT]):
        found.append((how, inner[:LONGEST]))
        if len(found) == MOST:
            break
    return found


def _all(text: str) -> Iterator[tuple[str, str]]:
    for match in _BASE64.finditer(text):
        if inner := _base64(match[0]):
            yield "base64", inner
    for match in _HEX.finditer(text):
        if inner := _readable(bytes.fromhex(re.sub(r"[ :]", "", match[0])[: LONGEST * 2])):
            yield "hex", inner
    if "%" in text and _PERCENT.search(text):
        yield "percent signs", unquote(text[:LONGEST])
    if morse := _MORSE.search(text):
        yield from _morse(morse[0][:LONGEST])
    for how, letters in initials(text[:LONGEST]):
        if said := spelled(letters):
            yield how, said
    yield from _turned(text[:LONGEST])


def _base64(run: str) -> str | None:
    body = run.rstrip("=").replace("-", "+").replace("_", "/")[: LONGEST // 3 * 4]
    if len(body) % 4 == 1 or not re.search(r"[a-z]", body):
        return None
    try:
        return _readable(base64.b64decode(body + "=" * (-len(body) % 4), validate=True))
    except binascii.Error:
        return None


def _readable(data: bytes) -> str | None:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    letters = sum(c.isalpha() or c == " " for c in text)
    return text if len(text) >= 8 and letters >= 0.8 * len(text) else None


def _morse(signs: str) -> Iterator[tuple[str, str]]:
    groups: list[str] = re.split(r"(\s{2,}|[\s]*[/|\n][\s]*|\s)", signs.translate(_MORSE_SIGNS))
    said = "".join(
        _MORSE_LETTERS.get(group, "") or ("" if group == " " or group.strip(" /|\n") else " ")
        for group in groups
    ).strip()
    if len(set(said)) >= 5:
        yield "Morse", said if " " in said else spelled(said) or said


def _turned(text: str) -> Iterator[tuple[str, str]]:
    """Yield a text's rot13 and its reverse if they read more like sentences than the text."""
    plain = _small_words(text)
    for how, turned in (("rot13", codecs.encode(text, "rot13")), ("reverse", text[::-1])):
        if _small_words(turned) > max(2, 1.5 * plain):
            yield how, turned


def _small_words(text: str) -> int:
    return sum(len(word) > 1 and word in _SMALL for word in _WORD.findall(text.lower()))
