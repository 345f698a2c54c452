"""A whole product for tests to play on: a database that is thrown away, one worker, no door."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import tempfile
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from uuid import UUID

from agent.log.steps import NOW
from agent.models.tape import Tape
from contracts.errors import Unavailable
from contracts.events import Event, StreamEventAdapter
from contracts.json import JsonMapping
from contracts.messages import Caller, TurnInput, TurnKind, TurnOptions, new_id
from language.detect import Language
from server import logs
from server.identity.identity import Identity
from server.lifecycle import WorkerLifecycle
from server.runtime import Runtime
from server.settings import Settings
from store import embedded, me, profiles, sessions, turns, users
from store.turns import Arrival, PersonLimits
from workflows.file.tests import moment_of
from workflows.machine.cursor import Cursor
from workflows.machine.steps import Ended

_PATIENCE = 120.0
_NO_LIMITS = PersonLimits(per_minute=0, max_open=0, max_sessions=0)


@dataclass(slots=True)
class TestConversation:
    """One person's conversation with the product."""

    runtime: Runtime
    caller: Caller
    today: date
    session: UUID = field(default_factory=new_id)
    ended: list[Ended] = field(default_factory=list[Ended])  # workflows, in its last turn

    async def send(self, kind: TurnKind, sent: TurnInput, options: TurnOptions) -> list[Event]:
        """Take one turn from its message to its `done`; return its events."""
        arrival = Arrival(new_id(), self.session, kind, sent, options)
        pool = self.runtime.pool
        await turns.accept(pool, self.caller, arrival, _NO_LIMITS)
        await turns.prepare(pool, arrival.turn_id, NOW.key, NOW.write(moment_of(self.today)))
        engine = self.runtime.engine
        engine.take(replace(engine.services, watch=self._note))
        await engine.start_safely(arrival.turn_id)
        follow = self.runtime.follower.follow(arrival.turn_id, look_first=False)
        return [
            StreamEventAdapter.validate_json(line.data) async for lines in follow for line in lines
        ]

    def _note(self, _: UUID, ended: Ended) -> None:
        self.ended.append(ended)

    async def cursor(self) -> Cursor:
        return Cursor.read(await sessions.cursor(self.runtime.pool, self.caller, self.session))


@dataclass(slots=True)
class EphemeralProduct:
    """The product as it runs, on a database of its own."""

    runtime: Runtime

    async def talk(
        self, roles: set[str], profile: JsonMapping, language: Language | None, today: date
    ) -> TestConversation:
        """Let a new person in, with what is known of them."""
        pool = self.runtime.pool
        email = f"{new_id().hex}@example.org"
        user_id = await users.add(pool, email, roles=roles)
        user = await users.by_id(pool, user_id) if user_id else None
        if user is None:
            raise Unavailable("a person for the test could not be made; run it again")
        caller = Caller(user.id, user.org_id, email, frozenset(roles))
        if profile:
            await profiles.merge(pool, caller, profile)
        if language:
            await me.set_preferences(pool, caller, {"language": language})
        return TestConversation(self.runtime, caller, today)


@contextlib.asynccontextmanager
async def ephemeral_product(
    settings: Settings, tape: Tape | None
) -> AsyncGenerator[EphemeralProduct]:
    """Bring the product up for tests, and take it down with all it has kept."""
    outer = await asyncio.to_thread(_folder)
    home = outer / "home"
    settings = settings.model_copy(
        update={
            "home": home,
            "database_url": None,
            "dev": True,  # the files as they are; nothing is published
            "log_level": "ERROR",
            "drain_seconds": 0,
        }
    )
    logs.install(settings)
    ready: asyncio.Future[Runtime] = asyncio.get_running_loop().create_future()

    def opened(runtime: Runtime, _: Identity) -> None:
        ready.set_result(runtime)

    lifecycle = WorkerLifecycle(settings, opened)
    lifecycle.begin()
    try:
        async with asyncio.timeout(_PATIENCE):
            runtime = await ready
        if tape is not None:
            await runtime.models.through(tape.wrap)
        yield EphemeralProduct(runtime)
    except TimeoutError:
        raise Unavailable(
            f"the product did not come up for the tests: {lifecycle.problem}"
        ) from None
    finally:
        await lifecycle.end()
        await asyncio.to_thread(_remove, home, outer)


def _folder() -> Path:
    made = Path(tempfile.mkdtemp(prefix="batuta-test-"))
    made.chmod(0o711)  # the database's system user must get through, and no further
    return made


def _remove(home: Path, outer: Path) -> None:
    if (home / "users").exists():
        embedded.stop(home)
        embedded.close(home)
    shutil.rmtree(outer, ignore_errors=True)
