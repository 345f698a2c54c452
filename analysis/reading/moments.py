"""Finds when: dates, spans and times of day, read in the range that the table itself has.

Nothing here looks at a clock: "last month" is the last one of the data, and is said to be that.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import partial

from analysis.query import Bucket
from analysis.reading.tokens import Sentence, Token
from language.detect import Language

_NAMES = (
    "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
    "january february march april may june july august september october november december",
    "jan fev mar abr mai jun jul ago set out nov dez",
    "jan feb mar apr may jun jul aug sep oct nov dec",
)
MONTHS = {name: n for names in _NAMES for n, name in enumerate(names.split(), 1)} | {"sept": 9}
_DOUBTFUL = frozenset("may mar set out march dez ago dec sep jun jul".split())
_DAYS_OF_WEEK = (
    "monday tuesday wednesday thursday friday saturday sunday",
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays",
    "segunda terca quarta quinta sexta sabado domingo",
    "segundas tercas quartas quintas sextas sabados domingos",
)
_WEEKDAYS = {name: n for names in _DAYS_OF_WEEK for n, name in enumerate(names.split(), 1)}
_ALSO_RANKS = frozenset("segunda quarta quinta sexta segundas quintas".split())
_NUMBERS = {
    "primeiro": 1, "primeira": 1, "first": 1, "1st": 1, "segundo": 2, "segunda": 2, "second": 2,
    "terceiro": 3, "terceira": 3, "third": 3, "quarto": 4, "quarta": 4, "fourth": 4,
    "quinta": 5, "fifth": 5, "ultimo": -1, "ultima": -1, "last": -1,
}  # fmt: skip
_M = "|".join(sorted(MONTHS, key=len, reverse=True))
_DIGITS = r"\d{1,2}(?:º|ª|°|o|a|st|nd|rd|th)?"
_N = f"(?:{'|'.join([*_NUMBERS, _DIGITS])})"
_Y = r"(?:(?:de|of|do|,)? ?(?P<y>(?:19|20)\d\d))"
_D = r"(?P<d>\d{1,2})(?:st|nd|rd|th|o|º)?"
_E = r"(?P<e>\d{1,2})(?:st|nd|rd|th|o|º)?"
_TO = r"(?:a|e|and|to|ate|-|until|through|ao dia)"
_UNIT = (
    "dia|dias|day|days|semana|semanas|week|weeks|mes|meses|month|months|trimestre|trimestres"
    "|quarter|quarters|ano|anos|year|years"
)
# "Last month" is over; "this month" and "the latest month" are those in which the data end.
_OVER = "last|past|ultimo|ultima"
_UNDER_WAY = "latest|final|most recent|this|current|este|esta|neste|nesta"
_COUNT = r"\d{1,3}|two|three|four|five|six|seven|ten|dois|duas|tres|quatro|cinco|seis|sete|dez"
_WRITTEN: tuple[tuple[str, str], ...] = (
    ("iso", r"(?P<y>\d{4})-(?P<m>\d{1,2})(?:-(?P<d>\d{1,2}))?"),
    ("slash", r"(?P<a>\d{1,2})[/.-](?P<b>\d{1,2})[/.-](?P<y>\d{4}|\d{2})"),
    ("month_year", r"(?P<m>\d{1,2})/(?P<y>\d{4})"),
    ("slash", r"(?P<a>\d{1,2})/(?P<b>\d{1,2})"),
    (
        "days",
        rf"(?:entre |between |from |de |do dia |dias )?{_D} {_TO} {_E}(?: (?:de|of))?"
        rf" (?P<month>{_M})(?: {_Y})?",
    ),
    ("days", rf"(?:between |from )?(?P<month>{_M}) {_D} {_TO} {_E}(?: {_Y})?"),
    (
        "part",
        rf"(?P<n>{_N}) (?P<what>semana|week|quinzena|metade|half|dia|day) (?:de|of|do|in|em)"
        rf" (?P<month>{_M})(?: {_Y})?",
    ),
    ("part", rf"(?P<n>{_N}) (?P<what>quinzena|fortnight)"),
    (
        "half",
        rf"(?P<n>(?!ultim\w+ semestre(?! do ano)|last half year){_N}) (?:semestre|half|metade)"
        rf"(?: (?:do ano|of the year|de|of))?(?: {_Y})?",
    ),
    ("quarter", rf"(?P<n>{_N}) (?:trimestre|quarter)(?: {_Y})"),
    ("quarter", rf"(?P<n>(?!ultim|last){_N}) (?:trimestre|quarter)"),
    ("quarter", rf"[qt](?P<n>[1-4])(?: {_Y})?"),
    ("quarter", rf"(?:quarter|trimestre) (?P<n>[1-4])(?: {_Y})?"),
    ("week_of_year", rf"(?:week|semana) (?P<n>\d{{1,2}})(?: {_Y})?"),
    (
        "date",
        rf"(?:(?:no |do )?dia |on |on the )?{_D}(?: (?:de|of))? (?P<month>{_M})(?: {_Y})?",
    ),
    ("date", rf"(?P<month>{_M}) {_D}(?: ,)?(?: {_Y})?"),
    ("month", rf"(?:mes de |month of )?(?P<month>{_M})(?: {_Y})"),
    ("month", rf"(?P<month>{_M})"),
    (
        "rolling",
        r"(?:os |as |the |nos |nas )?(?:last|past|ultimos|ultimas|final)"
        rf" (?P<n>{_COUNT}) (?P<unit>{_UNIT})",
    ),
    ("rolling", rf"(?P<n>\d{{1,3}}) (?:ultimos|ultimas) (?P<unit>{_UNIT})"),
    (
        "last",
        rf"(?:o |a |the |no |na )?(?P<which>{_OVER}|{_UNDER_WAY})"
        rf" (?P<unit>{_UNIT}|semestre|half year)",
    ),
    (
        "last",
        rf"(?:o |a |no |na )?(?P<unit>{_UNIT}|semestre)"
        r" (?P<which>passado|passada|atual|corrente|mais recente)",
    ),
    (
        "first",
        r"(?:o |a |the |no |na )?(?:first|primeiro|primeira)"
        r" (?P<unit>mes|semana|month|week|dia|day|ano|year)",
    ),
    ("day", r"(?:o |no )?dia (?P<d>\d{1,2})"),
    ("day", r"(?:on |the |on the )(?P<d>\d{1,2})(?:st|nd|rd|th)"),
    ("clock", r"(?:as |at |a )?(?P<h>\d{1,2})(?::(?P<min>\d{2})|h(?P<hm>\d{0,2}))"),
    ("clock", r"(?:at )?(?P<h>\d{1,2}) ?(?P<half>am|pm)"),
    ("clock", r"(?P<word>meio dia|noon|midnight|meia noite)"),
    ("weekday", rf"(?P<wd>{'|'.join(_WEEKDAYS)})(?: feiras?)?"),
    ("working", r"dias uteis|dia util|working days|business days|workdays|dias de semana"),
    (
        "weekend",
        r"weekends?|fim de semana|fins de semana|finais de semana|final de semana|fds",
    ),
    ("year", r"(?:ano de |year |ano )?(?P<y>(?:19|20)\d\d)"),
)
_PATTERNS = tuple((kind, re.compile(rf"(?<!\S)(?:{each})(?!\S)")) for kind, each in _WRITTEN)
_SPELLED = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10, "dois": 2,
    "duas": 2, "tres": 3, "quatro": 4, "cinco": 5, "seis": 6, "sete": 7, "dez": 10,
}  # fmt: skip
_BEFORE_DOUBTFUL = frozenset(
    "in of em de do since until ate from desde by for between entre and e a to com com with vs para"
    " before after no during mes".split()
)
_PAST = frozenset([*_OVER.split("|"), "passado", "passada"])
# Rows seldom stand on the very last day: with so many days to go, a time counts as over.
_TO_GO = {"day": 0, "week": 2, "month": 2, "quarter": 6, "half": 9, "year": 14}
_UNITS: dict[str, Bucket] = {
    "dia": "day", "day": "day", "semana": "week", "week": "week", "mes": "month", "month": "month",
    "ano": "year", "year": "year",
    "trimestre": "quarter", "quarter": "quarter",
}  # fmt: skip
Days = tuple[date, date]


@dataclass(frozen=True, slots=True)
class SaidMoment:
    """A when that was said: spans of days of which one is meant, or places in a cycle of time."""

    start: int  # tokens
    end: int
    spans: tuple[Days, ...] = ()
    cycle: Bucket | None = None
    places: tuple[int, ...] = ()
    clock: int | None = None  # minutes since midnight
    whole: Bucket | None = None  # what a span is one of
    relative: str | None = None  # words that were read from the end of the data
    yearless: bool = False


@dataclass(frozen=True, slots=True)
class DataDays:
    """The days from which to which a table's dates go."""

    first: date
    last: date

    def years(self) -> range:
        return range(self.first.year, self.last.year + 1)

    def meets(self, days: Days) -> bool:
        return days[0] <= self.last and days[1] >= self.first


