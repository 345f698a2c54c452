"""Frequent questions of a workflow file: how each is asked, and its answer."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from language.detect import Language
from workflows.file.words import LocalizedText, PlainText, Strict

AskedAs = Annotated[str, StringConstraints(min_length=1, max_length=300)]
Wordings = Annotated[list[AskedAs], Field(min_length=1, max_length=30)]


class AnswerLink(Strict):
    """A page where there is more."""

    title: LocalizedText = Field(description="What the link says.")
    url: Annotated[str, StringConstraints(pattern=r"^https?://[^\s<>()\[\]]+$", max_length=500)] = (
        Field(description="Its address, with https://.")
    )


class FrequentAnswer(Strict):
    """A question that people ask in many ways, and what they are told: always the same."""

    ask: Wordings | Annotated[dict[Language, Wordings], Field(min_length=1)] = Field(
        description="The question in several wordings, as people write it; by language."
    )
    say: LocalizedText = Field(description="The answer, told as it stands here.")
    links: Annotated[list[AnswerLink], Field(max_length=5)] = Field(
        default=[], description="Pages where there is more."
    )

    @property
    def wordings(self) -> list[str]:
        """Return every way of asking, in all languages."""
        if isinstance(self.ask, list):
            return self.ask
        return [text for texts in self.ask.values() for text in texts]

    @property
    def sayings(self) -> list[PlainText]:
        """Return the answer in all languages."""
        return [self.say] if isinstance(self.say, str) else list(self.say.values())

    def called(self, language: str) -> str:
        """Return the question as a button says it: its first wording in the language."""
        if isinstance(self.ask, list):
            return self.ask[0]
        found = self.ask.get("pt" if language == "pt" else "en")
        return (found or next(iter(self.ask.values())))[0]
