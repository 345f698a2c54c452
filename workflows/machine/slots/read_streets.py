"""Reads addresses of houses: for the one text that asks for such, and for nothing else.

The 5 of "Rua Um, 5" is nobody's age, and "Rua Um" nobody's name.
"""

from __future__ import annotations

import re
from itertools import pairwise

from language.address_parts import merged
from language.answers import settled
from language.flat import flat
from language.found import Found
from language.matching import fold, stem, stems, words
from language.place_parts import PlaceParts, place_parts
from language.places_named import find_houses
from language.remarks import asks_for_remarks
from language.spelled import in_digits
from language.streets import find_called, find_coded, find_streets
from workflows.file.slots import Slot
from workflows.file.words import LANGUAGES, in_language
from workflows.machine.slots.message import MessageBeingRead, cues, question_of
from workflows.machine.slots.values import option_names

_ASKS_WHERE = re.compile(
    r"enderec|address|\bruas?\b|\bstreet|\bonde\b|\bwhere\b|\blocal\b|logradouro|\bplace\b"
)
_INSTANCES = re.compile(  # of what is asked, "such as where the keys are" is one
    r"(?:,? (?:such as|e\.? ?g\.|for example|for instance|por exemplo|p\.? ?ex\.)"
    r"|, (?:like|como|tipo)) [^.?!]{0,200}"
)
_LEAD = re.compile(  # what stands before an address that puts another one right
    r"^\W*(?:(?:nao|no|sorry|desculpa|desculpe|ops|oops|opa|wait|espera|ah|oh|hm+|na verdade|"
    r"actually|quer dizer|digo|alias|i meant?|quis dizer|errei|corrigindo|correcao|correction|"
    r"it'?s|it is|its|is|e|eh|fica em|fica na|o certo|the right one|should be|make (?:it|that)|"
    r"muda para|muda pra|change it to|change to|na|no|em|at|to|para|pra)\b\W*){0,8}$"
)
_TAIL = re.compile(r"^\W*(?:por favor|please|ta|viu|ok|mesmo|sorry|desculpa|desculpe)?\W*$")
_TAKEN_BACK = re.compile(r"^(?:no|n[ãa]o|sorry|desculpa|digo)\W+", re.I)
_NOT_THAT = re.compile(
    r"\b(?:no|nao),? (?:that|this|it|ess[ea]|est[ea]|isso)\b|\b(?:mine|ours)(?:'s| is)\b"
    r"|\b(?:a minha|o meu|a nossa|o nosso) (?:e|eh|fica)\b"
)
_YOURS = re.compile(r"\b(?:your|de voces|seu|onde|where)\b")
_BESIDE_QUESTION = re.compile(r"[ ,](?:e|and|mas|but) [^?.,]{3,60}\?\W*$")
_ONLY = re.compile(r"\b(?:only|just|so|apenas|somente)\b(?! que\b)")
_COUNT = re.compile(r"(?<![\d.,/-])\d{1,3} (?P<what>[a-z]{3,})\b")
_SORRY = r"(?:sorry|ops|oops|opa|digo|desculp[ae]|quer dizer|ali[áa]s|wait|i mean)"
_NUMBER_AGAIN = re.compile(  # "77, não, 79", and not "77, não 79"
    rf"\b\d{{1,5}}[a-z]?,? (?:(?:n[ãa]o|no)(?:[,.] | (?={_SORRY}))|{_SORRY}[,.]? ){{1,3}}"
    r"(?P<number>\d{1,5}[a-z]?)(?=\W*$|[,.;!])",
    re.I,
)
_CODE_BEFORE = re.compile(  # "the alarm code is 8812 by the way" is at no Way
    r"\b(?:code|pin|password|codigo|senha)(?:'?s| is| e| eh|:)? ?$"
)
_LEAD_OF_CODE = 20  # characters
_PEOPLE_FROM = re.compile(  # "5 people from St Mawes" live nowhere
    r"\d{1,3} (?:people|persons?|ppl|pax|adults?|guests?|of us|pessoas|adultos)\b"
)
_ANEW = re.compile(r"^\W*(?:the|my|o|meu) (?:address|endereco) (?:is|e|eh)(?: (?:na|no|em|at))? $")
_LONGEST_NUMBER = 6
_LONGEST_TAIL = 20