def data_days(least: object, most: object) -> DataDays | None:
    """Return the days of a date column, by its least and most value."""
    try:
        return DataDays(
            date.fromisoformat(str(least)[:10]),
            date.fromisoformat(str(most)[:10]),
        )
    except ValueError:
        return None


def moments(sentence: Sentence, days: DataDays) -> list[SaidMoment]:
    """Find all moments of a question; none overlap, longer ones go first."""
    plain, places = _plain(sentence.tokens)
    taken: list[tuple[int, int]] = []
    found: list[SaidMoment] = []
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(plain):
            span = (places[match.start()], places[match.end() - 1] + 1)
            if any(a < span[1] and span[0] < b for a, b in taken):
                continue
            moment = _read(kind, match, span, sentence, days)
            if moment:
                taken.append(span)
                found.append(moment)
    return sorted(found, key=lambda m: m.start)


def span_of(bucket: Bucket, day: date) -> Days:
    """Return the first and the last day of the year, quarter, month, week or day of a day."""
    match bucket:
        case "year":
            return date(day.year, 1, 1), date(day.year, 12, 31)
        case "quarter":
            first = (day.month - 1) // 3 * 3 + 1
            return date(day.year, first, 1), _end(day.year, first + 2)
        case "month":
            return date(day.year, day.month, 1), _end(day.year, day.month)
        case "week":
            monday = day - timedelta(days=day.weekday())
            return monday, monday + timedelta(days=6)
        case _:
            return day, day


