"""The audit log is only ever added to, shows what was changed in it, and forgets in its order."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from uuid import UUID

import asyncpg
import pytest

from cli.main import main
from server.identity import accounts
from store import audit, audit_chain, retention
from store.pool import open_pool
from tests.support.chance import an_email, an_id, code
from tests.support.chatting import Json
from tests.support.desk import places
from tests.support.homes import fresh_database
from tests.support.reporting import somebody
from tests.support.retained import DaysKept

pytestmark = pytest.mark.anyio
Batuta = Callable[..., Awaitable[int]]


@pytest.fixture
def dsn(cluster: Path, migrated: str) -> str:
    """A database of this test's own: what is done to a log stays done."""
    return fresh_database(cluster, f"log{code()}", migrated)


@pytest.fixture
async def pool(dsn: str) -> AsyncGenerator[asyncpg.Pool]:
    opened = await open_pool(dsn, 4)
    yield opened
    await opened.close()


@pytest.fixture
def batuta(dsn: str, monkeypatch: pytest.MonkeyPatch) -> Batuta:
    """Run a command on this test's database."""
    monkeypatch.setenv("DATABASE_URL", dsn)

    async def run(*words: str) -> int:
        return await asyncio.to_thread(main, list(words))

    return run


@pytest.fixture
async def owner(dsn: str) -> Callable[..., Awaitable[str]]:
    """Do something as the database's owner, whom nothing stops but the log's own triggers."""

    async def run(sql: str, *values: object) -> str:
        link = await asyncpg.connect(dsn)
        try:
            return await link.execute(sql, *values)
        finally:
            await link.close()

    return run


async def wrote(pool: asyncpg.Pool, times: int = 1) -> int:
    """Write rows one after the other; returns the id of the last."""
    for _ in range(times):
        await audit.record(pool, "login", subject=an_id(), detail={"a": "é", "b": [1, None]})
    return await pool.fetchval("select max(id) from batuta.audit")


async def rows_of(pool: asyncpg.Pool) -> int:
    return await pool.fetchval("select count(*) from batuta.audit")


# --- adding and nothing else


CHANGES = [
    "insert into batuta.audit (action, at) values ('login', '2020-01-01')",
    "insert into batuta.audit (id, action) overriding system value values (1, 'login')",
    "update batuta.audit set action = 'logout'",
    "update batuta.audit set detail = '{}' where id = (select max(id) from batuta.audit)",
    "delete from batuta.audit",
    "truncate batuta.audit",
    "truncate batuta.audit, batuta.audit_links, batuta.audit_head",
    "alter table batuta.audit disable trigger all",
    "drop trigger audit_keep on batuta.audit",
    "update batuta.audit_links set hash = ''",
    "insert into batuta.audit_links (no, audit_id, hash) values (999999, null, '')",
    "delete from batuta.audit_links",
    "update batuta.audit_head set no = 0",
    "delete from batuta.audit_head",
    "set session_replication_role = replica",
]


async def test_the_servers_role_can_change_nothing_that_was_written(
    pool: asyncpg.Pool, dsn: str
) -> None:
    await wrote(pool, 2)
    async with pool.acquire() as db:
        await db.execute("set batuta.audit_trim = 'on'")
        for sql in CHANGES:
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await db.execute(sql)
        await db.execute("reset batuta.audit_trim")
    chain = await audit_chain.follow(dsn)
    assert (chain.fault, chain.rows) == (None, 2)


async def test_the_owner_too_is_stopped_from_an_accident(
    pool: asyncpg.Pool, owner: Callable[..., Awaitable[str]]
) -> None:
    await wrote(pool)
    for change in ("update {} set action = 'x'", "delete from {}", "truncate {}"):
        with pytest.raises(asyncpg.InsufficientPrivilegeError, match="only ever added to"):
            await owner(change.format("batuta.audit"))


async def test_many_connections_write_one_chain(pool: asyncpg.Pool, dsn: str) -> None:
    """Several rows in a transaction, transactions that are taken back, long ones and short ones."""
    others = [await open_pool(dsn, 6) for _ in range(3)]

    async def write(number: int) -> None:
        async with others[number % 3].acquire() as db, db.transaction():
            for _ in range(number % 3 + 1):
                await audit.record(db, "login", subject=an_id(), detail={"n": number})
            if number % 5 == 0:
                await asyncio.sleep(0.02)
            if number % 7 == 0:
                raise KeyError

    before = await rows_of(pool)
    done = await asyncio.gather(*(write(n) for n in range(200)), return_exceptions=True)
    assert {type(each) for each in done} == {type(None), KeyError}
    written = sum(n % 3 + 1 for n in range(200) if n % 7)
    assert await rows_of(pool) == before + written
    chain = await audit_chain.follow(dsn)
    assert (chain.fault, chain.rows) == (None, before + written)
    for each in others:
        await each.close()


