"""Runs the attacks as whoever starts it, in a sandbox or without one, and writes what came of it.

    python -m tests.support.attack_run ns|landlock|none [--quick]

It plays the server: the secrets, the file and the listeners that attacks aim at are its own.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Generator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.support.attacks import ATTACKS
from tests.support.attacks.attack import PRELUDE, Attack
from tools.sandbox import Sandbox, SandboxResult

SECRET = "planted-in-the-server"
_UNTOUCHED = "untouched"


@dataclass(frozen=True, slots=True)
class AttackOutcome:
    """What one attack achieved."""

    group: str
    name: str
    status: str
    escaped: bool
    said: str
    reason: str
    target_touched: bool
    ms: int


def main(tier: str, *, quick: bool) -> None:
    with planted() as (folder, aims):
        prelude = "".join(f"{name} = {value!r}\n" for name, value in aims.items()) + PRELUDE
        run = in_sandbox(tier) if tier != "none" else without(folder)
        with run as play:
            for attack in chosen(tier, quick=quick):
                print(json.dumps(asdict(played(attack, prelude, play, folder))), flush=True)


def chosen(tier: str, *, quick: bool) -> list[Attack]:
    """Leave out what is harmful without a sandbox, aims at what this tier lacks, or takes long."""
    fits = [a for a in ATTACKS if (a.control if tier == "none" else tier in a.tiers)]
    return [a for a in fits if not quick or a.group not in ("bomb", "leftovers")]


def played(attack: Attack, prelude: str, play: Any, folder: Path) -> AttackOutcome:
    target = folder / "target"
    done: SandboxResult = play(prelude + attack.code, attack.timeout)
    touched = not target.exists() or target.read_text() != _UNTOUCHED
    left = [path.name for path in folder.iterdir() if path.name.startswith("target.")]
    for path in folder.glob("target.*"):
        with contextlib.suppress(OSError):
            path.rmdir() if path.is_dir() else path.unlink()
    target.write_text(_UNTOUCHED)
    said = done.stdout + done.stderr
    escaped = "ESCAPED" in done.stdout or SECRET in said
    return AttackOutcome(
        attack.group, attack.name, done.status, escaped, said[-400:], done.reason,
        touched or bool(left), done.ms,
    )  # fmt: skip


@contextlib.contextmanager
def in_sandbox(tier: str) -> Generator[Any]:
    sandbox = Sandbox(tier, jobs=2, memory_mb=256)
    table = b"a,b\n1,2\n"

    def play(code: str, timeout: float) -> SandboxResult:
        return sandbox.run(code, {"t": table}, timeout)

    yield play
    sandbox.close()


@contextlib.contextmanager
def without(folder: Path) -> Generator[Any]:
    """Play the same programs in a bare interpreter, with this process's variables and rights."""
    place = folder / "place"
    place.mkdir()

    def play(code: str, timeout: float) -> SandboxResult:
        try:
            done = subprocess.run(
                [sys.executable, "-c", code],
                cwd=place, capture_output=True, timeout=timeout, stdin=subprocess.DEVNULL,
                env={**os.environ, "TMPDIR": str(place)}, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return SandboxResult("timeout")
        status = "ok" if done.returncode == 0 else "error"
        return SandboxResult(
            status, done.stdout.decode(errors="replace"), done.stderr.decode()[-400:]
        )

    yield play


@contextlib.contextmanager
def planted() -> Generator[tuple[Path, dict[str, Any]]]:
    """Put down what attacks look for."""
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        (folder / "secret").write_text(SECRET)
        (folder / "target").write_text(_UNTOUCHED)
        with contextlib.closing(sqlite3.connect(folder / "database")) as base:
            base.execute("create table t as select 'x' as a")
            base.commit()
        os.environ["BATUTA_PLANTED"] = SECRET
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        path = str(folder / "socket")
        abstract = f"batuta-attack-{os.getpid()}"
        for listener in (tcp, unix_listener(path), unix_listener("\0" + abstract)):
            stack.enter_context(listener)
            threading.Thread(target=answer, args=(listener,), daemon=True).start()
        yield (
            folder,
            {
                "SECRET_FILE": str(folder / "secret"),
                "SECRET_NAME": "BATUTA_PLANTED",
                "TARGET": str(folder / "target"),
                "DATABASE": str(folder / "database"),
                "NODENAME": platform.node(),
                "SERVER": os.getpid(),
                "PORT": tcp.getsockname()[1],
                "UNIX_PATH": path,
                "ABSTRACT": abstract,
            },
        )


def unix_listener(address: str) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen()
    return listener


def answer(listener: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while True:
            with listener.accept()[0] as link:
                link.sendall(SECRET.encode())


if __name__ == "__main__":
    main(sys.argv[1], quick="--quick" in sys.argv)
