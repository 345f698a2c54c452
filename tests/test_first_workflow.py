"""docs/first-workflow.md, followed to the letter by somebody who types what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.main import main

PAGE = (Path(__file__).parent.parent / "docs" / "first-workflow.md").read_text("utf-8")
Printed = pytest.CaptureFixture[str]


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.M | re.S)


def test_the_page_leads_to_a_workflow_whose_tests_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.chdir(tmp_path)
    first, tests = blocks("yaml")
    for words in blocks("sh")[0].splitlines():
        assert main(words.split()[1:]) == 0, words
    file = tmp_path / "bakery" / "workflows" / "cake.yaml"
    file.write_text(first.replace("people > 40", "peple > 40"), "utf-8")
    assert main(["validate", "bakery"]) == 1
    told = capsys.readouterr().out
    found = re.search(r"`(cake\.yaml:\d+:\d+): … (unknown name [^`]*)`", PAGE)
    assert found
    place, message = found.groups()
    assert f"{place}: error:" in told
    assert message in told
    file.write_text(first, "utf-8")
    assert main(["validate", "bakery"]) == 0
    assert main(["graph", "cake", "bakery"]) == 0
    file.write_text(first + tests, "utf-8")
    capsys.readouterr()
    assert main(["test", "bakery"]) == 0
    told = capsys.readouterr().out
    assert "coverage of cake: states 4/4, transitions 4/4" in told
    assert main(["validate", "bakery"]) == 0
    assert "3 workflows, 0 errors, 0 warnings" in capsys.readouterr().out
