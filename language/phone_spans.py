"""Finds telephone numbers in running text: by their form, or by the words that lead to them.

A row of digits alone may be anything. With a plus, in the grouping of a country, or behind "my
phone is" it is somebody's; behind "order" or "invoice" it is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_LEAST, _MOST = 8, 15  # digits of an international number
_LEAST_TOLD = 7  # of one that is called a phone: a town's own numbers are short
_BEFORE = 40  # characters in which a number is called what it is
_PLUS = re.compile(r"(?<![\w+])(?:\+|00(?=[1-9]))[ .-]?\(?\d(?:[ ()./-]{0,2}\d){6,14}(?!\w|[.,]\d)")
_GROUPED = re.compile(
    r"(?<![\w.+/,-])(?:"
    r"(?:55[ -]?)?\(0?\d{2,3}\) ?9?[ .-]?\d{3,4}[ .-]?\d{4}"  # (AA) ..., Brazil; (AAA) ..., US
    r"|0?[1-9]\d[ .-]?9[ .]?\d{4}[ .-]?\d{4}"  # a Brazilian mobile with its area code
    r"|0?[1-9]\d[ .-][2-5]\d{3}[ .-]\d{4}"  # a Brazilian landline
    r"|55[ -]?[1-9]\d[ -]?9?\d{4}[ -]?\d{4}"  # Brazil's without the plus
    r"|(?:1[ .-])?[2-9]\d{2}([.-])[2-9]\d{2}\1\d{4}"  # the North American form
    r"|(?:1[ -])?[2-9]\d{2} [2-9]\d{2}[ -]\d{4}"
    r"|9[ .]?\d{4}-\d{4}"  # a Brazilian mobile in its own town
    r"|0(?:xx)?[1-9]\d[ .-]?(?:9[ .]?\d{4}|[2-5]\d{3})[ .-]\d{4}"  # with the trunk's zero, or 0xx
    r"|0[789]\d{2} \d{3} \d{4}"  # Nigeria
    r"|0800[ -]?\d{3}[ -]?\d{4}"
    r"|07\d{3}[ -]?\d{3}[ -]?\d{3}"  # the United Kingdom
    r"|0(?:1\d{3}|2\d|11\d|1\d1)[ -]\d{3,4}[ -]\d{3,4}"
    r"|0[1-9](?:[ .-]\d{2}){4}"  # France
    r"|01[5-7]\d[ /-]?\d{3,4}[ ]?\d{3,5}"  # Germany
    r"|0\d{2,4}[/-]\d{5,8}"
    r"|04\d{2} \d{3} \d{3}"  # Australia
    r"|[679]\d{2} \d{2} \d{2} \d{2}"  # Spain
    r")(?!\w|[.,/-]\d)"
)
_ROW = re.compile(r"(?<![\w+.,/-])\(?\d(?:[ ().-]{0,2}\d){6,14}(?!\w|[.,/-]\d)")
_TOLD = re.compile(
    r"\b(?:tel(?:efone|ephone|\.)?|tlf|fone|phone|ph|m[oó]vel|mobile|cell(?:phone)?|cel(?:ular)?"
    r"|whats(?:app)?|wpp|zap(?:zap)?|sms|telegram|signal|ligu?[aeo]r?|ligou|call(?:ed)?|ring|dial"
    r"|reach(?: me)?|text(?: me)?(?: at| on)?|chama(?:r|da)?|disque|contac?tos?|contact"
    r"|landline|fixo|fax|ramal"
    r"|m[oó]vil|tel[eé]fono|ll[aá]m[ae](?:me|r)?|recados?|handy|telefon|num[eé]ro de t[eé]l\w*"
    r"|meu n[uú]mero|mi n[uú]mero|my (?:new )?number|n[uú]mero d[aeo] (?:meu|minha|casa)"
    r"|(?:her|his|their|home|work|office) number)\b[^\d\n]{0,28}\Z",
    re.I,
)
_OTHER = re.compile(
    r"(?:\b(?:pedidos?|orders?|protocolos?|rastreio|tracking|nota(?: fiscal)?|nf-?e?|invoices?"
    r"|faturas?|boletos?|tickets?|chamados?|sku|ean|gtin|lotes?|batch|lots?|serial|s[eé]rie"
    r"|refer[eê]ncias?|refs?|processos?|matr[ií]culas?|contratos?|contracts?|cases?|caso|ids?"
    r"|c[oó]digos?|codes?|parcel|remessa|shipment|asset|patrim[oô]nio|timestamp|epoch|commit|build"
    r"|vers[aã]o|version|total|valor|amount|r\$|us\$|eur|usd|brl|produtos?|products?|items?|itens?"
    r"|isbn|conta|account|ag[eê]ncia|cpf|cnpj|rg|pis|cnh|nis|cep)\b|[$€£#])[^\d\n]{0,16}\Z",
    re.I,
)
_ANY_DIGITS = re.compile(r"\d[ ().-]{0,2}\d")


def phones(text: str) -> Iterator[tuple[int, int]]:
    """Find where telephone numbers begin and end; some may be found twice."""
    if not _ANY_DIGITS.search(text):
        return
    for match in _PLUS.finditer(text):
        if _LEAST <= _count(match[0]) - 2 * match[0].startswith("00") <= _MOST:
            yield match.span()
    for match in _GROUPED.finditer(text):
        if _is_apart(match[0]) or not _OTHER.search(_lead(text, match.start())):
            yield match.span()
    for match in _ROW.finditer(text):
        lead = _lead(text, match.start())
        if _count(match[0]) >= _LEAST_TOLD and _TOLD.search(lead) and not _OTHER.search(lead):
            yield match.span()


def _lead(text: str, start: int) -> str:
    return text[max(0, start - _BEFORE) : start]


def _is_apart(number: str) -> bool:
    """Tell whether a number is written as only telephone numbers are."""
    return number.startswith("(")


def _count(number: str) -> int:
    return sum(c.isdigit() for c in number)
