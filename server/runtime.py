"""What a running worker holds, and how it comes up: slowly, by itself, whatever is down."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast
from uuid import UUID

import asyncpg
from fastapi import Request

from agent.adk.conductor import Orchestra
from agent.durable import Engine, EngineLimits
from agent.log.follow import Follower
from agent.models import local
from agent.models.chain import ModelChain
from agent.models.provider import ModelConfig
from agent.moderation.examples import ExampleBook
from agent.services import Services
from agent.serving.library import Developed, Published, Take, checked_files
from agent.serving.repertoire import EditionCache, Repertoire, is_open_to
from contracts.errors import BatutaError, InvalidRequest, Unavailable
from contracts.messages import Caller
from guardrails.gate import Gate
from guardrails.guard import Guards
from guardrails.policy import FILE, Policy, load_policy, parse_policy
from server.identity.accounts import FIRST_ADMIN
from server.identity.identity import Identity
from server.settings import Settings
from server.stream import EventStream, wants_sse
from store import embedded, retention
from store.migrate import migrate
from store.pool import note, open_pool, translate
from store.turns import TurnLimits
from store.users import add_first
from tools import Tool
from tools.policy import ResultCache
from tools.project import load_folder
from tools.tool import load_catalog
from workflows.file.check import Diagnostic
from workflows.file.project import MANIFEST, Manifest, read_manifest
from workflows.file.schema import Workflow

logger = logging.getLogger(__name__)
CLEAN_UP_SECONDS = 3600


@dataclass(slots=True)
class Runtime:
    """One worker's opened parts."""

    settings: Settings
    pool: asyncpg.Pool
    engine: Engine
    follower: Follower
    models: ModelChain
    tools: dict[str, Tool]
    library: Published | Developed
    take: Take
    limits: TurnLimits
    stopping: asyncio.Event

    @property
    def workflows(self) -> Mapping[str, Workflow]:
        """Return what is served to all right now."""
        return self.engine.services.workflows

    @property
    def repertoire(self) -> Repertoire:
        """Return what is served right now, to whom it is, and what is wrong with it."""
        return self.engine.services.repertoire

    async def refresh(self) -> None:
        """Take up at once what was just published; other workers follow within seconds."""
        await self.library.refresh(self.take)

    async def start(self, turn_id: UUID) -> None:
        """Start an accepted turn; if that fails now it is found and started later."""
        await self.engine.start_safely(turn_id)

    def may_use(self, known: Caller, workflow: str) -> bool:
        """Tell whether a workflow is open to the caller."""
        return is_open_to(self.workflows[workflow], known)

    def stream(
        self,
        request: Request,
        turn_id: UUID,
        *,
        after: int = 0,
        look_first: bool = True,
        ended: bool = False,
    ) -> EventStream:
        """Answer with a turn's stream."""
        events = self.follower.follow(turn_id, after, look_first=look_first, ended=ended)
        return EventStream(
            events,
            str(turn_id),
            sse=wants_sse(request),
            heartbeat=self.settings.heartbeat_seconds,
            slow_reader=self.settings.slow_reader_seconds,
            stopping=self.stopping,
        )


async def runtime(request: Request) -> Runtime:
    """Return the runtime of the app that answers this request (async: a thread would cost more)."""
    opened = getattr(request.app.state, "runtime", None)
    if opened is None:
        raise Unavailable("the server is starting; try again in a moment", retry_after=1)
    return cast(Runtime, opened)


def load_tools(settings: Settings) -> dict[str, Tool]:
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


