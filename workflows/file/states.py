"""States of a workflow file: their kinds, and what each of them may say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, cast

from pydantic import (
    BeforeValidator,
    Field,
    StringConstraints,
    model_validator,
)

from contracts.json import JsonObject
from workflows.file.slots import Slot
from workflows.file.words import (
    ConditionText,
    LocalizedText,
    Name,
    Strict,
)

Ending = Literal["completed", "escalated", "cancelled"]
StateKind = Literal["agent", "ask", "say", "tool", "ui", "branch", "parallel", "call", "handoff"]


@dataclass(frozen=True, slots=True)
class KindRules:
    """What the language says of one kind of state."""

    keys: frozenset[str] = frozenset()  # that belong to it alone
    fails: bool = False  # it may say where a failure leads
    answered: bool = False  # it waits for an answer, and needs a way on from there


KINDS: dict[StateKind, KindRules] = {
    "agent": KindRules(frozenset({"fill", "tools", "until", "model"}), fails=True),
    "ask": KindRules(answered=True),
    "say": KindRules(),
    "tool": KindRules(frozenset({"args"}), fails=True),
    "ui": KindRules(frozenset({"props", "result"}), answered=True),
    "branch": KindRules(),
    "parallel": KindRules(fails=True),
    "call": KindRules(fails=True),
    "handoff": KindRules(),
}


class Budget(Strict):
    """How much a state or agent may use before it is stopped."""

    usd: Annotated[float, Field(gt=0, le=1_000)] | None = Field(
        default=None, description="Money for models, in US dollars."
    )
    seconds: Annotated[float, Field(gt=0, le=3_600)] | None = Field(
        default=None, description="How long it may take."
    )
    steps: Annotated[int, Field(ge=1, le=100)] | None = Field(
        default=None, description="How many model calls."
    )


class Go(Strict):
    """One way on: taken when its condition holds, or always when it has none."""

    condition: ConditionText | None = Field(
        default=None, alias="if", description="A condition; without one the way is always taken."
    )
    to: Name = Field(description="The next state.")


def _ways(given: object) -> object:
    return [{"to": given}] if isinstance(given, str) else given


Ways = Annotated[
    list[Go],
    BeforeValidator(_ways, json_schema_input_type=Name | list[Go]),
    Field(min_length=1, max_length=50),
]


class ParallelTask(Strict):
    """One of several things done at the same time."""

    agent: Name | None = Field(default=None, description="An agent, whose words nobody hears.")
    tool: Name | None = Field(default=None, description="A tool; none that asks a person first.")
    args: JsonObject | None = Field(
        default=None, description="With tool: its arguments; else the slots of the same names."
    )

    @model_validator(mode="after")
    def _one(self) -> ParallelTask:
        if (self.agent is None) == (self.tool is None):
            raise ValueError("a parallel task is exactly one of 'agent' and 'tool'")
        return self


def _asked(given: object) -> object:
    """A name or a list of names asks for slots of the workflow."""
    if isinstance(given, str):
        return {given: None}
    if isinstance(given, list):
        return {str(name): None for name in cast("list[object]", given)}
    return given


class State(Strict):
    """One state: exactly one kind, and what modifies it."""

    agent: Name | None = Field(default=None, description="An agent speaks or works.")
    fill: list[Name] = Field(default=[], description="With agent: the slots it collects.")
    tools: list[Name] | None = Field(default=None, description="With agent: only these tools.")
    until: ConditionText | None = Field(
        default=None, description="With agent: it keeps the word until this holds."
    )
    ask: (
        Annotated[
            dict[Name, Slot | None],
            BeforeValidator(
                _asked, json_schema_input_type=Name | list[Name] | dict[Name, Slot | None]
            ),
            Field(min_length=1, max_length=20),
        ]
        | None
    ) = Field(default=None, description="Questions: slots defined here, or names of slots.")
    say: LocalizedText | None = Field(default=None, description="A fixed text, with {slots}.")
    tool: Name | None = Field(default=None, description="One tool call, without a model.")
    args: JsonObject | None = Field(
        default=None, description="With tool: its arguments; else the slots of the same names."
    )
    ui: Name | None = Field(default=None, description="A component of the page that answers.")
    props: JsonObject = Field(default={}, description="With ui: what it is given.")
    result: JsonObject = Field(default={}, description="With ui: JSON Schema of its answer.")
    branch: Annotated[list[Go], Field(min_length=1, max_length=50)] | None = Field(
        default=None, description="Chooses a way; the last one has no 'if'."
    )
    parallel: Annotated[list[ParallelTask], Field(min_length=2, max_length=8)] | None = Field(
        default=None, description="Several tools and agents at the same time."
    )
    call: Name | None = Field(default=None, description="Another workflow, which returns here.")
    handoff: Name | None = Field(default=None, description="A team of people takes over.")
    title: LocalizedText | None = Field(
        default=None, description="Shown to the person while the state lasts."
    )
    show: Name | None = Field(default=None, description="A component that shows the slots.")
    model: Annotated[str, StringConstraints(max_length=100)] | None = Field(
        default=None, description="With agent: this model instead of the agent's own."
    )
    budget: Budget | None = Field(default=None, description="How much the state may use.")
    timeout: Annotated[float, Field(gt=0, le=3_600)] | None = Field(
        default=None, description="Seconds that the work may take."
    )
    retry: Annotated[int, Field(ge=0, le=5)] = Field(
        default=0, description="How often work that failed is tried again."
    )
    on_error: Name | None = Field(default=None, description="The state that a failure leads to.")
    on_timeout: Name | None = Field(
        default=None, description="The state that a timeout leads to; else on_error."
    )
    go: Ways = Field(
        default=[], description="The next state, or ways: the first whose 'if' holds is taken."
    )
    end: Ending | None = Field(default=None, description="The workflow ends after this state.")
    offer: list[Name] = Field(default=[], description="Workflows offered when this one has ended.")

    @property
    def kind(self) -> StateKind:
        return next(kind for kind in KINDS if getattr(self, kind) is not None)

    @property
    def ways(self) -> list[Go]:
        """Every conditional way out of the state."""
        return self.branch or self.go

    @model_validator(mode="after")
    def _one_kind(self) -> State:
        """Refuse a state that is two things, or none, and modifiers that fit no such state."""
        kinds = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(kinds) != 1:
            found = f"this one has {' and '.join(kinds)}" if kinds else "this one has none"
            raise ValueError(f"a state has exactly one of {', '.join(KINDS)}; {found}")
        for kind, about in KINDS.items():
            for key in about.keys & self.model_fields_set if kind != kinds[0] else ():
                raise ValueError(f"'{key}' belongs to a state with '{kind}', not '{kinds[0]}'")
        if self.go and self.end:
            raise ValueError("a state goes on ('go') or ends the workflow ('end'), not both")
        if self.branch and (self.go or self.end):
            raise ValueError("a branch lists its ways itself; it has no 'go' or 'end'")
        if self.offer and not self.end:
            raise ValueError("'offer' comes with 'end': it offers what may follow")
        if self.until and self.fill:
            raise ValueError("'fill' waits until its slots are filled; leave out 'until'")
        return self


def is_open(state: State) -> bool:
    """Tell an agent that talks on, turn after turn, with no way out of its own."""
    return state.agent is not None and not (state.fill or state.go or state.end or state.until)
