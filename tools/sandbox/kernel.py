"""System calls that Python has no function for, and their numbers on the machines we know.

Linux only, and only imported by the processes of the sandbox.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct

_NUMBERS = {  # x86_64, aarch64 (None: that machine does without it)
    "access": (21, None),
    "arch_prctl": (158, None),
    "brk": (12, 214),
    "capset": (126, 91),
    "clock_getres": (229, 114),
    "clock_gettime": (228, 113),
    "clock_nanosleep": (230, 115),
    "clone": (56, 220),
    "clone3": (435, 435),
    "close": (3, 57),
    "close_range": (436, 436),
    "dup": (32, 23),
    "dup2": (33, None),
    "dup3": (292, 24),
    "exit": (60, 93),
    "exit_group": (231, 94),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "fadvise64": (221, 223),
    "fallocate": (285, 47),
    "fcntl": (72, 25),
    "fdatasync": (75, 83),
    "fstat": (5, 80),
    "fstatfs": (138, 44),
    "fsync": (74, 82),
    "ftruncate": (77, 46),
    "futex": (202, 98),
    "getcpu": (309, 168),
    "getcwd": (79, 17),
    "getdents64": (217, 61),
    "getegid": (108, 177),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getgroups": (115, 158),
    "getpid": (39, 172),
    "getppid": (110, 173),
    "getpriority": (140, 141),
    "getrandom": (318, 278),
    "getresgid": (120, 150),
    "getresuid": (118, 148),
    "getrusage": (98, 165),
    "gettid": (186, 178),
    "gettimeofday": (96, 169),
    "getuid": (102, 174),
    "ioctl": (16, 29),
    "landlock_add_rule": (445, 445),
    "landlock_create_ruleset": (444, 444),
    "landlock_restrict_self": (446, 446),
    "lseek": (8, 62),
    "lstat": (6, None),
    "madvise": (28, 233),
    "membarrier": (324, 283),
    "mincore": (27, 232),
    "mkdir": (83, None),
    "mkdirat": (258, 34),
    "mmap": (9, 222),
    "mount_setattr": (442, 442),
    "mprotect": (10, 226),
    "mremap": (25, 216),
    "munmap": (11, 215),
    "nanosleep": (35, 101),
    "newfstatat": (262, 79),
    "open": (2, None),
    "openat": (257, 56),
    "pivot_root": (155, 41),
    "poll": (7, None),
    "ppoll": (271, 73),
    "prctl": (157, 167),
    "pread64": (17, 67),
    "preadv": (295, 69),
    "pselect6": (270, 72),
    "pwrite64": (18, 68),
    "pwritev": (296, 70),
    "read": (0, 63),
    "readlink": (89, None),
    "readlinkat": (267, 78),
    "readv": (19, 65),
    "rename": (82, None),
    "renameat": (264, 38),
    "renameat2": (316, 276),
    "restart_syscall": (219, 128),
    "rmdir": (84, None),
    "rseq": (334, 293),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sched_getaffinity": (204, 123),
    "sched_yield": (24, 124),
    "select": (23, None),
    "set_robust_list": (273, 99),
    "set_tid_address": (218, 96),
    "sigaltstack": (131, 132),
    "stat": (4, None),
    "statfs": (137, 43),
    "statx": (332, 291),
    "sysinfo": (99, 179),
    "time": (201, None),
    "times": (100, 153),
    "umask": (95, 166),
    "uname": (63, 160),
    "unlink": (87, None),
    "unlinkat": (263, 35),
    "write": (1, 64),
    "writev": (20, 66),
}
MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # as the kernel names them to a filter
_COLUMN = list(MACHINES)

# prctl
SET_PDEATHSIG, SET_DUMPABLE, CAPBSET_DROP = 1, 4, 24
CAP_KILL = 5
SET_NAME, SET_SECCOMP, SET_SECUREBITS, SET_NO_NEW_PRIVS, CAP_AMBIENT = 15, 22, 28, 38, 47

_libc = ctypes.CDLL(None, use_errno=True)


def machine() -> str:
    """Name this machine as MACHINES does, whatever the kernel below it is called."""
    return platform.machine()


def number(name: str) -> int | None:
    """Return a system call's number here; None where this machine has no such call."""
    return _NUMBERS[name][_COLUMN.index(machine())]


def checked(result: int, what: str) -> int:
    """Return what a call gave, or raise what it failed of, named by the call."""
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")
    return result


def syscall(name: str, *args: int | bytes | ctypes.Array[ctypes.c_char] | None) -> int:
    """Make a system call by its number; integers are passed as 64 bits, bytes by address."""
    found = number(name)
    if found is None:
        raise OSError(errno.ENOSYS, f"{name}: no such system call on {machine()}")
    words = [ctypes.c_long(arg) if isinstance(arg, int) else arg for arg in args]
    return checked(_libc.syscall(ctypes.c_long(found), *words), name)


def prctl(option: int, value: int = 0, third: int = 0) -> int:
    """Change a property of this process."""
    words = [ctypes.c_ulong(word) for word in (value, third, 0, 0)]
    return checked(_libc.prctl(ctypes.c_int(option), *words), "prctl")


def mount(source: str, target: str, kind: str = "", flags: int = 0, options: str = "") -> None:
    """Mount something in this process's mount namespace."""
    words = [text.encode() if text else None for text in (source, target, kind)]
    extra = options.encode() if options else None
    checked(_libc.mount(*words, ctypes.c_ulong(flags), extra), "mount")


def umount(target: str, flags: int = 0) -> None:
    """Take a mount away."""
    checked(_libc.umount2(target.encode(), flags), "umount")


def unshare(flags: int) -> None:
    """Leave the namespaces that are shared with others for fresh ones."""
    checked(_libc.unshare(flags), "unshare")


def drop_capabilities(keep: int | None = None) -> None:
    """Give up every capability but this one for good, the right to win one back included."""
    for capability in range(64):
        try:
            if capability != keep:
                prctl(CAPBSET_DROP, capability)
        except OSError:
            break  # beyond the last one, or without the right to: then there are none either
    for option, value, third in ((CAP_AMBIENT, 4, 0), (SET_SECUREBITS, 0x2F, 0)):
        try:
            prctl(option, value, third)
        except OSError:  # an ordinary user has neither
            continue
    header = struct.pack("<Ii", 0x20080522, 0)
    kept = 0 if keep is None else 1 << keep
    try:
        syscall("capset", header, struct.pack("<6I", kept, kept, 0, 0, 0, 0))
    except OSError:  # it was not there to be kept
        syscall("capset", header, bytes(24))


def trim_memory() -> None:
    """Hand freed memory back to the system, where the C library can."""
    if hasattr(_libc, "malloc_trim"):
        _libc.malloc_trim(0)
