"""Reads stretches of days: "friday til sunday", "de 10 a 12", "the 3rd, for four nights"."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise

from language.clock_ranges import ranges_in
from language.date_words import DAYS, MONTHS, WEEKDAYS
from language.dates import FoundDate, mentioned_dates
from language.detect import Language
from language.feasts import FEASTS
from language.flat import flat
from language.spelled import Spelled, in_digits

_READ = 400
_WEEK = 7
_MOST_NIGHTS = 60
_TO = r"(?:a|ao|as?|ate|to|til|till|until|thru|through|[-–—]|e volt\w+|e sa\w+)"
_AND = r"(?:e|and)"
_ARTICLES = r"(?: (?:o|a|os|the|dia|day|on|no|na))*"
_JOINED = re.compile(rf"\s*(?:,\s*)?(?:{_TO}){_ARTICLES}\s*")
_BOTH = re.compile(rf"\s*{_AND}{_ARTICLES}\s*")
_BETWEEN = re.compile(rf"\b(?:between|entre){_ARTICLES} $")
_UNTIL = re.compile(r"\b(?:until|till?|ate|through|thru)(?: (?:o|a|the|dia|o dia|day))* $")
_MONTH = rf"(?:{'|'.join(sorted(MONTHS, key=len, reverse=True))})\b\.?"
_DAY = r"(?:[1-9]|0[1-9]|[12]\d|3[01])"
_TH = r"(?:st|nd|rd|th|o)?"
_NUMERIC = re.compile(
    rf"(?<![\d/:.,-])(?:\b(?P<lead>from|between|entre|de|do|dos|desde)(?: (?:os|o|the|dias?"
    rf"|days?))* "
    rf"|\b(?P<day>dias?|days?|the) |(?P<m0>\b{_MONTH}) (?:the )?)?"
    rf"(?<![\d/:.,-])(?P<d1>{_DAY})(?P<o1>{_TH})(?: (?:de |of )?(?P<m1>{_MONTH}))?"
    rf" ?(?:\b(?P<to>a|ao|ate|to|til|till|until|thru|through)\b|(?P<dash>[-–—])|\b(?P<and>e|and)\b)"
    rf"(?: (?:o|ao|the|a|dia|day))* ?(?:(?P<m3>{_MONTH}) (?:the )?)?"
    rf"(?P<d2>{_DAY})(?P<o2>{_TH})(?: ?(?:de |of )?(?P<m2>{_MONTH}))?"
    r"(?![\d/:]|[.,–-]\d|\s?(?:h\b|hs\b|hrs?\b|horas?|hours?|am\b|pm\b|a\.m|p\.m|o ?'? ?clock)"
    r"| (?!(?:de|of|e|and|mas|but|pra|para|for|com|with|in|em|on|no|na|please|pls|por|pf|pfv|melhor"
    r"|instead|entao|then|se|if|ok|tem|is|se|sao|deste|desse|do|da)\b)[a-z]{3,})"
)
_LEAVES = re.compile(  # between the day of coming and that of going
    r"^[^.?!]{0,40}\b(?:leav\w+|depart\w*|return\w*|check(?:ing)? ?out|back|collect\w*|saindo"
    r"|saio|saimos"
    r"|sair|vou embora|vamos embora|indo embora|volt\w+|retorn\w*|devolv\w+"
    r"|busc\w+)\b[^.?!\d]{0,20}$"
)
_NEAR = 40
_BEHIND_VERB = (
    r"(?:(?: (?:it|him|her|them|o carro|a chave))? ?(?:up|back|off|in|out)?(?: (?:so|mesmo|apenas"
    r"|only|now|agora|ja)){0,2}(?: (?:on|em|no|na|o|a|the|dia|de|day))*) $"
)
_GOES = re.compile(
    r"\b(?:leav(?:e|es|ing)|depart(?:ing|s)?|check(?:ing)? ?out|return(?:ing)?|saindo|saio|saimos"
    r"|sai"
    r"|vou embora|vamos embora|indo embora|volt(?:o|amos|ando)|retorn(?:o|amos|ando)|devolv(?:o"
    r"|emos|endo))" + _BEHIND_VERB
)
_COMES = re.compile(
    r"\b(?:arriv(?:e|es|ing)|check(?:ing)? ?in|start(?:ing)?|cheg(?:o|amos|ando)|entr(?:o|amos"
    r"|ando)"
    r"|peg(?:o|amos|ando)|retir(?:o|amos|ando)|com[ei](?:ng|nec\w+))" + _BEHIND_VERB
)
_MONTHS_DAYS = 62  # in which each day of the month comes once at least
_WORDED = sorted({*MONTHS, *DAYS, *WEEKDAYS, *FEASTS}, key=len, reverse=True)
_DATED = re.compile(rf"\b(?:{'|'.join(map(re.escape, _WORDED))})\b|\d ?/ ?\d|^[^\d]*$")
_EITHER = re.compile(r"\b(?:ou|or|not|nao)\b")
_NIGHTS = re.compile(
    r"(?P<n>\b\d{1,2}|\ba|\bone|\buma?) (?P<unit>nights?|noites?|diarias?|pernoites?|weeks?"
    r"|semanas?)\b"
)

_FOR = re.compile(r"\b(?:for|por|durante|fic\w+|stay\w*)(?: (?:about|uns|umas|just|so))? $")


@dataclass(frozen=True, slots=True)
class DateRange:
    """The first and the last of some days, as far as a text tells them, and where."""

    first: date | None
    last: date | None
    start: int
    end: int
    nights: int | None = None
    either: date | None = None  # the other day that the first may be
    by_verb: bool = False  # one end, which "we leave" names

    @property
    def days(self) -> list[date]:
        """All of the days, where they are few and it is sure which; else none."""
        if self.first is None or self.last is None or self.either is not None:
            return []
        length = (self.last - self.first).days
        return [self.first + timedelta(n) for n in range(length + 1)] if length < _WEEK else []


def find_range(
    text: str, today: date, language: Language, day_first: bool | None, *, bare: bool
) -> DateRange | None:
    """Find the stretch of days that a text tells; `bare` takes "de 10 a 12" for days."""
    written = in_digits(text[:_READ], language)
    told = mentioned_dates(written.text, today, language, "future", day_first)
    found = (
        _numeric(written, today, bare=bare)
        or _joined(written.text, told)
        or _staying(written.text, told)
        or _until(written.text, told)
        or _one_way(written.text, told)
    )
    if found is None:
        return None
    start, end = written.place(found.start, found.end)
    return replace(found, start=start, end=end)


def names_month(text: str) -> bool:
    """Tell whether a text names a month, or how far off a day is, beside the days."""
    return bool(_DATED.search(flat(text)))


def on_or_after(day: date, since: date) -> date:
    """Return a day of the month, told without its month, in the one where it is meant."""
    if day >= since:
        return day
    later = (since + timedelta(n) for n in range(_MONTHS_DAYS))
    return next((each for each in later if each.day == day.day), day)


def _numeric(written: Spelled, today: date, *, bare: bool) -> DateRange | None:
    hours = [each for each in ranges_in(written) if each.sure]
    for found in _NUMERIC.finditer(written.text):
        if any(found.start() < each.end and each.start < found.end() for each in hours):
            continue
        month = found["m0"] or found["m1"]
        later = found["m3"] or found["m2"] or month
        plainly = month or later or found["day"] or (found["o1"] and found["o2"])
        if found["and"] and found["lead"] not in ("between", "entre"):
            continue
        if not plainly and not bare and not (found["lead"] and (found["o1"] or found["o2"])):
            continue
        first = _on(today, int(found["d1"]), month or later)
        last = first and _on(first, int(found["d2"]), later)
        if first and last and first <= last:
            return DateRange(first, last, *found.span())
    return None


def _on(since: date, day: int, month: str | None) -> date | None:
    """Return the next such day, not before another one."""
    number = MONTHS[month.rstrip(".")] if month else None
    for ahead in range(13):
        total = since.month - 1 + ahead
        year, here = since.year + total // 12, total % 12 + 1
        fits = number in (None, here) and day <= calendar.monthrange(year, here)[1]
        if fits and (found := date(year, here, day)) >= since:
            return found
    return None


def _joined(plain: str, told: list[FoundDate]) -> DateRange | None:
    """Find two days with a word between that leads from one to the other."""
    for one, other in pairwise(told):
        between = plain[one.end : other.start]
        leaves = _LEAVES.search(between) and not _EITHER.search(between)
        both = _BOTH.fullmatch(between) and _BETWEEN.search(plain[: one.start])
        if not (_JOINED.fullmatch(between) or both or leaves):
            continue
        last, days = other.value, other.value - one.value
        if days < timedelta(0) and days > -timedelta(_WEEK):  # "wednesday to monday"
            last += timedelta(_WEEK)
        if last >= one.value:
            return DateRange(one.value, last, one.start, other.end, either=one.either)
    return None


def _staying(plain: str, told: list[FoundDate]) -> DateRange | None:
    """Find "the 3rd, for four nights", and nights alone."""
    found = _NIGHTS.search(plain)
    if found is None:
        return None
    count = int(found["n"]) if found["n"].isdigit() else 1
    nights = count * (_WEEK if found["unit"].startswith(("week", "seman")) else 1)
    if not 0 < nights <= _MOST_NIGHTS or len(told) > 1:
        return None
    weeks = nights != count
    if not told:
        return None if weeks else DateRange(None, None, *found.span(), nights)
    one = told[0]
    if one.either or (weeks and not _FOR.search(plain[: found.start()])):
        return None
    start, end = min(one.start, found.start()), max(one.end, found.end())
    return DateRange(one.value, one.value + timedelta(nights), start, end, nights)


def _one_way(plain: str, told: list[FoundDate]) -> DateRange | None:
    """Find the one day of "saio dia 5" and "picking it up on friday"."""
    if len(told) != 1 or told[0].either:
        return None
    one = told[0]
    before = plain[max(0, one.start - _NEAR) : one.start]
    if leaves := _GOES.search(before):
        start = one.start - len(before) + leaves.start()
        return DateRange(None, one.value, start, one.end, by_verb=True)
    if comes := _COMES.search(before):
        start = one.start - len(before) + comes.start()
        return DateRange(one.value, None, start, one.end, by_verb=True)
    return None


def _until(plain: str, told: list[FoundDate]) -> DateRange | None:
    """Find "until the 9th", which says the last day alone."""
    for one in _untils(plain, told):
        if one.either is None and len(told) == 1:
            before = _UNTIL.search(plain[: one.start])
            return DateRange(None, one.value, before.start() if before else one.start, one.end)
    return None


def _untils(plain: str, told: list[FoundDate]) -> Iterator[FoundDate]:
    return (one for one in told if _UNTIL.search(plain[: one.start]))
