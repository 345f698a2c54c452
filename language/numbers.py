"""Reads numbers as people write them, in digits and in words, in Portuguese and English."""

from __future__ import annotations

import math
import re

from language.detect import Language
from language.found import Found
from language.matching import fold

SpokenNumber = int | float
_UNITS_PT = (
    "zero um dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze "
    "dezesseis dezessete dezoito dezenove"
).split()
_TENS_PT = "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa".split()
_HUNDREDS_PT = (
    "cem duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos"
).split()
_UNITS_EN = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_TENS_EN = "twenty thirty forty fifty sixty seventy eighty ninety".split()

_SMALL: dict[Language, dict[str, int]] = {
    "pt": {w: i for i, w in enumerate(_UNITS_PT)}
    | {w: 10 * i for i, w in enumerate(_TENS_PT, 2)}
    | {w: 100 * i for i, w in enumerate(_HUNDREDS_PT, 1)}
    | {w[:-2] + "as": 100 * i for i, w in enumerate(_HUNDREDS_PT, 1) if i > 1}
    | {"uma": 1, "duas": 2, "catorze": 14, "dezasseis": 16, "dezassete": 17, "dezanove": 19}
    | {"cento": 100},
    "en": {w: i for i, w in enumerate(_UNITS_EN)} | {w: 10 * i for i, w in enumerate(_TENS_EN, 2)},
}
_LARGE: dict[Language, dict[str, int]] = {
    "pt": {"mil": 10**3, "milhao": 10**6, "milhoes": 10**6, "bilhao": 10**9, "bilhoes": 10**9},
    "en": {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9},
}
_JOIN: dict[Language, str] = {"pt": "e", "en": "and"}
_ARTICLES = {"um", "uma", "one"}  # alone they are more often articles than numbers

_DIGITS = re.compile(
    r"(?<![\w.,])(?P<sign>[-−](?=\d))?(?P<digits>\d{1,30}(?:[.,]\d{1,30}){0,10})"
    r"(?:(?P<suffix>[kKmM])(?![\w])|\s?(?P<word>mil|milh[aã]o|milh[oõ]es|thousand|million)\b|"
    r"(?=(?:[mM][2²]|sqm)(?!\w))|(?!\w|[.,]\d))"
)
_DETERMINED = re.compile(
    r"\b(?:the|this|that|which|each|every|any|no|same|new|old|other|another|right|wrong|first|"
    r"second|third|last|next|earlier|later|cheap\w*|big\w*|small\w*|good|best|"
    r"\d{1,2}(?:st|nd|rd|th)|an? \w{2,20}) $"
)
_OF_SOME = re.compile(
    r" (?:person|people|hour|night|day|guest|adult|child|kid|or|to|hundred)\b", re.I
)
_ONE_OR_MORE = re.compile(
    r"\b(?:one|uma?)(?= (?:or|ou) (?:two|three|dois|duas|tr[eê]s|[23]\b))", re.I
)
_TOKEN = re.compile(r"[^\W\d_]+")


def parse(text: str, language: Language = "en") -> int | float | None:
    """Return the number that the whole text is, or None."""
    found = find(text.strip(), language, articles=True)
    if len(found) == 1 and (found[0].start, found[0].end) == (0, len(text.strip())):
        return found[0].value
    return None


def find(
    text: str, language: Language = "en", *, articles: bool = False
) -> list[Found[SpokenNumber]]:
    """Find the numbers of a text, left to right; lone "um" and "one" only with `articles`."""
    digits = _in_digits(text, language)
    taken = {f.end for f in digits}  # "2 mil": its word belongs to the digits
    told = _in_words(text, language, articles)
    known = {f.start for f in told}
    told += [_one(m) for m in _ONE_OR_MORE.finditer(text) if m.start() not in known]
    spelled = [f for f in told if f.end not in taken and not _stands_for(text, f)]
    return _joined(digits, spelled)


def _one(match: re.Match[str]) -> Found[SpokenNumber]:
    return Found(1, *match.span())


def _stands_for(text: str, found: Found[SpokenNumber]) -> bool:
    """Tell "the same one" and "not a new one", that count nothing, from "one"."""
    if text[found.start : found.end].lower() != "one":
        return False
    before = fold(text[max(0, found.start - 30) : found.start]) + " "
    return bool(_DETERMINED.search(before)) and not _OF_SOME.match(text, found.end)


