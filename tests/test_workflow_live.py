"""`batuta test --model`: tests on the whole product, with models, recorded and repeated."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.main import main
from tests.support.model_server import ModelServer, reply

ROOT = Path(__file__).parent.parent
SHOP = Path(__file__).parent / "data" / "shop"

ADVICE = """
workflow: advice
version: 1
title: {en: Advice, pt: Conselho}
route: {examples: [give me advice, preciso de um conselho]}
slots: {topic: {type: text, ask: {en: "About what?", pt: "Sobre o quê?"}}}
agents: {adviser: {model: smart, prompt: "Advise on {topic}."}}
start: about
states:
  about: {ask: topic, go: look}
  look: {tool: shelf, go: advise}
  advise: {agent: adviser, go: keep}
  keep: {tool: file_away, args: {topic: "{topic}"}, on_error: lost, go: done}
  lost: {say: {en: "It was not kept.", pt: "Não foi guardado."}, end: cancelled}
  done: {say: {en: "It is kept.", pt: "Está guardado."}, end: completed}
tests:
  - name: looked up, advised, kept
    say: ["give me advice", "sailing"]
    mock: {file_away: ok}
    expect:
      path: [about, look, advise, keep, done]
      tools: {shelf: {count: 1, args: {topic: sailing}}, file_away: {args: {topic: sailing}}}
      said: [Mind the wind., It is kept.]
      end: completed
  - name: not mocked
    say: ["give me advice", "rowing"]
    expect: {path: [about, look, advise, keep, lost]}
"""
TOOLS = '''
from pathlib import Path

from tools import tool

NOTES = Path(__file__).parent / "notes.txt"


@tool()
async def shelf(topic: str) -> str:
    """Find a book.

    Args:
        topic: What it is about.
    """
    with NOTES.open("a") as file:
        file.write(f"shelf {topic}\\n")
    return f"a book on {topic}"


@tool(side_effect=True, approval="ask")
async def file_away(topic: str) -> str:
    """Keep it.

    Args:
        topic: What it is about.
    """
    with NOTES.open("a") as file:
        file.write("filed\\n")
    return "kept"
'''


def batuta(*words: str, **env: str) -> tuple[int, str]:
    """Type a command where no key is known; return how it ended and what it said."""
    ours = ("BATUTA_", "ANTHROPIC_", "GOOGLE_")
    clean = {k: v for k, v in os.environ.items() if not k.startswith(ours)}
    done = subprocess.run(
        [sys.executable, "-m", "cli.main", *words],
        cwd=ROOT,
        env=clean | env,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def advice(tmp_path: Path) -> Path:
    """A project with an agent, a tool that looks and one that changes something."""
    folder = tmp_path / "advice"
    (folder / "workflows").mkdir(parents=True)
    (folder / "tools").mkdir()
    (folder / "workflows" / "advice.yaml").write_text(ADVICE)
    (folder / "tools" / "books.py").write_text(TOOLS)
    return folder


def notes(project: Path) -> list[str]:
    file = project / "tools" / "notes.txt"
    return file.read_text().splitlines() if file.exists() else []


def test_a_shop_s_tests_pass_on_the_machine_alone_and_on_the_product(tmp_path: Path) -> None:
    report = tmp_path / "junit.xml"
    for more in ([], ["--model", "local", "--junit", str(report)]):
        code, told = batuta("test", str(SHOP), *more)
        assert code == 0, told
        assert "9 tests, 0 failed" in told
        assert "coverage of refund: states 5/5, transitions 6/6" in told
    suite = ElementTree.parse(report).getroot()
    assert suite.attrib["tests"] == "9"
    assert all(float(case.attrib["time"]) > 0 for case in suite.findall("testcase"))


def test_the_built_in_workflows_pass_on_the_product() -> None:
    code, told = batuta("test", "--model", "local")
    assert code == 0, told
    assert "states 5/5, transitions 6/6" in told


def test_what_models_and_tools_answered_is_recorded_and_repeated_without_them(
    advice: Path, models: ModelServer, tmp_path: Path
) -> None:
    keyed = {"ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": models.url}
    models.reset()
    models.script(reply("Mind ", "the wind.", times=0))
    tape = tmp_path / "tapes"
    code, told = batuta(
        "test", str(advice), "--model", "anthropic/claude-x", "--record", str(tape), **keyed
    )
    assert "ok   advice: looked up, advised, kept" in told, told
    assert "FAIL advice: not mocked" in told
    assert "Add to the test: mock: {file_away: ANSWER}" in told
    assert code == 1
    assert notes(advice) == ["shelf sailing", "shelf rowing"]
    assert (tape / "advice.jsonl").exists()
    asked = models.total
    for _ in range(2):
        code, told = batuta("test", str(advice), "--replay", str(tape))
        assert "ok   advice: looked up, advised, kept" in told, told
        assert "FAIL advice: not mocked" in told
        assert "coverage of advice: states 6/6" in told
    assert models.total == asked
    assert notes(advice) == ["shelf sailing", "shelf rowing"]
    file = advice / "workflows" / "advice.yaml"
    file.write_text(file.read_text().replace("Advise on", "Counsel on"))
    code, told = batuta("test", str(advice), "--replay", str(tape))
    assert code == 1
    assert "there is no recording of what a model answers to" in told
    assert "--record" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--model", "smart"], "no key for 'smart': set GOOGLE_API_KEY or ANTHROPIC_API_KEY"),
        (["--model", "anthropic/x"], "no key for 'anthropic/x'"),
        (["--model", "antropic/x"], "did you mean 'anthropic'?"),
        (["--replay", "nowhere.jsonl"], "there is no recording at nowhere.jsonl; make one with"),
        (["--replay", "x", "--model", "local"], "leave --model out"),
        (["--record", "x"], "--record needs --model"),
        (["--record", "x.txt", "--model", "local"], "*.jsonl, or a folder"),
        (["--usd", "1"], "--usd limits what --model may cost"),
    ],
    ids=range(8),
)
def test_what_cannot_be_run_is_refused_with_the_cure(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "BATUTA_MODEL"):
        monkeypatch.delenv(name, raising=False)
    assert main(["test", str(SHOP), *words]) == 1
    assert told in capsys.readouterr().err


def test_a_run_stops_when_its_money_is_used_up(advice: Path, models: ModelServer) -> None:
    keyed = {"ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": models.url}
    models.reset()
    usage = {"input": 1_000_000, "output": 10, "cached": 0, "written": 0}
    models.script(reply("Mind the wind.", usage=usage, times=0))
    words = ["test", str(advice), "--model", "anthropic/claude-haiku-5-5", "--usd"]
    code, told = batuta(*words, "0.01", **keyed)
    assert code == 1
    assert "the budget of 0.01 USD is used up" in told, told
    assert "tests, 2 failed" in told
    assert models.count("rowing") == 0  # the second test did not begin
