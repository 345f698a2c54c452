"""Counts the people that a text speaks of: "there's 3 of us", "2 adultos e 3 crianças", "ppl".

A total that is told counts; else the parts that together are one: adults and children. What is
said of some of them ("two of them are small") counts nobody.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from language.company import IRREGULAR, PEOPLE
from language.detect import Language
from language.found import Found
from language.listed_people import ListedPeople, listed_people
from language.spelled import in_digits

HeadKind = Literal["all", "adults", "children"]
_READ = 500
_N = r"(?<![\w.,:/$£€])(?P<n>\d{1,3})"
_ONE = r"(?<![\w.,:/$£€])(?P<n>\d{1,3}|an?|one|uma?)"
_ALL = (
    r"(?:people|persons?|ppl|peeps|pax|guests?|visitors?|attendees|participants?|passengers?|"
    r"pessoas?|convidad[oa]s|hospedes|visitantes|participantes|passageir[oa]s)"
)
_ADULTS = r"(?:adults?|adult[oa]s|grown[ -]?ups?|grandes|seniors?|idos[oa]s)"
_CHILDREN = (
    r"(?:kids?|kiddos?|child|children|bab(?:y|ies)|toddlers?|little ones?|criancas?|bebes?|"
    r"boys?|girls?|sons?|daughters?|filh[oa]s?|menin[oa]s?|garot[oa]s?|pequen[oa]s?|criancinhas?)"
)
_DESCRIBED = r"(?: (?:other|more|small|little|young|small|mais|outr[oa]s|de colo))?"
_ENDS = (
    r"(?=\s*(?:$|[,.;!?)]|(?:now|agora|no total|ao todo|in total|altogether|and|e|on|for|at|so|"
    r"with|com|then|pls|please)\b))"
)
_SOFT = r"(?:so|just|only|apenas|agora|now|like|about|around|uns|umas|actually|na verdade|em)"
_VERBS = (  # what is meant for an hour, and not for somebody
    r"book|booking|booked|reserve|reservation|reserva|appointment|schedule|marca|marcar|agenda|"
    r"agendar|horario|consulta|move|moved|change|mudar?|troca|trocar|set|make|meet|come|arrive|"
    r"ready|pronto|open|it|hora|time|wait|ask|look|looking|here|entrega|delivery|remarcar|adiar|"
    r"passar?"
)
_SEVERAL = "|".join(
    sorted([rf"{word}s" for word in PEOPLE if word[-1] not in "sn"] + list(IRREGULAR))
)
_TOTALS = (
    re.compile(rf"{_N} (?:of us|de nos|da gente)\b"),
    re.compile(rf"{_N}{_DESCRIBED} {_ALL}\b(?! (?:per|each|por|cada)\b)"),
    re.compile(
        rf"\b(?:somos|a gente (?:e|eh|vai)(?= em )|seremos|vamos em|iremos em|viremos em|"
        rf"estaremos em|party of|group of|"
        rf"grupo de|(?:table|mesa) (?:for|para|pra)) (?:{_SOFT} )*{_N}"
        rf"(?! ?(?:h\b|:|am\b|pm\b|{_ADULTS}|{_CHILDREN}|horas?|da (?:manha|tarde|noite)))\b"
    ),
    re.compile(
        rf"\b(?:we'?re|we are|we'?ll be|we will be|there'?s|theres|there are|there will be|"
        rf"there'?ll be|vao ser|vamos ser) (?:{_SOFT} )*{_N}{_ENDS}"
    ),
    re.compile(  # "não são 10 pessoas, são 5"
        rf"\b(?:pessoas|gente|people)\b[^.;!?]{{0,20}}\b(?:sao|somos|we are|we'?re|it'?s) "
        rf"(?:{_SOFT} )?{_N}(?=\s*(?:$|[,.;!?:)]))"
    ),
    re.compile(
        rf"\ba gente (?:e|eh|ta|esta|vai|vem|sera|seria|vai ser) em (?:{_SOFT} )*{_N}{_ENDS}"
    ),
    re.compile(rf"\b(?:for|para|pra) {_N} (?:{_SEVERAL})\b(?!'s)"),  # "a trip for 3 lads"
    re.compile(rf"{_N},? (?:in total|all together|altogether|no total|ao todo)\b"),
)
_AGED = r"(?: (?:of|de|com|aged?) \d{1,2}(?: anos?| years?(?: old)?)?)?"
_PARTS: tuple[tuple[HeadKind, re.Pattern[str]], ...] = (
    ("adults", re.compile(rf"{_ONE}{_DESCRIBED} {_ADULTS}\b")),
    ("children", re.compile(rf"{_ONE}{_DESCRIBED} {_CHILDREN}\b{_AGED}")),
)
# "a lesson for two please": of whom a request counts nobody else, and no hour.
_FOR = re.compile(
    rf"\b(?:(?!(?:{_VERBS})\b)[a-z]{{3,}}|it'?s|its|e|eh|(?<!de )(?<!from )\d{{1,2}}(?:h|:\d\d)?"
    rf"(?: ?[ap]m)?) (?:for|para|pra) {_N}(?=\s*(?:$|[,.!?]|(?:please|pls|"
    r"por favor|pfv?|on|tomorrow|today|tonight|this|next|amanha|hoje|nest[ea]|dia|"
    r"(?:no|na) [a-z]|sunday|monday|tuesday|wednesday|thursday|friday|saturday|domingo|segunda|"
    r"terca|quarta|quinta|sexta|sabado)\b))"
)
_ALONE = re.compile(  # "the river trip for myself", "só pra mim"
    r"\b(?:for myself|(?:just|only) (?:for )?(?:me|myself|me myself)|(?:so|somente|apenas|e) "
    r"(?:pra|para) mim mesm[oa]|(?:so|somente|apenas) (?:(?:pra|para) mim|eu)(?: mesm[oa])?)"
    r"(?=\s{0,2}(?:$|[,.;!?)]|(?:please|pls|por favor|pf|on|this|next|today|tomorrow|tonight|hoje"
    r"|amanha|dia|na|no|nest[ea]|as|domingo|segunda|terca|quarta|quinta|sexta|sabado)\b))"
)
_COUPLES = re.compile(rf"{_N} (?:couples|casais|pairs|pares)\b")
_UNCOUNTED = re.compile(  # "us two and the twins": nobody knows how many
    r"\d \w* ?(?:and|plus|with|e|mais|com) (?:the|my|our|os|as|meus|minhas|nossos) [a-z]+s\b|"
    r"\b(?:us|nos) \d{1,2} (?:and|e|plus|mais) (?:the|my|our|os|as|meus|minhas)\b"
)
_OF_THEM = re.compile(
    r"(?<![\w.,:/])(?:\d{1,3}|one|uma?) (?:of (?:them|us|which|whom|those)|d(?:eles|elas|os quais|"
    r"as quais|entre eles))\b(?= (?:is|are|was|has|have|an?|e|sao|tem|com|under|only|will|who|can|"
    r"need))[^,.;!?]{0,60}"
)
_ROUGHLY = re.compile(
    rf"{_N}(?<=0)[ -](?:e (?:pouc[oa]s?|tant[oa]s|alguma coisa|uns quebrados)|odd|something|"
    r"and (?:a bit|a few|change|something))\b(?! (?:anos|years))"
)
_LONGEST_LIST = 120
_BESIDE = 40  # characters around a number that may hold another one
_OR_BEFORE = re.compile(r"\d,?(?: [a-z]+)? (?:or|ou)(?: (?:maybe|perhaps|talvez|even|ate))? $")
_OR_BEHIND = re.compile(r"(?: [a-z]+)?,? (?:or|ou)(?: (?:maybe|perhaps|talvez|even|ate))? \d")


@dataclass(frozen=True, slots=True)
class HeadCount:
    """How many a text counts, where it says so, and of whom."""

    total: Found[int] | None
    wished: Found[int] | None  # "a lesson for two"
    parts: tuple[tuple[HeadKind, Found[int]], ...] = ()
    left_open: bool = False  # others are listed beside the parts: "the twins, my cousins and me"

    @property
    def all(self) -> Found[int] | None:
        """The number of all of them: the total, or the parts together."""
        if self.total or self.left_open or not self.parts:
            return self.total
        found = [each for _, each in self.parts]
        return Found(sum(f.value for f in found), found[0].start, found[-1].end)

    def of(self, kind: HeadKind) -> Found[int] | None:
        """The number of some of them."""
        found = [each for told, each in self.parts if told == kind]
        if kind == "all" or not found:
            return self.all if kind == "all" else None
        return Found(sum(f.value for f in found), found[0].start, found[-1].end)


def head_count(text: str, language: Language) -> HeadCount:
    """Count the people that a text speaks of; the last total that it tells is meant."""
    written = in_digits(text[:_READ], language)
    plain = _OF_THEM.sub(lambda m: " " * len(m[0]), written.text)
    totals = [m for each in _TOTALS for m in each.finditer(plain) if not _left_open(plain, m)]
    told: list[tuple[HeadKind, re.Match[str]]] = [
        (kind, m) for kind, pattern in _PARTS for m in pattern.finditer(plain)
    ]
    parts: list[tuple[HeadKind, Found[int]]] = [
        (kind, Found(_counted(m["n"]), *written.place(*m.span())))
        for kind, m in sorted(told, key=lambda each: each[1].start())
    ]
    for m in _COUPLES.finditer(plain):
        parts.append(("adults", Found(2 * int(m["n"]), *written.place(*m.span()))))  # noqa: PERF401
    last = max(totals, key=lambda m: m.start("n"), default=None)
    total = None if last is None else Found(int(last["n"]), *written.place(*last.span()))
    lists = [each for each in listed_people(written, text, language) if each.own]
    total, left_open = _with_lists(total, parts, lists)
    alone = None if total or parts or left_open or lists else _ALONE.search(plain)
    total = Found(1, *written.place(*alone.span())) if alone else total
    wished = None if total or parts or left_open else _FOR.search(plain)
    return HeadCount(
        total,
        None if wished is None else Found(int(wished["n"]), *written.place(*wished.span("n"))),
        tuple(parts),
        left_open,
    )


def _with_lists(
    total: Found[int] | None,
    parts: Sequence[tuple[HeadKind, Found[int]]],
    lists: Sequence[ListedPeople],
) -> tuple[Found[int] | None, bool]:
    """Count a list as a whole, where its parts are no total: "me and my two sons" are three.

    A total that is told beside it counts: "five of us: me, ...". What the list leaves open is so.
    """
    if total and not any(_overlap(total, each) for each in lists):
        same = (e.end for e in lists if e.count == total.value and 0 <= e.start - total.end <= 2)
        return Found(total.value, total.start, next(same, total.end)), False
    told = [each for each in lists if each.told]
    if len(told) == 1 and told[0].count is not None:
        return Found(told[0].count, told[0].start, told[0].end), False
    part_of = any(_overlap(part, each) for _, part in parts for each in lists)
    within = total is not None and any(_overlap(total, each) for each in lists)
    return (None if within else total), bool(told) or part_of


def _overlap(found: Found[int], listed: ListedPeople) -> bool:
    return found.start < listed.end and listed.start < found.end


def roughly(text: str, language: Language) -> Found[int] | None:
    """Return the tens of "quarenta e poucos parentes" and "sixty odd guests", told as a guess."""
    written = in_digits(text[:_LONGEST_LIST], language)
    found = [*_ROUGHLY.finditer(written.text)]
    if len(found) != 1 or len(re.findall(r"\d+", written.text)) != 1:
        return None
    return Found(int(found[0]["n"]), *written.place(*found[0].span()))


def _left_open(plain: str, found: re.Match[str]) -> bool:
    """Tell "4 or 5 people", of which nobody knows how many they are."""
    before = plain[max(0, found.start("n") - 20) : found.start("n")]
    return bool(_OR_BEFORE.search(before) or _OR_BEHIND.match(plain, found.end("n")))


def is_one_of_two(text: str, start: int, end: int, language: Language) -> bool:
    """Tell whether a number is offered beside another one: "7 or 8 nights"."""
    before = in_digits(text[max(0, start - _BESIDE) : start], language).text
    after = in_digits(text[end : end + _BESIDE], language).text
    return bool(_OR_BEFORE.search(before) or _OR_BEHIND.match(after))


def without_parts(text: str, language: Language) -> str:
    """Blank what is said of some of them: "eight but two of them are little" are eight."""
    written = in_digits(text[:_READ], language)
    for match in reversed(list(_OF_THEM.finditer(written.text))):
        start, end = written.place(*match.span())
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def leaves_some_out(text: str, language: Language) -> bool:
    """Tell whether a text counts some and names others that it does not count."""
    if _UNCOUNTED.search(in_digits(text[:_LONGEST_LIST], language).text):
        return True
    return head_count(text, language).left_open


def _counted(word: str) -> int:
    return int(word) if word.isdigit() else 1