def key_of(bucket: Bucket, day: date) -> str | int:
    """Return how a result names the year, quarter, month, week or day of a day."""
    match bucket:
        case "year":
            return day.year
        case "quarter":
            return f"{day.year}-Q{(day.month - 1) // 3 + 1}"
        case "month":
            return f"{day:%Y-%m}"
        case "week":
            return f"{day:%G-W%V}"
        case _:
            return day.isoformat()


def _plain(tokens: tuple[Token, ...]) -> tuple[str, list[int]]:
    text, places = "", list[int]()
    for at, token in enumerate(tokens):
        piece = f"{token.word} "
        text += piece
        places += [at] * len(piece)
    return text, places


def _read(
    kind: str, match: re.Match[str], span: tuple[int, int], sentence: Sentence, days: DataDays
) -> SaidMoment | None:
    part = {key: value for key, value in match.groupdict().items() if value}
    try:
        moment = _calendar(kind, part, days, sentence.language) or _cyclic(kind, part)
    except (ValueError, OverflowError):
        return None
    if not moment or not _is_meant(kind, part, span, sentence):
        return None
    said = sentence.said(*span) if kind in ("rolling", "last", "first") else None
    return replace(moment, start=span[0], end=span[1], relative=said)


def _is_meant(kind: str, part: dict[str, str], span: tuple[int, int], sentence: Sentence) -> bool:
    before = sentence.tokens[span[0] - 1].word if span[0] else ""
    after = sentence.tokens[span[1]].word if span[1] < len(sentence.tokens) else ""
    if kind == "month" and part.get("month") in _DOUBTFUL and "y" not in part:
        return before in _BEFORE_DOUBTFUL
    if kind == "weekday" and part["wd"] in _ALSO_RANKS:
        said = sentence.said(*span).lower()
        return "feira" in said or (
            before in "na nas as toda todas de da das e a so".split()
            and after not in "maior menor mais melhor pior".split()
            and (part["wd"] != "segunda" or before in "na nas as toda todas so".split())
        )
    if kind == "year":
        return before not in ("top", "acima", "above", "over")
    return True


def _calendar(
    kind: str, part: dict[str, str], days: DataDays, language: Language
) -> SaidMoment | None:
    match kind:
        case "iso" | "month_year":
            if "d" in part:
                on = date(int(part["y"]), int(part["m"]), int(part["d"]))
                return _days([(on, on)], "day")
            return _days([_month(int(part["y"]), int(part["m"]))], "month")
        case "slash":
            return _slash(part, days, language)
        case "year":
            return _days([span_of("year", date(int(part["y"]), 1, 1))], "year")
        case "day":
            return _day_of_month(int(part["d"]), days)
        case "rolling" | "last" | "first" | "today":
            return _relative(kind, part, days)
        case _:
            return _of_a_year(kind, part, days)


