"""The system user the embedded database runs as, and the folders that user may enter."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pwd
import shutil
import stat
import subprocess
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

from store.embedded.folder import DatabaseFolderUnusable

SYSTEM_USER = "batuta-postgres"
_ENV = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}  # nothing of ours, no PG* variable


@dataclass(frozen=True, slots=True)
class Account:
    """The owner of the database's processes and files; postgres refuses to run as root."""

    uid: int
    gid: int

    @property
    def name(self) -> str:
        """Return the user's name, or its number where it has none."""
        try:
            return pwd.getpwuid(self.uid).pw_name
        except KeyError:
            return str(self.uid)

    def run(
        self, command: Sequence[str | Path], *, detached: bool = False
    ) -> subprocess.CompletedProcess[str]:
        """Run a program as this user, in an empty environment."""
        root = os.geteuid() == 0
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            cwd="/",
            env=_ENV,
            start_new_session=detached,
            user=self.uid if root else None,
            group=self.gid if root else None,
            extra_groups=[] if root else None,
        )

    def own(self, path: Path) -> None:
        """Give a file or folder to this user, where that takes root."""
        if os.geteuid() == 0:
            os.chown(path, self.uid, self.gid)

    def barrier(self, folder: Path) -> Path | None:
        """Return the first folder on the way that this user may not enter, if there is one."""
        for step in [*reversed(folder.parents), folder]:
            facts = step.stat()
            bit = stat.S_IXOTH
            if facts.st_uid == self.uid:
                bit = stat.S_IXUSR
            elif facts.st_gid == self.gid:
                bit = stat.S_IXGRP
            if not facts.st_mode & bit:
                return step
        return None


def account_for(data: Path) -> Account:
    """Choose the account: ourselves; as root the data's owner, or a system user made for it."""
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid())
    for folder in (data, data.parent):
        if folder.exists() and (facts := folder.stat()).st_uid != 0:
            return Account(facts.st_uid, facts.st_gid)
    return system_account()


def system_account(name: str = SYSTEM_USER) -> Account:
    """Return the account of a system user, making the user where there is none."""
    with _users_locked():
        return _made(name)


@contextlib.contextmanager
def _users_locked() -> Generator[None]:
    """Let one process at a time make a user: the second `useradd` would give a new number."""
    handle = os.open("/etc", os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _made(name: str) -> Account:
    said = "neither useradd nor adduser is there"
    makers = (
        None,
        ["useradd", "--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent"],
        ["adduser", "-S", "-D", "-H"],
    )
    for maker in makers:
        if maker and shutil.which(maker[0]):
            done = subprocess.run([*maker, name], capture_output=True, text=True, check=False)
            said = done.stderr.strip()
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            return Account(entry.pw_uid, entry.pw_gid)
    raise DatabaseFolderUnusable(
        f"PostgreSQL does not run as root, and the system user '{name}' could not be made "
        f"({said}); run batuta as an ordinary user, or set DATABASE_URL"
    )
