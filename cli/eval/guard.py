"""What `batuta eval guard` does: check labelled texts and tell what was caught, and wrongly so."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from cli._folder import require_folder
from cli.command import Command
from cli.eval._guard_rows import read_rows
from cli.eval._rows import write_jsonl

if TYPE_CHECKING:
    from guardrails.evaluate import GuardReport, LabelledText, Share
    from guardrails.evaluate_data import DataReport, LabelledData


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta eval guard`."""
    parser.add_argument(
        "files",
        metavar="file",
        nargs="+",
        type=Path,
        help="CSV with text,label (1 = is to be flagged), or text,twin (the twin is harmless), or"
        " text,spans (the personal data in it); at will category, language, stage",
    )
    parser.add_argument("--project", type=Path, help="a project whose policy holds")
    parser.add_argument(
        "--stage",
        choices=("input", "tool_args", "tool_result", "output"),
        default="input",
        help="where the texts come from (default: input)",
    )
    parser.add_argument("--json", action="store_true", help="write the figures as JSON")
    parser.add_argument("--out", type=Path, help="write every row with its verdict to this JSONL")


def run(args: argparse.Namespace) -> int:
    """Check every row of the files and show the figures."""
    from agent.serving.project_settings import policy_of
    from guardrails.evaluate import judge, report
    from guardrails.evaluate_data import report_data
    from guardrails.guard import Guards, Stage

    require_folder(args.project)
    stage = next(known for known in get_args(Stage) if known == args.stage)
    texts: list[LabelledText] = []
    held: list[LabelledData] = []
    for path in args.files:
        some, data = read_rows(path, stage)
        texts += some
        held += data
    checked = judge(Guards.load(policy_of(args.project)), texts, stage)
    told = report(checked) if texts else None
    of_data = report_data(held) if held else None
    if args.out:
        write_jsonl(args.out, (each.record() for each in checked))
    if args.json:
        figures: dict[str, object] = asdict(told) if told else {}
        if of_data:
            figures["personal_data"] = asdict(of_data)
        print(json.dumps(figures, indent=2, ensure_ascii=False))
        return 0
    if told:
        _show(told)
    if of_data:
        _show_data(of_data)
    return 0


def _show(told: GuardReport) -> None:
    print(f"{'':<28} {'rows':>6} {'blocked':>9} {'flagged':>9}")
    _line("recall", told.recall)
    _line("false positives", told.false_positives)
    _lines("recall", told.recall_by, told.recall_by_language, told.recall_by_file)
    _lines(
        "false positives",
        told.false_positives_by,
        told.false_positives_by_language,
        told.false_positives_by_file,
    )
    print("\nwhat the guards said")
    for category, count in told.verdicts.items():
        print(f"  {category:<32} {count.bad:>5} bad {count.harmless:>5} harmless")
    print("\nblocked: by a rule or above a head's blocking limit; flagged: reviews as well")


def _lines(kind: str, *tables: Mapping[str, Share]) -> None:
    """Show the shares of each table that tells more than the line above it."""
    for shares in tables:
        for name, share in shares.items() if len(shares) > 1 else ():
            _line(f"  {f'{name} ({kind})'[:48]:<26}", share)
    if len(tables[0]) == 1:
        for name, share in tables[0].items():
            _line(f"  {f'{name} ({kind})'[:48]:<26}", share)


def _line(name: str, share: Share) -> None:
    print(f"{name:<28} {share.rows:>6} {_percent(share.blocked)} {_percent(share.flagged)}")


def _show_data(told: DataReport) -> None:
    """Show what was found of personal data, what was missed, and what was none."""
    print(f"{'personal data':<28} {'held':>6} {'found':>9} {'so called':>9}")
    for kind, share in told.by_kind.items():
        found, named = share.found / share.rows, share.named / share.rows
        print(f"  {kind:<26} {share.rows:>6} {_percent(found)} {_percent(named)}")
    print(f"recall {told.recall * 100:.1f} %, precision {told.precision * 100:.1f} %")


def _percent(share: float | None) -> str:
    return f"{'-':>9}" if share is None else f"{share * 100:>7.1f} %"


PART = Command(
    "guard", "check labelled texts and tell what was caught, and what wrongly so",
    add_arguments, run,
)  # fmt: skip
