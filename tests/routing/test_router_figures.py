"""A file of labelled messages is judged, and an unusable one is told with its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.main import main
from language.code_words import without_codes
from router.project import routes_of
from tests.support.routing import EXAMPLES, split

# Evaluation


def folder(path: Path) -> Path:
    workflows = path / "workflows"
    workflows.mkdir()
    for name, text in EXAMPLES.items():
        examples = json.dumps(split(text), ensure_ascii=False)
        (workflows / f"{name}.yaml").write_text(
            f"workflow: {name}\nversion: 1\ntitle: {{en: The {name}, pt: O {name}}}\n"
            f"route:\n  when: About {name}.\n  examples: {examples}\n  not_when: [hello]\n"
            f"states: {{whatever: {{else: [it, says]}}}}\n",
            "utf-8",
        )
    return path


def test_a_file_of_labelled_messages_is_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labelled = tmp_path / "labelled.csv"
    labelled.write_text(
        "text,intent\nmy password is lost,password\n"
        '"where is it, my parcel?",delivery\nsing a song,oos\nknit me a hat,knitting\n',
        "utf-8",
    )
    out = tmp_path / "rows.jsonl"
    call = [str(folder(tmp_path)), str(labelled)]
    assert main(["eval", "route", *call, "--json", "--out", str(out)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["rows"], told["in_scope"], told["out_of_scope"]) == (4, 2, 2)
    assert (told["accuracy"], told["out_of_scope_recall"], told["precision"]) == (1.0, 1.0, 1.0)
    assert told["confusion"]["oos"] == {"oos": 2}
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [row["routed"] for row in rows] == ["password", "delivery", "oos", "oos"]
    assert all({"confidence", "stage", "intent", "right"} <= set(row) for row in rows)
    assert main(["eval", "route", *call]) == 0
    assert "out-of-scope recall" in capsys.readouterr().out


def test_rows_inside_a_conversation_are_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines: list[dict[str, Any]] = [
        {"message": "Recife", "active": "onboarding", "state_question": "Em que cidade você mora?",
         "expect": {"intent": "stay", "workflow": "onboarding"}},
        {"message": "where is my package?", "active": {"workflow": "onboarding", "state": "ask"},
         "state_question": {"text": "How old are you?", "kind": "integer"},
         "expect": {"intent": "switch", "workflow": "delivery"}},
        {"message": "sair", "active": "refund", "expect": {"intent": "exit"}},
        {"message": "I forgot my password", "active": None, "state_question": None,
         "expect": {"intent": "start", "workflow": "password"}},
    ]  # fmt: skip
    file = tmp_path / "talks.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    assert main(["eval", "route", str(folder(tmp_path)), str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["conversation_rows"], told["conversation_accuracy"]) == (4, 1.0)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.csv", "message,label\nhello,oos\n", "a.csv:1:"),
        ("a.jsonl", '{"message": "x"}\n', "a.jsonl:1:"),
        ("a.jsonl", "not json\n", "a.jsonl:1:"),
        ("a.csv", None, "a.csv cannot be read"),
    ],
)
def test_an_unusable_file_is_told_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: str | None, said: str
) -> None:
    if content is not None:
        (tmp_path / name).write_text(content, "utf-8")
    assert main(["eval", "route", str(folder(tmp_path)), str(tmp_path / name)]) == 1
    assert said in capsys.readouterr().err


def test_a_folder_is_read_whatever_else_its_files_say(tmp_path: Path) -> None:
    found = routes_of(folder(tmp_path))
    assert set(found) == set(EXAMPLES)
    assert found["refund"].titled("pt") == "O refund"
    assert found["refund"].not_when == ["hello"]
    assert len(found["refund"].examples) == 10


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("where is order 4711?", "where is order ?"),
        ("BR123456789BR não chegou ainda", "não chegou ainda"),
        ("set it to 50% for 12 hours", "set it to 50% for 12 hours"),
        ("4711", "4711"),
        ("order 4711", "order 4711"),
        ("2026-11-18 and nothing else", "and nothing else"),
    ],
)
def test_order_numbers_and_codes_do_not_weigh_in_the_choice(text: str, left: str) -> None:
    assert without_codes(text) == left