def read_streets(message: MessageBeingRead) -> None:
    """Take an address for the slot that it can only be meant for; nobody else reads in it."""
    places = [name for name, slot in message.of("text") if holds_place(name, slot)]
    asked = message.asked_of("text")
    streets = find_streets(message.text) or (_houses(message) if places else [])
    if places and not asked:
        streets = streets or find_coded(message.text)
    if asked and asked[0] in places:
        streets = streets or _spelled(message) or find_called(message.text)
    streets = [_with_number_again(message.text, street) for street in streets]
    plain = flat(message.text)
    streets = [
        street
        for street in streets
        if message.free(street.start, street.end)
        and not _CODE_BEFORE.search(plain[max(0, street.start - _LEAD_OF_CODE) : street.start])
        and not _PEOPLE_FROM.match(plain, street.start, street.end)
        and (places or not _names_option(message, street))
    ]
    if not streets or message.asked_of("list"):
        return
    if asked and asked[0] in places:
        meant = _behind_denial(message.text, settled(message.text, streets) or streets)
        gone = [(s.start, s.end) for s in streets if s.end <= meant[0].start]
        message.denied += gone
        message.taken += gone
        _take_parts(message, asked[0], meant[0], asked=True)
        return
    if asked and not (message.reading.correcting and _is_all(message, streets[-1])):
        return  # a story may name a street
    _to_its_slot(message, streets, places or _lone_text(message))
    message.taken += [(each.start, each.end) for each in streets]


def _names_option(message: MessageBeingRead, street: Found[str]) -> bool:
    """Tell "4 from Mill Lane", one of the branches, from "4 Mill Lane", where people live."""
    said = f" {' '.join(words(flat(message.text[street.start : street.end]))[2:])} "
    called = (told for _, slot in message.of("choice") for _, told in option_names(slot))
    return any(f" {' '.join(words(flat(each)))} " in said for each in called)


def _behind_denial(text: str, streets: list[Found[str]]) -> list[Found[str]]:
    """Leave out what is called another's: "5 Oak Rd, no that's hers, mine is 17 Fern Lane"."""
    plain = flat(text)
    later = (b for a, b in pairwise(streets) if _NOT_THAT.search(plain, a.end, b.start))
    first = max((each.start for each in later), default=0)
    return [street for street in streets if street.start >= first]


def _spelled(message: MessageBeingRead) -> list[Found[str]]:
    """Find "ten Church Street", whose number is in words."""
    written = in_digits(message.text, message.speech.language)
    places = (written.place(f.start, f.end) for f in find_streets(written.text))
    return [Found(message.text[a:b], a, b) for a, b in places]


def _with_number_again(text: str, street: Found[str]) -> Found[str]:
    """Let a street go on to the number that is told anew: "Rua Um 77, não, 79"."""
    again = _NUMBER_AGAIN.search(text, max(street.start, street.end - _LONGEST_NUMBER))
    if again is None or again.start() > street.end:
        return street
    return Found(text[street.start : again.end()], street.start, again.end())


def _take_parts(message: MessageBeingRead, name: str, street: Found[str], *, asked: bool) -> None:
    """Take all of an address, and the name that is given beside it."""
    found = _parts(message, street, asked=asked)
    value = _NUMBER_AGAIN.sub(r"\g<number>", found.place.value)
    if any(end <= found.place.start for _, end in message.denied):
        value = _TAKEN_BACK.sub("", value)  # "no 15 Main St" is no "nº 15"
    known = message.known.get(name)
    if isinstance(known, str) and not _ONLY.search(flat(message.text)):
        value = merged(known, value)
    message.take(name, value, found.place.start, found.place.end)
    names = [n for n, _ in message.of("name")]
    if found.name is not None and len(names) == 1 and names_open(message):
        message.take(names[0], found.name.value, found.name.start, found.name.end)


