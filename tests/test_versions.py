"""Published workflows on real workers: who is served what, and what survives a change."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from uuid import UUID

import asyncpg
import orjson
import pytest

from agent.serving import sandboxed_check
from agent.serving.repertoire import takes_part
from agent.serving.workflow_check import CheckRequest
from contracts.errors import InvalidRequest
from store import editions
from tests.support.chance import an_id, code
from tests.support.chatting import Chat, Json, only, text_of
from tests.support.model_server import ModelServer, reply
from tests.support.publishing import Shop, booking, comes, hop, trip
from tests.support.workers import PROJECT, Worker, lines, until
from workflows.file.load import load_catalog
from workflows.file.words import in_language

pytestmark = pytest.mark.anyio

Launch = Callable[..., Awaitable[Worker]]
Make = Callable[..., Awaitable[str]]
Begin = Callable[..., Awaitable[Chat]]


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str], shop: Shop) -> dict[str, str]:
    return worker_env | {"BATUTA_PROJECT": str(shop.folder)}


@pytest.fixture(scope="module")
async def second(launch: Launch, worker: Worker) -> Worker:
    """A worker that has no workflows of its own, only the project's name and tools."""
    return await launch(BATUTA_PROJECT=str(_tools_alone(Path(worker.log).parent)))


def _tools_alone(folder: Path) -> Path:
    alone = folder / "tools-alone"
    if not alone.exists():
        alone.mkdir()
        (alone / "tools").symlink_to(PROJECT / "tools")
        (alone / "batuta.yaml").write_text("name: shop\nlanguages: [en]\n")  # whose it serves
    return alone


@pytest.fixture(scope="module")
async def owner(worker: Worker, person: Make) -> AsyncGenerator[Chat]:
    """Somebody who may publish."""
    async with Chat(worker.url, await person("owner")) as chat:
        yield chat


@pytest.fixture
async def begin(person: Make) -> AsyncGenerator[Begin]:
    """Begin a conversation of a new person and leave it in the middle."""
    async with AsyncExitStack() as opened:

        async def begun(url: str, name: str = "booking") -> Chat:
            chat = await opened.enter_async_context(Chat(url, await person()))
            await chat.say("hello", workflow=name)
            return chat

        yield begun


async def served(chat: Chat, url: str, name: str) -> int | None:
    """Ask a worker which version it serves."""
    answer = await chat.http.get(f"{url}/workflows", headers=chat.auth)
    found = {w["name"]: w for w in answer.json()["workflows"]}
    return found[name]["version"] if name in found else None


async def everywhere(chat: Chat, workers: list[Worker], name: str, version: int) -> None:
    """Wait until every worker serves a version."""
    for worker in workers:

        async def arrived(url: str = worker.url) -> bool:
            return await served(chat, url, name) == version

        await comes(arrived, f"version {version} of {name} at {worker.url}")


async def test_the_first_start_publishes_what_is_there_and_others_serve_it(
    shop: Shop, worker: Worker, second: Worker, owner: Chat, begin: Begin
) -> None:
    """No ceremony; and no worker but the first needs the files."""
    rows = await shop.versions("booking")
    assert rows[1]["state"] == "served"
    assert rows[1]["by"] == "the first start"
    assert await served(owner, worker.url, "booking") == 1
    await everywhere(owner, [second], "booking", 1)
    chat = await begin(second.url)
    await chat.say("Ana")
    assert text_of(await chat.say("3")) == "version 1: 3 for Ana."


async def test_a_publication_reaches_all_workers_and_no_conversation_under_way(
    shop: Shop, worker: Worker, second: Worker, owner: Chat, begin: Begin
) -> None:
    """What began with a version ends with it, on any worker; what begins takes the new one."""
    old = await begin(worker.url)
    shop.write("booking", booking(2))
    assert "booking: version 2 is served" in await shop.publish()
    await everywhere(owner, [worker, second], "booking", 2)
    new = await begin(second.url)
    for chat, version in ((old, 1), (new, 2)):
        chat.url = second.url
        await chat.say("Ana")
        chat.url = worker.url
        assert text_of(await chat.say("3")) == f"version {version}: 3 for Ana."
    again = await old.say("hello", workflow="booking")
    assert only(again, "state")["version"] == 2


