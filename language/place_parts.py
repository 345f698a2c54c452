"""What of a message is the address that it tells, and who is introduced beside it.

"pode ser. Clube Sol, rua Um 5, Centro. é a Ana" tells a place in three parts, and a name. The
place is what stands around its house number without a break: names of places before it, and
behind it whatever is not plainly something else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from language.common_words import is_common, is_given_name
from language.corrections import corrects
from language.flat import flat
from language.found import Found
from language.matching import fold
from language.names import PARTICLES, capitalised
from language.place_bounds import (
    LEADING,
    OF_PLACES,
    PLACE,
    WORD,
    behind_lead,
    is_written_as_name,
    only_leads,
    own_end,
    own_start,
    place_start,
)
from language.postcodes import ends_address, is_postcode
from language.speech_acts.acts import only_changes, only_courteous
from language.told_names import told_name

_READ = 500
_MOST = 12  # clauses
_BREAK = re.compile(
    r"[,;\n]\s{0,9}|(?<![.!?])[.!?]{1,9}(?=\s|$)\s{0,9}|\s(?=(?:e|and|mas|but)\s)"
    r"|\s[-–—]{1,2}\s{1,3}(?!\d)"
    r"|\s(?=(?:(?:o )?meu nome|my name|me chamo|chamo-me|eu sou)\b)",
    re.I,
)
_JOINT = re.compile(r"^\W*(?:(?:e|and|mas|but)\s+)?", re.I)
_WHEN = re.compile(
    r"(?:(?:as|at|das|from|on|dia|no dia|por|for|next|this|amanha|hoje|tomorrow|today|ate|until|"
    r"by|say|around|about|la|pelas|umas|tipo|na|no|make it|put it on|poe na|muda pra) ){0,2}"
    r"(?:\d{1,2}(?: ?ish\b| ?(?:h|hs|hrs|horas?|hours?|am|pm|o'clock)\b)|\d{1,2}[:h]\d\d|noon"
    r"|midday|meio-dia|(?:the )?\d{1,2}(?:st|nd|rd|th)$|(?:dia|day) \d{1,2}$|"
    r"(?:mon|tues?|wednes|thurs?|fri|satur|sun)(?:day)?s?\b|(?:segunda|terca|quarta|quinta|sexta)"
    r"(?:[ -]feira)?\b|sabado\b|domingo\b|amanha\b|hoje\b|tomorrow\b|today\b)"
)
_AT_HOUR = re.compile(
    r"(?:at|as|la pelas|pelas|umas|by|around) \d{1,2}(?: (?:please|pls|por favor|pf|mesmo|sharp))?"
)
_STREET = re.compile(r"\b(?:rua|r|av|avenida|travessa|alameda|praca|estrada|rodovia)\b")
_BRIEF = 4  # words of a clause with a number in it that may be of an address
_INTRODUCES = re.compile(
    r"^(?:(?:e|eh|it'?s|this is|aqui e|quem fala (?:aqui )?(?:e|eh)|sou|eu sou|i'?m|i am"
    r"|(?:the )?name'?s|name is|my name(?:'s| is)|"
    r"(?:o )?(?:meu )?nome(?: completo)? (?:e|eh)|(?:name|nome)(?:\s?:)?|me chamo|ask for|call me|"
    r"falar com|procur(?:ar|e|a)(?: por| pel[oa])?)(?: [oa])?(?: again)? |"
    r"(?:mr|mrs|ms|miss|dr|dra|sr|sra|dona|seu)\.? )"
)
_TRAILS = re.compile(r"\s(?:again|de novo|outra vez|here|aqui|speaking|falando)\W*$", re.I)
_DENIED = re.compile(r"(?:nao|not) (?:o |a |the |e |number |numero )?\d")
_LEADS_TO_DATUM = re.compile(  # "call me on", "e o telefone é", before what is taken
    r"\b(?:call|ring|text|phone|number|tel|cell?|mobile|telefone|celular|fone|numero|zap|whats\w*"
    r"|lig(?:a|ue|ar)|contato|contact|email|e-mail|reach|my|chama(?:r|da)?"
    r"|fala(?:r)?)\b|\b(?:no|na|em|on|at|is|e|eh|it'?s)\s*$"
)
_SAME = re.compile(r"^(?:o |the )?(?:mesm[oa]|same) \w+$")
_IS = re.compile(r"(?i)\b(rua|avenida|travessa|alameda|praça|estrada) (?:é|eh)(?: [ao])? (?=\S)")
_TELLS = re.compile(  # what is told beside a place, and names none
    r"(?i)\b(?:é|são|será|vai|tem|há|is|are|will|has|have)\b|\b(?:there|it)['’]?s\b"
    r"|^\W*(?:and |e )?(?:no|sem|without|one|two|uma|um)\s"
)
_THERE_IS = re.compile(
    r"(?:there(?:['’]?s| is| are)|it has|we(?:['’]ve| have)(?: got)?|has|tem|temos|ha|possui"
    r"|existe)\b"
)
_IS_SOMEBODYS = re.compile(  # "that's my mum's house", "é a casa da minha mãe"
    r"(?:that'?s|it'?s|its|this is|e|eh|fica)\s[^,;.!?]{0,30}"
    r"\b(?:mine|my|his|hers?|our|their|minha|meu|nossa|nosso|del[ea]s?)\b"
)
_JOINED = re.compile(r"\W{0,3}(?:e|and|mas|but)\s", re.I)
_EDGES = re.compile(r"^[\s,.;!]{0,20}|[^\w)\"'ªº]{1,20}$")
_LONGEST_NAME = 5  # words
Sort = Literal["place", "name", "else", "open"]


@dataclass(frozen=True, slots=True)
class PlaceParts:
    """Where the address stands, and the name that is given beside it."""

    place: Found[str]
    name: Found[str] | None = None


def place_parts(
    text: str,
    house: Found[str],
    *,
    free: Callable[[int, int], bool],
    names_open: bool,
    asked: bool,
    taken: Sequence[tuple[int, int]] = (),
) -> PlaceParts:
    """Return the whole of an address of which one part is known.

    Where it was asked for, only what is plainly something else is no part of it; else only what is
    plainly a part. `free` tells what other data have left, `taken` where they stand, and
    `names_open` whether a name is wanted.
    """
    clauses = _clauses(text[:_READ], house, taken)
    sorts: list[Sort] = [
        _sort(text, c, free=free, names_open=names_open, asked=asked) for c in clauses
    ]
    for at, (one, other) in enumerate(pairwise(clauses)):
        if not free(*other) and _LEADS_TO_DATUM.search(flat(text[slice(*one)])):
            sorts[at] = "else"
    for at in range(len(clauses) - 1, -1, -1):  # "there's a buzzer", unless more of it follows
        said = text[slice(*clauses[at])]
        told = sorts[at] == "open" and (_TELLS.search(said) or _JOINED.match(said))
        if told and "place" not in sorts[at + 1 :]:
            sorts[at] = "else"
    at = next((n for n, (a, b) in enumerate(clauses) if a <= house.start < b), None)
    if at is None:
        return PlaceParts(house)
    last = next((n for n, (a, b) in enumerate(clauses) if a < house.end <= b), at)
    _leave_remarks(text, clauses, sorts, last)
    told = _end_at_code(text, clauses, sorts, last, free) if names_open else None
    if asked and (
        _is_town(text, clauses[last:], free) or _is_quarter(text, clauses[at:], clauses[last + 1 :])
    ):
        sorts[last + 1] = "place"
    start, first = own_start(text, clauses[at], house.start), at
    while first and sorts[first - 1] in ("place", "open"):
        if start > clauses[first][0] and not only_leads(text, clauses[first][0], start):
            break  # "I'm Ana at 5 Elm St": what stands before is of her
        led = place_start(text, clauses[first - 1])
        if led is None:
            break
        start, first = led, first - 1
    end = own_end(text, clauses[last], house.end, asked=asked)
    kept: tuple[Sort, ...] = ("place", "open") if asked else ("place",)
    while end == clauses[last][1] and last + 1 < len(clauses) and sorts[last + 1] in kept:
        last += 1
        end = clauses[last][1]
    place = Found(_IS.sub(r"\1 ", _EDGES.sub("", text[start:end])), start, end)
    named = next((c for n, c in enumerate(clauses) if sorts[n] == "name" and n > last), None)
    named = named or next((c for n, c in enumerate(clauses) if sorts[n] == "name"), None)
    return PlaceParts(place, _name_in(text, named, names_open=names_open) if named else told)


def _leave_remarks(text: str, clauses: list[tuple[int, int]], sorts: list[Sort], last: int) -> None:
    """Let an address end at its code but for its town: "TR15 2AB, that's mine, not his"."""
    said = [flat(text[slice(*clause)]).strip(" .!") for clause in clauses]
    ends = (n for n in range(last, len(said)) if ends_address(said[n]) or is_postcode(said[n]))
    for at in range(next(ends, len(said)) + 1, len(said)):
        if sorts[at] == "open" or (sorts[at] == "place" and _IS_SOMEBODYS.match(said[at])):
            sorts[at] = "else"


def _end_at_code(
    text: str,
    clauses: list[tuple[int, int]],
    sorts: list[Sort],
    last: int,
    free: Callable[[int, int], bool],
) -> Found[str] | None:
    """Let nobody's name be of an address: "RG5 3HN, Priya Nair, 07700 900655"; return it."""
    ends = (n for n in range(last, len(clauses)) if ends_address(flat(text[slice(*clauses[n])])))
    behind = next(ends, len(clauses)) + 1
    if behind >= len(clauses) or sorts[behind] == "name":
        return None
    start, end = clauses[behind]
    said = text[start:end].strip(" .!")
    if not free(start, end) or not _is_full_name(said):
        return None
    sorts[behind] = "else"
    reached = behind + 1 < len(clauses) and not free(*clauses[behind + 1])
    return Found(said, start, end) if reached else None


