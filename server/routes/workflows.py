"""Workflows: what a person may use; for owners their sources, versions, trials and the way back."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query
from starlette.responses import PlainTextResponse

from agent.serving import publishing
from agent.serving import sandboxed_check as proving
from agent.serving.publishing import By, Change, Usable
from agent.serving.repertoire import edition_of, is_open_to
from agent.serving.sandboxed_check import Judged
from contracts.errors import InvalidRequest, NotFound
from contracts.messages import Caller
from server.routes.dependencies import caller, require
from server.routes.workflow_forms import (
    Back,
    Canary,
    CanaryOut,
    ChangeOut,
    Publication,
    Text,
    VersionList,
    VersionOut,
    WorkflowDetail,
    WorkflowList,
    WorkflowOut,
    change_out,
    states_out,
)
from server.runtime import Runtime, runtime
from store import editions
from store.editions import Content
from workflows.file.graph import mermaid
from workflows.file.load import check_tools
from workflows.file.source import MAX_BYTES, meant
from workflows.file.words import Language

router = APIRouter(prefix="/workflows", tags=["workflows"])
Known = Annotated[Caller, Depends(caller)]
Owner = Annotated[Caller, Depends(require("owner"))]
Here = Annotated[Runtime, Depends(runtime)]
Name = Annotated[str, Path(pattern=r"^[a-z][a-z0-9_]{0,62}$")]
Number = Annotated[int, Path(ge=1, le=1_000_000)]


@router.get("")
async def list_(known: Known, here: Here) -> WorkflowList:
    """List the workflows you may use."""
    now, owner = here.repertoire, known.has("owner")
    found: list[WorkflowOut] = []
    for name, edition in sorted(now.for_person(known).items()):
        workflow = edition.workflow
        if not is_open_to(workflow, known):
            continue
        one = WorkflowOut(name=name, title=workflow.title, version=workflow.version)
        if owner:
            trial = now.trials.get(name)
            one.version = now.editions[name].workflow.version
            if trial:
                version = trial.edition.workflow.version
                one.canary = CanaryOut(version=version, percent=trial.percent)
            one.flaws = [f.message for f in now.flaws if f.workflow == name]
        found.append(one)
    if not owner:
        return WorkflowList(workflows=found)
    shown = {one.name for one in found}
    others = [f.message for f in now.flaws if f.workflow not in shown]
    mode = "development" if here.settings.dev else "published"
    return WorkflowList(workflows=found, mode=mode, flaws=others)


@router.post("/validate")
async def validate(body: Text, _: Owner, here: Here) -> Judged:
    """Check a text without publishing it: what is wrong, with line and column."""
    return await _judge(here, body, tests=False)


@router.post("/test")
async def test(body: Text, _: Owner, here: Here) -> Judged:
    """Check a text and run its own tests; nothing is published and no tool is called."""
    return await _judge(here, body, tests=True)


@router.get("/{name}")
async def detail(name: Name, _: Owner, here: Here) -> WorkflowDetail:
    """Show what is served to everybody: file, prompts, states."""
    served = here.repertoire.editions.get(name)
    if served is None:
        raise _unknown(here, name)
    return await _detail(here, served.hash)


@router.get("/{name}/graph", response_class=PlainTextResponse)
async def graph(name: Name, _: Owner, here: Here, language: Language = "en") -> str:
    """Draw the states of what is served, as Mermaid."""
    served = here.repertoire.editions.get(name)
    if served is None:
        raise _unknown(here, name)
    return mermaid(served.workflow, language)


@router.get("/{name}/versions")
async def versions(
    name: Name,
    owner: Owner,
    here: Here,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[int | None, Query(ge=1, le=1_000_000)] = None,
) -> VersionList:
    """List what was published of a workflow."""
    rows = await editions.versions(here.pool, name, limit, before, owner.org_id)
    if not rows and before is None and name not in here.repertoire.editions:
        raise _unknown(here, name)
    served = {row.workflow: row for row in await editions.served(here.pool)}.get(name)
    found: list[VersionOut] = []
    for row in rows:
        state: Literal["served", "trial", "published"] = "published"
        if served and row.version in (served.version, served.canary):
            state = "served" if row.version == served.version else "trial"
        percent = served.percent if served and state == "trial" else None
        found.append(
            VersionOut(
                version=row.version, hash=row.hash, state=state, percent=percent, note=row.note,
                via=row.via, by=row.by, published_at=row.at,
            )
        )  # fmt: skip
    return VersionList(versions=found, next=rows[-1].version if len(rows) == limit else None)


@router.get("/{name}/versions/{version}")
async def one_version(name: Name, version: Number, _: Owner, here: Here) -> WorkflowDetail:
    """Show one published version: file, prompts, states."""
    found = await editions.version(here.pool, name, version)
    if found is None:
        raise NotFound(f"'{name}' has no version {version}")
    return await _detail(here, found.hash)


@router.post("/{name}/versions", status_code=201)
async def publish(name: Name, body: Publication, owner: Owner, here: Here) -> ChangeOut:
    """Publish a text, after the checks and its own tests."""
    _refuse_in_development(here)
    judged = await _judge(here, body, tests=True)
    judged.raise_if_rejected()
    if judged.workflow != name or judged.version is None or judged.hash is None:
        raise InvalidRequest(f"the text is that of '{judged.workflow}'; publish it under its name")
    named = {prompt: body.prompts[prompt] for prompt in judged.prompts}
    content = Content(judged.hash, name, judged.version, body.yaml, named)
    changes = await publishing.publish(
        here.pool, [content], By("api", owner.user_id), note=body.note, percent=body.percent
    )
    return await _done(here, changes[0])


@router.post("/{name}/revert")
async def revert(name: Name, owner: Owner, here: Here, body: Back | None = None) -> ChangeOut:
    """Take the latest change back; conversations under way go on with their version."""
    _refuse_in_development(here)
    by, to = By("api", owner.user_id), body.to if body else None
    change = await publishing.revert(here.pool, name, by, to, _usable(here))
    return await _done(here, change)


@router.put("/{name}/canary")
async def canary(name: Name, body: Canary, owner: Owner, here: Here) -> ChangeOut:
    """Try a version on a part of the people, make it everybody's, or end the trial."""
    _refuse_in_development(here)
    change = await publishing.trial(
        here.pool, name, body.percent, By("api", owner.user_id), body.version, _usable(here)
    )
    return await _done(here, change)