async def test_a_published_number_keeps_its_content(
    shop: Shop, worker: Worker, owner: Chat
) -> None:
    """Other content under the same number is refused, with the number to take instead."""
    latest = max(await shop.versions("booking"))
    text = booking(latest, "something else")
    shop.write("booking", text)
    code, _, told = await shop.command("publish", str(shop.folder))
    assert code == 1
    assert f"raise its `version` to {latest + 1}" in told
    answer = await owner.post("/workflows/booking/versions", {"yaml": text})
    assert answer.status_code == 422
    assert f"raise its `version` to {latest + 1}" in answer.json()["detail"]
    shop.write("booking", "# only a remark\n" + booking(latest))
    assert "served already" in await shop.publish("--workflow", "booking")


async def test_going_back_is_one_command_and_conversations_keep_theirs(
    shop: Shop, worker: Worker, second: Worker, owner: Chat, begin: Begin
) -> None:
    ahead = await begin(worker.url)
    code, out, err = await shop.command("revert", "booking")
    assert (code, out) == (0, "booking: version 1 is served from now on\n"), err
    await everywhere(owner, [worker, second], "booking", 1)
    back = await begin(second.url)
    for chat, version in ((ahead, 2), (back, 1)):
        await chat.say("Ana")
        assert text_of(await chat.say("3")) == f"version {version}: 3 for Ana."
    told = await shop.publish()
    assert "booking: version 2 is published, but 1 is served" in told
    code, out, _ = await shop.command("revert", "booking", "--to", "2", "--json")
    assert (code, orjson.loads(out)[0]["served"]) == (0, 2)
    await everywhere(owner, [worker, second], "booking", 2)
    code, _, err = await shop.command("revert", "booking", "--to", "7")
    assert code == 1
    assert "no version 7 (published: 2, 1)" in err


async def test_an_upgrade_takes_conversations_along_with_what_they_know(
    shop: Shop, worker: Worker, second: Worker, owner: Chat, begin: Begin
) -> None:
    """Where the new version says so, the next message finds itself in the state it maps to."""
    early, late = await begin(worker.url), await begin(worker.url)
    await late.say("Ana")
    new = booking(3, first="person", upgrade="{from: 2, map: {who: person}}")
    shop.write("booking", new)
    await shop.publish("--note", "asks more kindly")
    await everywhere(owner, [worker, second], "booking", 3)
    asked = await early.say("Bia")
    assert only(asked, "done")["next"] == "many"
    assert text_of(await early.say("4")) == "version 3: 4 for Bia."
    late.url = second.url
    assert text_of(await late.say("3")) == "version 3: 3 for Ana."
    assert (await shop.versions("booking"))[3]["note"] == "asks more kindly"


async def test_an_interrupted_conversation_comes_back_as_it_was(
    shop: Shop, worker: Worker, owner: Chat, begin: Begin, models: ModelServer
) -> None:
    """What waits on the stack keeps its version too."""
    tag = code()
    chat = await begin(worker.url)
    models.script(reply("It is noon.", match=tag))
    shop.write("booking", booking(4))
    await shop.publish()
    await everywhere(owner, [worker], "booking", 4)
    aside = await chat.say(f"what is the time {tag}", workflow="root")
    assert text_of(aside).endswith("What is your name?")
    await chat.say("Ana")
    assert text_of(await chat.say("3")) == "version 3: 3 for Ana."


async def test_a_worker_killed_between_states_is_followed_by_one_with_the_same_version(
    shop: Shop, launch: Launch, worker: Worker, owner: Chat, begin: Begin, probe_folder: Path
) -> None:
    """Although a newer version is served by the time the other takes over."""
    doomed = await launch()
    place = f"held{code()}"
    chat = await begin(doomed.url, "trip")
    turn = await chat.begin(place)
    await until(lambda: len(lines(probe_folder / f"book-{place}")) == 1, "the first booking")
    shop.write("trip", trip(2))
    await shop.publish("--workflow", "trip")
    await everywhere(owner, [worker], "trip", 2)
    doomed.kill()
    await until(lambda: len(lines(probe_folder / f"book-{place}")) == 2, "the second booking")
    (probe_folder / f"open-{place}").touch()
    events = await chat.follow_stubbornly(turn, [worker.url])
    assert text_of(events).endswith(f"version 1 went to {place}.")


