"""Whether a number in an answer is what was asked for: not a table's, not hours where it is km."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from language.answers import offers_several, settled
from language.company import company_of
from language.detect import Language
from language.flat import flat
from language.found import Found
from language.spelled import in_digits
from language.units import counted_unit, other_unit

_LABEL = re.compile(
    r"\b(?P<label>row|fila|fileira|seat|assento|cadeira|poltrona|section|setor|table|mesa|numero|"
    r"number|n[°.]|size|tamanho|manequim|apto?|apt|apartamento|apartment|room|quarto|"
    r"suite|sala|order|pedido|bloco|block|line|linha|rua|street|casa|house|pagina|page|item"
    r"|version|versao|flight|voo|level|chapter|ticket|protocolo|codigo|code|gate|portao|platform|"
    r"option|opcao|desde|since|in|em|ramal|galaxy|iphone|windows|galpao|loja|onibus|bus|highway|"
    r"br|route|rota|km|dia|day|ate|cep|zip|nasci em|born in|turning|faco|completo|vou fazer|"
    r"farei|turn)[ :.#-]*$"
)
_VAGUE_AFTER = re.compile(
    r"^(?:\s*\+|[ -]?(?:e (?:poucos?|poucas?|tantos?|tantas?|alguma coisa|lá vai|la vai|uns|"
    r"picos?|quebrados?)|something|ish|odd|and change|ou mais|or more|ou menos(?! ou)|or less|"
    r"(?:ultim|primeir|outr)[oa]s?\b|last\b|first\b|others?\b|plus\b|pra cima|para cima|"
    r"em diante|or so years|e la vai|s\b))"
)
_VAGUE_BEFORE = re.compile(
    r"\b(?:mais (?:de|que)|menos (?:de|que)|more than|less than|over|under|above|below|"
    r"acima d[eo]|abaixo d[eo]|quase|almost|nearly|at least|pelo menos|no minimo|"
    r"passando d[eo]s?|mid|early|late|entre|between|from|de uns)(?: (?:os|as|the|uns|umas|"
    r"my))? *$"
)
_RANGE_BEFORE = re.compile(
    r"\b\d[\d.,]{0,15} ?(?:k|mil)? ?(?:a|to|ate|[-–])(?: uns)? {0,2}$|\b(?:entre|between|from|"
    r"de) (?:r?\$ ?)?\d[\d.,]{0,15} ?(?:k|mil)? (?:e|and|a|to|ate) (?:r?\$ ?)?$"
)
_RANGE_AFTER = re.compile(r"^ ?(?:a|to|ate|[-–])(?: uns)? ?\d")
_AT_CLOCK = re.compile(r"\b(?:at|as|das|pelas|pras|until|till|til|ate as)(?: about| around)? $")
_COUNTS = re.compile(
    r" (?:[a-z]{2,12} )?(?:people|ppl|gente|(?!horas|mais|[pdn][ra]?[ao]s\b|as\b)[a-z]{3,}s)\b"
)
_AT_MOST = re.compile(
    r"\b(?:no more than|not more than|nao mais (?:de|que)|no maximo|ate|up to|at most|maximum of|"
    r"max|ate uns)(?: \w+)? *$"
)
_NO_MORE = re.compile(  # than a sum: who asks how much takes it for the most
    rf"{_AT_MOST.pattern}|\b(?:under|below|less than|menos (?:de|que)|abaixo d[eo])"
    r"(?: \w+)? *$"
)
_MOST_AFTER = re.compile(
    r"^,? ?(?:reais |dollars |bucks )?(?:no maximo|at (?:the )?most|max\w*|tops|e o limite|"
    r"limit\w*)\b(?! (?:de |of )?(?:r?\$ ?)?\d)"
)
_THOUSAND, _UNITS = 1_000, 100
_TOTAL_BEFORE = re.compile(
    r"\b(?:somos(?: em)?|seremos|sao(?: em)?|vamos ser|vamos em|estamos em|seriamos|we'?re|"
    r"we are|we'?ll be|we will be|there'?s|there are|there'?ll be|there will be|it'?ll be|"
    r"party of|group of|total(?: (?:de|of))?|ao todo|no total|in total|altogether|grupo de|"
    r"so i'?m|so)(?: (?:uns|umas|about|around|so|apenas|just|only|um total de))?[ :,]*$"
)
_TOTAL_AFTER = re.compile(
    r"^,? ?(?:pessoas,? |people,? )?(?:sendo|contando|inclu\w+|of which|of whom|dos quais|das"
    r" quais)\b"
    r"|^,? ?(?:pessoas|people|no total|ao todo|in total|total|altogether|of us|guests|convidados)\b"
)
_CONCLUDES = re.compile(
    r"[ ,](?:so (?:just|only|that'?s|it'?s|that makes|make it)|entao(?: so| sao)?|ou seja,?) $"
)
_ADDED = re.compile(r"^ \w+ (?:e|and|mais|plus|\+) (?:mais )?\d")
_AGED_BEFORE = re.compile(
    r"\b(?:s?he(?:'?s| is)|aged?|turned|turning|el[ea] (?:tem|faz|fez|vai fazer)|(?:of|de) idade)"
    r"(?: (?:\d+|and|e|,))* $"
)
_ASKS_AGE = re.compile(r"anos|idade|\bage\b|\bold\b|years")
_OTHER_BEFORE = re.compile(
    r"\b(?:the )?others?(?: ones?)?(?:'s| is| are| has)? $|\b[oa]s? outr[oa]s?(?: e| tem| sao|"
    r" eh)? $"
)
_NOW = re.compile(
    r"^,? ?(?:(?:anos|years old|years)? ?(?:right now|now|agora|hoje em dia|atualmente|currently|"
    r"no momento|at the moment|today))\b(?! (?:it'?s|its|is|are|we|there|sao|e|eh|somos|temos|tem"
    r"|only|just|so)\b)"
)
_PEOPLE = re.compile(
    r"pessoas?|people|guests?|hospedes?|convidados|lugares|seats?|quantos sao|how many (?:of you|"
    r"are you|will|in your)|party|adultos|adults|attend|passageiros|passengers|ingressos|tickets|"
    r"vagas|participantes|quantas pessoas|vao ser|vem|coming|join"
)
_ALONE = re.compile(
    r"^\W*(?:(?:e |vai ser |vou |seria |it'?s |it'?ll be |that'?s |oi )?(?:so|somente|apenas|"
    r"just|only)? ?(?:eu|me|myself|mim)(?: (?:mesm[oa]|sozinh[oa]|so|only|alone|apenas|"
    r"por enquanto|for now))*|sozinh[oa]|vou sozinh[oa]|(?:so|apenas) (?:uma?|1)(?: pessoa)?|"
    r"on my own|by myself|alone|just (?:one|1)|solo)(?:,? (?:please|por favor|thanks|obrigad[oa]|"
    r"pf|pfv|this time|dessa vez|desta vez|hoje|today|tonight))*\W*$"
)
_AND_I = re.compile(
    r"\b(?:eu|me|myself|i)(?:,)? (?:e|and|plus|mais|\+|com|with)(?: (?:mais|my|meus?|minhas?|"
    r"outr[oa]s|other))* (?P<n>\d{1,3})(?: (?:mais|others?|more|outr[oa]s|amig[oa]s|friends|"
    r"pessoas|people|colegas|kids|filhos|children|criancas))?\b"
)
_MORE_AND_ME = re.compile(
    r"\b(?P<n>\d{1,3})(?: (?:amig[oa]s|friends|pessoas|people|colegas|others|outr[oa]s|kids|"
    r"filhos|criancas))? (?:e|and|plus|mais|\+) (?:eu|me|myself)\b"
)
_COUNTED = re.compile(r"[ -](?P<what>[a-z]{4,})")
_NONE = re.compile(
    r"^\W*(?:nenhum[a]?|none|zero|no one|ninguem|nobody|nil)\b"
    r"(?:(?!.*\d)|\s?[,.;!](?!.*\b(?:or|ou|no|nao|wait|actually|na verdade|quer dizer|melhor)\b))"
)


def belongs(text: str, start: int, end: int, question: str, *, money: bool = False) -> bool:
    """Tell whether a number in a text can be what the question asks for."""
    plain = flat(text)
    before, after = plain[max(0, start - 40) : start], plain[end : end + 40]
    label = _LABEL.search(before)
    if label and label["label"] not in question:
        return label["label"] == "ate" and money
    if _OTHER_BEFORE.search(before) or (
        _AGED_BEFORE.search(before) and not _ASKS_AGE.search(question)
    ):
        return False
    if _VAGUE_AFTER.match(after):
        return False
    if _VAGUE_BEFORE.search(before) and not (_AT_MOST if not money else _NO_MORE).search(before):
        return False
    if _RANGE_BEFORE.search(before) or _RANGE_AFTER.match(after):
        return False
    if not money and is_of_clock(plain, start, end):
        return False  # "at five" is no number of hours, and counts nobody
    return not other_unit(plain[start:end], after, question)


def is_labelled(text: str, start: int) -> bool:
    """Tell whether a number is that of a house, a ticket, a row: "apto 72"."""
    return _LABEL.search(flat(text[max(0, start - 40) : start])) is not None


def is_of_clock(plain: str, start: int, end: int) -> bool:
    """Tell "at 9" and "das 9" from a number that counts what stands behind it."""
    led = _AT_CLOCK.search(plain[max(0, start - 20) : start])
    return led is not None and not _COUNTS.match(plain[end : end + 40])


def at_most(text: str, found: Sequence[Found[Any]]) -> list[Found[Any]]:
    """Return the sum that is called the most of several: "uns 4 mil, 4.500 no máximo".

    Beside thousands it may leave the word out: "uns 3 mil e duzentos, no máximo 4".
    """
    plain = flat(text)
    most = [
        f
        for f in found
        if _MOST_AFTER.match(plain[f.end :])
        or _AT_MOST.search(plain[max(0, f.start - 30) : f.start])
    ]
    if len({f.value for f in most}) != 1:
        return list(found)
    about = max((f.value for f in found if f not in most), default=0)
    short = most[0].value < _UNITS and about >= _THOUSAND and most[0].value * _THOUSAND >= about
    return [Found(f.value * _THOUSAND, f.start, f.end) for f in most] if short else most


def tells_age(text: str, start: int, question: str) -> bool:
    """Tell whether a number is said to be an age, which the question asks for: "she's 7"."""
    before = flat(text[max(0, start - 40) : start])
    return bool(_AGED_BEFORE.search(before) and _ASKS_AGE.search(question))


def alone_among(text: str, found: Sequence[Found[Any]], question: str) -> list[Found[Any]]:
    """Return the numbers that count: "somos 4, eu e duas crianças" says how many in all."""
    if len({f.value for f in found}) < 2 or offers_several(text, settled(text, found)):
        return list(found)
    plain = flat(text)
    if any(_is_span(plain, a, b) for a, b in pairwise(found)):
        return list(found)
    counted = [_COUNTED.match(plain, f.end) for f in found]
    asked = [f for f, c in zip(found, counted, strict=True) if c and c["what"][:4] in question]
    if len(asked) == 1 and (all(counted) or len(settled(text, found)) == len(found)):
        return asked  # "2 adults, 4 nights", "4 adults, children of 6 and 9"
    now = [f for f in found if _NOW.match(plain[f.end :])]
    if len(now) == 1:
        return now
    if counted_unit(question):
        return list(found)  # "we're 5" are no hours
    if _CONCLUDES.search(plain[max(0, found[-1].start - 40) : found[-1].start]):
        return [found[-1]]
    total = [
        f
        for f in found
        if _TOTAL_BEFORE.search(plain[max(0, f.start - 40) : f.start])
        or _TOTAL_AFTER.match(plain[f.end :])
    ]
    alone = len({f.value for f in total}) == 1 and total[0] is not found[-1]
    if not alone or any(_ADDED.match(plain[f.end :]) for f in total):
        return list(found)
    return total


def _is_span(plain: str, first: Found[Any], last: Found[Any]) -> bool:
    """Tell "uns sessenta, setenta metros", of which nobody knows which it is, from two numbers."""
    grows = first.value < last.value <= 2 * first.value
    return grows and plain[first.end : last.start].strip() == ","


def people_told(text: str, question: str, language: Language) -> int | None:
    """Count those whom a question for people is answered with: "só eu", "eu e mais três"."""
    if not _PEOPLE.search(question):
        return None
    if company := company_of(text, language):
        return company
    plain = in_digits(text[:200], language).text
    if _ALONE.match(plain):
        return 1
    found = _AND_I.search(plain) or _MORE_AND_ME.search(plain)
    if found and len(re.findall(r"\d+", plain)) == 1:
        return int(found["n"]) + 1
    return None


def says_none(text: str) -> bool:
    """Tell whether an answer to "how many" is none."""
    return bool(_NONE.match(flat(text[:60])))
