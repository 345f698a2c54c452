"""Runs a command under a filter that forbids some system calls, as some containers do.

python -m tests.support.denied_calls namespaces,landlock,seccomp python ...
"""

from __future__ import annotations

import errno
import os
import sys

from tools.sandbox import kernel, seccomp

_DENIED = {  # numbers of x86_64, and what the kernel would say
    "namespaces": ((272, 308, 165), errno.EPERM),
    "landlock": ((444, 445, 446), errno.ENOSYS),
    "mounts": ((165,), errno.EPERM),
    "new mounts": ((442,), errno.ENOSYS),
}
_SECCOMP = [  # prctl(PR_SET_SECCOMP) and seccomp()
    (0x20, 0, 0, 0), (0x15, 0, 1, 317), (0x06, 0, 0, 0x00050000 | errno.EINVAL),
    (0x15, 0, 3, 157), (0x20, 0, 0, 16), (0x15, 0, 1, kernel.SET_SECCOMP),
    (0x06, 0, 0, 0x00050000 | errno.EINVAL), (0x06, 0, 0, 0x7FFF0000),
]  # fmt: skip


def program(what: list[str]) -> list[seccomp.Instruction]:
    """Write a filter that allows everything but this."""
    made: list[seccomp.Instruction] = [(0x20, 0, 0, 0)]
    for name in what:
        if name != "seccomp":
            numbers, code = _DENIED[name]
            for number in numbers:
                made += [(0x15, 0, 1, number), (0x06, 0, 0, 0x00050000 | code)]
    return [*made, *_SECCOMP] if "seccomp" in what else [*made, (0x06, 0, 0, 0x7FFF0000)]


if __name__ == "__main__":
    seccomp.load(program(sys.argv[1].split(",")))
    os.execv(sys.argv[2], sys.argv[2:])
