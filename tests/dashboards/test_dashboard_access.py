"""Dashboards as one person has them: made, changed, undone, pinned and shared."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import asyncpg
import pytest
from pydantic import TypeAdapter

from analysis.dashboard import MOST_TILES
from analysis.dashboard_edit import AnyEdit, DashboardEdit
from analysis.result import QueryResult
from contracts.errors import Conflict, InvalidRequest, LimitReached, NotFound, ToolFailed
from contracts.messages import Caller
from store import dashboard_shares, dashboards, retention, sessions, users
from store.dashboard_shares import Audience
from store.turns import PersonLimits
from tests.support.chance import an_email, an_id
from tests.support.retained import DaysKept
from tests.support.tiles import RowsAtHand, by, content
from tools.dashboard_data import TileResults
from tools.dashboards import DashboardAccess, OpenDashboard, token_digest

pytestmark = pytest.mark.anyio
EDITS: TypeAdapter[list[AnyEdit]] = TypeAdapter(list[DashboardEdit])
Someone = Callable[..., Awaitable[Caller]]


@pytest.fixture
def someone(pool: asyncpg.Pool) -> Someone:
    async def make(org: str = "default") -> Caller:
        await users.ensure_organisation(pool, org)
        email = an_email()
        made = await users.add(pool, email, org=org)
        org_id = await users.organisation(pool, org)
        assert made
        assert org_id
        return Caller(made, org_id, email, frozenset({"user"}), 0)

    return make


@pytest.fixture
async def me(someone: Someone) -> Caller:
    return await someone()


@pytest.fixture
def rows() -> RowsAtHand:
    return RowsAtHand()


@pytest.fixture
def mine(pool: asyncpg.Pool, rows: RowsAtHand, me: Caller) -> DashboardAccess:
    return DashboardAccess(pool, results_of(rows), me)


def of(pool: asyncpg.Pool, rows: RowsAtHand, who: Caller) -> DashboardAccess:
    return DashboardAccess(pool, results_of(rows), who)


def results_of(rows: RowsAtHand) -> TileResults:
    return TileResults(lambda _who, _where: rows)


async def made(access: DashboardAccess, key: str | None = None) -> OpenDashboard:
    return await access.create(
        "Defeitos",
        [content("kpi", "Total"), content("chart", "Por turno", chart="bar")],
        key,
    )


def edits(*wanted: dict[str, Any]) -> list[AnyEdit]:
    return EDITS.validate_python(wanted)


def rename(title: str) -> list[AnyEdit]:
    return edits({"edit": "rename", "title": title})


async def test_a_dashboard_is_kept_and_found_again(mine: DashboardAccess) -> None:
    made_one = await made(mine)
    again = await mine.open(made_one.id)
    assert again.document == made_one.document
    assert (again.stored.version, again.stored.can_undo, again.stored.can_redo) == (1, False, False)
    results = await mine.results(again)
    assert all(isinstance(found, QueryResult) for found in results.values())


async def test_one_call_makes_one_dashboard_however_often_it_is_made(mine: DashboardAccess) -> None:
    first = await made(mine, "call-1")
    assert (await made(mine, "call-1")).id == first.id
    assert (await made(mine, "call-2")).id != first.id


async def test_a_conversation_that_is_deleted_meanwhile_takes_no_dashboard_along(
    pool: asyncpg.Pool, dsn: str, rows: RowsAtHand, me: Caller
) -> None:
    """The insert has seen the conversation and waits for whoever deletes it; then it is gone."""
    place = an_id()
    await sessions.create(pool, me, place, None, PersonLimits(0, 0, 0))
    deleting = await asyncpg.connect(dsn)
    try:
        async with asyncio.timeout(60), deleting.transaction():
            await deleting.execute("delete from batuta.sessions where id = $1", place)
            access = DashboardAccess(pool, results_of(rows), me, place)
            creating = asyncio.create_task(made(access, "call-5"))
            await waited_for(pool, deleting.get_server_pid())
            assert not creating.done()
        known = await creating
    finally:
        await deleting.close()
    assert known.stored.session_id is None
    assert (await access.open(known.id)).document.title == "Defeitos"
    assert (await made(access, "call-5")).id == known.id


async def waited_for(pool: asyncpg.Pool, holder: int) -> None:
    """Return once somebody waits for what a connection holds."""
    waiting = "select count(*) from pg_stat_activity where $1 = any(pg_blocking_pids(pid))"
    while True:
        if await pool.fetchval(waiting, holder):
            return
        await asyncio.sleep(0.02)


async def test_one_call_changes_a_dashboard_once(mine: DashboardAccess) -> None:
    known = await made(mine)
    add = edits({"edit": "add", "widget": content("kpi", "Novo").model_dump()})
    for _ in range(2):
        await mine.edit(known.id, add, key="call-3")
    assert len((await mine.open(known.id)).document.widgets) == 3
    for _ in range(2):
        await mine.step(known.id, "undo", key="call-4")
    assert len((await mine.open(known.id)).document.widgets) == 2


async def test_what_cannot_be_shown_is_refused_and_nothing_is_kept(
    mine: DashboardAccess, pool: asyncpg.Pool, me: Caller
) -> None:
    with pytest.raises(ToolFailed, match=r"'Weg': there is no dataset 'gone\.csv'"):
        await mine.create("x", [content("chart", "Weg", query=by(dataset="gone.csv"))])
    with pytest.raises(ToolFailed, match="scatter chart needs two columns"):
        await mine.create("x", [content("chart", "Punkte", chart="scatter")])
    assert await dashboards.listed(pool, me, 10) == []
    known = await made(mine)
    wanted = edits({"edit": "change", "widget": "w2", "query": by(dataset="gone.csv").model_dump()})
    with pytest.raises(ToolFailed, match=r"gone\.csv"):
        await mine.edit(known.id, wanted)
    assert (await mine.open(known.id)).stored.version == 1


async def test_a_query_is_bound_to_the_dataset_that_it_found(mine: DashboardAccess) -> None:
    """What is the only dataset today may be one of several tomorrow."""
    known = await mine.create("x", [content("kpi", "Total", query=by(dataset=None))])
    query = known.document.widgets[0].query
    assert query
    assert query.dataset == "defeitos.csv"


async def test_every_change_can_be_undone_and_done_again(mine: DashboardAccess) -> None:
    known = await made(mine)
    for n in range(5):
        await mine.edit(known.id, rename(f"t{n}"))
    titles: list[str] = []
    while (now := await mine.open(known.id)).stored.can_undo:
        titles.append(now.document.title)
        await mine.step(known.id, "undo")
    assert titles == ["t4", "t3", "t2", "t1", "t0"]
    assert now.document == known.document
    with pytest.raises(Conflict, match="no earlier version"):
        await mine.step(known.id, "undo")
    for n in range(5):
        assert (await mine.step(known.id, "redo")).document.title == f"t{n}"
    with pytest.raises(Conflict, match="nothing was undone"):
        await mine.step(known.id, "redo")
    assert (await mine.open(known.id)).stored.version == 16


async def test_a_change_after_undoing_lets_what_was_undone_go(mine: DashboardAccess) -> None:
    known = await made(mine)
    await mine.edit(known.id, rename("one"))
    await mine.edit(known.id, rename("two"))
    await mine.step(known.id, "undo")
    changed = await mine.edit(known.id, rename("three"))
    assert not changed.stored.can_redo
    assert (await mine.step(known.id, "undo")).document.title == "one"


async def test_the_last_hundred_versions_are_kept(
    mine: DashboardAccess, pool: asyncpg.Pool
) -> None:
    known = await made(mine)
    for n in range(110):
        await mine.edit(known.id, rename(f"t{n}"))
    kept = await dashboards.revisions(pool, known.stored)
    assert (len(kept), kept[0].no, kept[0].shown) == (100, 111, True)
    for _ in range(99):
        await mine.step(known.id, "undo")
    back = await mine.open(known.id)
    assert (back.document.title, back.stored.can_undo) == ("t10", False)


async def test_whoever_changes_an_older_version_is_told(mine: DashboardAccess) -> None:
    known = await made(mine)
    await mine.edit(known.id, rename("first"), version=1)
    with pytest.raises(Conflict, match="at version 2, the change is of version 1"):
        await mine.edit(known.id, rename("second"), version=1)
    with pytest.raises(Conflict):
        await mine.step(known.id, "undo", version=1)
    assert (await mine.open(known.id)).document.title == "first"


async def test_of_two_editors_at_once_nobodys_change_is_lost(mine: DashboardAccess) -> None:
    """Those who say which version they saw: one wins. Those who do not: both are carried out."""
    known = await made(mine)
    told = await asyncio.gather(
        *(mine.edit(known.id, rename(f"t{n}"), version=1) for n in range(4)),
        return_exceptions=True,
    )
    assert sum(isinstance(t, OpenDashboard) for t in told) == 1
    assert sum(isinstance(t, Conflict) for t in told) == 3
    tiles = [
        edits({"edit": "add", "widget": content("kpi", f"k{n}").model_dump()}) for n in range(4)
    ]
    await asyncio.gather(*(mine.edit(known.id, wanted) for wanted in tiles))
    titles = {tile.title for tile in (await mine.open(known.id)).document.widgets}
    assert titles == {"Total", "Por turno", "k0", "k1", "k2", "k3"}


async def test_a_pinned_widget_shows_what_it_showed_then(
    mine: DashboardAccess, pool: asyncpg.Pool, rows: RowsAtHand, me: Caller
) -> None:
    known = await made(mine)
    pinned = await mine.edit(known.id, edits({"edit": "pin", "widget": "Por turno"}))
    assert pinned.document.tile("w2").pinned
    rows.failures["turno"] = ToolFailed("the file is gone")
    late = of(pool, rows, me)
    results = await late.results(pinned)
    assert isinstance(results["w2"], QueryResult)
    assert results["w2"].rows[0] == ["manhã", 73]
    pie = await late.edit(known.id, edits({"edit": "rename", "widget": "w2", "title": "Pizza"}))
    assert pie.document.tile("w2").pinned
    latest = await late.edit(known.id, edits({"edit": "unpin"}))
    failed = (await late.results(latest))["w2"]
    assert isinstance(failed, ToolFailed)
    back = await late.step(known.id, "undo")
    assert isinstance((await late.results(back))["w2"], QueryResult)
    await late.step(known.id, "redo")
    with pytest.raises(ToolFailed, match="'Pizza' cannot be pinned: the file is gone"):
        await late.edit(known.id, edits({"edit": "pin"}))


async def test_a_dashboard_of_forty_widgets_asks_each_query_once(
    mine: DashboardAccess, rows: RowsAtHand
) -> None:
    full = [content("chart", f"c{n}", query=by(f"col{n % 20}")) for n in range(MOST_TILES)]
    known = await mine.create("voll", full)
    results = await mine.results(known)
    assert len(results) == MOST_TILES
    assert len(rows.asked) == 20


async def test_many_who_look_at_once_cost_one_run(
    mine: DashboardAccess, pool: asyncpg.Pool, rows: RowsAtHand, me: Caller
) -> None:
    known = await made(mine)
    rows.asked.clear()
    rows.gate, rows.begun = asyncio.Event(), asyncio.Event()
    late = of(pool, rows, me)
    looking = [asyncio.create_task(late.results(known)) for _ in range(20)]
    await rows.begun.wait()
    looking[0].cancel()
    rows.gate.set()
    await asyncio.gather(*looking, return_exceptions=True)
    assert len(rows.asked) <= 4
    assert len(looking[1].result()) == 2


async def test_one_failing_widget_leaves_the_others_alone(
    mine: DashboardAccess, pool: asyncpg.Pool, rows: RowsAtHand, me: Caller
) -> None:
    known = await made(mine)
    rows.failures["turno"] = ToolFailed("the file is gone")
    results = await of(pool, rows, me).results(known)
    assert isinstance(results["w1"], QueryResult)
    assert str(results["w2"]) == "the file is gone"


async def test_nobody_else_finds_changes_or_shares_it(
    mine: DashboardAccess, pool: asyncpg.Pool, rows: RowsAtHand, someone: Someone
) -> None:
    known = await made(mine)
    link = await mine.share(known.id, "public", [], timedelta(hours=1))
    for org in ("default", "elsewhere"):
        other = of(pool, rows, await someone(org))
        for attempt in (
            other.open(known.id),
            other.edit(known.id, rename("theirs")),
            other.step(known.id, "undo"),
            other.delete(known.id),
            other.share(known.id, "public", [], timedelta(hours=1)),
            other.shares(known.id),
            other.revoke(known.id, link.share.id),
        ):
            with pytest.raises(NotFound):
                await attempt
    assert (await mine.open(known.id)).document == known.document
    assert not (await mine.shares(known.id))[0].revoked


async def test_links_are_random_and_kept_as_hashes(
    mine: DashboardAccess, pool: asyncpg.Pool
) -> None:
    known = await made(mine)
    links = [await mine.share(known.id, "public", [], timedelta(hours=1)) for _ in range(20)]
    tokens = {link.token for link in links}
    assert len(tokens) == 20
    assert all(len(token) == 22 for token in tokens)  # 128 bits
    stored = str(await pool.fetch("select * from batuta.dashboard_shares"))
    logged = str(await pool.fetch("select * from batuta.audit"))
    for token in tokens:
        assert token not in stored + logged
    found = await dashboard_shares.by_digest(pool, token_digest(links[0].token))
    assert found
    assert found[0].id == links[0].share.id
    assert await dashboard_shares.by_digest(pool, token_digest("x" * 22)) is None
    actions = await pool.fetchval(
        "select count(*) from batuta.audit where action = 'dashboard.shared'"
    )
    assert actions >= 20


async def test_a_link_is_for_its_audience(
    mine: DashboardAccess, me: Caller, someone: Someone
) -> None:
    known = await made(mine)
    named, colleague, outside = await someone(), await someone(), await someone("elsewhere")
    life = timedelta(hours=1)
    public = (await mine.share(known.id, "public", [], life)).share
    inside = (await mine.share(known.id, "organisation", [], life)).share
    some = (await mine.share(known.id, "people", [f" {named.email.upper()}"], life)).share
    for share, may in (
        (public, [None, me, named, colleague, outside]),
        (inside, [me, named, colleague]),
        (some, [me, named]),
    ):
        for who in (None, me, named, colleague, outside):
            assert share.is_for(who) == (who in may), (share.audience, who)
    wrong: list[tuple[Audience, list[str]]] = [
        ("people", []),
        ("public", [named.email]),
        ("people", [outside.email]),
    ]
    for audience, people in wrong:
        with pytest.raises(InvalidRequest):
            await mine.share(known.id, audience, people, life)
    for life in (timedelta(seconds=1), timedelta(days=366)):
        with pytest.raises(InvalidRequest, match="between a minute and 365 days"):
            await mine.share(known.id, "public", [], life)


async def test_a_call_that_shares_twice_leaves_one_link_with_the_last_token(
    mine: DashboardAccess, pool: asyncpg.Pool
) -> None:
    known = await made(mine)
    one = await mine.share(known.id, "public", [], timedelta(hours=1), "call-9")
    two = await mine.share(known.id, "public", [], timedelta(hours=1), "call-9")
    assert one.share.id == two.share.id
    assert await dashboard_shares.by_digest(pool, token_digest(one.token)) is None
    assert await dashboard_shares.by_digest(pool, token_digest(two.token))


async def test_a_dashboard_has_fifty_open_links_at_most(mine: DashboardAccess) -> None:
    known = await made(mine)
    for _ in range(dashboard_shares.MOST_SHARES):
        await mine.share(known.id, "public", [], timedelta(hours=1))
    with pytest.raises(LimitReached):
        await mine.share(known.id, "public", [], timedelta(hours=1))
    await mine.revoke(known.id, (await mine.shares(known.id))[0].id)
    await mine.share(known.id, "public", [], timedelta(hours=1))


async def test_a_ticket_opens_once_and_its_pass_ends_with_the_sign_in(
    mine: DashboardAccess, pool: asyncpg.Pool, me: Caller
) -> None:
    known = await made(mine)
    minute, ticket = timedelta(minutes=1), token_digest("ticket")
    await dashboard_shares.add_ticket(pool, me, known.id, None, ticket, minute)
    assert await dashboard_shares.pass_of(pool, ticket) is None
    used = await asyncio.gather(
        *(
            dashboard_shares.use_ticket(pool, ticket, token_digest(f"pass {n}"), minute)
            for n in range(6)
        )
    )
    assert sum(found is not None for found in used) == 1
    which = next(n for n, found in enumerate(used) if found)
    opened = await dashboard_shares.pass_of(pool, token_digest(f"pass {which}"))
    assert opened
    assert (opened.viewer.user_id, opened.dashboard_id) == (me.user_id, known.id)
    await users.set_disabled(pool, me.user_id, True)
    assert await dashboard_shares.pass_of(pool, token_digest(f"pass {which}")) is None


async def test_dashboards_go_with_their_person(
    mine: DashboardAccess, pool: asyncpg.Pool, me: Caller
) -> None:
    known = await made(mine)
    await mine.edit(known.id, edits({"edit": "pin"}))
    await mine.share(known.id, "public", [], timedelta(hours=1))
    await pool.execute("delete from batuta.users where id = $1", me.user_id)
    for table, column in (
        ("dashboards", "id"), ("dashboard_revisions", "dashboard_id"),
        ("dashboard_snapshots", "dashboard_id"), ("dashboard_shares", "dashboard_id"),
    ):  # fmt: skip
        query = f"select count(*) from batuta.{table} where {column} = $1"
        assert await pool.fetchval(query, known.id) == 0, table


async def test_a_dashboard_outlives_its_conversation(
    pool: asyncpg.Pool, rows: RowsAtHand, me: Caller
) -> None:
    session: UUID = an_id()
    await pool.execute(
        "insert into batuta.sessions (id, org_id, user_id) values ($1, $2, $3)",
        session, me.org_id, me.user_id,
    )  # fmt: skip
    here = DashboardAccess(pool, results_of(rows), me, session)
    known = await made(here)
    assert (await here.last()).id == known.id
    await pool.execute("delete from batuta.sessions where id = $1", session)
    assert (await here.open(known.id)).stored.session_id is None
    with pytest.raises(ToolFailed, match="no dashboard in this conversation"):
        await here.last()


async def test_links_that_are_over_are_forgotten_after_a_month(
    mine: DashboardAccess, pool: asyncpg.Pool
) -> None:
    known = await made(mine)
    old = await mine.share(known.id, "public", [], timedelta(hours=1))
    await mine.share(known.id, "public", [], timedelta(hours=1))
    await pool.execute(
        "update batuta.dashboard_shares set expires_at = now() - interval '31 days' where id = $1",
        old.share.id,
    )
    await retention.apply(pool, DaysKept())
    assert len(await mine.shares(known.id)) == 1
