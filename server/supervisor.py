"""Several workers behind one address: starts them, replaces the dead, stops them in order."""

from __future__ import annotations

import http.client
import logging
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass

from server.settings import Settings

logger = logging.getLogger(__name__)
CHECK_SECONDS = 0.2
STABLE_SECONDS = 30  # a worker that lived this long did not die of its start


@dataclass(slots=True)
class _WorkerSlot:
    process: subprocess.Popen[bytes] | None = None
    began: float = 0.0
    failures: int = 0
    not_before: float = 0.0


class Supervisor:
    """Keeps a number of worker processes alive on one listening socket."""

    def __init__(
        self,
        settings: Settings,
        listener: socket.socket,
        workers: int,
        on_ready: Callable[[], None],
    ) -> None:
        self._settings = settings
        self._listener = listener
        self._slots = [_WorkerSlot() for _ in range(workers)]
        self._stopping = False
        self._on_ready: Callable[[], None] | None = on_ready

    def run(self) -> int:
        """Supervise until SIGTERM or SIGINT."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        with tempfile.TemporaryDirectory(prefix="batuta-metrics-") as shared:
            while not self._stopping:
                for slot in self._slots:
                    self._keep_running(slot, shared)
                if self._on_ready and self._is_ready():
                    self._on_ready()
                    self._on_ready = None
                time.sleep(CHECK_SECONDS)
            return self._stop_workers()

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _keep_running(self, slot: _WorkerSlot, metrics: str) -> None:
        now = time.monotonic()
        if slot.process and slot.process.poll() is not None:
            lived = now - slot.began
            slot.failures = 0 if lived > STABLE_SECONDS else slot.failures + 1
            slot.not_before = now + min(30.0, 0.5 * 2**slot.failures) if slot.failures > 1 else now
            logger.warning("a worker ended", extra={"exit": slot.process.returncode})
            slot.process = None
        if slot.process is None and now >= slot.not_before:
            fd = self._listener.fileno()
            slot.began = now
            slot.process = subprocess.Popen(
                [sys.executable, "-m", "server.worker", str(fd)],
                pass_fds=[fd],
                env=self._settings.for_child(metrics),
                start_new_session=True,  # Ctrl-C reaches us; we tell them in order
            )

    def _is_ready(self) -> bool:
        """Tell whether a worker is ready for messages."""
        host, port = self._listener.getsockname()[:2]
        link = http.client.HTTPConnection(host, port, timeout=2)
        try:
            link.request("GET", "/readyz")
            return link.getresponse().status == http.client.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            link.close()

    def _stop_workers(self) -> int:
        self._listener.close()
        living = [p.process for p in self._slots if p.process]
        for process in living:
            process.terminate()
        deadline = time.monotonic() + self._settings.drain_seconds + 10
        for process in living:
            try:
                process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                logger.error("a worker does not stop and is killed")
                process.kill()
                process.wait()
        return 0
