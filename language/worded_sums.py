"""Sums as people say them: means, prices times how many, tips, and what follows from a result.

All read a folded text whose numbers are plain digits already (`language/expressions.py:digits`).
"""

from __future__ import annotations

import re

_N = r"((?<![\d.])\d+(?:\.\d+)?)"  # from its first digit on, or each digit would be tried
_MONEY = r"(?:r\$ ?|us\$ ?|[$£€] ?)?"
_COINS = r"(?:centavos?|cents?|pence|p)\b"
_LIST = r"(\d[\d., ;]{0,200}(?: ?(?:and|e|&|,) ?\d[\d.]{0,20}){0,2})"
_MEAN = re.compile(rf"\b(?:mean|average|avg|medias?)(?: (?:of|de|entre|between|da|do))? {_LIST}")
_TOTAL = re.compile(
    rf"\b(?:sum|total|add(?:ing)?(?: up)?|soma|somar|some|some) (?:of |de |up )?{_LIST}"
)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_OPERATOR = (
    r"times|vezes|x|plus|mais|minus|menos|divided by|multiplied by|dividid[oa]s? (?:por|entre)"
    r"|multiplicad[oa]s? por|[*/+]"
)
# "2.75 hours times 6 days": what is counted says nothing of the sum.
_UNIT = re.compile(
    rf"(?<=\d) (?!(?:{_OPERATOR}|of|de|off|e|and|%)\b)[a-z]{{1,14}}(?= (?:{_OPERATOR}) {_MONEY}\d)"
)
_EACH = (
    r"(?:cada|each|apiece|per \w+|por \w+|a piece|(?:o|a) (?:quilo|kilo|kg|unidade|duzia|metro"
    r"|litro|pacote|caixa|par|peca|hora|dia|mes|pessoa|cabeca)|an? (?:kilo|pound|dozen|metre|meter"
    r"|litre|box|pack|pair|hour|day|week|month|person|head|bag))"
)
_MONEYED = r"(?:reais|real|conto|pila|dollars?|pounds?|quid|euros?|bucks)"
_PRICED = re.compile(
    rf"\b{_N} (?:[a-z]+ ){{1,4}}?(?:a|at|for|por|de|@) {_MONEY}{_N}"
    rf"(?:(?P<coins> ?{_COINS})| {_MONEYED})?(?P<each>,? {_EACH})?\b"
)
_CENTS = re.compile(r"\d\.\d\d?\Z")
_OF_A_BILL = re.compile(
    rf"\b{_N} ?% (?:(?:of|on|for|in|tip|service|charge|vat|tax|iva|imposto|taxa|gorjeta|servico"
    r"|comissao|commission|de|do|da|em|no|na|num|numa|sobre|bill|conta|valor|total|a|the|my|our|um"
    rf"|uma) ){{1,6}}{_MONEY}{_N}"
)

_THAT = r"(?:that|it|this|the (?:bill|total|result)|isso|isto|disso|disto|a conta|o total|tudo)"
_SHARED = re.compile(
    r"\b(?:each|per (?:person|head)|apiece|split|shar(?:e|ed|ing)|cada|por (?:pessoa|cabeca)"
    r"|rach\w{1,5}|reparti\w{1,4}|divid\w{1,5}|parcel\w{1,5}|em \d{1,3} vezes"
    r"|in \d{1,3} (?:instal\w{1,8}|payments))\b"
)
_PER_CENT_OF_THAT = re.compile(rf"{_N} ?% (?:of|on|de|em|sobre|d)? ?{_THAT}\b|{_N} ?% disso\b")
_MORE_PER_CENT = re.compile(rf"(?:add|plus|mais|com mais|acrescenta|and|e|if i add) {_N} ?%")
_PART: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"\b{words} (?:of |de |d)?{_THAT}\b"), signs)
    for words, signs in (
        ("(?:half|metade)", "{} / 2"),
        ("(?:double|twice|(?:o )?dobro)", "{} * 2"),
        ("(?:a third|um terco)", "{} / 3"),
        ("(?:a quarter|um quarto)", "{} / 4"),
        ("(?:triple|(?:o )?triplo)", "{} * 3"),
    )
)


def worded(plain: str) -> str:
    """Write with signs what a text says in words of means, prices and shares of a bill."""
    plain = _MEAN.sub(lambda found: _listed(found, mean=True), plain)
    plain = _TOTAL.sub(lambda found: _listed(found, mean=False), plain)
    plain = _UNIT.sub("", plain)
    plain = _OF_A_BILL.sub(r"\1% of \2", plain)
    return _PRICED.sub(_times, plain)


def of_the_last(plain: str, last: str) -> str | None:
    """Return the arithmetic of what goes on from a result: "how much is that for each of 3?"."""
    for part, signs in _PART:
        if part.search(plain):
            return signs.format(last)
    if share := _PER_CENT_OF_THAT.search(plain):
        return f"{share[1] or share[2]}% of {last}"
    if more := _MORE_PER_CENT.search(plain):
        return f"{last} + {more[1]}%"
    numbers = _NUMBER.findall(plain)
    if len(numbers) == 1 and _SHARED.search(plain) and float(numbers[0]):
        return f"{last} / {numbers[0]}"
    return None


def _listed(found: re.Match[str], *, mean: bool) -> str:
    numbers = _NUMBER.findall(found[1])
    if len(numbers) < 2:
        return found[0]
    total = " + ".join(numbers)
    return f"({total}) / {len(numbers)} " if mean else f"{total} "


def _times(found: re.Match[str]) -> str:
    """Multiply how many by what one costs; "de" alone may be anything, but before a price."""
    many, price = found[1], found[2]
    joined = found[0][len(many) : found.start(2) - found.start(0)]
    priced = bool(found["each"] or found["coins"] or _CENTS.search(price))
    if not priced and not re.search(r"[$£€]", joined) and not re.search(_MONEYED, found[0]):
        return found[0]
    return f"{many} * {price} / 100" if found["coins"] else f"{many} * {price}"
