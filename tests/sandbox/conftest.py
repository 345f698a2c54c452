"""A sandbox of each tier, and tables to work on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.sandbox_tiers import require
from tests.support.tables import MakeTable, parquet_of
from tools.sandbox import Sandbox


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if sys.platform != "linux":
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason="the sandbox is made of parts of Linux"))


@pytest.fixture(scope="session", params=["ns", "landlock"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    require(request.param)
    made = Sandbox(request.param, jobs=2)
    yield made
    made.close()


@pytest.fixture
def table(tmp_path: Path) -> MakeTable:
    """Make a table of a SELECT, as Parquet."""
    return lambda select: parquet_of(select, tmp_path)
