"""What the engine knows of a turn that the built-in model must know: a language model reads it."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass

from language.detect import Language


@dataclass(frozen=True, slots=True)
class SituationOffer:
    """What can be asked for beside this: its title, and a sentence that asks for it."""

    title: str
    example: str = ""


@dataclass(frozen=True, slots=True)
class TurnSituation:
    """One turn, as far as an answer depends on it."""

    language: Language
    offers: tuple[SituationOffer, ...] = ()
    own_project: bool = False  # a project's people talk, who need not know whose program it is
    house: str = ""  # what the project is called
    about: str = ""  # and what it says of itself
    whose: bool = False  # the message asks for that: "is this the pharmacy?"
    people: bool = False  # a team that can be asked for
    unserved: bool = False  # it wants something changed or put right that no workflow is for


situation: ContextVar[TurnSituation | None] = ContextVar("turn_situation", default=None)
