"""What a workflow file may say: the whole language, typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Annotated, Any, Literal, cast, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    field_validator,
    model_validator,
)

from contracts.messages import Role
from workflows.file.patterns import pattern_problem

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,62}$")]
Language = Literal["en", "pt"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
Text = Annotated[str, StringConstraints(min_length=1, max_length=4_000)]
Words = Text | Annotated[dict[Language, Text], Field(min_length=1)]
ConditionText = Annotated[str, StringConstraints(min_length=1, max_length=400)]
SlotKind = Literal[
    "text", "name", "city", "integer", "number", "boolean", "choice", "date", "email"
]
Ending = Literal["completed", "escalated", "cancelled"]
LONGEST_SAID = 2_000  # characters of one answer that a test looks for a pattern in
Kind = Literal["agent", "ask", "say", "tool", "ui", "branch", "parallel", "call", "handoff"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def in_language(words: Words, language: str) -> str:
    """Return a text in this language, else in the first one it was written in."""
    if isinstance(words, str):
        return words
    return words.get(language) or next(iter(words.values()))  # type: ignore[call-overload]


class Strict(BaseModel):
    """Unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


def _listed(given: object) -> object:
    return cast("object", given) if isinstance(given, list) else [given]


OptionName = Annotated[str, StringConstraints(min_length=1, max_length=200)]
OptionNames = Annotated[
    list[OptionName],
    BeforeValidator(_listed, json_schema_input_type=OptionName | list[OptionName]),
    Field(min_length=1, max_length=50),
]
# All that an option is called: as it comes, or by language, where the first name is its label.
Called = list[str] | Annotated[dict[Language, OptionNames], Field(min_length=1)]


def _options(given: object) -> object:
    """A list of options is a mapping whose options have no other names."""
    if isinstance(given, list):
        return {str(option): list[str]() for option in cast("list[object]", given)}
    return given


class Slot(Strict):
    """A datum that the conversation collects: its type, its question, what is a valid value."""

    type: SlotKind
    ask: Words | None = Field(default=None, description="The question; one is made if left out.")
    title: Words | None = Field(default=None, description="What the datum is called.")
    help: Words | None = Field(default=None, description="Why it is asked; told on 'why?'.")
    invalid: Words | None = Field(default=None, description="Said when an answer does not fit.")
    min: float | date | None = Field(default=None, description="Least value, date or length.")
    max: float | date | None = Field(default=None, description="Greatest value, date or length.")
    pattern: Annotated[str, StringConstraints(max_length=200)] | None = None
    of: (
        Annotated[
            dict[str, Called],
            BeforeValidator(_options, json_schema_input_type=list[str] | dict[str, Called]),
            Field(min_length=1, max_length=200),
        ]
        | None
    ) = Field(
        default=None,
        description="A choice's options, each with its other names: a list, or names by language.",
    )
    optional: bool = Field(default=False, description="Taken when offered, never asked for.")
    pii: bool = Field(default=False, description="Personal: never in logs, traces or cards.")
    save: Annotated[str, StringConstraints(pattern=r"^profile\.[a-z][a-z0-9_]{0,62}$")] | None = (
        None
    )

    def names(self, option: str) -> list[str]:
        """Return what an option of a choice is called beside its own name."""
        told = (self.of or {}).get(option, [])
        return (
            [name for names in told.values() for name in names] if isinstance(told, dict) else told
        )

    @field_validator("pattern")
    @classmethod
    def _readable(cls, pattern: str | None) -> str | None:
        """Refuse what is no pattern, and what could take for ever to match."""
        if pattern is not None and (problem := pattern_problem(pattern)):
            raise ValueError(problem)
        return pattern

    @model_validator(mode="after")
    def _fits(self) -> Slot:
        if (self.type == "choice") != (self.of is not None):
            raise ValueError("'of' lists the options of a choice: 'type: choice' and 'of' together")
        dated = self.type == "date"
        for bound in (self.min, self.max):
            if bound is not None and (self.type in ("boolean", "choice")):
                raise ValueError(f"a {self.type} has no 'min' or 'max'")
            if bound is not None and isinstance(bound, date) != dated:
                kind = "dates (2026-01-31)" if dated else "numbers"
                raise ValueError(f"'min' and 'max' of a {self.type} are {kind}")
        if self.min is not None and self.max is not None and cast(Any, self.min) > self.max:
            raise ValueError("'min' is greater than 'max'")
        return self


