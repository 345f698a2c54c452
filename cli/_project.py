"""What `validate`, `test` and `graph` read: a project's folder, or the built-in workflows."""

from __future__ import annotations

import argparse
from pathlib import Path

from server.settings import Settings
from tools.mcp.seen import SeenTools
from tools.project import load_folder
from tools.tool import load_catalog
from workflows.file.declared import DeclaredTool
from workflows.file.load import CATALOG
from workflows.file.project import MANIFEST, Project, read_project

AROUND = "the project around the current folder, or the built-in workflows"


def add_path(parser: argparse.ArgumentParser) -> None:
    """Declare the argument that names what is read."""
    parser.add_argument(
        "path",
        nargs="?",
        type=Path,
        metavar="PATH",
        help=f"a project, its workflows folder or one file ({AROUND})",
    )


def project_at(path: Path | None) -> Project:
    """Read what was named; without a name the project around us, or the built-in workflows."""
    return read_project(path or _around() or CATALOG)


def _around() -> Path | None:
    """Return the nearest folder above us, or ours, that is a project."""
    here = Path.cwd()
    return next((f for f in (here, *here.parents) if (f / MANIFEST).is_file()), None)


def tools_of(project: Project) -> dict[str, DeclaredTool | None]:
    """Return the built-in tools, the project's own, and the names of its MCP servers' tools."""
    folder = project.root / "tools"
    own = load_folder(folder) if folder.is_dir() and project.root != CATALOG.parent else {}
    seen, named = _seen(project), _named(project)
    served = [name for server in project.manifest.mcp for name in seen.names(server, named)]
    return {**dict.fromkeys(served), **load_catalog(), **own}


def unchecked_tools(project: Project) -> dict[str, str]:
    """Return the tools that nobody can check from here, and the MCP server of each."""
    seen, named = _seen(project), _named(project)
    new = [server for server in project.manifest.mcp if seen.of(server.name) is None]
    return {tool: server.name for server in new for tool in seen.names(server, named)}


def _named(project: Project) -> set[str]:
    return {tool for w in project.workflows.values() for _, tool in w.named_tools()}


def _seen(project: Project) -> SeenTools:
    """Return what is known of servers from an earlier start; a check reaches none."""
    return SeenTools(Settings.load().home if project.manifest.mcp else Path(), project.root)
