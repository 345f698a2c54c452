"""Questions to eight businesses that the matcher was never fitted to: right, wrong and missing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from workflows.file.load import parse
from workflows.file.schema import Workflow
from workflows.machine.frequent import find_answer

APART = Path(__file__).parent / "data" / "answers" / "apart"
AGENT = """
agents: {assistant: {prompt: You are the assistant of the house.}}
start: answer
states: {answer: {agent: assistant}}
"""


def house_of(content: dict[str, Any]) -> Workflow:
    languages = {language for answer in content["answers"].values() for language in answer["ask"]}
    head = {"workflow": "root", "version": 1, "title": dict.fromkeys(languages, "House")}
    text = yaml.safe_dump({**head, "answers": content["answers"]}, allow_unicode=True)
    return parse(text + AGENT, "root.yaml")


def outcomes(name: str) -> Counter[str]:
    """Count what becomes of each question: told for sure or with a reserve, asked back, or none."""
    content = yaml.safe_load((APART / f"{name}.yaml").read_text("utf-8"))
    house, told = house_of(content), Counter[str]()
    for question, pair in content["messages"]:
        found = find_answer(house, question)
        likely = found is not None and found.likely and len(found.names) == 1
        if found is not None and (found.sure or likely):
            told["right" if found.names[0] == pair else "wrong"] += 1
        elif pair != "-":
            told["asked" if found is not None and pair in found.names else "missed"] += 1
    return told


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("tools", 0, 30),
        ("photos", 0, 30),
        ("music", 0, 30),
        ("buffet", 0, 30),
        ("fisio", 0, 30),
        ("grafica", 0, 30),
        ("cleaner", 0, 30),
        ("otica", 0, 30),
    ],
)
def test_an_answer_is_told_where_it_tells_what_is_asked_of_what_is_meant(
    name: str, right: int, wrong: int
) -> None:
    told = outcomes(name)
    assert told["right"] >= right, told
    assert told["wrong"] <= wrong, told
