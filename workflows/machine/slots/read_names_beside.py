"""Reads the name that somebody signs with: beside a telephone number, or told of its writer.

"custom house. Ryan Tripp 07700 900998", "Hi, Priya Nair here", "Dorothy Angove is the name".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from language.cities import cities_in
from language.common_words import is_common, is_given_name
from language.flat import flat
from language.matching import fold
from language.names import PARTICLES, capitalised
from language.place_parts import begins_place
from language.told_names import told_name
from language.written_names import name_at
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.name_holders import NameHolders
from workflows.machine.slots.read_streets import holds_place
from workflows.machine.slots.read_texts import is_code
from workflows.machine.slots.replaced_names import is_of_option

_READ = 600
_LEAST_WORDS, _MOST_WORDS = 2, 5
_STOP = re.compile(r"[,;.!?\n]|\s[-–—](?=\s)|$")
_CALLS = (  # what a telephone is called, which is no part of a name before it
    r"(?:(?:my|meu|o|the) )?(?:phone|number|no|tel|telephone|cell|mobile|mob|fone|telefone"
    r"|celular|cel|numero|zap|whats\w{0,4}|contato|contact)(?:'?s| is| e| eh)?"
)
_CALLS_BEHIND = re.compile(rf"(?:^|(?<=[\s,;.]))(?:(?:and|e|on) )?{_CALLS}[\s:]{{0,3}}$")
_OPENING = re.compile(
    r"(?:(?:and|e|hi|hello|hey|oi|ola|ok|hiya|morning|bom dia|boa tarde)\s{1,3}){1,2}"
)
_LABEL = re.compile(r"(?:(?:the|my|o|meu) )?(?:names?|name's|nome)(?: is| e| eh)?:?\s{1,3}(?=\w)")
_WRITES = re.compile(
    r"(?:i'?m|i am|this is|it'?s|its|sou|eu sou|aqui (?:e|eh|fala)|fala|quem fala e)\s{1,3}"
    r"(?:[oa]\s{1,3})?(?=\w)"
)
_SIGNS = re.compile(
    r"\s(?:here|speaking|aqui|falando|quem fala|is (?:the|my) name|e o (?:meu )?nome|e meu nome)$"
)
_CALLED = re.compile(r"\b(?:name|nome)$")
_ENDS_SENTENCE = frozenset(".!?\n")
_AROUND = " ,;.:-–—()"


@dataclass(frozen=True, slots=True)
class _ListedPart:
    """What stands between two stops, and whether a telephone number stands beside it."""

    start: int
    end: int
    by_phone: bool
    opens: bool  # it begins a sentence: its first word has a capital whatever it is


def read_names_beside(message: MessageBeingRead) -> None:
    """Take for the writer's slot the name that nobody asked for, and that its writer signs."""
    name = _own_slot(message)
    if name is None or name in message.filled or name in message.reading.values:
        return
    for part in _parts(message):
        found = _signed(message, part)
        if found and message.free(*found[1]):
            message.take(name, found[0], *found[1])
            return


def _own_slot(message: MessageBeingRead) -> str | None:
    """Return the slot for who writes; free words that are asked for keep what they tell."""
    slots = dict(message.of("name"))
    story = message.asked_of("text")
    if story is not None and not (is_code(story[1]) or holds_place(*story)):
        return None
    holders = NameHolders(slots)
    own = list(slots) if len(slots) == 1 else [n for n in slots if holders.is_own(n)]
    return own[0] if len(own) == 1 and not holders.is_thing(own[0]) else None


def _parts(message: MessageBeingRead) -> list[_ListedPart]:
    """Part the untaken text at its stops; a telephone number makes one of what leads to it."""
    text, found, start, opens = message.blanked()[:_READ], list[_ListedPart](), 0, True
    phones = [message.places[n] for n, _ in message.of("phone") if n in message.reading.values
              and n in message.places]  # fmt: skip
    for stop in _STOP.finditer(text):
        first, last = _trimmed(text, start, stop.start())
        said = flat(text[first:last])
        called = _CALLS_BEHIND.search(said)
        first, last = _trimmed(text, first, first + (called.start() if called else len(said)))
        if first < last:
            beside = any(_beside(text, (first, last), phone) for phone in phones)
            found.append(_ListedPart(first, last, beside, opens))
        opens = stop[0] in _ENDS_SENTENCE or (opens and first >= last)
        start = stop.end()
    return found


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    said = text[start:end]
    first = start + len(said) - len(said.lstrip(" :\"'()"))
    return first, max(first, start + len(said.rstrip(" :\"'()")))


def _beside(text: str, part: tuple[int, int], phone: tuple[int, int]) -> bool:
    """Tell whether nothing stands between a part and a number but what the number is called."""
    first, last = (part[1], phone[0]) if part[1] <= phone[0] else (phone[1], part[0])
    between = flat(text[first:last]).strip(_AROUND)
    return first <= last and (not between or _CALLS_BEHIND.fullmatch(between) is not None)


def _signed(message: MessageBeingRead, part: _ListedPart) -> tuple[str, tuple[int, int]] | None:
    """Return the name that a part is, with what introduces it: "names dazza", "Ana Reis here"."""
    text, plain = message.text, flat(message.text)
    opening = _OPENING.match(plain, part.start, part.end)
    start = opening.end() if opening else part.start
    if led := _LABEL.match(plain, start, part.end):
        return _whole(message, led.end(), part.end, start, lower=True)
    if signs := _SIGNS.search(plain, start, part.end):
        said = _whole(message, start, signs.start(), start, lower=True)
        called = _CALLED.search(signs[0]) is not None
        return (said[0], (part.start, part.end)) if said and (
            called or _is_somebody(message, said[0].split(), opens=part.opens)
        ) else None  # fmt: skip
    led = _WRITES.match(plain, start, part.end)
    if not part.by_phone:
        return None
    said = _whole(message, led.end() if led else start, part.end, start, lower=True)
    if said is None:
        return None
    words = text[said[1][0] : said[1][1]].split()[-len(said[0].split()) :]
    if led:
        return said if words[0][0].isupper() or is_given_name(fold(words[0])) else None
    return said if _is_somebody(message, words, opens=part.opens) else None


def _whole(
    message: MessageBeingRead, start: int, end: int, first: int, *, lower: bool
) -> tuple[str, tuple[int, int]] | None:
    """Return the name that fills a stretch to its end."""
    name = name_at(message.text[:end], start, lower=lower)
    if name is None or name[1] < end or told_name(name[0]) is None:
        return None
    return name[0], (first, end)


def _is_somebody(message: MessageBeingRead, words: list[str], *, opens: bool) -> bool:
    """Tell a person's name from a place, an option and plain words, with capitals or without."""
    part = " ".join(words)
    if begins_place(part) or any(cities_in(part)) or any(is_of_option(message, w) for w in words):
        return False
    mine = [fold(word) for word in words if fold(word) not in PARTICLES]
    given, common = is_given_name(mine[0]), [word for word in mine if is_common(word)]
    if not capitalised(part):
        return given and _LEAST_WORDS <= len(mine) <= _MOST_WORDS and not common
    if len(mine) < _LEAST_WORDS:
        return given
    # The capital that begins a sentence tells nothing: "Call Falmouth", but "…, Chloe Webb".
    return given or not common or (not opens and common == mine[:1])
