"""The schema: applied once whoever comes first, and closed to whom it does not concern."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from uuid import UUID

import asyncpg
import psycopg
import pytest

from contracts.errors import Unavailable
from store import embedded, migrate, pool
from tests.support.chance import an_id, code
from tests.support.homes import fresh_database, fresh_home

pytestmark = pytest.mark.anyio
_ROOT = Path(__file__).resolve().parent.parent
_MIGRATE = (
    "import asyncio, sys; from store import migrate; asyncio.run(migrate.migrate(sys.argv[1]))"
)


@pytest.fixture(scope="module")
def home() -> Generator[Path]:
    with fresh_home() as folder:
        yield folder


@pytest.fixture
def dsn(home: Path) -> str:
    return fresh_database(home, f"t{code()}")


async def values(dsn: str, query: str) -> list[object]:
    link = await asyncpg.connect(dsn)
    try:
        return [row[0] for row in await link.fetch(query)]
    finally:
        await link.close()


async def execute(dsn: str, sql: str) -> None:
    link = await asyncpg.connect(dsn)
    try:
        await link.execute(sql)
    finally:
        await link.close()


async def test_a_fresh_database_gets_everything_and_a_second_run_nothing(dsn: str) -> None:
    missing = await migrate.pending(dsn)
    assert await migrate.migrate(dsn) == missing != []
    assert await migrate.pending(dsn) == []
    assert await migrate.migrate(dsn) == []


async def test_what_was_applied_is_recorded_as_the_supabase_command_line_does(dsn: str) -> None:
    await migrate.migrate(dsn)
    link = await asyncpg.connect(dsn)
    rows = await link.fetch("select * from supabase_migrations.schema_migrations order by version")
    await link.close()
    assert [(r["version"], r["name"]) for r in rows] == [
        (m.version, m.name) for m in migrate.migrations()
    ]
    assert all(r["statements"] for r in rows)


async def test_workers_that_start_together_migrate_once(dsn: str) -> None:
    command = [sys.executable, "-c", _MIGRATE, dsn]
    started = [await asyncio.create_subprocess_exec(*command, cwd=_ROOT) for _ in range(4)]
    assert [await process.wait() for process in started] == [0, 0, 0, 0]
    assert await migrate.pending(dsn) == []


async def test_a_platform_that_has_its_own_roles_and_functions_keeps_them(dsn: str) -> None:
    own = "select '00000000-0000-0000-0000-000000000001'::uuid"
    await execute(
        dsn,
        f"create schema auth; create function auth.uid() returns uuid language sql as $$ {own} $$",
    )
    await migrate.migrate(dsn)
    assert await values(dsn, "select auth.uid()::text") == ["00000000-0000-0000-0000-000000000001"]
    assert await values(dsn, "select to_regprocedure('auth.role()')::text") == ["auth.role()"]


async def test_a_failed_migration_leaves_nothing_behind(dsn: str) -> None:
    await execute(dsn, "create schema batuta")
    with pytest.raises(migrate.MigrationFailed, match=r"_platform\.sql failed and was taken back"):
        await migrate.migrate(dsn)
    assert await values(dsn, "select version from supabase_migrations.schema_migrations") == []


async def test_a_database_of_a_newer_version_is_refused(dsn: str) -> None:
    await migrate.migrate(dsn)
    await execute(
        dsn, "insert into supabase_migrations.schema_migrations values ('99990101000000')"
    )
    with pytest.raises(migrate.MigrationFailed, match="newer batuta"):
        await migrate.migrate(dsn)


async def test_a_database_from_before_the_first_release_is_refused_with_the_cure(dsn: str) -> None:
    await migrate.migrate(dsn)
    await execute(
        dsn,
        "update supabase_migrations.schema_migrations set version = '20261118000001'"
        " where name = 'platform'",
    )
    with pytest.raises(migrate.MigrationFailed, match=r"20261118000001.+BATUTA_HOME.+DATABASE_URL"):
        await migrate.migrate(dsn)


async def test_migrations_that_are_not_ours_are_left_to_whoever_made_them(dsn: str) -> None:
    await migrate.migrate(dsn)
    await execute(
        dsn, "insert into supabase_migrations.schema_migrations values ('20250101000000')"
    )
    assert await migrate.pending(dsn) == []


async def test_no_function_or_table_is_written_twice() -> None:
    sql = "\n".join(m.path.read_text(encoding="utf-8") for m in migrate.migrations())
    made = re.findall(r"^create (?:table|(?:or replace )?function) (batuta\.\w+)", sql, re.M)
    assert len(made) == len(set(made)) > 20


async def test_the_server_role_owns_nothing_and_cannot_change_the_schema(dsn: str) -> None:
    await migrate.migrate(dsn)
    owned = "select relname::text from pg_class where relowner = 'batuta_server'::regrole"
    assert await values(dsn, owned) == []
    async with await pool.open_pool(dsn, 2) as db:
        for sql in (
            "create table batuta.x ()",
            "alter table batuta.users disable row level security",
        ):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await db.execute(sql)


async def test_every_table_has_row_level_security(dsn: str) -> None:
    await migrate.migrate(dsn)
    open_tables = """select relname::text from pg_class where relkind = 'r'
      and relnamespace = 'batuta'::regnamespace and not relrowsecurity"""
    assert await values(dsn, open_tables) == []


async def test_people_read_their_own_rows_and_strangers_none(dsn: str) -> None:
    await migrate.migrate(dsn)
    ana, bea = await person(dsn, "ana@example.org"), await person(dsn, "bea@example.org")
    tables = ["sessions", "turns", "turn_events", "messages", "usage", "preferences", "users"]
    for table in tables:
        column = {"users": "id", "turn_events": "turn_id"}.get(table, "user_id")
        for who in (ana, bea):
            seen = seen_by("authenticated", who, dsn, f"select {column} from batuta.{table}")
            expected = await values(
                dsn,
                f"select {column} from batuta.{table} where {column} in"
                f" ('{who}', (select id from batuta.turns where user_id = '{who}'))",
            )
            assert seen == expected != [], table
    assert refused("anon", None, dsn, "select from batuta.sessions")


async def test_people_write_nothing_and_see_no_secrets(dsn: str) -> None:
    await migrate.migrate(dsn)
    ana = await person(dsn, "ana@example.org")
    for sql in (
        "update batuta.users set roles = '{admin}'",
        "select password_hash from batuta.users",
        "select from batuta.signing_keys",
        "select from batuta.one_time_tokens",
        "select from batuta.turn_steps",
        "select from batuta.audit",
        "select from batuta.cases",
        "select from batuta.case_readings",
        "select from batuta.guard_examples",
        "delete from batuta.sessions",
        "select from dbos.workflow_status",
    ):
        assert refused("authenticated", ana, dsn, sql), sql


async def test_the_functions_of_a_turn_are_for_the_server_alone(dsn: str) -> None:
    await migrate.migrate(dsn)
    callable_by = """select proname::text from pg_proc where pronamespace = 'batuta'::regnamespace
      and {} has_function_privilege('{}', oid, 'execute')"""
    assert await values(dsn, callable_by.format("", "authenticated")) == []
    assert await values(dsn, callable_by.format("", "anon")) == []
    assert await values(dsn, callable_by.format("not", "batuta_server")) == []


async def test_the_pool_works_under_the_servers_role_and_heals_after_a_restart(
    home: Path, dsn: str
) -> None:
    await migrate.migrate(dsn)
    async with await pool.open_pool(dsn, 2) as db:
        assert await db.fetchval("select current_user") == "batuta_server"
        await asyncio.to_thread(embedded.stop, home)
        with pytest.raises((OSError, asyncpg.PostgresError, asyncpg.InterfaceError)) as failure:
            await db.fetchval("select 1")
        assert isinstance(pool.translate(failure.value), Unavailable)
        assert pool.is_transient(failure.value)
        await asyncio.to_thread(embedded.ensure, home)
        assert await db.fetchval("select current_user") == "batuta_server"


async def test_the_engine_accepts_its_schema_under_the_servers_role(dsn: str) -> None:
    await migrate.migrate(dsn)
    script = """