def _parts(message: MessageBeingRead, street: Found[str], *, asked: bool = False) -> PlaceParts:
    counted = _counted(message) + _of_answers(message, street)

    def free(start: int, end: int) -> bool:
        return message.free(start, end) and all(end <= a or start >= b for a, b in counted)

    return place_parts(
        message.text,
        street,
        free=free,
        names_open=names_open(message),
        asked=asked,
        taken=message.taken,
    )


def _counted(message: MessageBeingRead) -> list[tuple[int, int]]:
    """Find what counts something else that the form asks for: "e são 5 poltronas"."""
    written, said = in_digits(message.text, message.speech.language), _words_of_form(message)
    found = (m for m in _COUNT.finditer(written.text) if stem(m["what"]) in said)
    return [written.place(*m.span()) for m in found]


def _of_answers(message: MessageBeingRead, street: Found[str]) -> list[tuple[int, int]]:
    """Find what answers another question of the form by its own word: "no stairs at all"."""
    said = {cue for name, _ in message.of("boolean") for cue in _cues(message, name)}
    plain = flat(message.text)
    found = (m.span() for cue in said for m in re.finditer(rf"\b{re.escape(cue)}\b", plain))
    return [(a, b) for a, b in found if a >= street.end]


def _to_its_slot(message: MessageBeingRead, streets: list[Found[str]], names: list[str]) -> None:
    plain = flat(message.text)
    beside = streets[-1].end <= len(message.told) or (
        _BESIDE_QUESTION.search(plain, streets[-1].end)
        and not _YOURS.search(plain[: streets[-1].start])
    )
    if len(names) != 1 or (message.reading.question and not message.wish and not beside):
        return
    (name,) = names
    whole = _parts(message, streets[-1]).place if not any(message.of("city")) else streets[-1]
    named = any(
        f" {cue} " in f" {flat(message.text[: whole.start])} " for cue in _cues(message, name)
    )
    sure = message.revising and (named or _is_all(message, whole))
    anew = named and _ANEW.search(plain[: whole.start])  # "the address is 14 Elm Road"
    if (named and name not in message.filled) or anew or message.wants(name, sure=sure):
        _take_parts(message, name, streets[-1], asked=False)


def _cues(message: MessageBeingRead, name: str) -> set[str]:
    return cues(name, message.slots[name])


def _is_all(message: MessageBeingRead, street: Found[str]) -> bool:
    """Tell whether a message says the address, and besides only that it is the right one."""
    plain = flat(message.text)
    after = plain[street.end :]
    told = len(after) <= _LONGEST_TAIL and _TAIL.match(after)
    return bool(told and _LEAD.match(plain[: street.start]))


def _lone_text(message: MessageBeingRead) -> list[str]:
    """Name the one text that is known, if there is no more than one."""
    known = [name for name, _ in message.of("text") if name in message.filled]
    return known if len(known) == 1 and message.reading.correcting else []


def _houses(message: MessageBeingRead) -> list[Found[str]]:
    """Find "14 Abbey Foregate", unless it counts what the form asks for: "2 Oak Trees"."""
    said = _words_of_form(message)
    return [f for f in find_houses(message.text) if said.isdisjoint(stems(f.value))]


def _words_of_form(message: MessageBeingRead) -> set[str]:
    """Return the words that name the slots and their options."""
    return {
        stem(word)
        for name, slot in message.slots.items()
        for called in [*cues(name, slot), *(told for _, told in option_names(slot))]
        for word in fold(called).split()
    }


def names_open(message: MessageBeingRead) -> bool:
    """Tell whether the form still wants a name, which may stand behind an address."""
    return any(name not in message.filled for name, _ in message.of("name"))


def holds_place(name: str, slot: Slot) -> bool:
    """Tell a place from remarks, which may be of one: "anything, such as where the keys are?"."""
    asked = _INSTANCES.sub("", f"{flat(name)} {question_of(slot)}")
    return bool(_ASKS_WHERE.search(asked)) and not takes_remarks(slot)


def takes_remarks(slot: Slot) -> bool:
    """Tell whether a text that may be left out takes whatever somebody wants known."""
    if not (slot.skip or slot.optional):
        return False
    asked = (
        in_language(text, each) for text in (slot.ask, slot.title) if text for each in LANGUAGES
    )
    return any(map(asks_for_remarks, asked))
