"""What people do to commands: each mistake is told in one line, and nothing secret is in it."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import socketserver
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import asyncpg
import pytest

from cli.main import main
from store.database_url import database_url_fault
from tests.support.stream_server import Story, StreamServer, serving
from tests.support.terminal import hear_interrupts
from tests.support.workers import ROOT, free_port

pytestmark = pytest.mark.anyio

SECRET = "Zq8hunter"
Run = Callable[..., "CommandEnd"]


class CommandEnd:
    """How a command ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    def refused(self, cure: str) -> None:
        """Check that one line names the cure."""
        assert self.code in (1, 2), self.err
        assert "Traceback" not in self.err
        assert cure in self.err + self.out
        assert len([line for line in self.err.splitlines() if line.startswith("batuta")]) <= 2
        assert SECRET not in self.err + self.out


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Run:
    """Run a command in this process: the same function that the script calls."""

    def run(*words: str, **env: str) -> CommandEnd:
        monkeypatch.setenv("BATUTA_HOME", str(tmp_path / "home"))
        for name, value in env.items():
            monkeypatch.setenv(name, value)
        try:
            code = main(words)
        except SystemExit as exc:
            code = int(exc.code or 0)
        shown = capsys.readouterr()
        return CommandEnd(code, shown.out, shown.err)

    return run


def shell(line: str, **env: str) -> CommandEnd:
    """Run a line of shell in which `batuta` is the command."""
    batuta = f"{sys.executable} -m cli.main"
    done = subprocess.run(
        ["bash", "-c", f'set -o pipefail; batuta() {{ {batuta} "$@"; }}; {line}'],
        cwd=ROOT,
        env={**os.environ, **env},
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
    return CommandEnd(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode())


# --- the database's address

BAD_URLS = [
    f"postgresql://batuta:{SECRET}#x@host:5432/db",
    f"postgresql://batuta:{SECRET}/x@host:5432/db",
    f"postgresql://batuta:{SECRET}?x@host:5432/db",
    f"postgresql://batuta:{SECRET}@x@host:5432/db",
    f"postgresql://batuta:{SECRET}[x@host:5432/db",
    f"postgresql://batuta:[{SECRET}]@host:5432/db",
    f"postgresql://batuta:{SECRET}%zz@host:5432/db",
    f"postgresql://batuta:{SECRET}%@host:5432/db",
    f"postgresql://batuta:{SECRET}%ff@host:5432/db",
    f"postgresql://batuta:{SECRET}%00@host:5432/db",
    f"postgresql://batuta:{SECRET} x@host:5432/db",
    f"postgresql://batuta:{SECRET}\n@host:5432/db",
    f"postgresql://batuta:{SECRET}\u200b@host:5432/db",
    f"postgresql://batuta:{SECRET}\u2100@host:5432/db",
    f"postgresql://batuta:1{SECRET}@host:port/db",
    f"postgresql://batuta:{SECRET}@host:99999/db",
    f"postgresql://batuta:{SECRET}@host:0/db",
    f"postgresql://batuta:{SECRET}@host:-1/db",
    f"postgresql://batuta:{SECRET}@[::1/db",
    f"postgresql://batuta:{SECRET}@one:1,two:2/db",
    f"postgresql://batuta:{SECRET}@a..b/db",
    f"postgresql://batuta:{SECRET}@{'a' * 64}.org/db",
    f"postgresql://batuta:{SECRET}@host/db/more",
    f"postgresql://batuta:{SECRET}@host/db?nonsense",
    f"postgresql://batuta:{SECRET}@host/db?port=x",
    f"postgresql://user:12/{SECRET}@host/db",
    f"postgresql://user:12?{SECRET}@host/db",
    f"postgresql://user:12#{SECRET}@host/db",
    f"mysql://batuta:{SECRET}@host/db",
    f"//batuta:{SECRET}@host/db",
    f"host=localhost password={SECRET}",
    SECRET,
]
COMMANDS = (
    ("serve", "--port", "0"), ("user", "list"), ("token", "a@example.org"), ("setup",),
    ("backup", "x.dump"), ("restore", "x.dump"), ("retain",), ("versions",), ("doctor",),
    ("keys", "rotate"), ("revert", "x"), ("upgrade",), ("chat", "--once", "hello"),
    ("guard", "tests"), ("publish", "tests/data/shop"),
)  # fmt: skip


@pytest.mark.parametrize("url", BAD_URLS)
def test_a_malformed_address_is_refused_without_a_piece_of_it(command: Run, url: str) -> None:
    told = command("user", "list", DATABASE_URL=url)
    told.refused("DATABASE_URL")
    assert "hunter" not in told.err
    assert told.err.count("\n") == 1


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_refuses_it_alike(command: Run, words: tuple[str, ...]) -> None:
    command(*words, DATABASE_URL=BAD_URLS[0]).refused("DATABASE_URL")


def test_a_worker_of_several_refuses_it_alike() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "server.worker", "0"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": BAD_URLS[0]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "DATABASE_URL" in done.stderr
    assert "hunter" not in done.stderr


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://user:p%40ss%2Fw%25rd%23@host:5432/db",
        "postgres://user:pässword@host/db?sslmode=require&application_name=x",
        "postgresql://user@[::1]:5432/db",
        "postgresql:///db?host=/var/run/postgresql",
        "postgresql://user:a:b$c&d!e@host.example.org",
        "postgresql://user:pw@%2Fvar%2Frun/db",
    ],
)
def test_an_address_in_order_is_taken(url: str) -> None:
    assert database_url_fault(url) is None


