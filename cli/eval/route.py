"""What `batuta eval route` does: route labelled messages and tell how well that went."""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from cli.command import Command
from cli.eval._rows import write_jsonl

if TYPE_CHECKING:
    from router.confuse import Confusion
    from router.evaluate import Judged, RouteReport, RouteTally

_WIDEST = 24
_WRONG_SHOWN = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta eval route`."""
    parser.add_argument("project", type=Path, help="a folder with workflows/*.yaml")
    parser.add_argument(
        "file", type=Path, help="CSV (text,intent; oos = out of scope), or JSONL of conversations"
    )
    parser.add_argument("--json", action="store_true", help="write the figures as JSON")
    parser.add_argument("--out", type=Path, help="write every row with its route to this JSONL")


def run(args: argparse.Namespace) -> int:
    """Judge every row of the file and show the figures."""
    from router.confuse import confusions
    from router.evaluate import judge, report
    from router.labelled import read_rows
    from router.project import routes_of
    from router.route import Router

    workflows = routes_of(args.project)
    rows = read_rows(args.file, workflows)
    judged = asyncio.run(judge(Router(workflows), rows))
    told, warnings = report(judged), confusions(workflows)
    if args.out:
        write_jsonl(args.out, (each.record() for each in judged))
    if args.json:
        warned = [{**asdict(w), "message": w.message} for w in warnings]
        print(json.dumps({**asdict(told), "confusable": warned}, indent=2, ensure_ascii=False))
    else:
        _show(told, judged, warnings)
    return 0


def _show(told: RouteReport, judged: Sequence[Judged], warnings: Sequence[Confusion]) -> None:
    figures = [
        ("accuracy", told.accuracy, f"of {told.in_scope} messages in scope, best candidate right"),
        ("routed right", told.routed_right, "of the same, sent to their workflow"),
        ("out-of-scope recall", told.out_of_scope_recall, f"of {told.out_of_scope} messages"),
        ("precision", told.precision, "of what a workflow got"),
        ("in conversations", told.conversation_accuracy, f"of {told.conversation_rows} rows"),
    ]
    for name, share, meaning in figures:
        if share is not None:
            print(f"{name:<20} {share:>7.1%}  {meaning}")
    print(
        f"{'model asked':<20} {told.calls / max(1, told.rows):>7.1%}  of {told.rows} messages,"
        f" {told.serial_calls} before anything else begins"
    )
    print(f"{'collected lost':<20} {told.lost:>7}  wrong decisions that lose what was collected")
    stages = ", ".join(f"{name} {count}" for name, count in sorted(told.stages.items()))
    print(f"{'decided by':<20} {stages}")
    _show_kinds(told.kinds)
    _show_confusion(told.confusion)
    wrong = [j for j in judged if not j.right]
    for j in wrong[:_WRONG_SHOWN]:
        wanted = j.row.workflow or j.row.intent
        print(f"  {wanted} -> {j.routed} ({j.route.intent}): {j.row.message[:80]}")
    if len(wrong) > _WRONG_SHOWN:
        print(f"  … and {len(wrong) - _WRONG_SHOWN} more; --out FILE writes them all")
    for warning in warnings:
        print(f"warning: {warning.message}")


def _show_kinds(kinds: dict[str, RouteTally]) -> None:
    print(f"{'':<30} {'rows':>6} {'right':>8} {'asked back':>11} {'wrong':>7}")
    for name, tally in kinds.items():
        wanted, _, kind = name.partition("/")
        shares = (tally.right, tally.asked_back, tally.wrong)
        right, asked, wrong = (f"{share / tally.rows:.0%}" for share in shares)
        shown = f"  {kind}" if kind else wanted
        print(f"{shown:<30} {tally.rows:>6} {right:>8} {asked:>11} {wrong:>7}")


def _show_confusion(confusion: dict[str, dict[str, int]]) -> None:
    print("confusion (expected: routed)")
    width = min(_WIDEST, max(map(len, confusion), default=0))
    for name, row in confusion.items():
        cells = ", ".join(f"{routed} {count}" for routed, count in row.items())
        print(f"  {name:<{width}}  {cells}")


PART = Command(
    "route", "route labelled messages through a project and tell how well that went",
    add_arguments, run,
)  # fmt: skip
