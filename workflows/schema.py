"""What a workflow file may say: the small language of today, typed."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,62}$")]
Words = str | dict[Literal["en", "pt"], str]


def in_language(words: Words, language: str) -> str:
    """Return a text in this language, else in the first one it was written in."""
    if isinstance(words, str):
        return words
    return words.get(language) or next(iter(words.values()))  # type: ignore[call-overload]


class Strict(BaseModel):
    """Unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Agent(Strict):
    """A sub-agent: its prompt, the model tier it asks for, the tools it may use."""

    prompt: Annotated[str, StringConstraints(min_length=1, max_length=20_000)]
    model: str = "fast"
    tools: list[Name] = []


class State(Strict):
    """One state: exactly one of `agent` and `say`, and where to go from it."""

    agent: Name | None = None
    say: Words | None = None
    title: Words | None = None
    go: Name | None = None
    end: Literal["completed", "escalated"] | None = None

    @model_validator(mode="after")
    def one_kind(self) -> State:
        """Refuse a state that is two things, or none."""
        if (self.agent is None) == (self.say is None):
            raise ValueError("a state has exactly one of 'agent' and 'say'")
        if self.go and self.end:
            raise ValueError("a state goes on ('go') or ends the workflow ('end'), not both")
        return self


class Workflow(Strict):
    """One file: a state machine of sub-agents."""

    workflow: Name
    version: Annotated[int, Field(ge=1)]
    title: Words
    access: list[Literal["user", "moderator", "owner", "operator", "admin"]] = []
    agents: dict[Name, Agent] = {}
    start: Name
    states: Annotated[dict[Name, State], Field(min_length=1)]
