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
from collections.abc import Collection
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter

from contracts.errors import InvalidRequest, Unavailable
from store.editions import Content

logger = logging.getLogger(__name__)
SECONDS = 20
MEMORY = 3 << 30  # address space; the libraries' own threads and maps count too
AT_ONCE = 2
_HOME = Path(__file__).resolve().parents[2]


class Asked(BaseModel):
    """A text to be judged, and the world around it."""

    name: str
    yaml: str
    prompts: dict[str, str]
    world: list[Content]
    tools: list[str]
    languages: list[str] | None
    tests: bool


class Remark(BaseModel):
    """What is wrong or doubtful, and where."""

    level: str
    line: int | None
    column: int | None
    message: str


class Tested(BaseModel):
    """One test and what it found."""

    name: str
    passed: bool
    line: int | None
    problems: list[str]


class Judged(BaseModel):
    """What came of it; without an objection it may be published."""

    ok: bool
    workflow: str | None = None
    version: int | None = None
    hash: str | None = None
    prompts: list[str] = []
    findings: list[Remark] = []
    tests: list[Tested] = []
    coverage: str | None = None
    not_covered: list[str] = []

    def raise_if_rejected(self) -> None:
        """Refuse what may not be published, with every place."""
        if self.ok:
            return
        wrong = [f for f in self.findings if f.level == "error"]
        told = [f"{f.line or 1}:{f.column or 1}: {f.message}" for f in wrong]
        for test in self.tests:
            if not test.passed:
                why = "; ".join(test.problems)
                told.append(f"{test.line or 1}: the test '{test.name}' fails: {why}")
        raise InvalidRequest("\n".join(told[:20]))


_slots = asyncio.Semaphore(AT_ONCE)
_Contents = TypeAdapter(list[Content])


async def judge(
    name: str,
    yaml: str,
    prompts: dict[str, str],
    world: Collection[Content],
    tools: Collection[str],
    languages: Collection[str] | None,
    *,
    tests: bool,
) -> Judged:
    """Judge a text in a process of its own."""
    asked = Asked(
        name=name,
        yaml=yaml,
        prompts=prompts,
        world=list(world),
        tools=sorted(tools),
        languages=list(languages) if languages is not None else None,
        tests=tests,
    )
    if _slots.locked():
        raise Unavailable("other workflows are being checked; try again", retry_after=2)
    async with _slots:
        return Judged.model_validate_json(await _run(asked.model_dump_json().encode()))


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
    """Judge what stands on standard input."""
    with contextlib.suppress(ValueError, OSError):  # not every system lets a process bound itself
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS * 2, SECONDS * 2))
    asked = Asked.model_validate_json(sys.stdin.buffer.read())
    sys.stdout.buffer.write(_judged(asked).model_dump_json().encode())


def _judged(asked: Asked) -> Judged:
    from agent.serving.publish_gate import Proof, prove
    from agent.serving.repertoire import edition_of
    from workflows.file.load import parse_stored
    from workflows.file.project import Manifest, Project, finding_of
    from workflows.file.source import WorkflowError
    from workflows.testing.check import check_project

    try:
        workflow, source = parse_stored(asked.yaml, asked.name, asked.prompts)
    except WorkflowError as exc:
        found = [finding_of(line) for line in exc.message.splitlines()]
        return Judged(ok=False, findings=[_remark(f) for f in found])
    beside = {c.workflow: edition_of(c).workflow for c in asked.world}
    manifest = Manifest.model_validate({"languages": asked.languages})
    files = {workflow.workflow: (workflow, source)}
    project = Project(Path(), manifest, files, [], beside)
    proof = (
        prove(project, asked.tools)
        if asked.tests
        else Proof(findings=check_project(project, asked.tools))
    )
    coverage = proof.coverage.get(workflow.workflow)
    return Judged(
        ok=not proof.objections,
        workflow=workflow.workflow,
        version=workflow.version,
        hash=source.hash,
        prompts=sorted(source.prompts),
        findings=[_remark(f) for f in proof.findings],
        tests=[
            Tested(name=r.name, passed=r.passed, line=_place(r.place)[0], problems=list(r.problems))
            for r in proof.results
        ],
        coverage=coverage.line() if coverage else None,
        not_covered=coverage.missing[:200] if coverage else [],
    )


def _remark(finding: Any) -> Remark:
    line, column = _place(finding.place)
    return Remark(level=finding.level, line=line, column=column, message=finding.message)


def _place(place: str) -> tuple[int | None, int | None]:
    """Read line and column out of file:line:column."""
    _, line, column = ["", "", "", *place.split(":")][-3:]
    return (int(line), int(column)) if line.isdigit() and column.isdigit() else (None, None)
