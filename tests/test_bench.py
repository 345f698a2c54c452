"""The bench itself: two turns of each kind, so that it cannot rot unnoticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.measure import Plan, measure
from bench.report import KEPT, write
from bench.tables import TablePlan

pytestmark = pytest.mark.anyio

TINY = Plan(
    rounds=1,
    turns={1: 2, 2: 2},
    warm_up=2,
    counted=2,
    idle_seconds=0.2,
    judged=3,
    tables=TablePlan(times=1, rows=1_000, sent=1_000),
)


async def test_every_server_answers_and_the_page_says_what_it_cost(tmp_path: Path) -> None:
    page = tmp_path / "benchmarks.md"
    page.write_text(f"old figures\n\n{KEPT}\n\nWritten by hand.\n")
    results = await measure(TINY)
    text = write(results, TINY, page)
    assert set(results.samples) == {
        (name, at_once, messages)
        for name in ("raw", "adk", "batuta")
        for at_once in TINY.turns
        for messages in (2, 100)
    }
    assert all(len(s.first_ms) == 2 for samples in results.samples.values() for s in samples)
    assert set(results.round_trips) == {(n, m) for n in ("adk", "batuta") for m in (2, 100)}
    assert [cost.characters for cost in results.judging] == [20, 60, 300, 2_000, 32_768]
    assert all(0 < cost.median <= cost.p95 for cost in results.judging)
    assert "| 32,768 |" in text
    assert [figure.plain_is for figure in results.tables][-2:] == ["pandas", "DuckDB"]
    assert all(figure.ours > 0 < figure.plain for figure in results.tables)
    assert "dashboard with 12 widgets" in text
    assert "CPU / ADK" in text
    assert "Written by hand." in text
    assert "old figures" not in text