class Budget(Strict):
    """How much a state or agent may use before it is stopped."""

    usd: Annotated[float, Field(gt=0, le=1_000)] | None = None
    seconds: Annotated[float, Field(gt=0, le=3_600)] | None = None
    steps: Annotated[int, Field(ge=1, le=100)] | None = None


class Agent(Strict):
    """A sub-agent: its prompt, the model tier it asks for, the tools it may use."""

    prompt: Annotated[str, StringConstraints(min_length=1, max_length=20_000)] = Field(
        description="The text itself, or a file of the project (prompts/name.md)."
    )
    model: Annotated[str, StringConstraints(max_length=100)] = Field(
        default="fast", description="fast, smart, local, or provider/name."
    )
    tools: list[Name] = []
    knowledge: list[Name] = Field(default=[], description="Collections it may search.")
    cascade: list[Name] = Field(
        default=[], description="Tools in order: the next only when the former found nothing."
    )
    output: dict[str, Any] | None = Field(default=None, description="JSON Schema of its answer.")
    examples: Name | None = Field(default=None, description="Collection of golden examples.")
    budget: Budget | None = None


class Go(Strict):
    """One way on: taken when its condition holds, or always when it has none."""

    condition: ConditionText | None = Field(default=None, alias="if")
    to: Name


def _ways(given: object) -> object:
    return [{"to": given}] if isinstance(given, str) else given


Ways = Annotated[
    list[Go],
    BeforeValidator(_ways, json_schema_input_type=Name | list[Go]),
    Field(min_length=1, max_length=50),
]


class Task(Strict):
    """One of several things done at the same time."""

    agent: Name | None = None
    tool: Name | None = None
    args: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _one(self) -> Task:
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
    say: Words | None = Field(default=None, description="A fixed text, with {slots}.")
    tool: Name | None = Field(default=None, description="One tool call, without a model.")
    args: dict[str, Any] | None = Field(
        default=None, description="With tool: its arguments; else the slots of the same names."
    )
    ui: Name | None = Field(default=None, description="A component of the page that answers.")
    props: dict[str, Any] = Field(default={}, description="With ui: what it is given.")
    result: dict[str, Any] = Field(default={}, description="With ui: JSON Schema of its answer.")
    branch: Annotated[list[Go], Field(min_length=1, max_length=50)] | None = None
    parallel: Annotated[list[Task], Field(min_length=2, max_length=8)] | None = None
    call: Name | None = Field(default=None, description="Another workflow, which returns here.")
    handoff: Name | None = Field(default=None, description="A team of people takes over.")
    title: Words | None = None
    show: Name | None = Field(default=None, description="A component that shows the slots.")
    model: Annotated[str, StringConstraints(max_length=100)] | None = None
    budget: Budget | None = None
    timeout: Annotated[float, Field(gt=0, le=3_600)] | None = None
    retry: Annotated[int, Field(ge=0, le=5)] = 0
    on_error: Name | None = None
    on_timeout: Name | None = None
    go: Ways = []
    end: Ending | None = None
    offer: list[Name] = Field(default=[], description="Workflows offered when this one has ended.")

    @property
    def kind(self) -> Kind:
        """Name the one kind this state is."""
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
        for key, kind in _ONLY_WITH.items():
            if key in self.model_fields_set and kind != kinds[0]:
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


_ONLY_WITH = {
    "fill": "agent",
    "tools": "agent",
    "until": "agent",
    "model": "agent",
    "args": "tool",
    "props": "ui",
    "result": "ui",
}


class Routing(Strict):
    """When a message belongs to this workflow."""

    when: Words | None = Field(default=None, description="In words, for the router's agent.")
    examples: Annotated[list[Text], Field(max_length=500)] = []
    not_when: Annotated[list[Text], Field(max_length=500)] = Field(
        default=[], description="Messages that look alike and belong elsewhere; run as tests."
    )
    first: ConditionText | None = Field(
        default=None, description="While this holds, the workflow takes the turn before routing."
    )


class Upgrade(Strict):
    """Where conversations of an older version go on."""

    from_: Annotated[int, Field(ge=1)] = Field(alias="from")
    map: dict[Name, Name] = {}


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


class Calls(Strict):
    """How often a tool is called, and with what: arguments that are not named may be anything."""

    count: Annotated[int, Field(ge=0)] | None = None
    args: dict[str, Any] = {}


def _counted(given: object) -> object:
    return {"count": given} if isinstance(given, int) and not isinstance(given, bool) else given


ToolCalls = Annotated[
    Calls, BeforeValidator(_counted, json_schema_input_type=Annotated[int, Field(ge=0)] | Calls)
]


