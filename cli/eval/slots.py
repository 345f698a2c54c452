"""What `batuta eval slots` does: give labelled answers to questions, tell what was taken."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from cli.command import Command
from cli.eval._rows import show_counts, write_jsonl
from workflows.testing.slot_cases import JudgedAnswer, judge, read_cases, report

_WRONG_SHOWN = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta eval slots`."""
    parser.add_argument(
        "file", type=Path, help="YAML: today, and cases of id, language, slot, answer, take"
    )
    parser.add_argument("--json", action="store_true", help="write the figures as JSON")
    parser.add_argument("--out", type=Path, help="write every answer with its value to this JSONL")


def run(args: argparse.Namespace) -> int:
    """Give every answer of the file and show the figures."""
    judged = judge(read_cases(args.file))
    told = report(judged)
    if args.out:
        write_jsonl(args.out, (each.record() for each in judged))
    if args.json:
        print(json.dumps(asdict(told), indent=2, ensure_ascii=False))
        return 0
    show_counts({"all": told.all, **told.by_language, **told.by_type})
    _show_wrong(judged)
    return 0


def _show_wrong(judged: Sequence[JudgedAnswer]) -> None:
    wrong = [each for each in judged if each.verdict == "wrong"]
    for each in wrong[:_WRONG_SHOWN]:
        case = each.case
        print(f"  {case.id} {case.slot.type}: {case.answer[:60]!r} gave {each.value!r}")
    if len(wrong) > _WRONG_SHOWN:
        print(f"  … and {len(wrong) - _WRONG_SHOWN} more; --out FILE writes them all")


PART = Command(
    "slots", "give labelled answers to questions and tell which values were taken wrongly",
    add_arguments, run,
)  # fmt: skip
