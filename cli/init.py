"""`batuta init`: make a small project that works, to be changed into your own."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

from cli.command import Command
from cli.schema import schema
from contracts.errors import InvalidRequest

TEMPLATE = Path(__file__).parent / "template"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the argument of `batuta init`."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="the new project's folder")


def run(args: argparse.Namespace) -> int:
    """Write the project's files; an existing project is never touched."""
    folder: Path = args.folder
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InvalidRequest(f"{folder} is not empty; name a new folder")
    for path in sorted(p for p in TEMPLATE.rglob("*") if p.is_file()):
        if "__pycache__" in path.parts:
            continue
        made = folder / path.relative_to(TEMPLATE)
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    manifest = folder / "batuta.yaml"
    name = re.sub(r"[^\w-]+", "-", folder.resolve().name).strip("-") or "my-project"
    manifest.write_text(manifest.read_text("utf-8").replace("my-project", name), encoding="utf-8")
    described = folder / "schema" / "workflow.v1.json"
    described.parent.mkdir()
    described.write_text(json.dumps(schema(), indent=2) + "\n", encoding="utf-8")
    print(f"made {folder}; try: batuta validate {folder} && batuta test {folder}")
    return 0


COMMAND = Command("init", "make a small project that works", add_arguments, run)
