"""Conversations with so many earlier messages, in each server's own form, and requests in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import httpx
import orjson

from bench.stage import BenchSetup, Server
from server.identity.identity import Identity
from server.settings import Settings
from store import users
from store.pool import open_pool

PEOPLE = 200
ASKED = "say 40 words"
QUESTION = "What did the night shift report about line four, and who has looked at it since?"
ANSWER = (
    "The night shift reported a pressure drop on line four at 02:40. The valve was replaced at "
    "03:15 and the line restarted at 03:30; two hundred and twelve parts were set aside for "
    "inspection. The quality lead has looked at the first fifty of them, and found three with "
    "marks on the flange."
)


def earlier(count: int) -> list[tuple[str, str]]:
    """Return so many messages of a conversation."""
    return [("user", QUESTION) if n % 2 == 0 else ("assistant", ANSWER) for n in range(count)]


class Talks:
    """Fresh conversations of one server: each is used for one turn only."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._ready: dict[int, Iterator[str]] = {}

    async def prepare(self, stage: BenchSetup, sizes: dict[int, int]) -> None:
        """Make so many conversations for each number of earlier messages."""
        make = {"raw": _raw, "adk": _adk}.get(self._server.name, _batuta)
        for messages, count in sizes.items():
            made = await make(self._server, stage, messages, count)
            self._ready[messages] = iter(made)

    def requests(self, messages: int, count: int) -> list[str]:
        """Take requests, each in a conversation of its own."""
        return [next(self._ready[messages]) for _ in range(count)]


def _request(path: str, body: dict[str, Any], *headers: str) -> str:
    text = orjson.dumps(body).decode()
    lines = [f"POST {path} HTTP/1.1", "host: 127.0.0.1", "content-type: application/json"]
    return "\r\n".join([*lines, f"content-length: {len(text)}", *headers, "", text])


async def _raw(server: Server, stage: BenchSetup, messages: int, count: int) -> list[str]:
    talk = [{"role": role, "content": text} for role, text in [*earlier(messages), ("user", ASKED)]]
    return [_request("/chat", {"messages": talk})] * count


async def _adk(server: Server, stage: BenchSetup, messages: int, count: int) -> list[str]:
    """Make one session through ADK's own API, and copies of it in its tables."""
    url = f"http://127.0.0.1:{server.port}/apps/assistant/users/person/sessions"
    events = [
        {
            "author": "user" if role == "user" else "assistant",
            "invocationId": f"e-{n // 2}",
            "content": {"role": "user" if role == "user" else "model", "parts": [{"text": text}]},
        }
        for n, (role, text) in enumerate(earlier(messages))
    ]
    async with httpx.AsyncClient(timeout=120) as http:
        made = await http.post(url, json={"events": events})
        made.raise_for_status()
    names = [str(uuid4()) for _ in range(count)]
    link = await asyncpg.connect(stage.dsns["adk"])
    try:
        for table, key in (("sessions", "id"), ("events", "session_id")):
            rows = await link.fetch(
                "select column_name from information_schema.columns where table_name = $1", table
            )
            columns = [r[0] for r in rows if r[0] not in (key, "user_id")]
            listed = ", ".join(columns)
            copied = ", ".join(f"t.{c}" for c in columns)
            await link.execute(
                f"insert into {table} ({key}, user_id, {listed})"
                f" select n.name, 'person' || n.no % {PEOPLE}, {copied}"
                f" from {table} t, unnest($1::text[]) with ordinality as n (name, no)"
                f" where t.{key} = $2 and t.user_id = 'person'",
                names,
                made.json()["id"],
            )
        states = "app_name, user_id, state, update_time"
        await link.execute(
            f"insert into user_states ({states})"
            f" select app_name, 'person' || n, state, update_time"
            f" from user_states, generate_series(0, {PEOPLE - 1}) n where user_id = 'person'"
            f" on conflict do nothing"
        )
        await link.execute("analyze")
    finally:
        await link.close()
    asked = {"role": "user", "parts": [{"text": ASKED}]}
    return [
        _request(
            "/run_sse",
            {
                "appName": "assistant",
                "userId": f"person{n % PEOPLE}",
                "sessionId": name,
                "newMessage": asked,
                "streaming": True,
            },
        )
        for n, name in enumerate(names, 1)
    ]


async def _batuta(server: Server, stage: BenchSetup, messages: int, count: int) -> list[str]:
    """Write sessions as earlier turns would have left them."""
    pool = await open_pool(stage.dsns[server.name], 2)
    try:
        identity = await Identity.open(pool, Settings.load({}))
        try:
            people = [await _person(pool, identity, n) for n in range(min(PEOPLE, count))]
        finally:
            await identity.close()
        await pool.execute(_KNOWN, [user for user, _ in people])
        names = [uuid4() for _ in range(count)]
        owners = [people[n % len(people)] for n in range(count)]
        roles = [role for role, _ in earlier(messages)]
        blocks = [
            orjson.dumps([{"type": "text", "text": text}]).decode() for _, text in earlier(messages)
        ]
        await pool.execute(
            _CONVERSATIONS,
            names,
            [user for user, _ in owners],
            [uuid4() for _ in names],
            roles,
            blocks,
        )
    finally:
        await pool.close()
    link = await asyncpg.connect(stage.dsns[server.name])
    try:
        await link.execute("analyze")
    finally:
        await link.close()
    return [
        _request(
            "/chat",
            {"message": ASKED, "session_id": str(name)},
            f"authorization: Bearer {token}",
        )
        for name, (_, token) in zip(names, owners, strict=True)
    ]


# Nobody is new: the built-in welcome would claim their first message.
_KNOWN = """
insert into batuta.profiles (user_id, org_id, data)
select id, org_id, '{"onboarding_completed": true}' from batuta.users where id = any($1::uuid[])
on conflict do nothing
"""
_CONVERSATIONS = """
with given as (
    select g.session, g.person, g.turn, u.org_id
    from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as g (session, person, turn)
    join batuta.users u on u.id = g.person),
  s as (
    insert into batuta.sessions (id, org_id, user_id, title, last_no)
    select session, org_id, person, 'bench', cardinality($4::text[]) from given),
  t as (
    insert into batuta.turns (id, org_id, user_id, session_id, kind, status, created_at)
    select turn, org_id, person, session, 'message', 'finished', now() - interval '1 hour'
    from given)
insert into batuta.messages (id, org_id, user_id, session_id, turn_id, no, role, blocks, workflow)
select gen_random_uuid(), org_id, person, session, turn, m.no, m.role, m.blocks,
  case when m.role = 'assistant' then 'root' end
from given, unnest($4::text[], $5::json[]) with ordinality as m (role, blocks, no)
"""


async def _person(pool: asyncpg.Pool, identity: Identity, number: int) -> tuple[UUID, str]:
    email = f"person{number}@example.org"
    known = await users.by_email(pool, email)
    user_id = known.id if known else await users.add(pool, email=email, roles=["user"])
    assert user_id
    return user_id, await identity.issue(user_id)
