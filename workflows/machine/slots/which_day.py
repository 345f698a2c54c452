"""Which of a form's days to come the words around a day speak of: "I'd like to taste on Friday".

A verb speaks of the slot whose question has the noun of it, and a wedding of the one for an event.
"""

from __future__ import annotations

import re
from functools import lru_cache

from language.date_words import MONTHS, WEEKDAYS
from language.dates import mentioned_dates
from language.days_led import has_happened
from language.flat import flat
from language.idle_words import IDLE_WORDS
from language.inflections import root
from language.matching import stem
from workflows.file.slots import Slot
from workflows.file.words import LANGUAGES, in_language
from workflows.machine.slots.day_pairs import ahead, day_and_moment, told_apart
from workflows.machine.slots.message import MessageBeingRead, question_of

_WORD = re.compile(r"[a-z]{3,30}")
_DAY = re.compile(r"\d{1,2}(?:st|nd|rd|th)?(?!\d|:|h\b)|\b(?:dia|day) ")
# What a day is that everything else is made ready for: whichever of them a message has is meant.
_EVENTS = frozenset(
    "event evento party festa wedding casamento casamos casam birthday aniversario niver"
    " anniversary graduation formatura ceremony cerimonia reception recepcao christening batizado"
    " celebration celebracao launch lancamento funeral velorio show gala ball baile"
    " confraternizacao".split()
)
_AN_EVENT, _RETURNING = "event", "returning"
# What is done on the day of a thing, by the roots of the verbs and nouns that say it.
_ACTS = {
    word: act
    for act, said in {
        "trying": "try tri tast sampl fit prov experiment degust test",
        "fetching": "fetch collect collection pick pickup busc retir peg apanh",
        "bringing": "deliver deliv delivery bring entreg entregu entreguem traz tra trag tragam",
        "mounting": "setup mount build install mont montam montem instal instalem",
        _RETURNING: "return devolv devoluc",
    }.items()
    for word in said.split()
}
_HANDLING = frozenset({"fetching", "bringing", "mounting"})  # for what a day is made ready
_LEAST = 4  # letters of a root that another one may begin with
# Words that any day is asked for with, and what may be said of any.
_OF_ANY = frozenset(
    "day days date dates dia dias data datas come comes coming vir vem vens venho vindo vamos would"
    " like prefer prefiro preferir suit suits good best better bom boa melhor ideal fine book"
    " agendar marcar dar daria gostaria poder pode podem podemos should shall next time hour hora"
    " horario que please favor make our nosso nossa qual which your seu sua".split()
)
_DATES = frozenset(name for name in [*WEEKDAYS, *MONTHS] if len(name) > 3)  # "set up" is none
_ASKS_TO = re.compile(
    r"\b(?:(?:can|could|may|shall) (?:i|we)|posso|podemos|poderia|poderiamos|consigo"
    r"|conseguimos|da (?:pra|para)|daria (?:pra|para)|tem como|(?:can|could|would) you"
    r"|(?:voces? |vcs? )?(?:podem?|conseguem?|poderiam?))\b"
)


def day_spoken_of(
    message: MessageBeingRead, start: int, end: int, *, far: bool = False
) -> str | None:
    """Return the one of several days to come that the words around a stretch speak of.

    What stands before it counts first. With `far` all of the message may tell which one.
    """
    place = start, end, far
    if place not in message.days_of:
        message.days_of[place] = _spoken_of(message, start, end, far=far)
    return message.days_of[place]


def _spoken_of(message: MessageBeingRead, start: int, end: int, *, far: bool) -> str | None:
    slots = told_apart(message)
    if len(slots) < 2 or not _may_tell(message, start, end):
        return None
    first, last = message.segment(start, end)
    plain = flat(message.text)
    stretches = [_roots(plain[first:start])[::-1], _roots(plain[end:last])]
    if far:
        stretches += [_roots(plain[:first])[::-1], _roots(plain[last:])]
    return _first_called(message, [word for told in stretches for word in told])


def is_of_return(message: MessageBeingRead, start: int) -> bool:
    """Tell "I'll return them on the 13th" where no slot is for the day of that."""
    first, _ = message.segment(start, start)
    said = _roots(flat(message.text[first:start]))
    asked = (_asked_with(_asked(name, slot)) for name, slot in ahead(message).items())
    return _RETURNING in said and not any(_RETURNING in each for each in asked)


def is_made_ready(message: MessageBeingRead, name: str) -> bool:
    """Tell whether a slot is for the day on which something is brought, fetched or mounted."""
    return bool(_asked_with(_asked(name, message.slots[name])) & _HANDLING)


def _may_tell(message: MessageBeingRead, start: int, end: int) -> bool:
    """Tell whether a day is to come, and a question asks to do something on it.

    "Can we pick up on the 10th?" does, and "do you open on the 10th?" does not.
    """
    if _is_gone(message, start, end):
        return False
    if not message.reading.question or message.wish:
        return True
    asks = _ASKS_TO.search(flat(message.text[:start]))
    return asks is not None and _DAY.search(flat(message.text[start:end])) is not None


def _is_gone(message: MessageBeingRead, start: int, end: int) -> bool:
    """Tell "my party was on 3 October", which is over, from "it was moved to the 13th"."""
    first, last = message.segment(start, end)
    if not has_happened(message.text[first:start]):
        return False
    speech = message.speech
    near = mentioned_dates(message.text[start:last], speech.today, speech.language)
    return any(each.value < speech.today for each in near)


def slot_called(message: MessageBeingRead, said: str) -> str | None:
    """Return the one of several days to come that some words name: "of the party"."""
    return _first_called(message, _roots(flat(said)))


def _first_called(message: MessageBeingRead, roots: list[str]) -> str | None:
    """Return the slot that the first of some roots calls which calls one alone."""
    slots = told_apart(message)
    known = _own_roots(tuple(_asked(name, slot) for name, slot in slots.items()))
    own = dict(zip(slots, known, strict=True))
    if (both := day_and_moment(message)) and not own[both[0]] & _HANDLING:
        own[both[1]] |= _HANDLING  # "in which day and at what time?"
    for word in roots:
        meant = [name for name, called in own.items() if _calls(word, called)]
        if len(meant) == 1:
            return meant[0]
    return None


def _calls(word: str, called: frozenset[str]) -> bool:
    if word in called:
        return True
    return len(word) >= _LEAST and any(
        len(each) >= _LEAST and (each.startswith(word) or word.startswith(each)) for each in called
    )


@lru_cache(256)
def _own_roots(asked: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    """Return of each question the roots of the words that no other one has."""
    said = [_asked_with(each) for each in asked]
    return tuple(
        own.difference(*(other for at, other in enumerate(said) if at != place))
        for place, own in enumerate(said)
    )


def _asked(name: str, slot: Slot) -> str:
    """Return the name of a slot, all that asks for it and explains it, in every language."""
    told = [in_language(slot.help, each) for each in LANGUAGES] if slot.help else []
    return flat(" ".join([name.replace("_", " "), question_of(slot), *told]))


@lru_cache(256)
def _asked_with(plain: str) -> frozenset[str]:
    return frozenset(_roots(plain))


def _roots(plain: str) -> list[str]:
    """Return the roots of the words of a flat text that tell one day from another."""
    found: list[str] = []
    for word in _WORD.findall(plain):
        if word in _OF_ANY or word in _DATES or stem(word) in IDLE_WORDS:
            continue
        own = root(word)
        kind = _AN_EVENT if stem(word) in _EVENTS else _ACTS.get(own)
        found += [own, kind] if kind else [own]
    return found
