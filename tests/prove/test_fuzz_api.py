"""The whole API as its own description tells it, called in every way that a generator thinks of."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import asyncpg
import pytest

from server.identity.identity import Identity
from store import users
from tests.support.campaigns import Tally, Unshaken
from tests.support.chance import an_email, an_id
from tests.support.chatting import Chat
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.prove, pytest.mark.timeout(0)]
# What is not asked: whether every request that fits is taken (an id of nobody fits, too), whether
# every odd one is refused (unknown fields of a message are tolerated on purpose), and whether other
# methods get 405 (to GET, /cases/bulk is a case with an odd id).
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,"
    "response_headers_conformance,response_schema_conformance,ignored_auth,use_after_free"
)
SLOWEST_SECONDS = 30
COUNTED = {
    "routes": r"Tested: (\d+)",
    "calls": r"(\d+) generated",
    "calls as they should be": r"generated, (\d+) passed",
    "scenarios": r"Scenarios:\s+(\d+)",
}


async def test_the_api_is_what_it_says_of_itself_whatever_is_sent(
    worker: Worker,
    pool: asyncpg.Pool,
    identity: Identity,
    tmp_path: Path,
    fuzz_seconds: float,
    tally: Callable[[str], Tally],
) -> None:
    """No 5xx, no undescribed status or form, no closed route that opens, no growth."""
    counted = tally("fuzzed the API")
    somebody = await users.add(pool, email=an_email(), roles=("admin",), org="default")
    assert somebody
    token = await identity.issue(somebody, timedelta(hours=12))
    async with Chat(worker.url, token) as chat:
        await chat.say("hello")
        still = Unshaken(worker)
        code, told = await _fuzz(worker, token, tmp_path, fuzz_seconds * 0.4)
        for what, pattern in COUNTED.items():
            counted.count(what, sum(map(int, re.findall(pattern, told))))
        counted.count("MB grown", max(0, round(await still.check(chat))))
    assert code == 0, told[-20_000:]
    assert counted.counts["calls"] > 300, told


async def _fuzz(worker: Worker, token: str, folder: Path, seconds: float) -> tuple[int | None, str]:
    program = Path(sys.executable).with_name("schemathesis")
    process = await asyncio.create_subprocess_exec(
        str(program), "--no-color", "run", f"{worker.url}/openapi.json",
        f"--max-time={int(seconds)}", "--max-examples=1000000", "--continue-on-failure",
        f"--checks={CHECKS}", f"--max-response-time={SLOWEST_SECONDS}",
        f"--request-timeout={2 * SLOWEST_SECONDS}", f"--seed={an_id().int % 10**8}",
        "--suppress-health-check=all", "--warnings=off", "--generation-database=none",
        f"--header=Authorization: Bearer {token}", "--exclude-path=/auth/logout",
        cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    told, _ = await process.communicate()
    return process.returncode, told.decode(errors="replace")
