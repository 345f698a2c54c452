"""Holds a workflow that came by the API against the gate, in a process that can be ended.

What comes by the API may be made to last: the process is bounded in time, memory and number, and
knows neither secrets nor the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import resource
import sys
from pathlib import Path

from agent.serving.workflow_check import CheckRequest, WorkflowCheck, check_workflow
from contracts.errors import InvalidRequest, Unavailable

logger = logging.getLogger(__name__)
SECONDS = 20
MEMORY = 3 << 30  # address space; the libraries' own threads and maps count too
AT_ONCE = 2
_HOME = Path(__file__).resolve().parents[2]
_slots = asyncio.Semaphore(AT_ONCE)


async def check_in_sandbox(request: CheckRequest) -> WorkflowCheck:
    """Check a text in a process of its own."""
    if _slots.locked():
        raise Unavailable("other workflows are being checked; try again", retry_after=2)
    async with _slots:
        return WorkflowCheck.model_validate_json(await _run(request.model_dump_json().encode()))


async def _run(given: bytes) -> bytes:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-c", _PROGRAM, str(_HOME),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=_HOME,
        env={},
    )  # fmt: skip
    try:
        async with asyncio.timeout(SECONDS):
            said, _ = await process.communicate(given)
    except TimeoutError:
        raise InvalidRequest(
            f"the check took longer than {SECONDS} s; leave out tests or examples"
        ) from None
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode != 0 or not said:
        logger.warning("a workflow's check broke off", extra={"exit": process.returncode})
        raise InvalidRequest("the check broke off: the workflow takes too much time or memory")
    return said


# Isolated (-I), the folder of our packages is not on the path by itself.
_PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]);"
    " from agent.serving.sandboxed_check import main; main()"
)


def main() -> None:
    """Check what stands on standard input."""
    with contextlib.suppress(ValueError, OSError):  # not every system lets a process bound itself
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS * 2, SECONDS * 2))
    request = CheckRequest.model_validate_json(sys.stdin.buffer.read())
    sys.stdout.buffer.write(check_workflow(request).model_dump_json().encode())
