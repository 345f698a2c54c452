"""One execution of a turn: what it has said, done and asked for so far."""

from __future__ import annotations

import time
from contextvars import ContextVar
from dataclasses import replace
from functools import cached_property
from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

import orjson

from agent.log import telemetry
from agent.log.turn_log import TurnLog
from agent.services import Services
from contracts.errors import BatutaError
from contracts.events import Event, Text, TextRestart
from contracts.messages import Block, ModelUsage
from guardrails.guard import Judge
from language.detect import Language
from store.turns import ClaimedTurn
from tools.policy import LoopGuard
from workflows.machine.cursor import Cursor
from workflows.machine.open_question import OpenQuestion, open_question
from workflows.machine.world import World


def answer_id(turn_id: UUID) -> UUID:
    """Return the id of the message that answers in this turn; any worker computes the same."""
    return uuid5(NAMESPACE_OID, f"{turn_id}/answer")


class TurnRun:
    """The working memory of one attempt at a turn.

    Everything that must survive a dead worker is in `steps`, which holds what earlier attempts
    finished: replaying them brings a new attempt to the same point without repeating any work.
    """

    def __init__(self, claimed: ClaimedTurn, log: TurnLog, services: Services) -> None:
        self.turn = claimed.turn
        self.log = log
        self.services = services
        self.world: World = World(services.repertoire.editions)  # see agent/serving/pinned.py
        self.steps: dict[str, Any] = claimed.turn.steps
        self.approvals = claimed.approvals
        self.profile: dict[str, Any] = claimed.profile
        self.remembered = set(claimed.remembered)
        self.message_id = str(answer_id(claimed.turn.id))
        self.blocks: list[Block] = []
        self.usage: list[ModelUsage] = []
        self.asked: list[dict[str, Any]] = []
        self.open_calls: dict[str, tuple[str, float]] = {}  # call -> its tool, when it began
        self.asked_back = False
        self._began = Cursor.read(claimed.turn.cursor)
        self.position = self._began  # where the conversation stands
        self.target: str | None = None  # the workflow that the message was routed to
        self.slots: dict[str, Any] = {}
        self.message = ""
        self.pressed = ""  # the title on the button that the message is
        self.language: Language = "en"
        self.judge: Judge | None = None  # who decides where the guards only guess
        self.loops = LoopGuard()
        self.model_calls = 0
        self.stop: BatutaError | None = None
        self.text = ""
        self._seen = _displayed(claimed.said)
        self._counters: dict[str, int] = {}
        self._clock = time.monotonic()

    @property
    def autonomous(self) -> bool:
        """Tell whether tools that ask yield: this turn's option, else the person's preference."""
        chosen = self.turn.options.get("autonomous")
        return bool(self.turn.preferences.get("autonomous") if chosen is None else chosen)

    @property
    def given(self) -> str:
        """Return what the person sent: their words, or what a form of the page answered."""
        sent = self.turn.input
        if sent.get("message"):
            return str(sent["message"])
        return orjson.dumps(sent["ui_result"]).decode() if "ui_result" in sent else ""

    @cached_property
    def open_question(self) -> OpenQuestion | None:
        """Work out what the message most likely answers; asked for before the turn moves on."""
        return open_question(self.world, self.position)

    @property
    def workflow(self) -> str | None:
        """Return the workflow that the turn is for."""
        route: dict[str, Any] = self.steps.get("route") or {}
        return route.get("workflow") or self.position.workflow

    @property
    def left(self) -> list[str]:
        """Return the workflows that claim new people and that this person has walked out of."""
        route: dict[str, Any] = self.steps.get("route") or {}
        before = {*self._began.left, *_under_way(self._began), str(route.get("workflow"))}
        claims = {
            name for name, workflow in self.services.workflows.items() if workflow.route.first
        }
        return sorted((before & claims) - _under_way(self.position))

    @property
    def standing(self) -> dict[str, Any]:
        """Return where the conversation stands, as it is stored."""
        return replace(self.position, left=self.left, unclear=self.asked_back).stored()

    def number(self, name: str) -> int:
        """Count calls of one kind; replays count alike."""
        self._counters[name] = self._counters.get(name, 0) + 1
        return self._counters[name]

    def numbered(self, name: str) -> int:
        """Return how many calls of one kind were counted."""
        return self._counters.get(name, 0)

    def once(self, key: str, *events: Event, result: Any = True) -> Any:
        """Emit events that must stand in the log only once, however often the turn is taken up."""
        if key not in self.steps:
            self.steps[key] = result
            self.log.emit(*events, step=(key, result))
        return self.steps[key]

    def say(self, piece: str) -> None:
        """Add to the answer's text. What clients already have of it is not sent again."""
        if not piece:
            return
        if not self.text:
            telemetry.FIRST_TEXT_SECONDS.observe(time.monotonic() - self._clock)
        self.text += piece
        if self._seen is None:
            self.log.emit(Text(message_id=self.message_id, content=piece))
        elif not self._seen.startswith(self.text):
            self.go_live()
        elif self._seen == self.text:
            self._seen = None

    def go_live(self) -> None:
        """From here on the text is new: take back what an interrupted attempt had shown of it."""
        if self._seen is None:
            return
        self._seen = None
        self.log.emit(TextRestart(message_id=self.message_id))
        if self.text:
            self.log.emit(Text(message_id=self.message_id, content=self.text))

    def new_paragraph(self) -> None:
        """Set the next text off from what was said before in this turn."""
        if self.text and not self.text.endswith("\n"):
            self.say("\n\n")


def _under_way(cursor: Cursor) -> set[str]:
    return {frame.workflow for frame in cursor.frames}


def _displayed(said: list[tuple[str, str]]) -> str | None:
    """Work out which text a client shows that has followed the earlier attempts."""
    text = ""
    for kind, content in said:
        if kind == "text":
            text += content
        elif kind == "text_restart":
            text = ""
    return text or None


current: ContextVar[TurnRun] = ContextVar("turn_run")
# Where the words of an agent go that works beside others or fills in a form; None: to the person.
aside: ContextVar[list[str] | None] = ContextVar("aside", default=None)
