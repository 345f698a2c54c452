"""Counts the people that a text lists: "eu, minha mãe e os dois meninos", "my three boys and us".

A list is found wherever it stands. It is told of who comes where words around it say so or it
stands alone; an item that leaves open how many ("my cousins") leaves all of the list open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from language.common_words import is_given_name
from language.company import IRREGULAR, PEOPLE, is_somebody
from language.detect import Language
from language.spelled import Spelled

_MOST_ITEMS = 40
_BEFORE = 30  # characters that may lead to a list
_KNOWN = (
    PEOPLE
    | IRREGULAR.keys()
    | frozenset(
        "parente relative baba gemeo twin funcionario funcionaria empregado socio socia aluno aluna"
        " netinho netinha filhinho filhinha amiguinho amiguinha menininho menininha bisavo nene"
        " employee coworker student player bestie bloke fella mama papa mamae papai dude"
        " teen teenager adolescente jovem bridesmaid daddy mummy coleguinha irmaozinho"
        " irmazinha".split()
    )
)
_GENERAL = frozenset(  # who may be anybody's, and are told of parts: "2 adults and 3 children"
    "pessoa person people adult adulto guest convidado adulta convidada crianca child children kid"
    " bebe baby toddler filho filha menino menina".split()
)
_BOTH = frozenset("pais parents gemeos gemeas twins".split())  # two, unless a number is told
_GROUPS = "kids|pais|parents|casal|casais|couple|couples|folks|grandparents"
_WORDS = "|".join(sorted({rf"{word}(?:e?s)?" for word in _KNOWN}, key=len, reverse=True))
_DET = (
    r"(?:os?|as?|the|my|our|meus?|minhas?|noss[oa]s?|his|her|their|seus?|suas?|mais|plus|another|"
    r"outr[oa]s?|these|esses|essas|[a-z]{2,15}'s)"
)
_ADJ = (
    r"(?:other|more|outr[oa]s?|old|young|older|younger|best|melhor|little|new|nov[oa]s?|small|big|"
    r"mais|great|queridas?)"
)
_TAIL = (
    r"(?: (?:del[ea]s?|de mim|(?:d[aeo]s?|of|from) (?:(?:meus?|minhas?|my|the|mine) )?"
    r"(?!manha|tarde|noite|dia|mes)[a-z]{3,}|de \d{1,2} (?:anos?|meses|mes)|"
    r"de colo|in law|tambem|too|mesm[oa]))?"
)
_SELVES = {"pt": r"eu mesm[oa]|eu|mim(?! mesm)", "en": r"myself|me|i(?!')"}
_PRONOUNS = {"pt": r"el[ea]", "en": r"him|her|she|he"}
_US = (
    r"(?:(?:nos|us|a gente|we) (?P<us>\d)(?= ?(?:$|[,.;:!?)])| (?:e|and|mais|plus|com|with|mesm|so|"
    r"only|n[oa]s?|junt|together|please|por) ?)|(?:the )?(?P<of_us>\d) (?:of us|de nos))"
)
_JOINT = re.compile(
    r",? ?(?:,|\be\b|\band\b|\bn\b|&|\+|\bmais\b|\bplus\b|\bwith\b|\bcom\b) ?(?:tambem |also )?"
    r"(?:com |with )?| "
)
_DANGLING = re.compile(
    rf",? (?:e|and|mais|plus|&|com|with) (?:{_DET} ){{1,2}}(?P<who>[a-z]{{2,20}})\b"
)
_LED = re.compile(
    r"\b(?:(?P<surely>so|somente|apenas|just|only|sao|serao|vao ser|vao|somos|seremos|vamos ser|"
    r"it'?s|its|that'?s|it'?ll be|it will be|there'?s|there are|there'?ll be|we'?re|we are|"
    r"we'?ll be)|vou|vamos|vamos em|vai|vai ser|seria|seriamos|sou|eh|pra|para|for|"
    r"(?:party|group|grupo) (?:of|de)|(?:com a|em) familia|fit(?: in)?|"
    r"(?:room|space) for|encaixar?)"
    r"[:,]? $"
)
_ENDED = re.compile(
    r" ?(?:$|[,.;:!?)])| (?P<more>n[oa]s? (?!ano|ultim)[a-z]{3,15}(?= ?(?:$|[,.;!?)]))|(?:vamos|"
    r"iremos|viremos|vem|vao|vai|it'?s|(?:are |will be )?coming|will come|junt[oa]s|please|"
    r"por favor|in total|ao todo|dessa vez|this time|only|apenas|so|in the)\b)"
)
_BEGUN = re.compile(r"(?:^|[,.;:!?(-]) ?$")


@dataclass(frozen=True, slots=True)
class ListedPeople:
    """A list of people: how many, None where it leaves that open, and where it stands."""

    count: int | None
    start: int
    end: int
    told: bool  # of who comes
    own: bool  # with the writer, or somebody of theirs: no mere "2 adults and 3 children"


@dataclass(frozen=True, slots=True)
class _Item:
    count: int | None
    start: int
    end: int
    kind: str  # "self", "us", "pronoun", "name", "somebody" or "general"


def listed_people(written: Spelled, text: str, language: Language) -> list[ListedPeople]:
    """Find the lists of people in a text whose numbers are written in digits."""
    runs = _runs(written.text, list(_items(written.text, language)))
    found = (_listed(run, text, written) for run in runs)
    return [each for each in found if each is not None]


def _items(plain: str, language: Language) -> Iterator[_Item]:
    for found in _ITEMS[language].finditer(plain):
        place = found.span()
        if found["who"]:
            kind = "general" if _single(found["who"]) in _GENERAL else "somebody"
            yield _Item(_several(found), *place, kind)
        elif found["us"] or found["of_us"]:
            yield _Item(int(found["us"] or found["of_us"]), *place, "us")
        elif found["more"]:
            yield _Item(int(found["more"]), *place, "general")
        elif found["name"]:
            if is_given_name(found["name"]):
                yield _Item(1, *place, "name")
        else:
            yield _Item(1, *place, "self" if found["self"] else "pronoun")


def _pattern(language: Language) -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w'-])(?:{_US}|(?:(?P<both>both|amb[oa]s) (?:of )?)?(?:{_DET} ){{0,3}}"
        r"(?:(?P<n>\d{1,2}|um|uma|an?|one) )?"
        rf"(?:{_ADJ} ){{0,2}}(?P<who>{_GROUPS}|{_WORDS}){_TAIL}|(?:mais|plus) (?P<more>\d{{1,2}})"
        rf"|(?P<self>{_SELVES[language]})|(?P<pronoun>{_PRONOUNS[language]})"
        rf"|(?:[oa] )?(?P<name>[a-z]{{2,15}}))(?![\w-])(?!'[a-z])"
    )


_ITEMS = {"pt": _pattern("pt"), "en": _pattern("en")}


def _single(who: str) -> str:
    return IRREGULAR.get(who, who.removesuffix("s") if who.removesuffix("s") in _KNOWN else who)


def _several(found: re.Match[str]) -> int | None:
    """Count one item: several that no number counts are nobody knows how many."""
    who, told = found["who"], found["n"]
    number = int(told) if told and told.isdigit() else 1 if told else 2 if found["both"] else None
    if who in ("casal", "casais", "couple", "couples"):
        return 2 * (number or 1) if number or not who.endswith("s") else None
    if who in _BOTH:
        return number or 2
    one = who not in ("kids", "folks", "grandparents") and _single(who) == who
    return number if number is not None else 1 if one else None


def _runs(plain: str, items: list[_Item]) -> Iterator[list[_Item]]:
    """Part the items into lists: what stands between two of one only joins them."""
    run: list[_Item] = []
    for item in items[:_MOST_ITEMS]:
        gap = plain[run[-1].end : item.start] if run else ""
        joint = _JOINT.fullmatch(gap) if run else None
        names = "name" in (item.kind, run[-1].kind) if run else False
        if run and (joint is None or (names and gap == " ")):
            yield run
            run = []
        run.append(item)
    if run:
        yield run


def _listed(run: list[_Item], text: str, written: Spelled) -> ListedPeople | None:
    """Count a list, with what a joining word adds behind it that is no known word for somebody."""
    if all(item.kind == "name" for item in run):
        return None
    run = _without_second_self(_without_caller(run, written.text))
    if whole := _spelled_out(run, written):
        return whole
    counts, end = [item.count for item in run], run[-1].end
    if _may_introduce(run, written.text):
        return None
    kinds = frozenset(item.kind for item in run)
    added = None if kinds <= {"self"} else _DANGLING.match(written.text, end)
    if added:
        somebody = is_somebody(added["who"], text)
        counts.append(None if somebody is None else int(somebody))
        end = added.end()
    place = written.place(run[0].start, end)
    around = _around(written.text, run[0].start, end, text[: place[0]])
    total = None if None in counts else sum(n for n in counts if n)
    if len(counts) > 1:
        return ListedPeople(total, *place, _tells_of_list(kinds, around), bool(kinds - {"general"}))
    alone = around.surely and around.ends and kinds <= {"us", "pronoun", "somebody"}
    alone = alone or (kinds <= {"us"} and around.begins and around.ends)
    return ListedPeople(total, *place, told=True, own=True) if alone and total else None


@dataclass(frozen=True, slots=True)
class _Around:
    """What stands around a list: whether words lead to it, and whether a clause begins or ends."""

    led: bool
    surely: bool
    begins: bool
    ends: bool
    goes_on: bool  # with words that tell of who comes: "nas fotos"


def _around(plain: str, start: int, end: int, before: str) -> _Around:
    led = _LED.search(plain[max(0, start - _BEFORE) : start])
    ended = _ENDED.match(plain, end)
    being = before[-2:].lower() == "é " and ended is not None
    goes_on = ended is not None and ended["more"] is not None
    begins = _BEGUN.search(plain[max(0, start - _BEFORE) : start]) is not None
    surely = led is not None and led["surely"] is not None
    return _Around(led is not None or being, surely, begins, ended is not None, goes_on)


def _tells_of_list(kinds: frozenset[str], around: _Around) -> bool:
    """Tell "somos eu e minha irmã" and "só ela e um primo" from "eu e minha irmã queremos saber".

    Without the writer in it a list is told of others just as well: "a gift for my mum and dad".
    """
    alone = around.begins and around.ends
    if kinds & {"self", "us"}:
        return around.led or around.goes_on or alone
    return (around.surely and around.ends) or (alone and "pronoun" in kinds)


def _spelled_out(run: list[_Item], written: Spelled) -> ListedPeople | None:
    """Count "2 of us me and grandad" by its number: the list behind it tells who they are."""
    if len(run) <= 2 or run[0].kind != "us" or run[0].count is None:
        return None  # "seven of us I reckon"
    if re.search(r"\w|[&+]", written.text[run[0].end : run[1].start]):
        return None  # "us 2 and my mum"
    rest = [item.count for item in run[1:]]
    told = None if None in rest else sum(n for n in rest if n)
    count = run[0].count if told in (None, run[0].count) else None
    return ListedPeople(count, *written.place(run[0].start, run[-1].end), told=True, own=True)


def _without_caller(run: list[_Item], plain: str) -> list[_Item]:
    """Leave out a name before the list: "Carla, eu e meu marido" are two."""
    kinds = {item.kind for item in run}
    led = len(run) > 1 and run[0].kind == "name" and "," in plain[run[0].end : run[1].start]
    return run[1:] if led and "somebody" in kinds else run


def _may_introduce(run: list[_Item], plain: str) -> bool:
    """Tell "it's me, Tom", and "it's me, Tom, and my wife", which may name the writer."""
    if len(run) < 2 or (run[0].kind, run[1].kind) != ("self", "name"):
        return False
    comma = "," in plain[run[0].end : run[1].start]
    return comma and (len(run) == 2 or any(item.kind != "name" for item in run[2:]))


def _without_second_self(run: list[_Item]) -> list[_Item]:
    """Leave out an "I" that begins what is said next: "me and my son, I want …"."""
    selves = [at for at, item in enumerate(run) if item.kind == "self"]
    if len(selves) < 2:
        return run
    return run[: selves[1]] if selves[1] else run
