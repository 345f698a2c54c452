"""How many centimetres "1,42 m" and "um metro e quarenta" are, where those are asked for."""

from __future__ import annotations

import re

from language.detect import Language
from language.found import Found
from language.spelled import in_digits

_READ = 200
_ASKS = re.compile(r"\b(?:cms?|centimetros?|centimet(?:re|er)s?)\b")
_METRES = re.compile(
    r"(?<![\d.,/])(?P<whole>[0-9]|\b(?:um|one|a)\b(?= ?m))(?:"
    r" ?(?:m|mts?|metros?|met(?:re|er)s?)(?: ?(?:e |and )?(?P<cm>\d{1,2}|meio|a half)"
    r"(?: ?(?:cms?|centimetros?))?)?"
    r"|[.,](?:(?P<part>\d{1,2}) ?(?:m|mts?|metros?|met(?:re|er)s?)|(?P<bare>\d{2})(?! ?c)))"
    r"(?![\w.,]*\d)(?!\w)"
)
_METRE = 100


def centimetres_told(
    text: str, question: str, language: Language, *, whole: bool = True
) -> Found[int] | None:
    """Return how many centimetres a length in metres has, where those are asked for.

    Where `whole` ones are asked for, "1,42" without a unit can be nothing else; "2,5" may.
    """
    if _ASKS.search(question) is None:
        return None
    written = in_digits(text[:_READ], language)
    found = [*_METRES.finditer(written.text)]
    if len(found) != 1 or (found[0]["bare"] and not whole):
        return None
    return Found(_centimetres(found[0]), *written.place(*found[0].span()))


def _centimetres(found: re.Match[str]) -> int:
    whole = _METRE * (int(found["whole"]) if found["whole"].isdigit() else 1)
    if part := found["part"] or found["bare"]:
        return whole + int(part.ljust(2, "0"))
    half = found["cm"] in ("meio", "a half")
    return whole + (_METRE // 2 if half else int(found["cm"] or 0))
