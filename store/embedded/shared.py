"""The embedded database: one server for every process that uses the data folder.

Who uses it is known by a shared lock on a file, which the kernel lets go however a process ends;
the last one to leave stops the server. Nothing is believed of pid files: life is `select 1`.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import threading
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

import psycopg

from contracts.errors import Unavailable
from store.embedded.cluster import DATABASE, Cluster
from store.embedded.folder import DatabaseFolderUnusable, explained

_PATIENCE = 180.0
_registered: dict[Path, int] = {}
_own = threading.RLock()


@dataclass(frozen=True, slots=True)
class EmbeddedStatus:
    """What is known of the embedded database without starting it."""

    running: bool
    pid: int | None
    data: Path
    log: Path
    version: int | None
    dsn: str


def start(home: Path) -> str:
    """Make sure that the database runs and count this process among its users; return its dsn."""
    home = _settled(home)
    cluster = Cluster(home)
    cluster.prepare()
    with _own, locked(home):
        if home not in _registered:
            _registered[home] = _open(home / "users")
            fcntl.flock(_registered[home], fcntl.LOCK_SH)
        try:
            _bring_up(cluster)
        except BaseException:
            os.close(_registered.pop(home))
            raise
    return cluster.dsn()


def ensure(home: Path) -> str:
    """Bring a database back that died under its users; cheap while it lives."""
    cluster = Cluster(_settled(home))
    with contextlib.suppress(psycopg.errors.InvalidCatalogName):
        if cluster.answers():
            return cluster.dsn()
    return start(home)


def close(home: Path) -> None:
    """Leave; the last one out stops the server."""
    home = _settled(home)
    with _own:
        if home not in _registered:
            return
        with locked(home):
            os.close(_registered.pop(home))
            if not in_use(home):
                Cluster(home).halt()


def stop(home: Path) -> None:
    """Stop the server, whoever uses it."""
    home = _settled(home)
    with _own:
        if (home / "lock").exists():
            with locked(home):
                Cluster(home).halt()


def status(home: Path) -> EmbeddedStatus:
    """Look without touching."""
    cluster = Cluster(_settled(home))
    process = cluster.process()
    return EmbeddedStatus(
        running=process is not None,
        pid=process.pid if process else None,
        data=cluster.data,
        log=cluster.log,
        version=cluster.version(),
        dsn=cluster.dsn(),
    )


def exists(home: Path) -> bool:
    """Tell whether a folder holds a database already; of one that cannot be read, that it may."""
    try:
        return Cluster(_settled(home)).version() is not None
    except (OSError, DatabaseFolderUnusable):
        return True


def in_use(home: Path) -> bool:
    """Tell whether a process, this one included, is registered as a user of the database."""
    try:
        handle = _open(_settled(home) / "users")
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


@contextlib.contextmanager
def locked(home: Path) -> Generator[None]:
    """Hold the folder's lock: only one process at a time starts, stops or swaps its database."""
    with explained(home):
        handle = _open(home / "lock")
    try:
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise Unavailable(
                        f"another process has held {home / 'lock'} for {_PATIENCE:.0f} s; "
                        "find it with: fuser " + str(home / "lock")
                    ) from None
                time.sleep(0.02)
        yield
    finally:
        os.close(handle)


def _bring_up(cluster: Cluster) -> None:
    found = cluster.version()
    if found is None:
        cluster.create()
    elif found != cluster.major:
        raise DatabaseFolderUnusable(
            f"{cluster.data} was made by PostgreSQL {found}, this is {cluster.major}; "
            "stop every server, then run: batuta upgrade"
        )
    with contextlib.suppress(psycopg.errors.InvalidCatalogName):
        if cluster.answers():
            return
    if cluster.process() is None:
        cluster.launch()
    elif not cluster.answers("postgres"):
        raise Unavailable(
            f"the database in {cluster.data} runs and does not answer; it may be recovering after "
            f"a crash: try again in a moment, and see {cluster.log}"
        )
    with psycopg.connect(cluster.dsn("postgres"), autocommit=True) as link:
        known = link.execute("select from pg_database where datname = %s", (DATABASE,)).fetchone()
        if known is None:
            link.execute(f'create database "{DATABASE}"')


def _open(path: Path) -> int:
    # Only reading is asked for, so that root may look in where another owns the files.
    handle = os.open(path, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    if os.geteuid() == 0:
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)
    return handle


def _settled(home: Path) -> Path:
    return home.expanduser().resolve()
