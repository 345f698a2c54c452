"""`batuta graph`: draw a workflow as a Mermaid diagram."""

from __future__ import annotations

import argparse
from pathlib import Path

from cli._project import AROUND, project_at
from cli.command import Command
from contracts.errors import NotFound
from language.suggestions import meant
from workflows.file.graph import mermaid
from workflows.file.load import load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta graph`."""
    parser.add_argument("workflow", metavar="WORKFLOW", help="a workflow's name, or its file")
    parser.add_argument(
        "path", nargs="?", type=Path, metavar="PATH", help=f"the project ({AROUND})"
    )


def run(args: argparse.Namespace) -> int:
    """Print the diagram."""
    if args.workflow.endswith((".yaml", ".yml")):
        print(mermaid(load(Path(args.workflow))), end="")
        return 0
    known = project_at(args.path).workflows
    if args.workflow not in known:
        hint = meant(args.workflow, known)
        raise NotFound(f"there is no workflow '{args.workflow}'{hint} (known: {', '.join(known)})")
    print(mermaid(known[args.workflow]), end="")
    return 0


COMMAND = Command("graph", "draw a workflow as a Mermaid diagram", add_arguments, run)
