"""Starting the product, on good days and bad ones: it runs, or one line says why and what to do."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from pathlib import Path

import httpx
import psutil
import pytest

from store import embedded
from tests.support.homes import fresh_home
from tests.support.page import OF_OUR_PAGE, page_at
from tests.support.stream_server import StreamServer, serving
from tests.support.terminal import terminal
from tests.support.workers import ROOT, Worker, free_port, until

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def home() -> Generator[Path]:
    with fresh_home() as made:
        yield made


def run(
    *args: str, home: Path | None = None, timeout: float = 60, **env: str
) -> tuple[int, str, str]:
    """Run a command to its end."""
    given = {k: v for k, v in os.environ.items() if not k.startswith("BATUTA_")}
    given |= env | ({"BATUTA_HOME": str(home)} if home else {})
    done = subprocess.run(
        [sys.executable, "-m", "cli.main", *args],
        cwd=ROOT,
        env=given,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def served(home: Path, tmp_path: Path) -> Generator[Worker]:
    """A server on the embedded database."""
    worker = Worker("", {"BATUTA_HOME": str(home), "BATUTA_LEASE_SECONDS": "2"}, tmp_path / "log")
    yield worker.start()
    worker.end()


async def say(worker: Worker, token: str, message: str) -> str:
    async with httpx.AsyncClient(timeout=30) as http:
        answer = await http.post(
            f"{worker.url}/chat",
            json={"message": message},
            headers={"authorization": f"Bearer {token}"},
        )
    assert answer.status_code == 200, answer.text
    return answer.text


async def test_the_first_start_says_what_to_try_and_that_works(served: Worker, home: Path) -> None:
    """No key, no network, nothing set up: an answer streams."""
    await served.ready()
    await until(lambda: "talk to it" in served.log.read_text(), "the banner")
    banner = served.log.read_text()
    assert served.url in banner
    assert "local (no key is set)" in banner
    code, token, _ = run("token", "admin@localhost", home=home)
    assert code == 0
    stream = await say(served, token.strip(), "what is 15% of 240?")
    assert '"type":"done"' in stream
    assert "36" in stream


async def test_the_first_line_opens_the_pages_signed_in(served: Worker) -> None:
    await served.ready()
    await until(lambda: "talk to it" in served.log.read_text(), "the banner")
    said = served.log.read_text()
    [address] = re.findall(r"open it: +(\S+)", said)
    assert said.index(address) < said.index("Batuta is at")
    url, _, token = address.partition("/app/#link=")
    assert url == served.url
    async with page_at(url) as page:
        assert (await page.post("/auth/browser/link", json={"token": token})).status_code == 204
        me = (await page.get("/me")).json()
        assert (me["email"], me["roles"], me["keyless"]) == ("admin@localhost", ["admin"], True)
        assert (await page.post("/auth/browser/link", json={"token": token})).status_code == 410


def test_a_demo_prints_a_way_in_for_each_of_its_people(home: Path) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    command = [sys.executable, "-m", "cli.main", "serve", "examples/qhub", "--demo", "--port"]
    env = {k: v for k, v in os.environ.items() if not k.startswith("BATUTA_")}
    with terminal([*command, url.rpartition(":")[2]], env | {"BATUTA_HOME": str(home)}) as term:
        term.expect("rui@qhub.example")
        term.expect("in a browser:")
        term.expect("\n")
        found = re.findall(r"/app/#link=([\w-]{43})", term.output)
        assert len(found) == 3, "the administrator's and one of each person"
        people: list[str] = []
        for token in found:
            with httpx.Client(base_url=url, headers=OF_OUR_PAGE) as page:
                sent = page.post("/auth/browser/link", json={"token": token})
                assert sent.status_code == 204, sent.text
                people.append(page.get("/me").json()["email"])
        term.type("\x03")
        term.end()
    assert people == ["admin@localhost", "margareta@qhub.example", "rui@qhub.example"]


@pytest.mark.parametrize("given", [{"BATUTA_PUBLIC_URL": "https://b.example"}, {"HOST": "0.0.0.0"}])
async def test_where_others_are_served_no_link_is_printed(
    home: Path, tmp_path: Path, given: dict[str, str]
) -> None:
    """What a server prints there ends in logs that others read."""
    worker = Worker("", {"BATUTA_HOME": str(home)} | given, tmp_path / "log").start()
    try:
        await worker.ready()
        await until(lambda: "talk to it" in worker.log.read_text(), "the banner")
        said = worker.log.read_text()
    finally:
        worker.end()
    assert "#link=" not in said
    assert "user link admin@localhost" in said


def test_logs_are_lines_for_people_on_a_terminal(home: Path, tmp_path: Path) -> None:
    port = str(free_port())
    serve = [sys.executable, "-m", "cli.main", "serve", "--port", port]
    env = {k: v for k, v in os.environ.items() if not k.startswith("BATUTA_")}
    with terminal(serve, env | {"BATUTA_HOME": str(home)}) as term:
        term.expect("talk to it")
        term.type("\x03")
        term.end()
    assert " info " in term.output
    assert '{"at":' not in term.output


async def test_a_port_in_use_is_named_with_a_way_out(served: Worker, home: Path) -> None:
    await served.ready()
    code, _, said = run("serve", "--port", str(served.port), home=home)
    assert code == 1
    assert f"127.0.0.1:{served.port} is in use" in said
    assert f"PORT={served.port + 1}" in said
    assert said.count("\n") == 1


async def test_two_servers_share_one_embedded_database(
    served: Worker, home: Path, tmp_path: Path
) -> None:
    """Either may go first; the database stays for the other and leaves with the last."""
    other = Worker("", {"BATUTA_HOME": str(home)}, tmp_path / "other").start()
    try:
        await served.ready()
        await other.ready()
        token = run("token", "admin@localhost", home=home)[1].strip()
        assert '"done"' in await say(served, token, "hello")
        assert '"done"' in await say(other, token, "hello")
        served.end()
        assert '"done"' in await say(other, token, "hello again")
    finally:
        other.end()
    assert not embedded.status(home).running


async def test_a_killed_server_leaves_nothing_that_stops_the_next(
    served: Worker, home: Path, tmp_path: Path
) -> None:
    await served.ready()
    served.kill()
    again = Worker("", {"BATUTA_HOME": str(home)}, tmp_path / "again").start()
    try:
        await again.ready()
        token = run("token", "admin@localhost", home=home)[1].strip()
        assert '"done"' in await say(again, token, "hello")
    finally:
        again.end()


async def test_sigterm_ends_it_in_order(served: Worker, home: Path) -> None:
    await served.ready()
    assert served.process
    served.signal(signal.SIGTERM)
    assert served.process.wait(20) == 0
    assert not embedded.status(home).running, "the database left with the last server"


def test_a_folder_it_cannot_use_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    code, _, said = run("serve", "--port", str(free_port()), home=blocked / "home")
    assert code == 1
    assert str(blocked) in said
    assert said.count("\n") <= 2
    assert "Traceback" not in said


def test_a_command_says_that_it_made_a_database_and_which_one_it_looked_into() -> None:
    """Who forgot BATUTA_HOME works on another database than the server; they must see it."""
    with fresh_home() as empty:
        code, _, said = run("token", "ana@example.org", home=empty)
        assert code == 1
        assert f"a new database was made in {empty} (BATUTA_HOME names another)" in said
        assert f"(looked in the embedded database in {empty})" in said
        with serving(StreamServer()) as url:
            code, _, said = run("chat", "--once", "hi", "--url", url, home=empty)
        assert "there is no administrator to speak as" in said
        assert f"(looked in the embedded database in {empty})" in said
        code, _, said = run("user", "list", home=empty)
        assert (code, said) == (0, ""), "it is not new any more"
        dsn = embedded.start(empty)
        code, _, said = run("token", "ana@example.org", DATABASE_URL=dsn)
        embedded.close(empty)
        assert "(looked in the database /batuta of DATABASE_URL)" in said


def test_a_wrong_setting_is_named() -> None:
    code, _, said = run("serve", BATUTA_LEASE_SECONDS="soon")
    assert code == 1
    assert "BATUTA_LEASE_SECONDS" in said
    assert "Traceback" not in said


def test_a_refused_database_password_stops_the_start(home: Path) -> None:
    """What only a person can mend ends the start with the cure."""
    dsn = embedded.start(home)
    try:
        wrong = dsn.replace("/batuta?", "/no_such_database?")
        code, _, said = run("serve", "--port", str(free_port()), DATABASE_URL=wrong)
    finally:
        embedded.close(home)
    assert code == 1
    assert "DATABASE_URL" in said
    assert "Traceback" not in said


async def test_an_unreachable_database_is_waited_for(tmp_path: Path) -> None:
    """The process answers, says what is missing, and is not ready."""
    nowhere = f"postgresql://x@127.0.0.1:{free_port()}/x"
    worker = Worker(nowhere, {}, tmp_path / "log").start()
    try:
        async with httpx.AsyncClient() as http:
            answer: httpx.Response | None = None
            deadline = time.monotonic() + 30
            while answer is None and time.monotonic() < deadline:
                try:
                    answer = await http.get(f"{worker.url}/readyz")
                except httpx.HTTPError:
                    continue
            assert answer is not None
            assert answer.status_code == 503
            assert answer.json()["code"] == "unavailable"
            assert (await http.get(f"{worker.url}/healthz")).status_code == 200
            chat = await http.post(f"{worker.url}/chat", json={"message": "hi"})
            assert chat.status_code == 503
            assert "retry-after" in chat.headers
        assert "cannot be reached" in worker.log.read_text()
    finally:
        worker.end()


async def test_several_workers_serve_one_address_and_are_replaced(
    home: Path, tmp_path: Path
) -> None:
    """`serve --workers 2`: one is killed, the address keeps answering, a new one comes."""
    port = free_port()
    log = tmp_path / "log"
    env = {k: v for k, v in os.environ.items() if not k.startswith("BATUTA_")}
    with log.open("wb") as out:
        parent = subprocess.Popen(  # noqa: ASYNC220  # it must outlive this task
            [sys.executable, "-m", "cli.main", "serve", "--port", str(port), "--workers", "2"],
            cwd=ROOT,
            env=env | {"BATUTA_HOME": str(home), "BATUTA_DRAIN_SECONDS": "2"},
            stdout=out,
            stderr=out,
        )
    try:
        await until(lambda: "talk to it" in log.read_text(), "the banner", 60)

        def children() -> list[psutil.Process]:
            return [
                c
                for c in psutil.Process(parent.pid).children()
                if c.status() != psutil.STATUS_ZOMBIE and "server.worker" in c.cmdline()
            ]

        await until(lambda: len(children()) == 2, "two workers")
        victim = children()[0]
        victim.kill()
        await until(lambda: len({c.pid for c in children()} - {victim.pid}) == 2, "a new worker")
        async with httpx.AsyncClient(timeout=30) as http:
            assert (await http.get(f"http://127.0.0.1:{port}/healthz")).status_code == 200

            async def probes() -> float:
                name = 'batuta_http_requests_total{method="GET",route="/healthz",status="200"}'
                text = (await http.get(f"http://127.0.0.1:{port}/metrics")).text
                counted = [line for line in text.splitlines() if line.startswith(name)]
                return float(counted[0].rsplit(" ", 1)[1])

            before = await probes()
            for _ in range(10):  # each on a connection of its own, so that both workers get some
                async with httpx.AsyncClient() as another:
                    await another.get(f"http://127.0.0.1:{port}/healthz")
            assert await probes() == before + 10
    finally:
        parent.terminate()
        assert parent.wait(40) == 0
    assert not embedded.status(home).running
