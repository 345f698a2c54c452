"""The embedded database: shared by processes, surviving what kills them."""

from __future__ import annotations

import os
import pwd
import signal
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import psycopg
import pytest

from contracts.errors import BatutaError
from store import embedded
from store.embedded import DatabaseFolderUnusable
from store.embedded.account import Account
from tests.support.chance import code
from tests.support.homes import fresh_home

_ROOT = Path(__file__).resolve().parent.parent
_USER = """
import sys
from pathlib import Path
from store import embedded
home = Path(sys.argv[1])
print(embedded.start(home), embedded.status(home).pid, flush=True)
sys.stdin.readline()
embedded.close(home)
"""


_ACCOUNT = """
import sys
from store.embedded.account import system_account
print("ready", flush=True)
sys.stdin.readline()
print(system_account(sys.argv[1]).uid, flush=True)
"""


@pytest.fixture
def home() -> Generator[Path]:
    with fresh_home() as folder:
        yield folder


def user(home: Path) -> subprocess.Popen[str]:
    """Start another process that uses the database until it is told to leave."""
    return subprocess.Popen(
        [sys.executable, "-c", _USER, str(home)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=_ROOT,
    )  # fmt: skip


def said(process: subprocess.Popen[str]) -> list[str]:
    assert process.stdout is not None
    return process.stdout.readline().split()


def leave(process: subprocess.Popen[str]) -> None:
    process.communicate("\n", timeout=60)
    assert process.returncode == 0


def one(dsn: str, query: str) -> object:
    with psycopg.connect(dsn) as link:
        row = link.execute(query.encode()).fetchone()
    return row[0] if row else None


def killed(home: Path) -> None:
    """Kill the database's main process and wait until the system knows it."""
    pid = embedded.status(home).pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    while embedded.status(home).running:
        pass


def test_a_first_start_makes_a_database_that_answers(home: Path) -> None:
    dsn = embedded.start(home)
    assert one(dsn, "select current_database()") == "batuta"
    assert one(dsn, "show fsync") == "on"
    assert one(dsn, "show listen_addresses") == ""


def test_a_second_start_finds_the_server_that_runs(home: Path) -> None:
    dsn, pid = embedded.start(home), embedded.status(home).pid
    assert (embedded.start(home), embedded.status(home).pid) == (dsn, pid)


def test_the_server_stops_with_its_last_user_and_not_before(home: Path) -> None:
    first, second = user(home), user(home)
    assert said(first) == said(second)
    leave(first)
    assert embedded.status(home).running
    leave(second)
    assert not embedded.status(home).running


def test_a_killed_user_does_not_count_any_more(home: Path) -> None:
    victim, other = user(home), user(home)
    assert said(victim) == said(other)
    victim.kill()
    victim.communicate()
    assert embedded.status(home).running
    leave(other)
    assert not embedded.status(home).running
    assert not embedded.in_use(home)


def test_many_processes_may_make_the_database_at_once(home: Path) -> None:
    users = [user(home) for _ in range(4)]
    assert len({tuple(said(process)) for process in users}) == 1
    for process in users:
        leave(process)


def test_a_killed_database_comes_back_under_its_users_with_its_data(home: Path) -> None:
    dsn = embedded.start(home)
    with psycopg.connect(dsn) as link:
        link.execute("create table kept as select 42 as answer")
    killed(home)
    assert embedded.ensure(home) == dsn
    assert one(dsn, "select answer from kept") == 42


def test_a_pid_file_that_names_a_stranger_is_not_believed(home: Path) -> None:
    dsn = embedded.start(home)
    killed(home)
    pid_file = embedded.status(home).data / "postmaster.pid"
    lines = pid_file.read_text().splitlines()
    pid_file.write_text("\n".join([str(os.getpid()), *lines[1:]]) + "\n")
    assert not embedded.status(home).running
    assert one(embedded.ensure(home), "select 1") == 1
    assert embedded.ensure(home) == dsn


def test_a_first_start_that_was_killed_half_way_leaves_nothing_in_the_way(home: Path) -> None:
    (home / "postgres.new").mkdir(parents=True)
    home.chmod(0o711)
    (home / "postgres.new" / "PG_VERSION").write_text("18\n")
    assert one(embedded.start(home), "select 1") == 1


def test_a_folder_too_deep_for_a_socket_works_all_the_same(home: Path) -> None:
    deep = home / ("a" * 60) / ("b" * 60)
    dsn = embedded.start(deep)
    try:
        assert one(dsn, "select 1") == 1
        assert str(deep) not in dsn
    finally:
        embedded.close(deep)


def test_data_of_another_postgres_is_refused_and_the_cure_named(home: Path) -> None:
    embedded.start(home)
    embedded.close(home)
    (home / "postgres" / "PG_VERSION").write_text("15\n")
    with pytest.raises(DatabaseFolderUnusable, match=r"PostgreSQL 15.*batuta upgrade"):
        embedded.start(home)


def test_damaged_data_is_named_so_and_a_backup_advised(home: Path) -> None:
    embedded.start(home)
    embedded.close(home)
    (home / "postgres" / "global" / "pg_control").unlink()
    with pytest.raises(DatabaseFolderUnusable, match=r"damaged.*batuta restore"):
        embedded.start(home)
    assert not embedded.in_use(home)


def test_a_file_in_place_of_the_folder_is_told(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.touch()
    with pytest.raises(BatutaError, match="BATUTA_HOME"):
        embedded.start(place)


def test_the_folders_are_closed_to_others(home: Path) -> None:
    embedded.start(home)
    for name in ("postgres", "run", "log"):
        assert (home / name).stat().st_mode & 0o077 == 0


def test_the_first_folder_that_a_user_may_not_enter_is_found(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    inner = closed / "inner"
    inner.mkdir(parents=True)
    closed.chmod(0o700)
    facts = closed.stat()
    assert Account(facts.st_uid, facts.st_gid).barrier(inner) is None
    assert Account(facts.st_uid + 1, facts.st_gid + 1).barrier(inner) is not None


if os.geteuid() == 0:

    def test_as_root_a_private_parent_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
        tmp_path.chmod(0o700)
        with pytest.raises(DatabaseFolderUnusable, match="may not enter"):
            embedded.start(tmp_path / "home")
        assert tmp_path.stat().st_mode & 0o777 == 0o700
        assert list(tmp_path.iterdir()) == []

else:

    def test_a_folder_that_may_not_be_written_is_told(tmp_path: Path) -> None:
        tmp_path.chmod(0o500)
        with pytest.raises(DatabaseFolderUnusable, match="may not be written"):
            embedded.start(tmp_path / "home")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may make system users")
def test_processes_that_make_the_system_user_at_once_get_the_same_one() -> None:
    name = f"batuta-{code()}"
    started = [
        subprocess.Popen(
            [sys.executable, "-c", _ACCOUNT, name],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=_ROOT,
        )
        for _ in range(4)
    ]  # fmt: skip
    try:
        assert [said(process) for process in started] == [["ready"]] * 4
        for process in started:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        numbers = {int(said(process)[0]) for process in started}
        assert numbers == {pwd.getpwnam(name).pw_uid}
    finally:
        for process in started:
            process.communicate(timeout=60)
        subprocess.run(["userdel", name], check=False)
