"""Backups come back whole; an older PostgreSQL's data moves on; what is past its time goes."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import asyncpg
import psycopg
import pytest

from store import audit, audit_chain, backup, embedded, migrate, pool, retention
from store.embedded import replace
from store.embedded.cluster import Cluster
from tests.support.homes import fresh_database, fresh_home
from tests.support.retained import DaysKept


@pytest.fixture
def home() -> Generator[Path]:
    with fresh_home() as folder:
        yield folder


def add_person(dsn: str, email: str) -> None:
    with psycopg.connect(dsn) as link:
        link.execute(
            "insert into batuta.users (org_id, email) select id, %s from batuta.organisations",
            [email],
        )


def people(dsn: str) -> list[str]:
    with psycopg.connect(dsn) as link:
        return [row[0] for row in link.execute("select email from batuta.users order by email")]


def filled(home: Path) -> str:
    dsn = embedded.start(home)
    asyncio.run(migrate.migrate(dsn))
    add_person(dsn, "ana@example.org")
    return dsn


def test_a_backup_brings_everything_back_and_keeps_what_it_replaces(
    home: Path, tmp_path: Path
) -> None:
    dsn = filled(home)
    file = backup.backup(dsn, tmp_path / "one.dump")
    assert file.stat().st_mode & 0o777 == 0o600
    add_person(dsn, "later@example.org")
    embedded.close(home)
    aside = replace.restore(home, file, force=True)
    assert aside is not None
    assert aside.is_dir()
    assert people(embedded.start(home)) == ["ana@example.org"]
    assert asyncio.run(migrate.pending(dsn)) == []
    assert asyncio.run(works_under_the_servers_role(dsn))


async def works_under_the_servers_role(dsn: str) -> bool:
    async with await pool.open_pool(dsn, 2) as db:
        await db.execute("update users set token_epoch = token_epoch + 1")
        await db.execute("select from dbos.workflow_status for share")
    return True


def test_a_restore_waits_for_an_empty_database_and_for_servers_to_stop(
    home: Path, tmp_path: Path
) -> None:
    file = backup.backup(filled(home), tmp_path / "one.dump")
    with pytest.raises(backup.TargetOccupied, match="a server uses"):
        replace.restore(home, file, force=True)
    embedded.close(home)
    with pytest.raises(backup.TargetOccupied, match="not empty"):
        replace.restore(home, file)
    assert people(embedded.start(home)) == ["ana@example.org"]


def test_a_file_that_is_no_backup_changes_nothing(home: Path, tmp_path: Path) -> None:
    filled(home)
    embedded.close(home)
    for content in (b"words", b"PGDMP and then nothing of sense"):
        broken = tmp_path / "broken.dump"
        broken.write_bytes(content)
        with pytest.raises(backup.BackupFailed):
            replace.restore(home, broken, force=True)
    assert people(embedded.start(home)) == ["ana@example.org"]


def test_a_backup_goes_into_any_other_database(home: Path, tmp_path: Path) -> None:
    """The audit log too: it hangs together there, and is still only added to."""
    dsn = filled(home)
    asyncio.run(only_adds_to_the_log(dsn))
    file = backup.backup(dsn, tmp_path / "one.dump")
    other = fresh_database(home, "other")
    backup.restore_into(other, file)
    assert people(other) == ["ana@example.org"]
    with pytest.raises(backup.TargetOccupied):
        backup.restore_into(other, file)
    backup.restore_into(other, file, force=True)
    assert people(other) == ["ana@example.org"]
    assert asyncio.run(migrate.pending(other)) == []
    chain = asyncio.run(audit_chain.follow(other))
    assert (chain.fault, chain.rows) == (None, 1)
    asyncio.run(only_adds_to_the_log(other))
    assert asyncio.run(audit_chain.follow(other)).rows == 2


async def only_adds_to_the_log(dsn: str) -> None:
    async with await pool.open_pool(dsn, 2) as db:
        await audit.record(db, "login")
        for change in ("update {} set action = ''", "delete from {}", "truncate {}"):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await db.execute(change.format("batuta.audit"))


def test_the_data_of_an_older_postgres_moves_to_this_one(home: Path) -> None:
    old = Cluster(home, major=16)
    old.prepare()
    old.create()
    old.launch()
    with psycopg.connect(old.dsn("postgres"), autocommit=True) as link:
        link.execute("create database batuta")
    asyncio.run(migrate.migrate(old.dsn()))
    add_person(old.dsn(), "ana@example.org")
    old.halt()
    aside = replace.upgrade(home)
    assert aside is not None
    assert (aside / "PG_VERSION").read_text().strip() == "16"
    assert people(embedded.start(home)) == ["ana@example.org"]
    assert embedded.status(home).version == 18


def aged(days: int) -> tuple[UUID, datetime]:
    """Return an id that was born so many days ago, and the moment."""
    moment = datetime.now(UTC) - timedelta(days=days)
    return UUID(int=int(moment.timestamp() * 1000) << 80 | 7 << 76 | 2 << 62 | days), moment


def add_turn(dsn: str, days: int, status: str) -> UUID:
    turn, moment = aged(days)
    with psycopg.connect(dsn) as link:
        found = link.execute("select id, org_id from batuta.users").fetchone()
        assert found is not None
        user, org = found
        link.execute(
            "insert into batuta.sessions (id, org_id, user_id, updated_at) values (%s, %s, %s, %s)",
            [turn, org, user, moment],
        )
        link.execute(
            "insert into batuta.turns (id, org_id, user_id, session_id, kind, status, finished_at)"
            " values (%s, %s, %s, %s, 'message', %s, %s)",
            [turn, org, user, turn, status, None if status == "running" else moment],
        )
        link.execute(
            "insert into batuta.turn_events (turn_id, seq, at, type, body)"
            " values (%s, 1, now(), 'text', '{}')",
            [turn],
        )
        link.execute(
            "insert into dbos.workflow_status (workflow_uuid, status, completed_at)"
            " values (%s, %s, %s)",
            [str(turn), "PENDING" if status == "running" else "SUCCESS",
             None if status == "running" else int(moment.timestamp() * 1000)],
        )  # fmt: skip
        link.execute(
            "insert into dbos.workflow_input (workflow_uuid, inputs) values (%s, '')", [str(turn)]
        )
    return turn


def left(dsn: str, query: str) -> set[UUID]:
    with psycopg.connect(dsn) as link:
        return {UUID(str(row[0])) for row in link.execute(query.encode())}


def test_what_is_past_its_time_goes_and_the_rest_stays(home: Path) -> None:
    dsn = filled(home)
    old, young = add_turn(dsn, 40, "finished"), add_turn(dsn, 2, "finished")
    running = add_turn(dsn, 41, "running")

    async def trim(keep: DaysKept, preview: bool = False) -> dict[str, int]:
        async with await pool.open_pool(dsn, 2) as db:
            return await (retention.preview if preview else retention.apply)(db, keep)

    expected = asyncio.run(trim(DaysKept(retain_events_days=30), preview=True))
    assert asyncio.run(trim(DaysKept(retain_events_days=30))) == expected
    assert (expected["events"], expected["engine"]) == (1, 1)
    kept = {young, running}
    assert left(dsn, "select turn_id from batuta.turn_events") == kept
    assert left(dsn, "select workflow_uuid from dbos.workflow_status") == kept
    assert left(dsn, "select workflow_uuid from dbos.workflow_input") == kept
    assert left(dsn, "select id from batuta.turns") == {old, *kept}
    assert asyncio.run(trim(DaysKept(retain_sessions_days=30)))["sessions"] == 1
    assert left(dsn, "select id from batuta.turns") == kept
    assert sum(asyncio.run(trim(DaysKept(30, 30, 30, 30))).values()) == 0
