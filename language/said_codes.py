"""Finds codes that are sent to somebody once: "the code I got is 660412", "2FA says 550 912".

A code of products, errors or post is none. Each pattern begins at a word and reads a bounded
stretch.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from language.codes_in_context import codes_in_context

_CODE = re.compile(
    r"\b(?:otp|2fa|mfa|one[- ]time (?:code|password|pin|passcode)"
    r"|(?:verification|security|confirmation|access|login|auth(?:entication)?|sms|sign-?in|unlock"
    r"|recovery|backup|activation|whatsapp) (?:code|pin|number)"
    r"|c[oó]digo (?:de |do |da |por |via )?(?:verifica[cç][aã]o|seguran[cç]a|confirma[cç][aã]o"
    r"|acesso|login|autentica[cç][aã]o|sms|whats(?:app)?|ativa[cç][aã]o|verificaci[oó]n|seguridad"
    r"|uso [uú]nico|recupera[cç][aã]o|entrada)"
    r"|(?:my|meu|mi|the|o|um|a) (?:code|c[oó]digo|token)(?: (?:que|that|i|eu|you|voc[eê]s?|me|it"
    r"|chegou|recebi|got|received|sent|mandaram|enviaram|enviou|veio|came|texted|no|by|por|pelo"
    r"|via|in|they|he|she|just|texted|mailed|e-?mailed|apareceu|appeared|celular|e-?mail|sms|app"
    r"|banco"
    r"|bank|whatsapp|deu|gave|is showing|do|da|from)){1,8}"
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
# What a device shows, what was typed: with a number before or behind it.
_CODE_SHOWN = re.compile(
    r"\b(?:2fa|mfa|otp|authenticator|autenticador|token|sms|(?:o |the |um |a )?(?:n[uú]mero|number"
    r"|c[oó]digo|code) (?:que |that |which )?(?:apareceu|apareceram|chegou|veio|recebi|me deram"
    r"|showed up"
    r"|came|appeared|arrived|i got|i was sent|i received|they (?:sent|gave|texted)(?: me)?))"
    r"(?: (?:app|no|na|do|da|de|pra|para|por|by|in|on|to|celular|phone|tela|screen|sms|e-?mail"
    r"|confirmar"
    r"|confirm|entrar|mim|me|just|now|agora|aqui|here|hoje|today|google|microsoft|banco|bank)){0,5}"
    r"(?: (?:says?|diz|deu|mostra|mostrou|shows?|showed|reads?|gave(?: me)?|gives|[eé]|eh|is|was"
    r"|foi))?"
    r"[ :]{1,2}(?P<value>\d{3}[ -]?\d{3}|\d{4,8}|(?=[A-Z-]{0,8}\d)[A-Z0-9]{1,4}-[A-Z0-9]{3,6})"
    r"(?![\w%-]|[.,]\d)",
    re.I,
)
_CODE_TYPED = re.compile(
    r"\b(?:digitei|coloquei|botei|inseri|usei|informei|typed|entered|enter|put in|used|tried|digito"
    r"|coloco)(?: in)? (?:(?:o|the|esse|este|this|that|um|a) )?(?:c[oó]digo|code|token|otp"
    r"|passcode)"
    r"(?: (?:de|do|da|of|from) (?!barras|produto|item)\w{1,16})? (?P<value>\d{3}[ -]?\d{3}|\d{4,8}"
    r"|(?=[A-Z-]{0,8}\d)[A-Z0-9]{1,4}-[A-Z0-9]{3,6})(?![\w%-]|[.,]\d)"
    r"(?! (?:d[aeo]|of|from) (?:\w{1,8} )?(?:produtos?|products?|barras|item|erro|error|cupom"
    r"|coupon"
    r"|promo\w*|desconto|discount|pedido|order))"
    r"|(?<![\w.,-])(?P<first>(?=[A-Z-]{0,8}\d)[A-Z0-9]{2,4}-?[A-Z0-9]{2,5})"
    r"(?=[ ,](?:\S{1,12}[ ,]{1,2}){0,4}?(?:as|como) (?:\S{1,8} )?(?:one-time|otp"
    r"|c[oó]digo de uso))",
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
_HINTS = (
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
    "authenticator",
    "autenticador",
    "sms",
    "number",
    "numero",
    "número",
)


def said_codes(text: str, low: str) -> Iterator[tuple[int, int]]:
    """Find where codes begin and end; `low` is the text in small letters."""
    if any(hint in low for hint in _HINTS):
        for pattern in (_CODE, _CODE_FIRST, _CODE_SHOWN, _CODE_TYPED):
            for match in pattern.finditer(text):
                yield match.span("value" if match["value"] else "first")
    for match in _CODE_CAME.finditer(text):
        if _CODE_SENT.search(match[0]):
            yield match.span("value")
    yield from codes_in_context(text, low)