def _of_a_year(kind: str, part: dict[str, str], days: DataDays) -> SaidMoment | None:
    """Read what may stand without its year: a day, a month, a quarter, a part of them."""
    if kind not in _MAKERS:
        return None
    if kind == "part" and "month" not in part:
        return _of_a_month(part, days)
    year, (whole, make) = _year(part), _MAKERS[kind]
    return _days(_in_years(year, days, lambda y: make(part, y)), whole, year is None)


def _of_a_month(part: dict[str, str], days: DataDays) -> SaidMoment | None:
    """Read a part of a month, of each month that the data have."""
    month, found = days.first.replace(day=1), list[Days]()
    while month <= days.last and len(found) < 12:
        span = _part(_rank(part["n"]), part["what"], month.year, month.month)
        found += [span] if days.meets(span) else []
        month = _end(month.year, month.month) + timedelta(days=1)
    return _days(found, None, True)


def _make_days(part: dict[str, str], year: int) -> Days:
    month = MONTHS[part["month"]]
    return date(year, month, int(part["d"])), date(year, month, int(part["e"]))


def _make_date(part: dict[str, str], year: int) -> Days:
    on = date(year, MONTHS[part["month"]], int(part["d"]))
    return on, on


def _make_month(part: dict[str, str], year: int) -> Days:
    return _month(year, MONTHS[part["month"]])


def _make_part(part: dict[str, str], year: int) -> Days:
    return _part(_rank(part["n"]), part["what"], year, MONTHS[part["month"]])


def _make_quarter(part: dict[str, str], year: int) -> Days:
    n = _rank(part["n"])
    return span_of("quarter", date(year, 3 * (4 if n == -1 else n), 1))


def _make_half(part: dict[str, str], year: int) -> Days:
    first, last = {1: (1, 6), 2: (7, 12), -1: (7, 12)}.get(_rank(part["n"]), (0, 0))
    return date(year, first, 1), _end(year, last)


def _make_week(part: dict[str, str], year: int) -> Days:
    n = int(part["n"])
    return date.fromisocalendar(year, n, 1), date.fromisocalendar(year, n, 7)


_MAKERS: dict[str, tuple[Bucket | None, Callable[[dict[str, str], int], Days]]] = {
    "days": (None, _make_days),
    "date": ("day", _make_date),
    "month": ("month", _make_month),
    "part": (None, _make_part),
    "quarter": ("quarter", _make_quarter),
    "half": (None, _make_half),
    "week_of_year": ("week", _make_week),
}


def _cyclic(kind: str, part: dict[str, str]) -> SaidMoment | None:
    match kind:
        case "weekday":
            return SaidMoment(0, 0, cycle="weekday", places=(_WEEKDAYS[part["wd"]],))
        case "weekend":
            return SaidMoment(0, 0, cycle="weekday", places=(6, 7))
        case "working":
            return SaidMoment(0, 0, cycle="weekday", places=(1, 2, 3, 4, 5))
        case "clock":
            return SaidMoment(0, 0, clock=_clock(part))
        case _:
            return None


def _clock(part: dict[str, str]) -> int:
    if "word" in part:
        return 12 * 60 if part["word"] in ("noon", "meio dia") else 0
    hour = int(part["h"])
    if "half" in part:
        hour = hour % 12 + (12 if part["half"] == "pm" else 0)
    minute = int(part.get("min") or part.get("hm") or 0)
    if hour > 24 or minute > 59:
        raise ValueError
    return hour * 60 + minute


