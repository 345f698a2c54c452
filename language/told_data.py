"""Personal data that only its name tells: passwords, codes sent once, CEP, RG, PIS, Pix keys.

Each pattern begins at a word and reads a bounded stretch behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from language.check_digits import digits_of, is_pis

ToldKind = Literal["password", "code", "cep", "rg", "pis", "pix"]
ToldSpan = tuple[int, int, ToldKind]
_WORD_FOR = (
    r"(?:password|passphrase|passwd|passcode|pass ?word|pwd|senha|palavra-passe|contrase[nñ]a"
    r"|clave|mot de passe|passwort|login e senha|pin(?: number)?)"
)
_SMALL = (
    r"(?:d[aeo]s?|pr[ao]|para|of|for|to|the|my|our|o|a|no|na|in|at|on|com|with|wi-?fi|e-?mail|conta"
    r"|app|site|sistema|portal|banco|bank|cart[aã]o|card|login|user|account|acesso|rede|network"
    r"|router|roteador|server|servidor|laptop|notebook|computador|celular|phone|vpn|erp|nov[ao]"
    r"|new|old|antig[ao]|velh[ao]|atual|current|tempor[aá]ri[ao]|temporary|correta|certa|right"
    r"|minha|meu|aqui|here|[eé]|eh|era|ser[aá]|is|was|fica|ficou|agora|now|segue|tipo|just"
    r"|[:=>,-]{1,2})"
)
_SECRET_SAID = re.compile(
    rf"(?<![A-Za-z0-9]){_WORD_FOR}(?P<lead>(?:\s{{1,3}}{_SMALL}){{0,5}})\s{{1,3}}"
    r"[\"'“‘(]?(?P<value>[^\s\"'“”,;()]{4,64})",
    re.I,
)
_NO_VALUE = re.compile(
    r"(?:\d{1,2}/\d{1,2}(?:/\d{2,4})?|\d{1,2}[:h]\d{0,2}|(?:19|20)\d\d|https?:.*|\d+-\d+|\d+(?:%|x|st|nd|rd"
    r"|th|dias?|days?|horas?|min)|[$£€]\d.*|.*@.+\..+|wi-?fi\S*|2fa|[^\W\d_]+(?:[-'/][^\W\d_]+)*"
    r"[.!?:…]*|\W+)",
    re.I,
)
# "my password is batatinha": a word can be one, if the sentence says nothing else with it.
_WORD_SAID = re.compile(
    rf"\b(?:minha|my|nossa|our|a|the|mi) {_WORD_FOR}(?: (?:d[aeo]|for|of|to) \S{{1,20}})?"
    r" (?:[eé]|eh|is|es)[ :]{1,2}(?P<value>[^\W_]{4,40})[.!]?\s*(?:\Z|\n)",
    re.I,
)
_ABOUT = re.compile(
    r"(?:errad|incorret|inv[aá]lid|frac|forte|curt|segur|obrigat|expirad|vencid|bloquead|dif[ií]cil"
    r"|f[aá]cil|necess|secret|confidencial|pessoal|diferente|temporari|a mesma|outra|antiga|nova"
    r"|wrong|invalid|incorrect|expired|locked|blocked|weak|strong|short|long|safe|secure|required"
    r"|mandatory|missing|broken|secret|private|personal|different|temporary|correct|right|fine"
    r"|gone|lost|changed|compromis|vulner|essa|esta|isso|that|this|it|leaked|vazad)",
    re.I,
)
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
    r"|sent|para|for|to|today|hoje|agora|now|just|came|veio|[:=-]+)(?=\W)){0,6}\W{1,4}"
    r"(?P<value>(?:[A-Z]-)?\d{3}[ -]?\d{3}|\d{4,8}|(?=[A-Z]*\d)[A-Z0-9]{6})(?![\w%]|[.,]\d)",
    re.I,
)
_CODE_FIRST = re.compile(
    r"(?<![\w.,-])(?P<value>\d{3}[ -]?\d{3}|\d{4,8})(?= (?:is your|[eé] o? ?seu|[eé] o)"
    r" (?:\w{1,20} ){0,3}(?:code|c[oó]digo|otp|pin|token))",
    re.I,
)
_CEP = re.compile(
    r"(?<![\w.-])(?:\d{5}-\d{3}|\d{2}\.\d{3}-\d{3}|(?<=cep )\d{5} ?\d{3}|(?<=cep: )\d{5} ?\d{3})"
    r"(?![\w-]|\.\d)",
    re.I,
)
_CEP_TOLD = re.compile(
    r"\bcep\b[^\d\n]{0,16}(?P<value>\d{2}\.?\d{3}[ -]?\d{3})(?![\w-]|[.,]\d)", re.I
)
_RG = re.compile(r"(?<![\w.,-])\d{1,2}\.\d{3}\.\d{3}-[\dXx](?![\w-]|[.,]\d)")
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
_HINTS = (
    ("pass", "pwd", "senha", "palavra", "contrase", "clave", "mot de", "pin"),
    ("otp", "2fa", "mfa", "code", "codigo", "código", "pin", "token", "one-time", "one time"),
)  # fmt: skip


def told_data(text: str) -> Iterator[ToldSpan]:
    """Find what its name tells: where it begins and ends, and what it is."""
    low = text.lower()
    if any(hint in low for hint in _HINTS[0]):
        yield from _passwords(text)
    if not any(c in text for c in "0123456789"):
        return
    if any(hint in low for hint in _HINTS[1]):
        for pattern in (_CODE, _CODE_FIRST):
            yield from _values(pattern, text, "code")
    for match in _CEP.finditer(text):
        yield (*match.span(), "cep")
    for match in _RG.finditer(text):
        yield (*match.span(), "rg")
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
)


def _values(pattern: re.Pattern[str], text: str, kind: ToldKind) -> Iterator[ToldSpan]:
    for match in pattern.finditer(text):
        yield (*match.span("value"), kind)


def _passwords(text: str) -> Iterator[ToldSpan]:
    for match in _SECRET_SAID.finditer(text):
        value = match["value"].rstrip(".!?")
        if len(value) >= 4 and not _NO_VALUE.fullmatch(value):
            start = match.start("value")
            yield (start, start + len(value), "password")
    for match in _WORD_SAID.finditer(text):
        if not _ABOUT.match(match["value"]):
            yield (*match.span("value"), "password")
