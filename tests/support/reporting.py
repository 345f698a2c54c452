"""A turn that runs without a worker, for tests of what it reports."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import orjson

from agent.log.turn_log import TurnLog
from agent.models.chain import ModelChain
from agent.models.provider import ModelConfig
from agent.moderation.examples import ExampleCache
from agent.path.run import TurnRun
from agent.services import Services
from agent.serving.edition_cache import EditionCache
from agent.serving.repertoire import Repertoire
from contracts.messages import Caller, TurnInput, TurnOptions
from guardrails.gate import Gate
from guardrails.guard import Guards, Verdict
from guardrails.policy import Policy
from store import cases, turns, users
from store.cases import Case, CaseFilter
from store.turns import Arrival, ClaimedTurn, PersonLimits
from tests.support.chance import an_email, an_id
from tests.support.tiles import RowsAtHand
from tools.dashboard_data import TileResults
from tools.policy import ResultCache
from tools.sandbox import Sandbox

HARM = Verdict("review", "harm", "scored 0.10", scores={"harm": 0.1}, certain=False)
CPF = "529.982.247-25"


async def somebody(pool: asyncpg.Pool, org: str = "default") -> Caller:
    await users.ensure_organisation(pool, org)
    user_id = await users.add(pool, an_email(), org=org)
    assert user_id
    known = await users.by_id(pool, user_id)
    assert known
    return Caller(user_id, known.org_id, known.email, known.roles)


@asynccontextmanager
async def running(
    pool: asyncpg.Pool, message: str = "hello", policy: Policy | None = None
) -> AsyncGenerator[Callable[..., TurnRun]]:
    """A turn that runs; each call takes it up anew, with the steps that are committed."""
    caller = await somebody(pool)
    arrival = Arrival(an_id(), an_id(), "message", TurnInput(message), TurnOptions())
    await turns.accept(pool, caller, arrival, PersonLimits(0, 0, 0))
    parts = parts_of(pool, policy or Policy())
    logs: list[TurnLog] = []

    def take_up(steps: dict[str, Any] | None = None) -> TurnRun:
        turn = turns.Turn(
            id=arrival.turn_id,
            session_id=arrival.session_id,
            caller=caller,
            kind="message",
            input=TurnInput(message),
            options=TurnOptions(),
            attempt=0,
            last_seq=0,
            cancel_requested=False,
            frozen=False,
            cursor={"frames": [{"workflow": "root"}, {"workflow": "pay", "state": "card"}]},
            preferences={},
            steps=steps or {},
        )
        log = TurnLog(pool, turn.id, 0, 0, lambda _: None)
        logs.append(log)
        run = TurnRun(ClaimedTurn(turn, [], frozenset(), [], {}), log, parts)
        run.message = message
        return run

    yield take_up
    for log in logs:
        await log.abandon()


def parts_of(pool: asyncpg.Pool, policy: Policy) -> Services:
    return Services(
        pool=pool,
        models=ModelChain(ModelConfig()),
        tools={},
        repertoire=Repertoire.make({}),
        edition_cache=EditionCache(pool),
        guards=Guards.load(policy),
        gate=Gate,
        cache=ResultCache(),
        sandbox=Sandbox(),
        tiles=TileResults(lambda _who, _where: RowsAtHand()),
        examples=ExampleCache(pool),
        max_steps=12,
        approval_minutes=30,
    )


async def cases_of(pool: asyncpg.Pool, run: TurnRun) -> list[Case]:
    reader = Caller(an_id(), run.turn.caller.org_id, "", frozenset({"moderator"}))
    return await cases.listed(pool, reader, CaseFilter(turn_id=run.turn.id), 50)


async def committed(pool: asyncpg.Pool, run: TurnRun) -> dict[str, Any]:
    await run.log.flush()
    rows = await pool.fetch(
        "select key, result from batuta.turn_steps where turn_id = $1", run.turn.id
    )
    return {row["key"]: orjson.loads(row["result"]) for row in rows}