def _relative(kind: str, part: dict[str, str], days: DataDays) -> SaidMoment | None:
    if kind == "today":
        return None  # nothing in a table is today
    if kind == "last" and part["unit"] in ("semestre", "half year"):
        return _days([_latest(None, days, part["which"] in _PAST)], None)
    unit = _UNITS[_single(part["unit"])]
    if kind == "first":
        return _days([span_of(unit, days.first)], unit)
    if kind == "last":
        return _days([_latest(unit, days, part["which"] in _PAST)], unit)
    count = int(part["n"]) if part["n"].isdigit() else _SPELLED[part["n"]]
    if unit in ("day", "week"):
        length = count * (7 if unit == "week" else 1)
        return _days([(days.last - timedelta(days=length - 1), days.last)], None)
    if unit == "quarter":
        end = _latest(unit, days, over=True)[1]
        whole = end.year * 12 + end.month - 3 * count
        return _days([(date(whole // 12, whole % 12 + 1, 1), end)], None)
    months = count * (12 if unit == "year" else 1)
    whole = days.last.year * 12 + days.last.month - months
    first = date(whole // 12, whole % 12 + 1, 1)
    return _days([(first, span_of("month", days.last)[1])], None)


def _latest(unit: Bucket | None, days: DataDays, over: bool) -> Days:
    """Return the last year, quarter, half (None), month, week or day that the data reach.

    Where it must be over, one in whose middle the data end is not yet the last: who says in
    November "last quarter" means the one to September.
    """
    span = _half_of(days.last) if unit is None else span_of(unit, days.last)
    if over and (span[1] - days.last).days > _TO_GO[unit or "half"]:
        before = span[0] - timedelta(days=1)
        return _half_of(before) if unit is None else span_of(unit, before)
    return span


def _half_of(day: date) -> Days:
    first = 1 if day.month <= 6 else 7
    return date(day.year, first, 1), _end(day.year, first + 5)


def _day_of_month(day: int, days: DataDays) -> SaidMoment | None:
    found: list[Days] = []
    month = date(days.first.year, days.first.month, 1)
    while month <= days.last and len(found) < 12:
        if day <= calendar.monthrange(month.year, month.month)[1]:
            on = month.replace(day=day)
            if days.meets((on, on)):
                found.append((on, on))
        month = _end(month.year, month.month) + timedelta(days=1)
    return _days(found, "day", True) if found else None


def _slash(part: dict[str, str], days: DataDays, language: Language) -> SaidMoment | None:
    first, second = int(part["a"]), int(part["b"])
    year = _year(part)
    orders = [(second, first)] if language == "pt" else [(first, second), (second, first)]
    orders = [(m, d) for m, d in orders if 1 <= m <= 12] or [(first, second)]
    found: list[Days] = []
    for month, day in dict.fromkeys(orders):
        found += _in_years(year, days, partial(_on, month, day))
    inside = [each for each in dict.fromkeys(found) if days.meets(each)]
    return _days(inside or found[:1], "day", year is None)


def _on(month: int, day: int, year: int) -> Days:
    return date(year, month, day), date(year, month, day)


def _in_years(year: int | None, days: DataDays, make: Callable[[int], Days]) -> list[Days]:
    """Return the spans that a yearless one may be: those that the data reach."""
    found: list[Days] = []
    for each in [year] if year else days.years():
        try:
            span = make(each)
        except ValueError:
            continue
        found.append(span)
    inside = [span for span in found if days.meets(span)]
    return inside or found[-1:]


def _days(found: list[Days], whole: Bucket | None, yearless: bool = False) -> SaidMoment | None:
    ordered = [(a, b) if a <= b else (b, a) for a, b in found]
    return SaidMoment(0, 0, tuple(ordered), whole=whole, yearless=yearless) if ordered else None


def _part(n: int, what: str, year: int, month: int) -> Days:
    first, last = _month(year, month)
    if what in ("quinzena", "metade", "half", "fortnight"):
        middle = first + timedelta(days=14)
        return (first, middle) if n == 1 else (middle + timedelta(days=1), last)
    if what in ("dia", "day"):
        day = last if n == -1 else first.replace(day=n)
        return day, day
    if n == -1:
        return last - timedelta(days=6), last
    start = first + timedelta(days=7 * (n - 1))
    return start, min(start + timedelta(days=6), last)


def _rank(said: str) -> int:
    return _NUMBERS[said] if said in _NUMBERS else int(re.sub(r"\D", "", said))


def _single(unit: str) -> str:
    return {"meses": "mes", "months": "month"}.get(
        unit, unit.removesuffix("s") if unit != "mes" else unit
    )


def _year(part: dict[str, str]) -> int | None:
    if "y" not in part:
        return None
    year = int(part["y"])
    return year + 2000 if year < 100 else year


def _month(year: int, month: int) -> Days:
    return date(year, month, 1), _end(year, month)


def _end(year: int, month: int) -> date:
    return date(year, month, calendar.monthrange(year, month)[1])
