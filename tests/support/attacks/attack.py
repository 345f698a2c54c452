"""What an attack is: a program that says ESCAPED when it got what it must not get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Group = Literal[
    "reading", "environment", "writing", "network", "execution", "leftovers", "parent", "bomb",
    "raw call", "forged",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Attack:
    """A program, and whether it is safe to run it without a sandbox to see that it is real."""

    group: Group
    name: str
    code: str
    control: bool = True  # run without a sandbox, it succeeds, as root or as an ordinary user
    tiers: tuple[str, ...] = ("ns", "landlock")
    timeout: float = 5


# What every attack begins with; `PLANTED` is put in front by who runs it.
PRELUDE = r"""
import ctypes, errno, os, socket, struct, sys
libc = ctypes.CDLL(None, use_errno=True)

def escaped(*said):
    print("ESCAPED", *said, flush=True)

def reached(number, *args):
    "Whether the kernel got as far as to look at the arguments."
    ctypes.set_errno(0)
    words = [ctypes.c_long(a) if isinstance(a, int) else a for a in args]
    done = libc.syscall(ctypes.c_long(number), *words)
    if done >= 0 or ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS):
        escaped(number, done, ctypes.get_errno())

def machine_code(code):
    "Run bytes as a program of this process, and return what they leave in rax."
    import mmap
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    at = ctypes.addressof(ctypes.c_char.from_buffer(page))
    return ctypes.CFUNCTYPE(ctypes.c_long)(at)()
"""