async def test_a_turn_that_begins_a_workflow_is_taken_over_with_the_version_it_began(
    shop: Shop, launch: Launch, worker: Worker, owner: Chat, person: Make, probe_folder: Path
) -> None:
    """The choice itself is kept, not only what a conversation stood in before."""
    version = max(await shop.versions("trip"))
    shop.write("trip", hop(version + 1))
    await shop.publish("--workflow", "trip")
    await everywhere(owner, [worker], "trip", version + 1)
    doomed = await launch()
    place = f"held{code()}"
    async with Chat(doomed.url, await person()) as chat:
        me = UUID((await chat.get("/me")).json()["id"])
        await _profile(owner, shop, me, place)
        turn = await chat.begin("hello", workflow="trip")
        await until(lambda: len(lines(probe_folder / f"book-{place}")) == 1, "the first booking")
        shop.write("trip", hop(version + 2))
        await shop.publish("--workflow", "trip")
        await everywhere(owner, [worker], "trip", version + 2)
        doomed.kill()
        await until(lambda: len(lines(probe_folder / f"book-{place}")) == 2, "the second booking")
        (probe_folder / f"open-{place}").touch()
        events = await chat.follow_stubbornly(turn, [worker.url])
        assert text_of(events) == f"version {version + 1} hopped."


async def _profile(owner: Chat, shop: Shop, user: UUID, place: str) -> None:
    link = await asyncpg.connect(shop.dsn)
    try:
        await link.execute(
            "insert into batuta.profiles (user_id, org_id, data)"
            " select id, org_id, $2::text::jsonb from batuta.users where id = $1",
            user,
            orjson.dumps({"place": place}).decode(),
        )
    finally:
        await link.close()


async def test_a_trial_serves_some_people_and_always_the_same(
    shop: Shop, worker: Worker, second: Worker, owner: Chat, person: Make
) -> None:
    """Started, widened, ended, started again, promoted; each person sees one version meanwhile."""
    now = max(await shop.versions("booking"))
    text = booking(now + 1)
    answer = await owner.post("/workflows/booking/versions", {"yaml": text, "percent": 50})
    assert answer.status_code == 201, answer.text
    assert answer.json()["canary"] == {"version": now + 1, "percent": 50}
    detail = await _entry(owner, "booking")
    assert (detail["version"], detail["canary"]["percent"]) == (now, 50)

    async def tried() -> bool:
        return (await _entry(owner, "booking", second.url))["canary"] is not None

    await comes(tried, "the trial at the other worker")
    seen: set[int] = set()
    for _ in range(6):
        async with Chat(worker.url, await person()) as chat:
            me = UUID((await chat.get("/me")).json()["id"])
            expected = now + 1 if takes_part(me, "booking", now + 1, 50) else now
            for url in (worker.url, second.url, worker.url):
                chat.url, chat.session = url, None
                assert await served(chat, url, "booking") == expected
                begun_now = await chat.say("hello", workflow="booking")
                assert only(begun_now, "state")["version"] == expected
            seen.add(expected)
            assert (await _entry(chat, "booking"))["canary"] is None  # that is for owners
    assert seen <= {now, now + 1}
    put = await owner.http.put(
        f"{owner.url}/workflows/booking/canary", json={"percent": 80}, headers=owner.auth
    )
    assert put.json()["canary"]["percent"] == 80
    code, out, _ = await shop.command("publish", "--abort", "booking")
    assert (code, out) == (
        0,
        f"booking: the trial of version {now + 1} is over; all begin with {now}\n",
    )
    shop.write("booking", text)
    assert "tried on 5 %" in await shop.publish("--workflow", "booking", "--canary", "5")
    code, out, _ = await shop.command("publish", "--promote", "booking")
    assert (code, out) == (0, f"booking: version {now + 1} is served from now on\n")
    await everywhere(owner, [worker, second], "booking", now + 1)


