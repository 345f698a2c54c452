"""Finds whose name a text tells: "I'm Ned", "the dog is called Rex", "o nome dela é Iara"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from language.common_words import is_given_name
from language.flat import flat
from language.matching import fold
from language.written_names import name_at

NameHolder = Literal[
    "speaker",
    "third",
    "named",
    "bearer",
    "origin",
    "goal",
    "asked",
    "known",
    "booker",
    "contact",
    "under",
]
_READ = 400
_CHILD = (
    "child|kid|son|daughter|boy|girl|baby|niece|nephew|grandson|granddaughter|crianca|filh[oa]"
    "|filhinh[oa]|menin[oa]|bebe|net[oa]|sobrinh[oa]|entead[oa]"
)
_ADULT = (
    "wife|husband|partner|boss|colleague|coworker|friend|mother|mom|mum|father|dad|brother|sister"
    "|aunt|auntie|uncle|cousin|grandma|nan|nana|gran|granny|grandpa|grandad|granddad"
    "|grandmother|grandfather|girlfriend|boyfriend|fiancee?"
    "|esposa|marido|mulher|chefe|colega|amig[oa]|mae|pai|irma|irmao|ti[oa]|prim[oa]|av[oa]|sogr[oa]"
    "|vovo|titi[oa]|namorad[oa]|noiv[oa]|patrao|patroa|companheir[oa]|soci[oa]|cunhad[oa]"
    "|padrinho|madrinha"
)
_ANIMAL = (
    "dog|puppy|pup|cat|kitten|kitty|pet|horse|pony|rabbit|bird|parrot|hamster|animal|cachorr[oa]"
    "|cachorrinh[oa]|cao|cadela|gat[oa]|gatinh[oa]|bicho|bichinho|cavalo|egua|coelh[oa]|passaro"
    "|papagaio"
)
_ORGANISATION = (
    "company|firm|business|employer|organi[sz]ation|agency|empresa|firma|companhia|agencia"
)
NameKind = Literal["child", "animal", "organisation", "adult"]
KINDS: dict[NameKind, re.Pattern[str]] = {
    "animal": re.compile(rf"(?:{_ANIMAL})s?"),
    "organisation": re.compile(rf"(?:{_ORGANISATION})s?"),
    "child": re.compile(rf"(?:{_CHILD})s?"),
    "adult": re.compile(rf"(?:{_ADULT})s?"),
}
_WHOSE = r"(?:(?:the|my|our|his|her|their|your|o|a|meu|minha|nosso|nossa|seu|sua|do|da) )"
_KIN = rf"(?:{_WHOSE}?(?:\w{{3,12}} )?(?:{_CHILD}|{_ADULT})(?: del[ea]| d[oa] \w+)?,? )"
_SURE_BE = (
    r"(?:is called|'s called|s called|is named|'s named|called|named|se chama|chama-se|chama)"
)
_BE = (
    rf"(?:{_SURE_BE}|is|'s|was|should be|will be|is spel(?:t|led)|e|eh|era|sera|seria|vai ser|:|=)"
)
_LESS = r"(?: (?:actually|really|just|only|spelt|spelled|na verdade|so|mesmo))?"
_ARTICLE = r"(?:(?P<article>o|a|the|seu|sua|dona) )?"
_SPEAKS = re.compile(
    r"\b(?:(?P<sure>my (?:own )?(?:full |first )?name(?:'s|s| is| should be)|(?:o )?meu nome"
    r"(?: completo)? (?:e|eh)|me chamo|chamo-me|pode(?:m)? me chamar de|(?:you can |please )?call"
    r" me"
    r"|(?:aqui )?quem fala (?:e|eh))"
    rf"|i'?m|i am|(?:eu )?sou|aqui (?:e|eh|fala)|this is|(?P<here>it'?s)){_LESS} {_ARTICLE}"
)
_AM = re.compile(r"\b(?:i'?m|i am|sou) (?:[oa] )?$")
_HERE = re.compile(r"^ (?:here|speaking|aqui|falando)\b")
_THIRD = re.compile(
    r"\b(?:(?P<sure>(?:his|her|its|their) name(?:'s|s| is| is spel(?:t|led))|(?:s?he|it)(?:'s| is"
    r"|s)"
    r" (?:called|named)|(?:o )?nome del[ea] (?:e|eh)|(?:el[ea] )?se chama|el[ea] chama)"
    rf"|(?:s?he)(?:'s| is)|el[ea] (?:e|eh)){_LESS} {_ARTICLE}"
)
_OF = re.compile(
    rf"\b(?:{_ADULT}|don[oa]|tutora?|responsavel|owner|guardian|parent) (?:d[oa]|of) (?=\S)"
)
_BEARER = re.compile(
    r"\b(?:(?P<sure>(?:in|under) the name(?: of)?|em nome d[eoa]|no nome d[eoa]|(?:it'?s|e|eh) "
    rf"(?:for|pra|para)(?: [oa])?)|for|pra|para(?: [oa])?) (?P<kin>{_KIN})?{_ARTICLE}"
)
_IN_NAME = re.compile(
    r"\b(?:(?:em|no) nome d[aeo]|(?:in|under) the name of)"
    rf" {_WHOSE}?$"
)
_UNDER = re.compile(r".*\b(?:name|nome)\b")
_CHILDREN = re.compile(rf"\b(?:{_CHILD})\b")
_ANSWERS = re.compile(  # for the booking: "o responsável é Bia Reis"
    r"\b(?:(?:the )?(?:person|adult|one) (?:responsible|in charge)|(?:the )?(?:main |booking )?"
    r"(?:contact|booker|lead guest)(?: person| name)?|(?:o |a )?(?:pessoa )?(?:responsavel|titular|"
    r"contato|contratante)(?: d[aeo] [a-z]{3,12})?|(?:o )?nome d[ao] (?:reserva|pedido))"
    rf" ?(?:is|'s|will be|should be|e|eh|sera|fica|vai ser|:){_LESS} {_ARTICLE}(?=\S)"
)
_CONTACT = re.compile(
    r"(?<!quero )(?<!queria )(?<!preciso )(?<!want to )(?<!can i )(?<!like to )\b(?:fal[ae]r? com|"
    r"chamar?|procurar?|trata[r]? com|pedir? por|ask for|speak to|speak with|talk to|call)"
    rf" {_ARTICLE}(?=\S)"
)
_RENAMES = re.compile(
    r"\b(?:muda\w*|mude|troca\w*|troque|altera\w*|altere|corrige|corrija|passa|coloca|poe|bota|"
    r"change|put|switch|correct|update|alter|set) (?:(?P<mine>my|(?:o )?meu)|o|the|esse|this|that)?"
    rf" ?(?:full )?(?:name|nome)(?: completo)? (?:to|into|as|para|pra|por|como) {_ARTICLE}(?=\S)"
)
_ORIGIN = re.compile(r"\b(?:from|at|with|of|da|do|pela) (?=[a-z])")
_GOAL = re.compile(rf"\b(?:to|for|para|pra|pro)(?: [oa])? (?:{_KIN})?(?=[a-z])")
_WAYS: tuple[tuple[re.Pattern[str], NameHolder], ...] = ((_ORIGIN, "origin"), (_GOAL, "goal"))
_ACTS = re.compile(  # "quem contrata é a Vera", "who is driving is Carl"
    rf"\b(?:quem|who)(?:'s| is| will(?: be)?| vai)? (?P<noun>[a-z]{{3,20}})"
    r"(?: (?:la|ai|aqui|there|here|(?:n[oa]|d[oa]|o|a|at the|in the) [a-z]{3,20})){0,2}"
    rf" {_BE} "
)
_BY = re.compile(r"\b(?P<noun>[a-z]{3,20}) (?:by|por|pel[oa]) (?=\S)")
_GOING = frozenset(
    "vai vem ir vir sera fica ficar esta estar estara recebe receber coming going is be".split()
)
_BEHIND = re.compile(  # "Ana is the guest", "Carl will drive"
    r"^,? (?:is|'s|will(?: be)?|e|eh|sera|vai(?: ser)?|que vai|who will|is going to)"
    r"(?: (?:the|my|our|o|a|meu|minha|quem|be|que|one))* (?P<noun>[a-z]{3,20})"
)
_CAPITAL = re.compile(r"(?<![\w'’-])[A-ZÀ-Ý][\w'’-]*")
_DENIES = re.compile(
    r"^,? (?:and |e )?(?:not|nao|instead of|em vez d[eoa]) (?:(?:o|a|the) )?(?=\S)"
)


@dataclass(frozen=True, slots=True)
class NameClaim:
    """A name, whose it is said to be, and where both stand; `denied` is the one it replaces."""

    holder: NameHolder
    noun: str  # what the holder is called, folded; "" for who is not named
    name: str
    start: int
    end: int
    sure: bool = False
    denied: str | None = None


def is_child(noun: str) -> bool:
    """Tell whether a folded word is one for a child."""
    return KINDS["child"].fullmatch(noun) is not None


def is_kin(noun: str) -> bool:
    """Tell whether a folded word calls somebody by what they are to the writer."""
    return any(KINDS[kind].fullmatch(noun) for kind in ("child", "adult"))


def name_claims(text: str, nouns: Collection[str]) -> list[NameClaim]:
    """Find the names that a text gives to somebody; `nouns` are what holders may be called."""
    text = text[:_READ]
    plain = flat(text)
    found: list[NameClaim] = []
    for claim in _all(text, plain, nouns):
        if all(claim.end <= other.start or claim.start >= other.end for other in found):
            found.append(_with_denied(claim, text, plain))
    return sorted(found, key=lambda each: each.start)


def _all(text: str, plain: str, nouns: Collection[str]) -> Iterator[NameClaim]:
    """Yield claims, the plainest first: what they share goes to the first one."""
    yield from _renamed(text, plain)
    yield from (c for c in _acting(text, plain) if c.holder == "asked")
    yield from _named(text, plain, nouns)
    yield from _answering(text, plain)
    yield from _said(_SPEAKS, "speaker", text, plain)
    yield from _said(_THIRD, "third", text, plain)
    for lead in _OF.finditer(plain):
        if name := name_at(text, lead.end()):
            yield NameClaim("third", "", name[0], lead.start(), name[1], sure=True)
    yield from _acting(text, plain)
    yield from _bearing(text, plain)
    for pattern, holder in _WAYS:
        for lead in pattern.finditer(plain):
            if name := name_at(text, lead.end()):
                yield NameClaim(holder, "", name[0], lead.start(), name[1])


def _answering(text: str, plain: str) -> Iterator[NameClaim]:
    """Find "o responsável é Bia Reis": whom a booking is under, where no slot is called so."""
    for lead in _ANSWERS.finditer(plain):
        if name := name_at(text, lead.end(), full=True):
            yield NameClaim("booker", "", name[0], lead.start(), name[1], sure=True)


def name_of_contact(text: str) -> list[NameClaim]:
    """Find "falar com Sônia, a avó", which tells whose a telephone is that stands beside it."""
    text = text[:_READ]
    found = ((lead, name_at(text, lead.end())) for lead in _CONTACT.finditer(flat(text)))
    return [NameClaim("contact", "", n[0], lead.start(), n[1]) for lead, n in found
            if n and is_given_name(_first_of(n[0]))]  # fmt: skip


def _first_of(name: str) -> str:
    return fold(name.split()[0])


def _renamed(text: str, plain: str) -> Iterator[NameClaim]:
    """Find "muda o nome pra Iraci", which is about a name that is known, and about no other."""
    for lead in _RENAMES.finditer(plain):
        if name := name_at(text, lead.end(), lower=True):
            holder: NameHolder = "speaker" if lead["mine"] else "known"
            yield NameClaim(holder, "", name[0], lead.start(), name[1], sure=True)


def _named(text: str, plain: str, nouns: Collection[str]) -> Iterator[NameClaim]:
    """Find "the dog is called Rex", "company Acme", "my colleague, Ben Stone"."""
    for lead in _noun_pattern(frozenset(nouns)).finditer(plain):
        if is_kin(lead["noun"]) and _AM.search(plain[: lead.start()]):
            continue  # "I'm her dad, Pete" tells the writer's
        if _IN_NAME.search(plain[max(0, lead.start("noun") - 35) : lead.start("noun")]):
            continue  # "em nome da minha neta Bia" is whose name it goes under
        called = lead["be"] is not None and re.fullmatch(_SURE_BE, lead["be"].strip()) is not None
        sure = called or (bool(lead["of_name"] or lead["name_of"]) and lead["be"] is not None)
        lax = sure or (lead["article"] in ("o", "a") and lead["be"] is not None)
        if (name := name_at(text, lead.end(), lower=lax)) and not is_kin(fold(name[0])):
            behind = _BEHIND.match(plain[name[1] : name[1] + 60]) if is_kin(lead["noun"]) else None
            does = behind["noun"] if behind and behind["noun"] in nouns else None
            yield NameClaim(
                "named", does or lead["noun"], name[0], lead.start(), name[1],
                lead["be"] is not None,
            )  # fmt: skip


@lru_cache(256)
def _noun_pattern(nouns: frozenset[str]) -> re.Pattern[str]:
    known = [_either_gender(noun) for noun in sorted(nouns, key=len, reverse=True)]
    called = "|".join([*known, _CHILD, _ADULT, _ANIMAL, _ORGANISATION])
    return re.compile(
        rf"\b(?:(?P<name_of>(?:o )?nome d[oa]|(?:the )?name of(?: the)?) )?{_WHOSE}?"
        rf"(?P<noun>{called})(?!\w)(?:'s|s')?(?P<of_name> name)?"
        rf"(?:,|(?P<be> ?{_BE}{_LESS}| (?:to|para|pra|por)(?= \S)))? (?:{_KIN})?{_ARTICLE}(?=\S)"
    )


def _either_gender(noun: str) -> str:
    """Write a noun so that "professora" is one for "professor", and "aluna" for "aluno"."""
    return re.escape(noun[:-1]) + "[oa]" if noun[-1] in "oa" else re.escape(noun) + "a?"


def _said(
    pattern: re.Pattern[str], holder: NameHolder, text: str, plain: str
) -> Iterator[NameClaim]:
    for lead in pattern.finditer(plain):
        sure, start = lead["sure"] is not None, lead.end()
        kin = re.compile(_KIN).match(plain, start)
        start = kin.end() if kin and holder == "speaker" else start
        name = name_at(text, start, lower=sure or lead["article"] in ("o", "a"), full=True)
        here = lead.groupdict().get("here") is not None
        if name and (not here or _HERE.match(plain[name[1] :])):
            noun = kin[0].strip(" ,") if kin and holder == "speaker" else ""
            yield NameClaim(holder, noun, name[0], lead.start(), name[1], sure)


def _acting(text: str, plain: str) -> Iterator[NameClaim]:
    """Find who does what a slot is called for: "booked by Nina", "Carl Webb is driving"."""
    for pattern in (_ACTS, _BY):
        for lead in pattern.finditer(plain):
            kin = re.compile(rf"{_KIN}|(?:o|a|the) ").match(plain, lead.end())
            if name := name_at(text, kin.end() if kin else lead.end()):
                holder: NameHolder = "asked" if lead["noun"] in _GOING else "named"
                sure = holder == "asked"
                yield NameClaim(holder, lead["noun"], name[0], lead.start(), name[1], sure)
    end = 0
    for first in _CAPITAL.finditer(text):
        name = name_at(text, first.start()) if first.start() >= end else None
        behind = _BEHIND.match(plain[name[1] : name[1] + 60]) if name else None
        if name and behind:
            end = name[1] + behind.end()
            yield NameClaim("named", behind["noun"], name[0], first.start(), end)


def _bearing(text: str, plain: str) -> Iterator[NameClaim]:
    for lead in _BEARER.finditer(plain):
        sure = lead["sure"] is not None
        name = name_at(text, lead.end())
        if name is None and sure:
            full = name_at(text, lead.end(), full=True)
            name = full if full and is_given_name(_first_of(full[0])) else None
        if name and (sure or lead["kin"] or " " in name[0]):
            holder: NameHolder = "under" if _UNDER.match(lead[0]) else "bearer"
            noun = "" if holder == "under" else _child_of(lead["kin"] or "")
            yield NameClaim(holder, noun, name[0], lead.start(), name[1], sure)


def _child_of(kin: str) -> str:
    """Return what a child is called whom something is for: "for my son Leo"."""
    found = _CHILDREN.search(kin)
    return found[0] if found else ""


def _with_denied(claim: NameClaim, text: str, plain: str) -> NameClaim:
    """Add "not Max" behind a name: it is the one that the new one replaces."""
    denies = _DENIES.match(plain[claim.end : claim.end + 40])
    old = name_at(text, claim.end + denies.end(), lower=True) if denies else None
    if old is None:
        return claim
    return NameClaim(claim.holder, claim.noun, claim.name, claim.start, old[1], True, old[0])
