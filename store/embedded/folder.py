"""The data folder of the embedded database: how it is made, and what keeps it from being used."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Generator
from pathlib import Path

from contracts.errors import BatutaError


class DatabaseFolderUnusable(BatutaError):
    """The embedded database cannot run in its folder until a person changes something."""

    code = "unavailable"


def make_folder(folder: Path, mode: int) -> None:
    """Make a folder and its missing parents with this mode, and leave those that are there."""
    if folder.is_dir():
        return
    make_folder(folder.parent, mode)
    folder.mkdir(exist_ok=True)
    folder.chmod(mode)  # whatever the umask says


@contextlib.contextmanager
def explained(home: Path) -> Generator[None]:
    """Turn the system's refusals about the data folder into what to do about them."""
    try:
        yield
    except OSError as exc:
        what = exc.filename or home
        cure = {
            errno.ENOSPC: f"the disk under {home} is full; free some space",
            errno.EROFS: f"{what} is on a read-only file system; set BATUTA_HOME to another folder",
            errno.EACCES: f"{what} may not be written; check its owner or set BATUTA_HOME",
            errno.EPERM: f"{what} may not be changed; check its owner or set BATUTA_HOME",
            errno.ENOENT: f"{what} cannot be made; set BATUTA_HOME to another folder",
            errno.ENOTDIR: f"{what} is a file; set BATUTA_HOME to a folder",
            errno.EEXIST: f"{what} is a file; set BATUTA_HOME to a folder",
        }.get(exc.errno or 0)
        if cure is None:
            raise
        raise DatabaseFolderUnusable(cure) from exc
