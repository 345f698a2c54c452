"""Which isolation this machine allows, found out by trying it in a process that is then left."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from contracts.json import JsonObject
from tools.sandbox import landlock, namespaces, seccomp

TierName = Literal["ns", "landlock"]
# Who jobs are where the server is root: far from people's and services' numbers, and within the
# 65,536 that most containers have.
FIRST_OWNER, OWNERS = 61_184, 4_000


@dataclass(frozen=True, slots=True)
class SandboxTier:
    """How jobs are isolated here."""

    name: TierName
    own_user: bool  # namespaces of an ordinary user's own
    owners: bool  # each job is a user of its own
    landlock: int  # the version; 0: the kernel has none
    why: str  # why not a better one; empty for the best

    def as_json(self) -> JsonObject:
        return asdict(self)


class NoTier(Exception):
    """Nothing on this machine isolates a program well enough to run it."""


def settle(wanted: str, readable: list[str]) -> SandboxTier:
    """Find the best tier that works, or the one that is wanted."""
    if found := seccomp.fault():
        raise NoTier(found)
    if failed := _tried(lambda: seccomp.install(scratch=False, threads=False)):
        raise NoTier(f"this system takes no seccomp filter ({failed})")
    version, reasons = landlock.version(), list[str]()
    owners = os.geteuid() == 0 and not _tried(_become_another) and _readable_by_all(readable)
    if wanted in ("auto", "ns"):
        for own_user in (False, True) if owners else (True,):
            failed = _tried(lambda own=own_user: _trial_of_namespaces(readable, own))
            if not failed:
                return SandboxTier("ns", own_user, owners and not own_user, version, "")
            reasons.append(f"no namespaces {'for an ordinary user' if own_user else 'as root'}"
                           f" ({failed})")  # fmt: skip
    if wanted in ("auto", "landlock"):
        if version == 0:
            reasons.append("the kernel has no Landlock, or something forbids it")
        elif failed := _tried(lambda: landlock.restrict(readable)):
            reasons.append(f"Landlock does not work ({failed})")
        else:
            apart = owners and _reachable_by_all(readable)
            return SandboxTier("landlock", False, apart, version, "; ".join(reasons))
    raise NoTier("; ".join(reasons))


def _trial_of_namespaces(readable: list[str], own_user: bool) -> None:
    proc = os.open("/proc", os.O_PATH | os.O_DIRECTORY) if own_user else None
    namespaces.enter(readable, own_user=own_user)
    namespaces.seal()
    namespaces.enter_job(FIRST_OWNER, proc, 1)
    namespaces.seal_inputs()
    if failed := _tried(lambda: None):  # a child in a process namespace of its own
        raise OSError(failed)


def _become_another() -> None:
    os.setgroups([])
    os.setresgid(FIRST_OWNER, FIRST_OWNER, FIRST_OWNER)
    os.setresuid(FIRST_OWNER + OWNERS, FIRST_OWNER + OWNERS, FIRST_OWNER + OWNERS)


def _readable_by_all(paths: Iterable[str]) -> bool:
    """Whether another user can read the interpreter, once there is a way to it."""
    for path in paths:
        with os.scandir(path) as entries:
            files = (each.stat().st_mode for each in entries if each.is_file())
            if os.stat(path).st_mode & 0o005 != 0o005 or not next(files, 0o004) & 0o004:
                return False
    return True


def _reachable_by_all(paths: Iterable[str]) -> bool:
    """Whether another user finds the way to the interpreter where it lies."""
    ways = {parent for path in paths for parent in Path(path).parents}
    return all(way.stat().st_mode & 0o001 for way in ways)


def _tried(attempt: Callable[[], None]) -> str:
    """Do something in a child that ends at once; return what it failed of."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        said = b"+"
        try:
            attempt()
        except OSError as exc:
            said = (exc.strerror or str(exc)).encode()
        except BaseException as exc:  # noqa: BLE001
            said = repr(exc).encode()
        os.write(writing, said[:300])
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        said = pipe.read().decode(errors="replace")
    os.waitpid(child, 0)
    return "" if said == "+" else said or "the process was ended"