@pytest.mark.parametrize("words", [("user", "list"), ("backup", "x.dump"), ("retain",)])
def test_a_database_that_is_not_there_is_told_in_a_line(
    command: Run, words: tuple[str, ...]
) -> None:
    for host in (f"127.0.0.1:{free_port()}", "no-such-host.invalid"):
        url = f"postgresql://batuta:{SECRET}%40x@{host}/db"
        command(*words, DATABASE_URL=url).refused("the database cannot be reached")


@pytest.mark.parametrize("words", [("user", "list"), ("backup", "x.dump")])
def test_a_port_that_is_no_databases_is_told_in_a_line(
    command: Run, words: tuple[str, ...]
) -> None:
    with serving(StreamServer()) as url:
        address = url.replace("http://", f"postgresql://batuta:{SECRET}@")
        command(*words, DATABASE_URL=f"{address}/db").refused("the database")


async def test_a_database_that_lacks_or_refuses_something_is_told_in_a_line(
    dsn: str, pool: asyncpg.Pool, command: Run
) -> None:
    nowhere = dsn.replace("/" + dsn.split("?")[0].rpartition("/")[2] + "?", "/no_such?")
    await pool.execute("select 1")
    for words in (("user", "list"), ("backup", "x.dump"), ("retain",)):
        told = await asyncio.to_thread(command, *words, DATABASE_URL=nowhere)
        told.refused("the database does not exist; check DATABASE_URL")
    stranger = dsn.replace("postgres@", "nobody@")
    told = await asyncio.to_thread(command, "user", "list", DATABASE_URL=stranger)
    told.refused("DATABASE_URL")
    odd = await asyncio.to_thread(command, "user", "list", DATABASE_URL=f"{dsn}&nonsense=1")
    odd.refused("nonsense")


async def test_a_password_of_odd_letters_reaches_every_driver(
    dsn: str, command: Run, tmp_path: Path
) -> None:
    """asyncpg, psycopg and libpq's programs read the same address."""
    odd = dsn.replace("postgres@", "postgres:p%40%3A%2F%3F%23%5B%25%20%C3%A9%2B+&=x@")
    for words in (("setup",), ("user", "list"), ("backup", str(tmp_path / "x.dump")), ("doctor",)):
        told = await asyncio.to_thread(command, *words, DATABASE_URL=odd)
        assert told.code == 0, told.err + told.out


@contextmanager
def refusing(code: str, words: str) -> Generator[int]:
    """Answer as a PostgreSQL that lets nobody in; what it is asked first is encryption."""
    said = f"SFATAL\0VFATAL\0C{code}\0M{words}\0\0".encode()

    class Refuse(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            while self.request.recv(4096)[4:7] == b"\x04\xd2\x16":
                self.request.send(b"N")
            self.request.send(b"E" + struct.pack("!I", len(said) + 4) + said)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Refuse) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


@pytest.mark.parametrize(
    ("code", "words", "told"),
    [
        ("28P01", 'password authentication failed for user "x"', "refuses this password"),
        ("28000", "no pg_hba.conf entry for host", "refuses this user"),
        ("3D000", 'database "db" does not exist', "does not exist"),
        ("53300", "sorry, too many clients already", "no connection left"),
        ("57P03", "the database system is starting up", "is starting up"),
        ("08P01", "unsupported startup parameter: jit", "the database"),
    ],
)
def test_a_database_that_lets_nobody_in_says_why(
    command: Run, code: str, words: str, told: str
) -> None:
    with refusing(code, words) as port:
        url = f"postgresql://x:{SECRET}@127.0.0.1:{port}/db"
        for asked in (("user", "list"), ("backup", "x.dump"), ("setup",)):
            command(*asked, DATABASE_URL=url).refused(told)
        assert told in command("doctor", DATABASE_URL=url).out