async def _entry(chat: Chat, name: str, url: str | None = None) -> Json:
    answer = await chat.http.get(f"{url or chat.url}/workflows", headers=chat.auth)
    return next(w for w in answer.json()["workflows"] if w["name"] == name)


async def test_owners_read_sources_and_versions_and_states(worker: Worker, owner: Chat) -> None:
    now = max(v["version"] for v in await _versions(owner, "booking"))
    newer = await owner.post("/workflows/booking/versions", {"yaml": booking(now + 1)})
    assert newer.status_code == 201, newer.text
    detail = (await owner.get("/workflows/booking")).json()
    assert detail["yaml"].startswith("workflow: booking")
    assert [s["name"] for s in detail["states"]] == ["who", "many", "done"]
    assert detail["states"][0]["ways"] == [{"to": "many", "if": None}]
    listed = (await owner.get("/workflows/booking/versions?limit=2")).json()
    assert len(listed["versions"]) == 2
    assert listed["versions"][0]["state"] == "served"
    rest = (await owner.get(f"/workflows/booking/versions?before={listed['next']}")).json()
    assert rest["versions"][-1]["version"] == 1
    first = (await owner.get("/workflows/booking/versions/1")).json()
    assert (first["version"], "version 1:" in first["yaml"]) == (1, True)
    graph = await owner.get("/workflows/booking/graph")
    assert graph.text.startswith("stateDiagram-v2")
    root = (await owner.get("/workflows/root")).json()
    assert "assistant" in root["yaml"]
    for path in ("/workflows/bookin", "/workflows/booking/versions/99", "/workflows/none/versions"):
        assert (await owner.get(path)).status_code == 404, path
    assert "did you mean 'booking'" in (await owner.get("/workflows/bookin")).json()["detail"]


async def test_every_change_says_who_made_it_when_and_what(
    shop: Shop, worker: Worker, owner: Chat, pool: asyncpg.Pool
) -> None:
    """By the API with the person, by the command line with the system's user."""
    me = UUID((await owner.get("/me")).json()["id"])
    before = await pool.fetchval("select coalesce(max(id), 0) from batuta.audit")
    now = max(await shop.versions("booking"))
    body = {"yaml": booking(now + 1), "note": "shorter"}
    assert (await owner.post("/workflows/booking/versions", body)).status_code == 201
    assert (await owner.post("/workflows/booking/revert")).status_code == 200
    await shop.command("revert", "booking", "--to", str(now + 1))
    rows = await pool.fetch(
        "select actor, action, detail, at from batuta.audit where id > $1 order by id", before
    )
    told = [(r["actor"], r["action"], orjson.loads(r["detail"])) for r in rows]
    assert [(a, b) for a, b, _ in told] == [
        (me, "workflow.published"),
        (me, "workflow.reverted"),
        (None, "workflow.reverted"),
    ]
    assert told[0][2] == {
        "project": "shop", "workflow": "booking", "version": now + 1, "served": now + 1,
        "before": now,
        "note": "shorter", "via": "api",
    }  # fmt: skip
    assert told[2][2]["via"] == "command"
    assert told[2][2]["system_user"]
    versions = (await owner.get("/workflows/booking/versions")).json()["versions"]
    assert versions[0]["by"] == (await owner.get("/me")).json()["email"]
    elsewhere = await editions.versions(pool, "shop", "booking", org=an_id())
    assert {version.by for version in elsewhere} == {None}


OWN = """\
workflow: {name}
version: {version}
title: {{en: Our own {version}, pt: Nosso {version}}}
agents: {{helper: {{prompt: "You help."}}}}
start: talk
states: {{talk: {{agent: helper}}}}
"""