def _is_full_name(said: str) -> bool:
    """Tell "Priya Nair" from "West Berkshire" and "Silver Estate"."""
    words = [fold(word) for word in said.split()]
    placed = words and (words[0] in OF_PLACES or PLACE.search(flat(said)))
    full = 1 < len(words) <= _LONGEST_NAME and not any(is_common(word) for word in words)
    return full and not placed and capitalised(said)


def _is_quarter(
    text: str, clauses: Sequence[tuple[int, int]], behind: Sequence[tuple[int, int]]
) -> bool:
    """Tell "Rua Um 30, Hugo Lange", where a Brazilian address ends with a part of the town: many
    of them are called after somebody."""
    if len(behind) != 1 or _STREET.search(flat(text[slice(*clauses[0])])) is None:
        return False
    said = flat(text[slice(*behind[0])]).strip(" .!")
    return _INTRODUCES.match(said) is None and len(said.split()) > 1


def _is_town(
    text: str, clauses: Sequence[tuple[int, int]], free: Callable[[int, int], bool]
) -> bool:
    """Tell the town of "19 Park Rd, Milton" from the name of "5 Elm St, ron 207 761 4408"."""
    if len(clauses) < 2 or text[clauses[0][1] : clauses[1][0]].strip() != ",":
        return False
    (start, end), behind = clauses[1], clauses[2] if len(clauses) > 2 else None
    told = behind is not None and not free(*behind) and not text[end : behind[0]].strip()
    return (
        free(start, end)
        and not told
        and re.fullmatch(r"[A-ZÀ-Ý][\w'’-]+", text[start:end]) is not None
    )