# --- other settings, and what is given


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GOOGLE_API_KEY", f"{SECRET}\nx"),
        ("ANTHROPIC_API_KEY", f"{SECRET}…"),
        ("BATUTA_METRICS_TOKEN", f"{SECRET} x"),
        ("BATUTA_TOKEN", f"{SECRET}é"),
        ("BATUTA_URL", f"http://me:{SECRET}@host"),
        ("BATUTA_URL", f"{SECRET}"),
        ("BATUTA_PUBLIC_URL", f"https://me:{SECRET}@host"),
        ("BATUTA_OIDC_ISSUER", f"https://me:{SECRET}@host"),
        ("ANTHROPIC_BASE_URL", f"http://[{SECRET}"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://x:{SECRET}"),
        ("PORT", SECRET),
        ("BATUTA_LOG_LEVEL", SECRET),
        ("BATUTA_LEASE_SECONDS", "inf"),
        ("BATUTA_REFRESH_DAYS", "9" * 12),
        ("BATUTA_RETAIN_USAGE_DAYS", "9" * 12),
        ("BATUTA_ACCESS_MINUTES", "9" * 12),
    ],
)
def test_a_setting_that_cannot_be_used_is_named_and_not_repeated(
    command: Run, name: str, value: str
) -> None:
    for words in (("user", "list"), ("chat", "--once", "hello")):
        command(*words, **{name: value}).refused(name)


def test_a_key_copied_with_its_line_break_is_taken(command: Run) -> None:
    told = command(
        "doctor", GOOGLE_API_KEY=f"{SECRET}\n", DATABASE_URL="postgresql://x@127.0.0.1:1/x"
    )
    assert "has a key" in told.out
    assert SECRET not in told.out


@pytest.mark.parametrize(
    ("words", "cure"),
    [
        (("token", "a@example.org", "--minutes", "9" * 20), "30 days"),
        (("token", "a@example.org", "--minutes", "x"), "--minutes"),
        (("revert", "shop", "--to", "9" * 20), "--to"),
        (("serve", "--host", "é..b", "--port", "0"), "HOST"),
        (("serve", "--host", "no-such-host.invalid", "--port", "0"), "cannot listen"),
        (("serve", "--port", "99999"), "PORT"),
        (("serve", "/nowhere/at/all", "--port", "0"), "/nowhere/at/all"),
        (("chat", "--url", "http://[", "--once", "x"), "BATUTA_URL"),
        (("chat", "--url", "localhost:8000", "--once", "x"), "BATUTA_URL"),
        (("user", "add", "\udcff@example.org"), "UTF-8"),
        (("chat", "--once", "\udcff"), "UTF-8"),
        (("versions", "\udcff"), "UTF-8"),
        (("validate", "/nowhere"), "/nowhere"),
        (("validate", "/dev/null"), "/dev/null"),
        (("test", "/nowhere"), "/nowhere"),
        (("graph", "/nowhere/x.yaml"), "/nowhere/x.yaml"),
        (("init", "/proc/no/such"), "/proc"),
        (("schema", "--output", "/proc/x"), "/proc/x"),
        (("eval", "guard", "/nowhere.csv"), "/nowhere.csv"),
        (("eval", "guard", "/"), "/"),
        (("eval", "route", "/nowhere", "/nowhere.csv"), "/nowhere"),
        (("eval", "route", "tests/data/shop", "/proc/self/mem"), "/proc/self/mem"),
        (("restore", "/nowhere.dump"), "/nowhere.dump"),
        (("publish",), "batuta publish FOLDER"),
        (("no-such-command",), "no-such-command"),
    ],
    ids=lambda value: ascii(value)[:60],
)
def test_odd_arguments_are_refused_in_a_line(
    command: Run, words: tuple[str, ...], cure: str
) -> None:
    command(*words).refused(cure)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    made = tmp_path / "project"
    assert main(["init", str(made)]) == 0
    return made


@pytest.mark.parametrize("name", ["workflows/odd.yaml", "batuta.yaml", "guardrails.yaml"])
@pytest.mark.parametrize(
    "content", [b"\xff\xfe\x00", "é".encode("latin-1"), b"\x00", b"[" * 5000, b"a: &x [*x]"]
)
def test_odd_files_of_a_project_are_told_in_lines(
    command: Run, project: Path, name: str, content: bytes
) -> None:
    (project / name).write_bytes(content)
    for words in (("validate", str(project)), ("test", str(project))):
        told = command(*words)
        assert told.code == 1 or words[0] == "test", "the machine alone reads no policy"
        assert "Traceback" not in told.err


