"""Broken tables, and broken messages from inside: the sandbox answers, and the next job is well."""

from __future__ import annotations

import asyncio
import random
import socket
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from tests.support.campaigns import Tally
from tests.support.chance import code
from tests.support.sandbox_tiers import require
from tests.support.tables import parquet_of
from tools.sandbox import Sandbox, SandboxResult
from tools.sandbox.job import JobAnswer, SandboxJob
from tools.sandbox.report import JobReport
from tools.sandbox.wire import (
    ARTIFACT,
    END,
    PROGRESS,
    BrokenWire,
    FrameReader,
    artifact_frame,
    frame,
    guest_limits,
    supervisor_limits,
)

pytestmark = [
    pytest.mark.prove,
    pytest.mark.skipif(sys.platform != "linux", reason="the sandbox is made of parts of Linux"),
]
_TABLES = 300
_GUESTS = 150
_STREAMS = 20_000
_GROWTH_MB = 100
_SHAPES = (
    "select range as i, 'word ' || range % 7 as word from range(3000)",
    "select range as i, (range / 7)::decimal(18, 4) as d, date '2026-01-01' + range::int as day"
    " from range(900)",
    "select [range, range + 1] as many, {'a': range, 'b': 'x'} as both from range(300)",
    "select null as nothing, true as yes, 1.5::double as x, uuid() as id, now() as at",
    "select repeat('wide', 5000) as text, encode('bytes') as raw from range(50)",
)


def broken(table: bytes, chance: random.Random) -> bytes:
    """Break a table in one of the ways in which tables are broken on purpose."""
    data = bytearray(table)
    match chance.randrange(7):
        case 0:  # somewhere
            for _ in range(chance.randint(1, 20)):
                data[chance.randrange(len(data))] = chance.randrange(256)
        case 1:  # in the description at its end
            (length,) = struct.unpack("<I", data[-8:-4])
            for _ in range(chance.randint(1, 10)):
                data[chance.randrange(max(4, len(data) - 8 - length), len(data) - 8)] ^= (
                    1 << chance.randrange(8)
                )
        case 2:  # cut
            del data[chance.randrange(len(data)) :]
        case 3:  # a description that is longer than the file, or of no length
            data[-8:-4] = struct.pack("<I", chance.choice((0, 1, 2**31, 2**32 - 1, len(data))))
        case 4:  # doubled
            data += data[: chance.randrange(len(data))] + data[-200:]
        case 5:  # large numbers where small ones stood
            for _ in range(chance.randint(1, 5)):
                at = chance.randrange(4, len(data))
                data[at : at + 5] = b"\xff\xff\xff\xff\x0f"
        case _:
            return b"PAR1" + chance.randbytes(chance.randrange(2000)) + b"PAR1"
    return bytes(data)


@pytest.mark.parametrize("tier", ["ns", "landlock"])
def test_broken_tables_break_nothing_but_their_job(
    tier: str, tmp_path: Path, tally: Callable[[str], Tally]
) -> None:
    chance = random.Random(code())
    shapes = [parquet_of(select, tmp_path) for select in _SHAPES]
    require(tier)
    sandbox, ends = Sandbox(tier, jobs=2), tally(f"broken tables, {tier}")
    sandbox.run("1")
    before = psutil.Process().memory_info().rss
    for at in range(_TABLES):
        table = broken(chance.choice(shapes), chance)
        if at % 3:
            query = {"sql": "SELECT *, count(*) OVER () FROM t", "max_rows": 20}
            done = asyncio.run(sandbox.run_program("run_query", {"t": table}, query, timeout=20))
        else:
            done = sandbox.run("print(df.describe(include='all'))", {"t": table}, timeout=20)
        ends.count(done.status)
        assert done.status != "refused", done
        assert said_well(done), done
    assert sandbox.run("print('well')").stdout == "well\n"
    sandbox.close()
    assert psutil.Process().memory_info().rss - before < _GROWTH_MB << 20


def said_well(done: SandboxResult) -> bool:
    """Whether a failure has words, of which kind ever."""
    return done.status == "ok" or bool(done.stderr or done.fault or done.reason)


@pytest.mark.parametrize("tier", ["ns", "landlock"])
def test_a_guest_that_sends_nonsense_ends_alone(tier: str, tally: Callable[[str], Tally]) -> None:
    chance = random.Random(code())
    require(tier)
    sandbox, ends = Sandbox(tier, jobs=2), tally(f"guests that send nonsense, {tier}")
    for _ in range(_GUESTS):
        sent = nonsense(chance)
        done = sandbox.run(f"import os\nos.write(3, {sent!r})\nprint('after')", timeout=10)
        ends.count(done.status)
        assert done.status in ("ok", "error", "killed"), done
        assert all(each.data.startswith(b"\x89PNG") for each in done.artifacts)
    assert sandbox.run("print('well')").stdout == "well\n"
    sandbox.close()


def nonsense(chance: random.Random) -> bytes:
    """Make messages that are nearly right, and some that are not."""
    parts: list[bytes] = []
    for _ in range(chance.randint(1, 6)):
        body = chance.randbytes(chance.randrange(60))
        kind = chance.choice((ARTIFACT, PROGRESS, END, b"\x00", b"a", b"\xff"))
        parts.append(
            chance.choice(
                (
                    frame(kind, body),
                    kind + struct.pack(">I", chance.getrandbits(32)) + body,
                    artifact_frame(chance.choice(("x.png", "a" * 99, "é", "../x")), body),
                    frame(PROGRESS, chance.choice((b"[0.5, 1]", b"[2, []]", b"[true, null]"))),
                    frame(END, b'{"status": "ok", "stdout": 1}'),
                    body,
                )
            )
        )
    return b"".join(parts)[: chance.randrange(1, 600)] or b"x"


def test_readers_of_both_ends_refuse_in_one_way(tally: Callable[[str], Tally]) -> None:
    """Whatever is sent to a supervisor or a server: a frame is taken, or the wire is broken."""
    chance = random.Random(code())
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    ends = tally("streams to both ends")
    with ours, theirs:
        for at in range(_STREAMS):
            answer = JobAnswer(SandboxJob("program", "x", b"", {}, 1, 1))
            report = JobReport(theirs, room=1_000, pictures_only=at % 2 == 0)
            for reader in (
                FrameReader(answer.take, supervisor_limits(1_000)),
                FrameReader(report.take, guest_limits(1_000)),
            ):
                sent = nonsense(chance)
                middle = chance.randrange(len(sent))
                try:
                    reader.feed(sent[:middle])
                    reader.feed(sent[middle:])
                    ends.count("taken")
                except BrokenWire:
                    ends.count("broken")
            try:
                ours.recv(1 << 16)
            except BlockingIOError:
                continue
    assert min(ends.counts["taken"], ends.counts["broken"]) > 1_000
