"""Attacks that read what is not theirs: files, variables, the server's memory."""

from tests.support.attacks.attack import Attack

_NS = ("ns",)

ATTACKS = (
    Attack("reading", "passwd", "escaped(open('/etc/passwd').read()[:40])"),
    Attack("reading", "the server's secret file", "escaped(open(SECRET_FILE).read())"),
    Attack("reading", "a list of the root", "escaped(os.listdir('/'))"),
    Attack("reading", "a list of /tmp", "escaped(os.listdir('/tmp'))", tiers=("landlock",)),
    Attack("reading", "the secret's folder", "escaped(os.listdir(os.path.dirname(SECRET_FILE)))"),
    Attack("reading", "scandir of /proc", "escaped([e.name for e in os.scandir('/proc')][:3])"),
    Attack("reading", "own maps", "escaped(open('/proc/self/maps').read()[:40])"),
    Attack("reading", "own status", "escaped(open('/proc/self/status').read()[:40])"),
    Attack("reading", "the server's command line",
           "escaped(open(f'/proc/{SERVER}/cmdline').read()[:40])"),
    Attack("reading", "mounts", "escaped(open('/proc/self/mountinfo').read()[:40])"),
    Attack("reading", "the name of the machine",
           "os.uname().nodename == NODENAME and escaped(NODENAME)", tiers=_NS),
    Attack("reading", "that the secret exists", "escaped(os.stat(SECRET_FILE).st_size)", tiers=_NS),
    Attack("reading", "a way up", """
here = os.open('.', os.O_RDONLY | os.O_DIRECTORY)
for up in ('..', '../..', '../../../../../..'):
    try:
        escaped(os.listdir(os.open(up, os.O_RDONLY | os.O_DIRECTORY, dir_fd=here)))
    except OSError: pass
""", control=True),
    Attack("reading", "a symlink", """
os.chdir(os.environ.get('TMPDIR') or '/tmp')
os.path.lexists('way') and os.unlink('way')
os.symlink('/etc/passwd', 'way')
escaped(open('way').read()[:40])
"""),
    Attack("reading", "a hard link", """
os.chdir(os.environ.get('TMPDIR') or '/tmp')
os.path.lexists('hard') and os.unlink('hard')
os.link(SECRET_FILE, 'hard')
escaped(open('hard').read()[:40])
"""),
    Attack("reading", "mmap of a file", """
import mmap
with open(SECRET_FILE, 'rb') as f: escaped(mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ)[:20])
"""),
    Attack("reading", "numpy", "import numpy; escaped(numpy.fromfile(SECRET_FILE, 'u1')[:4])"),
    Attack("reading", "pandas", "import pandas; escaped(pandas.read_csv('/etc/passwd', sep='|').shape)"),
    Attack("reading", "DuckDB", """
import duckdb
escaped(duckdb.sql("select content from read_text('/etc/passwd')").fetchall()[0][0])
"""),
    Attack("reading", "DuckDB's glob", """
import duckdb
found = duckdb.sql("select * from glob('/etc/*')").fetchall()
found and escaped(found[:3])
"""),
    Attack("reading", "SQLite", """
import sqlite3, shutil
escaped(sqlite3.connect(f'file:{DATABASE}?mode=ro', uri=True).execute('select * from t').fetchall())
"""),
    Attack("reading", "the C library", """
libc.fopen.restype = ctypes.c_void_p
libc.fopen(SECRET_FILE.encode(), b'r') and escaped()
"""),
    Attack("reading", "a handle of a file", """
handle = ctypes.create_string_buffer(struct.pack('<Ii', 128, 0) + bytes(128))
mount = ctypes.c_int()
done = libc.name_to_handle_at(-100, b'/etc/passwd', handle, ctypes.byref(mount), 0)
done == 0 and escaped()
"""),
    Attack("reading", "devices", """
for path in ('/dev/kmsg', '/dev/mem', '/dev/vda', '/dev/sda', '/dev/tty', '/dev/fuse', '/dev/kvm',
             '/dev/urandom'):
    try: escaped(os.open(path, os.O_RDONLY))
    except OSError: pass
"""),
    Attack("reading", "the system's settings", """
for path in ('/sys/kernel/notes', '/proc/sys/kernel/hostname', '/proc/cpuinfo', '/proc/net/tcp',
             '/sys/fs/cgroup/cgroup.procs', '/proc/keys', '/proc/version'):
    try: escaped(open(path, 'rb').read(20))
    except OSError: pass
"""),
    Attack("reading", "open files of the server", """
for fd in range(3, 4096):
    try: kind = os.fstat(fd).st_mode
    except OSError: continue
    if fd > 3 and fd < 100: escaped(fd, oct(kind))
    if (kind & 0o170000) in (0o140000, 0o040000): escaped(fd, oct(kind))
""", control=False),
    Attack("reading", "accounts", "import pwd; escaped(pwd.getpwnam('root'))"),
    Attack("environment", "a variable", "escaped(os.environ[SECRET_NAME])"),
    Attack("environment", "the C library's variables", """
libc.getenv.restype = ctypes.c_char_p
found = libc.getenv(SECRET_NAME.encode())
found and escaped(found)
"""),
    Attack("environment", "own /proc/environ", """
SECRET_NAME.encode() in open('/proc/self/environ', 'rb').read() and escaped()
"""),
    Attack("environment", "the server's /proc/environ", """
escaped(len(open(f'/proc/{SERVER}/environ', 'rb').read()))
"""),
    Attack("environment", "anything left of it in memory", """
import gc
half = 'planted' + '-in-'
texts = (o for o in gc.get_objects() if isinstance(o, dict))
for each in texts:
    for key, value in list(each.items()):
        if isinstance(value, str) and value.startswith(half) and value != half: escaped(value)
""", control=False),
    Attack("environment", "the stack above main", """
at = ctypes.c_void_p.in_dll(libc, 'environ').value
names = ctypes.cast(at, ctypes.POINTER(ctypes.c_char_p))
i = 0
while names[i]:
    names[i].startswith(SECRET_NAME.encode()) and escaped(names[i])
    i += 1
"""),
)  # fmt: skip