async def test_a_row_is_written_while_another_transaction_with_one_is_open(
    pool: asyncpg.Pool,
) -> None:
    """The chain is locked for a commit alone: who works on holds nobody up."""
    async with pool.acquire() as slow, slow.transaction():
        await audit.record(slow, "login", subject=an_id())
        await asyncio.wait_for(wrote(pool), 20)


# --- what doctor finds


TAMPERED = {
    "changed": "update batuta.audit set detail = '{\"a\": 1}' where id = $1",
    "of another time": "update batuta.audit set at = at + interval '1 microsecond' where id = $1",
    "of nobody": "update batuta.audit set subject = null where id = $1",
    "removed": "delete from batuta.audit where id = $1",
    "removed with its link": "with gone as (delete from batuta.audit where id = $1 returning id)"
    " delete from batuta.audit_links l using gone where l.audit_id = gone.id",
    "linked anew": "with c as (update batuta.audit set subject = 'x' where id = $1 returning *)"
    " update batuta.audit_links l set hash = batuta.audit_hash((select p.hash from"
    " batuta.audit_links p where p.no = l.no - 1), c::batuta.audit) from c where l.audit_id = c.id",
    "called trimmed": "with gone as (delete from batuta.audit where id = $1 returning id)"
    " update batuta.audit_links l set audit_id = null from gone where l.audit_id = gone.id",
}


@pytest.mark.parametrize("how", TAMPERED)
async def test_the_first_row_is_named_that_is_not_what_was_written(
    pool: asyncpg.Pool, dsn: str, owner: Callable[..., Awaitable[str]], how: str
) -> None:
    """Whatever the owner of the database does to a row in the middle; rows before it stand."""
    row = await wrote(pool, 3)
    await wrote(pool, 3)
    assert (await audit_chain.follow(dsn)).fault is None
    await owner("alter table batuta.audit disable trigger user")
    await owner(TAMPERED[how], row)
    chain = await audit_chain.follow(dsn)
    assert chain.fault
    what, named, before = {
        "removed": ("removed", row, 2),
        "removed with its link": ("unlinked", row + 1, 2),
        "linked anew": ("changed", row + 1, 3),
        "called trimmed": ("unlinked", None, 2),
    }.get(how, ("changed", row, 2))
    assert (chain.fault.what, chain.fault.row, chain.rows) == (what, named, before)


