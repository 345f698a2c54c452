"""What `validate`, `test` and `graph` read: a project's folder, or the built-in workflows."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import Any

from agent.routes import asked_in, interrupted, route_infos
from language.detect import Language
from router.info import RouteContext
from router.route import Router
from tools.project import load_folder
from tools.tool import load_catalog
from workflows.load import CATALOG
from workflows.project import Project, read_project
from workflows.testing import Choose, Chosen


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
    """Ask the local router, as it would decide for a person whose profile is complete."""
    served = project.served
    router = Router(route_infos(served, first=False))

    def choose(message: str, cursor: dict[str, Any], language: Language) -> Chosen:
        context = RouteContext(
            workflow=cursor.get("workflow"),
            state=cursor.get("state"),
            question=asked_in(served, cursor, language),
            stack=interrupted(cursor),
            language=language,
        )
        route = asyncio.run(router.decide(message, context))
        options = tuple((option.label, option.value) for option in route.options)
        return Chosen(
            route.workflow, route.intent == "exit", route.pressed, route.question, options
        )

    return choose
