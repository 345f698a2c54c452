"""Reads what a test asks about out of the events of its turns, and out of the cursor."""

from __future__ import annotations

from collections.abc import Sequence

from cli.testing.product import TestConversation
from contracts import events as ev
from contracts.json import JsonObject
from workflows.file.schema import Workflow
from workflows.testing.expect import Seen

Noted = dict[str, list[JsonObject]]  # a tool's calls in a turn: their arguments, whole
# Failures that a conversation may well be about; any other one keeps a test from passing.
_OF_THE_STORY = ("unsafe", "tool_failed", "tool_timeout", "budget_exceeded")


class ConversationObserver:
    """What was seen of one conversation so far."""

    def __init__(
        self, workflow: Workflow, talk: TestConversation, seen: Seen, noted: Noted
    ) -> None:
        self._workflow = workflow.workflow
        self._answers = {name: answer.sayings for name, answer in workflow.answers.items()}
        self._talk = talk
        self._seen = seen
        self._noted = noted
        self._here: str | None = None

    async def take(self, events: Sequence[ev.Event]) -> None:
        self._seen.choices = ()
        text = ""
        for event in events:
            match event:
                case ev.Text():
                    text += event.content
                case ev.TextRestart():
                    text = ""
                case _:
                    self._note(event)
        if text:
            self._seen.said.append(text)
            said = (
                n for n, texts in self._answers.items() if any(t.strip() in text for t in texts)
            )
            self._seen.answers += said
        self._noted.clear()
        await self._read_position()

    def _note(self, event: ev.Event) -> None:
        seen = self._seen
        match event:
            case ev.RouteChosen():
                seen.routes.append(event.workflow)
            case ev.StateEntered() if event.workflow == self._workflow:
                if self._here is not None:
                    seen.moves.add((self._here, event.state))
                self._here = event.state
                seen.path.append(event.state)
            case ev.ToolStart():
                whole = self._noted.get(event.tool)  # the event's arguments are shortened
                seen.calls.append((event.tool, whole.pop(0) if whole else event.args))
            case ev.Choices():
                seen.choices = tuple((o.label, o.value) for o in event.options)
            case ev.Ui():
                seen.shown.append(event.component)
            case ev.Error():
                seen.said.append(event.message)
                if event.code not in _OF_THE_STORY:
                    seen.problems.append(f"{event.code}: {event.message}")
            case _:
                pass

    async def _read_position(self) -> None:
        """Read where the conversation stands after the turn."""
        seen = self._seen
        cursor = await self._talk.cursor()
        seen.language = cursor.language or seen.language
        mine = cursor.frame_of(self._workflow)
        seen.state = mine.state if mine else None
        seen.slots |= mine.slots if mine else {}
        for end in self._talk.ended:
            if end.workflow == self._workflow:
                self._here, seen.end = None, end.how
                seen.slots |= end.slots
        self._talk.ended.clear()
