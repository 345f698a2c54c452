"""Reads slots out of a message without a model: several at once, corrections included.

Each reader takes its part of the message away, the surest first: an e-mail address before a
date, a date before a number, a place before a name. What is not asked for is taken only when the
message says clearly what it is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from contracts.json import JsonObject
from language.cities import cities_in, city_named
from language.dates import find_dates
from language.detect import Language
from language.intents import behind_no, leading_answer
from language.matching import fold, stem
from language.names import as_name, capitalised, find_name
from language.numbers import Found, find
from language.scrub import spans
from workflows.file.slots import Slot
from workflows.machine.slots.values import ValueProblem, accept, is_worded, option_names

LONGEST = 2_000
WINDOW = 80  # characters on each side that may say what a value is for
MOST_NUMBERS = 20
_WORDS_OF_NAME = 5
_BRIEF = 6  # words of a correction that says little but the number
_CORRECTION = re.compile(
    r"^(?:(?:não|nao|no|nope|opa|ops|oops|sorry|desculp[ae]|espera|wait)[\s,.!;:-]+)?"
    r"(?:na verdade|quer dizer|ou melhor|digo|corrig\w+|correção|errei|me enganei|actually|i meant?"
    r"|rather|correction|make that|let me correct|change|muda|mude|troca|troque|altera|altere)\b",
    re.I,
)
_QUESTION = re.compile(
    r"\?\s*$|^(?:por ?qu[eê]|pra qu[eê]|para qu[eê]|como assim|o que|qual|quem|quando|onde|why|what"
    r"|how|who|when|where|which|can you|could you|pode me|você pode)\b",
    re.I,
)
_EMAIL = re.compile(r"[\w.%+-]{1,64}@(?:[\w-]{1,63}\.){1,4}[A-Za-z]{2,24}")
_BREAK = re.compile(r"[,;\n]|\.(?=\s|$)|\s(?:e|and|mas|but)\s", re.I)
_WORD = re.compile(r"[^\W_]+")
_PLACE_LEAD = re.compile(
    r"(?P<sure>\b(?:moro|vivo|resido|morando|live|living|reside|based|mudei|moved|nasci)\b"
    r"(?:\s+\w+){0,3}?\s+(?:em|no|na|in|at|to|para|pra)\s+)"
    r"|(?P<maybe>\b(?:de|do|da|em|from|in)\s+)$",
    re.I,
)
_NOT = re.compile(r"\b(?:não|nao|not|no|nem|sem|never|don't|didn't)(?:\s+\w+){0,2}\s*$", re.I)
_CUES: dict[str, str] = {
    "age": r"\banos\b|\byears?\b|\bidade\b|\bage\b|\btenho\b|\baged\b|\bi'?m\b|\bi am\b|\bfiz\b",
    "idade": r"\banos\b|\byears?\b|\bidade\b|\bage\b|\btenho\b|\baged\b|\bi'?m\b|\bi am\b|\bfiz\b",
}
_ALIASES: dict[str, tuple[str, ...]] = {
    "name": ("name", "nome"),
    "age": ("age", "idade"),
    "city": ("city", "cidade", "town"),
    "schooling": ("schooling", "escolaridade", "education"),
    "income": ("income", "renda", "salary", "salario"),
    "email": ("email", "e-mail"),
    "phone": ("phone", "telefone"),
    "birthday": ("birthday", "nascimento", "birth"),
}


_ANY = Slot(type="boolean")


@dataclass(slots=True)
class Reading:
    """What a message says of the slots."""

    values: JsonObject = field(default_factory=JsonObject)
    refused: dict[str, ValueProblem] = field(default_factory=dict[str, ValueProblem])
    correcting: bool = False
    question: bool = False

    def __bool__(self) -> bool:
        return bool(self.values or self.refused)


@dataclass(slots=True)
class _MessageBeingRead:
    """A message on its way through the readers, and what they still want from it."""

    text: str
    slots: Mapping[str, Slot]
    asked: str | None
    filled: Collection[str]
    today: date
    language: Language
    reading: Reading
    taken: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def free(self, start: int, end: int) -> bool:
        """Tell whether nobody has taken this stretch."""
        return all(end <= a or start >= b for a, b in self.taken)

    def wants(self, name: str, *, sure: bool) -> bool:
        """Tell whether a value may go in: what is filled changes only when that is meant."""
        if name in self.reading.values:
            return False
        return sure or name == self.asked or self.reading.correcting or name not in self.filled

    def take(self, name: str, value: object, start: int, end: int, sure: bool = True) -> bool:
        """Put a value into its slot, or note why it does not fit, if it was surely meant."""
        kept, problem = accept(self.slots[name], value, self.today, self.language)
        if problem and not sure:
            return False
        if problem:
            self.reading.refused.setdefault(name, problem)
        else:
            self.reading.values[name] = kept
            self.reading.refused.pop(name, None)
        self.taken.append((start, end))
        return problem is None

    def segment(self, start: int, end: int) -> tuple[int, int]:
        """Return the stretch between commas (and ands) around a place."""
        first, last = max(0, start - WINDOW), min(len(self.text), end + WINDOW)
        for stop in _BREAK.finditer(self.text, first, last):
            if stop.end() <= start:
                first = stop.end()
            elif stop.start() >= end:
                last = stop.start()
                break
        return first, last

    def of(self, *kinds: str) -> Iterator[tuple[str, Slot]]:
        """List the slots of some types, the one that was asked for first."""
        mine = [(n, s) for n, s in self.slots.items() if kind_of(n, s) in kinds]
        yield from sorted(mine, key=lambda pair: pair[0] != self.asked)


def kind_of(name: str, slot: Slot) -> str:
    """Return a slot's type; a text that is called a name or a city is read as one."""
    if slot.type == "text":
        if re.fullmatch(r"(?:full_|first_|last_|user_)?name|nome(?:_completo)?", name):
            return "name"
        if re.fullmatch(r"(?:home_)?(?:city|town)|cidade", name):
            return "city"
    return slot.type


