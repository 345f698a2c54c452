"""Reads sums of money: "R$ 1.250,50", "twenty bucks", "trinta e dois reais e quarenta centavos"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from language.detect import Language
from language.numbers import read_digits
from language.spelled import in_digits, in_neighbours_digits

_READ = 2_000
_SIGNS = {"r$": "BRL", "us$": "USD", "$": "$", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR"}
_NAMES = {
    "BRL":
        "real|reais|brl|conto|contos|pila|pilas|pau|paus|mango|mangos|real brasileiro|reais "
        "brasileiros",
    "USD": "us dollars?|american dollars?|dolar americano|dolares americanos|usd",
    "$": "dollars?|bucks?|dolar|dolares",
    "EUR": "euros?|eur",
    "GBP": "pounds?(?: sterling)?|quid|libras?(?: esterlinas?)?|gbp",
    "JPY": "yen|ienes?|jpy",
    "CHF": "swiss francs?|francos? suicos?|chf",
    "CAD": "canadian dollars?|cad",
    "AUD": "australian dollars?|aud",
    "MXN": "mxn|mexican pesos?|pesos? mexicanos?",
    "ARS": "ars|argentine pesos?|pesos? argentinos?",
    "INR": "rupees?|rupias?|inr",
    "BTC": "bitcoins?|btc",
}  # fmt: skip
_DOLLARS = frozenset("USD CAD AUD NZD MXN ARS CLP COP SGD HKD UYU".split())
_NAMED = "|".join(f"(?P<{code}>{names})" for code, names in _NAMES.items() if code != "$")
_CURRENCY = re.compile(rf"\s?(?:{_NAMED}|(?P<dollars>{_NAMES['$']}))\b")
_SIGN = re.compile(r"(?:r\$|us\$|[$€£¥₹])\s?$")
_CODE = re.compile(r"\b(?P<code>brl|usd|eur|gbp|jpy|chf|cad|aud|mxn|ars|inr|btc)\s?$")
_SIGN_AFTER = re.compile(r"\s?(?P<sign>r\$|us\$|[$€£¥₹])")
_CENTS = re.compile(
    r"(?:,? (?:e|and|com|with) |,? )(?P<cents>\d{1,2}) (?:centavos?|cents?|pence|centimes)\b"
)
_ONLY_CENTS = re.compile(r"\s?(?:centavos?|cents?|pence|centimos?|centimes)\b")
_AMOUNT = re.compile(
    r"(?<![\w.,/:-])(?P<digits>\d{1,15}(?:[.,]\d{1,12}){0,5})"
    r"(?:\s?(?P<times>k|mil|grand|thousand|milhao|milhoes|million|m)\b)?(?:[ -]?ish\b)?(?![\w]|"
    r"[.,:/-]\d)(?P<half> e meio\b| and a half\b)?"
    r"|\b(?P<word>(?:(?:a )?grand|a thousand) and a half|(?:a )?grand|meio milhao|half a million|"
    r"um milhao e meio|a million and a half|"
    r"meia (?:duzia|centena) de|half a grand|a hundred|a thousand|a million|um milhao|cenzinho|"
    r"centao|vintao|vintinho|trintao|quarentao|cinquentao|cinquentinha|sessentao|setentao|"
    r"oitentao|noventao|milzinho|milao)\b"
)
_TIMES = {"k": 10**3, "mil": 10**3, "grand": 10**3, "thousand": 10**3}
_WORDS = {
    "grand and a half": 1_500, "a grand and a half": 1_500, "a thousand and a half": 1_500,
    "grand": 1_000, "a grand": 1_000, "half a grand": 500, "meio milhao": 500_000,
    "half a million": 500_000,
    "um milhao e meio": 1_500_000, "a million and a half": 1_500_000, "a hundred": 100,
    "a thousand": 1_000, "a million": 10**6,
    "um milhao": 10**6, "cenzinho": 100, "centao": 100,
    "vintao": 20, "vintinho": 20, "trintao": 30, "quarentao": 40, "cinquentao": 50,
    "cinquentinha": 50, "sessentao": 60, "setentao": 70, "oitentao": 80, "noventao": 90,
    "milzinho": 1_000, "milao": 1_000,
}  # fmt: skip
MOST = 1e15
_MOST_SUMS = 50  # of one text


@dataclass(frozen=True, slots=True)
class FoundMoney:
    """A sum in a text: how much, of which currency if any is named, and where it stands."""

    value: float
    currency: str | None
    start: int
    end: int


def find_money(text: str, language: Language = "en") -> list[FoundMoney]:
    """Find the sums of a text, and the plain numbers, in the order they stand."""
    written = in_digits(text[:_READ], language)
    found = _found(written.text, language)
    spoken = None if any(f.currency for f in found) else in_neighbours_digits(text[:_READ])
    if spoken and (other := _found(spoken, language)):
        return [FoundMoney(f.value, f.currency, 0, len(text[:_READ])) for f in other]
    return [FoundMoney(f.value, f.currency, *written.place(f.start, f.end)) for f in found]


def same_currency(wanted: str, named: str | None) -> bool:
    """Tell whether a named currency is the wanted one; "dollars" are those of any country."""
    return named is None or named == wanted or (named == "$" and wanted in _DOLLARS)


def _found(plain: str, language: Language) -> list[FoundMoney]:
    found: list[FoundMoney] = []
    at = 0
    while len(found) < _MOST_SUMS and (match := _AMOUNT.search(plain, at)):
        read = _read(match, plain, language)
        at = max(read.end if read else 0, match.end())
        if read and abs(read.value) < MOST:
            found.append(read)
    return found


def _read(match: re.Match[str], plain: str, language: Language) -> FoundMoney | None:
    value, start, end = _amount(match, language), match.start(), match.end()
    sign = _SIGN.search(plain[max(0, start - 4) : start]) or _CODE.search(
        plain[max(0, start - 5) : start]
    )
    if sign:
        start -= len(sign[0])
    currency = _code(sign[0].strip()) if sign else None
    if only := _ONLY_CENTS.match(plain, end):
        return FoundMoney(value / 100, currency, start, only.end())
    if named := _CURRENCY.match(plain, end) or _SIGN_AFTER.match(plain, end):
        end = named.end()
        currency = currency or _code_of(named)
    if cents := _CENTS.match(plain, end):
        value, end = value + int(cents["cents"]) / 100, cents.end()
    whole = float(value).is_integer()
    return FoundMoney(int(value) if whole else round(value, 6), currency, start, end)


def _amount(match: re.Match[str], language: Language) -> float:
    if match["word"]:
        return _WORDS.get(match["word"], 6)
    value = read_digits(match["digits"], language)
    scale = _TIMES.get(match["times"] or "", 10**6) if match["times"] else 1
    if match["half"]:
        value += 0.5
    return value * scale


def _code(sign: str) -> str:
    return _SIGNS.get(sign, sign.upper())


def _code_of(named: re.Match[str]) -> str | None:
    parts = {key: value for key, value in named.groupdict().items() if value}
    if "sign" in parts:
        return _code(parts["sign"])
    return "$" if "dollars" in parts else next(iter(parts), None)
