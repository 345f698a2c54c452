"""The zygote: a process that has everything imported and knows nothing, and forks for each job.

It is started anew, not forked from the server, so no memory, variable or open file of the server's
is in it. It reads orders for jobs from one socket and ends when that socket does.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import pkgutil
import signal
import socket
from dataclasses import dataclass

from contracts.json import JsonObject
from tools.sandbox import kernel, landlock, namespaces, tables, tiers
from tools.sandbox.supervisor import supervise
from tools.sandbox.tiers import NoTier, SandboxTier
from tools.sandbox.wire import MOST_INPUTS, PACKET_BYTES, JobOrder

_LIBRARIES = (
    "numpy", "pandas", "matplotlib.figure", "matplotlib.pyplot", "duckdb", "python_calamine",
    "statistics", "datetime", "decimal", "zoneinfo", "csv", "json", "math", "re", "io",
    "collections", "itertools", "functools", "traceback", "random", "string", "textwrap",
    "calendar", "linecache", "bisect", "heapq", "tempfile", "resource",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ZygoteState:
    """What the processes of each job find prepared."""

    tier: SandboxTier
    readable: list[str]
    proc: int | None  # the folder /proc, where user namespaces have to be described through it
    nothing: int  # /dev/null
    address_space: int  # bytes that are mapped before a job begins


def main(config: JsonObject) -> None:
    """Isolate, import, say so, serve."""
    control = socket.socket(fileno=int(config["control"]))
    control.setblocking(True)
    os.umask(0o022)
    try:
        state = prepare(config)
    except (NoTier, OSError, ImportError) as exc:
        control.send(json.dumps({"refused": str(exc)[:2_000]}).encode())
        os._exit(1)
    told = {"tier": state.tier.as_json(), "pid": os.getpid()}
    control.send(json.dumps(told).encode())
    serve(control, state)


def prepare(config: JsonObject) -> ZygoteState:
    """Find the tier, enter it, and import what jobs need from inside of it."""
    readable = [path for path in config["readable"] if os.path.isdir(path)]
    tier = tiers.settle(config["tier"], readable)
    nothing = os.open("/dev/null", os.O_RDWR | os.O_CLOEXEC)
    status = os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)
    proc = os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC) if tier.own_user else None
    if tier.name == "ns":
        namespaces.enter(readable, own_user=tier.own_user)
    if config["preload"]:
        tables.prepare_engine()
    if tier.name == "landlock":
        landlock.restrict(readable)
    if config["preload"]:
        preload(config["programs"])
    if tier.name == "ns":
        namespaces.seal()
    pages = int(os.pread(status, 100, 0).split()[0])
    os.close(status)
    return ZygoteState(tier, readable, proc, nothing, pages * os.sysconf("SC_PAGESIZE"))


def preload(programs: str) -> None:
    """Import libraries and programs, and do once what each job would do again."""
    for name in _LIBRARIES:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for each in pkgutil.iter_modules([programs]):
        importlib.import_module(f"tools.sandbox.programs.{each.name}")
    importlib.import_module("tools.sandbox.guest_program")
    importlib.import_module("tools.sandbox.guest_code").warm()
    gc.collect()
    gc.freeze()
    kernel.trim_memory()


def serve(control: socket.socket, state: ZygoteState) -> None:
    """Fork a supervisor for each order; end with the socket, and all jobs with this process."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody has to be waited for
    while True:
        packet, fds, _, _ = socket.recv_fds(control, PACKET_BYTES, MOST_INPUTS + 2)
        if not packet:
            os._exit(0)
        parent = os.getpid()
        if os.fork() == 0:
            try:
                control.close()
                supervise(JobOrder.read(packet), fds, state, parent)
            finally:
                os._exit(1)
        for fd in fds:
            os.close(fd)
