"""Fills a tool's arguments from a message, by each argument's type and description."""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from agent.models.local.request import Declared, Parameter
from contracts.json import JsonObject
from language.dates import FoundDate, find_dates
from language.detect import Language
from language.expressions import find_expression
from language.matching import find_option, fold, stems
from language.numbers import find
from language.scrub import spans
from language.zones import places_in

_DATE = re.compile(r"\b(date|day|dia|data|deadline|prazo)\b")
_EXPRESSION = re.compile(r"expression|formula|arithmetic|expressao|\bconta\b|calculation")
_PLACE = re.compile(r"\b(zone|timezone|city|place|location|cidade|lugar|fuso|local|country|pais)\b")
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,24}){1,4}")
_URL = re.compile(r"https?://[^\s<>\"]{1,500}")
_QUOTED = re.compile(r"[\"“«]([^\"”»]{1,2000})[\"”»]|(?<!\w)'([^']{2,2000})'(?!\w)")
_WHERE = re.compile(
    r"\b(?:in|at|over in|em|no|na|nos|nas|from)\s+([A-ZÀ-Ý][\w'-]+(?:\s+[A-ZÀ-Ý][\w'-]+){0,3})"
)
_PER = {
    "second": 1,
    "segundo": 1,
    "minute": 60,
    "minuto": 60,
    "min": 60,
    "hour": 3600,
    "hora": 3600,
}
_POLITE = re.compile(r"\b(?:please|por favor|pls|pfv|thanks|obrigad[oa])\Z", re.I)
_PERSONAL = 2_000  # characters that are looked through for personal data
_POLITE_LENGTH = 12  # with the character before it

# Words that lead a request in and carry nothing of what is asked for.
LEAD = frozenset(
    "please could can would you i want need to a an the me my for us let's down up this that it of "
    "with about is are there do does get give show tell find look search check make take put new "
    "por favor pode poderia voce eu quero queria preciso gostaria de do da o a um uma meu minha "
    "pra para mim me nos ai aqui isso isto esta este essa esse sobre com qual quais que tem ha "
    "procura procure busca busque encontra veja ver mostra faz faca fazer remember note write jot "
    "save keep record store memo anota anote anotar anotei guarda guarde guardar lembra lembre "
    "lembrar lembrete registra registre escreve escreva salva salve nota note lembra also too then "
    "tambem tb tbm entao down".split()
)
_YEAR = re.compile(
    r"[ ,]*(?:(?:de|of|in|em|do ano de) )?((?:19|20)\d\d)\b|[ ,]*(?:do |no |of |in )?"
    r"(?:next year|ano que vem|proximo ano)\b"
)
_BESIDE = 30  # characters behind a day that may tell its year
ALSO = re.compile(r"^(?:tamb[eé]m|tbm?|also)\s+", re.I)
_OPENS = frozenset({"that", "que", "to", "de"})


@dataclass(slots=True)
class Filled:
    """The arguments found, and the required ones that were not."""

    args: JsonObject = field(default_factory=JsonObject)
    missing: list[Parameter] = field(default_factory=list[Parameter])
    evidence: float = 0.0  # how much the message itself speaks for this tool
    text: str = ""  # the free text among the arguments
    told: list[str] = field(default_factory=list[str])  # in whose words the others were said


def fill(tool: Declared, message: str, language: Language) -> Filled:
    """Read what a tool needs out of a message."""
    filled = Filled()
    numbers: list[int | float] = _numbers(without_personal(message), language)
    for parameter in tool.parameters:
        value, weight = _value(parameter, tool, message, language, numbers)
        if value is not None:
            filled.args[parameter.name] = value
            filled.evidence += weight
            filled.told += [str(value), *_words_of(parameter, message, language)]
            if parameter.required and is_free_text(parameter):
                filled.text = str(value)
        elif parameter.required:
            filled.missing.append(parameter)
    return filled


def _words_of(parameter: Parameter, message: str, language: Language) -> list[str]:
    """Return the words that a date was said in: "tomorrow" is nothing like its value."""
    if _special(parameter) != "date":
        return []
    return [found.text for found in find_dates(message, datetime.now(UTC).date(), language)][:1]


def answer_to(parameter: Parameter, tool: Declared, message: str, language: Language) -> Any:
    """Read the reply to a question for one argument: the whole message, if it is a text."""
    numbers = _numbers(message, language)
    value, _ = _value(parameter, tool, message, language, numbers)
    named = parameter.kind == "string" and _special(parameter) in ("", "place")
    if is_free_text(parameter) or (value is None and named):
        return message.strip() or None
    return value


def is_free_text(parameter: Parameter) -> bool:
    """Tell whether any text will do for an argument."""
    return parameter.kind == "string" and not (parameter.options or _special(parameter))


def is_expression(parameter: Parameter) -> bool:
    """Tell whether an argument takes arithmetic."""
    return parameter.kind == "string" and _special(parameter) == "expression"


def is_day(parameter: Parameter) -> bool:
    """Tell whether an argument takes a date."""
    return parameter.kind == "string" and _special(parameter) == "date"


def _special(parameter: Parameter) -> str:
    """Name what a text argument is about, where its name, format or description says so."""
    name = fold(parameter.name.replace("_", " "))
    about = f"{name} {fold(parameter.description)}"
    if parameter.format in ("date", "date-time") or _DATE.search(name):
        return "date"
    if parameter.format == "email" or "email" in about or "e-mail" in about:
        return "email"
    if parameter.format == "uri" or re.search(r"\b(url|link)\b", about):
        return "url"
    if _EXPRESSION.search(about):
        return "expression"
    return "place" if _PLACE.search(name) else ""