def test_two_tools_of_one_name_and_a_broken_tool_are_told(command: Run, project: Path) -> None:
    tool = "from tools import tool\n@tool()\ndef same() -> str:\n    'Say it.'\n    return ''\n"
    (project / "tools" / "one.py").write_text(tool)
    (project / "tools" / "two.py").write_text(tool)
    command("validate", str(project)).refused("two tools are named 'same'")
    (project / "tools" / "two.py").write_text("def (")
    command("validate", str(project)).refused("two.py")


def test_a_folder_that_may_not_be_read_is_told(command: Run, project: Path) -> None:
    (project / "workflows").chmod(0)
    (project / "batuta.yaml").unlink()
    (project / "batuta.yaml").mkdir()
    for words in (("validate",), ("test",), ("publish",)):
        told = command(*words, str(project))
        assert "Traceback" not in told.err


# --- pipes, disks and keys


def test_a_reader_that_leaves_ends_a_command_quietly() -> None:
    for line in ("batuta schema | head -1", "batuta --help | true", "batuta graph root | head -c1"):
        told = shell(line)
        assert told.err == "", line


def test_a_full_disk_is_told_in_a_line() -> None:
    told = shell("batuta schema > /dev/full")
    assert (told.code, told.err) == (1, "batuta: No space left on device\n")
    assert "Traceback" not in shell("batuta schema --output /dev/full").err
    told = shell("batuta graph nonsense 2>/dev/full; echo $?")
    assert (told.out, told.err) == ("1\n", "")


def test_closed_streams_do_no_harm() -> None:
    for line in ("batuta schema >&-", "batuta graph root <&- >/dev/null", "batuta nonsense 2>&-"):
        assert "Traceback" not in shell(line).err
    told = shell(f"batuta chat --url http://127.0.0.1:{free_port()} <&-", BATUTA_TOKEN="x")
    assert "no server answers" in told.err
    assert "Traceback" not in told.err


def test_a_terminal_without_unicode_gets_what_it_can_show() -> None:
    told = shell("batuta graph onboarding", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert told.code == 0
    assert "Traceback" not in told.err


def test_a_password_that_is_no_text_is_refused(command: Run) -> None:
    told = shell("printf '\\xff\\xfe1234567890' | batuta user add x@example.org --password-stdin",
                 DATABASE_URL=f"postgresql://x@127.0.0.1:{free_port()}/x")  # fmt: skip
    assert "Traceback" not in told.err


def test_ctrl_c_ends_a_command_without_a_trace() -> None:
    """A server that takes connections and never answers keeps the command waiting."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        url = f"http://127.0.0.1:{door.getsockname()[1]}"
        process = subprocess.Popen(
            [sys.executable, "-m", "cli.main", "chat", "--url", url, "--token", "x"],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=hear_interrupts,
        )
        door.settimeout(60)
        with door.accept()[0]:
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, "")


# --- what others wrote

ESCAPES = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202egnp.exe\u2066\x08\x0d"


@pytest.fixture
def talker() -> Generator[str]:
    server = StreamServer()
    server.stories.append(
        Story(
            [
                {"type": "turn_start", "session": f"s1{ESCAPES}", "message_id": "m1"},
                {"type": "tool_start", "call": "c1", "tool": f"t{ESCAPES}", "title": ESCAPES,
                 "args": {ESCAPES: ESCAPES}},
                {"type": "text", "message_id": "m1", "content": f"fine {ESCAPES}answer"},
                {"type": "error", "code": "internal", "message": ESCAPES, "retryable": False,
                 "correlation_id": ESCAPES},
                {"type": "done", "status": "finished"},
            ]
        )
    )  # fmt: skip
    with serving(server) as url:
        yield url


def test_once_prints_no_escape_sequence_of_anybody(talker: str) -> None:
    told = shell(f"batuta chat --once hello --url {talker} --token x")
    assert told.out == "fine ]0;owned[2J31mgnp.exeanswer\n"
    for char in "\x1b\x07\x9b\u202e\u2066\x08\x0d":
        assert char not in told.out + told.err


async def test_lists_print_no_escape_sequence_of_anybody(
    dsn: str, pool: asyncpg.Pool, command: Run
) -> None:
    await pool.execute(
        "insert into batuta.users (org_id, email) select id, $1 from batuta.organisations",
        f"x{ESCAPES.lower()}@example.org",
    )
    told = await asyncio.to_thread(command, "user", "list", DATABASE_URL=dsn)
    assert "gnp.exe@example.org" in told.out
    for char in "\x1b\x07\x9b\u202e\u2066\x08\x0d":
        assert char not in told.out
