"""What the built-in model says of a tool; a language model needs none of it."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from contracts.json import JsonMapping
from language.detect import Language

Phrase = Mapping[Language, str]
# What a tool does in answering a question about tables: it shows what there is, works a query out,
# or works one out and shows it; or it makes, changes or shares a dashboard.
DataPart = Literal[
    "look", "ask", "chart", "table", "kpi", "board", "change_board", "undo_board", "share_board"
]
_LANGUAGES = frozenset(get_args(Language))


@dataclass(frozen=True, slots=True)
class ToldResult:
    """A result to be told: what a call gave and was given, in answer to which message."""

    value: Any
    args: JsonMapping
    message: str
    language: Language


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalPhrases:
    """The phrases of one tool, each in every language; one that is left out has a plain default."""

    ability: Phrase | None = None  # in passing, behind "I can": "tell the time"
    listed: Phrase | None = None  # its line of the help, with a sentence that asks for it
    ask: Mapping[str, Phrase] = field(default_factory=dict[str, Phrase])  # a question per argument
    result: Phrase | None = None  # the result's sentence, its fields in braces: "It is {degrees}."
    # In its place: returns what is said, or a value of which plain words are made.
    tell: Callable[[ToldResult], Any] | None = None
    keeps_when_told: Phrase | None = None  # what to say for it to keep what a person tells
    for_models_only: bool = False  # the built-in model neither tells of it nor calls it
    data: DataPart | None = None
    tells_about_person: bool = False  # it is called by who asks what is known of them

    def __post_init__(self) -> None:
        """Refuse a phrase that one of the languages lacks, and a result that cannot be filled."""
        for name, text in self._texts():
            if missing := _LANGUAGES - set(text):
                raise TypeError(f"the phrase '{name}' has no text in '{min(missing)}'")
        if self.result and self.tell:
            raise TypeError("a result is said by the phrase 'result' or by 'tell', not by both")
        for text in (self.result or {}).values():
            if not all(name is None or name.isidentifier() for name in fields_of(text)):
                raise TypeError(f"the phrase 'result' names a field that is no name: {text}")

    def _texts(self) -> Iterator[tuple[str, Phrase]]:
        for name in ("ability", "listed", "result", "keeps_when_told"):
            if text := getattr(self, name):
                yield name, text
        yield from ((f"ask.{argument}", text) for argument, text in self.ask.items())


NO_PHRASES = LocalPhrases()


def fields_of(text: str) -> list[str | None]:
    """Name the fields in braces of a text, None for a part without one."""
    return [name for _, name, _, _ in string.Formatter().parse(text)]
