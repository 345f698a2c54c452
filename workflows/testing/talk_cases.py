"""How well conversations go: every test of a folder's workflows, counted by what came of it.

A talk is right if all is as its test expects. It is wrong if a slot holds another value than
expected, or something was done that was not to be; and short of its end otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from contracts.json import JsonObject
from language.detect import detect
from workflows.file.schema import Workflow
from workflows.file.tests import Expect, WorkflowTest
from workflows.testing.conversation import Choose, converse
from workflows.testing.expect import Seen, differences
from workflows.testing.mocks import same
from workflows.testing.taken_counts import TakenCounts, TakenVerdict, counts_by


@dataclass(frozen=True, slots=True)
class JudgedTalk:
    """One conversation and what differed from what was expected of it."""

    workflow: str
    language: str
    case: WorkflowTest
    problems: tuple[str, ...]
    verdict: TakenVerdict

    def record(self) -> JsonObject:
        """Return what `--out` writes of it."""
        return {
            "workflow": self.workflow,
            "name": self.case.name,
            "language": self.language,
            "say": list(self.case.say),
            "verdict": self.verdict,
            "problems": list(self.problems),
        }


@dataclass(frozen=True, slots=True)
class TalkReport:
    """The figures, of all talks and of their parts."""

    all: TakenCounts
    by_language: dict[str, TakenCounts]
    by_workflow: dict[str, TakenCounts]


def judge_talks(
    own: Mapping[str, Workflow],
    world: Mapping[str, Workflow],
    choose: Choose | None,
    region: str | None = None,
) -> Iterator[JudgedTalk]:
    """Have every conversation that a project's own workflows carry as tests."""
    for workflow in own.values():
        for case in workflow.tests:
            seen = converse(world, workflow, case, choose, region)
            problems = tuple(differences(case.expect, seen))
            language = case.language or detect(
                next((said for said in case.say if isinstance(said, str)), ""), "en"
            )
            verdict = _verdict(case.expect, seen) if problems else "right"
            yield JudgedTalk(workflow.workflow, str(language), case, problems, verdict)


def report_talks(judged: Sequence[JudgedTalk]) -> TalkReport:
    """Count what was judged."""
    return TalkReport(
        TakenCounts.of([each.verdict for each in judged]),
        counts_by((each.language, each.verdict) for each in judged),
        counts_by((each.workflow, each.verdict) for each in judged),
    )


def _verdict(expect: Expect, seen: Seen) -> TakenVerdict:
    held = {name: seen.slots.get(name) for name in expect.slots}
    other = [n for n, v in held.items() if v is not None and not same(expect.slots[n], v)]
    unwanted = [
        name
        for name, count in seen.tools.items()
        if expect.tools is not None and count > _allowed(expect, name, count)
    ]
    return "wrong" if other or unwanted else "missing"


def _allowed(expect: Expect, tool: str, count: int) -> int:
    wanted = (expect.tools or {}).get(tool)
    if wanted is None:
        return count if expect.tools else 0
    return count if wanted.count is None else wanted.count
