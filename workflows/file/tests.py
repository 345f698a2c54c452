"""Tests of a workflow file: conversations, and what is expected of them."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Annotated, Any, Literal, cast

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    StringConstraints,
)

from contracts.json import JsonObject
from language.detect import Language
from language.patterns import pattern_problem
from workflows.file.states import Ending
from workflows.file.words import (
    Name,
    PlainText,
    Strict,
    listed,
)

LONGEST_SAID = 2_000  # characters of one answer that a test looks for a pattern in


class ExpectedCalls(Strict):
    """How often a tool is called, and with what: arguments that are not named may be anything."""

    count: Annotated[int, Field(ge=0)] | None = Field(default=None, description="How often.")
    args: JsonObject = Field(default={}, description="Arguments that one of the calls has.")


def _counted(given: object) -> object:
    return {"count": given} if isinstance(given, int) and not isinstance(given, bool) else given


ToolCalls = Annotated[
    ExpectedCalls,
    BeforeValidator(_counted, json_schema_input_type=Annotated[int, Field(ge=0)] | ExpectedCalls),
]


def _label(given: object) -> object:
    """YAML takes a bare Yes or No for a truth value."""
    return {True: "yes", False: "no"}[given] if isinstance(given, bool) else given


def _pattern(given: str) -> str:
    """Refuse what stands between slashes and is no pattern."""
    if (text := pattern_in(given)) and (problem := pattern_problem(text)):
        raise ValueError(f"{given}: {problem}")
    return given


def pattern_in(saying: str) -> str | None:
    """Return the pattern between slashes, None where a text is meant as it stands."""
    return saying[1:-1] if len(saying) > 2 and saying[0] == saying[-1] == "/" else None


Saying = Annotated[str, StringConstraints(min_length=1, max_length=500), AfterValidator(_pattern)]
Sayings = Annotated[
    list[Saying | Annotated[dict[Language, Saying], Field(min_length=1)]],
    BeforeValidator(
        listed,
        json_schema_input_type=Saying
        | dict[Language, Saying]
        | list[Saying | dict[Language, Saying]],
    ),
]


class Expect(Strict):
    """What a test expects of the conversation."""

    path: list[Name] | None = Field(default=None, description="The states entered, in order.")
    state: Name | None = Field(default=None, description="Where the conversation stands then.")
    slots: JsonObject = Field(default={}, description="What is known then; null of what is not.")
    tools: dict[Name, ToolCalls] | None = Field(
        default=None, description="Calls of each: a number, or {count, args}; {}: none at all."
    )
    route: Name | None = Field(default=None, description="Where the first message goes.")
    not_route: Name | None = Field(default=None, description="Where the first message does not go.")
    said: Sayings = Field(
        default=[],
        description="Texts said somewhere: a part of it, /a pattern/, or one for each language.",
    )
    say: Sayings = Field(default=[], description="The same as said.")
    not_said: Sayings = Field(default=[], description="What is said nowhere.")
    choices: list[Annotated[str, BeforeValidator(_label)]] | None = Field(
        default=None, description="The buttons offered last, by label or value; []: none."
    )
    ui: Annotated[list[Name], BeforeValidator(listed, json_schema_input_type=Name | list[Name])] = (
        Field(default=[], description="Components that the page was to show.")
    )
    answer: Name | None = Field(
        default=None, description="The frequent question that is answered last."
    )
    end: Ending | None = Field(default=None, description="How the workflow ends.")


def _told(given: object) -> object:
    """Check the forms of a mock that are not plain values."""
    told = cast("JsonObject", given) if isinstance(given, dict) else {}
    key = next(iter(told), "") if len(told) == 1 else ""
    if key not in ("each", "when"):
        return cast("object", given)
    value = told[key]
    items = cast("list[object]", value) if isinstance(value, list) else []
    if not items:
        raise ValueError(f"'{key}' is a list of one or more answers")
    for item in items if key == "when" else []:
        entry = cast("JsonObject", item) if isinstance(item, dict) else {}
        if not entry.keys() <= {"args", "give"} or "give" not in entry:
            raise ValueError(
                "each entry of 'when' is {args: {...}, give: answer}, or {give: answer}"
            )
        _told(entry["give"])
    for item in items if key == "each" else []:
        _told(item)
    return cast("object", given)


Mock = Annotated[Any, AfterValidator(_told)]


class WorkflowTest(Strict):
    """A conversation that is also a test."""

    name: PlainText = Field(description="What it shows, in a few words.")
    say: Annotated[
        list[PlainText | dict[Literal["ui"], Any]], Field(min_length=1, max_length=50)
    ] = Field(description="The person's messages; {ui: answer} is a form's.")
    expect: Expect = Field(description="What must come of it.")
    mock: dict[Name, Mock] = Field(
        default={},
        description="What tools give: a value, {error: why}, {timeout: why}, {each: [answers]},"
        " or {when: [{args, give}]}.",
    )
    profile: JsonObject = Field(default={}, description="What is known of the person before.")
    language: Language | None = Field(
        default=None, description="The person's language; else that of what they say."
    )
    today: date = Field(default=date(2026, 1, 15), description="The day on which it happens.")


def moment_of(today: date) -> datetime:
    """Return the moment at which a test takes place: ten in the morning of its day."""
    return datetime.combine(today, time(10))
