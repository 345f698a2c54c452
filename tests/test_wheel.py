"""The wheel: what it carries, what it leaves at home, what it asks to be installed beside it."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
import tomllib
import zipfile
from functools import cache

import pytest

from tests.test_house import PACKAGES, ROOT, imported, sources


@pytest.fixture(scope="module")
def carried(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Build the wheel, without network, and return the files in it."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_it_carries_our_packages_and_nothing_else(carried: set[str]) -> None:
    assert {name.split("/")[0] for name in carried if ".dist-info/" not in name} == set(PACKAGES)


def test_it_says_that_its_packages_are_typed(carried: set[str]) -> None:
    assert {f"{package}/py.typed" for package in PACKAGES} <= carried


@pytest.mark.parametrize(
    ("folder", "pattern", "to"),
    [
        ("supabase/migrations", "*.sql", "store/migrations"),
        ("workflows/catalog", "*.yaml", "workflows/catalog"),
        ("guardrails/heads", "*.npz", "guardrails/heads"),
        ("guardrails/heads", "*.json", "guardrails/heads"),
        ("guardrails/danger", "*.npz", "guardrails/danger"),
        ("guardrails/heads", "*.txt", "guardrails/heads"),
        ("cli/template", "**/*.*", "cli/template"),
    ],
)
def test_it_carries_the_files_that_are_read_at_run_time(
    carried: set[str], folder: str, pattern: str, to: str
) -> None:
    here = ROOT / folder
    files = {f"{to}/{path.relative_to(here).as_posix()}" for path in here.glob(pattern)}
    assert {name for name in files if "__pycache__" not in name} - carried == set()
    assert files


def test_everything_that_is_imported_is_a_declared_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {plain(re.split(r"[\[<>=~! ]", line)[0]) for line in project["dependencies"]}
    undeclared = {
        (file, module)
        for file, tree in sources()
        for module in imported(tree)
        if module.split(".")[0] not in {*sys.stdlib_module_names, *PACKAGES, "google"}
        or module.startswith("google.")
        if not declared & owners(module)
    }
    assert undeclared == set()


def plain(name: str) -> str:
    return name.lower().replace("_", "-")


@cache
def owners(module: str) -> set[str]:
    """Name the distributions that a module comes from; several may share its first name."""
    known = set(_distributions().get(module.split(".")[0], ()))
    if len(known) < 2:
        return {plain(name) for name in known}
    path = module.replace(".", "/")
    inside = {plain(name) for name in known if f"{path}.py" in files(name)}
    inside |= {plain(n) for n in known if any(f.startswith(f"{path}/") for f in files(n))}
    outer = module.rpartition(".")[0]
    return inside or (owners(outer) if outer else set())


_distributions = cache(importlib.metadata.packages_distributions)


@cache
def files(distribution: str) -> frozenset[str]:
    found = importlib.metadata.distribution(distribution).files or ()
    return frozenset(path.as_posix() for path in found)
