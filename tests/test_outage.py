"""The database's bad days: killed, stopped, frozen, read-only, full, and out of connections."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import asyncpg
import httpx
import orjson
import psutil
import psycopg
import pytest

from store import embedded
from store.embedded.account import account_for
from store.embedded.cluster import Cluster
from tests.support.chance import code
from tests.support.chatting import Chat, Json, check_whole, events_of, only, text_of, types
from tests.support.homes import fresh_home, migrated_database
from tests.support.model_server import ModelServer, call, reply
from tests.support.workers import ROOT, Worker, lines, until

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def cluster() -> Generator[Path]:
    """A cluster of this module's own, because it is broken again and again."""
    with fresh_home() as home:
        yield home


@pytest.fixture(scope="module")
def migrated(cluster: Path) -> str:
    """The migrated database of that cluster."""
    return migrated_database(cluster)


class Database:
    """The hand that pulls the plug, and puts it in again."""

    def __init__(self, home: Path) -> None:
        self.cluster = Cluster(home)
        self.home = home

    def process(self) -> psutil.Process:
        found = self.cluster.process()
        assert found
        return found

    def kill(self) -> None:
        """Kill the postmaster as the kernel would; its children notice and go."""
        victim = self.process()
        children = victim.children()
        victim.kill()
        psutil.wait_procs([victim, *children], timeout=20)

    def stop(self) -> None:
        """Stop at once, as an administrator in a hurry does."""
        victim = self.process()
        victim.send_signal(signal.SIGQUIT)
        psutil.wait_procs([victim], timeout=20)

    def start(self) -> None:
        embedded.ensure(self.home)

    def execute(self, *statements: str) -> None:
        """Do as the owner, whatever the database's mood."""
        with psycopg.connect(self.cluster.dsn("postgres"), autocommit=True) as link:
            link.execute("set default_transaction_read_only = off")
            for statement in statements:
                link.execute(statement.encode())

    @contextmanager
    def read_only(self) -> Generator[None]:
        """Refuse every write, as a standby does."""
        self.execute(
            "alter system set default_transaction_read_only = on", "select pg_reload_conf()"
        )
        self._wait_until_read_only()
        try:
            yield
        finally:
            self.execute(
                "alter system reset default_transaction_read_only", "select pg_reload_conf()"
            )

    def _wait_until_read_only(self) -> None:
        """Who is served by a process that has not heard of it yet could still write."""
        for _ in range(500):
            with psycopg.connect(self.cluster.dsn("postgres")) as link:
                told = link.execute("show default_transaction_read_only").fetchone()
            time.sleep(0.02)  # the others are told right after the one that begins new processes
            if told == ("on",):
                return
        raise AssertionError("the database never became read-only")

    @contextmanager
    def frozen(self) -> Generator[None]:
        """Stop all its processes where they are."""
        everyone = [self.process(), *self.process().children(recursive=True)]
        for process in everyone:
            process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            for process in everyone:
                process.send_signal(signal.SIGCONT)


@pytest.fixture
def database(cluster: Path) -> Database:
    return Database(cluster)


@pytest.fixture(scope="module")
async def worker(launch: Callable[..., Awaitable[Worker]]) -> Worker:
    """A worker with few connections and quick heartbeats."""
    return await launch(BATUTA_POOL_SIZE="3", BATUTA_HEARTBEAT_SECONDS="0.2")


@pytest.fixture
async def steady(worker: Worker) -> AsyncGenerator[None]:
    """Leave the worker as ready as it was found."""
    yield
    await worker.ready()


async def refused(chat: Chat, message: str) -> Json:
    """Post a message that cannot be taken now."""
    answer = await chat.post("/chat", chat.body(message))
    assert answer.status_code == 503, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    said: Json = answer.json()
    assert said["code"] == "unavailable"
    assert said["retryable"]
    return said


@pytest.mark.usefixtures("steady")
@pytest.mark.parametrize("how", ["stop", "kill"])
async def test_the_database_dies_while_text_streams(
    worker: Worker, chat: Chat, models: ModelServer, database: Database, how: str, tag: str
) -> None:
    """The stream stays open, nothing is lost or doubled, and the model is asked once."""
    models.script(reply("one ", "two ", "three ", "four", match=tag, gate=tag, after=2))
    async with chat.open(tag) as answer:
        seen: list[Json] = []
        reading = events_of(answer)
        async for event in reading:
            seen.append(event)
            if text_of(seen) == "one two ":
                break
        getattr(database, how)()
        models.open(tag)
        await models.until(lambda: models.count(tag, outcome="done") == 1)
        assert (await refused(chat, "echo now"))["detail"]
        database.start()
        seen.extend([event async for event in reading])
    check_whole(seen)
    assert text_of(seen) == "one two three four"
    assert models.count(tag) == 1
    assert only(seen, "done")["status"] == "finished"
    await worker.ready()
    assert await chat.follow(seen[0]["turn"]) == seen
    assert text_of(await chat.say("echo all well")) == "all well"


