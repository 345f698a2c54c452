"""`batuta eval slots` and `batuta eval talks`: what was read right, wrongly, and not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.main import main

TALKS = Path(__file__).parent / "data" / "values" / "talks"
DAY = "today: 2026-11-19\ncases:"
CASES = """
today: 2026-11-19
cases:
- {id: a, language: pt, slot: {type: date, min: today}, answer: quinta q vem, take: "2026-11-26"}
- {id: b, language: en, slot: {type: integer}, answer: five or six, take: null}
- {id: c, language: en, slot: {type: city}, answer: Leeds, take: York}
- {id: d, language: en, slot: {type: integer}, answer: no idea, take: 4}
"""


def test_answers_are_counted_by_what_became_of_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "cases.yaml", tmp_path / "rows.jsonl"
    file.write_text(CASES, "utf-8")
    assert main(["eval", "slots", str(file), "--json", "--out", str(out)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["all"] == {"cases": 4, "right": 2, "wrong": 1, "missing": 1}
    assert told["by_type"]["integer"] == {"cases": 2, "right": 1, "wrong": 0, "missing": 1}
    assert told["by_language"]["pt"]["right"] == 1
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [row["verdict"] for row in rows] == ["right", "right", "wrong", "missing"]
    assert rows[2]["taken"] == "Leeds"
    assert main(["eval", "slots", str(file)]) == 0
    assert "'Leeds' gave 'Leeds'" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("cases: []", "today"),
        (f"{DAY}\n- {{id: a, language: fr, slot: {{type: date}}, answer: x}}", "language"),
        (f"{DAY}\n- {{id: a, language: en, slot: {{type: money}}, answer: x}}", "currency"),
        ("{", "cannot be read"),
    ],
)  # fmt: skip
def test_a_file_that_is_none_is_refused_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, told: str
) -> None:
    file = tmp_path / "cases.yaml"
    file.write_text(text, "utf-8")
    assert main(["eval", "slots", str(file)]) == 1
    assert told in capsys.readouterr().err


def test_conversations_are_counted_by_how_they_went(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "talks", str(TALKS), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["all"]["cases"] == 40
    assert told["all"]["right"] >= 34
    assert told["all"]["wrong"] <= 2
    assert set(told["by_language"]) == {"en", "pt"}
