"""Reads what an address that is known still lacks: "só faltou o bairro, é Centro", "it's apt 4"."""

from __future__ import annotations

import re

from language.address_parts import house_number, lacks_town, with_number
from language.date_words import MONTHS, WEEKDAYS
from language.flat import flat
from language.matching import fold
from language.names import capitalised
from language.spelled import in_digits
from workflows.machine.slots.measured import fitting
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.own_words import clauses_told
from workflows.machine.slots.read_streets import holds_place

_DISTRICT = re.compile(
    r"\b(?:o |do |the )?(?:bairro|neighbou?rhood|district)(?:,? (?:e|eh|is|fica)(?: [oa])?|:|"
    r" [oa])?,? (?:(?:e|eh|is) (?:[oa] )?)?(?P<value>\S[^,.;!?\n]{1,40})"
)
_INSIDE = re.compile(
    r"\b(?P<label>apto?|ap|apt|apartamento|apartment|flat|unit|bloco|sala|(?:dorm )?room|suite"
    r"|cep|zip)\b"
    r"(?: code)?\.?(?: (?:e|eh|is|number|numero))? ?(?P<number>\d[\w-]{0,9}|[a-z]\d{0,3}\b)"
)
_LONGEST = 200
_BRIEF = 5  # characters of a number or an hour
_OF_NAMES = re.compile(r"(?:(?:meu|minha|my|o|the|seu|your) )?(?:nome|name|telefone|phone)\b")
_NAMED_BEHIND = re.compile(
    r"(?:^|[,;.!] )\W*(?P<value>[^,.;!?\n]{2,40}?) (?:e|eh|is) (?:o |a |the )?(?:bairro"
    r"|cidade|neighbou?rhood|district|town|city)\b"
)
_HOUSE = re.compile(
    r"\b(?:(?:numero|n[o.º°]{0,2}) d[aeo] (?:casa|predio|endereco|rua)|(?:house|street|building)"
    r" number|number of the (?:house|building))(?: certo| right)?"
    r"(?:,? (?:e|eh|is|it'?s|fica|should be)|:)? (?:o |the )?(?P<number>\d{1,6}[a-z]?)\b(?! ?\d)"
)
_INSTEAD = re.compile(
    r"\b(?P<number>\d{1,6}[a-z]?),? (?:(?:e |and )?(?:not|nao|no)|instead of|em vez d[eo]"
    r"|no lugar d[eo]) (?:o |the |number |numero )?(?P<old>\d{1,6}[a-z]?)\b"
    r"|\b(?:not|nao e|isn'?t) (?:o |number |numero )?(?P<old2>\d{1,6}[a-z]?)"
    r"(?: but|,? (?:e|eh|it'?s))(?: o| number| numero)? (?P<number2>\d{1,6}[a-z]?)\b"
)
_JOINS = r"(?:e|eh|is|its|it's|be|the|o|a|na|no|in|bairro|cidade|town|rua|street)"
_SWAPPED = re.compile(
    rf"(?:^|[,.;!] |\b{_JOINS} )(?P<new>(?!{_JOINS}\b)[\w']+(?: (?!{_JOINS}\b)[\w']+){{0,3}}?),? "
    r"(?:(?:e |and )?(?:nao|not)|instead of|em vez de) (?:o |a |the |na |no |in )?"
    r"(?P<old>[\w' ]{3,40}?)\W*(?=$|[,.;!])"
)
_BARE_NUMBER = re.compile(
    r"\W*(?:(?:e|eh|it'?s|o|the) )*(?:numero|number|n[o.º°]{1,2})(?: certo| right)?"
    r"(?: (?:e|eh|is))? (?P<number>\d{1,6}[a-z]?)\W*"
)
_PUT_TO_IT = re.compile(
    r"\b(?:poe|coloca|bota|acrescenta|inclui|add|put|include)r? (?:o |a |the |tambem |also )?"
    r"(?P<value>[^\d,.;!?]{3,40}?) (?:no|ao|to the|to my|in the|on the) (?:endereco|address)\b"
)
_POINTS = frozenset("that this it isso isto esse essa ele ela tambem also".split())
_LIES = re.compile(
    r"(?:(?:it'?s|it is|is|e|eh|fica)\s)?(?:in|na|no|em)\s(?P<value>\S[^\d]{1,40})"
    r"|(?P<bare>centro)",
    re.I,
)


def read_place_parts(message: MessageBeingRead) -> None:
    """Put a district or a flat to the one address that is known, where all of it is shown."""
    places = [n for n, s in message.of("text") if holds_place(n, s)]
    known = message.known.get(places[0]) if len(places) == 1 else None
    if not isinstance(known, str) or not message.revising or not message.told:
        return
    if places[0] in message.reading.values or places[0] == message.asked:
        return
    whole, start, end = (
        _renumbered(known, message)
        or _swapped(known, message)
        or _enlarged(known, message)
        or (known, 0, 0)
    )
    if message.reading.question and end > len(message.told):
        return
    if whole != known and len(whole) <= _LONGEST and message.free(start, end):
        message.take(places[0], whole, start, end)