@pytest.mark.usefixtures("steady")
@pytest.mark.parametrize("how", ["stop", "kill"])
async def test_the_database_dies_while_a_tool_runs(
    worker: Worker,
    chat: Chat,
    models: ModelServer,
    probe_folder: Path,
    database: Database,
    how: str,
    tag: str,
) -> None:
    """The tool ran once and its result is not lost; the turn ends as if nothing had been."""
    name = f"held{tag}"
    models.script(call("pay", {"name": name}, match=tag), reply("paid", match=tag))
    turn = await chat.begin(tag)
    await until(lambda: lines(probe_folder / f"pay-{name}"), "the tool runs")
    getattr(database, how)()
    (probe_folder / f"open-{name}").touch()
    await until(lambda: "database does not take" in worker.log.read_text(), "the result waits")
    database.start()
    events = await chat.follow_stubbornly(turn, [worker.url])
    assert text_of(events) == "paid"
    assert types(events).count("tool_start") == types(events).count("tool_end") == 1
    assert len(lines(probe_folder / f"pay-{name}")) == 1
    assert models.count(tag) == 2


@pytest.mark.usefixtures("steady")
async def test_a_message_during_the_outage_is_refused_and_one_after_it_is_taken(
    worker: Worker, chat: Chat, database: Database, pool: asyncpg.Pool
) -> None:
    """503 with a reason on each route that needs the database; /healthz goes on."""
    await chat.say("hello", session_id="s")
    database.kill()
    for path in ("/sessions", "/sessions/s", "/approvals", "/me/preferences", "/me/usage"):
        answer = await chat.get(path)
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable"), answer.text
        assert int(answer.headers["retry-after"]) >= 1
    answer = await chat.get("/readyz")
    assert answer.status_code == 503
    assert "database" in answer.json()["detail"]
    assert (await chat.get("/healthz")).status_code == 200
    await refused(chat, "echo lost")
    database.start()
    await worker.ready()
    assert text_of(await chat.say("echo kept")) == "kept"
    texts = [str(m["blocks"]) for m in (await chat.get("/sessions/s")).json()["messages"]]
    assert not any("lost" in t for t in texts)
    stuck = await pool.fetchval(
        "select count(*) from batuta.turns where status in ('running', 'queued')"
    )
    assert stuck == 0


@pytest.mark.usefixtures("steady")
async def test_a_worker_that_starts_without_its_database_comes_good_by_itself(
    dsn: str, worker_env: dict[str, str], database: Database, tmp_path: Path, chat: Chat
) -> None:
    """/readyz names the reason until the database is back; nobody restarts the worker."""
    database.stop()
    late = Worker(dsn, worker_env, tmp_path / "late.log")
    with socket.create_server(("127.0.0.1", late.port)) as door, late.log.open("wb") as log:
        late.process = subprocess.Popen(  # noqa: ASYNC220  # it only forks
            [sys.executable, "-m", "server.worker", str(door.fileno())],
            cwd=ROOT,
            env=os.environ | worker_env | {"DATABASE_URL": dsn, "HOST": "127.0.0.1"},
            pass_fds=[door.fileno()],
            stdout=log,
            stderr=log,
        )
    try:
        answer = await _first_reason(late)
        assert answer.status_code == 503
        assert "database" in answer.json()["detail"]
        assert (await refused_by(late, chat))["code"] == "unavailable"
        database.start()
        await late.ready()
        async with Chat(late.url, chat.token) as elsewhere:
            assert text_of(await elsewhere.say("echo up")) == "up"
    finally:
        late.end()


async def refused_by(worker: Worker, chat: Chat) -> Json:
    """Post a message to a worker that is not ready."""
    async with Chat(worker.url, chat.token) as other:
        return await refused(other, "echo too early")


async def _first_reason(worker: Worker) -> httpx.Response:
    async with httpx.AsyncClient() as http:
        for _ in range(1200):
            assert worker.process
            assert worker.process.poll() is None, worker.log.read_text()[-2000:]
            try:
                answer = await http.get(f"{worker.url}/readyz")
            except httpx.HTTPError:
                await asyncio.sleep(0.05)
                continue
            if answer.json().get("detail") != "starting":
                return answer
            await asyncio.sleep(0.05)
    raise AssertionError("the worker never answered")


