"""The server's end of a zygote: starts it clean, hands it jobs, ends it."""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess
import sys
import sysconfig
from pathlib import Path

from contracts.errors import Unavailable
from contracts.json import JsonObject
from tools.sandbox.wire import PACKET_BYTES

_PATIENCE = 60.0
_HOME = Path(__file__).resolve().parent
_ROOT = _HOME.parent.parent
# The packages are stood in for by empty ones: what `tools/__init__.py` imports is the server's.
_BEGIN = """
import json, sys, types
config = json.loads(sys.argv[1])
sys.path += config["path"]
for name, folder in config["packages"].items():
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__path__ = [folder]
from tools.sandbox.zygote import main
main(config)
"""
_SURROUNDINGS = {
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "MPLBACKEND": "Agg",
    "MPLCONFIGDIR": "/tmp",  # noqa: S108 - asked for, and never written to by a job
    "HOME": "/scratch",
    "TMPDIR": "/scratch",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",
}


class NoSandbox(Unavailable):
    """No sandbox can be had; the message says why and what would help."""


class ZygoteProcess:
    """One zygote: how many jobs it was given, how many still run."""

    def __init__(self, tier: str, *, preload: bool = True) -> None:
        if sys.platform != "linux":
            raise NoSandbox(
                "there is no sandbox on this system: it is made of parts of the Linux kernel; "
                "run Batuta on Linux, or in a container, for data work"
            )
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            config = zygote_config(tier, theirs.fileno(), preload=preload)
            try:
                self._process = subprocess.Popen(
                    [sys.executable, "-I", "-S", "-B", "-c", _BEGIN, json.dumps(config)],
                    env=surroundings(),
                    cwd="/",
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    pass_fds=[theirs.fileno()],
                    start_new_session=True,
                )
            except OSError as exc:
                ours.close()
                raise NoSandbox(f"the sandbox's process cannot be started: {exc}") from exc
        self._control = ours
        self.given = self.running = 0
        self.tier: JsonObject = self._greeted()

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        return self._process.pid

    def give(self, packet: bytes, files: list[int]) -> None:
        """Hand over a job; OSError if the zygote is no more."""
        socket.send_fds(self._control, [packet], files)
        self.given += 1

    def close(self) -> None:
        """End it, and with it whatever it still runs."""
        self._control.close()
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _greeted(self) -> JsonObject:
        ready = select.select([self._control], [], [], _PATIENCE)[0]
        said = self._control.recv(PACKET_BYTES) if ready else b""
        told: JsonObject = json.loads(said) if said else {}
        if "tier" in told:
            return told["tier"]
        self.close()
        raise NoSandbox(
            "there is no sandbox on this machine: "
            + str(told.get("refused") or "its process ended before it was ready")
        )


def zygote_config(tier: str, control: int, *, preload: bool) -> JsonObject:
    """Tell a zygote where the interpreter and its libraries are."""
    libraries = [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]
    own = [str(_ROOT / name) for name in ("tools/sandbox", "analysis", "contracts")]
    return {
        "control": control,
        "tier": tier,
        "preload": preload,
        "path": [*libraries, str(_ROOT)],
        "packages": {"tools": str(_ROOT / "tools"), "tools.sandbox": str(_HOME)},
        "programs": str(_HOME / "programs"),
        "readable": without_nested([*interpreter_folders(), *libraries, *own]),
    }


def interpreter_folders() -> list[str]:
    """Return where the standard library, the C libraries and the time zones lie."""
    folders = [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")]
    folders += [str(Path(path).parent) for path in mapped_libraries()]
    folders += ["/usr/share/zoneinfo", "/lib64", "/usr/lib64"]
    return [path for path in folders if os.path.isdir(path)]


def mapped_libraries() -> set[str]:
    """Return the C libraries of this process that are the system's."""
    try:
        lines = Path("/proc/self/maps").read_text().splitlines()
    except OSError:
        return set()
    paths = {line[line.index("/") :] for line in lines if "/" in line and ".so" in line}
    return {path for path in paths if "/lib" in path and "-packages/" not in path}


def without_nested(folders: list[str]) -> list[str]:
    """Leave out folders that lie in others of the list."""
    kept: list[str] = []
    for folder in sorted({os.path.abspath(folder) for folder in folders}):
        if not any(folder == each or folder.startswith(each + "/") for each in kept):
            kept.append(folder)
    return kept


def surroundings() -> dict[str, str]:
    """Return the whole environment of a zygote; nothing of the server's is in it."""
    data = next((path for path in sys.path if (Path(path) / "matplotlib").is_dir()), "")
    rc = {"MATPLOTLIBRC": f"{data}/matplotlib/mpl-data/matplotlibrc"} if data else {}
    return _SURROUNDINGS | rc