def read(
    slots: Mapping[str, Slot],
    text: str,
    *,
    today: date,
    language: Language = "en",
    asked: str | None = None,
    filled: Collection[str] = (),
    never: Collection[str] = (),
    correcting: bool = False,
) -> Reading:
    """Read what a message says of these slots; `asked` is the one that was just asked for."""
    plain = _without(" ".join(text[:LONGEST].split()), never)
    reading = Reading(question=bool(_QUESTION.search(plain)))
    reading.correcting = correcting or bool(_CORRECTION.match(plain) or behind_no(plain))
    message = _MessageBeingRead(plain, slots, asked, filled, today, language, reading)
    if not plain:
        return reading
    for reader in (_emails, _dates, _choices, _numbers, _cities, _names, _labelled, _booleans):
        reader(message)
    _whole_answer(message)
    return reading


def _without(text: str, never: Collection[str]) -> str:
    """Blank what a rule forbids to collect before anybody reads it."""
    for span in reversed(spans(text) if never else []):
        if span.kind in never:
            text = text[: span.start] + " " + text[span.end :]
    return text


def _emails(message: _MessageBeingRead) -> None:
    for found in _EMAIL.finditer(message.text):
        for name, _ in message.of("email"):
            if message.wants(name, sure=True):
                message.take(name, found[0], *found.span())
                break


def _dates(message: _MessageBeingRead) -> None:
    slots = list(message.of("date"))
    if not slots:
        return
    plain = fold(message.text)
    for found in find_dates(message.text, message.today, message.language):
        start = plain.find(found.text)
        end = start + len(found.text)
        cued = [n for n, s in slots if _cued(message, n, s, start, end)]
        for name in cued or _meant(message, [n for n, _ in slots]):
            if message.wants(name, sure=name in cued):
                message.take(name, found.value, start, end)
                break


def _choices(message: _MessageBeingRead) -> None:
    pieces = [(stem(fold(m[0])), m.start(), m.end()) for m in _WORD.finditer(message.text)]
    for name, slot in message.of("choice"):
        best: tuple[int, str, int, int] | None = None
        for option, called in option_names(slot):
            wanted = [stem(w) for w in _WORD.findall(fold(called))]
            size = len(wanted)
            for at in range(len(pieces) - size + 1 if size else 0):
                run = pieces[at : at + size]
                start, end = run[0][1], run[-1][2]
                if [w for w, _, _ in run] != wanted or not message.free(start, end):
                    continue
                if len(called) < 3 and (start, end) != message.segment(start, end):
                    continue
                if _denied(message, start):
                    continue
                if best is None or size > best[0]:
                    best = (size, option, start, end)
        if best and message.wants(name, sure=_cued(message, name, slot, best[2], best[3])):
            message.take(name, best[1], best[2], best[3])


def _denied(message: _MessageBeingRead, start: int) -> bool:
    """Tell "not X" from "no, X": the comma makes the difference."""
    first, _ = message.segment(start, start + 1)
    return bool(_NOT.search(message.text[first:start]))


