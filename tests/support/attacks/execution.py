"""Attacks that start another program or another process."""

from tests.support.attacks.attack import Attack

ATTACKS = (
    Attack("execution", "os.system", "os.system('echo ESCAPED')"),
    Attack("execution", "subprocess", "import subprocess; escaped(subprocess.run(['/bin/true']))"),
    Attack("execution", "the interpreter again",
           "os.execv(sys.executable, [sys.executable, '-c', 'print(\"ESCAPED\")'])"),
    Attack("execution", "posix_spawn", "escaped(os.posix_spawn('/bin/true', ['true'], {}))"),
    Attack("execution", "popen of the C library", """
libc.popen.restype = ctypes.c_void_p
libc.popen(b'true', b'r') and escaped()
"""),
    Attack("execution", "a program in memory", """
fd = os.memfd_create('x', 0)
os.write(fd, b'#!/bin/sh\\necho ESCAPED\\n')
os.execve(f'/proc/self/fd/{fd}', ['x'], {})
"""),
    Attack("execution", "execveat of an open file", """
fd = os.open('/bin/true', os.O_RDONLY)
reached(322, fd, b'', None, None, 0)
""", control=False),
    Attack("execution", "execve by number", "reached(59, b'/nonexistent', None, None)"),
    Attack("execution", "execveat by number", "reached(322, -1, b'', None, None, 0x1000)"),
    Attack("execution", "fork", """
pid = os.fork()
if pid == 0: os._exit(0)
escaped(pid)
"""),
    Attack("execution", "fork by number", """
pid = libc.syscall(57)
if pid == 0: os._exit(0)
pid > 0 and escaped(pid)
"""),
    Attack("execution", "clone without sharing", """
pid = libc.syscall(56, 17, None, None, None, None)
if pid == 0: os._exit(0)
pid > 0 and escaped(pid)
"""),
    Attack("execution", "clone3", "reached(435, bytes(88), 88)"),
    Attack("execution", "clone into a user namespace", """
pid = libc.syscall(56, 0x10000000 | 17, None, None, None, None)
if pid == 0: os._exit(0)
pid > 0 and escaped(pid)
"""),
    Attack("execution", "a process in a pool", """
import multiprocessing
p = multiprocessing.get_context('fork').Process(target=lambda: None); p.start(); escaped(p.pid)
"""),
    Attack("execution", "a shell by machine code", r"""
# mov eax, 57; syscall; ret : fork, past every library
pid = machine_code(b'\xb8\x39\x00\x00\x00\x0f\x05\xc3')
if pid == 0: os._exit(0)
pid > 0 and escaped(pid)
"""),
    Attack("execution", "a terminal", "import pty; escaped(pty.openpty())"),
    Attack("execution", "a library of one's own", """
path = os.path.join(os.environ.get('TMPDIR') or '/tmp', 'own.so')
source = next(l.split()[-1] for l in open('/proc/self/maps') if 'libc.so' in l)
open(path, 'wb').write(open(source, 'rb').read())
ctypes.CDLL(path); escaped(); os.unlink(path)
"""),
    Attack("execution", "a library put together by hand", """
import shutil, math
path = os.path.join(os.environ.get('TMPDIR') or '/tmp', 'own.so')
import _ctypes
shutil.copyfile(_ctypes.__file__, path)
ctypes.CDLL(path); escaped(); os.unlink(path)
"""),
)  # fmt: skip
