"""One job, from the server's side: handed to a zygote, listened to, and given up in time."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import socket
import threading
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from tools.sandbox.pictures import is_picture
from tools.sandbox.process import ZygoteProcess
from tools.sandbox.result import (
    ARTIFACT_BYTES,
    STDERR_CHARS,
    STDOUT_CHARS,
    JobArtifact,
    JobStatus,
    SandboxResult,
)
from tools.sandbox.wire import (
    ARTIFACT,
    END,
    PROGRESS,
    BrokenWire,
    FrameReader,
    JobOrder,
    artifact_of,
    progress_of,
    supervisor_limits,
)

Progress = Callable[[float | None, str], None]
_LATE = 1.0  # after this a supervisor that says nothing is given up
_SEALS = 0x000F  # neither seals, nor size, nor bytes can be changed any more
_ADD_SEALS = 1033


@dataclass(slots=True, eq=False)
class SandboxJob:
    """A job under way: what it needs, and how it can be stopped from another thread."""

    kind: Literal["code", "program"]
    program: str
    text: bytes
    inputs: Mapping[str, bytes]
    timeout: float
    memory_mb: int
    on_progress: Progress | None = None
    artifact_bytes: int = ARTIFACT_BYTES
    cancelled: threading.Event = field(default_factory=threading.Event)
    link: socket.socket | None = None

    def cancel(self) -> None:
        """Stop it; its supervisor notices that nobody listens."""
        self.cancelled.set()
        if self.link is not None:
            with contextlib.suppress(OSError):
                self.link.shutdown(socket.SHUT_RDWR)

    def order(self) -> JobOrder:
        names = list(self.inputs)
        return JobOrder(
            self.kind, self.program, names, self.timeout, self.memory_mb, self.artifact_bytes
        )


def converse(job: SandboxJob, zygote: ZygoteProcess) -> SandboxResult:
    """Hand the job over and take what its supervisor says; BrokenPipeError if it never began."""
    begun = time.monotonic()
    ours, theirs = socket.socketpair()
    with ours:
        with theirs, _files([job.text, *job.inputs.values()]) as files:
            zygote.give(job.order().packed(), [theirs.fileno(), *files])
        job.link = ours
        answer = JobAnswer(job)
        try:
            listened = _listen(ours, answer, begun + job.timeout + _LATE)
        except BrokenWire as exc:
            return SandboxResult(
                "killed", reason=f"the sandbox's answer was not of the form: {exc}"
            )
        finally:
            job.link = None
    ms = round((time.monotonic() - begun) * 1000)
    if answer.result is not None:
        return answer.result
    if job.cancelled.is_set():
        return SandboxResult("killed", reason="the job was cancelled", ms=ms)
    if not listened:
        return SandboxResult("timeout", reason="the job's time was over", ms=ms)
    return SandboxResult("killed", reason="the sandbox's process ended; send it again", ms=ms)


def _listen(link: socket.socket, answer: JobAnswer, deadline: float) -> bool:
    """Read until the end; False if the time was over before."""
    reader = FrameReader(answer.take, supervisor_limits(ARTIFACT_BYTES))
    while answer.result is None and not answer.job.cancelled.is_set():
        link.settimeout(max(0.001, deadline - time.monotonic()))
        try:
            data = link.recv(1 << 18)
        except TimeoutError:
            return False
        except ConnectionError:
            return True
        if not data:
            return True
        reader.feed(data)
    return True


class JobAnswer:
    """What a supervisor says of one job; every limit holds here once more."""

    def __init__(self, job: SandboxJob) -> None:
        self.job = job
        self.result: SandboxResult | None = None
        self._artifacts: list[JobArtifact] = []

    def take(self, kind: bytes, body: bytes) -> None:
        if kind == PROGRESS:
            fraction, note = progress_of(body)
            if self.job.on_progress:
                self.job.on_progress(fraction, note)
        elif kind == ARTIFACT:
            self._artifacts.append(self._artifact(body))
        elif kind == END:
            self.result = self._end(body)

    def _artifact(self, body: bytes) -> JobArtifact:
        name, data = artifact_of(body)
        if self.job.kind == "code" and not is_picture(name, data):
            raise BrokenWire("a picture that is none")
        if sum(len(each.data) for each in self._artifacts) + len(data) > self.job.artifact_bytes:
            raise BrokenWire("too many bytes of artifacts")
        return JobArtifact.read(name, data)

    def _end(self, body: bytes) -> SandboxResult:
        try:
            told = json.loads(body)
            if told["status"] not in get_args(JobStatus):
                raise BrokenWire("an end that nobody knows")
            return SandboxResult(
                status=told["status"],
                stdout=str(told["stdout"])[:STDOUT_CHARS],
                stderr=str(told["stderr"])[:STDERR_CHARS],
                artifacts=tuple(self._artifacts),
                ms=int(told["ms"]),
                reason=str(told["reason"])[:STDERR_CHARS],
            )
        except (ValueError, TypeError, KeyError, RecursionError) as exc:
            raise BrokenWire("an end that cannot be read") from exc


@contextlib.contextmanager
def _files(contents: list[bytes]) -> Generator[list[int]]:
    """Put bytes into files in memory that nobody can change afterwards."""
    fds: list[int] = []
    try:
        for content in contents:
            fd = os.memfd_create("input", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
            fds.append(fd)
            left = memoryview(content)
            while left:
                left = left[os.write(fd, left) :]
            fcntl.fcntl(fd, _ADD_SEALS, _SEALS)
        yield fds
    finally:
        for fd in fds:
            os.close(fd)
