"""Says sums of money the way people write them: R$ 1.250,50, $1,250.50."""

from __future__ import annotations

from language.detect import Language

_SIGNS = {"BRL": "R$", "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹"}
_WHOLE = frozenset({"JPY"})


def say_money(value: float, currency: str, language: Language) -> str:
    """Write a sum with the sign of its currency, as the language has it."""
    places = 0 if currency in _WHOLE else 2
    figures = f"{abs(value):,.{places}f}"
    if language == "pt":
        figures = figures.translate(str.maketrans(",.", ".,"))
    sign = _SIGNS.get(currency, currency)
    if language == "pt" and currency == "USD":
        sign = "US$"
    spaced = language == "pt" or sign.isalpha() or currency == "BRL"
    return f"{'-' if value < 0 else ''}{sign}{' ' if spaced else ''}{figures}"
