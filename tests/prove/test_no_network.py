"""The product works where there is no network, and tries to reach nobody."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.campaigns import Tally
from tests.support.offline import outside
from tests.support.workers import ROOT

pytestmark = pytest.mark.prove


def _can_be_watched() -> bool:
    if not (shutil.which("strace") and shutil.which("unshare")):
        return False
    return subprocess.run(["unshare", "-n", "true"], check=False).returncode == 0


def test_the_eyes_see_what_goes_outside() -> None:
    """A resolver, an IPv6 address and a datagram are outside; this machine is not."""
    inet, six = "connect(7, {sa_family=AF_INET, sin_port=htons(53), ", "sa_family=AF_INET6"
    outside_ones = [
        inet + 'sin_addr=inet_addr("10.0.0.2")}, 16)',
        'sendto(7, "x", 1, 0, {sa_family=AF_INET, sin_addr=inet_addr("8.8.8.8")}, 16)',
        f'connect(7, {{{six}, inet_pton(AF_INET6, "2001:db8::1", &sin6_addr)}}, 28)',
        "connect(7, {sa_family=AF_PACKET}, 28)",
    ]
    own = [
        inet + 'sin_addr=inet_addr("127.0.0.1")}, 16)',
        'connect(7, {sa_family=AF_UNIX, sun_path="/tmp/x"}, 16)',
        'sendto(7, "x", 1, 0, NULL, 0) = 1',
    ]
    assert [outside(line) for line in outside_ones] == [[line] for line in outside_ones]
    assert [outside(line) for line in own] == [[]] * len(own)


@pytest.mark.skipif(not _can_be_watched(), reason="needs unshare, strace and the right to use them")
def test_a_day_without_a_network_reaches_for_nobody(
    tmp_path: Path, tally: Callable[[str], Tally]
) -> None:
    """Init, test, start, talk with tools, publish, look after it: no call leaves the machine."""
    counted = tally("no network")
    done = subprocess.run(
        ["unshare", "-n", "--", sys.executable, "-m", "tests.support.offline", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    seen = json.loads(done.stdout.splitlines()[-1])
    counted.count("commands", len(seen["done"]))
    counted.count("calls watched", seen["calls"])
    counted.count("outside connections", len(seen["outside"]))
    assert seen["outside"] == []
    failed = [name for name, code in seen["done"] if code != 0]
    assert failed == [], [p.read_text()[-500:] for p in tmp_path.glob("*.out")]
    assert seen["calls"] > 50
