"""A text as every check reads it: disguised letters as plain ones, nothing invisible between them.

Only checks read it. What is kept, shown and sent on is the text that the person wrote; each place
of the skeleton knows where in that text it came from.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_SMALL_CAPITALS = dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz", strict=True))
# Blocks of letters that only look different: wide, mathematical, raised, ringed, boxed, flags'.
_STYLED = (
    "\u02b0-\u02b8\u02e0-\u02e4\u1d2c-\u1d6a\u1d78\u1d9b-\u1dbf\u2070-\u209c\u2100-\u2115\u2118-\u211d"
    "\u2124-\u2138\u2145-\u2149\u2460-\u24ea\u24f5-\u24ff\u2776-\u2793\uff01-\uff5e"
    "\U0001d400-\U0001d7ff\U0001f100-\U0001f1ff\ua7f2-\ua7f4"
)
_UNSEEN = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_LATIN = "A-Za-z0-9\u00c0-\u024f"
_MARKS = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
# Before a letter of ours or behind one a joiner joins nothing; other scripts and emoji need it.
_JOINERS = "(?<=[\x21-\x7e])[\u200c\u200d]+|(?<![\u200c\u200d])[\u200c\u200d]+(?=[\x21-\x7e])"
_ENTITY = r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,24});"
_ODD = re.compile(
    f"(?P<entity>{_ENTITY})|(?P<accented>[{_LATIN}][{_MARKS}]+)|{_JOINERS}|[{_UNSEEN}]+"
    f"|[{_STYLED}{''.join(_SMALL_CAPITALS)}]"
)
_ENTITY_BEGUN = re.compile(r"&(?:#?\w{0,25})?\Z", re.A)


@dataclass(frozen=True, slots=True)
class Skeleton:
    """What a check reads of a text, and where each character of it stands in the text."""

    text: str
    _places: Sequence[int] | None = None

    def place(self, at: int) -> int:
        """Return where in the text a place of the skeleton lies."""
        return at if self._places is None else self._places[at]


def skeleton(text: str) -> Skeleton:
    """Read a text as a check must read it, in time linear in its length."""
    if not _is_odd(text):
        return Skeleton(text)
    said: list[str] = []
    places: list[int] = []
    at = 0
    for start, end, plain in _odd_stretches(text):
        said += [text[at:start], plain]
        places += range(at, start)
        places += [start] * len(plain)
        at = end
    said.append(text[at:])
    places += range(at, len(text) + 1)
    return Skeleton("".join(said), places)


def plainly(text: str) -> str:
    """Return the skeleton's text alone."""
    return skeleton(text).text


def entity_begun(text: str) -> int:
    """Find where a character written as an entity may have begun at the end of a text."""
    begun = _ENTITY_BEGUN.search(text, max(0, len(text) - 28))
    return begun.start() if begun else len(text)


def _is_odd(text: str) -> bool:
    if text.isascii() and "&" not in text and text.isprintable():
        return False
    return _ODD.search(text) is not None


def _odd_stretches(text: str) -> Iterator[tuple[int, int, str]]:
    for found in _ODD.finditer(text):
        written = found[0]
        if found["entity"]:
            read = html.unescape(written)
            plain = read if read != written and len(read) <= 2 else written
            if len(plain) == 1:
                plain = _plain(plain)
        elif found["accented"]:
            plain = _composed(written)
        else:
            plain = "".join(_plain(c) for c in written)
        if plain != written:
            yield found.start(), found.end(), plain


def _composed(letters: str) -> str:
    """Put accents on their letter; what only strikes it through, or piles up, is left out."""
    made = unicodedata.normalize("NFC", letters)
    return made[0]


def _plain(char: str) -> str:
    """Return the letter that a styled one stands for; nothing for what is not seen."""
    if small := _SMALL_CAPITALS.get(char):
        return small
    code = ord(char)
    if 0x1F1E6 <= code <= 0x1F1FF:
        return chr(code - 0x1F1E6 + ord("a"))
    for first in (0x1F150, 0x1F170):  # white on black, round and square: Unicode gives no letter
        if first <= code < first + 26:
            return chr(code - first + ord("A"))
    if _is_unseen(char):
        return ""
    plain = unicodedata.normalize("NFKC", char)
    return plain if plain.isascii() and len(plain) <= 3 and plain.strip() else char


_UNSEEN_ONE = re.compile(f"[{_UNSEEN}\u200c\u200d]")


def _is_unseen(char: str) -> bool:
    return _UNSEEN_ONE.match(char) is not None