class Opening:
    """Brings a worker up in the background and takes it down again."""

    def __init__(self, settings: Settings, opened: Callable[[Runtime, Identity], None]) -> None:
        self._settings = settings
        self._opened = opened
        self._stack = contextlib.AsyncExitStack()
        self._task: asyncio.Task[None] | None = None
        self._engine: Engine | None = None
        self.stopping = asyncio.Event()
        self.ready = False
        self.problem: str | None = "starting"

    def begin(self) -> None:
        """Start coming up."""
        self._task = asyncio.create_task(self._come_up(), name="come up")

    async def drain(self) -> None:
        """Take nothing new, finish or hand over what runs, then let the readers go."""
        self.ready, self.problem = False, "this worker is stopping"
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])
        if self._engine and not self._engine.draining:
            await self._engine.drain()
        self.stopping.set()

    async def end(self) -> None:
        """Close everything in reverse order."""
        await self.drain()
        await self._stack.aclose()

    async def _come_up(self) -> None:
        """Try until the database is there: a worker that starts while it restarts comes good."""
        pause = 0.2
        while True:
            try:
                await self._open()
                return
            except Exception as exc:
                await self._stack.aclose()
                self._engine = None
                known = translate(exc)
                if known is None:
                    self.problem = "the server could not start; see its log"
                    logger.critical("cannot start", exc_info=exc)
                    return
                self.problem = known.message
                logger.warning("cannot start yet", extra={"reason": known.message})
            await asyncio.sleep(pause)
            pause = min(pause * 2, 5.0)

    async def _open(self) -> None:
        settings = self._settings
        dsn = await self._database()
        await migrate(dsn)
        pool = await open_pool(dsn, settings.pool_size)
        self._stack.push_async_callback(pool.close)
        await add_first(pool, FIRST_ADMIN, {"admin"})
        self._own(_clean_up(pool, settings), "clean-up")
        identity = await Identity.open(pool, settings)
        self._stack.push_async_callback(identity.close)
        models = ModelChain(model_config(settings))
        self._stack.push_async_callback(models.close)
        follower = Follower(pool)
        self._stack.push_async_callback(follower.close)
        examples = ExampleBook(pool)
        self._stack.push_async_callback(examples.close)
        tools, edition_cache = load_tools(settings), EditionCache(pool)
        library = library_of(settings, pool, tools, edition_cache)
        repertoire = await library.open()
        services = Services(
            pool=pool,
            models=models,
            tools=tools,
            repertoire=repertoire,
            edition_cache=edition_cache,
            guards=Guards.load(policy_of(settings.project)),
            examples=examples,
            gate=Gate,
            cache=ResultCache(),
            max_steps=settings.max_steps,
            approval_minutes=settings.approval_minutes,
        )
        orchestra = Orchestra(tools)
        orchestra.learn(repertoire)
        engine = Engine(
            services,
            orchestra,
            follower,
            EngineLimits(settings.max_turns, settings.lease_seconds, settings.drain_seconds),
        )
        self._stack.push_async_callback(engine.close)
        await engine.open(dsn)
        self._engine = engine
        await models.warm()
        await asyncio.to_thread(local.warm)
        await orchestra.rehearse(list(tools.values()), models)
        limits = TurnLimits(settings.rate_per_minute, settings.max_open_turns)

        async def take(served: Repertoire) -> None:
            await asyncio.to_thread(orchestra.learn, served)
            engine.take(replace(engine.services, repertoire=served))

        here = Runtime(
            settings, pool, engine, follower, models, tools, library, take, limits, self.stopping
        )
        self._own(library.watch(take), "workflow watch")
        self._opened(here, identity)
        _settle_memory()
        self.ready, self.problem = True, None
        logger.info("ready")

    async def _database(self) -> str:
        if self._settings.database_url:
            return self._settings.database_url
        home = self._settings.home
        dsn = await asyncio.to_thread(embedded.start, home)
        self._stack.push_async_callback(asyncio.to_thread, embedded.close, home)
        self._own(_keep_up(self._settings), "database watch")
        return dsn

    def _own(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Run something beside the server that ends with it."""
        task = asyncio.create_task(work, name=name)

        async def end() -> None:
            task.cancel()
            await asyncio.wait([task])

        self._stack.push_async_callback(end)


async def _keep_up(settings: Settings) -> None:
    """Start the embedded database again when somebody killed it."""
    while True:
        await asyncio.sleep(1)
        try:
            await asyncio.to_thread(embedded.ensure, settings.home)
        except BatutaError as exc:
            logger.error("embedded database cannot be started", extra={"reason": exc.message})


async def _clean_up(pool: asyncpg.Pool, settings: Settings) -> None:
    """Apply the retention rules every hour, on whichever worker comes first."""
    while True:
        try:
            deleted = await retention.alone(pool, settings)
            if deleted:
                logger.info("old rows deleted", extra={"rows": deleted})
        except Exception as exc:  # noqa: BLE001  # what was missed is done the next hour
            note(logger, "clean-up postponed", exc)
        await asyncio.sleep(CLEAN_UP_SECONDS)


def manifest_of(project: Path | None) -> Manifest:
    """Read a project's `batuta.yaml`; mistakes in it stop the start."""
    found: list[Diagnostic] = []
    manifest = read_manifest(project / MANIFEST, found) if project else Manifest()
    if found:
        raise InvalidRequest("\n".join(f.line for f in found))
    return manifest


def policy_of(project: Path | None) -> Policy:
    """Read what a project wants of its guards: a file of its own, or `policies` of the other."""
    given = manifest_of(project).policies
    if not given or project is None:
        return load_policy(project)
    if (project / FILE).exists():
        raise InvalidRequest(f"{MANIFEST} has `policies` and there is {FILE} too; keep one of them")
    return parse_policy(given, f"{MANIFEST}: policies")


def model_config(settings: Settings) -> ModelConfig:
    """Tell the model layer what the settings say about models, and what the project does."""
    models = {} if settings.model else manifest_of(settings.project).models
    keys = {"anthropic": settings.anthropic_api_key, "gemini": settings.google_api_key}
    urls = {"anthropic": settings.anthropic_base_url, "gemini": settings.gemini_base_url}
    return ModelConfig(
        model=settings.model,
        fast=settings.model_fast or models.get("fast"),
        smart=settings.model_smart or models.get("smart"),
        judge=settings.model_judge or models.get("judge"),
        stall_seconds=settings.model_stall_seconds,
        retries=settings.model_retries,
        keys={k: v for k, v in keys.items() if v},
        base_urls={k: v for k, v in urls.items() if v},
        prices_file=str(settings.prices_file) if settings.prices_file else None,
    )


def library_of(
    settings: Settings, pool: asyncpg.Pool, tools: Mapping[str, Tool], edition_cache: EditionCache
) -> Published | Developed:
    """Choose where workflows come from; mistakes in the project's files stop the start."""
    if settings.dev:
        return Developed(pool, tools, edition_cache, settings.project)
    project = checked_files(settings.project, tools) if settings.project else None
    return Published(pool, tools, edition_cache, project)


def _settle_memory() -> None:
    """Keep what start-up made out of every later collection: it lives as long as the process, and
    walking it in the middle of an answer costs hundreds of milliseconds."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
