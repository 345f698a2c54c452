"""Reads times of day as people say them: "às 14h", "half past seven pm", "nove e quinze da manhã".

A time of which nobody can tell whether it is in the morning or in the evening has both readings;
who asked knows more, and decides or asks back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from language.clock_ranges import ranges_in
from language.detect import Language
from language.spelled import Spelled, in_digits, in_neighbours_digits

DayPart = Literal["morning", "afternoon", "evening"]
_READ = 2_000
_NOON = 12


@dataclass(frozen=True, slots=True)
class FoundTime:
    """A time of day, "14:30"; `either` is the other reading where the words leave it open.

    `bare` is a number that is an hour only where one is asked for: "about 5", "make it 6".
    """

    value: str
    start: int
    end: int
    either: str | None = None
    bare: bool = False


_PART = (
    r"(?:,? ?(?:(?P<pm>p\.? ?m\b\.?)|(?P<am>a\.? ?m\b\.?)"
    r"|(?:h |hrs |horas? |o ?'? ?clock )?(?:da |de la |a |na |in the |du |de l')(?P<part>manha|"
    r"madrugada|tarde|noite|morning|afternoon|evening|manana|noche|matin|apres-midi|soir)\b"
    r"|(?:at )?(?P<night>night|tonight|2nite)\b))?"
)
_H = r"(?P<h>[01]?\d|2[0-3])"
_M = r"(?P<m>[0-5]\d)"
_SIDE = r"(?<![\d:/.,$€£-])"
_MIDDLE = r"(?:meio[ -]?dia|noon(?:[ -]?ish)?|midday(?:[ -]?ish)?|mediodia|midi)"
_MIDNIGHT = r"(?:meia[ -]?noite|midnight|medianoche|minuit)"
_HOURS: list[str] = list("one two three four five six seven eight nine ten eleven twelve".split())
_ABOUT_AN_HOUR = re.compile(rf"\b(?P<h>{'|'.join(_HOURS)}|\d{{1,2}})[ -]?ish\b", re.I)
_LENGTHS = r"(?:h(?:ou)?rs?|horas?|min\w*|nights?|noites?|days?|dias?|weeks?|semanas?)\b"
_PLURAL = (
    r"(?:people|ppl|gente|(?!horas|mais|depois|antes|pois|tres|seis|[pdn][ra]?[ao]s\b)[a-z]{3,}s)\b"
)
_THINGS = (  # "as duas coisas" and "as duas ficaram" count, "às nove segundas" is an hour
    r"(?:(?!horas|mais|depois|antes|pois|tres|seis|[pdn][ra]?[ao]s\b|todas|(?:segund|terc|quart"
    r"|quint|sext)as|[a-z]+mos\b)[a-z]{3,}s\b|(?:estao|[a-z]{2,}ram)\b)"
)
_NO_COUNT = rf"(?! ?(?:de |do |of )| (?:[a-z]{{2,12}} )?{_PLURAL})"
_PATTERNS = [
    re.compile(rf"{_SIDE}{_H}ish\b *{_PART}"),
    re.compile(rf"{_SIDE}(?P<h>[01]\d|2[0-3]){_M} ?(?:hours|hrs|horas)\b"),
    re.compile(
        r"(?<!the )\b(?P<one>uma|1|one)(?: hora| o ?'? ?clock)?"
        r"(?: e (?:(?P<half>meia)|(?P<m>[1-5]\d|5)))?"
        r" (?:da |in the )(?P<part>manha|madrugada|tarde|morning|afternoon)\b"
    ),
    re.compile(
        rf"\b(?:(?P<noon>{_MIDDLE})|(?P<midnight>{_MIDNIGHT}))(?: e (?:(?P<half>meia)|"
        rf"(?P<m>[1-5]?\d)))?\b"),
    re.compile(
        rf"(?<!from )(?<!between )\b(?:(?P<half>half)|(?P<quarter>(?:a )?quarter)|"
        rf"(?P<few>[1-5]?\d)(?: minutes)?) (?:(?P<past>past|after)|(?P<to>to|before|till?)) "
        rf"(?:{_H}|one\b|(?P<noon>noon)|(?P<midnight>midnight)){_PART}(?!\d)"),
    re.compile(  # "half ten" is half past ten
        rf"\b(?P<half>half) (?P<h>[1-9]|1[0-2])\b(?![:.,/]?\d| ?(?:%|hour|dozen|past|to|a |of|off|"
        rf"people|price|kg|day|board)){_PART}(?!\d)"),
    re.compile(  # "one thirty", "half one"
        rf"\b(?:(?P<half>half) one|one (?P<m>[1-5][05])){_PART}(?=\W*$|[,.;!?]"
        rf"| (?:please|pls|on|for|would|works?|if|is|in|at|to|then|suits?|and)\b)"),
    re.compile(r"\bone ?(?:(?P<pm>p\.?m\b\.?)|(?P<am>a\.?m\b\.?)|(?P<hour>o ?'? ?clock)\b)"),
    re.compile(
        rf"\b(?:(?P<quarter>quinze|1 quarto|um quarto)|"
        rf"(?P<few>[1-5]?\d)(?: minutos)?) (?P<to>pras|para as|pra as|para a|pra|p/) (?:{_H}|"
        rf"(?P<noon>meio[ -]?dia)|(?P<midnight>meia[ -]?noite)){_PART}(?!\d)"),
    re.compile(
        rf"{_SIDE}{_H} ?(?:h|hs|hrs|horas?|heures?|:|h:)[ ]?{_M}(?: ?(?:min|h|hs|hrs|m|"
        rf"horas)\b)?{_PART}(?![\d:])"),
    re.compile(
        rf"{_SIDE}{_H}[.]{_M}(?=\W*(?:[ap]\.?m\b|h\b|hrs|da |de manha|$)|"
        rf"[ ,]){_PART}(?![\d:])(?! ?(?:k|mil|reais|kg|%|usd|eur))"),
    re.compile(
        rf"{_SIDE}{_H} ?(?:(?P<hour>h|hs|hrs|horas?|heures?|o ?'? ?clock|"
        rf"oclock)\b)?(?: e (?:(?P<half>meia|media)|(?P<m>[1-5]\d|5))|(?: et|"
        rf" y) (?:(?P<half2>demie?|media)|(?P<quarter>quart|cuarto))| (?P<m2>[1-5]\d)(?! ?(?:h\b|"
        rf":|de |st|nd|rd|th|/)))(?: ?(?:min|minutos)\b)?(?! ?h){_PART}(?!\d|[:,./]\d)"),
    re.compile(rf"{_SIDE}{_H} ?(?P<hour>h|hs|hrs|horas?|heures?|o ?'? ?clock|oclock)\b{_PART}"),
    re.compile(
        rf"{_SIDE}(?P<h>\d{{1,2}}) ?(?:(?P<pm>p\.? ?m\b\.?)|(?P<am>a\.? ?m\b\.?)|(?P<p>p)\b|"
        rf"(?:da |de la |na |in the |a |du )(?P<part>manha|madrugada|tarde|noite|morning|"
        rf"afternoon|evening|manana|noche|matin|soir)\b|(?:at )?(?P<night>night|tonight)\b)"),
    re.compile(
        rf"\b(?P<led>as|between|entre(?: as)?|a partir das|a partir de|depois das|pelas|la pelas|"
        rf"das|at|around|about|say|digamos|tipo|"
        rf"by|a las|umas|from|after|until|ate as|ate|a) {_H}(?![\d:/%]|x\d|[.,]\d| ?(?:de |do |of |"
        rf"dias?|days?|pessoas|people|anos|years|h\b|hours?\b|hrs\b|min|reais|kg|st|nd|rd|th|{{month}})"
        rf"|(?<=\bas \d) {_THINGS}|(?<=\bas \d\d) {_THINGS})"),
    re.compile(
        rf"\b(?P<fix>no wait|wait|better(?! than)|actually|i mean|i meant|make (?:it|that)|digo|"
        rf"so|then|entao|cedo|tarde|too early|too late|nao|no|sorry|quer dizer|melhor|alias|"
        rf"na verdade|(?:change|move|muda\w*|troca\w*|passa\w*)"
        rf"(?: (?:it|that|the|a|o|as) ?\w*)? (?:to|para|pra))"
        rf"[,.]? (?:as |at |to )?{_H}(?=\W*$|[,.;!]| (?:and|e|actually|instead|then|please|pls|"
        rf"na verdade|mesmo|entao|por favor)\b)"),
    re.compile(rf"\b(?P<led>as|at|pelas) {_H}(?=[.,](?!\d))"),
    re.compile(rf"\b(?P<led>pras|p(?:a)?ra as|p/ ?as) {_H}(?![\d:/%]|x\d|[.,]\d){_NO_COUNT}"),
    re.compile(rf"^\W*{_H}(?P<fix> (?:for|para|pra) \d{{1,3}}\b)(?! ?(?:h\b|{_LENGTHS}))"),
    re.compile(  # "3 works", where an hour is asked for
        rf"^\W*{_H}(?P<fix> (?:works|is (?:fine|good|ok|okay|great|perfect)|suits|would (?:work|be)"
        rf"|pode ser|serve|fica bom|ta bom|esta bom|esta otimo|e bom|da certo)\b)"),
    re.compile(  # "thurs 1030"
        r"\b(?:mon|tues?|wed(?:nes)?|thurs?|fri|sat(?:ur)?|sun)(?:day)?,? "
        r"(?P<h>0?[1-9]|1\d|2[0-3])(?P<m>00|15|30|45)(?P<fix>)(?![\d:.,/-]\d|\w)"),
    re.compile(r"^\W*(?:o )?(?P<h>[01]?\d|2[0-3])\W*$"),
    re.compile(r"^\W*(?:(?:at|as|say|then|so|entao) )?(?P<h>0?[1-9]|1\d|2[0-3])(?P<m>[0-5][05])"
               r"(?P<fix>)(?: (?:please|pls|por favor|pf))?\W*$"),  # "1030"
]  # fmt: skip
_OR_HOUR = re.compile(
    r"(?<![\d:h.,/])(?P<h>[01]?\d|2[0-3])(?: ?h| horas)? ?(?:ou|or|and|to|a|ate|e|-) (?:as |das |"
    r"the |at )?$"
)
_AHEAD = re.compile(
    r"\b(?:daqui a|daqui|em|in|dentro de|within) (?:(?P<halfhour>meia hora|half an hour)|"
    r"(?P<n>\d{1,3}|uma?|an?|one) (?P<unit>horas?|hours?|hrs?|minutos?|minutes?|mins?|"
    r"min)\b(?: (?P<plus>e meia|and a half))?)"
)
_LOOSE = frozenset(
    "say digamos tipo between entre from about around umas after until ate by a".split()
)
_ROUND = (5, 10, 20, 25)
_QUARTER = 15  # that English calls so
_COUNTED = re.compile(rf" (?:[a-z]{{2,12}} )?{_PLURAL}")
_LED = re.compile(r"\b(?:as|at|pelas|umas|around|about) $")
_LED_WIDTH = 10
_AT = re.compile(r"\b(?:at|as|by|from|until|till|til|around|about)(?: the)? $")
_EVENINGS = ("noite", "evening", "noche", "soir")
_BEFORE_PART = re.compile(
    r"\b(?:de|da|in the|pela|na|this|a|[a-z]{3,6}day|tomorrow) "
    r"(?P<part>manha|madrugada|tarde|noite|morning|afternoon|evening)\b,? ?(?:\w+ ){0,2}$"
    r"|\b(?P<tonight>tonight|hoje a noite)\b"
)
_SAID_AFTER = re.compile(
    r"^,? ?(?:de|da|na|a|pela|in the|this|amanha de|tomorrow) ?(?P<part>manha|madrugada|tarde|"
    r"noite|morning|afternoon|evening)\b"
)


def find_times(text: str, now: datetime, language: Language = "en") -> list[FoundTime]:
    """Find the times of day of a text in the order they stand."""
    text = _ABOUT_AN_HOUR.sub(_in_figures, text[:_READ])
    written = in_digits(text, language)
    found = _found(written, now, language)
    if not found and (spoken := in_neighbours_digits(text[:_READ])):
        return [
            FoundTime(f.value, 0, len(text[:_READ]), f.either, f.bare)
            for f in _found(Spelled(spoken), now, language)
        ]
    return [replace(f, start=a, end=b) for f in found for a, b in [written.place(f.start, f.end)]]


def _found(written: Spelled, now: datetime, language: Language) -> list[FoundTime]:
    plain = written.text
    found = [
        FoundTime(end.value, end.start, end.end, end.either, not each.sure)
        for each in ranges_in(written)
        for end in (each.first, each.last)
    ]
    for match in _AHEAD.finditer(plain):
        then = now + _distance(match)
        clear = all(match.end() <= f.start or match.start() >= f.end for f in found)
        if clear and then.date() == now.date():
            found.append(FoundTime(f"{then:%H:%M}", *match.span()))
    for pattern in _PATTERNS:
        for match in pattern.finditer(plain):
            if any(match.start() < f.end and f.start < match.end() for f in found):
                continue
            if read := _read(match, written, language):
                found += [*_beside(read, plain), read]
    return sorted(found, key=lambda each: each.start)


def _in_figures(match: re.Match[str]) -> str:
    """Write "eleven-ish" as "11ish", in as many characters."""
    said = match["h"].lower()
    hour = said if said.isdigit() else str(_HOURS.index(said) + 1)
    return f"{hour}ish".ljust(len(match[0]))


def _beside(found: FoundTime, plain: str) -> list[FoundTime]:
    """Return the bare hour that a time is offered beside: "8 or 9 am", "entre 2 e 3 da tarde"."""
    before = _OR_HOUR.search(plain[max(0, found.start - 20) : found.start])
    if before is None:
        return []
    hour = int(before["h"])
    late = found.either is None and int(found.value[:2]) > _NOON
    hour += _NOON if late and hour < _NOON else 0
    at = max(0, found.start - 20) + before.start("h")
    return [FoundTime(f"{hour:02d}:00", at, at + len(before["h"]))]


def _distance(match: re.Match[str]) -> timedelta:
    if match["halfhour"]:
        return timedelta(minutes=30)
    amount = int(match["n"]) if match["n"].isdigit() else 1
    if match["unit"].startswith("h"):
        return timedelta(hours=amount, minutes=30 if match["plus"] else 0)
    return timedelta(minutes=amount)


def _read(match: re.Match[str], written: Spelled, language: Language) -> FoundTime | None:
    part = {k.rstrip("2"): v for k, v in match.groupdict().items() if v}
    plain = written.text
    hour = 12 if "noon" in part else 0 if "midnight" in part else int(part.get("h", 1))
    minute = int(part.get("m", part.get("few", 0)))
    minute = 30 if "half" in part else 15 if "quarter" in part else minute
    settled = "noon" in part or "midnight" in part or ("to" in part and hour == 0)
    if "to" in part:
        hour, minute = ((hour - 1) % 24, 60 - minute)
        hour += 12 if "noon" not in part and "midnight" not in part and hour == 0 else 0
    if "to" in part and "few" in part and _tells_two(part, match, written):
        return None  # "7 to 10" is from seven to ten, "às 9 pra 4" an hour for so many
    if hour > 23 or minute > 59 or _is_length(part, match, plain, language):
        return None
    said = _day_part(part, plain, match)
    if said is not None and not settled:
        hour = _hour_in(hour, said)
        settled = True
    if hour < 0:
        return None
    value = f"{hour:02d}:{minute:02d}"
    span = match.span("h") if "fix" in part else match.span()
    bare = bool(part.keys() & {"fix"}) or part.get("led") in _LOOSE
    digital = re.match(r"(?:0\d|1[01]:\d\d)", match[0].lstrip("as "))  # of a clock with 24 hours
    if settled or hour > _NOON or hour == 0 or digital:
        return FoundTime(value, *span, None, bare)
    return FoundTime(value, *span, _other(hour, minute), bare)


def _tells_two(part: dict[str, str], match: re.Match[str], written: Spelled) -> bool:
    """Tell "7 to 10" and "9 pra 4 pessoas", which are two numbers, from minutes to an hour."""
    if re.search(r"min", match[0]):
        return False
    english, few = part["to"] in ("to", "before", "till", "til"), int(part["few"])
    round_ = few in _ROUND or (few == _QUARTER and not english)
    if not round_ or _COUNTED.match(written.text, match.end()):
        return True
    at = match.start("few")
    spelled = any(start <= at < end for start, end, _, _ in written.changes)
    led = _LED.search(written.text, max(0, at - _LED_WIDTH), at)
    return part["to"] in ("pra", "para", "p/") and led is not None and not spelled


def _is_length(part: dict[str, str], match: re.Match[str], plain: str, language: Language) -> bool:
    """Tell "three hrs" from an hour of the clock, which English does not call so."""
    if language != "en" or part.get("hour") not in ("hrs", "hour", "hours", "horas", "hora", "hs"):
        return False
    told = part.keys() & {"pm", "am", "part", "night", "half", "m"} or int(part["h"]) > _NOON
    return not told and not _AT.search(plain[max(0, match.start() - 12) : match.start()])


def _other(hour: int, minute: int) -> str:
    return f"{hour + 12 if hour < _NOON else 0:02d}:{minute:02d}"


def _day_part(part: dict[str, str], plain: str, match: re.Match[str]) -> str | None:
    if "am" in part:
        return "am"
    if "pm" in part or "p" in part:
        return "pm"
    if "night" in part:
        return "noite"
    if "part" in part:
        return part["part"]
    if near := _SAID_AFTER.match(plain[match.end() :]):
        return near["part"]
    before = _BEFORE_PART.search(plain[max(0, match.start() - 40) : match.start()])
    return (before["part"] or "noite") if before else None


def _hour_in(hour: int, part: str) -> int:
    """Return the hour of the day, -1 where the words contradict each other."""
    if hour > _NOON:
        return hour
    if part in ("am", "manha", "madrugada", "morning", "manana", "matin"):
        return 0 if hour == _NOON and part in ("am", "madrugada") else hour
    if part in _EVENINGS and hour == _NOON:
        return 0
    if hour == 0:
        return hour if part in _EVENINGS else -1
    return hour if hour == _NOON else hour + 12


def part_of_day(text: str) -> DayPart | None:
    """Return the part of the day that a question is about: dinner is in the evening."""
    plain = text.lower()
    for name, pattern in _ABOUT.items():
        if pattern.search(plain):
            return name
    return None


_ABOUT: dict[DayPart, re.Pattern[str]] = {
    "morning": re.compile(
        r"\b(?:morning|manhã|manha|wake|acordar|breakfast|café da manhã|madrugada)\b"
    ),
    "afternoon": re.compile(r"\b(?:afternoon|tarde|almoço|almoco|lunch)\b"),
    "evening": re.compile(r"\b(?:evening|noite|dinner|jantar|tonight|supper|night)\b"),
}
