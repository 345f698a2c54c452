"""What the staff's inbox takes and gives."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from agent.people.inbox import OpenedHandover, StaffDesk
from agent.people.teams import TeamDirectory, TeamStanding
from contracts.blocks import read_blocks
from contracts.events import HandoverStatus
from language.detect import Language
from server.limits.bounded_body import BoundedBody
from server.routes.dependencies import LARGEST_INT, ONLY_TEXT, Moment
from store.handovers import HandoverView, QueueCount, QueuedHandover
from store.sessions import StoredMessage

MOST_REPLY = 4000
LineSource = Literal["person", "assistant", "staff", "file", "blocked", "tool", "status"]
_TeamFilter = Annotated[str, Field(max_length=100), ONLY_TEXT]


class InboxQuery(BaseModel):
    """Which part of the queue is wanted."""

    model_config = ConfigDict(extra="forbid")

    view: HandoverView = Field(
        default="open", description="`mine`, `unassigned`, all that are `open`, or have `ended`."
    )
    team: _TeamFilter | None = None
    limit: int = Field(default=100, ge=1, le=200)
    before: Moment | None = Field(default=None, description="Of `ended`: `next` of the last page.")


class HandoverOut(BaseModel):
    """A conversation that people were asked to take over."""

    id: UUID
    session: UUID
    person: str = Field(description="The person's e-mail.")
    title: str | None = Field(description="The conversation's title: its first words.")
    team: str
    team_title: str
    workflow: str | None
    language: Literal["en", "pt"]
    status: HandoverStatus
    staff: UUID | None = Field(description="Who has it, or had it last.")
    staff_name: str | None
    mine: bool
    late: bool = Field(description="The person waits for longer than the team means.")
    waits_since: datetime
    heard_at: datetime = Field(description="The person's last word.")
    spoken_at: datetime | None = Field(description="The staff's last word.")
    created_at: datetime
    taken_at: datetime | None
    ended_at: datetime | None


class TeamOut(BaseModel):
    """A team, its queue, and whether it is open."""

    name: str
    title: str
    open: bool
    opens_at: datetime | None
    own: bool = Field(description="You answer its conversations.")
    people: int = Field(description="Who of the staff answers for it; administrators count, too.")
    waiting: int
    taken: int
    oldest: datetime | None = Field(description="Since when the first in the queue waits.")


class StaffSelf(BaseModel):
    """How you appear to those who are answered."""

    name: str | None
    away: bool
    teams: list[str]
    all_teams: bool = Field(description="An administrator answers for every team.")


class InboxCounts(BaseModel):
    """How many conversations there are of each view."""

    mine: int
    unassigned: int
    open: int


class InboxPage(BaseModel):
    """The queue: who waits longest first; of what has ended the latest first."""

    handovers: list[HandoverOut]
    next: datetime | None = Field(description="The `before` of the next page, of `ended` alone.")
    counts: InboxCounts
    teams: list[TeamOut]
    me: StaffSelf


class HandoverLine(BaseModel):
    """One thing that was said or happened in the conversation, as text."""

    no: int
    source: LineSource
    text: str
    name: str | None = Field(
        default=None,
        description="Of staff their name, of a status the team; of `blocked`, if somebody is in"
        " danger: `emergency`, `own` or `others`.",
    )
    at: datetime


class HandoverReader(BaseModel):
    """Who of the staff has read it, and when last."""

    email: str
    at: datetime


class HandoverDetail(BaseModel):
    """A conversation, or what is new in it."""

    handover: HandoverOut
    lines: list[HandoverLine]
    last_no: int = Field(description="The `after` of what is new from here on.")
    readers: list[HandoverReader]


class ReplyBody(BoundedBody):
    """What to answer."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(min_length=1, max_length=MOST_REPLY, pattern=r"\S"), ONLY_TEXT]


class PassBody(BoundedBody):
    """To which team; its own for somebody else of it."""

    model_config = ConfigDict(extra="forbid")

    team: Annotated[str, Field(min_length=1, max_length=100), ONLY_TEXT]


class StaffSelfBody(BoundedBody):
    """The name by which people know you, and whether you are away."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(max_length=60, pattern=r"^\P{Cc}*$"), ONLY_TEXT] | None = None
    away: bool = False


class ReplyOut(BaseModel):
    """The answer as it was stored."""

    no: int


class AfterQuery(BaseModel):
    """From which message on."""

    model_config = ConfigDict(extra="forbid")

    after: int = Field(default=0, ge=0, le=LARGEST_INT)


def handover_out(
    known: QueuedHandover, desk: StaffDesk, teams: TeamDirectory, now: datetime, language: Language
) -> HandoverOut:
    """Show a conversation as the queue does."""
    about = known.handover
    waited = (now - about.waits_since).total_seconds()
    return HandoverOut(
        id=about.id,
        session=about.session_id,
        person=known.person,
        title=known.title,
        team=about.team,
        team_title=teams.title(about.team, language),
        workflow=about.workflow,
        language=about.language,
        status=about.status,
        staff=about.staff,
        staff_name=about.staff_name,
        mine=about.staff == desk.caller.user_id and about.ended_at is None,
        late=about.status == "waiting" and waited > teams.of(about.team).wait_minutes * 60,
        waits_since=about.waits_since,
        heard_at=about.heard_at,
        spoken_at=about.spoken_at,
        created_at=about.created_at,
        taken_at=about.taken_at,
        ended_at=about.ended_at,
    )


def team_out(
    standing: TeamStanding, count: QueueCount | None, people: dict[str, int], own: bool
) -> TeamOut:
    """Show a team."""
    return TeamOut(
        name=standing.name,
        title=standing.title,
        open=standing.open,
        opens_at=standing.opens_at,
        own=own,
        people=people.get(standing.name, 0) + people.get("", 0),
        waiting=count.waiting if count else 0,
        taken=count.taken if count else 0,
        oldest=count.oldest if count else None,
    )


def detail_out(
    opened: OpenedHandover, desk: StaffDesk, teams: TeamDirectory, after: int, language: Language
) -> HandoverDetail:
    """Show a conversation's words, of tools and widgets only that they were there."""
    return HandoverDetail(
        handover=handover_out(opened.queued, desk, teams, datetime.now(UTC), language),
        lines=[line for message in opened.messages for line in _lines(message)],
        last_no=opened.messages[-1].no if opened.messages else after,
        readers=[HandoverReader(email=email, at=at) for email, at in opened.readers],
    )


def _lines(message: StoredMessage) -> list[HandoverLine]:
    said: LineSource = "person" if message.role == "user" else "assistant"
    lines: list[HandoverLine] = []

    def add(source: LineSource, text: str, name: str | None = None) -> None:
        lines.append(
            HandoverLine(no=message.no, source=source, text=text, name=name, at=message.created_at)
        )

    for block in read_blocks(message.blocks):
        match block["type"]:
            case "text" | "ui_result":
                add(said, block["text"])
            case "staff":
                add("staff", block["text"], block["name"] or block["title"])
            case "handover":
                add("status", block["status"], block["name"] or block["title"])
            case "file":
                add("file", block["name"])
            case "blocked":
                add("blocked", "", block.get("care"))
            case "tool_use":
                add("tool", block["name"])
            case "tool_result" | "widget" | "approval":
                pass
    return lines
