"""`batuta schema`: the JSON Schema of workflow files, for editors."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from cli.command import Command
from contracts.json import JsonObject
from workflows.file.schema import Workflow

FIRST_LINE = "# yaml-language-server: $schema=../schema/workflow.v1.json"


def schema() -> JsonObject:
    """Return the schema that `workflows/file/schema.py` describes."""
    made = Workflow.model_json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Batuta workflow",
        **{k: v for k, v in made.items() if k != "title"},
    }


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta schema`."""
    parser.add_argument("--output", type=Path, metavar="FILE", help="write it there instead")


def run(args: argparse.Namespace) -> int:
    """Print the schema, or write it and tell the line that points an editor to it."""
    text = json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
    if args.output is None:
        print(text, end="")
        return 0
    args.output.parent.mkdir(parents=True, exist_ok=True)
    args.output.write_text(text, encoding="utf-8")
    print(f"wrote {args.output}; a workflow's first line points editors to it:\n{FIRST_LINE}")
    return 0


COMMAND = Command("schema", "print the JSON Schema of workflow files", add_arguments, run)