@pytest.mark.parametrize("name", ["root", "onboarding"])
async def test_what_a_project_replaced_goes_back_to_what_comes_with_the_release(
    shop: Shop, worker: Worker, second: Worker, launch: Launch, owner: Chat, name: str
) -> None:
    """By the command and the API, on all workers; no start publishes it again, `publish` does."""

    async def everywhere_titled(title: str, *more: Worker) -> None:
        for each in (worker, second, *more):

            async def arrived(url: str = each.url) -> bool:
                found = await owner.http.get(f"{url}/workflows/{name}", headers=owner.auth)
                return found.is_success and title in found.json()["title"]["en"]

            await comes(arrived, f"{title} at {each.url}")

    for version in (1, 2):
        shop.write(name, OWN.format(name=name, version=version))
        await shop.publish("--workflow", name)
        await everywhere_titled(f"Our own {version}")
    path = f"/workflows/{name}/revert"
    assert (await owner.post(path)).json()["served"] == 1
    back = await owner.post(path)
    assert back.json() == {
        "done": "reverted", "workflow": name, "version": None, "served": None, "canary": None
    }, back.text  # fmt: skip
    ours = in_language(load_catalog()[name].title, "en")
    await everywhere_titled(ours)
    again = await owner.post(path)
    assert (again.status_code, "name the version" in again.json()["detail"]) == (422, True)
    fresh = await launch()  # it has the file, and finds that it was published before
    await everywhere_titled(ours, fresh)
    assert "a file is not what is served" in fresh.log.read_text()
    assert [v["state"] for v in await _versions(owner, name)] == ["published"] * 2
    listed = (await shop.command("versions", name))[1]
    assert ("built in" in listed, "served" in listed) == (True, False)
    tried = await owner.http.put(
        f"{owner.url}/workflows/{name}/canary", json={"percent": 5}, headers=owner.auth
    )
    assert (tried.status_code, "comes with batuta" in tried.text) == (422, True)
    code_, out, err = await shop.command("revert", name, "--to", "2")
    assert (code_, out) == (0, f"{name}: version 2 is served from now on\n"), err
    await everywhere_titled("Our own 2", fresh)
    code_, out, err = await shop.command("revert", name, "--to", "built-in")
    assert (code_, out) == (0, f"{name}: what comes with batuta is served from now on\n"), err
    await everywhere_titled(ours, fresh)
    assert f"{name}: version 2 is served" in await shop.publish("--workflow", name)
    await everywhere_titled("Our own 2", fresh)
    assert (await owner.post(path, {"to": "built-in"})).json()["served"] is None
    (shop.folder / "workflows" / f"{name}.yaml").unlink()
    fresh.end()


async def test_a_withdrawn_workflow_is_served_to_nobody_until_it_is_put_back(
    shop: Shop, worker: Worker, second: Worker, launch: Launch, owner: Chat, begin: Begin
) -> None:
    """By the command and the API, on all workers; who is in it is told, and no start undoes it."""
    now = max(await shop.versions("booking"))

    async def gone(*where: Worker) -> None:
        for each in where:

            async def left(url: str = each.url) -> bool:
                found = await owner.http.get(f"{url}/workflows/booking", headers=owner.auth)
                return found.status_code == 404

            await comes(left, f"booking has gone at {each.url}")

    chat = await begin(second.url)
    code_, out, err = await shop.command("withdraw", "booking")
    assert (code_, "nobody is served it any more" in out) == (0, True), err
    await gone(worker, second)
    told = text_of(await chat.say("Ana"))
    assert told.startswith("What we were doing is not offered any more.")
    assert (await shop.versions("booking"))[now]["state"] == "withdrawn"
    fresh = await launch()  # it has the file, and publishes nothing that was withdrawn
    await gone(fresh)
    fresh.end()
    code_, _, err = await shop.command("withdraw", "booking")
    assert (code_, "withdrawn already" in err) == (1, True)
    back = await owner.post("/workflows/booking/revert")
    assert back.json()["served"] == now, back.text
    await everywhere(owner, [worker, second], "booking", now)
    assert (await owner.post("/workflows/booking/withdraw")).json()["done"] == "withdrawn"
    await gone(worker, second)
    shop.write("booking", booking(now + 1))
    assert f"version {now + 1} is served" in await shop.publish("--workflow", "booking")
    await everywhere(owner, [worker, second], "booking", now + 1)
    refused = await owner.post("/workflows/root/withdraw")
    assert (refused.status_code, "cannot be withdrawn" in refused.json()["detail"]) == (422, True)