import sys
from dbos import DBOS
from store.pool import dsn_for_sqlalchemy
DBOS(config={"name": "batuta", "system_database_url": dsn_for_sqlalchemy(sys.argv[1]),
             "run_migrations": False, "run_admin_server": False})
@DBOS.workflow()
def double(x: int) -> int:
    return 2 * x
DBOS.launch()
print(double(21))
DBOS.destroy()
"""
    command = [sys.executable, "-c", script, dsn]
    done = await asyncio.to_thread(
        subprocess.run, command, capture_output=True, text=True, cwd=_ROOT, check=False
    )
    assert done.stdout == "42\n", done.stderr


async def person(dsn: str, email: str) -> UUID:
    """Add a person with one finished turn, as the server would have left it."""
    link = await asyncpg.connect(dsn)
    org = await link.fetchval("select id from batuta.organisations")
    user, session, turn = (
        await link.fetchval(
            "insert into batuta.users (org_id, email) values ($1, $2) returning id", org, email
        ),
        an_id(),
        an_id(),
    )
    await link.execute(
        "insert into batuta.sessions (id, org_id, user_id) values ($1, $2, $3)", session, org, user
    )
    await link.execute(
        "insert into batuta.turns (id, org_id, user_id, session_id, kind, status)"
        " values ($1, $2, $3, $4, 'message', 'finished')",
        turn, org, user, session,
    )  # fmt: skip
    await link.execute(
        "insert into batuta.turn_events (turn_id, seq, at, type, body)"
        " values ($1, 1, now(), 'done', '{}')",
        turn,
    )
    await link.execute(
        "insert into batuta.messages (id, org_id, user_id, session_id, turn_id, no, role, blocks)"
        " values ($1, $2, $3, $4, $5, 1, 'user', '[]')",
        an_id(), org, user, session, turn,
    )  # fmt: skip
    await link.execute(
        "insert into batuta.usage (org_id, user_id, agent, provider, model, input, output, cached)"
        " values ($1, $2, 'root', 'local', 'local', 1, 1, 0)",
        org, user,
    )  # fmt: skip
    await link.execute("insert into batuta.preferences (user_id) values ($1)", user)
    await link.close()
    return user


def seen_by(role: str, who: UUID | None, dsn: str, sql: str) -> list[object]:
    """Run a query the way the platform's data API does for the bearer of a token."""
    claims = json.dumps({"sub": str(who), "role": role} if who else {"role": role})
    with psycopg.connect(dsn) as link:
        link.execute(f'set local role "{role}"'.encode())
        link.execute("select set_config('request.jwt.claims', %s, true)", [claims])
        return [row[0] if row else None for row in link.execute(sql.encode())]


def refused(role: str, who: UUID | None, dsn: str, sql: str) -> bool:
    try:
        seen_by(role, who, dsn, sql)
    except psycopg.errors.InsufficientPrivilege:
        return True
    return False
