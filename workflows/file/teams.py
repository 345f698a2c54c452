"""Teams of people as a project's `batuta.yaml` declares them: titles, opening hours, their text."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any, cast
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from workflows.file.locale import known_zone
from workflows.file.words import LocalizedText, Name, in_language

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_SPAN = re.compile(r"\s*(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})\s*")
_LOOK_AHEAD_DAYS = 15


def _days(key: str) -> list[int]:
    """Read `mon`, or `mon-fri`."""
    first, dash, last = key.strip().lower().partition("-")
    if first not in DAYS or (dash and last not in DAYS):
        raise ValueError(f"'{key}' is no day; write {', '.join(DAYS)}, or two of them as mon-fri")
    begin, end = DAYS.index(first), DAYS.index(last or first)
    return [day % 7 for day in range(begin, (end if end >= begin else end + 7) + 1)]


def _span(text: str) -> tuple[time, time]:
    found = _SPAN.fullmatch(text)
    if found:
        hours = [int(part) for part in found.groups()]
        if max(hours[0], hours[2]) <= 24 and max(hours[1], hours[3]) < 60:
            begin, end = ((hours[0], hours[1]), (hours[2], hours[3]))
            if begin != end and begin < (24, 0) and end <= (24, 0):
                return time(*begin), time(end[0] % 24, end[1])
    raise ValueError(f'"{text}" are no hours; write them as "09:00-18:00"')


def _each_day(given: Any) -> Any:
    """Read the hours by day, a text or a list of texts for each day or row of days."""
    days = cast("dict[Any, Any]", given) if isinstance(given, dict) else {}
    for key, spans in days.items():
        _days(str(key))
        for span in cast("list[Any]", spans) if isinstance(spans, list) else [spans]:
            _span(str(span))
    return cast("Any", given)


class OpeningHours(BaseModel):
    """When somebody of a team is there."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    timezone: Annotated[str, AfterValidator(known_zone)] = "UTC"
    open: Annotated[dict[str, str | list[str]], BeforeValidator(_each_day)] = Field(
        description='By day: `mon-fri: "09:00-18:00"`; several times as a list.'
    )
    closed: list[date] = Field(default=[], description="Days on which nobody is there.")

    def is_open(self, now: datetime) -> bool:
        """Tell whether somebody is there at a moment."""
        return any(begin <= now < end for begin, end in self._spans(now))

    def opens_at(self, now: datetime) -> datetime | None:
        """Return when somebody is there next; None where that is not within two weeks."""
        return min((begin for begin, _ in self._spans(now) if begin > now), default=None)

    def _spans(self, now: datetime) -> list[tuple[datetime, datetime]]:
        """Return the spans of yesterday, which may reach into today, and of the days to come."""
        zone = ZoneInfo(self.timezone)
        today = now.astimezone(zone).date()
        found: list[tuple[datetime, datetime]] = []
        for ahead in range(-1, _LOOK_AHEAD_DAYS):
            day = today + timedelta(days=ahead)
            if day in self.closed:
                continue
            for begin, end in self._of(day.weekday()):
                over = day + timedelta(days=1) if end <= begin else day
                opens = datetime.combine(day, begin, zone).astimezone(UTC)
                found.append((opens, datetime.combine(over, end, zone).astimezone(UTC)))
        return found

    def _of(self, weekday: int) -> list[tuple[time, time]]:
        spans: list[tuple[time, time]] = []
        for key, given in self.open.items():
            if weekday in _days(key):
                spans += [_span(each) for each in (given if isinstance(given, list) else [given])]
        return spans


class Team(BaseModel):
    """People who take conversations over."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: LocalizedText | None = Field(default=None, description="What people call it.")
    hours: OpeningHours | None = Field(
        default=None, description="When somebody is there; left out: always."
    )
    away: LocalizedText | None = Field(
        default=None, description="Said to who asks for the team while nobody is there."
    )
    presence: bool = Field(
        default=False, description="It is closed, too, while nobody of it has the inbox open."
    )
    wait_minutes: Annotated[int, Field(ge=1, le=10_080)] = Field(
        default=30, description="After so long a wait the person is told that it takes longer."
    )

    @property
    def titles(self) -> list[str]:
        """What people call the team, in every language."""
        title = self.title
        return [title] if isinstance(title, str) else list((title or {}).values())

    def titled(self, name: str, language: str) -> str:
        """Return what people call the team."""
        return in_language(self.title, language) if self.title else name.replace("_", " ")


def _by_name(given: Any) -> Any:
    """Take a plain list of names, too."""
    names = cast("list[Any]", given) if isinstance(given, list) else []
    if given == [] or (names and all(isinstance(name, str) for name in names)):
        return {name: Team() for name in names}
    return cast("Any", given)


Teams = Annotated[
    dict[Name, Team],
    BeforeValidator(_by_name, json_schema_input_type=list[Name] | dict[Name, Team]),
]
