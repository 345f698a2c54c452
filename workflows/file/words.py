"""What every part of a workflow file is made of: names, texts, strictness."""

from __future__ import annotations

from typing import Annotated, Literal, cast, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
)

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,62}$")]
Language = Literal["en", "pt"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
Text = Annotated[str, StringConstraints(min_length=1, max_length=4_000)]
Words = Text | Annotated[dict[Language, Text], Field(min_length=1)]
ConditionText = Annotated[str, StringConstraints(min_length=1, max_length=400)]


def in_language(words: Words, language: str) -> str:
    """Return a text in this language, else in the first one it was written in."""
    if isinstance(words, str):
        return words
    return words.get(language) or next(iter(words.values()))  # type: ignore[call-overload]


class Strict(BaseModel):
    """Unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


def listed(given: object) -> object:
    """Take one for a list of one."""
    return cast("object", given) if isinstance(given, list) else [given]
