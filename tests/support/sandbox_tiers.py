"""Whether this machine allows a tier at all: what its settings say, not what our code finds."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tools.sandbox import landlock

_CAP_SYS_ADMIN = 1 << 21
_FORBIDDING = {
    "user/max_user_namespaces": "0",
    "kernel/unprivileged_userns_clone": "0",
    "kernel/apparmor_restrict_unprivileged_userns": "1",
}


def require(tier: str, *, ordinary: bool = False) -> None:
    """Skip a test of a tier that the machine's settings forbid to this user."""
    if tier == "landlock" and landlock.version() == 0:
        pytest.skip("this kernel has no Landlock")
    if tier == "ns" and (found := _forbids_namespaces(ordinary or os.geteuid() != 0)):
        pytest.skip(found)


def _forbids_namespaces(ordinary: bool) -> str | None:
    if not ordinary:
        status = Path("/proc/self/status").read_text().split("CapEff:")[1].split()[0]
        return None if int(status, 16) & _CAP_SYS_ADMIN else "this root may make no namespaces"
    for name, value in _FORBIDDING.items():
        path = Path("/proc/sys") / name
        if path.exists() and path.read_text().strip() == value:
            return f"{name} is {value}"
    return None