async def test_projects_of_one_database_do_not_mix(
    shop: Shop, worker: Worker, owner: Chat, tmp_path: Path
) -> None:
    """The same names and numbers in another project are its own, and so is going back."""
    now = max(await shop.versions("booking"))
    other = Shop.make(tmp_path / "other", shop.dsn)
    (other.folder / "batuta.yaml").write_text("name: other\nlanguages: [en]\n", "utf-8")
    other.write("booking", booking(1, "elsewhere"))
    assert "booking: version 1 is served" in await other.publish("--workflow", "booking")
    assert await served(owner, worker.url, "booking") == now
    listed = (await shop.command("versions", "booking", "--json"))[1]
    states = {(row["project"], row["version"]): row["state"] for row in json.loads(listed)}
    assert states["other", 1] == "served"
    assert states["shop", now] == "served"
    _, _, err = await shop.command("revert", "booking")
    assert "several projects have 'booking' ('other', 'shop'); add --project NAME" in err
    code_, _, err = await shop.command("withdraw", "booking", "--project", "other")
    assert code_ == 0, err
    assert await served(owner, worker.url, "booking") == now
    told = (await shop.command("doctor", str(other.folder)))[1]
    assert "other (this one): 0 workflows; shop: " in told


async def test_a_project_s_own_workflow_has_nothing_built_in_to_go_back_to(
    shop: Shop, owner: Chat
) -> None:
    answer = await owner.post("/workflows/booking/revert", {"to": "built-in"})
    assert (answer.status_code, "the project's own" in answer.json()["detail"]) == (422, True)
    assert (await owner.post("/workflows/booking/revert", {"to": "builtin"})).status_code == 422
    code_, _, err = await shop.command("revert", "booking", "--to", "first")
    assert (code_, "no version's number" in err) == (2, True)


async def test_a_version_whose_tools_are_gone_is_not_served_again(
    worker: Worker, owner: Chat, pool: asyncpg.Pool
) -> None:
    """Neither by the way back, nor where another release has published it meanwhile."""
    now = max(v["version"] for v in await _versions(owner, "trip"))
    content = editions.EditionContent(
        "f" * 64, "trip", now + 1, trip(now + 1).replace("book", "gone")
    )
    async with editions.changing(pool) as db:
        await editions.keep(db, [content])
        await editions.add(db, "shop", content, "command")
    refused = await owner.post("/workflows/trip/revert", {"to": now + 1})
    assert refused.status_code == 422
    assert "uses tool 'gone'" in refused.json()["detail"]
    await editions.serve(pool, "shop", "trip", now + 1)

    async def told() -> bool:
        return bool((await _entry(owner, "trip"))["flaws"])

    await comes(told, "the flaw")
    entry = await _entry(owner, "trip")
    assert entry["version"] == now
    assert "uses tool 'gone'" in entry["flaws"][0]
    assert (await owner.get("/readyz")).json() == {"status": "ready", "workflow_flaws": 1}
    assert (await owner.post("/workflows/trip/revert", {"to": now})).status_code == 200
    assert (await _entry(owner, "trip"))["flaws"] == []
    newer = await owner.post("/workflows/trip/versions", {"yaml": trip(now + 2)})
    assert newer.status_code == 201, newer.text
    back = await owner.post("/workflows/trip/revert")  # the version before is the one without tools
    assert (back.status_code, "uses tool 'gone'" in back.json()["detail"]) == (422, True)
    assert (await _entry(owner, "trip"))["version"] == now + 2


async def _versions(owner: Chat, name: str) -> list[Json]:
    return (await owner.get(f"/workflows/{name}/versions")).json()["versions"]


