"""Where parts of the kernel are denied, the next tier is taken, and at the end none."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from typing import Any

import pytest

from tests.support.ordinary_user import ROOT, as_ordinary_user
from tests.support.sandbox_tiers import require

pytestmark = pytest.mark.skipif(
    platform.machine() != "x86_64", reason="what denies system calls here knows those of x86_64"
)
_PROBE = ["-m", "tests.support.sandbox_probe"]
_BENIGN = {
    "pandas": "3 (8, 1)",
    "numpy": "5.0",
    "statistics": "2",
    "dates": "2026-02-03 00:00:00-03:00",
    "matplotlib": "drawn",
    "duckdb": "[(3,)]",
}


def probed(*arguments: str, denied: str = "", ordinary: bool = False) -> dict[str, Any]:
    """Ask in a process of its own which sandbox there is, with some system calls denied."""
    command = [*_PROBE, *arguments]
    if denied:
        command = ["-m", "tests.support.denied_calls", denied, sys.executable, *command]
    if ordinary:
        done = as_ordinary_user(command, 120)
    else:
        done = subprocess.run(
            [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, timeout=120,
            check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def works(told: dict[str, Any]) -> None:
    """Check that harmless programs run, and that others do not."""
    assert {name: told[name] for name in _BENIGN} == _BENIGN
    assert told["query"]["rows"] == [[42]]
    for name in ("secret", "socket", "fork"):
        assert "Error" in told[name], told[name]


@pytest.mark.parametrize("ordinary", [False, True])
def test_namespaces_are_used_where_there_are_any(ordinary: bool) -> None:
    require("ns", ordinary=ordinary)
    told = probed(ordinary=ordinary)
    assert told["tier"]["name"] == "ns"
    assert told["tier"]["owners"] == (os.geteuid() == 0 and not ordinary)
    works(told)


@pytest.mark.parametrize("ordinary", [False, True])
@pytest.mark.parametrize("denied", ["namespaces", "mounts"])
def test_without_namespaces_landlock_does(denied: str, ordinary: bool) -> None:
    require("landlock")
    told = probed(denied=denied, ordinary=ordinary)
    assert told["tier"]["name"] == "landlock"
    assert "no namespaces" in told["tier"]["why"]
    works(told)


def test_an_older_kernel_without_landlock_still_has_namespaces() -> None:
    require("ns")
    told = probed(denied="landlock,new mounts")
    assert told["tier"] == {**told["tier"], "name": "ns", "landlock": 0}
    works(told)


@pytest.mark.parametrize(
    ("denied", "words"),
    [
        ("namespaces,landlock", ["no namespaces", "no Landlock"]),
        ("seccomp", ["seccomp"]),
    ],
)
def test_without_either_jobs_are_refused_in_words(denied: str, words: list[str]) -> None:
    told = probed(denied=denied)
    assert told["job"] == "refused"
    for word in ("there is no sandbox on this machine", *words):
        assert word in told["refused"]


def test_a_tier_that_is_asked_for_is_not_replaced_by_another() -> None:
    require("landlock")
    assert probed("landlock")["tier"]["name"] == "landlock"
    assert "no namespaces" in probed("ns", denied="namespaces")["refused"]


@pytest.mark.parametrize(
    ("denied", "state", "words"),
    [("namespaces", "warn", "landlock: no namespaces"), ("seccomp", "warn", "seccomp")],
)
def test_the_doctor_names_the_tier_and_why_there_is_no_better_one(
    denied: str, state: str, words: str
) -> None:
    require("landlock")
    program = (
        "import json; from dataclasses import asdict; from cli.doctor.checks import examine;"
        "print(json.dumps([asdict(each) for each in examine()]))"
    )
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.denied_calls", denied, sys.executable, "-c", program],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
        env={"PATH": os.environ["PATH"], "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/x"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = next(each for each in json.loads(done.stdout) if each["what"] == "sandbox")
    assert told["state"] == state
    assert words in told["fact"]
    assert "docs/sandbox.md" in told["cure"]