async def test_doctor_says_what_it_means_that_a_row_was_changed(
    pool: asyncpg.Pool, owner: Callable[..., Awaitable[str]], batuta: Batuta,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    async def told() -> tuple[int, Json]:
        code = await batuta("doctor", "--json")
        found = json.loads(capsys.readouterr().out)
        return code, next(f for f in found if f["what"] == "audit")

    row = await wrote(pool, 3)
    await wrote(pool, 3)
    code_, ok = await told()
    assert (code_, ok["state"], ok["fact"][:29]) == (0, "ok", "6 rows in an unbroken chain, ")
    await owner("alter table batuta.audit disable trigger user")
    await owner(TAMPERED["changed"], row)
    code_, found = await told()
    assert (code_, found["state"]) == (1, "fail")
    assert f"row {row} (login, 20" in found["fact"]
    assert "is not as it was written; 2 rows before it are" in found["fact"]
    assert "database owner's password" in found["cure"]


async def test_rows_put_in_or_cut_off_at_the_end_are_found(
    pool: asyncpg.Pool, dsn: str, owner: Callable[..., Awaitable[str]]
) -> None:
    last = await wrote(pool, 2)
    await owner("alter table batuta.audit disable trigger user")
    await owner("insert into batuta.audit (action) values ('case.read')")
    added = (await audit_chain.follow(dsn)).fault
    assert added
    assert (added.what, added.action, added.row) == ("added", "case.read", last + 1)
    await owner("delete from batuta.audit where id > $1", last)
    assert (await audit_chain.follow(dsn)).fault is None
    await owner("delete from batuta.audit where id = $1", last)
    await owner("delete from batuta.audit_links where audit_id = $1", last)
    await owner("alter table batuta.audit enable trigger user")
    cut = (await audit_chain.follow(dsn)).fault
    assert cut
    assert cut.what == "cut"


# --- forgetting


async def grown_old(owner: Callable[..., Awaitable[str]], dsn: str, days: int, most: int) -> None:
    """Write the chain anew as if its first rows were so old."""
    await owner("alter table batuta.audit disable trigger user")
    await owner(
        "update batuta.audit set at = now() - make_interval(days => $1) where id <= $2", days, most
    )
    await owner("alter table batuta.audit enable trigger user")
    link = await asyncpg.connect(dsn)
    known = b""
    for row in await link.fetch("select no, audit_id from batuta.audit_links order by no"):
        known = await link.fetchval(
            "update batuta.audit_links set hash = batuta.audit_hash($1, a) from batuta.audit a"
            " where a.id = $2 and no = $3 returning hash",
            known, row["audit_id"], row["no"],
        )  # fmt: skip
    await link.execute("update batuta.audit_head set hash = $1", known)
    await link.close()


async def test_old_rows_go_and_the_rest_is_still_an_unbroken_chain(
    pool: asyncpg.Pool, dsn: str, owner: Callable[..., Awaitable[str]]
) -> None:
    """Also in many steps, and beside writers; a month is kept whatever is asked for."""
    old = await wrote(pool, 7)
    last = await wrote(pool, 5)
    await grown_old(owner, dsn, 40, old)
    assert (await audit_chain.follow(dsn)).fault is None
    assert (await retention.preview(pool, DaysKept(retain_audit_days=1)))["audit"] == old
    for _ in range(2):
        await pool.fetchval("select batuta.trim_audit(now(), 3)")
        assert (await audit_chain.follow(dsn)).fault is None
    assert (await retention.apply(pool, DaysKept(retain_audit_days=1)))["audit"] == old - 6
    assert (await retention.apply(pool, DaysKept(retain_audit_days=1)))["audit"] == 0
    chain = await audit_chain.follow(dsn)
    assert (chain.fault, chain.rows) == (None, last - old)
    await wrote(pool)
    assert (await audit_chain.follow(dsn)).rows == last - old + 1
    assert await pool.fetchval("select batuta.trim_audit('infinity', 1000000)") == 0


async def test_the_log_names_a_person_by_an_id_that_leads_nowhere_once_they_are_erased(
    pool: asyncpg.Pool, dsn: str
) -> None:
    email = an_email()
    made = await accounts.add(pool, email, roles=["moderator"])
    user = await accounts.account_by_email(pool, email)
    await accounts.set_roles(pool, user, ["user"], actor=user.id)
    await accounts.make_link(pool, user, "login", actor=user.id)
    await accounts.set_disabled(pool, user, True, user.id)
    assert await places(pool, email) == {"batuta.users"}
    await pool.execute("delete from batuta.users where id = $1", made.id)
    assert await places(pool, email) == set()
    assert await places(pool, str(made.id)) == {"batuta.audit"}
    assert (await audit_chain.follow(dsn)).fault is None


# --- reading


async def test_the_log_is_listed_by_person_kind_and_time(
    pool: asyncpg.Pool, batuta: Batuta, capsys: pytest.CaptureFixture[str]
) -> None:
    ana, rui = await somebody(pool), await somebody(pool)
    await audit.record(pool, "case.read", subject=an_id(), actor=ana.user_id)
    await audit.record(pool, "case.reviewed", subject=an_id(), actor=ana.user_id)
    await audit.record(
        pool, "user.roles", subject=rui.user_id, actor=ana.user_id,
        detail={"said": "write to ana@example.org"},
    )  # fmt: skip

    async def told(*words: str) -> list[str]:
        assert await batuta("audit", "--json", *words) == 0
        return [row["action"] for row in json.loads(capsys.readouterr().out)]

    assert await told("--person", ana.email) == ["user.roles", "case.reviewed", "case.read"]
    assert await told("--person", str(rui.user_id)) == ["user.roles"]
    assert await told("--person", ana.email, "--action", "case") == ["case.reviewed", "case.read"]
    assert await told("--person", ana.email, "--action", "case.read") == ["case.read"]
    assert await told("--person", ana.email, "--limit", "1") == ["user.roles"]
    assert await told("--person", ana.email, "--until", "2020-01-01") == []
    assert len(await told("--person", ana.email, "--since", "2020-01-01T00:00:00+02:00")) == 3
    assert await told("--person", str(UUID(int=0))) == []
    assert await batuta("audit", "--person", rui.email) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert ana.email in line
    assert rui.email in line
    assert "said=write to [email]" in line
    for wrong in (("--limit", "0"), ("--person", "nobody@example.org")):
        assert await batuta("audit", *wrong) == 1
    with pytest.raises(SystemExit):
        main(["audit", "--since", "soon"])
