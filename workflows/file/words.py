"""What every part of a workflow file is made of: names, texts, strictness."""

from __future__ import annotations

from typing import Annotated, cast, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
)

from language.detect import Language

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,62}$")]
LANGUAGES: tuple[Language, ...] = get_args(Language)
PlainText = Annotated[str, StringConstraints(min_length=1, max_length=4_000)]
LocalizedText = PlainText | Annotated[dict[Language, PlainText], Field(min_length=1)]
ConditionText = Annotated[str, StringConstraints(min_length=1, max_length=400)]


def in_language(words: LocalizedText, language: str) -> str:
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
