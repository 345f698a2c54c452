"""What tools may do with data: their caller's alone, with all of its rows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from uuid import UUID

import asyncpg
import pytest

from agent.data.reading import read_file
from analysis.query import DataQuery
from analysis.query_check import QueryMistake
from analysis.result import QueryResult
from contracts.errors import ToolFailed
from contracts.messages import Caller, TurnInput, TurnOptions
from store import datasets, sessions
from store.turns import Arrival, PersonLimits
from tests.support.chance import an_id
from tools import dashboard_data
from tools.dataset_cache import DatasetCache
from tools.datasets import DatasetAccess
from tools.sandbox import Sandbox

pytestmark = pytest.mark.anyio
DATA = Path(__file__).parents[1] / "data" / "analysis"
NO_LIMITS = PersonLimits(0, 0, 0)
OpenAccess = Callable[..., Awaitable[DatasetAccess]]


@pytest.fixture
async def caller(pool: asyncpg.Pool) -> Caller:
    return await somebody(pool)


async def somebody(pool: asyncpg.Pool) -> Caller:
    user, org = an_id(), await pool.fetchval("select id from batuta.organisations limit 1")
    await pool.execute(
        "insert into batuta.users (id, org_id, email) values ($1, $2, $3)",
        user,
        org,
        f"{user}@x.example",
    )
    return Caller(user, org, f"{user}@x.example", frozenset())


@pytest.fixture
def access(pool: asyncpg.Pool, sandbox: Sandbox) -> OpenAccess:
    async def opened(caller: Caller, session: UUID | None = None) -> DatasetAccess:
        place = session or an_id()
        if session is None:
            await sessions.create(pool, caller, place, None, NO_LIMITS)
        return DatasetAccess(pool, sandbox, DatasetCache(), caller, place, "shop", "call-1")

    return opened


async def put(
    pool: asyncpg.Pool, sandbox: Sandbox, at: DatasetAccess, name: str, data: bytes
) -> None:
    tables = await read_file(sandbox, name, data, memory_mb=2048)
    arrival = Arrival(an_id(), at.session_id, "file", TurnInput(), TurnOptions())
    made = [each.made for each in tables]
    result = await datasets.keep_upload(pool, at.caller, arrival, made, NO_LIMITS)
    assert result.outcome in ("run", "queued")


async def test_questions_are_answered_over_all_rows(
    pool: asyncpg.Pool, sandbox: Sandbox, caller: Caller, access: OpenAccess
) -> None:
    data = await access(caller)
    await put(pool, sandbox, data, "defeitos.csv", (DATA / "defeitos.csv").read_bytes())
    result = await data.query(
        DataQuery.model_validate({"group_by": [{"column": "tipo_defeito"}], "limit": 2})
    )
    assert result.rows == [["lixo", 62], ["falta_tinta", 31]]
    assert (result.total_rows, result.matched, result.of_rows) == (8, 200, 200)
    again = DatasetAccess(pool, sandbox, data.cache, caller, data.session_id, None, "call-1")
    assert (await again.query(DataQuery())).ref == result.ref
    assert (await data.query(DataQuery())).ref != result.ref
    counted = await data.sql("select turno, count(*) as n from defeitos group by 1 order by 2 desc")
    assert counted.rows[0] == ["manha", 73]
    assert (await data.sql("select count(*) from data")).rows == [[200]]
    ran = await data.python("print(len(df), sorted(df.columns)[0])")
    assert (ran.status, ran.stdout.strip()) == ("ok", "200 data")


async def test_brazilian_sales_give_the_figures_that_pandas_gives(
    pool: asyncpg.Pool, sandbox: Sandbox, caller: Caller, access: OpenAccess
) -> None:
    from tests.support.analysis_questions import load

    data = await access(caller)
    await put(pool, sandbox, data, "vendas.csv", (DATA / "vendas.csv").read_bytes())
    frame = load("vendas.csv")
    (total,) = await rows(data, measures=[{"aggregate": "sum", "column": "Valor Total"}])
    assert total[0] == pytest.approx(frame["Valor Total"].sum())
    by_month = await rows(data, group_by=[{"column": "Data", "bucket": "month"}], limit=100)
    assert len(by_month) == frame["Data"].dt.to_period("M").nunique()


async def rows(data: DatasetAccess, **fields: object) -> list[list[object]]:
    return (await data.query(DataQuery.model_validate(fields))).rows


async def test_the_newest_of_a_name_is_meant_and_unknown_names_are_told(
    pool: asyncpg.Pool, sandbox: Sandbox, caller: Caller, access: OpenAccess
) -> None:
    data = await access(caller)
    with pytest.raises(ToolFailed, match="upload a file"):
        await data.profile()
    await put(pool, sandbox, data, "a.csv", b"x\n1\n2\n")
    await put(pool, sandbox, data, "b.csv", b"y\n5\n")
    await put(pool, sandbox, data, "a.csv", b"x\n1\n2\n3\n")
    assert [p.rows for p in await data.profiles()] == [3, 1, 2]
    assert (await data.profile("a.csv")).rows == 3
    assert (await data.profile("B")).rows == 1
    assert (await data.sql("select (select count(*) from a), (select count(*) from a_2)")).rows == [
        [3, 2]
    ]
    with pytest.raises(ToolFailed, match=r"'a\.csv', 'b\.csv'"):
        await data.profile("zzz")
    with pytest.raises(ToolFailed, match="query failed"):
        await data.sql("select * from nothing")
    with pytest.raises(ToolFailed):
        await data.sql("select * from read_csv('/etc/passwd')")


async def test_nobody_else_knows_of_it_and_a_projects_data_is_everybodys(
    pool: asyncpg.Pool, sandbox: Sandbox, caller: Caller, access: OpenAccess
) -> None:
    data = await access(caller)
    await put(pool, sandbox, data, "mine.csv", b"secret\n1\n")
    tables = await read_file(sandbox, "ours.csv", b"y\n5\n", memory_mb=2048, scope="project")
    await datasets.replace_of_project(
        pool, "shop", b"1", "ours.csv", [each.made for each in tables]
    )
    stranger = await somebody(pool)
    for other in (await access(stranger), await access(stranger, data.session_id)):
        assert [p.name for p in await other.profiles()] == ["ours.csv"]
        assert (await other.profiles())[0].scope == "project"
        with pytest.raises(ToolFailed):
            await other.query(DataQuery(dataset="mine.csv"))
    elsewhere = await access(caller)  # another conversation of the same person
    assert [p.name for p in await elsewhere.profiles()] == ["ours.csv"]
    assert [p.name for p in await data.profiles()] == ["mine.csv", "ours.csv"]


async def test_a_worker_remembers_no_more_than_it_may(
    pool: asyncpg.Pool, sandbox: Sandbox, caller: Caller, access: OpenAccess
) -> None:
    data = await access(caller)
    for n in range(4):
        await put(pool, sandbox, data, f"{n}.csv", f"x\n{n}\n".encode())
    found = await datasets.known_to(pool, caller, data.session_id, None)
    cache = DatasetCache(most_bytes=2 * found[0].bytes + 10)
    for row in found:
        assert (await cache.content(pool, row)).startswith(b"PAR1")
    assert cache.held <= 2 * found[0].bytes + 10


def grouped(column: str, dataset: str = "defeitos.csv") -> DataQuery:
    return DataQuery.model_validate({"dataset": dataset, "group_by": [{"column": column}]})


async def test_the_queries_of_a_dashboard_are_asked_together_and_fail_apart(
    pool: asyncpg.Pool, sandbox: Sandbox, caller: Caller, access: OpenAccess
) -> None:
    at = await access(caller)
    await put(pool, sandbox, at, "defeitos.csv", (DATA / "defeitos.csv").read_bytes())
    await put(pool, sandbox, at, "two.csv", b"a,b\n1,x\n2,y\n")
    asked = [grouped("turno"), grouped("cor"), grouped("a", "two.csv"), grouped("operador")]
    found = await at.queries([*asked, grouped("turno", "gone.csv")], 20)
    alone = [await at.query(asked[0]), await at.query(asked[3])]
    told = [found[0], found[3]]
    assert [(t.columns, t.rows, t.matched) for t in told if isinstance(t, QueryResult)] == [
        (result.columns, result.rows, result.matched) for result in alone
    ]
    assert isinstance(found[1], ToolFailed)
    assert "cor" in found[1].message
    assert found[2] is None, "it is the only one of its table: it is asked alone"
    assert isinstance(found[4], ToolFailed)
    assert "gone.csv" in found[4].message


async def test_what_has_no_turn_in_the_job_of_all_is_asked_alone(
    pool: asyncpg.Pool,
    sandbox: Sandbox,
    caller: Caller,
    access: OpenAccess,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = await access(caller)
    await put(pool, sandbox, at, "defeitos.csv", (DATA / "defeitos.csv").read_bytes())
    monkeypatch.setattr(dashboard_data, "TOGETHER_SECONDS", 0.001)
    results = dashboard_data.TileResults(lambda _who, _where: at)
    asked = {name: grouped(name) for name in ("turno", "operador", "material", "cor")}
    found = await results.run(caller, at.session_id, asked)
    assert [type(one) for one in found.values()] == [QueryResult] * 3 + [QueryMistake]
