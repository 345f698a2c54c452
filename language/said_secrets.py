"""Finds what looks like a secret near the word for one: "troquei pra Lince!8 mas a senha falha".

A sentence is not read; a token that nobody writes for anything else is taken if it stands where a
value stands (behind "is", "to", "use" or a colon, or before "as my password") near such a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_NEAR = 64  # characters between the word and what it means
_WORD = re.compile(
    r"(?<![^\W_])(?:pass(?:word|phrase|wd|code|[ -]word)?s?|pw|pwd|senhas?|palavra[ -](?:passe"
    r"|chave)"
    r"|contrase[nñ]a|clave|mot de passe|passwort|(?:log|sign) ?in|logar|entrar|entra"
    r"|entro)(?![^\W_])",
    re.I,
)
_TOKEN = re.compile(r"(?<![^\s\"'“‘(:=])[^\s\"'“”‘’,;()]{5,40}(?=[\s\"'”’,;)]|\Z)")
_LEADS = re.compile(
    r"(?:\b(?:is|was|be|being|[eé]|eh|era|foi|ser|sendo|fica|ficou|virou|to|pr[ao]|para|por|com"
    r"|with"
    r"|use[ds]?|using|usa|usar|uso|usei|usando|try|tried|tenta|tentei|bot(?:a|ei)|coloc(?:a|o|que"
    r"|uei)"
    r"|digit(?:a|ei|e)|put|typed?|enter|set|chama|diz|says|pass|pw|senha|password)"
    r"|['’]s|[:=>–-]|\A)\s{0,2}[\"'“‘(]?\Z",
    re.I,
)
_NAMED = re.compile(  # by what it is called it is something else
    r"\b(?:users?(?:name)?|usu[aá]rio|login|conta|account|pedidos?|orders?|protocolo|tickets?"
    r"|chamados?"
    r"|sku|ref\w*|vers[aã]o|version|build|release|servidor|server|host|vm|m[aá]quina|machine|sala"
    r"|room"
    r"|modelo|model|produto|product|arquivo|file|branch|commit|c[oó]digo|code|cupom|coupon|placa"
    r"|plate|processo|matr[ií]cula|id|erro|error|as|at|em|on|in|no|na)\W{1,3}(?:[eé]\s|is\s)?\Z",
    re.I,
)
_BEHIND = re.compile(
    r"\W{1,3}(?:como|as|de|for|is my|[eé] (?:a )?minha|a (?:bad|good|strong))\b", re.I
)
_ORDINARY = re.compile(
    r"(?:[^\W\d_]{1,4}\d{1,2}|[^\W\d_]{1,8}-\d{1,3}|\d+[^\W\d_]{1,4}|(?:windows|office|microsoft"
    r"|android|srv|iphone|galaxy|python|java|chrome"
    r"|wifi|wi-fi|ipv|utf|sha|base|log4j|oauth|covid|google|turma|loja|filial|caixa|sala|user"
    r"|usuario|admin"
    r"|lote|item|step|etapa)-?_?\d+\S{0,8}|v?\d+(?:[.,:/x-]\d+)+\S{0,3}|[^\s@]{1,40}@\S+\.\S+"
    r"|https?:\S+"
    r"|[\w.-]+\.(?:com|br|net|org|io|pdf|csv|xlsx?|docx?|txt|py|js|json|ya?ml|log)\S{0,20}"
    r"|[$€£#<\[{/]\S*|\S*[()<>{}=]\S*|r\$\S*|\S*\\\S*)",
    re.I,
)


def said_secrets(text: str) -> Iterator[tuple[int, int]]:
    """Find where such tokens begin and end."""
    words = [match.span() for match in _WORD.finditer(text)]
    if not words:
        return
    at = 0
    for match in _TOKEN.finditer(text):
        start, value = match.start(), match[0].rstrip(".!?:")
        end = start + len(value)
        while at < len(words) - 1 and words[at][1] + _NEAR < start:
            at += 1
        near = any(low < end + _NEAR and start < high + _NEAR for low, high in words[at : at + 2])
        if near and _is_chosen(value) and _stands_for_a_value(text, start, end):
            yield (start, end)


def _is_chosen(value: str) -> bool:
    """Tell whether letters stand together with digits or signs as in what somebody made up."""
    letters = sum(sign.isalpha() for sign in value)
    digits = sum(sign.isdigit() for sign in value)
    signs = sum(sign in "!@#$%&" for sign in value)
    return letters >= 2 and digits + signs > 0 and not _ORDINARY.fullmatch(value)


def _stands_for_a_value(text: str, start: int, end: int) -> bool:
    lead = text[max(0, start - 24) : start]
    if _NAMED.search(lead):
        return False
    behind = _BEHIND.match(text[end : end + 24])
    return behind is not None or _LEADS.search(lead) is not None
