"""One PostgreSQL data folder and the programs that serve it; who may share it is decided above."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shlex
import shutil
import signal
import subprocess
import time
from pathlib import Path
from urllib.parse import quote

import psutil
import psycopg

from store.embedded.account import account_for
from store.embedded.folder import DatabaseFolderUnusable, explained, make_folder
from store.embedded.programs import MAJOR, reachable

DATABASE = "batuta"
_SOCKET = ".s.PGSQL.5432"
_LONGEST_SOCKET = 103  # the smaller limit of the two families (macOS 103, Linux 107)
_PATIENCE = 120.0
_CONFIG = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "200",
    "shared_buffers": "128MB",
    "max_wal_size": "512MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_parallel_workers": "0",
    "fsync": "on",
    "synchronous_commit": "on",
    "jit": "off",
    "timezone": "UTC",
    "idle_in_transaction_session_timeout": "60s",
    "logging_collector": "on",
    "log_filename": "postgres-%u.log",  # one per weekday, begun anew each week
    "log_truncate_on_rotation": "on",
    "log_rotation_size": "0",
    "log_line_prefix": "%m [%p] %a ",
    "log_timezone": "UTC",
}
_CONFIG_SINCE = {MAJOR: {"io_method": "sync"}}
_LOCALE = {MAJOR: ("--locale-provider=builtin", "--builtin-locale=C.UTF-8")}


class Cluster:
    """A data folder `home/postgres`, its sockets and logs, and the server that may run on it."""

    def __init__(self, home: Path, name: str = "postgres", major: int = MAJOR) -> None:
        self.home = home
        self.data = home / name
        self.log = home / "log"
        self.major = major

    @property
    def run(self) -> Path:
        """The private folder of the socket; a deep home has it in the temporary folder."""
        near = self.home / "run"
        if len(os.fsencode(near / _SOCKET)) <= _LONGEST_SOCKET:
            return near
        key = hashlib.sha256(os.fsencode(self.home)).hexdigest()[:12]
        return Path("/tmp") / f"batuta-{account_for(self.data).uid}-{key}"  # noqa: S108

    def dsn(self, database: str = DATABASE) -> str:
        """Return the address of a database of this cluster."""
        return f"postgresql://postgres@/{database}?host={quote(str(self.run), safe='/')}"

    def version(self) -> int | None:
        """Return the major version that made the data folder; None where there is none."""
        try:
            return int((self.data / "PG_VERSION").read_text().strip())
        except FileNotFoundError:
            return None
        except ValueError:
            raise DatabaseFolderUnusable(
                f"{self.data}/PG_VERSION is not readable; restore a backup: batuta restore FILE"
            ) from None

    def process(self) -> psutil.Process | None:
        """Return the running postmaster of this very folder; a reused pid does not count."""
        try:
            pid = int((self.data / "postmaster.pid").read_text().split("\n", 1)[0])
            found = psutil.Process(pid)
            if found.status() == psutil.STATUS_ZOMBIE:
                return None
            return found if os.path.samefile(found.cwd(), self.data) else None
        except (OSError, ValueError, psutil.NoSuchProcess, psutil.AccessDenied):
            return None

    def answers(self, database: str = DATABASE, timeout: int = 5) -> bool:
        """Tell whether `select 1` comes back; raises what the server says while it says no."""
        if not (self.run / _SOCKET).exists():
            return False
        try:
            with psycopg.connect(self.dsn(database), connect_timeout=timeout) as link:
                link.execute("select 1")
        except psycopg.errors.InvalidCatalogName:
            raise
        except psycopg.OperationalError:
            return False
        return True

    def prepare(self) -> None:
        """Make the folders; never touch a folder that was there before us."""
        with explained(self.home):
            account = account_for(self.data)
            there = next(step for step in (self.home, *self.home.parents) if step.exists())
            if blocked := account.barrier(there if there.is_dir() else there.parent):
                raise DatabaseFolderUnusable(
                    f"the database runs as the system user '{account.name}', which may not enter "
                    f"{blocked} on the way to {self.home}; set BATUTA_HOME to a folder outside it, "
                    "/var/lib/batuta say, or run batuta as an ordinary user"
                )
            make_folder(self.home, 0o711 if os.geteuid() == 0 else 0o700)
            for folder in (self.run, self.log):
                folder.mkdir(mode=0o700, exist_ok=True)
                if folder.is_symlink() or folder.stat().st_uid not in (account.uid, os.geteuid()):
                    raise DatabaseFolderUnusable(f"{folder} belongs to someone else; remove it")
                account.own(folder)
                folder.chmod(0o700)

    def create(self) -> None:
        """Make the data folder, complete or not at all."""
        fresh = self.data.with_name(self.data.name + ".new")
        with explained(self.home):
            account = account_for(self.data)
            shutil.rmtree(fresh, ignore_errors=True)
            fresh.mkdir(mode=0o700)
            account.own(fresh)
        done = self.call(
            "initdb", "--username=postgres", "--auth=trust", "--encoding=UTF8",
            "--locale=C", *_LOCALE.get(self.major, ()), "--pgdata", str(fresh),
        )  # fmt: skip
        if done.returncode != 0:
            raise DatabaseFolderUnusable(self._explain(done.stderr))
        with explained(self.home):
            fresh.rename(self.data)

    def launch(self) -> None:
        """Start the server and wait until it answers."""
        deadline = time.monotonic() + _PATIENCE
        while True:
            self._clear_leftovers()
            marks = {p: p.stat().st_size for p in self.log.glob("*.log")}
            pid = self._spawn()
            if self._comes_up(pid, deadline):
                return
            said = self._said_since(marks)
            # The killed server's children may hold its shared memory for a moment.
            if "pre-existing shared memory block" not in said or time.monotonic() > deadline:
                raise DatabaseFolderUnusable(self._explain(said))
            time.sleep(0.1)

    def halt(self) -> None:
        """Stop the server: at once for its clients, with a clean shutdown of the data."""
        process = self.process()
        if process is None:
            return
        for word, patience in ((signal.SIGINT, 60), (signal.SIGQUIT, 30)):
            with contextlib.suppress(psutil.NoSuchProcess):
                process.send_signal(word)
            deadline = time.monotonic() + patience
            while time.monotonic() < deadline:
                if self.process() is None:
                    return
                time.sleep(0.01)
        raise DatabaseFolderUnusable(
            f"the database in {self.data} (process {process.pid}) does not stop; see {self.log}"
        )

    def call(self, program: str, *args: str) -> subprocess.CompletedProcess[str]:
        """Run one of PostgreSQL's own programs as the data's owner."""
        account = account_for(self.data)
        return account.run([reachable(self.major, account, self.home) / program, *args])

    def _spawn(self) -> int:
        account = account_for(self.data)
        command = [
            str(reachable(self.major, account, self.home) / "postgres"),
            "-D",
            str(self.data),
        ]
        settings = _CONFIG | _CONFIG_SINCE.get(self.major, {})
        settings["unix_socket_directories"] = f'"{self.run}"'
        settings["log_directory"] = str(self.log)
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        # The shell in between leaves the server to the system, so that it outlives us and is no
        # zombie of ours when it dies; a session of its own keeps our Ctrl-C away from it.
        log = shlex.quote(str(self.log / "start.log"))
        begin = f"{shlex.join(command)} </dev/null >>{log} 2>&1 & echo $!"
        done = account.run(["/bin/sh", "-c", begin], detached=True)
        if done.returncode != 0:
            raise DatabaseFolderUnusable(self._explain(done.stderr))
        return int(done.stdout)

    def _comes_up(self, pid: int, deadline: float) -> bool:
        while time.monotonic() < deadline:
            if self.answers("postgres"):
                return True
            with contextlib.suppress(psutil.NoSuchProcess):
                if psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
                    time.sleep(0.01)
                    continue
            return False
        raise DatabaseFolderUnusable(
            f"the database did not answer within {_PATIENCE:.0f} s; it may still be recovering "
            f"after a crash: try again, and see {self.log}"
        )

    def _clear_leftovers(self) -> None:
        """Remove what a killed server left; only called when none runs on this folder."""
        with explained(self.home):
            for left in (self.data / "postmaster.pid", *self.run.glob(".s.PGSQL.*")):
                left.unlink(missing_ok=True)
            self.data.chmod(0o700)
            start = self.log / "start.log"
            start.write_bytes(b"")
            account_for(self.data).own(start)

    def _said_since(self, marks: dict[Path, int]) -> str:
        said: list[str] = []
        for path in sorted(self.log.glob("*.log")):
            text = path.read_bytes()
            before = marks.get(path, 0)
            said.append(text[before if before <= len(text) else 0 :].decode(errors="replace"))
        return "".join(said)

    def _explain(self, said: str) -> str:
        for sign, meaning in _SIGNS:
            if sign in said:
                return f"the database in {self.data} does not start: {meaning}"
        lines = [line for line in said.splitlines() if "FATAL" in line or "PANIC" in line]
        last = (lines or said.strip().splitlines() or ["no word from postgres"])[-1]
        return f"the database in {self.data} does not start: {last}; the whole log is in {self.log}"


_CURE = "restore a backup: batuta restore FILE"
_SIGNS = (
    ("No space left on device", "the disk is full; free some space, then start again"),
    ("Read-only file system", "its folder is read-only; mount it writable or set BATUTA_HOME"),
    ("Permission denied", "its folder may not be written; check its owner or set BATUTA_HOME"),
    ("is not compatible with this version", "another PostgreSQL made it; run: batuta upgrade"),
    ("could not locate a valid checkpoint", f"its data is damaged; {_CURE}"),
    ("invalid checkpoint record", f"its data is damaged; {_CURE}"),
    ("pg_control", f"its data is damaged; {_CURE}"),
    ("PANIC", f"its data is damaged; {_CURE}"),
)