@pytest.mark.usefixtures("steady")
async def test_a_database_that_refuses_writes_stops_nothing_for_good(
    chat: Chat, models: ModelServer, pool: asyncpg.Pool, database: Database, tag: str
) -> None:
    """New messages get 503 and leave nothing; the running turn waits, and ends when it may."""
    models.script(reply("before ", "after", match=tag, gate=tag, after=1))
    turn = await chat.begin(tag)
    await models.until(lambda: models.count(tag) == 1)
    with database.read_only():
        said = await refused(chat, "echo refused")
        assert "read-only" in said["detail"]
        models.open(tag)
        await models.until(lambda: models.count(tag, outcome="done") == 1)
        answer = await chat.post("/sessions", {"id": "half"})
        assert answer.status_code == 503
        assert (await chat.get("/sessions")).status_code == 200, "reading goes on"
    events = await chat.follow(turn)
    check_whole(events)
    assert text_of(events) == "before after"
    assert models.count(tag) == 1
    assert (await chat.get("/sessions/half")).status_code == 404
    assert text_of(await chat.say("echo again")) == "again"
    left = await pool.fetchval(
        "select count(*) from batuta.turns where input::text like '%refused%'"
    )
    assert left == 0


@pytest.mark.usefixtures("steady")
async def test_a_frozen_database_delays_and_breaks_nothing(
    chat: Chat, models: ModelServer, database: Database, tag: str
) -> None:
    """Readers see signs of life while nothing can be committed; then all of it comes."""
    models.script(reply("one ", "two", match=tag, gate=tag, after=1))
    async with chat.open(tag) as answer:
        received = b""
        pieces = answer.aiter_raw()
        while b"one " not in received:
            received += await anext(pieces)
        with database.frozen():
            models.open(tag)
            pulses = 0
            while pulses < 10:  # the worker's lease of 2 s runs out meanwhile
                piece = await anext(pieces)
                received += piece
                pulses += piece.count(b"\n") if not piece.strip() else 0
            assert b'"two' not in received
            assert b'"done"' not in received
        async for piece in pieces:
            received += piece
    events = [orjson.loads(line) for line in received.split(b"\n") if line]
    check_whole(events)
    assert text_of(events) == "one two"
    assert models.count(tag) == 1
    assert text_of(await chat.say("echo thawed")) == "thawed"


@pytest.mark.usefixtures("steady")
async def test_few_connections_serve_many_readers(
    worker: Worker, chat: Chat, models: ModelServer, tag: str
) -> None:
    """Three connections, forty readers and writers of one person: all are served."""
    models.script(reply("so ", "many", match=tag, gate=tag, after=1, times=0))
    turns = await asyncio.gather(
        *(chat.begin(f"{tag} {n}", session_id=f"{tag}-{n}") for n in range(8))
    )
    readers = [asyncio.create_task(chat.follow(turn)) for turn in turns for _ in range(5)]
    asked = [asyncio.create_task(chat.get(f"/sessions/{tag}-{n % 8}")) for n in range(40)]
    for answer in await asyncio.gather(*asked):
        assert answer.status_code == 200
    models.open(tag)
    for events in await asyncio.gather(*readers):
        check_whole(events)
        assert text_of(events) == "so many"


@pytest.mark.usefixtures("steady")
async def test_no_connection_left_is_an_answer_and_passes(
    worker: Worker, chat: Chat, database: Database
) -> None:
    """When others hold all of the server's connections, a message is refused or taken, not lost."""
    held: list[psycopg.Connection] = []
    try:
        with psycopg.connect(database.cluster.dsn("postgres"), autocommit=True) as link:
            link.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where application_name in ('batuta', 'batuta-engine')"
            )
            while True:
                try:
                    held.append(psycopg.connect(database.cluster.dsn()))
                except psycopg.OperationalError:
                    break
        answer = await chat.post("/chat", {"message": "echo squeezed"})
        assert answer.status_code in (200, 503), answer.text
        if answer.status_code == 503:
            assert answer.json()["code"] == "unavailable"
    finally:
        for link in held:
            link.close()
    await worker.ready()
    assert text_of(await chat.say("echo free")) == "free"


