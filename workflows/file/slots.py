"""Slots of a workflow file: data that a conversation collects."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal, cast

from pydantic import (
    BeforeValidator,
    Field,
    StringConstraints,
    field_validator,
    model_validator,
)

from language.detect import Language
from language.patterns import pattern_problem
from workflows.file.words import (
    LocalizedText,
    Strict,
    listed,
)

SlotKind = Literal[
    "text", "name", "city", "integer", "number", "boolean", "choice", "date", "email"
]
OptionName = Annotated[str, StringConstraints(min_length=1, max_length=200)]
OptionNames = Annotated[
    list[OptionName],
    BeforeValidator(listed, json_schema_input_type=OptionName | list[OptionName]),
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

    type: SlotKind = Field(description="What kind of datum it is.")
    ask: LocalizedText | None = Field(
        default=None, description="The question; one is made if left out."
    )
    title: LocalizedText | None = Field(default=None, description="What the datum is called.")
    help: LocalizedText | None = Field(default=None, description="Why it is asked; told on 'why?'.")
    invalid: LocalizedText | None = Field(
        default=None, description="Said when an answer does not fit."
    )
    min: float | date | None = Field(default=None, description="Least value, date or length.")
    max: float | date | None = Field(default=None, description="Greatest value, date or length.")
    pattern: Annotated[str, StringConstraints(max_length=200)] | None = Field(
        default=None, description="A regular expression that all of the text must match."
    )
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
    skip: bool = Field(
        default=False, description="Asked for, and left out by whoever would rather not say."
    )
    pii: bool = Field(default=False, description="Personal: never in logs, traces or cards.")
    save: Annotated[str, StringConstraints(pattern=r"^profile\.[a-z][a-z0-9_]{0,62}$")] | None = (
        Field(default=None, description="profile.NAME: kept for the next conversation.")
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
