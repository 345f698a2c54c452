"""Jobs side by side, one after the other, and what is left when a process dies."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from tests.support.ordinary_user import ROOT
from tools.sandbox import Sandbox, SandboxResult
from tools.sandbox.guest import has_hung_up

_REST_MB = 160


@pytest.fixture
def own(sandbox: Sandbox) -> Iterator[Callable[..., Sandbox]]:
    """Make sandboxes of the tier under test that a test may harm."""
    made: list[Sandbox] = []

    def make(**options: int) -> Sandbox:
        made.append(Sandbox(sandbox.tier()["name"], **{"jobs": 2, **options}))
        return made[-1]

    yield make
    for each in made:
        each.close()


def wait_until(happens: Callable[[], bool], patience: float = 10) -> None:
    end = time.monotonic() + patience
    while not happens():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def processes_below(pid: int) -> list[psutil.Process]:
    return psutil.Process(pid).children(recursive=True)


def jobs_of(zygote: int) -> list[tuple[psutil.Process, psutil.Process]]:
    """Each job's supervisor and guest. A supervisor may end between two looks: it has no guest."""
    jobs: list[tuple[psutil.Process, psutil.Process]] = []
    for supervisor in psutil.Process(zygote).children():
        with suppress(psutil.NoSuchProcess):
            jobs += [(supervisor, guest) for guest in supervisor.children()]
    return jobs


def test_eight_jobs_at_once_see_nothing_of_each_other(own: Callable[..., Sandbox]) -> None:
    sandbox = own(jobs=8)
    program = """
import os, time
mark = int(df['mark'][0])
try:
    open(f'mine-{mark}', 'w').write(str(mark))
    time.sleep(0.5)
    seen = os.listdir('.')
except OSError:  # no scratch folder
    seen = [f'mine-{mark}']
print(mark, seen, len(tables))
plt.title(str(mark)); plt.plot([mark])
"""
    with ThreadPoolExecutor(8) as pool:
        jobs = [
            pool.submit(sandbox.run, program, {"t": f"mark\n{mark}\n".encode()}, 60)
            for mark in range(8)
        ]
        for mark, job in enumerate(jobs):
            done = job.result()
            assert done.stdout == f"{mark} ['mine-{mark}'] 1\n", done
            assert len(done.artifacts) == 1
    assert sandbox.pid()


def test_nothing_of_a_job_reaches_the_next(own: Callable[..., Sandbox]) -> None:
    sandbox = own(jobs=1)
    first = sandbox.run(
        "import builtins, os, random, sys, json\n"
        "print(random.random(), np.random.random())\n"
        "builtins.print = None; json.dumps = None; sys.modules['pandas'] = None\n"
        "os.environ['LEFT'] = 'x'; pd.left = 1\n"
        "try: open('left', 'w').write('x')\nexcept OSError: pass\n"
    )
    second = sandbox.run(
        "import json, os, random, pandas\n"
        "assert not hasattr(pd, 'left') and 'LEFT' not in os.environ and json.dumps([1])\n"
        "assert not os.path.exists('left')\n"
        "print(random.random(), np.random.random())\n"
    )
    assert (first.status, second.status) == ("ok", "ok"), (first, second)
    assert set(first.stdout.split()).isdisjoint(second.stdout.split())


def test_a_job_whose_zygote_dies_fails_in_words_and_the_next_is_well(
    own: Callable[..., Sandbox],
) -> None:
    sandbox = own()
    sandbox.run("1")
    done: list[SandboxResult] = []
    job = threading.Thread(target=lambda: done.append(sandbox.run("import time; time.sleep(50)")))
    job.start()
    zygote = sandbox.pid()
    assert zygote
    wait_until(lambda: len(processes_below(zygote)) == 2)
    below = processes_below(zygote)
    os.kill(zygote, signal.SIGKILL)
    job.join(10)
    assert done[0].status == "killed"
    assert "process ended" in done[0].reason
    psutil.wait_procs(below, timeout=10)
    assert not any(each.is_running() and each.status() != "zombie" for each in below)
    assert sandbox.run("print('well')").stdout == "well\n"
    assert sandbox.pid() != zygote


def test_a_job_whose_supervisor_dies_ends_with_it(own: Callable[..., Sandbox]) -> None:
    sandbox = own()
    sandbox.run("1")
    zygote = sandbox.pid()
    assert zygote
    wait_until(lambda: not processes_below(zygote))
    done: list[SandboxResult] = []
    job = threading.Thread(target=lambda: done.append(sandbox.run("while True: pass")))
    job.start()
    wait_until(lambda: bool(jobs_of(zygote)))
    supervisor, guest = jobs_of(zygote)[0]
    supervisor.kill()
    job.join(10)
    assert done[0].status == "killed"
    wait_until(lambda: not guest.is_running() or guest.status() == "zombie")
    assert sandbox.pid() == zygote


