"""Slots of a workflow file: data that a conversation collects."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal, cast, get_args

from pydantic import (
    BeforeValidator,
    Field,
    StringConstraints,
    ValidationInfo,
    field_validator,
    model_validator,
)

from language.detect import Language
from language.documents import DocumentKind
from language.patterns import pattern_problem
from language.phones import known_region
from workflows.file.bounds import BOUND_KINDS, EXAMPLES, Bound, bound_problem, resolved
from workflows.file.words import (
    LocalizedText,
    Strict,
    listed,
)

SlotKind = Literal[
    "text", "name", "city", "integer", "number", "boolean", "choice", "date", "time", "datetime",
    "email", "phone", "money", "document", "url", "list",
]  # fmt: skip
OptionName = Annotated[str, StringConstraints(min_length=1, max_length=200)]
OptionNames = Annotated[
    list[OptionName],
    BeforeValidator(listed, json_schema_input_type=OptionName | list[OptionName]),
    Field(min_length=1, max_length=50),
]
# All that an option is called: as it comes, or by language, where the first name is its label.
Called = list[str] | Annotated[dict[Language, OptionNames], Field(min_length=1)]


class OptionsSource(Strict):
    """Where the options of a choice come from while the conversation goes on."""

    from_: Annotated[
        str, StringConstraints(pattern=r"^(results|profile)(\.[a-z_][a-zA-Z0-9_]{0,62}){1,4}$")
    ] = Field(alias="from", description="A list that a state has brought: results.look.slots.")
    value: str | None = Field(
        default=None, description="Where the list holds objects: the field that is the value."
    )
    label: LocalizedText | None = Field(
        default=None, description="And the field that people read, perhaps one for each language."
    )


def _options(given: object) -> object:
    """A list of options is a mapping whose options have no other names."""
    about = cast("dict[str, object]", given) if isinstance(given, dict) else {}
    if isinstance(about.get("from"), str):
        return OptionsSource.model_validate(about)
    if isinstance(given, list):
        return {str(option): list[str]() for option in cast("list[object]", given)}
    return cast("object", given)


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
    min: Bound | None = Field(
        default=None, description="Least value, date, time, length, or number of items."
    )
    max: Bound | None = Field(
        default=None, description="Greatest value, date, time, length, or number of items."
    )
    pattern: Annotated[str, StringConstraints(max_length=200)] | None = Field(
        default=None, description="A regular expression that all of the text must match."
    )
    of: (
        Annotated[
            Annotated[dict[str, Called], Field(min_length=1, max_length=200)] | OptionsSource,
            BeforeValidator(
                _options, json_schema_input_type=list[str] | dict[str, Called] | OptionsSource
            ),
        ]
        | None
    ) = Field(
        default=None,
        description="A choice's options, each with its other names: a list, names by language, or"
        " {from: results.STATE.field}. Of a document: cpf, cnpj or both.",
    )
    items: Slot | None = Field(default=None, description="What a list holds, as a slot.")
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] | None = Field(
        default=None, description="Of money: BRL, USD, EUR."
    )
    region: Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")] | None = Field(
        default=None,
        description="Of a phone: whose numbers need no country code (BR, US); of a date:"
        " whether 5/12 is in December (GB) or in May (US).",
    )
    optional: bool = Field(default=False, description="Taken when offered, never asked for.")
    skip: bool = Field(
        default=False, description="Asked for, and left out by whoever would rather not say."
    )
    pii: bool = Field(default=False, description="Personal: never in logs, traces or cards.")
    save: Annotated[str, StringConstraints(pattern=r"^profile\.[a-z][a-z0-9_]{0,62}$")] | None = (
        Field(default=None, description="profile.NAME: kept for the next conversation.")
    )

    @property
    def options(self) -> dict[str, Called]:
        """The options that are known by now: those that a tool brings are not there yet."""
        return self.of if isinstance(self.of, dict) else {}

    @property
    def source(self) -> OptionsSource | None:
        """Where a choice's options come from, if they do not stand in the file."""
        return self.of if isinstance(self.of, OptionsSource) else None

    def names(self, option: str) -> list[str]:
        """Return what an option of a choice is called beside its own name."""
        told = self.options.get(option, [])
        return (
            [name for names in told.values() for name in names] if isinstance(told, dict) else told
        )

    def bound(self, which: Literal["min", "max"], now: datetime) -> float | str | None:
        """Return a bound as values are compared with it."""
        given, kind = getattr(self, which), BOUND_KINDS.get(self.type)
        return None if given is None or kind is None else resolved(given, kind, now)

    @field_validator("pattern")
    @classmethod
    def _readable(cls, pattern: str | None) -> str | None:
        """Refuse what is no pattern, and what could take for ever to match."""
        if pattern is not None and (problem := pattern_problem(pattern)):
            raise ValueError(problem)
        return pattern

    @field_validator("min", "max")
    @classmethod
    def _bound_of_its_kind(cls, bound: Bound | None, info: ValidationInfo) -> Bound | None:
        """Refuse a bound that no value of the type is compared with."""
        kind, slot_type = BOUND_KINDS.get(info.data.get("type", "")), info.data.get("type")
        if bound is None or slot_type is None:
            return bound
        if kind is None:
            raise ValueError(f"{_a(slot_type)} has no 'min' or 'max'")
        if bound_problem(bound, kind):
            raise ValueError(f"'min' and 'max' of {_a(slot_type)} are {EXAMPLES[kind]}")
        return bound

    @field_validator("region")
    @classmethod
    def _known_region(cls, region: str | None) -> str | None:
        if region is not None and not known_region(region):
            raise ValueError(f"'{region}' has no telephone numbers; write a country: BR, US, GB")
        return region

    @model_validator(mode="before")
    @classmethod
    def _bounds_of_items(cls, given: Any) -> Any:
        """A bound of a list that is no number is one of its items: `min: today`."""
        about = cast("dict[str, Any]", given) if isinstance(given, dict) else {}
        items = about.get("items")
        moved = {k for k in ("min", "max") if isinstance(about.get(k), str | date)}
        if about.get("type") != "list" or not isinstance(items, dict) or not moved:
            return cast("object", given)
        kept = {key: value for key, value in about.items() if key not in moved}
        return {**kept, "items": {**cast("dict[str, Any]", items), **{k: about[k] for k in moved}}}

    @model_validator(mode="after")
    def _fits(self) -> Slot:
        _check_options(self)
        if (self.type == "list") != (self.items is not None):
            raise ValueError("'items' says what a list holds: 'type: list' and 'items' together")
        if self.items is not None and self.items.type in _NO_ITEMS:
            raise ValueError(f"a list holds no {self.items.type}")
        if (self.type == "money") != (self.currency is not None):
            raise ValueError("money has a currency: 'type: money' and 'currency: BRL' together")
        if self.region is not None and self.type not in _OF_REGIONS:
            raise ValueError("'region' belongs to a phone or a date")
        _check_bounds(self)
        return self


_OF_REGIONS = ("phone", "date", "datetime")
_NO_ITEMS = ("list", "boolean")
_NOW = datetime(2026, 1, 1, 10, 0)  # noqa: DTZ001  any moment: bounds of a file are compared by it


def _check_options(slot: Slot) -> None:
    if slot.type == "document":
        kinds = get_args(DocumentKind)
        if not slot.options or not slot.options.keys() <= set(kinds):
            raise ValueError(f"'of' says which documents: {', '.join(kinds)}, or both")
    elif (slot.type == "choice") != (slot.of is not None):
        raise ValueError("'of' lists the options of a choice: 'type: choice' and 'of' together")


def _a(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" and kind != "url" else f"a {kind}"


def _check_bounds(slot: Slot) -> None:
    low, high = slot.bound("min", _NOW), slot.bound("max", _NOW)
    fixed = not any(isinstance(b, str) and b[:1] in "tn+-" for b in (slot.min, slot.max))
    if fixed and low is not None and high is not None and cast(Any, low) > high:
        raise ValueError("'min' is greater than 'max'")
