"""The filter of system calls: a list of what is allowed, as a program for the kernel.

Everything that is not named fails with EPERM; calls of another machine's numbering (int 0x80, x32)
end the process.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import struct
import sys

from tools.sandbox import kernel

_MEMORY = "brk mmap munmap mremap mprotect madvise mincore futex membarrier"
_PROCESS = """
exit exit_group set_robust_list set_tid_address rseq arch_prctl restart_syscall sched_yield
sched_getaffinity getcpu getpid getppid gettid getuid geteuid getgid getegid getresuid getresgid
getgroups getpriority getrusage uname sysinfo getrandom
rt_sigaction rt_sigprocmask rt_sigreturn sigaltstack
"""
_TIME = "clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time times"
_READING = """
read readv pread64 preadv lseek close close_range open openat fstat stat lstat newfstatat statx
statfs fstatfs access faccessat faccessat2 getdents64 getcwd readlink readlinkat fadvise64
dup dup2 dup3 poll ppoll select pselect6 umask
"""
_WRITING = "write writev pwrite64 pwritev ftruncate fallocate fsync fdatasync"
_SCRATCH = """
unlink unlinkat mkdir mkdirat rmdir rename renameat renameat2
"""
_FCNTL = (
    fcntl.F_DUPFD, fcntl.F_DUPFD_CLOEXEC, fcntl.F_GETFD, fcntl.F_SETFD, fcntl.F_GETFL,
    fcntl.F_GETLK, fcntl.F_SETLK, 36, 37,  # the last two: locks of an open file
)  # fmt: skip
_IOCTL = (0x5401, 0x541B, 0x5451)  # is it a terminal, how much can be read, close on exec
_THREAD = 0x00010000 | 0x00000800 | 0x00000100  # a thread: shares handlers and memory
_NAMESPACES = 0x7E020080  # every kind of namespace that clone can make

_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_LOAD, _EQUAL, _AT_LEAST, _AND, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x06
_NR, _ARCH, _FIRST_ARG = 0, 4, 16
_X32 = 0x40000000

Instruction = tuple[int, int, int, int]  # code, jump if true, jump if false, value


def install(*, scratch: bool, threads: bool) -> None:
    """Put this process under the filter, for ever."""
    load(filter_program(scratch=scratch, threads=threads))


def filter_program(*, scratch: bool, threads: bool) -> list[Instruction]:
    """Write the filter for this machine."""
    names = f"{_MEMORY} {_PROCESS} {_TIME} {_READING} {_WRITING} {_SCRATCH if scratch else ''}"
    program = _machine_check()
    for name in names.split():
        if (number := kernel.number(name)) is not None:
            program += [(_EQUAL, 0, 1, number), _answer(_ALLOW)]
    program += _one_of("fcntl", 1, _FCNTL)
    program += _one_of("ioctl", 1, _IOCTL)
    program += _one_of("prctl", 0, (kernel.SET_NAME,))
    if threads:
        mask = [(_AND, 0, 0, _THREAD | _NAMESPACES), (_EQUAL, 0, 1, _THREAD), _answer(_ALLOW)]
        program += _for_call("clone", [_argument(0), *mask, _answer(_refused(errno.EPERM))])
    # glibc makes threads by clone3 and falls back only if the kernel does not know it; its
    # arguments lie in memory, where a filter cannot look.
    program += _for_call("clone3", [_answer(_refused(errno.ENOSYS))])
    return [*program, _answer(_refused(errno.EPERM))]


def load(program: list[Instruction]) -> None:
    """Hand a filter to the kernel."""
    code = b"".join(struct.pack("<HBBI", *instruction) for instruction in program)
    text = ctypes.create_string_buffer(code)
    head = ctypes.create_string_buffer(struct.pack("<H6xQ", len(program), ctypes.addressof(text)))
    kernel.prctl(kernel.SET_NO_NEW_PRIVS, 1)
    kernel.prctl(kernel.SET_SECCOMP, 2, ctypes.addressof(head))


def fault() -> str | None:
    """Say why no filter can be written here."""
    if sys.platform != "linux":
        return "the sandbox is made of parts of the Linux kernel"
    if kernel.machine() not in kernel.MACHINES or sys.byteorder != "little":
        return f"there is no list of system calls for {kernel.machine()}"
    return None


def _machine_check() -> list[Instruction]:
    ours = kernel.MACHINES[kernel.machine()]
    program = [(_LOAD, 0, 0, _ARCH), (_EQUAL, 1, 0, ours), _answer(_KILL), (_LOAD, 0, 0, _NR)]
    if kernel.machine() == "x86_64":
        program += [(_AT_LEAST, 0, 1, _X32), _answer(_KILL)]
    return program


def _one_of(name: str, position: int, values: tuple[int, ...]) -> list[Instruction]:
    """Allow a call if this argument, 32 bits wide, is one of these."""
    block = [_argument(position)]
    for value in values:
        block += [(_EQUAL, 0, 1, value), _answer(_ALLOW)]
    return _for_call(name, [*block, _answer(_refused(errno.EPERM))])


def _for_call(name: str, block: list[Instruction]) -> list[Instruction]:
    number = kernel.number(name)
    return [] if number is None else [(_EQUAL, 0, len(block), number), *block]


def _argument(position: int) -> Instruction:
    return (_LOAD, 0, 0, _FIRST_ARG + 8 * position)


def _answer(action: int) -> Instruction:
    return (_RETURN, 0, 0, action)


def _refused(code: int) -> int:
    return _ERRNO | code
