"""Who reaches the database directly sees their own rows."""

from __future__ import annotations

from uuid import UUID

import asyncpg
import orjson
import pytest

from tests.support.chatting import Chat
from tests.support.isolation import Make, Victim
from tests.support.workers import Worker

pytestmark = pytest.mark.anyio


# --- the database, should somebody reach it directly


async def test_people_may_only_read_and_only_where_a_policy_says_whose(pool: asyncpg.Pool) -> None:
    """No table, sequence or function is open to write; every readable table filters by owner."""
    rows = await pool.fetch(
        """select c.relname::text as name, r.role,
             has_table_privilege(r.role, c.oid,
               'insert, update, delete, truncate, references, trigger') as writes,
             has_any_column_privilege(r.role, c.oid, 'insert, update') as changes,
             has_any_column_privilege(r.role, c.oid, 'select') as reads,
             exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd = 'r'
               and r.role::regrole = any (p.polroles)) as filtered, c.relrowsecurity as secured
           from pg_class c, unnest(array['anon', 'authenticated']) r (role)
           where c.relnamespace = 'batuta'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')"""
    )
    assert "notes" in {row["name"] for row in rows}
    for row in rows:
        assert row["secured"], row
        assert not row["writes"], row
        assert not row["changes"], row
        assert row["role"] != "anon" or not row["reads"], row
        assert row["filtered"] or not row["reads"], row
    callable_by_people = await pool.fetch(
        """select p.oid::regprocedure::text from pg_proc p, unnest(array['anon', 'authenticated']) r
           where p.pronamespace in ('batuta'::regnamespace, 'dbos'::regnamespace)
             and has_schema_privilege(r, p.pronamespace, 'usage')
             and has_function_privilege(r, p.oid, 'execute')"""
    )
    assert callable_by_people == []
    for role in ("anon", "authenticated"):
        for schema in ("dbos", "supabase_migrations"):
            assert not await pool.fetchval(
                "select has_schema_privilege($1, $2, 'usage')", role, schema
            )


async def test_the_server_can_change_rows_and_nothing_else(pool: asyncpg.Pool) -> None:
    """Its role makes, alters and drops nothing, in any schema, and leads to no stronger role."""
    attempts = [
        "create table batuta.x ()",
        "create table public.x ()",
        "create table dbos.x ()",
        "create schema x",
        "create function batuta.x() returns int language sql as 'select 1'",
        "alter table batuta.notes disable row level security",
        "drop table batuta.notes",
        "drop policy own on batuta.notes",
        "drop function batuta.accept_turn",
        "truncate batuta.users",
        "create role x superuser",
        "alter role batuta_server bypassrls",
        "alter system set fsync = off",
        "copy batuta.notes to program 'true'",
        "copy batuta.notes from '/etc/passwd'",
    ]
    for sql in attempts:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await pool.execute(sql)
    strong = await pool.fetch(
        "select rolname from pg_roles where pg_has_role('batuta_server', oid, 'member')"
        " and rolname <> 'batuta_server'"
    )
    assert strong == []


@pytest.mark.parametrize(
    "table",
    [
        "sessions",
        "turns",
        "messages",
        "approvals",
        "usage",
        "preferences",
        "notes",
        "feedback",
        "datasets",
    ],
)
async def test_a_person_who_reaches_the_database_sees_their_own_rows(
    dsn: str, pool: asyncpg.Pool, victim: Victim, person: Make, worker: Worker, table: str
) -> None:
    """The policies hold for the tables that a page could read directly."""
    await victim.chat.http.put(
        f"{victim.chat.url}/me/preferences", json={}, headers=victim.chat.auth
    )
    await pool.execute(
        "insert into batuta.notes (org_id, user_id, session_id, key, text)"
        " select org_id, user_id, id, 'k', 'a note' from batuta.sessions where user_id = $1 limit 1"
        " on conflict do nothing",
        victim.user,
    )
    about = {"turn_id": victim.ids["turn_id"][0], "type": "positive"}
    assert (await victim.chat.post("/feedback", about)).status_code == 200
    async with Chat(worker.url, await person()) as stranger:
        other = UUID((await stranger.get("/me")).json()["id"])
    link = await asyncpg.connect(dsn)
    try:
        counted: dict[UUID, set[UUID]] = {}
        for who in (victim.user, other):
            async with link.transaction():
                await link.execute("set local role authenticated")
                await link.execute(
                    "select set_config('request.jwt.claims', $1, true)",
                    orjson.dumps({"sub": str(who), "role": "authenticated"}).decode(),
                )
                rows = await link.fetch(f"select user_id from batuta.{table}")
                counted[who] = {row[0] for row in rows}
        assert counted == {victim.user: {victim.user}, other: set()}
    finally:
        await link.close()
