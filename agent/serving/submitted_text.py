"""A workflow that an owner sends as a text: checked as a file would be, and published."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

import asyncpg

from agent.serving.edition_cache import edition_of
from agent.serving.publishing import Change, ChangeAuthor, CheckServable, publish
from agent.serving.repertoire import Repertoire
from agent.serving.sandboxed_check import check_in_sandbox
from agent.serving.workflow_check import CheckRequest, WorkflowCheck
from contracts.errors import InvalidRequest
from store import editions
from store.editions import EditionContent
from tools import Tool
from workflows.file.declared import ToolFacts
from workflows.file.load import check_tools
from workflows.file.locale import ProjectLocale
from workflows.file.source import MAX_BYTES


@dataclass(frozen=True, slots=True)
class SubmittedText:
    """The file's text, and the texts of the prompts that it names by file."""

    yaml: str
    prompts: Mapping[str, str]


class ServedNow(Protocol):
    """What a text is checked beside: a worker's services, as far as they matter here."""

    @property
    def pool(self) -> asyncpg.Pool: ...
    @property
    def repertoire(self) -> Repertoire: ...
    @property
    def tools(self) -> Mapping[str, Tool]: ...
    @property
    def project(self) -> str | None: ...
    @property
    def locale(self) -> ProjectLocale: ...


async def check_text(
    served: ServedNow, text: SubmittedText, languages: Collection[str] | None, *, tests: bool
) -> WorkflowCheck:
    """Check a text beside what is served now."""
    try:
        size = len(text.yaml.encode())
        "".join([*text.prompts, *text.prompts.values()]).encode()
    except UnicodeEncodeError:
        raise InvalidRequest("it holds characters that are not text (surrogates)") from None
    if size > MAX_BYTES:
        raise InvalidRequest(f"the text is larger than {MAX_BYTES // 1024} KB")
    beside = [edition.hash for edition in served.repertoire.editions.values()]
    return await check_in_sandbox(
        CheckRequest(
            name="workflow.yaml",
            yaml=text.yaml,
            prompts=dict(text.prompts),
            world=list(await editions.contents(served.pool, beside)),
            tools={n: ToolFacts(t.schema, t.side_effect) for n, t in served.tools.items()},
            languages=list(languages) if languages is not None else None,
            region=served.locale.region,
            tests=tests,
        )
    )


async def publish_text(
    served: ServedNow,
    name: str,
    text: SubmittedText,
    languages: Collection[str] | None,
    author: ChangeAuthor,
    *,
    note: str | None,
    percent: int | None,
) -> Change:
    """Publish a text that passes the checks and its own tests."""
    found = await check_text(served, text, languages, tests=True)
    found.raise_if_rejected()
    if found.workflow != name or found.version is None or found.hash is None:
        raise InvalidRequest(f"the text is that of '{found.workflow}'; publish it under its name")
    named = {prompt: text.prompts[prompt] for prompt in found.prompts}
    content = EditionContent(found.hash, name, found.version, text.yaml, named)
    changes = await publish(
        served.pool, served.project or "", [content], author, note=note, percent=percent
    )
    return changes[0]


def servable_with(tools: Mapping[str, Tool]) -> CheckServable:
    """Refuse to serve again what this release cannot read, or whose tools are gone."""

    async def check(content: EditionContent) -> None:
        edition = await asyncio.to_thread(edition_of, content)
        check_tools(edition.workflow, tools)

    return check
