"""Which of some days or times an answer means: by weekday, number, part of day, order, nearness.

Each clause points at some of them; what a clause denies is out, and what is left over is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property

from language.answers import minds_none
from language.clock_times import find_times
from language.date_words import WEEKDAYS
from language.dates import mentioned_dates
from language.flat import flat
from workflows.machine.slots.speech import SpeechContext

MOST = 12
_LONGEST = 200
_SOON_DAYS = 14
_CLAUSE = re.compile(r"[^,.;!?]+")
_NOT = r"nao|not|nem|nah|isn'?t|can'?t|except|menos|exceto|instead of"
_NO = {"pt": re.compile(rf"\b(?:{_NOT})\b"), "en": re.compile(rf"\b(?:{_NOT}|no)\b")}
_FIRST = r"primeir[oa]|first|1st|1[oaªº]"
_ORDINALS = (
    _FIRST, r"segund[oa]|second|2nd|2[oaªº]", r"terceir[oa]|third|3rd|3[oaªº]",
    r"quart[oa]|fourth|4th|4[oaªº]", r"quint[oa]|fifth|5th|5[oaªº]", r"sext[oa]|sixth|6th|6[oaªº]",
)  # fmt: skip
_PLACES = tuple(
    re.compile(rf"\b(?:{words}|(?:opcao|option|numero|number) {at})(?!\w)(?! (?:de|of|do) (?!the|those|them|todas|all|day))")
    for at, words in enumerate(_ORDINALS, 1)
)  # fmt: skip
_WORDED = re.compile(r"(?:the |o |a )?(?:first|second|third|fourth|fifth|sixth|primeir[oa])")
_LAST = re.compile(r"\b(?:ultim[oa]|last)\b(?! (?:week|month|time|vez))")
_OPTION = re.compile(r"^ (?:opcao|data|alternativa|option|one|choice|dia|day|horario)\b")
_SOON = re.compile(
    r"\b(?:mais cedo|mais proxim[oa]|o quanto antes|mais rapido|earlier|earliest|sooner|soonest|"
    r"nearest|closest)\b"
)
_LATE = re.compile(r"\b(?:mais tarde|mais longe|later|latest)\b")
_OTHER = re.compile(r"\b(?:outr[oa]|other)\b")
_NEXT = re.compile(r"\b(?:proxim[oa]|seguinte|next|following)\b(?! (?:week|semana|month|mes))")
_THIS = re.compile(r"\b(?:ess[ae]|est[ae]|this|that)\b")
_NEXT_WEEK = re.compile(r"\b(?:semana que vem|proxima semana|outra semana|next week)\b")
_THIS_WEEK = re.compile(r"\b(?:(?:ess|est|dess|dest|ness|nest)a semana|this week)\b")
_NUMBER = re.compile(
    r"(?<![\d:/h.,-])(?P<d>[12]\d|3[01]|[1-9])(?:st|nd|rd|th)?(?![\d:/h.-]|,\d)"
    r"(?! ?[ap]\.?m)(?! (?!de |of |please|pls|por |works?|is |then|and |mesmo|entao|would|will|fica|"
    r"serve|pode|suits|sounds|seems|da )[a-z]{3})"
)
_PARTS = (
    (re.compile(r"\b(?:manha|morning|[ad]a manha|am|a\.m)\b"), 0, 12),
    (re.compile(r"(?<!mais )\b(?:tarde|afternoon)\b"), 12, 18),
    (re.compile(r"\b(?:noite|evening|night|tonight)\b"), 17, 24),
    (re.compile(r"\b(?:pm|p\.m)\b"), 12, 24),
)
_NAMES = "|".join(sorted((n for n in WEEKDAYS if len(n) > 2), key=len, reverse=True))
_WEEKDAY = re.compile(rf"\b(?P<day>{_NAMES})(?:[ -]feira)?\b")
_LIKE_PLACES = {"segunda": 1, "quarta": 3, "quinta": 4, "sexta": 5}
_LED = re.compile(r"\b(?:a|o|na|no|the) $")


@dataclass(slots=True)
class Meant:
    """What an answer leaves of the values: one, or nothing that is sure."""

    value: str | None = None
    left: list[str] = field(default_factory=list[str])  # those that it may mean, where two are left
    spans: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    any: bool = False  # its writer does not mind


def meant_moment(text: str, offered: Sequence[str], speech: SpeechContext) -> Meant:
    """Tell which of some days, times or moments an answer means."""
    if len(text) > _LONGEST or not 2 <= len(offered) <= MOST:
        return Meant()
    pointing, no = _Pointing(tuple(offered), speech), _NO[speech.language]
    left, out, meant = set(range(len(offered))), set[int](), Meant()
    for match in _CLAUSE.finditer(text):
        told = pointing.at(match[0])
        if told is None:
            return Meant()  # it names a day or an hour that was not offered
        if told:
            meant.spans.append(match.span())
            denies = no.search(flat(match[0]))
            left, out = (left, out | told) if denies else (left & told, out)
    plain = flat(text)
    if out and len(left - out) > 1 and _NEXT.search(plain):
        left = {min(max(out) + 1, len(offered) - 1)}
    left -= out
    if _OTHER.search(plain) and not out and len(left) == len(offered):
        return Meant()
    if len(left) == len(offered) and minds_none(text) and not no.search(plain):
        return Meant(offered[0], spans=[(0, len(text))], any=True)
    if meant.spans and left:
        meant.left = [offered[at] for at in sorted(left)]
        meant.value = meant.left[0] if len(left) == 1 else None
        return meant
    return Meant()


@dataclass(frozen=True)
class _Pointing:
    """The values, and what the words of a clause point at among them."""

    offered: tuple[str, ...]
    speech: SpeechContext

    @cached_property
    def days(self) -> list[date | None]:
        return [date.fromisoformat(v[:10]) if "-" in v else None for v in self.offered]

    @cached_property
    def clocks(self) -> list[str | None]:
        return [v[-5:] if ":" in v else None for v in self.offered]

    def at(self, clause: str) -> set[int] | None:
        """Return what a clause points at, empty for nothing, None for what is not among them."""
        plain = flat(clause)
        told: list[set[int]] = []
        for reader in (self._days, self._clocks, self._parts, self._weeks, self._places, self._ends):
            found = list(reader(clause, plain))
            if None in found:
                return None
            told += [each for each in found if each]
        both = set.intersection(*told) if told else set[int]()
        return both or (set.union(*told) if told else both)

    def _where(self, fits: Callable[[int], bool]) -> set[int]:
        return {at for at in range(len(self.offered)) if fits(at)}

    def _days(self, clause: str, plain: str) -> Iterator[set[int] | None]:
        """Yield the days that are named: a weekday alone is that of an offered day."""
        if None in self.days:
            return
        speech = self.speech
        exact: list[tuple[int, int]] = []
        for said in mentioned_dates(clause, speech.today, speech.language, "future", True):
            named = {said.value, said.either}
            among = self._where(lambda at, named=named: self.days[at] in named)
            weekday = _WEEKDAY.fullmatch(flat(said.text).strip())
            if _WORDED.fullmatch(flat(said.text).strip()) and not among:
                continue  # "the second one"
            if among and not (weekday and said.either is None):
                exact.append((said.start, said.end))
                yield among
            elif weekday is None:
                exact.append((said.start, said.end))
                digits = re.search(r"\d{1,2}", said.text)
                number = int(digits[0]) if digits and not re.search(r"/|\bd[eo] [a-z]|[a-z]{3}", flat(said.text).replace("dia ", "")) else 0
                same = self._where(lambda at, number=number: _day(self.days[at]) == number)
                yield same or None
        for match in _WEEKDAY.finditer(plain):
            if all(match.end() <= a or match.start() >= b for a, b in exact):
                yield self._weekday(match, plain)
        if not exact:
            yield from self._numbers(plain)

    def _weekday(self, match: re.Match[str], plain: str) -> set[int] | None:
        """Take "a segunda" for Monday where one was offered, for the second one else."""
        wanted, place = WEEKDAYS[match["day"]], _LIKE_PLACES.get(match["day"])
        named = self._where(lambda at: _weekday_of(self.days[at]) == wanted)
        option = bool(_OPTION.match(plain[match.end() :]))
        if place is None or place >= len(self.offered) or "feira" in match[0]:
            return named or (None if self._soon() else set())
        if option or not named:
            return {place}
        led = _LED.search(plain[: match.start()])
        return named | {place} if led else named

    def _soon(self) -> bool:
        """Tell whether a weekday that is none of theirs can only be the next one."""
        first = min(day or self.speech.today for day in self.days)
        return first - self.speech.today < timedelta(days=_SOON_DAYS)

    def _numbers(self, plain: str) -> Iterator[set[int] | None]:
        for match in _NUMBER.finditer(plain):
            number = int(match["d"])
            same = self._where(lambda at, number=number: _day(self.days[at]) == number)
            if same:
                yield same

    def _clocks(self, clause: str, plain: str) -> Iterator[set[int] | None]:
        if None in self.clocks:
            return
        speech = self.speech
        for said in find_times(clause, speech.now, speech.language):
            named = {said.value, said.either}
            among = self._where(lambda at, named=named: self.clocks[at] in named)
            if among or not said.bare:
                yield among or None

    def _parts(self, clause: str, plain: str) -> Iterator[set[int] | None]:
        """Yield those of a part of the day."""
        if None in self.clocks:
            return
        for words, first, last in _PARTS:
            if words.search(plain):
                among = self._where(
                    lambda at, first=first, last=last: first <= int((self.clocks[at] or "0")[:2]) < last
                )
                yield among or None

    def _weeks(self, clause: str, plain: str) -> Iterator[set[int] | None]:
        if None in self.days:
            return
        monday = self.speech.today - timedelta(days=self.speech.today.weekday())
        for words, weeks in ((_THIS_WEEK, 0), (_NEXT_WEEK, 1)):
            if words.search(plain):
                start = monday + timedelta(days=7 * weeks)
                yield self._where(
                    lambda at, start=start: start <= (self.days[at] or start) < start + timedelta(days=7)
                )

    def _places(self, clause: str, plain: str) -> Iterator[set[int] | None]:
        """Yield those at a place of the list: the second, the last."""
        for at, words in enumerate(_PLACES[: len(self.offered)]):
            found = words.search(plain)
            if found and not (at in _LIKE_PLACES.values() and _WEEKDAY.match(plain, found.start())):
                yield {at}
            elif found and None in self.days:
                yield {at}
        if _LAST.search(plain):
            yield {len(self.offered) - 1}
        if _THIS.search(plain) and _NO[self.speech.language].search(plain):
            yield {0}

    def _ends(self, clause: str, plain: str) -> Iterator[set[int] | None]:
        """Yield the first in time, or the last."""
        order = sorted(range(len(self.offered)), key=lambda at: self.offered[at])
        if _SOON.search(plain):
            yield {order[0]}
        if _LATE.search(plain):
            yield {order[-1]}


def _day(day: date | None) -> int:
    return day.day if day else 0


def _weekday_of(day: date | None) -> int:
    return day.weekday() if day else -1
