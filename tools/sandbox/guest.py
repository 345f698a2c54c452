"""The guest: the process that runs what nobody trusts, and how it gives everything up before."""

from __future__ import annotations

import contextlib
import fcntl
import os
import resource
import select
import signal
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tools.sandbox import kernel, landlock, namespaces, seccomp
from tools.sandbox.inputs import JobInputs
from tools.sandbox.outlet import Outlet
from tools.sandbox.wire import JobOrder

if TYPE_CHECKING:
    from tools.sandbox.zygote import ZygoteState

_OUTLET = 3
FIRST_KEPT = 100  # inputs without a scratch folder are open files from here on
_MOST_FILES = 256
_UNPREPARED = 70
_THREADS = 32
_PAUSE = 2  # seconds of processor time beyond the clock's, per thread that may run


@dataclass(frozen=True, slots=True)
class GuestPipes:
    """The pipes between guest and supervisor: reading end, writing end."""

    out: tuple[int, int]
    err: tuple[int, int]
    leave: tuple[int, int]
    go: tuple[int, int]

    @classmethod
    def open(cls) -> GuestPipes:
        return cls(os.pipe(), os.pipe(), os.pipe(), os.pipe())

    def keep_ours(self) -> None:
        """Close what belongs to the guest; its end is then the end of what can be read."""
        for fd in (self.out[1], self.err[1], self.leave[1], self.go[0]):
            os.close(fd)

    def take_places(self, nothing: int, keep: list[int]) -> int:
        """Put the guest's ends where programs expect them, and close all that is not to be kept.

        Return where the word to go will come from.
        """
        ours = (nothing, self.out[1], self.err[1], self.leave[1], self.go[0])
        away = [fcntl.fcntl(fd, fcntl.F_DUPFD, FIRST_KEPT) for fd in ours]
        for place, fd in enumerate(away):
            os.dup2(fd, place)
        last = len(away)
        for fd in sorted(keep):
            os.closerange(last, fd)
            last = fd + 1
        os.closerange(last, _MOST_FILES)
        return len(away) - 1


def begin(
    order: JobOrder,
    text: int,
    places: list[str],
    keep: list[int],
    pipes: GuestPipes,
    state: ZygoteState,
    owner: int,
) -> None:
    """Give up everything, then run the job; never returns."""
    code = _UNPREPARED
    try:
        body = os.pread(text, os.fstat(text).st_size, 0)
        scratch = namespaces.SCRATCH if state.tier.name == "ns" else None
        named = dict(zip(order.inputs, places, strict=False))  # the spare one is the last
        inputs = JobInputs(named, scratch, order.memory_mb, places[-1])
        settle_surroundings(scratch)
        go = pipes.take_places(state.nothing, keep)
        give_up(order, state, owner)
        # Who died before this one was tied to it may have left its word behind.
        if os.read(go, 1) != b"+" or has_hung_up(go):
            os._exit(code)
        os.close(go)
        if state.tier.landlock:
            landlock.restrict(readable(state, scratch), [scratch] if scratch else [])
        seccomp.install(scratch=scratch is not None, threads=scratch is not None)
        code = run(order, body, inputs)
    except BaseException:  # noqa: BLE001
        said = traceback.format_exc().encode()
        for place in (pipes.err[1], 2):  # the first before it has its place, the second after
            with contextlib.suppress(OSError):
                os.write(place, said)
    finally:
        os._exit(code)


def has_hung_up(go: int) -> bool:
    """Tell whether the supervisor, which keeps its end as long as it lives, is no more."""
    poll = select.poll()
    poll.register(go, 0)
    return any(said & select.POLLHUP for _, said in poll.poll(0))


def readable(state: ZygoteState, scratch: str | None) -> list[str]:
    """Return what the guest may read: the interpreter, and its own inputs."""
    return [*state.readable, namespaces.INPUTS] if scratch else state.readable


def settle_surroundings(scratch: str | None) -> None:
    """Begin where the job may write."""
    os.chdir(scratch or "/")
    if not scratch:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # so that nobody asks for threads


def give_up(order: JobOrder, state: ZygoteState, owner: int) -> None:
    """Bound what the process may use, then drop who it was."""
    cores = len(os.sched_getaffinity(0))
    limits = {
        resource.RLIMIT_AS: state.address_space + (order.memory_mb << 20),
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: int(order.timeout * cores) + _PAUSE,
        resource.RLIMIT_FSIZE: namespaces.SCRATCH_BYTES,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_NOFILE: _MOST_FILES,
        resource.RLIMIT_STACK: 8 << 20,
    }
    if state.tier.name == "ns":
        limits[resource.RLIMIT_NPROC] = _THREADS
    for what, most in limits.items():
        hard = resource.getrlimit(what)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (most, most))
    if state.tier.owners:
        os.setgroups([])
        os.setresgid(owner, owner, owner)
        os.setresuid(owner, owner, owner)
    kernel.drop_capabilities()
    kernel.prctl(kernel.SET_NO_NEW_PRIVS, 1)
    kernel.prctl(kernel.SET_DUMPABLE, 0)
    kernel.prctl(kernel.SET_PDEATHSIG, signal.SIGKILL)


def run(order: JobOrder, body: bytes, inputs: JobInputs) -> int:
    """Run the job's program; 0 if it came to its end."""
    from tools.sandbox import guest_code, guest_program

    out = Outlet(_OUTLET)
    if order.kind == "code":
        return guest_code.run(body.decode(), inputs, out)
    return guest_program.run(order.program, body, inputs, out)
