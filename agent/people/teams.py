"""The teams of people that a project has: which there are, and whether somebody is there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from language.detect import Language
from language.said_dates import say_weekday
from store import staff
from store.sql import Sql
from workflows.file.teams import Team
from workflows.file.words import in_language

_FRIDAY = 4
PRESENT_SECONDS = 90  # so long after the last look at the queue somebody counts as there


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A team at a moment, as a person is told of it."""

    name: str
    title: str
    open: bool
    opens_at: datetime | None = None
    opens: str = ""  # the same in words: "on Monday at 09:00"
    away: str | None = None  # the team's own text for who comes while nobody is there


@dataclass(frozen=True, slots=True)
class TeamDirectory:
    """The teams that `batuta.yaml` declares; one that a `handoff` state alone names is always open.

    The first that is declared answers who asks for a person outside of any workflow.
    """

    declared: Mapping[str, Team] = field(default_factory=dict[str, Team])

    def known(self, named: Collection[str]) -> list[str]:
        """List all teams: those that are declared, and those that workflows name."""
        return [*self.declared, *sorted(set(named) - self.declared.keys())]

    def answering(self, named: Collection[str]) -> str | None:
        """Return the team of who asks for a person; None where there is no team at all."""
        return next(iter(self.known(named)), None)

    def of(self, name: str) -> Team:
        """Return what is declared of a team."""
        return self.declared.get(name) or Team()

    def title(self, name: str, language: str) -> str:
        """Return what people call a team."""
        return self.of(name).titled(name, language)

    def titles(self, name: str) -> list[str]:
        """Return what people call a team, in every language."""
        return self.of(name).titles

    async def standing(self, db: Sql, org_id: UUID, name: str, language: Language) -> TeamStanding:
        """Tell whether somebody of a team is there now, and when somebody will be."""
        team, now = self.of(name), datetime.now(UTC)
        within = team.hours is None or team.hours.is_open(now)
        there = within and (
            not team.presence or await staff.is_there(db, org_id, name, PRESENT_SECONDS)
        )
        opens_at = None if within or team.hours is None else team.hours.opens_at(now)
        return TeamStanding(
            name,
            team.titled(name, language),
            there,
            opens_at,
            _told(opens_at, now, team, language),
            in_language(team.away, language) if team.away else None,
        )


def _told(moment: datetime | None, now: datetime, team: Team, language: Language) -> str:
    """Say when it is, by the team's own clock."""
    if moment is None or team.hours is None:
        return ""
    zone = ZoneInfo(team.hours.timezone)
    then, here = moment.astimezone(zone), now.astimezone(zone)
    days, clock = (then.date() - here.date()).days, then.strftime("%H:%M")
    named = say_weekday(then.date(), language)
    if language == "pt":
        article = "no" if then.weekday() > _FRIDAY else "na"
        day = {0: "hoje", 1: "amanhã"}.get(days, f"{article} {named}")
        return f"{day} às {clock}"
    day = {0: "today", 1: "tomorrow"}.get(days, f"on {named}")
    return f"{day} at {clock}"
