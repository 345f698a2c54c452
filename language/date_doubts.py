"""Words that only look like a day: "on second thought", "a segunda opinião", "I sat 2 hours".

An ordinal that is spelled out counts whatever noun stands behind it; only alone, or before a word
that no noun is, it is a day of the month, and in Portuguese a day of the week.
"""

from __future__ import annotations

import re

_ONES = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|"
    "fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth"
)
_ORDINAL = re.compile(rf"(?:on )?(?P<the>the )?(?:(?:twenty|thirty)[ -])?(?:{_ONES})")
_ORDERS = ("first", "second", "third")
_NO_NOUN = re.compile(
    r"\W*(?:$|[^\w\s'’])|\s+(?:\d|(?:of|in|at|on|or|and|but|to (?:the|\d)|through|until|till|is|was"
    r"|would|will"
    r"|could|can|may|might|should|does|doesn|isn|wont|won|works?|suits?|sounds?|looks?|seems?|fits?"
    r"|please|pls|plz|then|instead|if|for|from|with|when|as|because|cause|so|not|no|after|before"
    r"|around|about|by|morning|afternoon|evening|night|next|this|that|i|we|my|you|it|he|she|they|too"
    r"|also|though|thanks|thank|actually|preferably|ideally|early|late|sometime|works|ok|okay|fine"
    r"|maybe|possibly|probably|rather|like|which|suiting|only|just)\b)"
)
_WEEKDAY = re.compile(r"(?:.* )?(?P<day>segunda|terca|quarta|quinta|sexta)", re.S)
_COUNTED = re.compile(
    r" (?:(?:vez|via|opiniao|mao|casa|parte|rua|porta|pessoa|turma|fase|etapa|serie|quinzena|metade"
    r"|chance|tentativa|visita|sessao|aula|parcela|prestacao|linha|coluna|pagina|fila|lingua|demao"
    r"|camada|dose|temporada|classe|divisao|marcha|guerra|filha|esposa|mulher|direita|esquerda|saida"
    r"|entrada|travessa|esquina|quadra|unidade|loja|sala|cadeira|mesa|janela|alternativa|escolha"
    r"|coisa|chamada|mensagem|ligacao|instancia|rodada|cama|peca|torre|escada|entrevista|compra"
    r"|poltrona|garagem|faixa|letra|corda|nota|roda|viagem|noite de|avenida)s?"
    r"|[a-z]{2,}(?:[cs]ao|dade|agem|eza|ura|oria))\b"
)
_OF_PLACES = re.compile(  # "Quinta da Boa Vista"
    r" d[aeo]s? (?!(?:manha|tarde|noite|madrugada|semana)\b)[a-z]+ [a-z]"
)
_DETERMINER = re.compile(r"\b(?:a|uma|minha|sua|nossa|essa|esta|aquela|cada|outra|toda) $")
_FEMININE = re.compile(
    r" (?!(?:e|seria|fica|ficaria|serve|da|daria|esta|ta|era|vai|agora|ja|la|ca|para|pra|pela|na"
    r"|minha|continua|funciona|cheia|toda|boa|ainda|nada|vira|passada|proxima|semana|quinta|sexta"
    r"|quarta|terca|segunda|caia|fecha|tava|estava|essa|nessa|dessa|certa)\b)[a-z]{2,}(?:a|ao)\b"
)
_BRIEF = re.compile(r"(?P<word>sat|sun|wed|dom|sex)\b")
_NO_DAY_BEFORE = {
    "sat": re.compile(r"\b(?:i|we|he|she|it|they|who|that|which|you|have|has|had) $"),
    "sun": re.compile(r"\b(?:the|in|of|full|some|much|direct|more|no|a|any|winter|summer) $"),
    "wed": re.compile(r"\b(?:to|were|was|be|got|newly|get|we|they) $"),
    "dom": re.compile(r"\b(?:um|o|tem|do|seu|meu) $"),
    "sex": re.compile(r"\b(?:the|of|my|same|opposite) $"),
}


def is_no_day(plain: str, start: int, end: int) -> bool:
    """Tell whether words of a flat text that may be a day count something, or are other words."""
    said, before, behind = plain[start:end], plain[max(0, start - 20) : start], plain[end:]
    if ordinal := _ORDINAL.fullmatch(said):
        orders = not ordinal["the"] and said.endswith(_ORDERS)  # "let me ask first"
        return orders or not _NO_NOUN.match(behind)
    if _WEEKDAY.fullmatch(said):
        counts = _COUNTED.match(behind) or _OF_PLACES.match(behind)
        return bool(counts or (_DETERMINER.search(before) and _FEMININE.match(behind)))
    brief = _BRIEF.fullmatch(said)
    return brief is not None and _NO_DAY_BEFORE[brief["word"]].search(before) is not None
