"""What a workflow file may say: the whole language, typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import (
    BeforeValidator,
    Field,
    StringConstraints,
)

from contracts.json import JsonObject
from contracts.messages import Role
from language.detect import Language, told_language
from workflows.file.answers import FrequentAnswer
from workflows.file.slots import Slot
from workflows.file.states import Budget, State
from workflows.file.tests import WorkflowTest
from workflows.file.words import (
    ConditionText,
    LocalizedText,
    Name,
    PlainText,
    Strict,
)


class Agent(Strict):
    """A sub-agent: its prompt, the model tier it asks for, the tools it may use."""

    prompt: Annotated[str, StringConstraints(min_length=1, max_length=20_000)] = Field(
        description="The text itself, or a file of the project (prompts/name.md)."
    )
    model: Annotated[str, StringConstraints(max_length=100)] = Field(
        default="fast", description="fast, smart, local, or provider/name."
    )
    tools: list[Name] = Field(default=[], description="What it may call, by name.")
    knowledge: list[Name] = Field(default=[], description="Collections it may search.")
    cascade: list[Name] = Field(
        default=[], description="Tools in order: the next only when the former found nothing."
    )
    output: JsonObject | None = Field(default=None, description="JSON Schema of its answer.")
    examples: Name | None = Field(default=None, description="Collection of golden examples.")
    budget: Budget | None = Field(default=None, description="How much one run may use.")


class Routing(Strict):
    """When a message belongs to this workflow."""

    when: LocalizedText | None = Field(
        default=None, description="In words, for the router's agent."
    )
    written: (
        Annotated[list[PlainText], Field(max_length=500)]
        | Annotated[
            dict[Language, Annotated[list[PlainText], Field(max_length=500)]], Field(min_length=1)
        ]
    ) = Field(
        default=[],
        alias="examples",
        description="Messages that belong here, as people write them; about ten, in each language:"
        " one list, or a list for each.",
    )
    not_when: Annotated[list[PlainText], Field(max_length=500)] = Field(
        default=[], description="Messages that look alike and belong elsewhere; run as tests."
    )
    first: ConditionText | None = Field(
        default=None, description="While this holds, the workflow comes first for a person."
    )
    request: Literal["before", "after"] = Field(
        default="before",
        description="With `first`: whether what a person asks for is done before the workflow"
        " begins, or has to be asked for again after it.",
    )

    @property
    def examples(self) -> list[str]:
        """Return the examples of all languages."""
        if isinstance(self.written, list):
            return self.written
        return [text for texts in self.written.values() for text in texts]

    def examples_in(self, language: Language) -> list[str]:
        """Return the examples of one language: those that say so, else those that read so."""
        if isinstance(self.written, list):
            return [text for text in self.written if told_language(text) in (language, None)]
        return self.written.get(language, [])


class Upgrade(Strict):
    """Where conversations of an older version go on."""

    from_: Annotated[int, Field(ge=1)] = Field(
        alias="from", description="The oldest version whose conversations go on in this one."
    )
    map: dict[Name, Name] = Field(
        default={}, description="Where each renamed or deleted state goes on: old: new."
    )


_REQUIRES = re.compile(r"^([a-z][a-z0-9_]*) requires \[([a-z0-9_, ]+)\]$")
_NEVER = re.compile(r"^never collect \[([a-z0-9_, ]+)\]$")


class Rule(Strict):
    """What the engine enforces: a tool or state that needs slots, or data never collected."""

    kind: Literal["requires", "never"]
    subject: str = ""
    names: list[Name]


def read_rule(given: object) -> object:
    """Read 'X requires [a, b]' and 'never collect [a, b]'."""
    if not isinstance(given, str):
        return given
    text = " ".join(given.split())
    if found := _REQUIRES.match(text):
        return {"kind": "requires", "subject": found[1], "names": _names(found[2])}
    if found := _NEVER.match(text):
        return {"kind": "never", "names": _names(found[1])}
    raise ValueError("a rule is 'TOOL requires [slot, slot]' or 'never collect [kind, kind]'")


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


RuleLine = Annotated[Rule, BeforeValidator(read_rule, json_schema_input_type=str)]


class Workflow(Strict):
    """One file: routing, memory, agents, states, rules and tests."""

    workflow: Name = Field(description="Its name: lower-case letters, digits and _.")
    version: Annotated[int, Field(ge=1, le=1_000_000)] = Field(
        description="One more with each change that is published."
    )
    title: LocalizedText = Field(description="What people see, and may ask for.")
    access: list[Role] = Field(default=[], description="Roles it is open to; all when empty.")
    strict: bool = Field(
        default=False, description="Block a doubtful message when nobody can judge it."
    )
    route: Routing = Field(default=Routing(), description="When a message belongs here.")
    slots: Annotated[dict[Name, Slot], Field(max_length=100)] = Field(
        default={}, description="What is collected, in the order in which it is asked."
    )
    agents: Annotated[dict[Name, Agent], Field(max_length=50)] = Field(
        default={}, description="Who speaks or works in it."
    )
    answers: Annotated[dict[Name, FrequentAnswer], Field(max_length=300)] = Field(
        default={}, description="Frequent questions, told word for word where an agent talks on."
    )
    rules: Annotated[list[RuleLine], Field(max_length=50)] = Field(
        default=[],
        description="Kept by the engine: 'TOOL requires [slot]' or 'never collect [kind]'.",
    )
    start: Name = Field(description="The first state.")
    states: Annotated[dict[Name, State], Field(min_length=1, max_length=200)] = Field(
        description="What happens, by name; each state has exactly one kind."
    )
    upgrade: Upgrade | None = Field(
        default=None, description="Where conversations of older versions go on."
    )
    tests: Annotated[list[WorkflowTest], Field(max_length=500)] = Field(
        default=[], description="Conversations, and what must come of them."
    )

    def slot(self, name: str) -> Slot | None:
        """Find a slot: one of the workflow, or one that a state asks for."""
        if name in self.slots:
            return self.slots[name]
        asked = (state.ask.get(name) for state in self.states.values() if state.ask)
        return next((slot for slot in asked if slot), None)

    def asks(self, state: State) -> dict[str, Slot]:
        """Return the slots that a state collects, in the order in which they are asked."""
        if state.ask:
            found = {name: slot or self.slots.get(name) for name, slot in state.ask.items()}
        else:
            found = {name: self.slots.get(name) for name in state.fill}
        return {name: slot for name, slot in found.items() if slot}

    def named_tools(self) -> Iterator[tuple[list[Any], str]]:
        """List every tool a workflow names, with where."""
        for name, agent in self.agents.items():
            for key in ("tools", "cascade"):
                for at, tool in enumerate(getattr(agent, key)):
                    yield ["agents", name, key, at], tool
        for name, state in self.states.items():
            if state.tool:
                yield ["states", name, "tool"], state.tool
            for at, tool in enumerate(state.tools or []):
                yield ["states", name, "tools", at], tool
            for at, task in enumerate(state.parallel or []):
                if task.tool:
                    yield ["states", name, "parallel", at, "tool"], task.tool
