"""The check digits of documents, cards and accounts: what tells them from any other number."""

from __future__ import annotations

import re

_CARD_HEADS = {13: "4", 14: "3", 15: "3", 16: "23456", 17: "456", 18: "456", 19: "456"}
_PIS_WEIGHTS = (3, 2, 9, 8, 7, 6, 5, 4, 3, 2)
_HEX = re.compile(r"[0-9a-f]+")  # a piece of a hash, as machines write it
_LEAST_DIGITS = 4  # of a CNPJ with letters that has neither its points nor its name


def digits_of(text: str) -> str:
    """Return the plain digits of a text."""
    return "".join(c for c in text if c.isascii() and c.isdigit())


def is_cpf(digits: str) -> bool:
    """Tell whether eleven digits are somebody's CPF."""
    if len(digits) != 11 or digits == digits[0] * 11:
        return False
    for size in (9, 10):
        total = sum(int(d) * w for d, w in zip(digits, range(size + 1, 1, -1), strict=False))
        if int(digits[size]) != total * 10 % 11 % 10:
            return False
    return True


def is_cnpj(chars: str) -> bool:
    """Check the two digits; since 2026 the first twelve places may hold letters, in any case."""
    if len(chars) != 14 or chars == chars[0] * 14 or not chars[12:].isdigit():
        return False
    values = [ord(c) - 48 for c in chars.upper()]
    for size in (12, 13):
        weights = [(size - 1 - i) % 8 + 2 for i in range(size)]
        rest = sum(v * w for v, w in zip(values, weights, strict=False)) % 11
        if values[size] != (0 if rest < 2 else 11 - rest):
            return False
    return True


def may_be_bare_cnpj(chars: str) -> bool:
    """Tell whether fourteen places in a row, with no sign of a CNPJ, look like more than a word."""
    return chars.isdigit() or (
        sum(c.isdigit() for c in chars) >= _LEAST_DIGITS + 1 and not _HEX.fullmatch(chars)
    )


def is_pis(digits: str) -> bool:
    """Tell whether eleven digits are a worker's PIS, PASEP or NIS."""
    if len(digits) != 11 or digits == digits[0] * 11:
        return False
    rest = sum(int(d) * w for d, w in zip(digits, _PIS_WEIGHTS, strict=False)) % 11
    return int(digits[10]) == (0 if rest < 2 else 11 - rest)


def is_card(digits: str) -> bool:
    """Tell whether digits are a card's: its first one, its length, its sum."""
    if digits[0] not in _CARD_HEADS.get(len(digits), "") or digits == digits[0] * len(digits):
        return False
    total = 0
    for place, char in enumerate(reversed(digits)):
        value = int(char) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def is_iban(compact: str) -> bool:
    """Tell whether letters and digits without blanks are an account's."""
    if not 15 <= len(compact) <= 34:
        return False
    turned = compact[4:] + compact[:4]
    return int("".join(str(int(c, 36)) for c in turned)) % 97 == 1
