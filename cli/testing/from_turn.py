"""A conversation that took place becomes a test of its workflow."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NotRequired, TypedDict, cast
from uuid import UUID

import orjson
import yaml
from pydantic import ValidationError

from agent.log.steps import NOW, PROFILE
from agent.serving.routing_of_tests import router_of_tests
from cli._database import connected
from contracts.blocks import ToolOutput
from contracts.errors import InvalidRequest, NotFound
from contracts.json import JsonObject
from server.settings import Settings
from store import audit, transcripts
from store.transcripts import Transcript, TranscriptTurn
from workflows.file.insert_test import append_test
from workflows.file.project import Project
from workflows.file.schema import Workflow
from workflows.file.tests import WorkflowTest
from workflows.testing.anonymise import RecordedCall, StandIns, asked_of, mocks_of, tools_of_states
from workflows.testing.conversation import converse
from workflows.testing.expect import Seen, differences


class WrittenExpectation(TypedDict, total=False):
    """What a test expects, as it stands in a workflow's file."""

    path: list[str]
    tools: dict[str, int]
    slots: JsonObject
    end: str
    state: str


class WrittenTest(TypedDict):
    """A test as it stands in a workflow's file."""

    name: str
    say: list[Any]
    mock: NotRequired[JsonObject]
    profile: NotRequired[JsonObject]
    today: NotRequired[str]
    expect: NotRequired[WrittenExpectation]


@dataclass(frozen=True, slots=True)
class GeneratedTest:
    """A test that was made of a conversation and passes."""

    workflow: str
    case: WrittenTest
    file: Path

    @property
    def text(self) -> str:
        """Write it the way it stands under `tests:`."""
        return yaml.dump(
            [self.case],
            Dumper=_WithoutAliases,
            allow_unicode=True,
            sort_keys=False,
            default_flow_style=None,
            width=96,
        )


class _WithoutAliases(yaml.SafeDumper):
    """Writes everything out: a workflow's file has no aliases."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def generate_test(project: Project, turn: str, workflow: str | None) -> GeneratedTest:
    """Read the conversation of a turn and make a test of it that passes."""
    try:
        turn_id = UUID(turn)
    except ValueError:
        raise InvalidRequest(f"'{turn}' is no turn's id; the page and the events show it") from None
    return asyncio.run(_generate(project, turn_id, workflow))


def append_to_file(made: GeneratedTest) -> None:
    """Append it to the workflow's file; every other line stays as it is."""
    text = made.file.read_text("utf-8")
    made.file.write_text(append_test(text, made.file.name, made.text), "utf-8")


async def _generate(project: Project, turn_id: UUID, named: str | None) -> GeneratedTest:
    async with connected(Settings.load()) as db:
        transcript = await transcripts.up_to(db, turn_id, (PROFILE.key, NOW.key))
        if transcript is None:
            raise NotFound(f"there is no turn {turn_id} in this database")
        workflow = _workflow(project, transcript, named)
        detail = {"turn": str(turn_id), "workflow": workflow.workflow}
        await audit.record(db, "turn.transcribed", subject=transcript.user_id, detail=detail)
    case = await asyncio.to_thread(_test_case, project, workflow, transcript)
    return GeneratedTest(workflow.workflow, case, _file(project, workflow.workflow))


def _workflow(project: Project, transcript: Transcript, named: str | None) -> Workflow:
    """Find whose test it is to be: the workflow that was named, or the last one of the project."""
    last = transcript.turns[-1]
    if last.status not in ("finished", "waiting"):
        raise InvalidRequest(f"the turn is {last.status}; a test is made of one that has finished")
    seen = [place.workflow for turn in transcript.turns for place in turn.visited]
    if not seen:
        raise InvalidRequest(
            "nothing is kept of what happened in that conversation: it took place in no workflow,"
            " or longer ago than BATUTA_RETAIN_EVENTS_DAYS"
        )
    wanted = named or next((w for w in reversed(seen) if w in project.workflows), "")
    if wanted not in project.workflows or wanted not in seen:
        have = ", ".join(dict.fromkeys(seen))
        raise InvalidRequest(
            f"the conversation went through {have}; name one of this project with --workflow"
        )
    return project.workflows[wanted]


