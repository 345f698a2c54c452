"""A sandbox in which files are read as uploads are."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from agent.data.reading import read_file
from tests.support.reading import ReadTables, SeenTable
from tools.sandbox import Sandbox


@pytest.fixture(scope="session")
def sandbox() -> Generator[Sandbox]:
    made = Sandbox()
    yield made
    made.close()


@pytest.fixture
def read(sandbox: Sandbox) -> ReadTables:
    async def reading(name: str, data: bytes | str) -> list[SeenTable]:
        content = data.encode() if isinstance(data, str) else data
        return [SeenTable(each) for each in await read_file(sandbox, name, content, memory_mb=2048)]

    return reading
