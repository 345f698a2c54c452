"""What `batuta eval guard` does: check labelled texts and tell what was caught, and wrongly so."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from cli._folder import require_folder
from cli.command import Command
from cli.eval._rows import write_jsonl
from contracts.errors import InvalidRequest
from language.cells import cell_text

if TYPE_CHECKING:
    from guardrails.evaluate import GuardReport, LabelledText

_BAD = frozenset("1 true yes bad unsafe flag flagged block attack harm harmful injection".split())
_GOOD = frozenset("0 false no good safe allow allowed benign harmless".split())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta eval guard`."""
    parser.add_argument(
        "file", type=Path, help="CSV with text,label (1 = is to be flagged) and, at will, category"
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
    """Check every row of the file and show the figures."""
    from agent.serving.project_settings import policy_of
    from guardrails.evaluate import judge, report
    from guardrails.guard import Guards, Stage

    require_folder(args.project)
    rows = _read(args.file)
    stage = next(known for known in get_args(Stage) if known == args.stage)
    checked = judge(Guards.load(policy_of(args.project)), rows, stage)
    told = report(checked)
    if args.out:
        write_jsonl(args.out, (each.record() for each in checked))
    if args.json:
        print(json.dumps(asdict(told), indent=2, ensure_ascii=False))
    else:
        _show(told)
    return 0


def _read(path: Path) -> list[LabelledText]:
    from guardrails.evaluate import LabelledText

    csv.field_size_limit(sys.maxsize)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            lines = csv.DictReader(file)
            if not {"text", "label"} <= set(lines.fieldnames or ()):
                raise InvalidRequest(f"{path} needs the columns text and label in its first line")
            rows = [
                LabelledText(
                    cell_text(line["text"] or ""),
                    _label(path, lines.line_num, line["label"]),
                    line.get("category") or "",
                )
                for line in lines
            ]
    except OSError as exc:
        raise InvalidRequest(f"{path} cannot be read: {exc.strerror}") from exc
    except (UnicodeDecodeError, csv.Error) as exc:
        raise InvalidRequest(f"{path} is no CSV in UTF-8: {exc}") from exc
    if not rows:
        raise InvalidRequest(f"{path} holds no rows")
    return rows


def _label(path: Path, line: int, label: str | None) -> bool:
    word = (label or "").strip().lower()
    if word in _BAD:
        return True
    if word in _GOOD:
        return False
    raise InvalidRequest(f"{path}:{line}: label '{word}'; 1 is to be flagged, 0 is harmless")


def _show(told: GuardReport) -> None:
    print(f"{'':<28} {'rows':>6} {'blocked':>9} {'flagged':>9}")
    for name, share in (("recall", told.recall), ("false positives", told.false_positives)):
        print(f"{name:<28} {share.rows:>6} {_percent(share.blocked)} {_percent(share.flagged)}")
    for kind, shares in (("recall", told.recall_by), ("false positives", told.false_positives_by)):
        for category, share in shares.items():
            print(
                f"  {f'{category} ({kind})'[:48]:<26} {share.rows:>6} "
                f"{_percent(share.blocked)} {_percent(share.flagged)}"
            )
    print("\nwhat the guards said")
    for category, count in told.verdicts.items():
        print(f"  {category:<32} {count.bad:>5} bad {count.harmless:>5} harmless")
    print("\nblocked: the 1 % limit and the rules; flagged: reviews (the 5 % band) as well")


def _percent(share: float | None) -> str:
    return f"{'-':>9}" if share is None else f"{share * 100:>7.1f} %"


PART = Command(
    "guard", "check labelled texts and tell what was caught, and what wrongly so",
    add_arguments, run,
)  # fmt: skip
