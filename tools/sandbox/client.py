"""The sandbox as the rest of the product sees it: run a program, get what it left."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import threading
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path

from contracts.json import JsonObject
from tools.sandbox.job import Progress, SandboxJob, converse
from tools.sandbox.process import NoSandbox, ZygoteProcess
from tools.sandbox.result import ARTIFACT_BYTES, SandboxResult
from tools.sandbox.wire import MOST_INPUTS, PACKET_BYTES

_TIERS = ("auto", "ns", "landlock")
_WAITING = 64
_LONGEST = 3_600.0
_MOST_MEMORY_MB = 1 << 20
_log = logging.getLogger(__name__)
_PROGRAMS = Path(__file__).resolve().parent / "programs"


class Sandbox:
    """Runs programs that nobody trusts, each in a process of its own; see docs/sandbox.md.

    Nothing is started before the first job. After `lifetime` jobs a fresh zygote takes over.
    """

    def __init__(
        self, tier: str = "auto", *, jobs: int = 0, memory_mb: int = 512, lifetime: int = 200
    ) -> None:
        if tier not in _TIERS:
            raise ValueError(f"a sandbox is one of {', '.join(_TIERS)}, not {tier}")
        self._tier = tier
        self._memory_mb = memory_mb
        self._lifetime = lifetime
        self._most = jobs or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self._most, thread_name_prefix="sandbox")
        self._lock = threading.Lock()
        self._starting = threading.Lock()
        self._zygote: ZygoteProcess | None = None
        self._retired: list[ZygoteProcess] = []
        self._jobs: set[SandboxJob] = set()
        self._waiting = 0
        self._closed = False

    def run(
        self,
        code: str,
        tables: Mapping[str, bytes] | None = None,
        timeout: float = 30,
        memory_mb: int | None = None,
    ) -> SandboxResult:
        """Run a Python program over tables (Parquet or CSV) and wait for it; from any thread.

        The program finds them as DataFrames in `tables`, and the first one, or the one of that
        name, as `df`.
        """
        return self._submit(self._code(code, tables, timeout, memory_mb)).result()

    async def run_async(
        self,
        code: str,
        tables: Mapping[str, bytes] | None = None,
        timeout: float = 30,  # noqa: ASYNC109
        memory_mb: int | None = None,
    ) -> SandboxResult:
        """Do the same for the event loop; cancelling it kills the job."""
        return await self._finish(self._code(code, tables, timeout, memory_mb))

    async def run_program(
        self,
        name: str,
        inputs: Mapping[str, bytes] | None = None,
        params: JsonObject | None = None,
        *,
        timeout: float = 30,  # noqa: ASYNC109
        memory_mb: int | None = None,
        on_progress: Progress | None = None,
        artifact_bytes: int = ARTIFACT_BYTES,
    ) -> SandboxResult:
        """Run `tools/sandbox/programs/NAME.py` over inputs; cancelling this kills the job.

        `on_progress` is called on the event loop. `artifact_bytes` is what it may leave in all; one
        artifact is at most 8 MB.
        """
        if (
            not name.isidentifier()
            or name.startswith("_")
            or not (_PROGRAMS / f"{name}.py").is_file()
        ):
            raise ValueError(f"there is no program {name} in {_PROGRAMS}")
        loop = asyncio.get_running_loop()
        tell = partial(_tell, loop, on_progress) if on_progress else None
        text = json.dumps(params or {}).encode()
        job = SandboxJob(
            "program",
            name,
            text,
            inputs or {},
            timeout,
            self._memory(memory_mb),
            tell,
            artifact_bytes,
        )
        return await self._finish(job)

    def tier(self) -> JsonObject:
        """Return how jobs are isolated here, starting the zygote if need be; or raise NoSandbox."""
        return self._lease(take=False).tier

    def pid(self) -> int | None:
        """Return the zygote's process id, if one runs."""
        with self._lock:
            return self._zygote.pid if self._zygote and self._zygote.alive else None

    def close(self) -> None:
        """End every job and the zygote; no job is begun afterwards."""
        with self._lock:
            self._closed = True
            jobs, zygotes = list(self._jobs), [*self._retired, self._zygote]
            self._zygote = None
            self._retired.clear()
        for job in jobs:
            job.cancel()
        self._pool.shutdown(wait=True, cancel_futures=True)
        for zygote in zygotes:
            if zygote is not None:
                zygote.close()

    def _memory(self, asked: int | None) -> int:
        return asked or self._memory_mb

    def _code(
        self, code: str, tables: Mapping[str, bytes] | None, timeout: float, memory_mb: int | None
    ) -> SandboxJob:
        text = code.encode("utf-8", "replace")
        return SandboxJob("code", "", text, tables or {}, timeout, self._memory(memory_mb))

    async def _finish(self, job: SandboxJob) -> SandboxResult:
        try:
            return await asyncio.wrap_future(self._submit(job))
        except asyncio.CancelledError:
            job.cancel()
            raise

    def _submit(self, job: SandboxJob) -> Future[SandboxResult]:
        if len(job.inputs) > MOST_INPUTS:
            return _settled(_refused(f"a job takes at most {MOST_INPUTS} tables"))
        if not 0 < job.timeout <= _LONGEST or not 0 < job.memory_mb <= _MOST_MEMORY_MB:
            return _settled(_refused("the job's time or memory is none that can be given"))
        if len(job.order().packed()) > PACKET_BYTES:
            return _settled(_refused("the names of the job's tables are too long"))
        with self._lock:
            if self._closed:
                return _settled(_refused("the sandbox is closed"))
            if self._waiting >= self._most + _WAITING:
                return _settled(_refused("too many jobs wait already; try again in a moment"))
            self._waiting += 1
            self._jobs.add(job)
            future = self._pool.submit(self._perform, job)
        future.add_done_callback(partial(self._done, job))
        return future

    def _done(self, job: SandboxJob, _: Future[SandboxResult]) -> None:
        with self._lock:
            self._waiting -= 1
            self._jobs.discard(job)

    def _perform(self, job: SandboxJob) -> SandboxResult:
        for last in (False, True):
            if job.cancelled.is_set():
                return SandboxResult("killed", reason="the job was cancelled")
            try:
                zygote = self._lease(take=True)
            except NoSandbox as exc:
                _log.warning("the sandbox refuses", extra={"why": exc.message})
                return _refused(exc.message)
            try:
                return converse(job, zygote)
            except (BrokenPipeError, ConnectionResetError):
                if last:
                    return _refused("the sandbox's process ended twice before it took the job")
            except OSError as exc:
                return _refused(f"the job could not be handed over: {exc.strerror or exc}")
            finally:
                self._release(zygote)
        raise AssertionError

    def _lease(self, *, take: bool) -> ZygoteProcess:
        """Return a zygote that lives, a fresh one where there is none or it is worn."""
        with self._starting:
            with self._lock:
                found = self._zygote
                if self._closed:
                    raise NoSandbox("the sandbox is closed")
            if found is None or not found.alive or found.given >= self._lifetime:
                fresh = ZygoteProcess(self._tier)
                _log.info(
                    "a sandbox is ready", extra={"zygote": fresh.pid, "tier": fresh.tier["name"]}
                )
                with self._lock:
                    closed = self._closed
                    self._zygote = None if closed else fresh
                    if found is not None:
                        self._retired.append(found)
                if closed:  # meanwhile
                    fresh.close()
                    raise NoSandbox("the sandbox is closed")
                found = fresh
            with self._lock:
                found.running += take
        self._bury()
        return found

    def _release(self, zygote: ZygoteProcess) -> None:
        with self._lock:
            zygote.running -= 1
        self._bury()

    def _bury(self) -> None:
        with self._lock:
            over = [zygote for zygote in self._retired if not zygote.running]
            self._retired = [zygote for zygote in self._retired if zygote.running]
        for zygote in over:
            zygote.close()


def _tell(
    loop: asyncio.AbstractEventLoop, tell: Progress, fraction: float | None, note: str
) -> None:
    with contextlib.suppress(RuntimeError):  # the loop is closed
        loop.call_soon_threadsafe(tell, fraction, note)


def _refused(reason: str) -> SandboxResult:
    return SandboxResult("refused", reason=reason)


def _settled(result: SandboxResult) -> Future[SandboxResult]:
    future: Future[SandboxResult] = Future()
    future.set_result(result)
    return future