def names_place(text: str) -> bool:
    """Tell whether a word of a text is one for places: "Village Hall"."""
    return PLACE.search(flat(text)) is not None


def begins_place(text: str) -> bool:
    """Tell whether a name is one of a place by the word that it begins with: "Clube Sol"."""
    said = flat(text).split()
    return bool(said) and (said[0] in OF_PLACES or PLACE.match(said[0]) is not None)


def _clauses(
    text: str, house: Found[str], taken: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Part a text at its commas, stops and ands, but not at the stop of "R. Um, 5".

    What others have taken is a clause of its own: "14 Mill Lane, Burlington 802 863 2345".
    """
    found: list[tuple[int, int]] = []
    start = 0
    for first, last in sorted({*_stops(text, house, taken)})[: _MOST + len(taken)]:
        if first >= start:
            found.append((start, first))
            start = last
    return [(a, b) for a, b in [*found, (start, len(text))] if text[a:b].strip()]


def _stops(
    text: str, house: Found[str], taken: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Find where clauses part; a datum parts them before and behind it."""
    apart = [
        (a, b) for a, b in taken if a < b <= len(text) and (b <= house.start or a >= house.end)
    ]
    for stop in _BREAK.finditer(text):
        if not (house.start <= stop.start() and stop.end() < house.end):
            inside = any(a < stop.end() and stop.start() < b for a, b in apart)
            yield from () if inside else (stop.span(),)
    for a, b in apart:
        yield a, a
        yield b, b


def _sort(
    text: str,
    clause: tuple[int, int],
    *,
    free: Callable[[int, int], bool],
    names_open: bool,
    asked: bool,
) -> Sort:
    """Tell what a clause beside an address is."""
    said = text[slice(*clause)]
    if not re.search(r"\w", said) or not free(*clause):
        named = names_open and _leads_to_data(text, clause, free)
        return "name" if named else "else"
    if _name_in(text, clause, names_open=names_open):
        return "name"
    plain = flat(said).strip(" .!")
    bare = _JOINT.sub("", plain, count=1)
    if _SAME.match(bare) or _DENIED.match(bare) or all(word in LEADING for word in bare.split()):
        return "else"
    if _WHEN.match(bare) or _AT_HOUR.fullmatch(bare) or plain.startswith(("mas ", "but ")):
        return "else"
    if len(bare.split()) > 1 and is_written_as_name(text[behind_lead(text, *clause) : clause[1]]):
        return "place"  # a Portuguese "no" leads to it, and takes nothing back
    if corrects(said) or only_changes(said):
        return "else"
    if _THERE_IS.match(bare):
        return "open"
    if PLACE.match(bare) or (asked and PLACE.search(bare)) or is_postcode(bare):
        return "place"
    if re.search(r"\d", bare):
        return "place" if len(bare.split()) <= _BRIEF and asked else "open"
    words = [w for w in bare.split() if w not in PARTICLES]
    if is_written_as_name(said) and not (len(words) == 1 and is_common(fold(words[0]))):
        return "place"
    if words and words[0] in OF_PLACES:
        return "place"
    if words and not any(is_common(word) for word in words):
        return "place"  # "cambui"
    return "else" if only_courteous(said) else "open"


def _leads_to_data(text: str, clause: tuple[int, int], free: Callable[[int, int], bool]) -> bool:
    """Tell "ron 207 761 4408", where the number is somebody else's to read."""
    word = WORD.search(text, *clause)
    return word is not None and free(*word.span()) and is_given_name(fold(word[0]))


def _name_in(text: str, clause: tuple[int, int], *, names_open: bool) -> Found[str] | None:
    """Return the name that a clause introduces, or that it is where one is wanted."""
    start, end = clause
    said = text[start:end]
    joint = _JOINT.match(said)
    start += joint.end() if joint else 0
    bare = re.split(r"[\d(+]", _TRAILS.sub("", text[start:end]), maxsplit=1)[0].strip(" .!,:-")
    led = _INTRODUCES.match(flat(bare))
    rest = bare[led.end() :] if led else bare
    words = [fold(w) for w in rest.split()]
    if not words or len(words) > _LONGEST_NAME or re.search(r"\d", rest):
        return None
    if words[0] in OF_PLACES or PLACE.search(flat(rest)):
        return None
    known = is_given_name(words[0])
    alone = known and names_open and (capitalised(rest) or (rest.islower() and len(words) <= 2))
    if not (led and (capitalised(rest) or known)) and not alone:
        return None
    name = told_name(rest)
    return Found(name, clause[0], end) if name and len(name.split()) == len(words) else None
