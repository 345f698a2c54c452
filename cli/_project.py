"""What `validate`, `test` and `graph` read: a project's folder, or the built-in workflows."""

from __future__ import annotations

import argparse
from pathlib import Path

from agent.serving.routing_of_tests import router_of_tests
from tools.project import load_folder
from tools.tool import load_catalog
from workflows.file.load import CATALOG
from workflows.file.project import Project, read_project
from workflows.testing.run_tests import Choose


def add_path(parser: argparse.ArgumentParser) -> None:
    """Declare the argument that names what is read."""
    parser.add_argument(
        "path",
        nargs="?",
        type=Path,
        metavar="PATH",
        help="a project, its workflows folder or one file (the built-in workflows)",
    )


def project_at(path: Path | None) -> Project:
    """Read what was named."""
    return read_project(CATALOG if path is None else path)


def tools_of(project: Project) -> set[str]:
    """Return the names of the built-in tools and the project's own."""
    folder = project.root / "tools"
    own = load_folder(folder) if folder.is_dir() and project.root != CATALOG.parent else {}
    return {*load_catalog(), *own}


def chooser(project: Project) -> Choose:
    """Ask the local router where the messages of tests go."""
    return router_of_tests(project.served)
