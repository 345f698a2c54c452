"""Programs in the sandbox: what they get, what they leave, how they end."""

from __future__ import annotations

import asyncio
import os
import resource
import struct
import time

import pytest

from contracts.json import JsonObject
from tests.support.tables import MakeTable
from tools.sandbox import Sandbox

pytestmark = pytest.mark.anyio

DEFECTS = "select range as i, 'shift ' || range % 3 as shift, (range / 4)::decimal(9, 2) as weight"


def test_a_program_prints_and_ends_well(sandbox: Sandbox) -> None:
    done = sandbox.run("print('ok', 6 * 7)")
    assert (done.status, done.stdout, done.stderr) == ("ok", "ok 42\n", "")


def test_a_table_is_df_and_all_of_them_are_in_tables(sandbox: Sandbox, table: MakeTable) -> None:
    defects = table(f"{DEFECTS} from range(200)")
    done = sandbox.run(
        "print(len(df), df['shift'].nunique(), float(df.weight.sum()))\n"
        "print(sorted(tables), tables['people']['name'].tolist())",
        {"defects": defects, "people": b"name,age\nZ\xc3\xa9,3\n"},
    )
    assert done.stdout == "200 3 4975.0\n['defects', 'people'] ['Zé']\n", done


def test_a_failing_program_says_where(sandbox: Sandbox) -> None:
    done = sandbox.run("x = 1\ny = x / 0\n")
    assert done.status == "error"
    assert "line 2" in done.stderr
    assert "ZeroDivisionError" in done.stderr
    assert "guest_code" not in done.stderr


def test_a_program_that_cannot_be_read_fails_with_its_line(sandbox: Sandbox) -> None:
    done = sandbox.run("print(1)\nfor in range(3):\n")
    assert done.status == "error"
    assert "SyntaxError" in done.stderr


def test_open_figures_and_saved_ones_become_pictures_once(sandbox: Sandbox) -> None:
    done = sandbox.run(
        "import io\n"
        "import matplotlib.pyplot as plt\n"
        "plt.figure(); plt.plot([1, 2, 3]); plt.show()\n"
        "saved = plt.figure(); plt.bar([1, 2], [3, 4]); plt.savefig(io.BytesIO())\n"
    )
    assert done.status == "ok", done
    assert [each.name for each in done.artifacts] == ["figure-1.png", "figure-2.png"]
    assert all(each.data.startswith(b"\x89PNG\r\n\x1a\n") for each in done.artifacts)
    assert {each.media_type for each in done.artifacts} == {"image/png"}


def test_what_is_written_is_bounded(sandbox: Sandbox) -> None:
    done = sandbox.run(
        "import sys\nprint('a' * 50_000_000)\n"
        "print('begin' + 'b' * 100_000 + 'end', file=sys.stderr)"
    )
    assert done.status == "ok"
    assert len(done.stdout) == 5_000
    assert done.stdout.endswith("more was written]")
    assert len(done.stderr) == 2_000
    assert done.stderr.endswith("end\n")


def test_a_job_past_its_time_ends_soon_after(sandbox: Sandbox) -> None:
    sandbox.run("1")
    for program in ("while True: pass", "import time; time.sleep(60)"):
        begun = time.monotonic()
        done = sandbox.run(program, timeout=1)
        assert done.status == "timeout"
        assert time.monotonic() - begun < 2.5


def test_memory_is_bounded_and_the_next_job_is_well(sandbox: Sandbox) -> None:
    done = sandbox.run("x = bytearray(1_000_000_000)", memory_mb=256)
    assert done.status == "error"
    assert "MemoryError" in done.stderr
    assert sandbox.run("x = bytearray(100_000_000); print(len(x))").status == "ok"


async def test_cancelling_ends_the_job_at_once(sandbox: Sandbox) -> None:
    job = asyncio.create_task(sandbox.run_async("while True: pass", timeout=60))
    await asyncio.sleep(0.3)
    job.cancel()
    with pytest.raises(asyncio.CancelledError):
        await job
    begun = time.monotonic()
    both = await asyncio.gather(sandbox.run_async("print(1)"), sandbox.run_async("print(2)"))
    assert [each.stdout for each in both] == ["1\n", "2\n"]
    assert time.monotonic() - begun < 20


async def test_several_queries_are_one_job_and_each_fails_by_itself(
    sandbox: Sandbox, table: MakeTable
) -> None:
    asked: list[JsonObject] = [
        {"sql": "select count(*) from data", "values": [], "max_rows": 5},
        {"sql": "select nothing from data", "values": [], "max_rows": 5},
        {"sql": "select 1; select 2"},
        {"sql": "copy (select 1) to 'x'"},
        {"sql": "select i from data where i < ?", "values": [7], "max_rows": 3},
    ]
    inputs = {"data": table(f"{DEFECTS} from range(200)")}
    done = await sandbox.run_program("run_queries", inputs, {"queries": asked, "tables": ["data"]})
    assert done.status == "ok", done
    told = [done.json(f"answer-{at}.json") or {} for at in range(5)]
    assert told[0]["rows"] == [[200]]
    assert "nothing" in told[1]["error"]["message"]
    assert {told[2]["error"]["kind"], told[3]["error"]["kind"]} == {"statements"}
    assert (told[4]["rows"], told[4]["total_rows"]) == ([[0], [1], [2]], 7)


