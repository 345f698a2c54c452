"""Personal data that only its name tells: CEP, RG, PIS, Pix keys, social security numbers,
passports; what is said of passwords and of codes stands in files of its own.

Each pattern begins at a word and reads a bounded stretch behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from language.check_digits import digits_of, is_pis
from language.said_codes import said_codes
from language.said_passwords import said_passwords

ToldKind = Literal["password", "code", "cep", "rg", "pis", "pix", "ssn", "passport"]
ToldSpan = tuple[int, int, ToldKind]
_CEP = re.compile(
    r"(?<![\w.-])(?:\d{5}-\d{3}|\d{2}\.\d{3}-\d{3}|(?<=cep )\d{5} ?\d{3}|(?<=cep: )\d{5} ?\d{3})"
    r"(?![\w-]|\.\d)",
    re.I,
)
_CEP_TOLD = re.compile(
    r"\bcep\b[^\d\n]{0,16}(?P<value>\d{2}\.?\d{3}[ -]?\d{3})(?![\w-]|[.,]\d)"
    r"|(?<![\w.,-])(?P<first>\d{5}[ -]?\d{3})(?= (?:(?:[eé]|eh) (?:o |meu |o meu )?cep\b"
    r"|(?:apto?|apartamento|bloco|fundos|n[uú]mero) ?\d*\b))",
    re.I,
)
_RG = re.compile(
    r"(?<![\w.,-])(?:[A-Z]{2}[- ]?\d{1,2}\.\d{3}\.\d{3}(?:-[\dXx])?"
    r"|\d{1,2}\.\d{3}\.\d{3}-[\dXx])(?![\w-]|[.,]\d)"
)
_RG_TOLD = re.compile(
    r"\b(?:rg|registro geral|identidade|c[eé]dula(?: de identidad)?)\b[^\d\n]{0,20}"
    r"(?P<value>(?:[A-Z]{2}[ -]?)?\d{1,2}\.?\d{3}\.?\d{3}(?:[ -]?[\dXx])?)(?![\w-]|[.,]\d)",
    re.I,
)
_PIS = re.compile(r"(?<![\w.,-])\d{3}\.\d{5}\.\d{2}-\d(?![\w-]|[.,]\d)")
_PIS_TOLD = re.compile(
    r"\b(?:pis|pasep|nis|nit)(?:/(?:pis|pasep|nis|nit))?\b[^\d\n]{0,20}"
    r"(?P<value>\d{3}[. ]?\d{5}[. ]?\d{2}[- ]?\d)(?![\w-]|[.,]\d)",
    re.I,
)
_PIS_NEAR = re.compile(
    r"\b(?:pis|pasep|nis|nit)\b[^\n]{1,60}?(?<![\w.,-])(?P<value>\d{11})(?![\w-]|[.,]\d)", re.I
)
_UUID = r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
_PIX = re.compile(
    r"\b(?:pix|chave(?: de)? (?:aleat[oó]ria|evp|random)|random key|evp)\b"
    rf"[^\n]{{0,48}}?(?<![\w-])(?P<value>{_UUID}|[0-9a-f]{{32}})(?![\w-])"
    rf"|(?<![\w-])(?P<first>{_UUID}|[0-9a-f]{{32}})"
    r"(?=\W{1,3}(?:\w{1,12} ){0,4}(?:chave(?: d[eo])? )?(?:pix|evp|chave aleat[oó]ria))",
    re.I,
)
_SSN = re.compile(r"(?<![\w.,-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-]|[.,]\d)")
_SSN_TOLD = re.compile(
    r"\b(?:ssn|social(?: security)?(?: number| no\.?| #)?)\b[^\d\n]{0,16}"
    r"(?P<value>\d{3}[ -]?\d{2}[ -]?\d{4})(?![\w-]|[.,]\d)",
    re.I,
)
_PASSPORT = re.compile(
    r"\b(?:passport|passaporte|pasaporte|reisepass)\b[^\d\n]{0,32}?(?<![A-Za-z0-9])"
    r"(?P<value>[A-Z]{1,3}\d{5,8}|\d{8,9})(?![\w-]|[.,]\d)",
    re.I,
)


def told_data(text: str) -> Iterator[ToldSpan]:
    """Find what its name tells: where it begins and ends, and what it is."""
    low = text.lower()
    for start, end in said_passwords(text, low):
        yield (start, end, "password")
    if not any(c in text for c in "0123456789"):
        return
    for start, end in said_codes(text, low):
        yield (start, end, "code")
    for match in _CEP.finditer(text):
        yield (*match.span(), "cep")
    for match in _RG.finditer(text):
        yield (*match.span(), "rg")
    for match in _SSN.finditer(text):
        yield (*match.span(), "ssn")
    for match in _PIS.finditer(text):
        if is_pis(digits_of(match[0])):
            yield (*match.span(), "pis")
    for match in _PIS_NEAR.finditer(text):
        if is_pis(match["value"]):  # it says so of itself, however far its name stands
            yield (*match.span("value"), "pis")
    for word, pattern, kind in _TOLD:
        if any(each in low for each in word):
            yield from _values(pattern, text, kind)


_TOLD: tuple[tuple[tuple[str, ...], re.Pattern[str], ToldKind], ...] = (
    (("cep", "ap", "bloco", "fundos", "mero"), _CEP_TOLD, "cep"),
    (("rg", "registro", "identidad", "dula"), _RG_TOLD, "rg"),
    (("pis", "pasep", "nis", "nit"), _PIS_TOLD, "pis"),
    (("pix", "aleat", "evp", "random key"), _PIX, "pix"),
    (("ssn", "social"), _SSN_TOLD, "ssn"),
    (("passport", "passaporte", "pasaporte", "reisepass"), _PASSPORT, "passport"),
)


def _values(pattern: re.Pattern[str], text: str, kind: ToldKind) -> Iterator[ToldSpan]:
    for match in pattern.finditer(text):
        group = "value" if match["value"] else "first"
        yield (*match.span(group), kind)
