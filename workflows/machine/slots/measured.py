"""What the slots of a form count: people, hours, nights; and which one a bare number puts right."""

from __future__ import annotations

import re
from collections.abc import Sequence

from language.clock_times import FoundTime
from language.flat import flat
from language.head_counts import HeadKind
from language.spelled import in_digits
from language.units import LASTING, counted_unit, unit_behind
from workflows.file.slots import Slot
from workflows.machine.slots.message import MessageBeingRead, cues, question_of
from workflows.machine.slots.values import accept

_CHILDREN = re.compile(r"\b(?:kids?|child(?:ren)?|crianca|criancas|menores|bebes?|bab(?:y|ies))\b")
_ADULTS = re.compile(r"\b(?:adults?|adult[oa]s?)\b")
_ALL = re.compile(
    r"\b(?:pessoas?|people|persons?|ppl|guests?|visitors?|hospedes?|convidad[oa]s|visitantes|party|"
    r"attendees|participants?|participantes|passengers?|passageir[oa]s|diners|players|jogadores|"
    r"walkers|riders|paddlers|campers|dancers|swimmers|students|alun[oa]s|campistas|turistas|dancarinos|"
    r"group size|heads?|of you|vao ser|gente)\b"
)
_KINDS: tuple[tuple[HeadKind, re.Pattern[str]], ...] = (
    ("children", _CHILDREN),
    ("adults", _ADULTS),
    ("all", _ALL),
)
_NUMBER = re.compile(r"(?<!\d)\d{1,3}(?!\d)")
_MADE = re.compile(
    r"\b(?:(?P<change>change|move|muda\w*|mude|troca\w*|troque|passa\w*|passe)|make|put|set|poe|"
    r"bota|coloca)(?: (?:it|that|isso|essa?|ele|ela))?(?: (?:to|at|for|para|pra))? $"
)
_TAKES_BACK = re.compile(
    r"^\W*(?:no|nao)\b|\b(?:actually|instead|sorry|wait|hang on|oops|na verdade|desculp[ae]|opa|"
    r"ops|pera|perai|espera|errei|melhor|alias)\b"
)
_COMES = re.compile(
    r"\b(?:join\w*|coming|comes?|wants? in|(?:tag|bring)\w*|along|is ill|drop\w* out|of us|vem|vao|"
    r"vai (?!ser)|trazer|trago|levar|levo|tambem|desisti\w*|com a gente|da gente)\b"
)


def heads_of(name: str, slot: Slot) -> HeadKind | None:
    """Tell whom a slot counts, by its title first: its question may speak of all."""
    titles = [slot.title] if isinstance(slot.title, str) else (slot.title or {}).values()
    for said in (flat(" ".join([name.replace("_", " "), *titles])), question_of(slot)):
        found: list[HeadKind] = [kind for kind, words in _KINDS if words.search(said)]
        if found:
            return found[0] if len(found) == 1 else "all"
    return None


def counting(message: MessageBeingRead, unit: str) -> str | None:
    """Return the one slot that asks for so many hours, nights or days, or for people."""
    slots = list(message.of("integer", "number"))
    if unit == "people":
        named = [name for name, slot in slots if heads_of(name, slot) == "all"]
    else:
        named = [name for name, slot in slots if counted_unit(question_of(slot)) == unit]
    return named[0] if len(named) == 1 else None


def put_right(message: MessageBeingRead, names: Sequence[str], hour: bool) -> str | None:
    """Return which number slot of some "make it six" puts right, None where nobody can tell.

    Who says that somebody comes along speaks of people; else the last answer is meant, or the only
    one that it may be; `hour` tells whether it may be one of the clock.
    """
    people, last = counting(message, "people"), told_last(message)
    if people in names and _COMES.search(flat(message.text)):
        return people
    clocks = [n for n, _ in message.of("time", "datetime") if n in message.filled] if hour else []
    if last in names or last in clocks:
        return last if last in names else None
    return names[0] if len(names) == 1 and not clocks else None


def means_clock(message: MessageBeingRead, hour: int) -> bool:
    """Tell whether a bare number may be an hour here: it is asked for, or nothing else counts."""
    if message.asked_of("time", "datetime"):
        return True
    if message.asked_of("integer", "number", "money"):
        return False
    numbers = [n for n, _ in message.of("integer", "number") if n in message.filled]
    numbers = fitting(message, numbers, hour)
    return not numbers or told_last(message) in dict(message.of("time", "datetime"))


def puts_clock_right(message: MessageBeingRead, found: FoundTime) -> bool:
    """Tell "make it 9 actually" behind an hour from an answer to how many."""
    clocks = dict(message.of("time", "datetime"))
    if not message.reading.correcting or told_last(message) not in clocks:
        return False
    plain = flat(message.text)
    made = _MADE.search(plain, 0, found.start)
    return made is not None and bool(made["change"] or _TAKES_BACK.search(plain))


def counts_on(message: MessageBeingRead, start: int) -> bool:
    """Tell whether a bare number comes behind one with its unit: "two hours, no, make it three"."""
    plain = in_digits(message.text[:start], message.speech.language).text
    units = (unit_behind(plain[number.end() :]) for number in _NUMBER.finditer(plain))
    return any(unit in LASTING and counting(message, unit) for unit in units)


def told_last(message: MessageBeingRead) -> str | None:
    """Return the slot that was asked for before the open one: "that" is what it holds."""
    order, asked = list(message.slots), message.asked
    if message.confirming or asked not in order:
        return None
    before = [name for name in order[: order.index(asked)] if name in message.filled]
    return before[-1] if before else None


def fitting(message: MessageBeingRead, names: Sequence[str], value: object) -> list[str]:
    """Return the slots that can take a value."""
    slots = message.slots
    return [n for n in names if accept(slots[n], value, message.speech)[1] is None]


def named_by(message: MessageBeingRead, word: str) -> str | None:
    """Return the one number slot that a word names: "mais um jogador"."""
    stem = word[:5]
    named = [
        name
        for name, slot in message.of("integer", "number")
        if any(part.startswith(stem) for cue in cues(name, slot) for part in cue.split())
    ]
    return named[0] if len(named) == 1 else None
