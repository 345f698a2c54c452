"""A project's folder as it was named on the command line."""

from __future__ import annotations

from pathlib import Path

from contracts.errors import InvalidRequest


def require_folder(project: Path | None) -> None:
    """Refuse a folder that is not there."""
    if project and not project.is_dir():
        raise InvalidRequest(f"{project} is no folder; give the folder of a project")