def _joined(
    digits: list[Found[SpokenNumber]], spelled: list[Found[SpokenNumber]]
) -> list[Found[SpokenNumber]]:
    """Read "98 mil e quinhentos" as one number: its word is the last of one and first of both."""
    kept: list[Found[SpokenNumber]] = []
    for each in digits:
        over = next((s for s in spelled if s.start < each.end < s.end), None)
        if over is not None:
            spelled = [s for s in spelled if s is not over]
            scale = next(n for n in (10**9, 10**6, 10**3, 1) if n <= max(1, over.value))
            each = Found(each.value + over.value - scale, each.start, over.end)
        kept.append(each)
    return sorted([*kept, *spelled], key=lambda f: f.start)


def read_digits(digits: str, language: Language) -> int | float:
    """Read digits with separators: 1.234,56 and 1,234.56 alike, else as the language has it."""
    decimal = _decimal_mark(digits, language)
    thousands = {",": ".", ".": ",", "": ".,"}[decimal]
    plain = "".join(c for c in digits if c not in thousands).replace(decimal or ",", ".")
    return float(plain) if decimal else int(plain)


def _decimal_mark(digits: str, language: Language) -> str:
    marks = [c for c in digits if c in ".,"]
    if not marks:
        return ""
    last = marks[-1]
    if len(set(marks)) == 2:
        return last if marks.count(last) == 1 else ""  # 1,2.3.4 has no decimals
    grouped = bool(re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", digits)) and digits[0] != "0"
    if len(marks) > 1:
        return ""
    if grouped:
        return "" if last == ("." if language == "pt" else ",") else last
    return last


_TIMES = {"k": 10**3, "m": 10**6, "mil": 10**3, "thousand": 10**3}


def _in_digits(text: str, language: Language) -> list[Found[SpokenNumber]]:
    found: list[Found[SpokenNumber]] = []
    for match in _DIGITS.finditer(text):
        value = read_digits(match["digits"], language)
        scale = fold(match["suffix"] or match["word"] or "")
        if scale:
            value *= _TIMES.get(scale, 10**6)
            value = int(value) if isinstance(value, float) and value.is_integer() else value
        if isinstance(value, float) and not math.isfinite(value):
            continue
        found.append(Found(-value if match["sign"] else value, match.start(), match.end()))
    return found


def _in_words(text: str, language: Language, articles: bool) -> list[Found[SpokenNumber]]:
    found: list[Found[SpokenNumber]] = []
    run: list[tuple[str, int, int]] = []
    end = 0
    for match in _TOKEN.finditer(text):
        word = fold(match[0])
        joined = not run or text[end : match.start()].strip(" -") == ""
        if joined and (_counts(word, language) or (run and word == _JOIN[language])):
            run.append((word, match.start(), match.end()))
        else:
            _close(run, language, articles, found)
            run = [(word, match.start(), match.end())] if _counts(word, language) else []
        end = match.end()
    _close(run, language, articles, found)
    return found


def _counts(word: str, language: Language) -> bool:
    return word in _SMALL[language] or word in _LARGE[language]


def _close(
    run: list[tuple[str, int, int]],
    language: Language,
    articles: bool,
    found: list[Found[SpokenNumber]],
) -> None:
    """Turn a run of number words into numbers: more than one where it cannot be a single one."""
    while run and run[-1][0] == _JOIN[language]:
        run.pop()
    at = 0
    while at < len(run):
        size, value = _longest(run[at:], language)
        first, last = run[at], run[at + size - 1]
        if articles or size > 1 or first[0] not in _ARTICLES:
            found.append(Found(value, first[1], last[2]))
        at += size
        while at < len(run) and run[at][0] == _JOIN[language]:
            at += 1


def _longest(run: list[tuple[str, int, int]], language: Language) -> tuple[int, int]:
    """Take words as long as they make one number: each smaller than the last one's room."""
    total, group, room, scale_room = 0, 0, 10**4, 10**12
    size = 0
    for at, (word, _, _) in enumerate(run):
        if word == _JOIN[language]:
            continue
        small = _SMALL[language].get(word)
        if small is not None:
            if small >= room or (at and not small):  # "one zero" is two
                break
            group += small
            room = 10 ** (len(str(small)) - 1) if small >= 20 else 1
        else:
            scale = _LARGE[language][word]
            if scale == 100:
                if group >= 100:  # "twelve hundred" is one number
                    break
                group, room = (group or 1) * 100, 100
            elif scale < scale_room:
                total, group = total + (group or 1) * scale, 0
                room, scale_room = 10**4, scale
            else:
                break
        size = at + 1
    return max(size, 1), total + group
