"""Reads names and places: those that were asked for, and those that people introduce."""

from __future__ import annotations

import re

from language.answers import asks
from language.cities import cities_in
from language.common_words import is_common, is_given_name
from language.corrections import behind_correction
from language.intents import behind_no
from language.matching import fold
from language.name_claims import name_claims
from language.names import as_name, capitalised, find_name
from language.place_parts import begins_place
from language.told_cities import told_city, told_trip
from language.told_names import told_name
from workflows.file.slots import Slot
from workflows.machine.slots.message import MessageBeingRead, kind_of, question_of
from workflows.machine.slots.renewed_names import respelled
from workflows.machine.slots.replaced_names import is_of_option, may_replace
from workflows.machine.slots.titled_names import with_title

_ANY = Slot(type="boolean")
_PLACE_LEAD = re.compile(
    r"(?P<sure>\b(?:moro|vivo|resido|morando|live|living|reside|based|mudei|moved|nasci)\b"
    r"(?:\s+\w+){0,3}?\s+(?:em|no|na|in|at|to|para|pra)\s+)"
    r"|(?P<maybe>\b(?:de|do|da|em|from|in)\s+)$",
    re.I,
)
_UNKNOWN = re.compile(
    r"(?:\b(?P<sure>(?i:moro|vivo|resido|live|living|based))(?:\s+\w+){0,2}?\s+"
    r"(?i:em|no|na|in|at)|(?:^|[,;]\s*)(?i:de|from|em)"
    r"|\b(?i:sou|venho|i'm|i am|come)\s+(?i:de|from))"
    r"\s+(?P<city>[A-ZÀ-Ý][\w'’-]*(?:\s+(?:d[aeo]s?\s+)?[A-ZÀ-Ý][\w'’-]*){0,4})"
)
_OF_A_QUESTION = re.compile(
    r"\b(?:que horas|quantas?|quantos?|qual|quais|what|which|how|weather|clima|capital)\b", re.I
)
_FOR_SOMEBODY = re.compile(
    r"\b(?i:it'?s|it is|is|é|e|será|book it|put it|marca|coloca|põe)\s+(?i:for|under|pra|para|pro|"
    r"em nome d[aeo]|no nome d[aeo]|in the name of)\s+(?i:(?:a|o|my|meu|minha|the)\s+)?"
    r"(?:[a-zà-ÿ]+,?\s+)?(?P<name>[A-ZÀ-Ý][\w'’-]*(?:\s+(?:d[aeo]s?\s+)?[A-ZÀ-Ý][\w'’-]*){1,4})"
)
_WHENCE = re.compile(
    r"\b(?:sa[ií]|saida|saindo|origem|partida|parte|de onde|de qu[ea]|from|leav\w*|depart\w*|"
    r"origin|start\w*|pick ?up|collect\w*|colet\w*|embar\w*|retirada)"
)
_WHITHER = re.compile(
    r"\b(?:destin\w*|para onde|pra onde|para (?:a |o )?qu[ea]|pra (?:a |o )?qu[ea]|aonde|chega\w*|"
    r"to (?:where|which|what)|going|go to|head\w*|arriv\w*|deliver\w*|entreg\w*|desembar\w*|"
    r"live|mora|moved?)"
)
_SPELLED = re.compile(
    r"(?<=\w),? (?:(?:spel(?:t|led)|written|escrit[oa]) )?(?:with|com|without|sem) (?:an? |"
    r"an? double |two |o |um |uma |dois |duas )?(?:[a-z]|ph|th)(?:'?s)?"
    r"(?: (?:no fi[mn]\w*|at the end))?\W*$",
    re.I,
)
_NUMBER_BEHIND = re.compile(r"(?<=\w)[,;:]? \+?[\d(][\d ().-]{5,20}\d\W*$")  # no telephone's either
_READ = 300
_BETWEEN = re.compile(  # a listed part of two to four words
    r"(?:(?<=[,;] )|^)[^\W\d_]{2,15}(?: [^\W\d_][\w'’-]{1,20}){1,3}(?=\s?(?:[,;]|$| [+(]?\d))"
)
Place = tuple[str, int, int, bool]  # a city, where it stands, and whether that is sure
_NUMERIC = ("date", "time", "datetime", "integer", "number", "money", "phone", "email", "document")


def read_cities(message: MessageBeingRead) -> None:
    """Take a place for the slot that was asked for, or where it is clearly one."""
    for name, _slot in message.of("city"):
        if name == message.asked and not (message.open_ended or message.beside):
            _asked_city(message, name)
        elif (found := _city(message)) and message.wants(name, sure=found[3]):
            message.take(name, found[0], found[1], found[2])


