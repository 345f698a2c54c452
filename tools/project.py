"""Tools of a project: the files of its `tools/` folder, loaded by path under names of their own."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from contracts.catalog import DuplicateName
from contracts.errors import InvalidRequest
from tools.tool import Tool


class BadToolFile(InvalidRequest):
    """A project's tool file that cannot be loaded."""


def load_folder(folder: Path) -> dict[str, Tool]:
    """Load every tool of a folder; the modules never shadow packages of the same name."""
    found: dict[str, Tool] = {}
    origin: dict[str, Path] = {}
    for path in sorted(folder.glob("*.py")):
        if path.name.startswith("_"):
            continue
        for value in vars(_module(path)).values():
            if not isinstance(value, Tool):
                continue
            if value.name in found and found[value.name] is not value:
                raise DuplicateName(
                    f"two tools are named '{value.name}':"
                    f" {origin[value.name]} and {path}; rename one"
                )
            found[value.name], origin[value.name] = value, path
    return found


def _module(path: Path) -> object:
    name = f"batuta_project_tools.{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadToolFile(f"{path} cannot be loaded as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # types of its functions are looked up there
    try:
        spec.loader.exec_module(module)
    except Exception as exc:
        raise BadToolFile(f"{path}: {type(exc).__name__}: {exc}") from exc
    return module
