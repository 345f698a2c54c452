"""Reads stretches of the day: "from six till nine in the evening", "das 15 às 17", "10, 11 horas".

The two ends are read together: what one of them says of the part of the day holds for the other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from language.detect import Language
from language.spelled import Spelled, in_digits

_AT_HAND = 32  # texts: several readers look at one message
_READ = 500
_NOON, _HALF_DAY, _DAY = 12, 720, 1440  # hours, minutes, minutes
_EARLY = 7  # from this hour on nobody who counts to 24 leaves out that it is in the evening


def _clock(end: str) -> str:
    """Return the pattern of one end, its groups marked."""
    return (
        rf"(?:(?P<noon{end}>meio[ -]?dia|noon|midday)|(?P<night{end}>meia[ -]?noite|midnight)|"
        rf"(?:(?P<past{end}>half past|half|quarter past|quarter to) )?"
        rf"(?P<h{end}>[01]?\d|2[0-3])(?![\d/%])"
        rf"(?:(?: ?(?:h|:|hs) ?|\.)(?P<m{end}>[0-5]\d)(?!\d)| e (?P<half{end}>meia)\b"
        rf"| e (?P<few{end}>15|20|30|40|45)(?= ))?"
        rf"(?: ?(?P<unit{end}>hs?|hrs|horas?|hours|o ?'? ?clock)\b|[ -]?ish\b)?)"
        rf"(?: ?(?P<ap{end}>[ap])\.?m\b\.?|,? (?:da|de|na|a|in the|at) (?P<part{end}>manha|"
        rf"tarde|noite|madrugada|morning|afternoon|evening|night)\b)?"
    )


_GOES_ON = (
    r"(?:(?:e|and) )?(?:(?:vai|segue|fica|dura|corre)(?: mais ou menos)?|(?:goes|lasts|runs|"
    r"carries)(?: on)?)"
)
_ENDS = (
    r"(?:e|and) (?:(?:termina|acaba|encerra) (?:as|la pelas|pelas)|(?:ends|finishes|is over)"
    r"(?: at| by)?)"
)
_RANGE = re.compile(  # "dia 11 às 17h" is a day and its hour
    rf"(?<![\w$/:.,-])(?<!\bdia )(?<!\bday )"
    rf"(?:(?P<lead>from|between|entre(?: as)?|das|de|desde as|desde) )?{_clock('1')}"
    rf"(?P<joint> ?[-–] ?|,? (?:{_GOES_ON} )?(?:ate|until|till?)(?: (?:as|la pelas|pelas|umas|about"
    rf"|around))? |,? {_ENDS} | (?:to|through|and|e(?: as)?|as|a) ){_clock('2')}"
    r"(?![\w/%]|[:.,]\d| ?(?:de |of )?(?:jan|fev|feb|mar|abr|apr|mai|may|jun|jul|ago|aug|set|sep|"
    r"out|oct|nov|dez|dec)|(?:st|nd|rd|th)\b)"
)
_ROUGH = re.compile(  # "20, 21 horas", "ten, eleven-ish"
    r"(?<![\w$/:.,-])(?<!\bdia )(?<!\bday )"
    r"(?P<h1>[01]?\d|2[0-3])(?:h|ish)?, ?(?P<h2>[01]?\d|2[0-3])"
    r"(?: ?(?:h|hs|hrs|horas|o ?'? ?clock)\b|[ -]?ish\b|(?: ?(?P<ap2>[ap])\.?m\b\.?|"
    r" (?:da|in the|at) "
    r"(?P<part2>manha|tarde|noite|morning|afternoon|evening|night)\b))"
)
_COUNTED = re.compile(r"^,? (?!da |de |na |no |do |em |in |on |at |for |and |the )[a-z]{3,}")
_SPANS = frozenset({"to", "till", "til", "until", "through", "ate as", "ate", "as", "a", "-", "–"})
_MINUTES_TO = frozenset({"to", "till", "til"})
_OF_CLOCKS = frozenset({"till", "til", "until", "ate as", "as", "e as"})


@dataclass(frozen=True, slots=True)
class ClockEnd:
    """One end of a stretch: a time of day, and the other one that it may be."""

    value: str
    either: str | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ClockRange:
    """From one time of day to another."""

    first: ClockEnd
    last: ClockEnd
    minutes: int
    whole: bool  # it begins and ends then; else it is somewhere in between
    sure: bool  # some word or sign says that these are hours of the clock

    @property
    def start(self) -> int:
        return self.first.start

    @property
    def end(self) -> int:
        return self.last.end


def find_ranges(text: str, language: Language = "en") -> list[ClockRange]:
    """Find the stretches of a day that a text tells, where they stand in it."""
    written = in_digits(text[:_READ], language)
    found = ranges_in(written)
    return [
        replace(r, first=_placed(r.first, written), last=_placed(r.last, written)) for r in found
    ]


def _placed(end: ClockEnd, written: Spelled) -> ClockEnd:
    start, stop = written.place(end.start, end.end)
    return replace(end, start=start, end=stop)


@lru_cache(_AT_HAND)
def ranges_in(written: Spelled) -> tuple[ClockRange, ...]:
    """Find them in a flat text whose numbers are written in digits."""
    plain = written.text
    told = [r for m in _RANGE.finditer(plain) if (r := _range_of(m, written))]
    rough = [r for m in _ROUGH.finditer(plain) if (r := _rough_of(m))]
    return tuple(sorted(told + rough, key=lambda each: each.start))


def _range_of(match: re.Match[str], written: Spelled) -> ClockRange | None:
    part = {name: said for name, said in match.groupdict().items() if said}
    lead, joint = part.get("lead", ""), _joint(part["joint"])
    between = lead.startswith(("between", "entre"))
    if not (between if joint in ("and", "e", "e as") else joint in _SPANS):
        return None
    if not lead and joint in _MINUTES_TO and _counts_minutes(part, match.start("h1"), written):
        return None
    signs = [f"{sign}{end}" for end in "12" for sign in _SIGNS]
    sure = joint in _OF_CLOCKS or lead in ("das", "desde as") or bool(part.keys() & set(signs))
    sure = sure or any(part.get(f"unit{end}", "horas") not in _LENGTHS for end in "12")
    counted = _COUNTED.match(written.text, match.end()) is not None
    if not sure and (counted or not lead or lead == "de"):
        return None
    lasting = part.get("unit2") in _LENGTHS and joint in ("a", "to", "-", "–")
    if lasting and (not sure or lead in ("", "de", "from")):
        return None  # "2 to 3 hours" is how long
    return _built(part, match, whole=not between, sure=sure)


def _joint(said: str) -> str:
    """Return the words between two ends; what tells that it ends then is as good as "until"."""
    joint = said.strip(" ,")
    return "until" if " " in joint and joint not in ("ate as", "e as") else joint


def _counts_minutes(part: dict[str, str], start: int, written: Spelled) -> bool:
    """Tell "ten to eight", in words, from "10 to 8"."""
    spelled = any(a <= start < b for a, b, _, _ in written.changes)
    alone = not part.keys() & {"m1", "unit1", "ap1", "part1", "half1", "past1"}
    return spelled and alone and part.get("h1") in ("5", "10", "20")


_SIGNS = ("noon", "night", "past", "m", "half", "ap", "part")
_LENGTHS = ("horas", "hora", "hours", "hrs")


def _rough_of(match: re.Match[str]) -> ClockRange | None:
    if int(match["h2"]) - int(match["h1"]) != 1:
        return None
    part = {name: said for name, said in match.groupdict().items() if said}
    return _built(part, match, whole=False, sure=True)


def _built(
    part: dict[str, str], match: re.Match[str], *, whole: bool, sure: bool
) -> ClockRange | None:
    first, last = _minutes(part, "1"), _minutes(part, "2")
    ends = _of_day(first, _half(part, "1"), last, _half(part, "2"))
    (first, open_first), (last, open_last) = ends
    length = (last - first) % (_HALF_DAY if open_first and open_last else _DAY)
    if not length:
        return None
    middle = match.start("joint") if "joint" in part else match.start("h2")
    one = _end(first, open_first, match.start(), middle)
    return ClockRange(one, _end(last, open_last, middle, match.end()), length, whole, sure)


def _minutes(part: dict[str, str], end: str) -> int:
    """Return the minutes of the day that an end says, before its half of the day is known."""
    if f"noon{end}" in part or f"night{end}" in part:
        return _NOON * 60 if f"noon{end}" in part else 0
    hour, past = int(part[f"h{end}"]), part.get(f"past{end}", "")
    few = int(part.get(f"m{end}") or part.get(f"few{end}") or 0)
    few = 30 if f"half{end}" in part or past.startswith("half") else few
    few = 15 if past == "quarter past" else -15 if past == "quarter to" else few
    return (hour * 60 + few) % _DAY


def _half(part: dict[str, str], end: str) -> str | None:
    """Return in which half of the day an end is: "am" or "pm", None where it does not say."""
    if f"noon{end}" in part or f"night{end}" in part:
        return "settled"
    said = part.get(f"ap{end}") or part.get(f"part{end}")
    if said is None:
        return None
    return "am" if said in ("a", "manha", "madrugada", "morning") else "pm"


def _of_day(
    first: int, half: str | None, last: int, other: str | None
) -> tuple[tuple[int, bool], tuple[int, bool]]:
    """Return both ends in minutes of the day, and whether each may be in the other half."""
    late = _HALF_DAY + 60
    clock24 = [m for m, h in ((first, half), (last, other)) if h is None and (m >= late or m < 60)]
    first, last = _in_half(first, half), _in_half(last, other)
    if half is None and (other or last >= late) and first not in clock24:
        as_said = last >= late and other is None and first >= _EARLY * 60
        both = [first] if as_said else [first % _HALF_DAY, first % _HALF_DAY + _HALF_DAY]
        first = max((m for m in both if m < last), default=first)
        return (first, False), (last, False)
    if other is None and (half or first in clock24) and last not in clock24:
        both = sorted({last % _HALF_DAY, last % _HALF_DAY + _HALF_DAY})
        last = min((m for m in both if m > first), default=both[0])
        return (first, False), (last, False)
    open_ = half is None and other is None and not clock24
    return (first, open_), (last, open_)


def _in_half(minutes: int, half: str | None) -> int:
    if half == "pm" and minutes < _HALF_DAY:
        return minutes + _HALF_DAY
    return minutes - _HALF_DAY if half == "am" and minutes >= _HALF_DAY else minutes


def _end(minutes: int, open_: bool, start: int, end: int) -> ClockEnd:
    other = (minutes + _HALF_DAY) % _DAY if open_ else None
    return ClockEnd(_written(minutes), None if other is None else _written(other), start, end)


def _written(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"
