"""What the API of workflows takes and gives."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from agent.serving.publishing import MOST_NOTE, Change
from agent.serving.repertoire import Repertoire
from agent.serving.submitted_text import SubmittedText
from contracts.messages import Caller
from language.detect import Language
from server.limits.bounded_body import BoundedBody
from store.editions import ServedVersion, Version
from workflows.file.schema import Workflow
from workflows.file.source import MAX_BYTES
from workflows.file.words import LANGUAGES, LocalizedText

MOST_EXAMPLES = 3  # that a page shows of a workflow
FileName = Annotated[str, Field(max_length=200)]
Prompt = Annotated[str, Field(max_length=20_000)]


class TextBody(BoundedBody):
    """A workflow as its file has it, with the texts of the prompts that it names by file."""

    model_config = ConfigDict(extra="forbid")

    yaml: str = Field(min_length=1, max_length=MAX_BYTES)
    prompts: dict[FileName, Prompt] = Field(default={}, max_length=100)

    def submitted(self) -> SubmittedText:
        """Return it in the words of publishing."""
        return SubmittedText(self.yaml, self.prompts)


class PublishBody(TextBody):
    """A text to publish; with a percentage it is tried on that part of the people first."""

    note: str | None = Field(default=None, max_length=MOST_NOTE)
    percent: int | None = Field(default=None, ge=1, le=99)


class RevertBody(BoundedBody):
    """Where to go back to; left out: the trial ends, or the version before is served."""

    model_config = ConfigDict(extra="forbid")

    to: Annotated[int, Field(ge=1, le=1_000_000)] | Literal["built-in"] | None = Field(
        default=None, description="A version, or `built-in`: the edition that comes with batuta."
    )


class CanaryBody(BoundedBody):
    """How many of the people try a version: 0 ends the trial, 100 makes it everybody's."""

    model_config = ConfigDict(extra="forbid")

    percent: int = Field(ge=0, le=100)
    version: int | None = Field(default=None, ge=1, le=1_000_000)


class CanaryOut(BaseModel):
    """A version on trial."""

    version: int
    percent: int


class WorkflowOut(BaseModel):
    """A workflow you may use, and the version that a conversation begun now is given."""

    name: str
    title: LocalizedText
    version: int
    examples: list[str] = Field(default=[], description="A few messages that belong there.")
    suggestions: dict[Language, list[str]] = Field(
        default={}, description="A few of them by language, for a page to offer."
    )
    canary: CanaryOut | None = Field(default=None, description="For owners: what is on trial.")
    flaws: list[str] = Field(default=[], description="For owners: why it is not what it should be.")


class WorkflowList(BaseModel):
    """What is open to you; owners also learn where it comes from and what is wrong with it."""

    workflows: list[WorkflowOut]
    mode: Literal["published", "development"] | None = None
    flaws: list[str] = Field(default=[], description="For owners: what concerns no one workflow.")


class StateOut(BaseModel):
    """A state and its ways."""

    name: str
    kind: str
    title: LocalizedText | None
    ways: list[dict[str, str | None]]
    end: str | None


class WorkflowDetail(BaseModel):
    """A content of a workflow: its file, its prompts, its states."""

    name: str
    title: LocalizedText
    version: int
    hash: str
    yaml: str
    prompts: dict[str, str]
    start: str
    states: list[StateOut]
    graph: str = Field(description="The states as a Mermaid diagram.")


class VersionOut(BaseModel):
    """A published version."""

    version: int
    hash: str
    state: Literal["served", "trial", "published"]
    percent: int | None
    note: str | None
    via: str
    by: str | None
    published_at: datetime


class VersionList(BaseModel):
    """What was published, the latest first; `next` is the `before` of the next page."""

    versions: list[VersionOut]
    next: int | None


class ChangeOut(BaseModel):
    """What became of it, and what is served now."""

    done: str
    workflow: str
    version: int | None = Field(description="Null: the edition that comes with batuta.")
    served: int | None
    canary: CanaryOut | None


def states_out(workflow: Workflow) -> list[StateOut]:
    """Show a workflow's states and their ways."""
    return [
        StateOut(
            name=name,
            kind=state.kind,
            title=state.title,
            ways=[{"to": way.to, "if": way.condition} for way in state.ways],
            end=state.end,
        )
        for name, state in workflow.states.items()
    ]


def change_out(change: Change) -> ChangeOut:
    """Show what became of a wish."""
    tried = None
    if change.canary and change.percent:
        tried = CanaryOut(version=change.canary, percent=change.percent)
    return ChangeOut(
        done=change.done,
        workflow=change.workflow,
        version=change.version,
        served=change.served,
        canary=tried,
    )


def list_for_person(served: Repertoire, person: Caller) -> WorkflowList:
    """Show what is open to a person, in the version that they are given."""
    return WorkflowList(
        workflows=[
            WorkflowOut(
                name=name,
                title=edition.workflow.title,
                version=edition.workflow.version,
                examples=edition.workflow.route.examples[:MOST_EXAMPLES],
                suggestions=_suggestions(edition.workflow),
            )
            for name, edition in sorted(served.for_person(person).items())
            if served.access.is_open(edition.workflow, person)
        ]
    )


def _suggestions(workflow: Workflow) -> dict[Language, list[str]]:
    found: dict[Language, list[str]] = {}
    for language in LANGUAGES:
        if examples := workflow.route.examples_in(language)[:MOST_EXAMPLES]:
            found[language] = examples
    return found


def list_for_owner(
    served: Repertoire, owner: Caller, mode: Literal["published", "development"]
) -> WorkflowList:
    """Show also what is on trial, and what is not served as it should be."""
    listed = list_for_person(served, owner)
    for one in listed.workflows:
        one.version = served.editions[one.name].workflow.version
        if trial := served.trials.get(one.name):
            one.canary = CanaryOut(version=trial.edition.workflow.version, percent=trial.percent)
        one.flaws = [flaw.message for flaw in served.flaws if flaw.workflow == one.name]
    listed.mode = mode
    shown = {one.name for one in listed.workflows}
    listed.flaws = [flaw.message for flaw in served.flaws if flaw.workflow not in shown]
    return listed


def version_out(row: Version, served: ServedVersion | None) -> VersionOut:
    """Show a published version, and whether it is served or on trial now."""
    state: Literal["served", "trial", "published"] = "published"
    if served and row.version in (served.version, served.canary):
        state = "served" if row.version == served.version else "trial"
    return VersionOut(
        version=row.version,
        hash=row.hash,
        state=state,
        percent=served.percent if served and state == "trial" else None,
        note=row.note,
        via=row.via,
        by=row.by,
        published_at=row.at,
    )
