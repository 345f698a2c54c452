"""An organisation of its own, with a person who talks and moderators."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import asyncpg

from store import cases
from store.cases import CaseFinding, finding_id
from tests.support.chatting import Chat, Json

Make = Callable[..., Awaitable[str]]
CPF = "529.982.247-25"


@dataclass
class Desk:
    """An organisation of its own: a person who talks, and moderators."""

    person: Chat
    moderator: Chat
    second: Chat
    third: Chat
    org: str
    pool: asyncpg.Pool

    async def say(self, message: str) -> str:
        """Say something and return the turn."""
        return (await self.person.say(message))[0]["turn"]

    async def flagged(self, text: str, category: str = "harm", **more: Any) -> str:
        """A turn, and its case."""
        turn = UUID(more.pop("turn", None) or await self.say("hello"))
        stage = more.setdefault("stage", "input")
        facts: Json = {"verdict": "block"}
        made = await cases.open_case(
            self.pool,
            CaseFinding(
                id=finding_id(turn, stage, category, "", text),
                turn_id=turn,
                category=category,
                **(facts | more),
                evidence=text,
            ),
        )
        assert made
        return str(made)

    async def queue(self, who: Chat | None = None, **filters: Any) -> Json:
        answer = await (who or self.moderator).get("/cases", params=filters)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def open(self, case: str, who: Chat | None = None) -> Json:
        answer = await (who or self.moderator).get(f"/cases/{case}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def reveal(self, case: str, who: Chat | None = None) -> Json:
        path, body = f"/cases/{case}/reveal", {"reason": "to decide what it is"}
        answer = await (who or self.moderator).post(path, body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def decide(self, case: str, decision: str, who: Chat | None = None, **more: Any) -> Json:
        path = f"/cases/{case}/decision"
        answer = await (who or self.moderator).post(path, {"decision": decision, **more})
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def examples(self) -> list[Json]:
        return (await self.moderator.get("/guard-examples")).json()["examples"]

    async def audited(self, action: str) -> list[asyncpg.Record]:
        return await self.pool.fetch(
            "select a.* from batuta.audit a join batuta.organisations o on o.id = a.org_id"
            " where o.slug = $1 and a.action = $2 order by a.id",
            self.org,
            action,
        )


async def me(chat: Chat) -> str:
    return (await chat.get("/me")).json()["id"]


async def places(pool: asyncpg.Pool, text: str) -> set[str]:
    """Name the tables in which a text stands, the engine's too."""
    tables = await pool.fetch(
        "select schemaname || '.' || tablename as name from pg_tables"
        " where schemaname in ('batuta', 'dbos')"
        " and has_table_privilege(schemaname || '.' || tablename, 'select')"
    )
    return {
        table["name"]
        for table in tables
        if await pool.fetchval(
            f"select exists (select from {table['name']} t where t::text like '%' || $1 || '%')",
            text,
        )
    }
