"""docs/recipes.md: every recipe is a whole project, checked and tested as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.main import main

PAGE = (Path(__file__).parent.parent / "docs" / "recipes.md").read_text("utf-8")
RECIPES = {
    title: body
    for title, body in re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
    if "```yaml" in body
}


def written(body: str, folder: Path) -> Path:
    """Write a recipe's files: each block begins with the name of its file."""
    for block in re.findall(r"^```(?:yaml|python)\n(.*?)^```", body, re.M | re.S):
        name = block.partition("\n")[0].removeprefix("# ")
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(block, "utf-8")
    return folder


@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_is_a_project_that_works(
    title: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = written(RECIPES[title], tmp_path)
    assert main(["validate", str(project)]) == 0, capsys.readouterr().out
    assert " 0 errors, 0 warnings" in (told := capsys.readouterr().out), told
    assert main(["test", str(project)]) == 0, capsys.readouterr().out
    assert " 0 failed" in capsys.readouterr().out


def test_there_is_a_recipe_for_what_most_projects_need() -> None:
    assert len(RECIPES) >= 4
