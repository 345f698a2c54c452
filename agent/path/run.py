"""One execution of a turn: what came in, what it answers, and what it has finished so far."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime
from functools import cached_property

from agent.log.journal import Journal
from agent.log.steps import CHECKED, ROUTED
from agent.log.turn_log import Held, TurnLog
from agent.path.answer import TurnAnswer
from agent.path.incoming import Incoming
from agent.path.plan import TurnPlan
from agent.path.ports import ModelAnswer
from agent.services import Services
from contracts.blocks import text_of
from contracts.json import JsonObject
from contracts.messages import AskedApproval, ModelUsage, Turn
from guardrails.guard import Judge
from guardrails.own_data import OwnData
from language.detect import Language
from language.foreign import ForeignLanguage
from router.route import Route
from store.turns import ClaimedTurn
from workflows.file.schema import Workflow
from workflows.machine.cursor import Care, Cursor
from workflows.machine.open_question import OpenQuestion, open_question
from workflows.machine.world import World


class TurnRun:
    """The working memory of one attempt at a turn.

    Everything that must survive a dead worker is in the journal: replaying it brings a new attempt
    to the same point without repeating any work.
    """

    def __init__(self, claimed: ClaimedTurn, log: TurnLog, services: Services) -> None:
        self.incoming = Incoming.read(claimed)
        self._said = tuple(claimed.said)
        self.answer = TurnAnswer(claimed.turn.id, log, self._said)
        self.plan = TurnPlan(self.answer)
        self.journal = Journal(claimed.turn.steps, log)
        self.log = log
        self.services = services
        self.world: World = World(services.repertoire.editions)  # see agent/path/pinned.py
        self.profile: JsonObject = dict(self.incoming.profile)
        self.position = self.incoming.position  # where the conversation stands
        self.care: Care | None = self.position.care  # see agent/path/care.py
        self.target: str | None = None  # the workflow that the message was routed to
        self.likely: Route | None = None  # where it most probably goes, while that is being asked
        self._sure = asyncio.Event()  # that what is under way is what counts
        self._sure.set()
        self.ended_handover = claimed.turn.input.handover  # people have let go
        self.slots: JsonObject = {}
        self.message = ""  # as the guards have let it through
        self.pressed = ""  # the title on the button that the message is
        self.language: Language = "en"
        self.foreign: ForeignLanguage | None = None  # that the message is in, and none of ours
        self.judge: Judge | None = None  # who decides where the guards only guess
        self.own_data: OwnData = frozenset()  # what the person has told of themselves
        self.known_data: tuple[str, OwnData] = (
            "",
            self.own_data,
        )  # a text of what is known of them, and what it holds
        self.usage: list[ModelUsage] = []
        self.asked: list[AskedApproval] = []
        self.asked_back = False
        self.buttons: JsonObject = {}  # see agent/path/buttons.py
        self.choices: list[str] = []
        self.open_calls: dict[str, tuple[str, float]] = {}  # call -> its tool, when it began
        self.model_calls = 0
        self.widget_bytes = 0  # of what tools have shown

    @property
    def turn(self) -> Turn:
        """Return the turn as it was claimed."""
        return self.incoming.turn

    @cached_property
    def open_question(self) -> OpenQuestion | None:
        """Work out what the message most likely answers; asked for before the turn moves on."""
        return open_question(self.world, self.position)

    @property
    def route(self) -> Route | None:
        """Return where the message was routed, or is likely to be."""
        return self.journal.find(ROUTED) or self.likely

    @cached_property
    def said_before(self) -> str:
        """Return what the person said last before this message."""
        said = next((m for m in reversed(self.turn.history) if m.role == "user"), None)
        texts = (text_of(b) for b in said.blocks if b["type"] == "text") if said else ()
        return " ".join(texts).strip()

    def open_workflows(self) -> list[Workflow]:
        """Return what this person may use, in the edition that they would be given."""
        repertoire, caller = self.services.repertoire, self.turn.caller
        served = (each.workflow for each in repertoire.for_person(caller).values())
        return [each for each in served if repertoire.access.is_open(each, caller)]

    @property
    def workflow(self) -> str | None:
        route = self.route
        return route.workflow if route else self.position.workflow

    @property
    def wall_clock(self) -> datetime:
        """Return the time that clocks show where the project's people are."""
        zone = self.services.locale.zone
        return datetime.now(zone).replace(tzinfo=None, second=0, microsecond=0)

    async def be_sure(self) -> None:
        """Wait until what is under way counts: before anything is done that others notice."""
        await self._sure.wait()

    def hold(self, likely: Route) -> None:
        """Begin what most probably follows; nothing of it is shown, and nothing done."""
        self.likely, self.target = likely, likely.workflow
        self._sure.clear()
        self.log.hold()

    def confirm(self, held: Held) -> None:
        """Show what was held back: it is what counts."""
        self.likely = None
        for events, step in held:
            self.log.emit(*events, step=step)
        if self.answer.text:
            self.answer.note_first_text()
        self._sure.set()

    def take_back(self) -> None:
        """Forget what was held back; what was paid for it stays on the account."""
        self.journal.forget(step[0] for _, step in self.log.let_go() if step)
        self.likely = self.target = None
        self.position = self.incoming.position
        self.answer = TurnAnswer(self.turn.id, self.log, self._said)
        self.plan = TurnPlan(self.answer)
        self.slots, self.buttons, self.choices = {}, {}, []
        self._sure.set()

    @property
    def left(self) -> list[str]:
        """Return the workflows that claim new people and that this person has walked out of."""
        began, route = self.incoming.position, self.route
        before = {*began.left, *_under_way(began), *([route.workflow] if route else [])}
        claims = {
            name for name, workflow in self.services.workflows.items() if workflow.route.first
        }
        return sorted((before & claims) - _under_way(self.position))

    @property
    def standing(self) -> JsonObject:
        """Return where the conversation stands, as it is stored."""
        unclear = self.incoming.position.unclear + 1 if self.asked_back else 0
        position = replace(self.position, left=self.left, unclear=unclear)
        shown = replace(position, buttons=self.buttons, choices=self.choices)
        return replace(shown, care=self.care).stored()

    @property
    def passed(self) -> str | None:
        """Return what the guards have let through of what came in; None before they have."""
        verdict = self.journal.find(CHECKED)
        if verdict is None or verdict.text is not None:
            return verdict and verdict.text
        return self.incoming.given

    def count_usage(self, agent: str, answer: ModelAnswer) -> None:
        """Add what a finished model call has used to the turn's account; a replayed one's, too."""
        self.usage.append(answer.used_by(agent))


def _under_way(cursor: Cursor) -> set[str]:
    return {frame.workflow for frame in cursor.frames}
