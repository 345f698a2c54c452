"""Finds codes sent once by what stands around a number: what they are called, what they are for.

"2fa code: 330916", "enter 904417 to confirm", "the app gave me 55 21 90": people word these in more
ways than patterns from the first to the last word can hold, so each number is judged alone, by a
bounded stretch before it and behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_MOST = 24  # numbers of a text that are looked at
_BEFORE, _BEHIND = 56, 44  # characters
_VALUE = re.compile(
    r"(?<![\w.,:/#$€£+-])(?:[A-Z]-)?(?:\d{3}[ -]\d{3}|\d\d[ -]\d\d[ -]\d\d|\d{4,8})"
    r"(?![\w%°ºª]|[.,:/]\d|-\d)"
)
_CALLED = (
    r"(?:otp|2fa|mfa|one[- ]time(?: \w+)?|two[- ]factor|authenticator|autenticador|dois fatores"
    r"|duas etapas|uso [uú]nico|passcode"
    r"|(?:verification|security|confirmation|access|log ?-?in|auth\w*|sms|sign-?in|unlock|recovery"
    r"|backup|activation|temporary|whats ?app|six[- ]digit|four[- ]digit|login) (?:code|pin|number)"
    r"|c[oó]d(?:igo)?\.? (?:(?:de|do|da|por|via|pelo|no) )?(?:verifica\w*|seguran[cç]a|confirma\w*"
    r"|acesso|login|autentica\w*|sms|whats\w*|zap|ativa[cç]\w*|valida\w*|uso [uú]nico|recupera\w*"
    r"|libera\w*|app|aplicativo|token|e-?mail|celular|seis d[ií]gitos))"
)
_PURPOSE = (
    r"(?:to|for|para|pra|p/) (?:\w+ ){0,2}?(?:confirm\w*|verif\w*|valid\w*|log ?-?in|sign ?-?in"
    r"|access|activate|unlock|authenticat\w*|entrar|acessar|ativar|logar|liberar|concluir|autentic\w*"
    r"|desbloque\w*|complete|finish)\b"
)
_GIVEN = (
    r"(?:use|usa|usei|usar|used|enter|entered|type|typed|typing|put|key|digit[aeoi]\w*|insir[ao]"
    r"|insere|inseri|inform[aeo]\w*|coloc[ao]\w*|coloque\w*|bot[ae]\w*|submit|try|tried)"
)
_CAME = (
    r"(?:sms|text(?:ed)?(?: message)?|whats ?app|zap|authenticator|autenticador|push|token|app"
    r"|aplicativo|notifica\w+|e-?mail(?:ed)?)"
)
_SAYS = (
    r"(?:apareceu|chegou|veio|recebi|mandaram|mandou|enviaram|enviou|deu|diz|mostra|mostrou|caiu"
    r"|came|got|says?|shows?|showed|showing|gave|gives|sent|arrived|reads|received|popped up|[eé]"
    r"|is|was|foi)"
)
_FILL = r"(?:[ ,:;'\"(\[=-]{1,3}\S{1,14}){0,5}?[ ,:;'\"(\[=-]{1,3}\Z"
_NAMED_BEFORE = re.compile(rf"\b{_CALLED}{_FILL}", re.I)
_NAMED_BEHIND = re.compile(
    rf"[\])\"' ,.:-]{{1,3}}(?:\S{{1,12}} ){{0,4}}?(?:{_CALLED}|(?:your|my|o meu|meu|o seu|seu)"
    r" (?:code|c[oó]digo|pin|token|otp))\b",
    re.I,
)
_GIVEN_BEFORE = re.compile(
    rf"\b{_GIVEN}(?: (?:in|o|a|the|this|that|esse|este|c[oó]digo|code|pin|token|cod|n[uú]mero"
    r"|number)){0,3}:? \Z",
    re.I,
)
_PURPOSE_BEHIND = re.compile(rf"[ ,]{{1,2}}(?:\S{{1,12}} ){{0,3}}?{_PURPOSE}", re.I)
_SAID_BEFORE = re.compile(
    rf"\b(?:{_CAME}\b[^\n]{{0,24}}?\b{_SAYS}|{_SAYS}\b[^\n]{{0,20}}?\b{_CAME})"
    r"(?: (?:aqui|here|me|now|agora|j[aá]|um|uma|o|a|the|just|hoje|today|assim|que|that)){0,3}"
    r"[ ,:]{1,3}(?:(?:c[oó]digo|code|n[uú]mero|number|o|the|com|with|de|of|foi|was|is|[eé])"
    r"[ :]{1,2}){0,3}\Z",
    re.I,
)
# Numbers that are something else, by the word before them.
_OTHER_BEFORE = re.compile(
    r"(?:error|erro|errno|status|http|product|produto|item|sku|order|pedido|invoice|nota|fatura"
    r"|ticket|protocolo|barras|barcode|bar code|promo\w*|cup[oo]m|coupon|desconto|discount|zip|cep"
    r"|post(?:al)?|ramal|extension|sala|room|gate|port[aã]o|port|porta|year|ano|in|em|em torno de"
    r"|linha|line|im[oó]vel|house|casa|apto?|r\$|usd|brl|eur|version|vers[aã]o|page|p[aá]gina"
    r"|model|modelo|part|pe[cç]a|reference|refer[eê]ncia|area|[aá]rea|country|pa[ií]s)"
    r"(?: (?:code|c[oó]digo|n[uú]mero|number|no\.?|n[ºo°]\.?|de|do|da|is|was|[eé]|of))*[ :#]{1,3}\Z"
    r"|(?:error|erro|product|produto|item|sku|order|pedido|barras|promo\w*|cupom|coupon|zip|post"
    r"|postal|im[oó]vel|country|area|reference)\b[^\n]{0,16}\Z",
    re.I,
)
_UNIT_BEHIND = re.compile(
    r" ?(?:volts?|watts?|reais|d[oó]lares|dollars|euros?|pounds|quid|people|pessoas|users|rows"
    r"|linhas|km|kg|g|ml|cm|mm|m2|horas|hours|minutes|minutos|dias|days|units|unidades|items|itens"
    r"|steps|passos|points|pontos)\b",
    re.I,
)
# "The app shows 1200 orders" counts them: a code stands for itself.
_ALONE = re.compile(
    r"\s*(?:$|[.,;:!?)\"'\]]|(?:e|and|mas|but|para|pra|p/|to|for|no|na|on|in|agora|now|aqui|here"
    r"|[eé]|eh|is|please|por|pf|hoje|today|as|como|just|only|s[oó]|ok|again|de novo|at|[aà]s)\b)",
    re.I,
)
_HINTS = (
    "otp", "2fa", "mfa", "code", "cod", "cód", "pin", "token", "time", "factor", "fatores",
    "etapas", "authenticator", "autenticador", "sms", "text", "zap", "whats", "app", "mail",
    "confirm", "verif", "valid", "log", "sign", "access", "acess", "entrar", "ativ", "activ",
    "liberar", "unlock", "desbloque",
)  # fmt: skip


def codes_in_context(text: str, low: str) -> Iterator[tuple[int, int]]:
    """Find where codes begin and end; `low` is the text in small letters."""
    if not any(hint in low for hint in _HINTS):
        return
    for count, value in enumerate(_VALUE.finditer(text)):
        if count == _MOST:
            return
        line = text.rfind("\n", 0, value.start()) + 1
        before = text[max(line, value.start() - _BEFORE) : value.start()]
        behind = text[value.end() : value.end() + _BEHIND].split("\n")[0]
        if _is_code(before, behind):
            yield value.span()


def _is_code(before: str, behind: str) -> bool:
    if _OTHER_BEFORE.search(before) or _UNIT_BEHIND.match(behind):
        return False
    if _NAMED_BEFORE.search(before) or _NAMED_BEHIND.match(behind):
        return True
    if _PURPOSE_BEHIND.match(behind):
        return bool(_GIVEN_BEFORE.search(before) or _SAID_BEFORE.search(before))
    return bool(_ALONE.match(behind) and _SAID_BEFORE.search(before))