def _asked_city(message: MessageBeingRead, name: str) -> None:
    text = message.blanked()
    city = _end_of_trip(text, message.slots[name]) or told_city(text)
    if city is None:
        return
    at = fold(message.text).find(fold(city))
    start, end = (at, at + len(city)) if at >= 0 else (0, len(message.text))
    message.take(name, city, start, min(end, len(message.text)))


def _end_of_trip(text: str, slot: Slot) -> str | None:
    """Return the end of "from Leeds to York" that the question asks for."""
    trip, question = told_trip(text), question_of(slot)
    if trip is None:
        return None
    whence, whither = _WHENCE.search(question), _WHITHER.search(question)
    return None if bool(whence) == bool(whither) else trip[0] if whence else trip[1]


def _city(message: MessageBeingRead) -> Place | None:
    text = message.text
    best: Place | None = None
    about = message.slots.get(message.asked or "", _ANY)
    named = kind_of(message.asked or "", about) == "name"
    if named and fold(as_name(text) or "") == fold(text).strip(" .!"):
        return None  # "Salvador" answers the question for a name
    for city, start, end in cities_in(text):
        if not message.free(start, end):
            continue
        lead = _lead_before(text, start)
        before = text[message.segment(start, end)[0] : start]
        if _OF_A_QUESTION.search(before):
            continue
        alone = not before[behind_no(before) :].strip()
        alone = alone and not text[end : message.segment(start, end)[1]].strip()
        if lead or alone:
            sure = bool(lead and lead["sure"])
            begin = lead.start() if lead else start
            if best is None or (sure and not best[3]):
                best = (city, begin, end, sure)
    return best or _unknown_city(message)


def _lead_before(text: str, start: int) -> re.Match[str] | None:
    """Find the words before a place that say that somebody lives there."""
    for found in _PLACE_LEAD.finditer(text, max(0, start - 40), start):
        if found.end() == start:
            return found
    return None


def _unknown_city(message: MessageBeingRead) -> Place | None:
    """Take a place nobody has heard of when the words before it say that it is one."""
    for found in _UNKNOWN.finditer(message.text):
        if message.free(*found.span("city")):
            return found["city"], found.start(), found.end(), found["sure"] is not None
    return None


def read_names(message: MessageBeingRead) -> None:
    """Take a name that was asked for, or that somebody introduces."""
    several = len(list(message.of("name"))) > 1  # whose each is, `read_whose_names` tells
    for name, _slot in message.of("name"):
        if name == message.asked:
            _asked_name(message, name)
            continue
        if several:
            _fuller_or_bare(message, name)
            continue
        if _for_somebody(message, name):
            continue
        if fuller := _fuller_name(message, name):
            message.take(name, fuller, 0, len(message.text))
            continue
        stop = min((a for a, _ in message.taken if a > 0), default=None)
        found = find_name(message.text) or (find_name(message.text, stop) if stop else None)
        if found:
            value, start, end, sure = found
            cut = min((a for a, b in message.taken if start < b and a < end), default=None)
            if cut is not None:
                again = find_name(message.text, cut)
                if again is None:
                    continue
                value, start, end, sure = again
            if message.wants(name, sure=sure) and (sure or may_replace(message, name, value)):
                message.take(name, value.strip(), start, end)
        elif not _other_name(message, name):
            _bare_name(message, name)


def _fuller_or_bare(message: MessageBeingRead, name: str) -> None:
    """Take what needs no word that says whose name it is: "Laura Souza Lima" for "Laura"."""
    if fuller := _fuller_name(message, name):
        message.take(name, fuller, 0, len(message.text))
    elif not message.reading.correcting and message.asked is None:
        _bare_name(message, name)


def _for_somebody(message: MessageBeingRead, name: str) -> bool:
    """Take "and it's for my son Tim Wright" beside whatever else a message puts right."""
    found = _FOR_SOMEBODY.search(message.text) if message.revising else None
    if found is None or name not in message.filled or not message.free(*found.span("name")):
        return False
    return message.take(name, found["name"], *found.span("name"))


def _fuller_name(message: MessageBeingRead, name: str) -> str | None:
    """Take "Laura Souza Lima" for the whole of what "Laura" began, whatever was asked meanwhile."""
    known = message.known.get(name)
    if not isinstance(known, str) or message.reading.question or message.reading.values:
        return None
    told = told_name(message.text[behind_correction(message.text) :])
    began = fold(known).split()
    longer = told is not None and fold(told).split()[: len(began)] == began
    return told if longer and fold(str(told)) != fold(known) else None