def _test_case(project: Project, workflow: Workflow, transcript: Transcript) -> WrittenTest:
    """Write the test; run it as it was to learn the slots, and again with the stand-ins."""
    turns = _from_start(workflow, transcript)
    raw = _raw(workflow, turns)
    choose = router_of_tests(project.served)

    def run(case: WrittenTest) -> Seen:
        return converse(project.served, workflow, _checked(case), choose, project.manifest.region)

    others = StandIns()
    others.address(transcript.email)
    for name, value in run(raw).slots.items():
        if slot := workflow.slot(name):
            others.slot(name, slot, value)
    for key, value in raw.get("profile", {}).items():
        if key == "name":
            others.person(str(value))
    told = {k: v if k == "expect" else others.replace(v) for k, v in raw.items()}
    case = cast("WrittenTest", told)
    seen = run(case)
    problems = differences(_checked(case).expect, seen)
    if problems:
        raise InvalidRequest(
            "the conversation cannot be repeated without its model and its people:\n  "
            + "\n  ".join(problems)
            + "\nwrite the test by hand, and run it with --model"
        )
    case["expect"] = _expected(workflow, case.get("expect", {}), seen)
    left = others.left_in(orjson.dumps(case, default=str).decode())
    if left:
        raise InvalidRequest(f"{len(left)} personal details would remain; write this test by hand")
    return case


def _checked(case: WrittenTest) -> WorkflowTest:
    try:
        return WorkflowTest.model_validate(case)
    except ValidationError as exc:
        wrong = exc.errors(include_url=False, include_input=False)[0]
        at = ".".join(str(step) for step in wrong["loc"])
        raise InvalidRequest(
            f"a test cannot hold this conversation ({at}: {wrong['msg']}); name an earlier turn"
        ) from None


def _from_start(workflow: Workflow, transcript: Transcript) -> list[TranscriptTurn]:
    """Leave out what was said before the workflow began, and turns that only decided."""
    name = workflow.workflow
    first = next(
        at
        for at, turn in enumerate(transcript.turns)
        if any(place.workflow == name for place in turn.visited)
    )
    return transcript.turns[first:]


def _raw(workflow: Workflow, turns: list[TranscriptTurn]) -> WrittenTest:
    name, tools = workflow.workflow, tools_of_states(workflow)
    path = [at.state for turn in turns for at in turn.visited if at.workflow == name]
    results = [b for t in turns for b in t.answered if b["type"] == "tool_result"]
    calls = [RecordedCall(b["name"], b["status"], _output(b["output"])) for b in results]
    counts = {tool: sum(c.tool == tool for c in calls) for tool in sorted(tools)}
    begun = turns[0].steps
    case: WrittenTest = {
        "name": f"as in turn {turns[-1].id}",
        "say": [m for t in turns for m in _said(t)],
    }
    if mocks := mocks_of(calls, tools):
        case["mock"] = mocks
    if profile := asked_of(workflow, begun.get(PROFILE.key) or {}):
        case["profile"] = profile
    if begun.get(NOW.key):
        case["today"] = str(begun[NOW.key])[:10]
    tools_expected = {tool: count for tool, count in counts.items() if count}
    case["expect"] = {"path": path, "tools": tools_expected}
    return case


def _output(output: ToolOutput) -> Any:
    return output.get("result") if "result" in output else output.get("error")


def _said(turn: TranscriptTurn) -> list[Any]:
    """Return what the person sent; a decision about a tool is in what the tool gave."""
    for block in turn.asked:
        if block["type"] == "text":
            return [block["text"]]
        if block["type"] == "ui_result":
            return [{"ui": orjson.loads(block["text"])["value"]}]
    return []


def _expected(workflow: Workflow, expect: WrittenExpectation, seen: Seen) -> WrittenExpectation:
    more = expect.copy()
    if slots := {n: v for n, v in seen.slots.items() if workflow.slot(n)}:
        more["slots"] = slots
    if seen.end:
        more["end"] = seen.end
    elif seen.state:
        more["state"] = seen.state
    return more


def _file(project: Project, name: str) -> Path:
    _, source = project.files[name]
    inside = project.root / "workflows"
    return (inside if inside.is_dir() else project.root) / source.name
