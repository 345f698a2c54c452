"""What the router decides: where a message goes, what of it, and what waits for later."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import cast

from contracts.events import RouteIntent
from contracts.json import JsonObject
from contracts.messages import RouteRecord, RouteStage

ROOT = "root"


@dataclass(frozen=True, slots=True)
class Option:
    """A button: what it says, and the message that it sends."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Wish:
    """A second request that a message holds: the workflow it is for, and its words."""

    workflow: str
    message: str


@dataclass(frozen=True, slots=True)
class Route:
    """A decision, with what it was decided on; one that asks back carries its question.

    A message may hold more than one thing: `answer` is for the workflow that it finds under way,
    `said` for the one that it goes to (all of it, where that is None), `also` is left for later.
    """

    workflow: str
    intent: RouteIntent
    confidence: float
    reason: str
    stage: RouteStage = "rule"
    from_workflow: str | None = None
    candidates: list[tuple[str, float]] = field(default_factory=list[tuple[str, float]])
    question: str | None = None
    options: list[Option] = field(default_factory=list[Option])
    pressed: bool = False  # the message is a button, and its words are no message of their own
    then: str | None = None  # the workflow that comes first for this person, after their request
    answer: str | None = None
    agreed: bool = False  # it is the last yes, which is done before the rest is looked at
    said: str | None = None
    also: Wish | None = None
    drops: bool = False  # what was under way is given up for this, and does not wait
    mistaken: bool = False  # it was begun by mistake: what was told of it is for this
    amends: bool = False  # it puts right what a workflow has done that has ended
    own: bool = False  # it is like what the workflow under way is for
    unserved: bool = False  # it is about what no workflow is for, such as changing what was booked
    asks: list[str] = field(default_factory=list[str])  # frequent questions, answered before all

    def stored(self) -> RouteRecord:
        """Return what is kept of it, in JSON's own kinds."""
        return cast("RouteRecord", asdict(self))

    @classmethod
    def restored(cls, kept: RouteRecord) -> Route:
        """Make it again of what was kept."""
        fields: JsonObject = dict(kept)
        fields["candidates"] = [(name, score) for name, score in kept["candidates"]]
        fields["options"] = [Option(**option) for option in kept.get("options", ())]
        fields["also"] = Wish(**also) if (also := fields.get("also")) else None
        return cls(**fields)
