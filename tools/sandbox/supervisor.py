"""A job's supervisor: makes the job's place, starts the guest in it, and alone reports about it.

It holds the socket to the server, which the guest does not. What the guest says arrives on pipes
and is counted here; how the job ended is the kernel's word, not the guest's.
"""

from __future__ import annotations

import fcntl
import os
import select
import signal
import socket
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from tools.sandbox import guest, kernel, namespaces, tiers
from tools.sandbox.guest import GuestPipes
from tools.sandbox.report import JobReport
from tools.sandbox.result import ARTIFACT_BYTES
from tools.sandbox.wire import BrokenWire, FrameReader, JobOrder, guest_limits

if TYPE_CHECKING:
    from tools.sandbox.zygote import ZygoteState

_PIECE = 1 << 16
_NICE = 5  # behind the server in the queue for the processor, and the guest with it


def supervise(order: JobOrder, fds: list[int], state: ZygoteState, parent: int) -> None:
    """Run one job and report its end; never returns."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.nice(_NICE)
    begun = time.monotonic()
    server = socket.socket(fileno=fds[0])
    report = JobReport(server, room=order.artifact_bytes, pictures_only=order.kind == "code")
    try:
        pid, pipes = start_guest(order, fds[1:], state, parent)
        follow(pid, pipes, report, begun + order.timeout)
    except OSError as exc:
        report.end("refused", f"the job's place could not be made: {exc}")
    report.send(round((time.monotonic() - begun) * 1000))
    os._exit(0)


def start_guest(
    order: JobOrder, fds: list[int], state: ZygoteState, parent: int
) -> tuple[int, GuestPipes]:
    """Make the job's namespaces and files, fork the guest, and let it go once it is tied to us."""
    tier = state.tier
    owner = tiers.FIRST_OWNER + os.getpid() % tiers.OWNERS if tier.owners else os.getuid()
    text, tables = fds[0], fds[1:]
    if tier.name == "ns":
        namespaces.enter_job(owner, state.proc, sum(os.fstat(fd).st_size for fd in tables))
        places = [copy_input(fd, index) for index, fd in enumerate(tables)]
        places.append(f"{namespaces.SCRATCH}/spare")
        if tables:
            namespaces.seal_inputs()
    else:
        tables = [fcntl.fcntl(fd, fcntl.F_DUPFD, guest.FIRST_KEPT) for fd in tables]
        tables.append(fcntl.fcntl(os.memfd_create("spare"), fcntl.F_DUPFD, guest.FIRST_KEPT))
        places = [f"/proc/self/fd/{fd}" for fd in tables]
    kernel.prctl(kernel.SET_PDEATHSIG, signal.SIGKILL)  # after what would have cleared it
    if os.getppid() != parent:
        os._exit(1)
    pipes = GuestPipes.open()
    pid = os.fork()
    if pid == 0:
        keep = tables if tier.name == "landlock" else []
        guest.begin(order, text, places, keep, pipes, state, owner)
    pipes.keep_ours()
    for fd in fds:
        os.close(fd)
    if state.proc is not None:
        os.close(state.proc)
    kernel.drop_capabilities(keep=kernel.CAP_KILL)  # the job may be another user's process
    os.write(pipes.go[1], b"+")
    return pid, pipes


def copy_input(fd: int, index: int) -> str:
    """Put an input where the guest can read it as a file."""
    path = f"{namespaces.INPUTS}/{index}"
    size, done = os.fstat(fd).st_size, 0
    place = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o444)
    while done < size:
        done += os.sendfile(place, fd, done, size - done)
    os.close(place)
    return path


def follow(pid: int, pipes: GuestPipes, report: JobReport, deadline: float) -> None:
    """Read what the guest says until it ends, its time is over, or nobody wants to know."""
    reader = FrameReader(report.take, guest_limits(ARTIFACT_BYTES))
    takers: dict[int, Callable[[bytes], None]] = {
        pipes.out[0]: report.stdout.feed,
        pipes.err[0]: report.stderr.feed,
        pipes.leave[0]: reader.feed,
    }
    try:
        listen(takers, os.pidfd_open(pid), report, deadline)
    except BrokenWire as exc:
        report.end("killed", str(exc))
    os.kill(pid, signal.SIGKILL)  # it may have ended by itself, and is waited for all the same
    waited = os.waitpid(pid, 0)[1]
    try:
        for fd, take in takers.items():
            while data := os.read(fd, _PIECE):
                take(data)
    except BrokenWire as exc:
        report.end("killed", str(exc))
    report.ended_with(waited)


def listen(
    takers: dict[int, Callable[[bytes], None]], ending: int, report: JobReport, deadline: float
) -> None:
    """Hand on what arrives, until there is a reason to stop."""
    server = report.server.fileno()
    poll = select.poll()
    for fd in (*takers, ending, server):
        poll.register(fd, select.POLLIN)
    while (left := deadline - time.monotonic()) > 0:
        ready = {fd for fd, _ in poll.poll(left * 1000 + 1)}
        if ending in ready:
            return
        if server in ready:
            report.end("killed", "the job was cancelled")
            return
        for fd in ready & takers.keys():
            if data := os.read(fd, _PIECE):
                takers[fd](data)
            else:
                poll.unregister(fd)  # closed by the guest, which goes on
    report.end("timeout", "the job's time was over")