def _numbers(message: _MessageBeingRead) -> None:
    slots = list(message.of("integer", "number"))
    if not slots:
        return
    found = [f for f in _numbers_in(message) if message.free(f.start, f.end)][:MOST_NUMBERS]
    if _is_answer(message, found) and message.asked not in dict(slots):
        return  # "42" to the question for a name is a wrong answer, and nobody's age
    for sureness in (3, 2, 1):
        for number in found:
            if not message.free(number.start, number.end):
                continue
            for name, slot in slots:
                if _sureness(message, name, slot, number) == sureness and message.wants(
                    name, sure=sureness == 3
                ):
                    sure = sureness > 1 or message.asked is None
                    message.take(name, number.value, number.start, number.end, sure)
                    break
    _corrected_number(message, dict(slots), found)


def _is_answer(message: _MessageBeingRead, found: list[Found]) -> bool:
    """Tell a message that is a number and nothing else, said when something was asked."""
    if message.asked is None or message.reading.correcting or len(found) != 1:
        return False
    rest = message.text[: found[0].start] + message.text[found[0].end :]
    return not rest.strip(" .,!")


def _corrected_number(
    message: _MessageBeingRead, slots: dict[str, Slot], found: list[Found]
) -> None:
    """Take "no, for 20" where the number can be meant for one slot only."""
    free = [n for n in found if message.free(n.start, n.end)]
    told = any(name in message.reading.values or name in message.reading.refused for name in slots)
    if told or not message.reading.correcting or message.asked in slots or len(free) != 1:
        return
    number = free[0]
    if len(message.text[behind_no(message.text) :].split()) > _BRIEF:
        return
    fitting = [n for n, s in slots.items() if accept(s, number.value, message.today)[1] is None]
    candidates = fitting or list(slots)
    if len(candidates) == 1:
        message.take(candidates[0], number.value, number.start, number.end)


def _meant(message: _MessageBeingRead, names: list[str]) -> list[str]:
    """Return the slots that a value may go to which nothing names: a correction is of one."""
    if not message.reading.correcting or message.asked in names:
        return names
    known = [name for name in names if name in message.filled] or names
    return known if len(known) == 1 else []


def _numbers_in(message: _MessageBeingRead) -> list[Found]:
    """Read numbers in the message's language, else in the other one."""
    alone = message.asked is not None and len(message.text) <= 12
    order: tuple[Language, ...] = ("pt", "en") if message.language == "pt" else ("en", "pt")
    for language in order:
        if found := find(message.text, language, articles=alone):
            return found
    return []


def _sureness(message: _MessageBeingRead, name: str, slot: Slot, number: Found) -> int:
    """Tell how surely a number is meant for a slot: named, asked for, alone in its part, or not."""
    if _cued(message, name, slot, number.start, number.end):
        return 3
    if name == message.asked:
        return 2
    first, last = message.segment(number.start, number.end)
    rest = message.text[first : number.start] + " " + message.text[number.end : last]
    return 0 if rest[behind_no(rest) :].split() else 1


def _cued(message: _MessageBeingRead, name: str, slot: Slot, start: int, end: int) -> bool:
    """Tell whether the message itself says which slot a stretch belongs to."""
    first, last = message.segment(start, end)
    around = fold(message.text[first:start]) + " · " + fold(message.text[end:last])
    if name in _CUES and re.search(_CUES[name], around):
        return True
    return any(re.search(rf"\b{re.escape(cue)}\b", around) for cue in cues(name, slot))


def cues(name: str, slot: Slot) -> set[str]:
    """Return the words that name a slot: its own name, its titles, and common translations."""
    found = {fold(name.replace("_", " ")), *_ALIASES.get(name, ())}
    titles = [slot.title] if isinstance(slot.title, str) else list((slot.title or {}).values())
    words = {word for title in titles for word in fold(title).split() if len(word) > 3}
    return found | {fold(title) for title in titles} | words


def _cities(message: _MessageBeingRead) -> None:
    for name, _slot in message.of("city"):
        found = _city(message, asked=name == message.asked)
        if found and message.wants(name, sure=found[3]):
            message.take(name, found[0], found[1], found[2])


def _city(message: _MessageBeingRead, *, asked: bool) -> tuple[str, int, int, bool] | None:
    text = message.text
    best: tuple[str, int, int, bool] | None = None
    about = message.slots.get(message.asked or "", _ANY)
    named = kind_of(message.asked or "", about) == "name"
    if named and fold(as_name(text) or "") == fold(text).strip(" .!"):
        return None  # "Salvador" answers the question for a name
    for city, start, end in cities_in(text):
        if not message.free(start, end):
            continue
        lead = _lead_before(text, start)
        before = text[message.segment(start, end)[0] : start]
        alone = not before[behind_no(before) :].strip()
        alone = alone and not text[end : message.segment(start, end)[1]].strip()
        if lead or alone or asked:
            sure = bool(lead and lead["sure"])
            begin = lead.start() if lead else start
            if best is None or (sure and not best[3]):
                best = (city, begin, end, sure)
    return best or _unknown_city(message)


