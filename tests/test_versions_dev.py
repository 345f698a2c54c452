"""Development: files are served as they are edited; starts that must be refused are."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path

import asyncpg
import orjson
import pytest

from agent.serving.project_settings import manifest_of, policy_of
from server.settings import Settings
from server.wiring import model_config
from store import editions, retention
from tests.support.chatting import Chat, Json, text_of
from tests.support.publishing import Shop, booking, comes
from tests.support.workers import Worker
from workflows.machine.cursor import Cursor

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str], shop: Shop) -> dict[str, str]:
    return worker_env | {"BATUTA_PROJECT": str(shop.folder), "BATUTA_DEV": "1"}


@pytest.fixture(scope="module")
async def owner(worker: Worker, person: Callable[..., Awaitable[str]]) -> AsyncGenerator[Chat]:
    async with Chat(worker.url, await person("owner")) as chat:
        yield chat


async def listed(owner: Chat) -> Json:
    return (await owner.get("/workflows")).json()


async def until_served(owner: Chat, version: int, name: str = "booking") -> None:
    """Wait until an edit is in service."""

    async def arrived() -> bool:
        found = {w["name"]: w["version"] for w in (await listed(owner))["workflows"]}
        return found.get(name) == version

    await comes(arrived, f"version {version} of {name}")


async def flaws(owner: Chat) -> list[str]:
    """Return every mistake that is told."""
    now = await listed(owner)
    return [*now["flaws"], *(f for w in now["workflows"] for f in w["flaws"])]


async def until_flawed(owner: Chat, least: int) -> list[str]:
    """Wait until so many mistakes are told; 0: none any more."""

    async def told() -> bool:
        found = await flaws(owner)
        return len(found) >= least if least else not found

    await comes(told, f"{least} mistakes")
    return await flaws(owner)


async def until_detail(owner: Chat, **wanted: str) -> Json:
    """Wait until what is served of the booking says so."""

    async def so() -> bool:
        detail = (await owner.get("/workflows/booking")).json()
        return all(detail[key] == value for key, value in wanted.items())

    await comes(so, str(wanted))
    return (await owner.get("/workflows/booking")).json()


async def test_an_edit_is_served_at_once_and_breaks_no_conversation(
    shop: Shop, worker: Worker, owner: Chat, chat: Chat, person: Callable[..., Awaitable[str]]
) -> None:
    """Without a new number, even: what is under way ends as it began, what begins is new."""
    await chat.say("hello", workflow="booking")
    shop.write("booking", booking(1, "edited", first="person"))
    await until_detail(owner, start="person")
    await chat.say("Ana")
    shop.write("booking", booking(2))
    await until_served(owner, 2)
    assert text_of(await chat.say("3")) == "version 1: 3 for Ana."
    async with Chat(worker.url, await person()) as other:
        await other.say("hello", workflow="booking")
        await other.say("Ana")
        assert text_of(await other.say("3")) == "version 2: 3 for Ana."


async def test_a_broken_edit_leaves_the_last_good_one_and_says_where_it_is_broken(
    shop: Shop, worker: Worker, owner: Chat, chat: Chat
) -> None:
    await chat.say("hello", workflow="booking")
    before = len(worker.log.read_text())
    shop.write("booking", booking(3).replace("go: done", "go: dune"))
    told = await until_flawed(owner, 1)
    assert told[0].startswith("booking.yaml:11:")
    assert "did you mean 'done'" in told[0]
    assert (await owner.get("/readyz")).json() == {"status": "ready", "workflow_flaws": 1}
    logged = worker.log.read_text()[before:]
    assert "booking.yaml:11:" in logged
    assert "edited workflows are served" not in logged, "nothing changed in service"
    await chat.say("Ana")
    assert text_of(await chat.say("3")) == "version 2: 3 for Ana."
    again = await chat.say("hello", workflow="booking")
    assert text_of(again) == "What is your name?"
    assert "flaws" not in str((await chat.get("/workflows")).json().get("mode"))
    assert all(w["flaws"] == [] for w in (await chat.get("/workflows")).json()["workflows"])
    shop.write("booking", booking(3))
    assert await until_flawed(owner, 0) == []
    await until_served(owner, 3)
    assert (await owner.get("/readyz")).json() == {"status": "ready"}


async def test_other_files_are_served_while_one_is_broken(
    shop: Shop, worker: Worker, owner: Chat
) -> None:
    shop.write("booking", "workflow: booking\n  version: : 9\n")
    await until_flawed(owner, 1)
    shop.write("ordering", booking(7).replace("workflow: booking", "workflow: ordering"))
    await until_served(owner, 7, "ordering")
    await until_served(owner, 3)
    (shop.folder / "batuta.yaml").write_text("name: shop\nlanguage: en\n", "utf-8")
    told = await until_flawed(owner, 2)
    assert "batuta.yaml:2:1: unknown key 'language'; did you mean 'languages'?" in told
    (shop.folder / "batuta.yaml").write_text("name: shop\nlanguages: [en]\n", "utf-8")
    shop.write("booking", booking(3))
    await until_flawed(owner, 0)


async def test_a_prompt_in_a_file_is_followed_too(shop: Shop, worker: Worker, owner: Chat) -> None:
    (shop.folder / "prompts").mkdir()
    prompt = shop.folder / "prompts" / "host.md"
    prompt.write_text("Be kind.", "utf-8")
    text = booking(4).replace("{ask: guest,", "{agent: host, fill: [guest],")
    shop.write("booking", text + "agents: {host: {prompt: prompts/host.md}}\n")
    await until_served(owner, 4)
    before = (await owner.get("/workflows/booking")).json()
    assert before["prompts"] == {"prompts/host.md": "Be kind."}
    prompt.write_text("Be brief.", "utf-8")

    async def followed() -> bool:
        after = (await owner.get("/workflows/booking")).json()
        return after["prompts"] == {"prompts/host.md": "Be brief."}

    await comes(followed, "the prompt's edit")
    assert (await owner.get("/workflows/booking")).json()["hash"] != before["hash"]


async def test_a_file_that_is_taken_away_is_not_served_and_leaves_its_people_well(
    shop: Shop, worker: Worker, owner: Chat, chat: Chat
) -> None:
    await chat.say("hello", workflow="ordering")
    (shop.folder / "workflows" / "ordering.yaml").unlink()

    async def gone() -> bool:
        return "ordering" not in str(await listed(owner))

    await comes(gone, "the end of the ordering")
    assert (await chat.say("hello again"))[-1]["status"] == "finished"


async def test_nothing_is_published_from_a_server_that_serves_files(
    worker: Worker, owner: Chat
) -> None:
    answer = await owner.post("/workflows/booking/versions", {"yaml": booking(50)})
    assert answer.status_code == 422
    assert "edit them, or start it without --dev" in answer.json()["detail"]
    assert (await owner.post("/workflows/booking/revert")).status_code == 422
    assert (await listed(owner))["mode"] == "development"


async def test_contents_are_kept_as_long_as_somebody_needs_them(
    pool: asyncpg.Pool, worker: Worker, chat: Chat
) -> None:
    """A conversation, a published version, a server that serves it."""
    await chat.say("hello", workflow="booking")
    stored = orjson.loads(
        await pool.fetchval("select cursor from batuta.sessions where id = $1::uuid", chat.session)
    )
    held = Cursor.read(stored).frames[-1].hash
    assert held
    kept = editions.EditionContent("a" * 64, "gone", 1, "x")
    await editions.keep(pool, [kept])
    await pool.execute("update batuta.workflow_contents set stored_at = now() - interval '40 days'")
    counted = await retention.preview(pool, Settings.load({}))
    assert counted["contents"] >= 1
    await retention.apply(pool, Settings.load({}))
    left = {c.hash for c in await editions.contents(pool, [kept.hash, held])}
    assert left == {held}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (booking(1).replace("go: done", "go: dune"), r"booking.yaml:11:"),
        (booking(1).replace("end: completed}\n", "end: cancelled}\n", 1), "the test 'a table is"),
        (booking(1).replace("{ask: guest,", "{tool: gone,"), "there is no tool 'gone'"),
    ],
)
async def test_a_start_with_a_mistake_is_refused_with_its_place(
    tmp_path: Path, dsn: str, text: str, told: str
) -> None:
    """Also with a test that fails, where it would be published by the start."""
    shop = Shop.make(tmp_path / "shop", dsn)
    shop.write("booking", text)
    code, _, err = await shop.command("serve", str(shop.folder), "--port", "0")
    assert code == 1
    assert told in err
    assert "Traceback" not in err


async def test_a_mistake_in_the_projects_own_file_stops_the_start(tmp_path: Path, dsn: str) -> None:
    shop = Shop.make(tmp_path / "shop", dsn)
    for text, told in (
        ("name: shop\nmodels: {fast: nobody/x}\n", "no provider 'nobody'"),
        ("name: shop\nmodels: {quick: local}\n", "batuta.yaml:2:"),
        ("name: shop\npolicies: {stric: true}\n", "batuta.yaml: policies: stric"),
    ):
        (shop.folder / "batuta.yaml").write_text(text, "utf-8")
        code, _, err = await shop.command("serve", str(shop.folder), "--port", "0")
        assert (code, told in err) == (1, True), err


def test_a_project_names_its_models_and_policies_and_the_servers_settings_go_first(
    tmp_path: Path,
) -> None:
    (tmp_path / "batuta.yaml").write_text(
        "name: shop\nmodels: {fast: gemini/a, smart: anthropic/b}\npolicies: {off: [size]}\n"
    )
    settings = Settings.load({}, project=tmp_path, model_smart="anthropic/c")
    assert manifest_of(tmp_path).name == "shop"
    config = model_config(settings)
    assert (config.fast, config.smart) == ("gemini/a", "anthropic/c")
    assert policy_of(tmp_path).off == {"size"}
    everywhere = Settings.load({}, project=tmp_path, model="local")
    assert model_config(everywhere).fast is None
