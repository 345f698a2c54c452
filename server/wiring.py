"""What a worker is built of: every part is made here, once, and handed to those that need it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import get_args

import asyncpg

from agent.adk.agents import AdkAgents
from agent.data.project_data import DataReader, data_files
from agent.durable import Engine, EngineLimits
from agent.log.follow import Follower
from agent.log.follow_session import SessionFollower
from agent.models import local
from agent.models.chain import ModelChain
from agent.models.provider import ModelConfig
from agent.moderation.examples import ExampleCache
from agent.people.teams import TeamDirectory
from agent.services import HandoverLimits, Services
from agent.serving.development_library import DevelopmentLibrary
from agent.serving.edition_cache import EditionCache
from agent.serving.library import WorkflowLibrary
from agent.serving.project_folder import read_valid_folder
from agent.serving.project_settings import manifest_of, policy_of
from agent.serving.published_library import PublishedLibrary
from agent.serving.repertoire import Repertoire
from agent.serving.workflow_access import read_access
from contracts.errors import InvalidRequest
from guardrails.gate import Gate
from guardrails.guard import Guards
from language import chatter, price_asked, remarks, respelt, standing, terms_asked
from language.detect import Language
from server.identity.accounts import FIRST_ADMIN
from server.identity.identity import Identity
from server.limits.live_streams import LiveStreams
from server.limits.uploads_at_once import UploadsAtOnce
from server.mcp import bare_tools, open_servers
from server.runtime import Runtime
from server.settings import Settings
from store.migrate import migrate
from store.pool import open_pool
from store.turns import PersonLimits
from store.users import add_first
from tools import Tool
from tools.dashboard_data import TileResults, tile_readers
from tools.dataset_cache import DatasetCache
from tools.policy import ResultCache
from tools.project import load_folder
from tools.sandbox import Sandbox
from tools.tool import load_catalog

COMPARED = (respelt, price_asked, remarks, chatter, standing, terms_asked)  # for all projects


@dataclass(frozen=True, slots=True)
class Wiring:
    """The parts of a worker that are open and not warm yet."""

    runtime: Runtime
    identity: Identity
    agents: AdkAgents

    async def warm_up(self) -> None:
        """Do beforehand what the first turns would wait for."""
        await self.runtime.models.warm()
        await asyncio.to_thread(local.warm)
        for compared in COMPARED:
            await asyncio.to_thread(compared.warm_up)
        await self.agents.warm_up()


async def wire(settings: Settings, dsn: str, stack: AsyncExitStack, streams: LiveStreams) -> Wiring:
    """Open every part; the stack closes them in reverse order."""
    await migrate(dsn)
    pool = await open_pool(dsn, settings.pool_size)
    stack.push_async_callback(pool.close)
    await add_first(pool, FIRST_ADMIN, {"admin"})
    identity = await Identity.open(pool, settings)
    stack.push_async_callback(identity.close)
    models = ModelChain(model_config(settings))
    stack.push_async_callback(models.close)
    follower = Follower(pool)
    stack.push_async_callback(follower.close)
    session_follower = SessionFollower(pool, follower)
    stack.push_async_callback(session_follower.close)
    examples = ExampleCache(pool)
    stack.push_async_callback(examples.close)
    sandbox = sandbox_of(settings)
    stack.push_async_callback(asyncio.to_thread, sandbox.close)
    project = manifest_of(settings.project).name if settings.project else None
    datasets = DatasetCache()
    tools, edition_cache = load_own_tools(settings), EditionCache(pool)
    guards = Guards.load(policy_of(settings.project))
    servers = await open_servers(settings, tools, guards)
    if servers is not None:
        stack.push_async_callback(servers.close)
    library = library_of(settings, pool, tools, edition_cache)
    repertoire = replace(await library.open(), access=await read_access(pool))
    agents = AdkAgents(tools, models)
    agents.build_agents(repertoire.all_editions())
    if servers is not None:
        servers.changed = agents.forget_agents
    engine = Engine(
        Services(
            pool=pool,
            models=models,
            tools=tools,
            repertoire=repertoire,
            edition_cache=edition_cache,
            guards=guards,
            examples=examples,
            gate=Gate,
            cache=ResultCache(),
            sandbox=sandbox,
            project=project,
            data_settled=data_settled_of(settings),
            datasets=datasets,
            tiles=TileResults(tile_readers(pool, sandbox, datasets, project)),
            max_steps=settings.max_steps,
            approval_minutes=settings.approval_minutes,
            house=manifest_of(settings.project).house,
            locale=manifest_of(settings.project).locale,
            language=(manifest_of(settings.project).languages or ["en"])[0],
            languages=manifest_of(settings.project).languages or get_args(Language),
            teams=TeamDirectory(manifest_of(settings.project).teams),
            handover_limits=HandoverLimits(settings.max_handovers, hours=settings.handover_hours),
        ),
        agents,
        follower,
        EngineLimits(settings.max_turns, settings.lease_seconds, settings.drain_seconds),
    )
    stack.push_async_callback(engine.close)
    await engine.open(dsn)

    async def serve(made: Repertoire) -> None:
        await asyncio.to_thread(agents.build_agents, made.all_editions())
        access = engine.services.repertoire.access
        engine.take(replace(engine.services, repertoire=replace(made, access=access)))

    limits = PersonLimits(settings.rate_per_minute, settings.max_open_turns, settings.max_sessions)
    runtime = Runtime(
        settings,
        pool,
        engine,
        follower,
        session_follower,
        models,
        tools,
        library,
        serve,
        limits,
        streams,
        UploadsAtOnce(settings.max_uploads),
    )
    return Wiring(runtime, identity, agents)


def load_tools(settings: Settings) -> dict[str, Tool]:
    """Read every tool by name, also those of MCP servers that are not reached for it."""
    return bare_tools(settings) | load_own_tools(settings)


def load_own_tools(settings: Settings) -> dict[str, Tool]:
    """Read our tools and the project's; refuse two of one name."""
    tools = load_catalog()
    if settings.project:
        if not settings.project.is_dir():
            raise InvalidRequest(f"there is no project folder {settings.project}")
        own = load_folder(settings.project / "tools")
        if taken := sorted(own.keys() & tools.keys()):
            raise InvalidRequest(
                f"{settings.project}/tools defines '{taken[0]}', a built-in tool; rename it"
            )
        tools |= own
    return tools


