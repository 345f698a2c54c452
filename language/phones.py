"""Reads and writes telephone numbers, by the library that telephones themselves use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import phonenumbers

from language.countries import country_beside
from language.detect import Language
from language.flat import flat
from language.found import Found
from language.spelled import in_digits

REGIONS: dict[Language, str] = {"pt": "BR", "en": "US"}
_READ = 2_000
_MOST = 10
_RUN = re.compile(r"\+?\(?\d[\d\s().+/-]{5,30}\d")
_DIGIT = {
    word: str(digit)
    for words in (
        "zero um dois tres quatro cinco seis sete oito nove",
        "zero one two three four five six seven eight nine",
    )
    for digit, word in enumerate(words.split())
} | {
    "uma": "1", "duas": "2", "meia": "6", "oh": "0", "o": "0",
}  # fmt: skip
_PORTUGUESE = re.compile(r"\b(?:um|dois|tres|quatro|cinco|seis|sete|oito|nove|meia|onze)\b")
_AREA_BEHIND = re.compile(
    r"(?<![\s,;.])[\s,;.]+(?:o |the |com )?(?:ddd|area code|codigo de area|prefixo)"
    r"(?: (?:e|eh|is))?[\s:]+(?P<area>\(?\d{2,5}\)?|[a-z]+(?: (?:e )?[a-z]+)?)\W*$"
)
_AMOUNTS = re.compile(r"\b(?:mil|thousand|hundred|reais|dollars|bucks)\b|[$€£]|\d[.,]\d{3}(?!\d)")
_TWICE = re.compile(r"\b(double|triple|duplo|triplo) (\w+)")


_OF_EXAMPLES = re.compile(r"\+44(?:7700900|1632960)\d{3}")  # films', and whoever tries us out
_LAST_DIGITS = re.compile(
    r"(?P<number>.{8,80}?)[\s,.;!?–-]+(?:(?:sorry|no(?=\s*[,.;:!])|nao(?=\s*[,.;:!])|oops|ops|opa|wait|desculp[ae]|perdao|digo"
    r"|i mean(?:t)?|quer dizer|quis dizer|na verdade|actually|alias|errei|melhor|correction)"
    r"\b[\s,.;:!-]*){1,3}(?:(?:it'?s|its|e|eh|o final (?:e|eh)|final|ends in|ending|termina em"
    r"|the end is|the last (?:four|digits|ones) (?:are|is))\s+)?(?P<last>[\w\s-]{3,40})\W*"
)
_APART = re.compile(  # what stands between two rows of digits, and not in one
    r"\b(?!(?:area|code|codigo|numero|number|telefone|phone|cell|celular|fixo|mais|plus|dash|traco|hifen"
    r"|zero|nove|oito|sete|seis|meia|cinco|quatro|tres|dois|duas|five|four|seven|eight|nine|three|double"
    r"|triple|then|depois|entao|final|operadora|espaco|space|hyphen|prefixo|isso|that|seria|este|esse"
    r"|meu|minha)\b)[a-z]{4,}\b"
)
_LEAST_LAST, _MOST_LAST = 3, 6


def find_phones(text: str, region: str) -> list[Found[str]]:
    """Find the numbers that can be called, as +5511987654321."""
    plain = text[:_READ]
    found = list(_valid(plain, region))
    abroad = any(country_beside(plain, *run.span()) for run in islice(_RUN.finditer(plain), _MOST))
    if not found and (moved := _AREA_BEHIND.search(flat(plain))):
        area, rest = plain[moved.start("area") : moved.end("area")], plain[: moved.start()]
        found = [Found(f.value, 0, len(plain)) for f in find_phones(f"{area} {rest}", region)]
    if right := _put_right(plain, region):
        return [Found(right, 0, len(plain))]
    if not found and not abroad and (said := _spoken(plain)):
        found = [Found(each.value, 0, len(plain)) for each in _valid(said, region)]
    return found


def is_unassigned(text: str, region: str) -> bool:
    """Tell whether a text holds a number that is well formed, and that nobody can have.

    Without its area code it is half a number, and may well be somebody's.
    """
    plain = text[:_READ]
    runs = [run[0] for run in islice(_RUN.finditer(plain), _MOST)] or [_spoken(plain) or ""]
    parsed = [number for run in runs if (number := _parsed(run, region)) is not None]
    return any(map(_is_whole, parsed))


def _is_whole(number: phonenumbers.PhoneNumber) -> bool:
    kinds = (phonenumbers.PhoneNumberType.FIXED_LINE, phonenumbers.PhoneNumberType.MOBILE)
    told = (phonenumbers.is_possible_number_for_type_with_reason(number, kind) for kind in kinds)
    return phonenumbers.ValidationResult.IS_POSSIBLE in told


def show_phone(number: str, region: str) -> str:
    """Write a number as people of the region do; that of another country with its code."""
    parsed = _parsed(number, region)
    if parsed is None:
        return number
    home = phonenumbers.region_code_for_number(parsed) == region
    home = home or (region == "GB" and _OF_EXAMPLES.fullmatch(number) is not None)
    form = phonenumbers.PhoneNumberFormat
    return phonenumbers.format_number(parsed, form.NATIONAL if home else form.INTERNATIONAL)


def known_region(region: str) -> bool:
    """Tell whether a region has telephone numbers: BR, US, GB."""
    return region in phonenumbers.SUPPORTED_REGIONS


def _valid(text: str, region: str) -> Iterator[Found[str]]:
    for count, run in enumerate(_RUN.finditer(text)):
        if count >= _MOST:
            return
        parsed = _parsed(run[0], country_beside(text, *run.span()) or region)
        if parsed is None:
            continue
        form = phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164)
        if phonenumbers.is_valid_number(parsed) or _OF_EXAMPLES.fullmatch(form):
            yield Found(form, *run.span())


def _parsed(text: str, region: str) -> phonenumbers.PhoneNumber | None:
    try:
        return phonenumbers.parse(text, region)
    except phonenumbers.NumberParseException:
        return None


def _put_right(text: str, region: str) -> str | None:
    """Read "802 878 4450. sorry 4405", where the last digits are told anew."""
    told = _LAST_DIGITS.fullmatch(flat(text))
    last = _digits_of(told["last"]) if told else ""
    if told is None or not _LEAST_LAST <= len(last) <= _MOST_LAST:
        return None
    whole = [*_valid(told["number"], region)] or [*_valid(_spoken(told["number"]) or "", region)]
    new = whole[0].value[: -len(last)] + last if len(whole) == 1 else ""
    return new if any(f.value == new for f in _valid(new, region)) else None


def _spoken(text: str) -> str | None:
    """Put a number that is told digit by digit into digits: "onze nove oito sete meia".

    What counts thousands is no row of digits: "4 mil, 4.500 no máximo".
    """
    if _AMOUNTS.search(flat(text)):
        return None
    plain = _TWICE.sub(lambda m: " ".join([m[2]] * (3 if m[1][:3] == "tri" else 2)), flat(text))
    plain = in_digits(plain, "pt" if _PORTUGUESE.search(plain) else "en").text
    rows = (_digits_in(row) for row in _APART.split(plain))
    return next((row for row in rows if len(row) >= 8), None)


def _digits_of(text: str) -> str:
    """Return the digits of a text that tells nothing else, in figures or in words."""
    plain = in_digits(text, "pt" if _PORTUGUESE.search(text) else "en").text
    words = re.findall(r"[a-z]+", plain)
    return _digits_in(plain) if all(word in _DIGIT for word in words) else ""


def _digits_in(plain: str) -> str:
    pieces: list[str] = []
    for word in re.findall(r"\d+|[a-z]+|\+", plain):
        if word.isdigit() or word == "+":
            pieces.append(word)
        elif word in _DIGIT:
            pieces.append(_DIGIT[word])
        elif word in ("plus", "mais") and not pieces:
            pieces.append("+")
    return "".join(pieces)
