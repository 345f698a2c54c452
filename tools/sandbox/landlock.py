"""Landlock: what this process and its children may still do with files, ports and signals."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable

from tools.sandbox import kernel

_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
_WRITE_FILE, _REMOVE_DIR, _REMOVE_FILE = 1 << 1, 1 << 4, 1 << 5
_MAKE_DIR, _MAKE_REG, _REFER, _TRUNCATE = 1 << 7, 1 << 8, 1 << 13, 1 << 14
READ = _READ_FILE | _READ_DIR
SCRATCH = (
    READ | _WRITE_FILE | _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_REG | _REFER | _TRUNCATE
)

# What each version of it can handle; what is handled and not granted is denied.
_FILES = {1: 0x1FFF, 2: 0x3FFF, 3: 0x7FFF, 4: 0x7FFF, 5: 0xFFFF}
_TCP_FROM, _SCOPES_FROM = 4, 6  # binding and connecting; abstract sockets and signals


def version() -> int:
    """Return which Landlock the kernel has; 0: none."""
    try:
        return kernel.syscall("landlock_create_ruleset", None, 0, 1)
    except OSError:
        return 0


def restrict(readable: Iterable[str], writable: Iterable[str] = ()) -> None:
    """Leave nothing but reading beneath these folders and files beneath those, for ever."""
    found = version()
    handled = _FILES[min(found, max(_FILES))]
    words = [handled, 0x3 if found >= _TCP_FROM else 0, 0x3 if found >= _SCOPES_FROM else 0]
    words = words[: 3 if found >= _SCOPES_FROM else 2 if found >= _TCP_FROM else 1]
    attributes = struct.pack(f"<{len(words)}Q", *words)
    rules = kernel.syscall("landlock_create_ruleset", attributes, len(attributes), 0)
    try:
        for path in readable:
            _grant(rules, path, READ & handled)
        for path in writable:
            _grant(rules, path, SCRATCH & handled)
        kernel.prctl(kernel.SET_NO_NEW_PRIVS, 1)
        kernel.syscall("landlock_restrict_self", rules, 0)
    finally:
        os.close(rules)


def _grant(rules: int, path: str, rights: int) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        kernel.syscall("landlock_add_rule", rules, 1, struct.pack("<Qi", rights, place), 0)
    finally:
        os.close(place)