def _label(given: object) -> object:
    """YAML takes a bare Yes or No for a truth value."""
    return {True: "yes", False: "no"}[given] if isinstance(given, bool) else given


def _pattern(given: str) -> str:
    """Refuse what stands between slashes and is no pattern."""
    if (text := pattern_in(given)) and (problem := pattern_problem(text, LONGEST_SAID)):
        raise ValueError(f"{given}: {problem}")
    return given


def pattern_in(saying: str) -> str | None:
    """Return the pattern between slashes, None where a text is meant as it stands."""
    return saying[1:-1] if len(saying) > 2 and saying[0] == saying[-1] == "/" else None


Saying = Annotated[str, StringConstraints(min_length=1, max_length=500), AfterValidator(_pattern)]
Sayings = Annotated[
    list[Saying | Annotated[dict[Language, Saying], Field(min_length=1)]],
    BeforeValidator(
        _listed,
        json_schema_input_type=Saying
        | dict[Language, Saying]
        | list[Saying | dict[Language, Saying]],
    ),
]


class Expect(Strict):
    """What a test expects of the conversation."""

    path: list[Name] | None = Field(default=None, description="The states entered, in order.")
    state: Name | None = Field(default=None, description="Where the conversation stands then.")
    slots: dict[str, Any] = {}
    tools: dict[Name, ToolCalls] | None = Field(
        default=None, description="Calls of each: a number, or {count, args}; {}: none at all."
    )
    route: Name | None = Field(default=None, description="Where the first message goes.")
    not_route: Name | None = None
    said: Sayings = Field(
        default=[],
        description="Texts said somewhere: a part of it, /a pattern/, or one for each language.",
    )
    say: Sayings = Field(default=[], description="The same as said.")
    not_said: Sayings = Field(default=[], description="What is said nowhere.")
    choices: list[Annotated[str, BeforeValidator(_label)]] | None = Field(
        default=None, description="The buttons offered last, by label or value; []: none."
    )
    ui: Annotated[
        list[Name], BeforeValidator(_listed, json_schema_input_type=Name | list[Name])
    ] = Field(default=[], description="Components that the page was to show.")
    end: Ending | None = None


def _told(given: object) -> object:
    """Check the forms of a mock that are not plain values."""
    told = cast("dict[str, Any]", given) if isinstance(given, dict) else {}
    key = next(iter(told), "") if len(told) == 1 else ""
    if key not in ("each", "when"):
        return cast("object", given)
    value = told[key]
    items = cast("list[object]", value) if isinstance(value, list) else []
    if not items:
        raise ValueError(f"'{key}' is a list of one or more answers")
    for item in items if key == "when" else []:
        entry = cast("dict[str, Any]", item) if isinstance(item, dict) else {}
        if not entry.keys() <= {"args", "give"} or "give" not in entry:
            raise ValueError(
                "each entry of 'when' is {args: {...}, give: answer}, or {give: answer}"
            )
        _told(entry["give"])
    for item in items if key == "each" else []:
        _told(item)
    return cast("object", given)


Mock = Annotated[Any, AfterValidator(_told)]


class Case(Strict):
    """A conversation that is also a test."""

    name: Text
    say: Annotated[list[Text | dict[Literal["ui"], Any]], Field(min_length=1, max_length=50)]
    expect: Expect
    mock: dict[Name, Mock] = Field(
        default={},
        description="What tools give: a value, {error: why}, {timeout: why}, {each: [answers]},"
        " or {when: [{args, give}]}.",
    )
    profile: dict[str, Any] = {}
    language: Language | None = None
    today: date = date(2026, 1, 15)


class Workflow(Strict):
    """One file: routing, memory, agents, states, rules and tests."""

    workflow: Name
    version: Annotated[int, Field(ge=1, le=1_000_000)]
    title: Words
    access: list[Role] = Field(default=[], description="Roles it is open to; all when empty.")
    strict: bool = Field(
        default=False, description="Block a doubtful message when nobody can judge it."
    )
    route: Routing = Routing()
    slots: Annotated[dict[Name, Slot], Field(max_length=100)] = {}
    agents: Annotated[dict[Name, Agent], Field(max_length=50)] = {}
    rules: Annotated[list[RuleLine], Field(max_length=50)] = []
    start: Name
    states: Annotated[dict[Name, State], Field(min_length=1, max_length=200)]
    upgrade: Upgrade | None = None
    tests: Annotated[list[Case], Field(max_length=500)] = []

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
