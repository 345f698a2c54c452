"""What a supervisor knows of its job, and hands to the server at its end."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import time

from tools.sandbox.pictures import is_picture
from tools.sandbox.result import STDERR_CHARS, STDOUT_CHARS, JobStatus
from tools.sandbox.wire import (
    ARTIFACT,
    END,
    MOST_ARTIFACTS,
    PROGRESS,
    BrokenWire,
    artifact_frame,
    artifact_of,
    frame,
    progress_of,
)

_PROGRESS_PAUSE = 0.1
_CUT = "\n[cut here: more was written]"
_SIGNALS = {
    signal.SIGSYS: "it made a system call that ends a job",
    signal.SIGXCPU: "it used up its processor time",
    signal.SIGKILL: "the system ended it, most likely for want of memory",
    signal.SIGXFSZ: "it wrote a file that is too large",
}


class HeadOfText:
    """Keeps the beginning of what is written; the rest is read and dropped."""

    def __init__(self, chars: int) -> None:
        self._chars = chars
        self._kept = bytearray()

    def feed(self, data: bytes) -> None:
        self._kept += data[: 4 * self._chars + 4 - len(self._kept)]

    def text(self) -> str:
        text = readable(bytes(self._kept))
        return text if len(text) <= self._chars else text[: self._chars - len(_CUT)] + _CUT


class TailOfText:
    """Keeps the end of what is written: the last words of a failure say most."""

    def __init__(self, chars: int) -> None:
        self._chars = chars
        self._kept = bytearray()

    def feed(self, data: bytes) -> None:
        self._kept += data
        del self._kept[: -4 * self._chars]

    def text(self) -> str:
        return readable(bytes(self._kept))[-self._chars :]


class JobReport:
    """Collects what the guest said, within its limits, and how it ended."""

    def __init__(self, server: socket.socket, *, room: int, pictures_only: bool) -> None:
        self.server = server
        self.stdout, self.stderr = HeadOfText(STDOUT_CHARS), TailOfText(STDERR_CHARS)
        self._pictures_only = pictures_only
        self._artifacts: dict[str, bytes] = {}
        self._most = self._room = room
        self._status: JobStatus | None = None
        self._reason = ""
        self._next_progress = 0.0

    def take(self, kind: bytes, body: bytes) -> None:
        """Take one frame of the guest's."""
        if kind == PROGRESS:
            self._pass_on(*progress_of(body))
            return
        if kind != ARTIFACT:
            raise BrokenWire("a frame that a guest does not send")
        name, data = artifact_of(body)
        if self._pictures_only and not is_picture(name, data):
            raise BrokenWire("a picture that is no PNG of a sensible size")
        self._room -= len(data) - len(self._artifacts.pop(name, b""))
        if self._room < 0 or len(self._artifacts) >= MOST_ARTIFACTS:
            raise BrokenWire(
                f"it left more than {MOST_ARTIFACTS} artifacts or {self._most // 10**6} MB"
            )
        self._artifacts[name] = data

    def _pass_on(self, fraction: float | None, note: str) -> None:
        """Tell the server how far it is, unless it was told just now or does not read."""
        if (now := time.monotonic()) >= self._next_progress:
            self._next_progress = now + _PROGRESS_PAUSE
            with contextlib.suppress(OSError):
                said = frame(PROGRESS, json.dumps([fraction, note]).encode())
                self.server.send(said, socket.MSG_DONTWAIT)

    def end(self, status: JobStatus, reason: str) -> None:
        """Note how the job ended; the first word stands."""
        if self._status is None:
            self._status, self._reason = status, reason

    def ended_with(self, waited: int) -> None:
        """Note how the guest's process ended, by what the kernel says of it."""
        if os.WIFEXITED(waited):
            self.end("ok" if os.WEXITSTATUS(waited) == 0 else "error", "")
        else:
            number = os.WTERMSIG(waited)
            known = signal.Signals(number) if number in set(signal.Signals) else None
            self.end("killed", _SIGNALS.get(known) or f"it crashed (signal {number})")  # type: ignore[arg-type]

    def send(self, ms: int) -> None:
        """Hand everything to the server, and the end last."""
        end = {
            "status": self._status or "killed",
            "reason": self._reason,
            "stdout": self.stdout.text(),
            "stderr": self.stderr.text(),
            "ms": ms,
        }
        with contextlib.suppress(OSError):  # it was cancelled, or the server is gone
            for name, data in self._artifacts.items():
                self.server.sendall(artifact_frame(name, data))
            self.server.sendall(frame(END, json.dumps(end).encode()))


def readable(data: bytes) -> str:
    """Read text of any kind, without what would break JSON or a database."""
    return data.decode("utf-8", "replace").replace("\x00", "\ufffd")