async def _judge(here: Runtime, body: Text, *, tests: bool) -> Judged:
    try:
        size = len(body.yaml.encode())
        "".join([*body.prompts, *body.prompts.values()]).encode()
    except UnicodeEncodeError:
        raise InvalidRequest("it holds characters that are not text (surrogates)") from None
    if size > MAX_BYTES:
        raise InvalidRequest(f"the text is larger than {MAX_BYTES // 1024} KB")
    around = [edition.hash for edition in here.repertoire.editions.values()]
    world = await editions.contents(here.pool, around)
    languages = here.library.languages
    return await proving.judge(
        "workflow.yaml", body.yaml, body.prompts, world, here.tools.keys(), languages, tests=tests
    )


def _usable(here: Runtime) -> Usable:
    """Refuse to serve again what this release cannot read, or whose tools are gone."""

    async def check(content: Content) -> None:
        edition = await asyncio.to_thread(edition_of, content)
        check_tools(edition.workflow, here.tools)

    return check


async def _done(here: Runtime, change: Change) -> ChangeOut:
    """Take the change up on this worker before answering; the others notice it themselves."""
    await here.refresh()
    return change_out(change)


async def _detail(here: Runtime, content_hash: str) -> WorkflowDetail:
    stored = await editions.contents(here.pool, [content_hash])
    known = await here.engine.services.edition_cache.find([content_hash])
    if not stored or content_hash not in known:
        raise NotFound("this version cannot be read by this release")
    content, workflow = stored[0], known[content_hash].workflow
    return WorkflowDetail(
        name=content.workflow,
        title=workflow.title,
        version=content.version,
        hash=content.hash,
        yaml=content.source,
        prompts=dict(content.prompts),
        start=workflow.start,
        states=states_out(workflow),
        graph=mermaid(workflow),
    )


def _refuse_in_development(here: Runtime) -> None:
    if here.settings.dev:
        raise InvalidRequest(
            "this server serves the project's files; edit them, or start it without --dev"
        )


def _unknown(here: Runtime, name: str) -> NotFound:
    return NotFound(f"there is no workflow '{name}'{meant(name, here.repertoire.editions)}")
