"""Attacks that change what is not theirs: files, libraries of the next job, the report."""

from tests.support.attacks.attack import Attack

_LOOK = "\nopen(TARGET).read() == 'untouched' or escaped()\n"

ATTACKS = (
    Attack("writing", "a file of the server's", "open(TARGET, 'w').write('x'); escaped()"),
    Attack("writing", "append to it", "open(TARGET, 'a').write('x'); escaped()"),
    Attack("writing", "cut it", "os.truncate(TARGET, 3); escaped()"),
    Attack("writing", "its mode", "os.chmod(TARGET, 0o600); escaped()"),
    Attack("writing", "its times", "os.utime(TARGET, (1, 1)); escaped()"),
    Attack("writing", "its owner", "os.chown(TARGET, os.getuid(), os.getgid()); escaped()"),
    Attack("writing", "its attributes", "os.setxattr(TARGET, 'user.x', b'1'); escaped()"),
    Attack("writing", "rename it", """
os.rename(TARGET, TARGET + '.away'); escaped(); os.rename(TARGET + '.away', TARGET)
"""),
    Attack("writing", "remove it", """
old = open(TARGET).read() if os.access(TARGET, os.R_OK) else ''
os.unlink(TARGET); escaped(); open(TARGET, 'w').write(old)
"""),
    Attack("writing", "a new file beside it", """
open(TARGET + '.new', 'w').write('x'); escaped(); os.unlink(TARGET + '.new')
"""),
    Attack("writing", "a new folder", "os.mkdir(TARGET + '.d'); escaped(); os.rmdir(TARGET + '.d')"),
    Attack("writing", "/tmp", "open('/tmp/of-an-attack', 'w'); escaped(); os.unlink('/tmp/of-an-attack')"),
    Attack("writing", "/dev/shm",
           "open('/dev/shm/of-an-attack', 'w'); escaped(); os.unlink('/dev/shm/of-an-attack')"),
    Attack("writing", "a socket file", """
os.mknod(TARGET + '.fifo', 0o010644); escaped(); os.unlink(TARGET + '.fifo')
"""),
    Attack("writing", "a folder of libraries", """
import pandas
path = os.path.join(os.path.dirname(pandas.__file__), 'attack.py')
open(path, 'w').write('x=1'); escaped(); os.unlink(path)
""", control=False),
    Attack("writing", "the standard library", """
open(os.__file__, 'a').write(''); escaped()
""", control=False),
    Attack("writing", "the sandbox itself", """
import tools.sandbox.guest as g
open(g.__file__, 'a').write(''); escaped()
""", control=False),
    Attack("writing", "make libraries writable again", """
import pandas
libc.mount(b'none', os.path.dirname(pandas.__file__).encode(), None, 4128, None) == 0 and escaped()
""", control=False),
    Attack("writing", "a picture elsewhere", """
import matplotlib.pyplot as plt
plt.plot([1]); plt.savefig(TARGET + '.png'); escaped(); os.unlink(TARGET + '.png')
""", timeout=10, control=False),
    Attack("writing", "a table elsewhere by DuckDB", """
import duckdb
duckdb.sql("copy (select 1) to '" + TARGET + ".csv'"); escaped(); os.unlink(TARGET + '.csv')
"""),
    Attack("writing", "a table elsewhere by pandas", """
import pandas
pandas.DataFrame({'a': [1]}).to_csv(TARGET + '.csv'); escaped(); os.unlink(TARGET + '.csv')
"""),
    Attack("writing", "over its input", """
path = tables._inputs.places['t']
before = open(path, 'rb').read()
for path_or_fd in (path, '/proc/self/fd/100', 100):
    for harm in (lambda p: os.write(p if isinstance(p, int) else os.open(p, os.O_RDWR), b'x'),
                 lambda p: os.truncate(p, 0), lambda p: os.posix_fallocate(p, 0, 100),
                 lambda p: os.chmod(p, 0o777), lambda p: open(p, 'wb', closefd=not isinstance(p, int))):
        try: harm(path_or_fd)
        except (OSError, TypeError): pass
open(path, 'rb').read() == before or escaped()
""", control=False),
    Attack("writing", "a program that may be run", """
path = os.path.join(os.environ.get('TMPDIR') or '/tmp', 'run-me')
open(path, 'w').write('#!/bin/sh\\necho ESCAPED\\n'); os.chmod(path, 0o755); os.system(path); os.unlink(path)
"""),
    Attack("forged", "frames on stdout", """
os.write(1, b'Z' + struct.pack('>I', 30) + b'{"status":"ok","stdout":"ESC"}')
""", control=False),
    Attack("forged", "the end of the job on every open file", r"""
import json
end = json.dumps(dict(status='ok', reason='ESC' + 'APED', stdout='ESC' + 'APED', stderr='', ms=1)).encode()
for fd in range(3, 256):
    try: os.write(fd, b'Z' + struct.pack('>I', len(end)) + end)
    except OSError: pass
""", control=False),
    Attack("forged", "a frame without an end", """
os.write(3, b'A' + struct.pack('>I', 4_000_000_000)); os.write(3, bytes(60_000))
""", control=False),
    Attack("forged", "no PNG", """
os.write(3, b'A' + struct.pack('>I', 16) + struct.pack('>H', 5) + b'x.png' + b'<script>!'); escaped() if False else None
""", control=False),
    Attack("forged", "HTML behind a PNG's head", """
data = b'\\x89PNG\\r\\n\\x1a\\n' + b'<script>alert(1)</script>' * 10
body = struct.pack('>H', 6) + b'x.html' + data
os.write(3, b'A' + struct.pack('>I', len(body)) + body)
""", control=False),
    Attack("forged", "a page that is a picture as well", """
head = b'\\x89PNG\\r\\n\\x1a\\n' + struct.pack('>I', 13) + b'IHDR' + struct.pack('>IIBBBBB', 9, 9, 8, 0, 0, 0, 0)
data = head + b'<script>alert(1)</script>' + b'IEND\\xaeB`\\x82'
body = struct.pack('>H', 6) + b'x.html' + data
os.write(3, b'A' + struct.pack('>I', len(body)) + body)
""", control=False),
    Attack("forged", "a picture of a billion points", """
head = b'\\x89PNG\\r\\n\\x1a\\n' + struct.pack('>I', 13) + b'IHDR' + struct.pack('>IIBBBBB', 99999, 99999, 8, 0, 0, 0, 0)
data = head + b'IEND\\xaeB`\\x82'
body = struct.pack('>H', 5) + b'x.png' + data
os.write(3, b'A' + struct.pack('>I', len(body)) + body)
""", control=False),
    Attack("forged", "a name that leads elsewhere", """
import zlib
for name in (b'../../etc/x.png', b'/etc/x', b'', b'.', b'..', b'a' * 200, b'\\xff\\xfe', b'x\\n.png'):
    body = struct.pack('>H', len(name)) + name + b'x'
    os.write(3, b'A' + struct.pack('>I', len(body)) + body)
""", control=False),
    Attack("forged", "progress of nonsense", """
for said in (b'[1e999, 0]', b'{}', b'[' * 4000, b'[null, "' + b'x' * 3000 + b'"]', b'\\xff', b'[NaN, 1]'):
    os.write(3, b'P' + struct.pack('>I', len(said)) + said)
""", control=False),
    Attack("forged", "a flood of progress", """
said = b'P' + struct.pack('>I', 9) + b'[0.5,"x"]'
for _ in range(200_000): os.write(3, said)
""", control=False),
    Attack("forged", "a pickle instead of an answer", """
import pickle
class Bomb:
    def __reduce__(self): return (open, (TARGET, 'w'))
data = pickle.dumps(Bomb())
for fd in (1, 3):
    try: os.write(fd, data)
    except OSError: pass
""", control=False),
    Attack("forged", "the parts of the guest", """
import sys
for name, module in list(sys.modules.items()):
    if name.startswith('tools.sandbox'):
        for attribute in list(vars(module)):
            if not attribute.startswith('__'):
                try: setattr(module, attribute, None)
                except Exception: pass
""", control=False),
)  # fmt: skip