def _lead_before(text: str, start: int) -> re.Match[str] | None:
    """Find "I live in" or "from" right before a place."""
    for found in _PLACE_LEAD.finditer(text[:start]):
        if found.end() == start:
            return found
    return None


def _unknown_city(message: _MessageBeingRead) -> tuple[str, int, int, bool] | None:
    """Take a place nobody has heard of when the words before it say that it is one."""
    pattern = re.compile(
        r"(?:\b(?P<sure>(?i:moro|vivo|resido|live|living|based))(?:\s+\w+){0,2}?\s+"
        r"(?i:em|no|na|in|at)|(?:^|[,;]\s*)(?i:de|from|em)"
        r"|\b(?i:sou|venho|i'm|i am|come)\s+(?i:de|from))"
        r"\s+(?P<city>[A-ZÀ-Ý][\w'’-]*(?:\s+(?:d[aeo]s?\s+)?[A-ZÀ-Ý][\w'’-]*){0,4})"
    )
    for found in pattern.finditer(message.text):
        if message.free(*found.span("city")):
            return found["city"], found.start(), found.end(), found["sure"] is not None
    return None


def _names(message: _MessageBeingRead) -> None:
    for name, _slot in message.of("name"):
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
            if message.wants(name, sure=sure):
                message.take(name, value.strip(), start, end)
        elif name != message.asked:
            _bare_name(message, name)
        elif message.reading.values:
            _name_before(message, name)


def _name_before(message: _MessageBeingRead, name: str) -> None:
    """Take "Rui Costa" of "Rui Costa, 30", the answer to the question for a name."""
    first = min(start for start, _ in message.taken)
    part = message.text[behind_no(message.text) : first].strip(" ,.;:-")
    value = as_name(part) if part else None
    if value and len(part.split()) <= _WORDS_OF_NAME:
        message.take(name, value, 0, first)


def _bare_name(message: _MessageBeingRead, name: str) -> None:
    """Take "Ana" of "Ana, 17, Recife", and of "no, Ana Maria"."""
    lead = _CORRECTION.match(message.text)
    start = max(lead.end() if lead else 0, behind_no(message.text))
    start += len(message.text[start:]) - len(message.text[start:].lstrip(" ,.!:"))
    first, last = message.segment(start, start + 1)
    first = max(first, start)
    part = message.text[first:last].strip()
    told = bool(message.reading.values) or message.reading.correcting
    fits = capitalised(part) and message.free(first, last) and as_name(part) == part
    if told and fits and message.wants(name, sure=False):
        message.take(name, part, first, last)


def _labelled(message: _MessageBeingRead) -> None:
    """Take "my team is Blue" and "team: Blue"."""
    for name, slot in message.of("text", "name", "city"):
        for cue in sorted(cues(name, slot), key=len, reverse=True):
            found = re.search(
                rf"\b{re.escape(cue)}\s*(?::|=|\b(?:is|é|eh|to|para|pra|por)\b)\s*(?P<value>[^,;\n]{{1,200}})",
                message.text,
                re.I,
            )
            if found and message.free(*found.span("value")) and not message.reading.question:
                if message.wants(name, sure=True):
                    message.take(name, found["value"].strip(" ."), *found.span())
                break


def _booleans(message: _MessageBeingRead) -> None:
    for name, _ in message.of("boolean"):
        if name != message.asked:
            continue
        answer = leading_answer(message.text)
        changed = any(other != name for other in message.reading.values)
        if answer is None or (answer and changed):  # "yes, but I am 18": the change comes first
            continue
        message.take(name, answer, 0, 0)


def _whole_answer(message: _MessageBeingRead) -> None:
    """Take the whole message as the answer to what was asked, where that can be."""
    name = message.asked
    if not name or name not in message.slots or message.reading or message.reading.question:
        return
    slot = message.slots[name]
    answer = message.text.strip()
    match kind_of(name, slot):
        case "name":
            value = as_name(answer)
        case "city":
            value = _as_city(answer)
        case "text":
            value = answer
        case "choice":
            value = answer if len(answer) <= 100 else None
        case _:
            value = None
    if value:
        message.take(name, value, 0, len(message.text))


def _as_city(answer: str) -> str | None:
    plain = re.sub(r"^(?:é|it's|in|em|from|de|no|na)\s+", "", answer, flags=re.I).strip(" .!")
    wordy = len(plain.split()) > 6 or any(c.isdigit() for c in plain)
    if wordy or as_name(plain) is None or not (city_named(plain) or is_worded(plain)):
        return None
    return as_name(plain) if plain.islower() else plain
