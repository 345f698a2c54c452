"""Workflows: what a person may use; for owners their sources, versions, trials and the way back."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.responses import PlainTextResponse

from agent.serving import publishing
from agent.serving.publishing import Change, ChangeAuthor
from agent.serving.submitted_text import check_text, publish_text, servable_with
from agent.serving.workflow_check import WorkflowCheck
from contracts.errors import InvalidRequest, NotFound
from language.suggestions import meant
from server.limits.admission import ClosedRoute
from server.routes.dependencies import CallerDep, OwnerDep, RuntimeDep
from server.routes.workflows_forms import (
    CanaryBody,
    ChangeOut,
    PublishBody,
    RevertBody,
    TextBody,
    VersionList,
    WorkflowDetail,
    WorkflowList,
    change_out,
    list_for_owner,
    list_for_person,
    states_out,
    version_out,
)
from server.runtime import Runtime
from store import editions
from workflows.file.graph import mermaid
from workflows.file.words import Language

router = APIRouter(prefix="/workflows", tags=["workflows"], route_class=ClosedRoute)
WorkflowName = Annotated[str, Path(pattern=r"^[a-z][a-z0-9_]{0,62}$")]
VersionNumber = Annotated[int, Path(ge=1, le=1_000_000)]


@router.get("")
async def list_(known: CallerDep, here: RuntimeDep) -> WorkflowList:
    """List the workflows you may use."""
    if known.has("owner"):
        mode = "development" if here.settings.dev else "published"
        return list_for_owner(here.repertoire, known, mode)
    return list_for_person(here.repertoire, known)


@router.post("/validate")
async def validate(body: TextBody, _: OwnerDep, here: RuntimeDep) -> WorkflowCheck:
    """Check a text without publishing it: what is wrong, with line and column."""
    return await check_text(here.services, body.submitted(), here.library.languages, tests=False)


@router.post("/test")
async def test(body: TextBody, _: OwnerDep, here: RuntimeDep) -> WorkflowCheck:
    """Check a text and run its own tests; nothing is published and no tool is called."""
    return await check_text(here.services, body.submitted(), here.library.languages, tests=True)


@router.get("/{name}")
async def detail(name: WorkflowName, _: OwnerDep, here: RuntimeDep) -> WorkflowDetail:
    """Show what is served to everybody: file, prompts, states."""
    served = here.repertoire.editions.get(name)
    if served is None:
        raise _unknown(here, name)
    return await _detail(here, served.hash)


@router.get("/{name}/graph", response_class=PlainTextResponse)
async def graph(
    name: WorkflowName, _: OwnerDep, here: RuntimeDep, language: Language = "en"
) -> str:
    """Draw the states of what is served, as Mermaid."""
    served = here.repertoire.editions.get(name)
    if served is None:
        raise _unknown(here, name)
    return mermaid(served.workflow, language)


@router.get("/{name}/versions")
async def versions(
    name: WorkflowName,
    owner: OwnerDep,
    here: RuntimeDep,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[int | None, Query(ge=1, le=1_000_000)] = None,
) -> VersionList:
    """List what was published of a workflow."""
    rows = await editions.versions(here.pool, here.project, name, limit, before, owner.org_id)
    if not rows and before is None and name not in here.repertoire.editions:
        raise _unknown(here, name)
    served = {row.workflow: row for row in await editions.served(here.pool, here.project)}.get(name)
    found = [version_out(row, served) for row in rows]
    return VersionList(versions=found, next=rows[-1].version if len(rows) == limit else None)


@router.get("/{name}/versions/{version}")
async def one_version(
    name: WorkflowName, version: VersionNumber, _: OwnerDep, here: RuntimeDep
) -> WorkflowDetail:
    """Show one published version: file, prompts, states."""
    found = await editions.version(here.pool, here.project, name, version)
    if found is None:
        raise NotFound(f"'{name}' has no version {version}")
    return await _detail(here, found.hash)


@router.post("/{name}/versions", status_code=201)
async def publish(
    name: WorkflowName, body: PublishBody, owner: OwnerDep, here: RuntimeDep
) -> ChangeOut:
    """Publish a text, after the checks and its own tests."""
    _refuse_in_development(here)
    change = await publish_text(
        here.services,
        name,
        body.submitted(),
        here.library.languages,
        ChangeAuthor("api", owner.user_id),
        note=body.note,
        percent=body.percent,
    )
    return await _changed(here, change)


@router.post("/{name}/revert")
async def revert(
    name: WorkflowName, owner: OwnerDep, here: RuntimeDep, body: RevertBody | None = None
) -> ChangeOut:
    """Take the latest change back; conversations under way go on with their version."""
    _refuse_in_development(here)
    by, to = ChangeAuthor("api", owner.user_id), body.to if body else None
    change = await publishing.revert(
        here.pool, here.project, name, by, to, servable_with(here.tools)
    )
    return await _changed(here, change)


@router.post("/{name}/withdraw")
async def withdraw(name: WorkflowName, owner: OwnerDep, here: RuntimeDep) -> ChangeOut:
    """Serve it to nobody any more; conversations in it end with their next message."""
    _refuse_in_development(here)
    by = ChangeAuthor("api", owner.user_id)
    return await _changed(here, await publishing.withdraw(here.pool, here.project, name, by))


@router.put("/{name}/canary")
async def canary(
    name: WorkflowName, body: CanaryBody, owner: OwnerDep, here: RuntimeDep
) -> ChangeOut:
    """Try a version on a part of the people, make it everybody's, or end the trial."""
    _refuse_in_development(here)
    change = await publishing.trial(
        here.pool,
        here.project,
        name,
        body.percent,
        ChangeAuthor("api", owner.user_id),
        body.version,
        servable_with(here.tools),
    )
    return await _changed(here, change)


async def _changed(here: Runtime, change: Change) -> ChangeOut:
    """Take the change up on this worker before answering; the others notice it themselves."""
    await here.refresh()
    return change_out(change)


async def _detail(here: Runtime, content_hash: str) -> WorkflowDetail:
    stored = await editions.contents(here.pool, [content_hash])
    known = await here.services.edition_cache.find([content_hash])
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
