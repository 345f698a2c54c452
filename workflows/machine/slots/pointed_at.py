"""What the words of a clause point at among some days or times.

By weekday, by number, by part of the day, by place in the list, by order in time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from language.clock_times import find_times
from language.date_words import WEEKDAYS
from language.dates import mentioned_dates
from language.flat import flat
from workflows.machine.slots.speech import SpeechContext

_SOON_DAYS = 14
_WEEK = timedelta(days=7)
_NOT = r"nao|not|nem|nah|isn'?t|can'?t|except|menos|exceto|instead of"
NO = {"pt": re.compile(rf"\b(?:{_NOT})\b"), "en": re.compile(rf"\b(?:{_NOT}|no)\b")}
_FIRST = r"primeir[oa]|first|1st|1[oaªº]"
_ORDINALS = (
    _FIRST, r"segund[oa]|second|2nd|2[oaªº]", r"terceir[oa]|third|3rd|3[oaªº]",
    r"quart[oa]|fourth|4th|4[oaªº]", r"quint[oa]|fifth|5th|5[oaªº]", r"sext[oa]|sixth|6th|6[oaªº]",
)  # fmt: skip
_PLACES = tuple(
    re.compile(
        rf"\b(?:{words}|(?:opcao|option|numero|number) {at})(?!\w)"
        r"(?! (?:de|of|do) (?!the|those|them|todas|all|day))"
    )
    for at, words in enumerate(_ORDINALS, 1)
)
_WORDED = re.compile(r"(?:the |o |a )?(?:first|second|third|fourth|fifth|sixth|primeir[oa])")
_LAST = re.compile(r"\b(?:ultim[oa]|last)\b(?! (?:week|month|time|vez))")
_OPTION = re.compile(r"^ (?:opcao|data|alternativa|option|one|choice|dia|day|horario)\b")
_SOON = re.compile(
    r"\b(?:mais cedo|mais proxim[oa]|o quanto antes|mais rapido|earlier|earliest|sooner|soonest|"
    r"nearest|closest)\b"
)
_LATE = re.compile(r"\b(?:mais tarde|mais longe|later|latest)\b")
_THIS = re.compile(r"\b(?:ess[ae]|est[ae]|this|that)\b")
_NEXT_WEEK = re.compile(r"\b(?:semana que vem|proxima semana|outra semana|next week)\b")
_THIS_WEEK = re.compile(r"\b(?:(?:ess|est|dess|dest|ness|nest)a semana|this week)\b")
_NUMBER = re.compile(
    r"(?<![\d:/h.,-])(?P<d>[12]\d|3[01]|[1-9])(?:st|nd|rd|th)?(?![\d:/h.-]|,\d)"
    r"(?! ?[ap]\.?m)(?! (?!de |of |please|pls|por |works?|is |then|and |mesmo|entao|would|will|"
    r"fica|serve|pode|suits|sounds|seems|da )[a-z]{3})"
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
_LONE_DAY = re.compile(r"(?:(?:o|no|on|the|dia|day) ){0,3}(?P<d>\d{1,2})(?:st|nd|rd|th|o)?")


@dataclass(frozen=True)
class PointedAt:
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
        plain, told = flat(clause), list[set[int]]()
        readers = (self._days, self._clocks, self._parts, self._weeks, self._places, self._ends)
        for found in (each for reader in readers for each in reader(clause, plain)):
            if found is None:
                return None
            told += [found] if found else []
        if not told:
            return set()
        return told[0].intersection(*told[1:]) or told[0].union(*told[1:])

    def _numbered(self, number: int) -> set[int]:
        return {at for at, day in enumerate(self.days) if day and day.day == number}

    def _days(self, clause: str, plain: str) -> Iterator[set[int] | None]:
        """Yield the days that are named: a weekday alone is that of an offered day."""
        if None in self.days:
            return
        speech = self.speech
        exact: list[tuple[int, int]] = []
        for said in mentioned_dates(clause, speech.today, speech.language, "future", True):
            words = flat(said.text).strip()
            among = {at for at, day in enumerate(self.days) if day in (said.value, said.either)}
            weekday = _WEEKDAY.fullmatch(words) is not None and said.either is None
            if weekday or (_WORDED.fullmatch(words) and not among):
                continue  # it is a weekday alone, or "the second one"
            exact.append((said.start, said.end))
            lone = _LONE_DAY.fullmatch(words)
            yield among or (self._numbered(int(lone["d"])) if lone else None) or None
        for match in _WEEKDAY.finditer(plain):
            if all(match.end() <= a or match.start() >= b for a, b in exact):
                yield self._weekday(match, plain)
        if not exact:
            yield from self._numbers(plain)

    def _weekday(self, match: re.Match[str], plain: str) -> set[int] | None:
        """Take "a segunda" for Monday where one was offered, for the second one else."""
        wanted, place = WEEKDAYS[match["day"]], _LIKE_PLACES.get(match["day"])
        named = {at for at, day in enumerate(self.days) if day and day.weekday() == wanted}
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
            yield self._numbered(int(match["d"]))

    def _clocks(self, clause: str, plain: str) -> Iterator[set[int] | None]:
        if None in self.clocks:
            return
        speech = self.speech
        for said in find_times(clause, speech.now, speech.language):
            named = (said.value, said.either)
            among = {at for at, clock in enumerate(self.clocks) if clock in named}
            if among or not said.bare:
                yield among or None

    def _parts(self, clause: str, plain: str) -> Iterator[set[int] | None]:
        """Yield those of a part of the day."""
        if None in self.clocks:
            return
        for words, first, last in _PARTS:
            if words.search(plain):
                hours = {at: int(clock[:2]) for at, clock in enumerate(self.clocks) if clock}
                among = {at for at, hour in hours.items() if first <= hour < last}
                yield among or None

    def _weeks(self, clause: str, plain: str) -> Iterator[set[int] | None]:
        if None in self.days:
            return
        monday = self.speech.today - timedelta(days=self.speech.today.weekday())
        for words, weeks in ((_THIS_WEEK, 0), (_NEXT_WEEK, 1)):
            if words.search(plain):
                start = monday + weeks * _WEEK
                near = {at: day for at, day in enumerate(self.days) if day}
                yield {at for at, day in near.items() if start <= day < start + _WEEK}

    def _places(self, clause: str, plain: str) -> Iterator[set[int] | None]:
        """Yield those at a place of the list: the second, the last."""
        for at, words in enumerate(_PLACES[: len(self.offered)]):
            found = words.search(plain)
            if (
                found and not (at in _LIKE_PLACES.values() and _WEEKDAY.match(plain, found.start()))
            ) or (found and None in self.days):
                yield {at}
        if _LAST.search(plain):
            yield {len(self.offered) - 1}
        if _THIS.search(plain) and NO[self.speech.language].search(plain):
            yield {0}

    def _ends(self, clause: str, plain: str) -> Iterator[set[int] | None]:
        """Yield the first in time, or the last."""
        order = sorted(range(len(self.offered)), key=lambda at: self.offered[at])
        if _SOON.search(plain):
            yield {order[0]}
        if _LATE.search(plain):
            yield {order[-1]}
