"""Runs a command as an ordinary user of the system, where the tests themselves run as root.

The interpreter may lie in a home that is closed to others. Then the command sees, in a mount
namespace of its own, a copy of the way there that is open.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOBODY = 65_534


def as_ordinary_user(command: list[str], timeout: float) -> subprocess.CompletedProcess[str]:
    """Run `python ARGUMENTS` as nobody, or as we are if that is an ordinary user already."""
    launch = [sys.executable, "-m", "tests.support.ordinary_user"] if os.geteuid() == 0 else []
    return subprocess.run(
        [*launch, sys.executable, *command],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def become_nobody() -> None:
    """Open the way to the interpreter and to this project, then stop being root."""
    from tools.sandbox import kernel

    kernel.unshare(0x00020000)
    kernel.mount("none", "/", flags=1 << 18 | 16384)
    needed = {Path(sys.base_prefix).resolve(), Path(sys.prefix).resolve(), ROOT}
    for closed in {each for path in needed if (each := first_closed(path))}:
        behind = [path for path in needed if closed in (path, *path.parents)]
        places = [(path, os.open(path, os.O_PATH)) for path in behind]
        kernel.mount("tmpfs", str(closed), "tmpfs", options="mode=755")
        for path, place in places:
            path.mkdir(parents=True, exist_ok=True)
            kernel.mount(f"/proc/self/fd/{place}", str(path), flags=4096)
            os.close(place)
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)


def first_closed(path: Path) -> Path | None:
    """Return the outermost folder on the way that others may not enter."""
    for each in reversed([path, *path.parents]):
        if not each.stat().st_mode & 0o001:
            return each
    return None


if __name__ == "__main__":
    become_nobody()
    os.execv(sys.argv[1], sys.argv[1:])
