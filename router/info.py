"""What the router is told: about the workflows, and about where a conversation stands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, get_args

from contracts.json import JsonMapping, JsonObject
from language.detect import Language
from router.answers import Question

LANGUAGES: tuple[Language, ...] = get_args(Language)
Condition = Callable[[JsonMapping], bool]  # of the person's profile
Understands = Callable[[str, Language], bool]  # whether a message tells what a workflow collects


class Heard(Protocol):
    """What a text would tell the open form: which of its slots a new value, and which it names."""

    @property
    def gives(self) -> Collection[str]: ...  # all but the free words or the yes that were asked for

    @property
    def typed(self) -> Collection[str]: ...  # such as no words at random give: a day, a number

    @property
    def same(self) -> Collection[str]: ...  # of the typed, what it tells again as it was

    @property
    def names(self) -> str | None: ...


class _Nothing(NamedTuple):
    gives: Collection[str] = ()
    typed: Collection[str] = ()
    same: Collection[str] = ()
    names: str | None = None


NOTHING_HEARD: Heard = _Nothing()


class AboutForm(Protocol):
    """The words that a form is about, as stems."""

    @property
    def told(self) -> Collection[str]: ...  # what was told, and what the form is called

    @property
    def asked(self) -> Collection[str]: ...  # what its data are called, and how it is asked for

    @property
    def data(self) -> Collection[str]: ...  # what its data are called alone


class AwaitedForm(Protocol):
    """The form whose question is open, as far as the router may know it."""

    @property
    def confirming(self) -> bool: ...  # a yes has something done

    @property
    def hear(self) -> Callable[[str], Heard]: ...  # reads, and keeps nothing

    @property
    def agrees(self) -> Callable[[str], bool]: ...  # whether a text is the last yes, and no more

    @property
    def about(self) -> AboutForm: ...


@dataclass(frozen=True, slots=True)
class RouteInfo:
    """The `route:` block of a workflow, with its name, its title and who may use it."""

    name: str
    title: str | Mapping[Language, str] = ""
    when: str = ""
    examples: Sequence[str] = ()
    not_when: Sequence[str] = ()
    first: Condition | None = None
    understands: Understands | None = None  # None: what is asked for has to wait for it
    access: Collection[str] = ()
    # what may be chosen in it, by slot
    options: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])

    def titled(self, language: Language) -> str:
        """Return the title as people read it, else the name in plain words."""
        title = self.title
        if not isinstance(title, str):
            title = title.get(language) or next(iter(title.values()), "")
        return title or self.name.replace("_", " ").capitalize()

    def open_to(
        self, roles: Collection[str] | None, said: Mapping[str, Collection[str]] | None = None
    ) -> bool:
        """Tell whether a caller of these roles may use it, where somebody has said for whom else
        than it does itself; None asks for no check."""
        access = (said or {}).get(self.name, self.access)
        if roles is None or not access:
            return True
        return "admin" in roles or any(role in access for role in roles)


@dataclass(frozen=True, slots=True)
class RouteContext:
    """Where a conversation stands when a message arrives; an empty one is a new conversation.

    `left` names workflows the person has walked out of: their `first` does not seize them again.
    `refused` are those that were offered in the last answer, and are not what is wanted.
    `sent_file`: there is a file of the person's in it, so what they want is under way, and what
    nothing else claims is for the workflow that asks tables (`of_tables`).
    `access`: roles of workflows, where the person's organisation has said others than they do.
    `aside`: what was left lately without a plain word, and is gone on with where somebody says so.
    `form`: the form whose question is open, which hears what is said to it.
    """

    workflow: str | None = None
    state: str | None = None
    question: Question | None = None
    form: AwaitedForm | None = None
    stack: Sequence[str] = ()
    forced: str | None = None
    approval_pending: bool = False
    ui_result: bool = False
    language: Language = "en"
    roles: Collection[str] | None = None
    access: Mapping[str, Collection[str]] = field(default_factory=dict[str, Collection[str]])
    profile: JsonMapping = field(default_factory=JsonObject)
    summary: str = ""
    left: Collection[str] = ()
    refused: Collection[str] = ()
    aside: str | None = None
    sent_file: bool = False
    of_tables: str | None = None