def _asked_name(message: MessageBeingRead, name: str) -> None:
    """Take the name that answers the question for one, with or without more data behind it."""
    if message.open_ended or name in message.reading.values:
        return
    text, spelled = _parted(_NUMBER_BEHIND.sub("", message.blanked()))
    value = told_name(text) or _introduced(text)
    if value and spelled and (again := respelled(value, spelled)):
        value = again[0]
    if value is None or (message.beside and not capitalised(value)):
        return
    corrected = message.reading.correcting and message.reading.values
    if corrected and value not in message.text and not is_given_name(fold(value.split()[0])):
        return  # "pera, troca pra limão" puts something right and tells no name
    at = fold(message.text).find(fold(value))
    start, end = (at, at + len(value)) if at >= 0 else (0, len(message.text))
    message.take(name, with_title(message, name, value), start, min(end, len(message.text)))


def _parted(text: str) -> tuple[str, str]:
    """Part "catherine with a c" into the name and the way it is spelled."""
    found = _SPELLED.search(text)
    return (text, "") if found is None else (text[: found.start()], found[0])


def _introduced(text: str) -> str | None:
    """Return the name in "its for harold no sorry my name is carl hobbs ask for carl"."""
    own = [c for c in name_claims(text, ()) if c.holder == "speaker" and c.sure]
    return own[-1].name if own and not asks(text) else None


def _other_name(message: MessageBeingRead, name: str) -> bool:
    """Take "no, it goes to Paula Grant" and "*Neide Barros" where one name is known that it puts
    right."""
    known = [n for n, _ in message.of("name") if n in message.filled]
    if known != [name] or not message.reading.correcting or message.reading.values:
        return False
    if message.asked_of("text", "city", "list", "choice") or message.open_ended:
        return False
    value = told_name(message.text[behind_no(message.text) :])
    starred = message.text[:1] == "*" or message.text[-1:] == "*"
    if value is None or not (capitalised(value) and (starred or value in message.text)):
        return False
    at = max(0, message.text.find(value))
    if any(message.cued(n, s, at, at) for n, s in message.slots.items() if n != name):
        return False  # "the city is Olinda" puts no name right
    if not may_replace(message, name, value):
        return False
    return message.take(name, with_title(message, name, value), 0, len(message.text))


def _bare_name(message: MessageBeingRead, name: str) -> None:
    """Take "Ana" of "Ana, 17, Recife", and of "no, Ana Maria"."""
    start = max(behind_correction(message.text), behind_no(message.text))
    start += len(message.text[start:]) - len(message.text[start:].lstrip(" ,.!:"))
    first, last = message.segment(start, start + 1)
    first = max(first, start)
    part = message.text[first:last].strip()
    told = bool(message.reading.values) or message.reading.correcting
    told = told or _answers_later(message, part)
    fits = capitalised(part) and message.free(first, last) and as_name(part) == part
    fits = (
        fits and not is_common(fold(part)) and told_name(part) is not None
    )  # "Saturday. The day after tomorrow" tells no name
    if told and fits and message.wants(name, sure=False) and may_replace(message, name, part):
        message.take(name, part, first, last)
    elif not message.reading.correcting and message.reading.values and name not in message.filled:
        _listed(message, name)


def _answers_later(message: MessageBeingRead, part: str) -> bool:
    """Tell whether a whole name is told alone where a number or a day is asked for."""
    names, asked = part.split(), message.slots.get(message.asked or "")
    if asked is None or asked.type not in _NUMERIC or part != message.text.strip(" .!,"):
        return False
    return len(names) > 1 and is_given_name(fold(names[0]))


def _listed(message: MessageBeingRead, name: str) -> None:
    """Take "jess taylor" and "Priya Nair" where they stand alone among what a message lists."""
    for found in _BETWEEN.finditer(message.text[:_READ]):
        words, (start, end) = found[0].split(), found.span()
        listed = start > 0 or message.text[end : end + 1] in (",", ";", "")
        if not (listed and is_given_name(fold(words[0])) and message.free(start, end)):
            continue
        if not found[0].islower() and not (
            capitalised(found[0]) and _names_no_thing(message, words)
        ):
            continue
        told = told_name(found[0])
        if told and len(told.split()) == len(words):
            message.take(name, told, start, end)
            return


def _names_no_thing(message: MessageBeingRead, words: list[str]) -> bool:
    """Tell a person's name from a place, an option, and words with capitals."""
    part = " ".join(words)
    if begins_place(part) or any(map(is_common, map(fold, words))) or any(cities_in(part)):
        return False
    return not any(is_of_option(message, word) for word in words)
