"""What nobody has told: no argument of a tool, no hole in a text, and yes and no are words."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.main import main
from workflows.file.schema import Workflow
from workflows.file.tests import WorkflowTest
from workflows.testing.conversation import converse
from workflows.testing.expect import Seen

ROOT = Path(__file__).parent.parent
SURE = {
    "en": "Tent of {size} m. Deposit: {deposit}. Floor: {floor}. Hire it?",
    "pt": "Tenda de {size} m. Sinal: {deposit}. Piso: {floor}. Alugo?",
}
GIVEN = {"size": "{size}", "deposit": "{deposit}", "floor": "{floor}", "note": "{note}"}
FORM: dict[str, Any] = {
    "workflow": "tents",
    "version": 1,
    "title": "Tents",
    "route": {"when": "A tent is to be hired.", "examples": ["hire a tent", "rent a marquee", "c"]},
    "slots": {
        "size": {"type": "number", "title": "size", "ask": "How many metres long?"},
        "deposit": {"type": "money", "currency": "GBP", "skip": True, "title": "deposit"},
        "floor": {"type": "boolean", "title": "wooden floor", "ask": "A wooden floor?"},
        "note": {"type": "text", "skip": True, "title": "note", "ask": "Any note?"},
    },
    "start": "data",
    "states": {
        "data": {"ask": ["size", "deposit", "floor", "note"], "go": "sure"},
        "sure": {
            "ask": {"right": {"type": "boolean", "ask": SURE}},
            "go": [{"if": "right", "to": "hire"}, {"to": "data"}],
        },
        "hire": {"tool": "hire_tent", "args": GIVEN, "go": "done"},
        "done": {"say": "Hired, {note}.", "end": "completed"},
    },
}
TOOLS = '''
from tools import tool


@tool()
async def hire_tent(size: float, floor: bool, note: str, deposit: float = 0) -> str:
    """Hire a tent.

    Args:
        size: How long.
        floor: With a floor.
        note: What else.
        deposit: How much is paid before.
    """
    return f"{size} {floor} {deposit} {note!r}"
'''


def talk(*say: str, language: str = "en") -> Seen:
    """Have a conversation with the form."""
    known: dict[str, Any] = {"name": "talk", "language": language, "say": say, "expect": {}}
    workflow = Workflow.model_validate(FORM)
    case = WorkflowTest.model_validate(known | {"mock": {"hire_tent": "ok"}})
    return converse({"tents": workflow}, workflow, case, None)


def test_what_was_skipped_leaves_no_hole_in_a_text_and_yes_and_no_are_words() -> None:
    told = talk("hire a tent", "12", "skip", "no", "skip").said[-1]
    assert told == "Tent of 12 m. Deposit: not given. Floor: no. Hire it?"
    told = talk("quero uma tenda", "12", "pular", "quero", "pular", language="pt").said[-1]
    assert told == "Tenda de 12 m. Sinal: não informado. Piso: sim. Alugo?"
    assert talk("hire a tent", "12", "skip", "no", "skip", "yes").said[-1] == "Hired."


def test_what_was_skipped_is_no_empty_text_among_a_tool_s_arguments() -> None:
    (_, args), *_ = talk("hire a tent", "12", "skip", "no", "skip", "yes").calls
    assert args == {"size": 12, "deposit": None, "floor": False, "note": None}


@pytest.mark.parametrize(
    "said", ["it isn't the money I care about", "no, honestly", "none of that. I'd rather not say"]
)
def test_whoever_denies_what_may_be_left_out_is_not_asked_for_it_again(said: str) -> None:
    assert talk("hire a tent", "12", said).said[-1] == "A wooden floor?"


@pytest.mark.parametrize("said", ["err no", "ah, not really thanks", "nowt"])
def test_a_no_is_no_note(said: str) -> None:
    assert talk("hire a tent", "12", "skip", "no", said).slots.get("note") is None


def test_a_note_may_begin_with_a_no() -> None:
    seen = talk("hire a tent", "12", "skip", "no", "no pegs on the lawn please")
    assert seen.slots["note"] == "no pegs on the lawn please"


def test_a_hesitation_is_asked_again_and_not_passed_over() -> None:
    assert "amount" in talk("hire a tent", "12", "not sure, 40?").said[-2]


def project(folder: Path, tools: str = TOOLS) -> Path:
    """Write the form as a project of its own."""
    (folder / "workflows").mkdir(parents=True)
    (folder / "tools").mkdir()
    text = Workflow.model_validate(FORM).model_dump_json(
        exclude_unset=True, exclude_none=True, by_alias=True
    )
    (folder / "workflows" / "tents.yaml").write_text(text[:-1] + ',"tests":[]}')
    (folder / "tools" / "tents.py").write_text(tools)
    return folder


def test_a_tool_s_own_default_holds_for_what_was_skipped(tmp_path: Path) -> None:
    folder = project(tmp_path / "tents")
    file = folder / "workflows" / "tents.yaml"
    said = '"tests":[{"name":"hired","say":["hire a tent","12","skip","no","skip","yes"],'
    expected = '"expect":{"end":"completed","said":["Hired."]}}]'
    file.write_text(file.read_text().replace('"tests":[]', said + expected))
    ours = ("BATUTA_", "ANTHROPIC_", "GOOGLE_")
    done = subprocess.run(
        [sys.executable, "-m", "cli.main", "test", str(folder), "--model", "local"],
        cwd=ROOT,
        env={k: v for k, v in os.environ.items() if not k.startswith(ours)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("note", "warned"), [("note: str", True), ("note: str | None", False)], ids=["text", "or none"]
)
def test_a_parameter_that_takes_nothing_is_not_warned_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], note: str, warned: bool
) -> None:
    folder = project(tmp_path / "tents", TOOLS.replace("note: str", note))
    main(["validate", str(folder)])
    told = capsys.readouterr().out
    assert ("'note' may be skipped, and 'hire_tent' cannot be called without" in told) == warned