def _value(
    parameter: Parameter,
    tool: Declared,
    message: str,
    language: Language,
    numbers: list[int | float],
) -> tuple[Any, float]:
    """Return what a message says for one argument, and how telling that is."""
    if parameter.options:
        return find_option(message[:600], parameter.options), 0.1
    if parameter.kind in ("integer", "number"):
        return _number(parameter, message, numbers), 0.12
    if parameter.kind == "boolean":
        return (True, 0.05) if set(stems(parameter.name)) <= set(stems(message)) else (None, 0)
    if parameter.kind == "array":
        return (numbers or None, 0.1) if parameter.required else (None, 0)
    special = _special(parameter)
    if special:
        return _specially(special, message, language)
    if parameter.required and parameter.kind == "string":
        return _free_text(tool, message), 0.0
    return None, 0.0


def without_personal(message: str) -> str:
    """Blank personal data: the digits of a card or a telephone are no number to reckon with."""
    for span in reversed(spans(message[:_PERSONAL])):
        message = f"{message[: span.start]} {message[span.end :]}"
    return message


def _specially(special: str, message: str, language: Language) -> tuple[Any, float]:
    if special == "expression":
        return find_expression(without_personal(message), language), 0.5
    if special == "date":
        today = datetime.now(UTC).date()
        dates = find_dates(message, today, language)
        return (_in_its_year(dates[0], today, message) if dates else None), 0.25
    if special == "place":
        days = [fold(d.text) for d in find_dates(message, datetime.now(UTC).date(), language)]
        places = [p for p in places_in(message) if fold(p) not in days]  # Natal is Christmas too
        named = None if places else _WHERE.search(message)
        return (places[0] if places else named[1] if named else None), 0.08
    match = (_EMAIL if special == "email" else _URL).search(message)
    return (match[0] if match else None), 0.2


def _in_its_year(found: FoundDate, today: date, message: str) -> str:
    """Move a day that was said without a year into the one that stands beside it."""
    day, beside = found.value, fold(message[found.end : found.end + _BESIDE])
    told = None if re.search(r"\d{4}", found.text) else _YEAR.match(beside)
    if told:
        year = int(told[1]) if told[1] else today.year + 1
        day = day.replace(year=year, day=min(day.day, calendar.monthrange(year, day.month)[1]))
    return day.isoformat()


def _numbers(message: str, language: Language) -> list[int | float]:
    """Return the message's numbers, dates left out; lone "um" and "one" only before a unit."""
    today = datetime.now(UTC).date()
    plain = fold(message[:2_000])
    for found in find_dates(message, today, language):
        if any(c.isdigit() for c in found.text):
            plain = plain.replace(found.text, " ")
    units = "|".join(_PER)
    articles = bool(re.search(rf"\b(?:um|uma|one) (?:{units})", plain))
    return [f.value for f in find(plain, language, articles=articles)]


def _number(parameter: Parameter, message: str, numbers: list[int | float]) -> int | float | None:
    if not numbers or not (parameter.required or len(numbers) > 0):
        return None
    value = numbers[0]
    whole = parameter.kind == "integer"
    if whole and not float(value).is_integer():
        return None
    numbers.pop(0)
    value *= _scale(parameter, message)
    return int(value) if whole else value


def _scale(parameter: Parameter, message: str) -> int:
    """Convert between units of time where the argument wants another one than was said."""
    wanted = next((per for unit, per in _PER.items() if unit in fold(parameter.name)), 0)
    spoken = set(stems(message[:600]))
    said = next((per for unit, per in _PER.items() if unit in spoken), 0)
    return said // wanted if wanted and said > wanted else 1


def _free_text(tool: Declared, message: str) -> str | None:
    """Return what follows the request itself: quoted, behind a colon, or after its lead-in."""
    quoted = _QUOTED.search(message)
    if quoted:
        return (quoted[1] or quoted[2]).strip()
    head, colon, tail = message.partition(":")
    if colon and tail.strip() and len(head.split()) <= 8 and not tail.startswith("//"):
        return tail.strip()
    return _after_lead(tool, message)


def _after_lead(tool: Declared, message: str) -> str | None:
    text = _without_courtesy(message)
    vocabulary = LEAD | set(stems(f"{tool.name.replace('_', ' ')} {tool.description}"))
    pieces = list(re.finditer(r"\S+", text))
    opened = False
    for at, piece in enumerate(pieces):
        word = fold(piece[0]).strip(".,;:!?")
        if opened and word in _OPENS and at > 0 and _is_command(pieces[:at]):
            return ALSO.sub("", text[piece.end() :].strip()) or None
        if not _led_in(word, vocabulary):
            return text[piece.start() :].strip() or None
        opened = opened or word not in ("please", "can", "you", "could", "voce", "pode")
    return None


def _without_courtesy(message: str) -> str:
    """Drop a "please" at the end and the signs around it, by looking at the end alone: a search
    through a message of nothing but commas would take seconds."""
    text = message.strip().rstrip(" .!?\t\r\n")
    if polite := _POLITE.search(text[-_POLITE_LENGTH:]):
        text = text[: -len(polite[0])]
    return text.rstrip(", \t\r\n")


def _is_command(pieces: Sequence[re.Match[str]]) -> bool:
    words = [fold(piece[0]) for piece in pieces]
    return not any(word in ("want", "need", "like", "gostaria", "preciso") for word in words[-1:])


def _led_in(word: str, vocabulary: frozenset[str] | set[str]) -> bool:
    if word in vocabulary or not word:
        return True
    single = stems(word)
    return bool(single) and single[0] in vocabulary
