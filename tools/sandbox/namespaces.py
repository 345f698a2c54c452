"""Namespaces: a network without wires, a tree of files that holds the interpreter and no more.

`enter` is called once, by the zygote; `enter_job` once for each job, by its supervisor.
"""

from __future__ import annotations

import errno
import os
import socket
import struct
from collections.abc import Iterable

from tools.sandbox import kernel

_NEWNS, _NEWUTS, _NEWIPC = 0x00020000, 0x04000000, 0x08000000
_NEWUSER, _NEWPID, _NEWNET = 0x10000000, 0x20000000, 0x40000000
_RDONLY, _NOSUID, _NODEV, _NOEXEC = 1, 2, 4, 8
_REMOUNT, _BIND, _REC, _PRIVATE = 32, 4096, 16384, 1 << 18
_DETACH = 2
_AT_RECURSIVE = 0x8000
_INSIDE = 1000  # what an ordinary user is called inside of a user namespace

SCRATCH, INPUTS = "/scratch", "/inputs"
SCRATCH_BYTES, SCRATCH_FILES = 64 << 20, 2048


def enter(readable: Iterable[str], *, own_user: bool) -> None:
    """Move this process into namespaces of its own, in a tree that holds these folders alone."""
    uid, gid = os.geteuid(), os.getegid()
    kernel.unshare(_NEWNS | _NEWNET | _NEWIPC | _NEWUTS | (_NEWUSER if own_user else 0))
    if own_user:
        _map_user(os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC), uid, gid, _INSIDE)
    socket.sethostname("sandbox")
    kernel.mount("none", "/", flags=_REC | _PRIVATE)
    base = next(place for place in ("/tmp", "/mnt", "/var") if os.path.isdir(place))  # noqa: S108
    places = [(path, os.open(path, os.O_PATH | os.O_CLOEXEC)) for path in readable]
    kernel.mount("tmpfs", base, "tmpfs", _NOSUID | _NODEV, "mode=755,size=4m,nr_inodes=4096")
    for path, place in places:
        os.makedirs(base + path, 0o755, exist_ok=True)
        kernel.mount(f"/proc/self/fd/{place}", base + path, flags=_BIND | _REC)
        _make_readonly(base + path)
        os.close(place)
    for path in (SCRATCH, INPUTS, "/tmp"):  # noqa: S108 - the last for a cache of the zygote's
        os.makedirs(base + path, 0o755, exist_ok=True)
    os.chdir(base)
    kernel.syscall("pivot_root", b".", b".")
    kernel.umount(".", _DETACH)
    os.chdir("/")


def seal() -> None:
    """Make the tree itself read-only; nothing is to be added after this."""
    kernel.mount("none", "/", flags=_REMOUNT | _BIND | _RDONLY | _NOSUID | _NODEV)


def enter_job(owner: int, proc: int | None, input_bytes: int) -> None:
    """Give the next child of this process its own processes, and this job its own files.

    `proc` is the folder /proc, kept open where a user namespace has to be described; `owner` is
    whom the files are to belong to.
    """
    kernel.unshare(_NEWNS | _NEWPID | (0 if proc is None else _NEWUSER))
    if proc is not None:
        _map_user(proc, _INSIDE, _INSIDE, _INSIDE)
        owner = _INSIDE
    flags = _NOSUID | _NODEV | _NOEXEC
    mine = f"mode=700,uid={owner},gid={owner}"
    size = f"size={SCRATCH_BYTES},nr_inodes={SCRATCH_FILES}"
    kernel.mount("tmpfs", SCRATCH, "tmpfs", flags, f"{mine},{size}")
    if input_bytes:
        room = f"size={input_bytes + (1 << 20)},nr_inodes=256"
        kernel.mount("tmpfs", INPUTS, "tmpfs", flags, f"mode=755,{room}")


def seal_inputs() -> None:
    """Make the job's inputs read-only."""
    kernel.mount("none", INPUTS, flags=_REMOUNT | _BIND | _RDONLY | _NOSUID | _NODEV | _NOEXEC)


def _map_user(proc: int, uid: int, gid: int, inside: int) -> None:
    for name, line in (
        ("setgroups", "deny"),
        ("uid_map", f"{inside} {uid} 1"),
        ("gid_map", f"{inside} {gid} 1"),
    ):
        place = os.open(f"self/{name}", os.O_WRONLY, dir_fd=proc)
        try:
            os.write(place, line.encode())
        finally:
            os.close(place)


def _make_readonly(path: str) -> None:
    attributes = struct.pack("<4Q", _RDONLY | _NOSUID | _NODEV, 0, 0, 0)
    try:
        kernel.syscall(
            "mount_setattr", -100, path.encode(), _AT_RECURSIVE, attributes, len(attributes)
        )
    except OSError as exc:
        if exc.errno != errno.ENOSYS:
            raise
        # An older kernel: one mount at a time, and flags that we may not take away stay.
        kept = os.statvfs(path).f_flag & (_RDONLY | _NOSUID | _NODEV | _NOEXEC | 1024 | 2048 | 4096)
        flags = {1024: 1024, 2048: 2048, 4096: 1 << 21}  # noatime, nodiratime, relatime
        extra = sum(flags.get(bit, bit) for bit in (1, 2, 4, 8, 1024, 2048, 4096) if kept & bit)
        kernel.mount("none", path, flags=_REMOUNT | _BIND | _RDONLY | _NOSUID | _NODEV | extra)