async def test_a_turn_that_its_own_worker_has_let_go_is_found_again(
    worker: Worker, chat: Chat, dsn: str, tag: str
) -> None:
    """It stopped while the database could not be told: to the engine it still runs there."""
    turn = (await chat.say(f"echo first {tag}"))[0]["turn"]
    with psycopg.connect(dsn) as link:
        for table in ("turn_events", "turn_steps", "messages"):
            link.execute(f"delete from batuta.{table} where turn_id = %s".encode(), (turn,))
        link.execute(
            "update batuta.turns set status = 'running', last_seq = 0, finished_at = null,"
            " started_at = now() - interval '1 minute' where id = %s",
            (turn,),
        )
        link.execute(
            "update dbos.workflow_status set status = 'PENDING' where workflow_uuid = %s", (turn,)
        )
    events = await chat.follow_stubbornly(turn, [worker.url])
    assert text_of(events) == f"first {tag}"
    assert only(events, "done")["status"] == "finished"


@pytest.mark.prove
@pytest.mark.usefixtures("steady")
async def test_a_database_that_dies_again_and_again_loses_no_turn(
    worker: Worker,
    chat: Chat,
    models: ModelServer,
    probe_folder: Path,
    database: Database,
    tag: str,
) -> None:
    """Thirty turns with text and payments, eight deaths: each answer whole, each payment once."""
    payments = [f"quick{tag}x{n}x" for n in range(15)]
    turns: dict[str, str] = {}
    for n, name in enumerate(payments):
        order = f'slow 40 call pay {{"name": "{name}"}} then say 20 words'
        turns[await chat.begin(order, session_id=f"{tag}p{n}")] = "w1 w2 "
        turns[await chat.begin("slow 60 say 60 words", session_id=f"{tag}t{n}")] = "w59 w60"
    readers = [asyncio.create_task(chat.follow_stubbornly(turn, [worker.url])) for turn in turns]
    for n in range(8):
        await asyncio.sleep(0.4)
        database.kill() if n % 2 else database.stop()
        await asyncio.sleep(0.1 * n)
        await asyncio.to_thread(database.start)
    for expected, events in zip(turns.values(), await asyncio.gather(*readers), strict=True):
        assert expected in text_of(events)
        assert only(events, "done")["status"] == "finished"
    for name in payments:
        assert len(lines(probe_folder / f"pay-{name}")) == 1
    assert await chat.get("/healthz")


@pytest.mark.prove  # it mounts a small disk, which only root may
@pytest.mark.usefixtures("steady")
async def test_a_full_disk_refuses_messages_and_loses_no_running_turn(
    chat: Chat,
    models: ModelServer,
    pool: asyncpg.Pool,
    dsn: str,
    database: Database,
    tmp_path: Path,
    tag: str,
) -> None:
    """The events' tablespace is full: 503 with the reason; with room again all goes on."""
    with small_disk(database) as disk:
        name = f"small_{tag}"
        database.execute(f"create tablespace {name} location '{disk}'")
        with psycopg.connect(dsn, autocommit=True) as link:
            for table in ("turn_events", "turns"):
                link.execute(f"alter table batuta.{table} set tablespace {name}".encode())
        try:
            models.script(reply("before ", "x" * 400_000, " after", match=tag, gate=tag, after=1))
            turn = await chat.begin(tag)
            await models.until(lambda: models.count(tag) == 1)
            ballast = Path(disk) / "ballast"
            with ballast.open("wb", buffering=0) as file:
                try:
                    while file.write(b"\0" * 4096):
                        pass
                except OSError:
                    pass
            models.open(tag)
            await models.until(lambda: models.count(tag, outcome="done") == 1)
            taken: list[str] = []
            while "disk is full" not in (said := await try_to_say(chat, "echo " + "y" * 30_000)):
                taken.append(said)
            ballast.unlink()
            events = await chat.follow(turn)
            check_whole(events)
            assert text_of(events) == "before " + "x" * 400_000 + " after"
            for other in taken:
                check_whole(await chat.follow(other))
        finally:
            with psycopg.connect(dsn, autocommit=True) as link:
                for table in ("turn_events", "turns"):
                    link.execute(f"alter table batuta.{table} set tablespace pg_default".encode())
            database.execute(f"drop tablespace {name}")
    assert text_of(await chat.say("echo room")) == "room"


async def try_to_say(chat: Chat, message: str) -> str:
    """Post a message in a session of its own; return its turn, or why it was refused."""
    async with chat.open(message, session_id=code()) as answer:
        if answer.status_code == 200:
            return str(answer.headers["x-turn-id"])
        assert answer.status_code == 503
        return str(orjson.loads(await answer.aread())["detail"])


@contextmanager
def small_disk(database: Database) -> Generator[str]:
    """A disk of 12 MB that the database may write to."""
    place = database.home.parent / "small"
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", str(place)], check=True)
    try:
        account_for(database.home / "postgres").own(place)
        place.chmod(0o700)
        yield str(place)
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)
        place.rmdir()
