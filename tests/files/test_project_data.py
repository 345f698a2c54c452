"""What lies in a project's folder `data/` is known to everybody whom it serves."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from agent.data.project_data import DataReader, check_project_data
from tests.support.chatting import Chat
from tests.support.uploads import new_session
from tests.support.workers import PROJECT
from tools.sandbox import Sandbox

pytestmark = pytest.mark.anyio
DATA = Path(__file__).parents[1] / "data" / "analysis"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project") / "project"
    shutil.copytree(PROJECT, folder)
    (folder / "data").mkdir()
    shutil.copy(DATA / "defeitos.csv", folder / "data")
    (folder / "data" / "broken.csv").write_text("a,b\n1,2\n3,4,5\n6,7\n")
    (folder / "data" / "notes.md").write_text("no table")
    return folder


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str], project: Path) -> dict[str, str]:
    return worker_env | {"BATUTA_PROJECT": str(project), "BATUTA_DEV": "true"}


async def names(chat: Chat, where: str, wanted: int) -> list[str]:
    async with asyncio.timeout(60):
        while True:
            found = (await chat.get(f"/sessions/{where}/files")).json()["datasets"]
            if len(found) >= wanted:
                return [each["name"] for each in found]


async def test_validate_names_the_files_that_cannot_be_read(
    sandbox: Sandbox, project: Path
) -> None:
    (project / "data" / "broken.csv").write_text("a,b\n1,2\n3,4,5\n6,7\n")
    found = await check_project_data(DataReader(sandbox, 2048, 1 << 20), project)
    assert [(f.level, f.place) for f in found] == [("error", "data/broken.csv")]
    assert "row 3 has 3 cells" in found[0].message


async def test_data_of_a_project_is_read_at_the_start_and_again_where_it_changes(
    chat: Chat, project: Path
) -> None:
    where = await new_session(chat)
    assert await names(chat, where, 1) == ["defeitos.csv"]
    (one,) = (await chat.get(f"/sessions/{where}/files")).json()["datasets"]
    assert (one["scope"], one["rows"]) == ("project", 200)
    gone = await chat.http.delete(f"{chat.url}/files/{one['id']}", headers=chat.auth)
    assert gone.status_code == 404  # nobody's to delete
    (project / "data" / "broken.csv").write_text("a,b\n1,2\n")
    assert sorted(await names(chat, where, 2)) == ["broken.csv", "defeitos.csv"]