BAD = {
    "nothing": " ",
    "no mapping": "- a\n- b\n",
    "an alias bomb": "a: &a [x, x]\nb: &b [*a, *a]\nworkflow: *b\n",
    "code": "workflow: !!python/object/apply:os.system ['true']\n",
    "great depth": "workflow: " + "[" * 5_000 + "]" * 5_000,
    "unknown keys": booking(90) + "surprise: true\n",
    "NUL": "workflow: x\0y\n",
    "an escaped NUL": booking(90, r"\0"),
    "a surrogate": "workflow: \ud800\n",
    "half a character": booking(90, r"\ud800"),
    "a number without end": booking(90).replace("max: 9", "max: 0x" + "f" * 9_000),
    "a pattern that looks ahead": booking(90).replace("type: name", 'type: text, pattern: "(?=a)"'),
    "a prompt from elsewhere": booking(90) + "agents: {a: {prompt: ../../etc/passwd.md}}\n",
    "a version out of range": booking(90).replace("version: 90", "version: 99999999999"),
    "a failing test": booking(90).replace("end: completed}\n", "end: cancelled}\n", 1),
    "an unknown tool": booking(90).replace("{ask: guest, go: many}", "{tool: nothing, go: many}"),
    "another's name": booking(90).replace("workflow: booking", "workflow: other"),
}


@pytest.mark.parametrize("what", [*BAD])
async def test_what_is_wrong_is_refused_and_changes_nothing(
    worker: Worker, owner: Chat, pool: asyncpg.Pool, what: str
) -> None:
    """Hostile or mistaken: a clear refusal, and the worker serves on."""
    counted = "select count(*) from batuta.workflow_versions"
    before = await pool.fetchval(counted)
    body = {"yaml": BAD[what]}
    refused = await owner.http.post(
        f"{owner.url}/workflows/booking/versions",
        content=_json(body),
        headers=owner.auth | {"content-type": "application/json"},
    )
    assert refused.status_code == 422, refused.text
    assert refused.json()["detail"]
    assert await pool.fetchval(counted) == before
    assert (await owner.get("/readyz")).status_code == 200


def _json(body: object) -> bytes:
    import json

    return json.dumps(body).encode()  # surrogates and all


async def test_a_text_is_judged_with_line_and_column_before_it_is_published(
    worker: Worker, owner: Chat
) -> None:
    wrong = booking(80).replace("go: done", "go: dune")
    answer = (await owner.post("/workflows/validate", {"yaml": wrong})).json()
    assert answer["ok"] is False
    finding = answer["findings"][0]
    assert (finding["line"], finding["level"]) == (11, "error")
    assert finding["column"] > 1
    assert "did you mean 'done'" in finding["message"]
    right = (await owner.post("/workflows/test", {"yaml": booking(80)})).json()
    assert right["ok"] is True
    assert right["tests"] == [
        {"name": "a table is booked", "passed": True, "line": 15, "problems": []}
    ]
    assert right["coverage"] == "states 3/3, transitions 2/2"
    prompted = booking(80).replace("{ask: guest,", "{agent: host, fill: [guest],") + (
        "agents: {host: {prompt: prompts/host.md}}\n"
    )
    missing = (await owner.post("/workflows/validate", {"yaml": prompted})).json()
    assert "prompts/host.md" in missing["findings"][0]["message"]
    body = {"yaml": prompted, "prompts": {"prompts/host.md": "Be kind."}}
    assert (await owner.post("/workflows/validate", body)).json()["ok"] is True
    huge = await owner.post("/workflows/validate", {"yaml": "x" * 300_000})
    assert huge.status_code == 422


async def test_a_text_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    request = CheckRequest(
        name="workflow.yaml", yaml=booking(81), prompts={}, world=[], tools={}, languages=None,
        tests=True,
    )  # fmt: skip
    monkeypatch.setattr(sandboxed_check, "SECONDS", 0)
    with pytest.raises(InvalidRequest, match="took longer than 0 s"):
        await sandboxed_check.check_in_sandbox(request)


async def test_a_worker_answers_while_a_text_is_judged(worker: Worker, owner: Chat) -> None:
    case = "  - {name: t%d, say: [%s], expect: {not_route: trip}}"
    said = ", ".join(['"' + "book a table " * 200 + '"'] * 12)
    slow = booking(81) + "\n".join(case % (n, said) for n in range(6)) + "\n"
    asked = asyncio.create_task(owner.post("/workflows/test", {"yaml": slow[:250_000]}))
    assert (await owner.get("/readyz")).status_code == 200
    answer = await asked
    assert answer.status_code in (200, 422)
