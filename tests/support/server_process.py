"""`batuta serve` as a process of its own, forked from one that has imported everything already.

A server's imports take some seconds of processor time and say nothing about it. So a process that
has only imported waits beside the tests, and each server is forked from it: it has its own id,
settings, files and signals, and is killed like any other.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import subprocess
import sys
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
OURS = ("ANTHROPIC_", "BATUTA_", "DATABASE_URL", "GOOGLE_", "HOST", "PORT")


class ForkedServer:
    """Looks like `subprocess.Popen` as far as tests need it."""

    def __init__(self, env: dict[str, str], log: Path) -> None:
        self._process: ForkServerProcess = _context().Process(
            target=_serve, args=(env, str(log)), daemon=True
        )
        self._process.start()
        self.pid: int = self._process.pid or 0

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("batuta serve", timeout or 0)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self._process.exitcode is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self._process.terminate()

    def kill(self) -> None:
        self._process.kill()


ServerProcess = subprocess.Popen[bytes] | ForkedServer


def start_server(env: dict[str, str], more: dict[str, str], log: Path) -> ServerProcess:
    """Start a server; one whose variables others read at import is started from nothing."""
    if all(name.startswith(OURS) for name in more):
        return ForkedServer(env, log)
    with log.open("ab") as out:
        return subprocess.Popen(
            [sys.executable, "-m", "cli.main", "serve"],
            cwd=ROOT,
            env=env,
            stdout=out,
            stderr=out,
            stdin=subprocess.DEVNULL,
        )


def _context() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.support.server_imports"])
    return context


def _serve(env: dict[str, str], log: str) -> None:
    """Become what `python -m cli.main serve` is."""
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(env)
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (out, 1), (out, 2)):
        os.dup2(source, target)
    sys.argv = [str(ROOT / "cli" / "main.py"), "serve"]
    from cli.main import main

    code = main(["serve"])
    # A forked process would leave without.
    atexit._run_exitfuncs()  # pyright: ignore[reportPrivateUsage]
    sys.exit(code)