def _enlarged(known: str, message: MessageBeingRead) -> tuple[str, int, int] | None:
    """Return the address with a district, a town or a flat that is named for it."""
    plain = flat(message.text)
    if (found := _DISTRICT.search(plain)) and not _OF_NAMES.match(plain, found.start("value")):
        return _beside(known, message, *found.span("value")), *found.span()
    if (put := _PUT_TO_IT.search(plain)) and _is_named(put["value"]):
        return _beside(known, message, *put.span("value")), *put.span()
    if found := _INSIDE.search(plain):
        return _inside(known, message, found), *found.span()
    if found := _NAMED_BEHIND.search(plain):
        return _beside(known, message, *found.span("value")), *found.span()
    open_ = message.confirming and lacks_town(known)
    for start, end in clauses_told(message.text) if open_ else ():
        first = start + len(message.text[start:end]) - len(message.text[start:end].lstrip(" ,"))
        if found := _LIES.fullmatch(message.text[first:end].rstrip(" .!")):
            place = found["value"] or found["bare"]
            if _is_place(place):
                at = message.text.index(place, first)
                return _beside(known, message, at, at + len(place)), start, end
    return None


def _swapped(known: str, message: MessageBeingRead) -> tuple[str, int, int] | None:
    """Return the address with a part in the place of one that it has: "Sion, not Centro"."""
    for found in _SWAPPED.finditer(flat(message.text)):
        old = re.search(rf"\b{re.escape(found['old'].strip())}\b", flat(known))
        if old and not found["old"].strip().isdigit():
            new = message.text[slice(*found.span("new"))].strip()
            return known[: old.start()] + new + known[old.end() :], *found.span()
    return None


def _is_named(said: str) -> bool:
    """Tell "põe sumaré no endereço" from "add that to the address"."""
    return not _POINTS & {*fold(said).split()}


def _is_place(said: str) -> bool:
    """Tell "na Serra" and "no centro" from "in December" and "na verdade"."""
    dated = any(word in WEEKDAYS or word in MONTHS for word in fold(said).split())
    return not dated and (capitalised(said) or fold(said) == "centro")


def _renumbered(known: str, message: MessageBeingRead) -> tuple[str, int, int] | None:
    """Return the address with the house number that is told for it: "it's 15, not 5"."""
    known = _in_figures(known, message)
    plain = in_digits(message.text, message.speech.language).text
    if named := _HOUSE.search(plain):
        return with_number(known, named["number"]), 0, len(message.text)
    bare = _BARE_NUMBER.fullmatch(plain)
    if bare is not None and _is_of_house(known, message, int(re.sub(r"\D", "", bare["number"]))):
        return with_number(known, bare["number"]), 0, len(message.text)
    found = _INSTEAD.search(plain)
    if found is None:
        return None
    old, new = found["old"] or found["old2"], found["number"] or found["number2"]
    others = [str(v) for name, v in message.known.items() if v != known and name in message.slots]
    taken = any(re.match(rf"0?{old}(?!\d)", other) for other in others if len(other) <= _BRIEF)
    if old != house_number(known) or taken:
        return None
    return with_number(known, new), 0, len(message.text)


def _in_figures(known: str, message: MessageBeingRead) -> str:
    """Write the house number of "rua das acácias cento e vinte" in digits, and no street's name."""
    changes = in_digits(known, message.speech.language).changes
    if not changes or house_number(known) is not None:
        return known
    start, end, first, last = changes[-1]
    number = in_digits(known, message.speech.language).text[start:end]
    named = len(known[:first].split()) > 1 and number.isdigit()
    return known[:first] + number + known[last:] if named else known


def _is_of_house(known: str, message: MessageBeingRead, number: int) -> bool:
    """Tell whether "o número é 130" can be of nothing else that the form asks for."""
    counts = [name for name, _ in message.of("integer", "number")]
    return house_number(known) is None or not fitting(message, counts, number)


def _beside(known: str, message: MessageBeingRead, start: int, end: int) -> str:
    """Put a district behind the address, once."""
    told = message.text[start:end].strip(" .!")
    return known if flat(told) in flat(known) else f"{known}, {told}"


def _inside(known: str, message: MessageBeingRead, found: re.Match[str]) -> str:
    """Put a flat behind the address, or into the place of the one that it has."""
    old = re.search(rf"\b{found['label'][:2]}\w*\.? ?(?P<number>\d[\w-]{{0,9}})", flat(known))
    number = message.text[slice(*found.span("number"))]
    if old is None:
        return f"{known}, {message.text[slice(*found.span())]}"
    return known[: old.start("number")] + number + known[old.end("number") :]