def data_settled_of(settings: Settings) -> asyncio.Event | None:
    """Make what tells that a project's data was looked through, if it brings some along."""
    if settings.project is None or next(data_files(settings.project), None) is None:
        return None
    return asyncio.Event()


def data_reader_of(settings: Settings, sandbox: Sandbox) -> DataReader:
    """Say what reading a project's files may take."""
    return DataReader(sandbox, settings.upload_memory_mb, settings.max_upload_mb << 20)


def sandbox_of(settings: Settings) -> Sandbox:
    """Make the sandbox; it takes no memory and no process before its first job."""
    jobs, memory = settings.sandbox_jobs, settings.sandbox_memory_mb
    return Sandbox(settings.sandbox, jobs=jobs, memory_mb=memory)


def model_config(settings: Settings) -> ModelConfig:
    """Tell the model layer what the settings say about models, and what the project does."""
    models = {} if settings.model else manifest_of(settings.project).models
    return ModelConfig(
        model=settings.model,
        fast=settings.model_fast or models.get("fast"),
        smart=settings.model_smart or models.get("smart"),
        judge=settings.model_judge or models.get("judge"),
        stall_seconds=settings.model_stall_seconds,
        retries=settings.model_retries,
        keys=settings.model_keys,
        base_urls=settings.model_urls,
        prices_file=str(settings.prices_file) if settings.prices_file else None,
    )


def library_of(
    settings: Settings, pool: asyncpg.Pool, tools: Mapping[str, Tool], edition_cache: EditionCache
) -> WorkflowLibrary:
    """Choose where workflows come from; mistakes in the project's files stop the start."""
    if settings.dev:
        return DevelopmentLibrary(pool, tools, edition_cache, settings.project)
    project = read_valid_folder(settings.project, tools) if settings.project else None
    return PublishedLibrary(pool, tools, edition_cache, project)