def test_a_server_that_is_killed_leaves_no_process_mount_or_folder(sandbox: Sandbox) -> None:
    tier = sandbox.tier()["name"]
    program = (
        "import sys; from tools.sandbox import Sandbox\n"
        f"s = Sandbox({tier!r}); s.run('1'); print(s.pid(), flush=True)\n"
        's.run(\'import time; open("x", "w") if 0 else time.sleep(100)\', timeout=200)\n'
    )
    mounts, folders = (
        Path("/proc/self/mountinfo").read_text(),
        set(os.listdir(tempfile.gettempdir())),
    )
    server = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE)
    assert server.stdout
    zygote = int(server.stdout.readline())
    wait_until(lambda: len(processes_below(zygote)) == 2)
    there = [psutil.Process(zygote), *processes_below(zygote)]
    server.kill()
    server.wait()
    server.stdout.close()
    psutil.wait_procs(there, timeout=10)
    assert not any(each.is_running() and each.status() != "zombie" for each in there)
    assert Path("/proc/self/mountinfo").read_text() == mounts
    new = set(os.listdir(tempfile.gettempdir())) - folders
    assert not {name for name in new if "sandbox" in name or "matplotlib" in name}


def test_a_worn_zygote_is_replaced_and_its_last_job_comes_to_its_end(
    own: Callable[..., Sandbox],
) -> None:
    sandbox = own(lifetime=3)
    sandbox.run("1")
    first = sandbox.pid()
    with ThreadPoolExecutor(1) as pool:
        long = pool.submit(sandbox.run, "import time; time.sleep(3); print('all of it')")
        for _ in range(4):
            assert sandbox.run("print(1)").status == "ok"
        assert sandbox.pid() != first
        assert long.result().stdout == "all of it\n"
    wait_until(lambda: not psutil.pid_exists(first or 0))


def test_nothing_runs_before_the_first_job_or_after_the_end(own: Callable[..., Sandbox]) -> None:
    sandbox = own()
    assert sandbox.pid() is None
    assert sandbox.run("print(1)").status == "ok"
    zygote = sandbox.pid()
    sandbox.close()
    assert not psutil.pid_exists(zygote or 0)
    assert sandbox.run("print(1)").status == "refused"


def test_closing_ends_the_jobs_under_way(own: Callable[..., Sandbox]) -> None:
    sandbox = own()
    sandbox.run("1")
    with ThreadPoolExecutor(1) as pool:
        job = pool.submit(sandbox.run, "while True: pass")
        wait_until(lambda: len(processes_below(sandbox.pid() or 0)) == 2)
        sandbox.close()
        assert job.result().status == "killed"


def test_jobs_beyond_what_may_wait_are_refused(own: Callable[..., Sandbox]) -> None:
    sandbox = own(jobs=1)
    sandbox.run("1")
    with ThreadPoolExecutor(80) as pool:
        jobs = [pool.submit(sandbox.run, "import time; time.sleep(0.05)") for _ in range(80)]
        ended = [job.result().status for job in jobs]
    assert set(ended) == {"ok", "refused"}
    assert ended.count("ok") >= 65


def test_the_zygote_has_nothing_of_the_servers_and_is_light(
    own: Callable[..., Sandbox], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BATUTA_PLANTED", "planted")
    with (tmp_path / "open-in-the-server").open("w") as held:
        os.set_inheritable(held.fileno(), True)
        sandbox = own()
        sandbox.run("1")
        zygote = psutil.Process(sandbox.pid() or 0)
        assert "BATUTA_PLANTED" not in zygote.environ()
        held_open = {os.readlink(path) for path in Path(f"/proc/{zygote.pid}/fd").iterdir()}
        assert not {path for path in held_open if "open-in-the-server" in path}
        assert len([path for path in held_open if path.startswith("socket:")]) == 1
    assert zygote.num_threads() == 1
    assert zygote.memory_full_info().pss <= _REST_MB << 20
    loaded = {
        line.split()[-1] for line in Path(f"/proc/{zygote.pid}/maps").read_text().splitlines()
    }
    assert not {path for path in loaded if "asyncpg" in path or "pydantic" in path}


def test_importing_the_sandbox_loads_no_library_of_tables() -> None:
    program = (
        "import json, sys; import server.wiring\n"
        "print(json.dumps([n for n in ('pandas', 'duckdb', 'matplotlib', 'python_calamine')"
        " if n in sys.modules]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == []


def test_a_guest_sees_that_its_supervisor_died_after_it_had_said_go() -> None:
    """The death may come before the guest is tied to it, and the word is in the pipe already."""
    go, ours = os.pipe()
    os.write(ours, b"+")
    assert not has_hung_up(go)
    os.close(ours)
    assert has_hung_up(go)
    assert os.read(go, 1) == b"+"
    assert has_hung_up(go)
    os.close(go)
