"""Attacks on the processes around: supervisor, zygote, server; and what outlives a job."""

from tests.support.attacks.attack import Attack

ATTACKS = (
    Attack("parent", "a signal to the parent", "os.kill(os.getppid(), 0); escaped()"),
    Attack("parent", "a signal to the server", "os.kill(SERVER, 0); escaped()"),
    Attack("parent", "a signal to everybody", "os.kill(-1, 0); escaped()"),
    Attack("parent", "a signal to the group", "os.killpg(0, 0); escaped()"),
    Attack("parent", "a signal to init", "os.kill(1, 0); escaped()"),
    Attack("parent", "a signal to a thread", "reached(234, SERVER, SERVER, 0)"),
    Attack("parent", "a queued signal", "reached(129, SERVER, 0, struct.pack('<iii', 0, 0, -1) + bytes(116))"),
    Attack("parent", "a file of a process", "escaped(os.pidfd_open(SERVER))"),
    Attack("parent", "a signal by such a file", "reached(424, 3, 0, None, 0)"),
    Attack("parent", "a file taken from another process", "reached(438, 3, 0, 0)"),
    Attack("parent", "tracing the parent", "reached(101, 0x4206, os.getppid() or SERVER, None, -1)"),
    Attack("parent", "being traced", "reached(101, 0, 0, None, None)", control=False),
    Attack("parent", "reading its memory", """
here = ctypes.create_string_buffer(8)
vector = struct.pack('<QQ', ctypes.addressof(here), 8)
reached(310, SERVER, vector, 1, vector, 1, 0)
"""),
    Attack("parent", "writing its memory", """
here = ctypes.create_string_buffer(8)
vector = struct.pack('<QQ', ctypes.addressof(here), 8)
reached(311, os.getpid(), vector, 1, vector, 1, 0)
"""),
    Attack("parent", "its memory as a file", "escaped(os.open(f'/proc/{SERVER}/mem', os.O_RDONLY))"),
    Attack("parent", "its open files",
           "escaped(os.listdir(f'/proc/{SERVER}/fd')[:3])"),
    Attack("parent", "its root", "escaped(os.listdir(f'/proc/{SERVER}/root/')[:3])"),
    Attack("parent", "comparing with it", "reached(312, os.getpid(), SERVER, 0, 0, 0)"),
    Attack("parent", "its priority", "os.setpriority(os.PRIO_PROCESS, SERVER, 0); escaped()"),
    Attack("parent", "its processor", "os.sched_setaffinity(SERVER, os.sched_getaffinity(0)); escaped()"),
    Attack("parent", "its limits", """
import resource
resource.prlimit(SERVER, resource.RLIMIT_CORE); escaped()
"""),
    Attack("parent", "own limits", """
import resource
resource.setrlimit(resource.RLIMIT_AS, resource.getrlimit(resource.RLIMIT_AS)); escaped()
"""),
    Attack("parent", "its session", "os.setsid(); escaped()", control=False),
    Attack("parent", "another priority", "os.nice(0); os.setpriority(0, 0, 19); escaped()"),
    Attack("parent", "messages of the system", "reached(68, 0, 0o1000)"),
    Attack("parent", "shared memory of the system", "reached(29, 0, 4096, 0o1000)"),
    Attack("parent", "its core dumped", "reached(157, 4, 1, 0, 0, 0)"),
    Attack("parent", "life after its death", "reached(157, 1, 0, 0, 0, 0)"),
    Attack("leftovers", "a thread that goes on", """
import threading, time
threading.Thread(target=lambda: time.sleep(60) or escaped(), daemon=False).start()
""", control=False),
    Attack("leftovers", "deaf to signals", """
import signal, time
for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
while True: time.sleep(1)
""", control=False, timeout=1),
    Attack("leftovers", "all signals blocked", """
import signal, time
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
while True: pass
""", control=False, timeout=1),
    Attack("leftovers", "closed outputs", """
import time
os.closerange(0, 256)
while True: time.sleep(1)
""", control=False, timeout=1),
    Attack("leftovers", "an end that does not come", """
import atexit, time
class Slow:
    def __del__(self):
        time.sleep(60)
keep = Slow()
atexit.register(time.sleep, 60)
sys.stdout.flush = lambda: time.sleep(60)
""", control=False, timeout=2),
)  # fmt: skip