async def test_what_was_answered_before_a_job_was_ended_is_whole(
    sandbox: Sandbox, table: MakeTable
) -> None:
    endless = "select sum(sin(range)) from range(100000000000)"
    asked = [{"sql": "select count(*) from data"}, {"sql": endless}, {"sql": "select 1"}]
    inputs = {"data": table(f"{DEFECTS} from range(200)")}
    params = {"queries": asked, "tables": ["data"]}
    done = await sandbox.run_program("run_queries", inputs, params, timeout=2)
    assert done.status == "timeout"
    assert (done.json("answer-0.json") or {})["rows"] == [[200]]
    assert done.json("answer-1.json") is None
    assert done.json("answer-2.json") is None


async def test_a_query_answers_with_types_rows_and_a_count(
    sandbox: Sandbox, table: MakeTable
) -> None:
    done = await sandbox.run_program(
        "run_query",
        {"my defects": table(f"{DEFECTS}, date '2026-02-01' as day, null as no from range(200)")},
        {
            "sql": 'WITH x AS (SELECT * FROM "my defects") -- all; of them\n'
            "SELECT shift, weight, day, no, i FROM x WHERE i >= ? ORDER BY i; -- end",
            "values": [10],
            "max_rows": 2,
        },
    )
    assert done.json() == {
        "columns": ["shift", "weight", "day", "no", "i"],
        "types": ["VARCHAR", "DECIMAL(9,2)", "DATE", '"NULL"', "BIGINT"],
        "rows": [
            ["shift 1", 2.5, "2026-02-01", None, 10],
            ["shift 2", 2.75, "2026-02-01", None, 11],
        ],
        "total_rows": 190,
    }, done


@pytest.mark.parametrize(
    ("sql", "kind"),
    [
        ("SELECT 1; SELECT 2", "statements"),
        ("", "statements"),
        ("CREATE TABLE x (i INTEGER)", "statements"),
        ("COPY t TO '/scratch/x.csv'", "statements"),
        ("ATTACH '/scratch/x.db'", "statements"),
        ("SET threads = 9", "statements"),
        ("INSTALL httpfs", "statements"),
        ("SELECT * FROM read_csv('/etc/passwd')", "sql"),
        ("SELECT * FROM read_text('/inputs/*')", "sql"),
        ("SELECT * FROM glob('/*')", "sql"),
        ("SELECT * FROM 'https://example.org/x.parquet'", "sql"),
        ("SELECT nothing FROM t", "sql"),
        ("SELECT sum(length(repeat('x', 4000000000::BIGINT)))", "memory"),
    ],
)
async def test_a_query_that_may_not_be_run_says_why(
    sandbox: Sandbox, table: MakeTable, sql: str, kind: str
) -> None:
    done = await sandbox.run_program("run_query", {"t": table("select 1 as i")}, {"sql": sql})
    assert done.fault, done
    assert done.fault["kind"] == kind, done


async def test_a_query_past_its_time_is_ended(sandbox: Sandbox, table: MakeTable) -> None:
    begun = time.monotonic()
    done = await sandbox.run_program(
        "run_query",
        {"t": table("select range as i from range(100000)")},
        {"sql": "SELECT count(*) FROM t a, t b, t c WHERE a.i + b.i * c.i = 3"},
        timeout=2,
    )
    assert done.status == "timeout"
    assert time.monotonic() - begun < 10


async def test_only_programs_of_ours_are_run(sandbox: Sandbox) -> None:
    for name in ("nothing", "../guest", "__init__"):
        with pytest.raises(ValueError, match="there is no program"):
            await sandbox.run_program(name)


async def test_a_program_says_how_far_it_is(sandbox: Sandbox) -> None:
    told: list[float | None] = []
    await sandbox.run_program(
        "read_table",
        {"file": b"a,b\n1,2\n"},
        {"name": "x.csv"},
        on_progress=lambda fraction, note: told.append(fraction),
    )
    assert told[:1] == [0.0]


async def test_a_result_that_is_too_large_says_so(sandbox: Sandbox) -> None:
    query = {"sql": "SELECT repeat('x', 9000) AS x FROM range(1000)", "max_rows": 1000}
    done = await sandbox.run_program("run_query", {}, query)
    assert done.fault
    assert (done.fault["kind"], done.fault["most"]) == ("size", 8_000_000)


def test_what_no_job_can_be_given_is_refused(sandbox: Sandbox) -> None:
    for refused in (
        sandbox.run("1", timeout=float("nan")),
        sandbox.run("1", timeout=-1),
        sandbox.run("1", timeout=float("inf")),
        sandbox.run("1", memory_mb=-5),
        sandbox.run("1", {str(each): b"" for each in range(65)}),
        sandbox.run("1", {"n" * 70_000: b""}),
    ):
        assert (refused.status, bool(refused.reason)) == ("refused", True)


@pytest.mark.parametrize("code", ["x = '\ud800'", "\0", "#" * 2_000_000, "", "import nothing"])
def test_any_text_may_be_sent(sandbox: Sandbox, code: str) -> None:
    assert sandbox.run(code).status in ("ok", "error")


def test_a_server_without_open_files_left_refuses(sandbox: Sandbox) -> None:
    sandbox.run("1")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    taken = [os.dup(0)]
    resource.setrlimit(resource.RLIMIT_NOFILE, (taken[0] + 2, hard))
    try:
        done = sandbox.run("print(1)", {"t": b"a\n1\n"})
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        os.close(taken[0])
    assert done.status == "refused"
    assert "Too many open files" in done.reason
    assert sandbox.run("print(1)").status == "ok"


def test_a_picture_says_its_size_in_its_head(sandbox: Sandbox) -> None:
    done = sandbox.run("plt.figure(figsize=(4, 3), dpi=50); plt.plot([1])")
    assert struct.unpack(">II", done.artifacts[0].data[16:24]) == (200, 150)
