"""Finds passwords that people tell in a sentence: "senha do wifi casa2020", "my password is ...".

Each pattern begins at a word and reads a bounded stretch behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from language.said_secrets import said_secrets

_HINTS = ("pass", "pwd", "senha", "palavra", "contrase", "clave", "mot de", "pin", "pw")
_ENTRIES = (*_HINTS, "log in", "login", "sign in", "logar", "entrar", "entra com", "entro com")
_WORD_FOR = (
    r"(?:pass(?:word|phrase|wd|code| ?word)?(?:'s|’s)?|pwd|pw|senha|palavra[ -]passe|contrase[nñ]a"
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
    rf"(?<![A-Za-z0-9]){_WORD_FOR}:?(?P<lead>(?:\s{{1,3}}{_SMALL}){{0,5}})\s{{1,3}}"
    r"[\"'“‘(]?(?P<value>[^\s\"'“”,;()]{4,64})",
    re.I,
)
_NO_VALUE = re.compile(
    r"(?:[a-z]\d{2,4}|windows\d{1,2}|srv\S*|\d{1,2}/\d{1,2}(?:/\d{2,4})?|\d{1,2}[:h]\d{0,2}|(?:19"
    r"|20)\d\d|https?:.*|\d+-\d+|\d+(?:%|x|st|nd|rd"
    r"|th|k|dias?|days?|horas?|min)|(?:[a-z\d-]+\.){1,3}(?:com|br|net|org|io|gov)|[<\[{`(*]\S*"
    r"|[$£€]\d.*|[^\s@]{0,64}@[^\s@.]{1,64}\.\S{1,64}|wi-?fi\S*|2fa|[^\W\d_]+(?:[-'/][^\W\d_]+)*"
    r"[.!?:…]*|\W+)",
    re.I,
)
# "my password is batatinha": words can be one, if the sentence says nothing else with them.
_WORDS_SAID = re.compile(
    rf"\b(?:minha|my|nossa|our|a|the|mi|wi-?fi) {_WORD_FOR}(?: (?:d[aeo]|for|of|to) \S{{1,20}})?"
    r"(?: (?:here|aqui|daqui|now|agora|nova|new))? (?:[eé]|eh|is|es)[ :]{1,2}"
    r"(?P<value>[^\W_]{2,40}(?: [^\W_]{1,24}){0,3})[.!]?\s{0,3}(?:\Z|\n)",
    re.I,
)
_SAYS = re.compile(
    r"\b(?:in|on|at|to|for|by|and|but|not|no|the|an?|when|because|it|i|too|so|very|with|from|than"
    r"|de|d[ao]|n[ao]|em|por|para|pra|que|n[aã]o|muito|mais|e|mas|com|sem|at[eé]|s[oó]|um|uma|o)\b",
    re.I,
)
_AS_SECRET = re.compile(
    r"(?<![\w@])(?P<value>(?=[^\s]{0,40}[\d!@#$%&*])[^\s\"',;]{5,40}) (?:como|as|de|for|por|is my"
    rf"|[eé] (?:a )?minha) (?:a |my |minha |the )?{_WORD_FOR}\b",
    re.I,
)
_LOGIN = re.compile(
    r"\b(?:log ?in|logo|entro|usu[aá]rio|user(?:name)?|acesso)\b[^/\n]{1,40}[/|] {0,2}"
    r"(?P<value>(?=[^\s]{0,40}[\d!@#$%&*])[^\s\"',;]{5,40})",
    re.I,
)
# "username frontdesk password welcome": beside a name a word is one.
_PAIR = re.compile(
    r"\b(?:user(?:name)?|usu[aá]rio|login|log(?:in)? as|e-?mail):? (?:is |[eé] )?"
    r"(?!(?:e|and|or|ou|nem|nor|with|com|de|do|da|for)\b)[^\s,;]{2,40},? (?:e |and |with )?(?:a )?"
    r"(?:senha|pass(?:word|code)?|pw|pwd):? (?:is |[eé] )?(?P<value>[^\s,;.!?]{4,40})(?=[\s,;.]*\Z"
    r"|[,;\n])",
    re.I,
)
# Of what is locked by digits: a number that is called next in a queue is a "senha", too.
_LOCK = re.compile(
    rf"\b{_WORD_FOR} (?:d[aeo] |for (?:the )?|of (?:the )?|to (?:the )?)"
    r"(?:cofre|alarme|port[aã]o|porta|cadeado|celular|tablet|cart[aã]o|tranca|fechadura|mala"
    r"|cadeira"
    r"|safe|alarm|gate|door|padlock|phone|card|lock|vault|lockbox)(?: [^\W\d_]{1,16}){0,5}?"
    r"(?: (?:is|[eé]|eh))?[ :]{1,2}(?P<value>\d{4,8})(?![\w%]|[.,/:-]\d)",
    re.I,
)
_QUEUE = re.compile(
    r"\b(?:cham(?:ou|am|aram|ando|ada)|fila|painel|guich[eê]|pr[oó]xima|peguei|retir(?:ei|ou|ar)|tirei)\b",
    re.I,
)
_ABOUT = re.compile(
    r"(?:errad|v[aá]lid|incorret|inv[aá]lid|frac|forte|curt|segur|obrigat|expirad|vencid|bloquead"
    r"|dif[ií]cil"
    r"|f[aá]cil|necess|secret|confidencial|pessoal|diferente|temporari|a mesma|outra|antiga|nova"
    r"|wrong|invalid|incorrect|expired|locked|blocked|weak|strong|short|long|safe|secure|required"
    r"|mandatory|missing|broken|secret|private|personal|different|temporary|correct|right|fine"
    r"|gone|lost|changed|compromis|vulner|essa|esta|isso|that|this|it|leaked|vazad)",
    re.I,
)


def said_passwords(text: str, low: str) -> Iterator[tuple[int, int]]:
    """Find where passwords begin and end; `low` is the text in small letters."""
    if "/" in text or "|" in text:
        yield from (match.span("value") for match in _LOGIN.finditer(text))
    if any(hint in low for hint in _ENTRIES):
        yield from said_secrets(text)
    if not any(hint in low for hint in _HINTS):
        return
    for pattern in (_PAIR, _LOCK):
        for match in pattern.finditer(text):
            if not _ABOUT.match(match["value"]):
                yield match.span("value")
    for match in _SECRET_SAID.finditer(text):
        value = match["value"].rstrip(".!?")
        start = match.start("value")
        if len(value) >= 4 and not (_NO_VALUE.fullmatch(value) or _is_of_another(match)):
            yield (start, start + len(value))
    for match in _WORDS_SAID.finditer(text):
        if not _is_about_it(match["value"]):
            yield match.span("value")
    yield from (match.span("value") for match in _AS_SECRET.finditer(text))


def _is_of_another(match: re.Match[str]) -> bool:
    """Tell whether it names whose the password is, or is a number in a queue."""
    if match["lead"].lower().endswith((" user", " usuario", " usuário")):
        return True
    before = match.string[max(0, match.start() - 32) : match.start()]
    return match["value"].isdigit() and _QUEUE.search(before) is not None


def _is_about_it(words: str) -> bool:
    """Tell whether a sentence says how a password is, and not what it is."""
    if _ABOUT.match(words) or len(words) < 4:
        return True
    has_digits = any(sign.isdigit() for sign in words.split()[-1])
    return _SAYS.search(words) is not None and not has_digits
