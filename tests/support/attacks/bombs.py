"""Attacks on what a machine has: memory, processes, disk, open files, time."""

from tests.support.attacks.attack import Attack


def _bomb(name: str, code: str, timeout: float = 6, *, control: bool = False,
          tiers: tuple[str, ...] = ("ns", "landlock")) -> Attack:  # fmt: skip
    return Attack("bomb", name, code, control=control, tiers=tiers, timeout=timeout)


ATTACKS = (
    _bomb("a gigabyte", "x = bytearray(1 << 30); escaped()"),
    _bomb("memory in pieces", """
kept = []
while len(kept) < 2000: kept.append(bytearray(1 << 20))
escaped()
"""),
    _bomb("numpy", "import numpy; numpy.ones(1 << 28).sum(); escaped()"),
    _bomb("malloc", """
libc.malloc.restype = ctypes.c_void_p
libc.malloc(ctypes.c_size_t(1 << 30)) and escaped()
"""),
    _bomb("shared memory without a name", "import mmap; mmap.mmap(-1, 1 << 30); escaped()"),
    _bomb("memory without backing", """
libc.mmap.restype = ctypes.c_void_p
libc.mmap(None, ctypes.c_size_t(1 << 40), 0, 0x4022, -1, 0) != ctypes.c_void_p(-1).value and escaped()
"""),
    _bomb("a file in memory", """
fd = os.memfd_create('x')
for _ in range(1000): os.write(fd, bytes(1 << 20))
escaped()
"""),
    _bomb("the file that a job may write", """
with open(tables._inputs.spare, 'wb') as f:
    for _ in range(100): f.write(bytes(1 << 20))
escaped()
"""),
    _bomb("named shared memory", """
from multiprocessing import shared_memory
shared_memory.SharedMemory(create=True, size=1 << 30); escaped()
"""),
    _bomb("threads", """
import threading, time
made = 0
try:
    for _ in range(300):
        threading.Thread(target=time.sleep, args=(2,), daemon=True).start(); made += 1
finally:
    made > 64 and escaped(made)
"""),
    _bomb("forks", """
for _ in range(50):
    if os.fork() == 0: os._exit(0)
escaped()
"""),
    _bomb("a full disk", """
with open('big', 'wb') as f:
    for _ in range(200): f.write(bytes(1 << 20))
escaped()
"""),
    _bomb("a disk full of small files", """
for i in range(100):
    with open(f'big{i}', 'wb') as f: f.write(bytes(1 << 20))
escaped()
"""),
    _bomb("names", """
for i in range(5000): open(f'name{i}', 'w').close()
escaped()
"""),
    _bomb("folders in folders", """
for i in range(5000): os.mkdir('d'); os.chdir('d')
escaped()
"""),
    _bomb("a file with holes", """
fd = os.open('holes', os.O_RDWR | os.O_CREAT); os.ftruncate(fd, 1 << 40); escaped()
"""),
    _bomb("room for a file", """
fd = os.open('room', os.O_RDWR | os.O_CREAT); os.posix_fallocate(fd, 0, 1 << 30); escaped()
"""),
    _bomb("open files", """
kept = []
for _ in range(2000): kept.append(os.dup(1))
escaped()
"""),
    _bomb("pipes", """
kept = []
for _ in range(500): kept.append(os.pipe())
escaped()
"""),
    _bomb("locked memory", "libc.mlockall(3) == 0 and escaped()"),
    _bomb("a flood of output", """
line = b'x' * 65536
while True: os.write(1, line)
""", 1),
    _bomb("a flood of errors", """
line = b'x' * 65536
while True: os.write(2, line)
""", 1),
    _bomb("a flood of pictures", """
import zlib
def png(n):
    head = b'\\x89PNG\\r\\n\\x1a\\n' + struct.pack('>I', 13) + b'IHDR' + struct.pack('>IIBBBBB', 9, 9, 8, 0, 0, 0, 0)
    return head + bytes(n) + b'IEND\\xaeB`\\x82'
for i in range(100):
    data = png(500_000); name = f'{i}.png'.encode()
    body = struct.pack('>H', len(name)) + name + data
    for at in range(0, 1, 1): pass
    whole = memoryview(b'A' + struct.pack('>I', len(body)) + body)
    while whole: whole = whole[os.write(3, whole):]
escaped()
"""),
    _bomb("deep recursion", """
sys.setrecursionlimit(10 ** 9)
def f(n): return f(n + 1) + 1
f(0)
"""),
    _bomb("deep nesting of the text itself", "eval('(' * 100_000 + ')' * 100_000)"),
    _bomb("a large number", "10 ** 10 ** 9", 1),
    _bomb("a hungry pattern", "import re; re.match('(a+)+$', 'a' * 40 + 'b')", 1),
    _bomb("machine code that loops", r"machine_code(b'\xeb\xfe')", 1),
    _bomb("machine code that crashes", r"machine_code(b'\x0f\x0b')"),
    _bomb("a jump into nowhere", "ctypes.string_at(0)"),
    _bomb("DuckDB's memory", """
import duckdb
duckdb.sql("select sum(length(repeat('x', 4000000000::bigint)))").fetchall(); escaped()
"""),
    _bomb("DuckDB's list", """
import duckdb
duckdb.sql("select list(i) from range(1000000000) t(i)").fetchall(); escaped()
"""),
    _bomb("DuckDB without end", """
import duckdb
duckdb.sql("select count(*) from range(10000000) a, range(10000000) b where a.range * b.range = 7").fetchall()
escaped()
""", 2),
    _bomb("DuckDB's settings", """
import duckdb
duckdb.sql("set memory_limit='100GB'; set threads=64")
duckdb.sql("select list(i) from range(300000000) t(i)").fetchall(); escaped()
"""),
    _bomb("a cross of tables by pandas", """
import pandas
a = pandas.DataFrame({'a': range(100_000)}); len(a.merge(a, how='cross')) and escaped()
"""),
    _bomb("a picture of a billion points", """
import matplotlib.pyplot as plt
plt.figure(figsize=(2000, 2000), dpi=100); plt.plot([1]); plt.savefig(__import__('io').BytesIO()); escaped()
"""),
)  # fmt: skip
