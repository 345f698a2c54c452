"""Personal data that only its name tells: codes sent once, CEP, RG, PIS, Pix keys,
social security numbers, passports.

Each pattern begins at a word and reads a bounded stretch behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from language.check_digits import digits_of, is_pis
from language.said_passwords import said_passwords

ToldKind = Literal["password", "code", "cep", "rg", "pis", "pix", "ssn", "passport"]
ToldSpan = tuple[int, int, ToldKind]
_CODE = re.compile(
    r"\b(?:otp|2fa|mfa|one[- ]time (?:code|password|pin|passcode)"
    r"|(?:verification|security|confirmation|access|login|auth(?:entication)?|sms|sign-?in|unlock"
    r"|recovery|backup|activation|whatsapp) (?:code|pin|number)"
    r"|c[oó]digo (?:de |do |da |por |via )?(?:verifica[cç][aã]o|seguran[cç]a|confirma[cç][aã]o"
    r"|acesso|login|autentica[cç][aã]o|sms|whats(?:app)?|ativa[cç][aã]o|verificaci[oó]n|seguridad"
    r"|uso [uú]nico|recupera[cç][aã]o|entrada)"
    r"|(?:my|meu|mi|the|o|um|a) (?:code|c[oó]digo|token)(?: (?:que|that|i|eu|you|voc[eê]s?|me|it"
    r"|chegou|recebi|got|received|sent|mandaram|enviaram|enviou|veio|came|texted|no|by|por|pelo"
    r"|via|in|celular|e-?mail|sms|app|banco|bank|whatsapp)){1,8}"
    r"|(?:my|meu|mi|the|o) (?:code|c[oó]digo|token|pin)(?= (?:is|[eé]|eh|es|foi|was)\b|:))"
    r"(?:\W{1,3}(?:is|was|[eé]|eh|es|foi|que|chegou|recebi|got|i|eu|me|no|por|sms|app|by|here|aqui"
    r"|sent|para|for|to|today|hoje|agora|now|just|came|veio)(?=\W)){0,6}\W{1,4}"
    r"(?P<value>(?:[A-Z]-)?\d{3}[ -]?\d{3}|\d\d \d\d \d\d|\d{4,8}|(?=[A-Z]{0,6}\d)[A-Z0-9]{6})"
    r"(?![\w%]|[.,]\d)",
    re.I,
)
_CODE_CAME = re.compile(
    r"\b(?:(?:recebi|chegou|veio|mandaram|enviaram|received|got|sent me|texted me|came)"
    r"(?: (?:o|a|the|c[oó]digo|code|number|n[uú]mero|no|por|via|on|by|in|um|here|aqui|meu|my|do|da"
    r"|banco|bank|zap|whats(?:app)?|sms|text|celular|phone|e-?mail)){0,7}"
    r"|(?:o |the |um )?token (?:do|da|of|from|for)(?: \w{1,20}){0,2}?"
    r"|the (?:four|five|six|seven|eight) digits are"
    r"|os (?:quatro|cinco|seis|oito) d[ií]gitos s[aã]o)"
    r"[ :]{1,3}(?P<value>[A-Z]-\d{5,7}|\d{3}[ -]\d{3}|\d{4,8})(?![\w%]|[.,-]\d)"
    r"(?P<after>[^\n]{0,24})",
    re.I,
)
_CODE_SENT = re.compile(
    r"\b(?:c[oó]digo|code|sms|zap|whats(?:app)?|text|token|digits|d[ií]gitos|[A-Z]-\d{6})\b", re.I
)
_CODE_FIRST = re.compile(
    r"(?<![\w.,-])(?P<value>\d{3}[ -]?\d{3}|\d{4,8})"
    r"(?= (?:is (?:your|my|the)|[eé] o? ?(?:seu|meu)|[eé] o)"
    r" (?:\w{1,20} ){0,3}(?:code|c[oó]digo|otp|pin|token))",
    re.I,
)
_CEP = re.compile(
    r"(?<![\w.-])(?:\d{5}-\d{3}|\d{2}\.\d{3}-\d{3}|(?<=cep )\d{5} ?\d{3}|(?<=cep: )\d{5} ?\d{3})"
    r"(?![\w-]|\.\d)",
    re.I,
)
_CEP_TOLD = re.compile(
    r"\bcep\b[^\d\n]{0,16}(?P<value>\d{2}\.?\d{3}[ -]?\d{3})(?![\w-]|[.,]\d)"
    r"|(?<![\w.,-])(?P<first>\d{5}[ -]?\d{3})(?= (?:[eé]|eh) (?:o |meu |o meu )?cep\b)",
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
_UUID = r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
_PIX = re.compile(
    rf"\bpix\b[^\n]{{0,48}}?(?<![\w-])(?P<value>{_UUID}|[0-9a-f]{{32}})(?![\w-])", re.I
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
_CODE_HINTS = (
    "otp",
    "2fa",
    "mfa",
    "code",
    "codigo",
    "código",
    "pin",
    "token",
    "one-time",
    "one time",
)


def told_data(text: str) -> Iterator[ToldSpan]:
    """Find what its name tells: where it begins and ends, and what it is."""
    low = text.lower()
    for start, end in said_passwords(text, low):
        yield (start, end, "password")
    if not any(c in text for c in "0123456789"):
        return
    if any(hint in low for hint in _CODE_HINTS):
        for pattern in (_CODE, _CODE_FIRST):
            yield from _values(pattern, text, "code")
    for match in _CODE_CAME.finditer(text):
        if _CODE_SENT.search(match[0]):
            yield (*match.span("value"), "code")
    for match in _CEP.finditer(text):
        yield (*match.span(), "cep")
    for match in _RG.finditer(text):
        yield (*match.span(), "rg")
    for match in _SSN.finditer(text):
        yield (*match.span(), "ssn")
    for match in _PIS.finditer(text):
        if is_pis(digits_of(match[0])):
            yield (*match.span(), "pis")
    for word, pattern, kind in _TOLD:
        if any(each in low for each in word):
            yield from _values(pattern, text, kind)


_TOLD: tuple[tuple[tuple[str, ...], re.Pattern[str], ToldKind], ...] = (
    (("cep",), _CEP_TOLD, "cep"),
    (("rg", "registro", "identidad", "dula"), _RG_TOLD, "rg"),
    (("pis", "pasep", "nis", "nit"), _PIS_TOLD, "pis"),
    (("pix",), _PIX, "pix"),
    (("ssn", "social"), _SSN_TOLD, "ssn"),
    (("passport", "passaporte", "pasaporte", "reisepass"), _PASSPORT, "passport"),
)


def _values(pattern: re.Pattern[str], text: str, kind: ToldKind) -> Iterator[ToldSpan]:
    for match in pattern.finditer(text):
        group = "value" if match["value"] else "first"
        yield (*match.span(group), kind)
