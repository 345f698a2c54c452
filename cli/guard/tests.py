"""What `batuta guard tests` does: ask the guards about every text that moderators have settled."""

from __future__ import annotations

import argparse
import asyncio
import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli._folder import require_folder
from cli._publishing import command_actor
from cli.command import Command
from cli.guard._scope import add_scope, organisation
from contracts.errors import InvalidRequest
from contracts.json import JsonObject
from language.cells import harmless_cell

if TYPE_CHECKING:
    from guardrails.examples import Example, Tested


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta guard tests`."""
    add_scope(parser)
    parser.add_argument("--json", action="store_true", help="write the outcome as JSON")
    parser.add_argument(
        "--out",
        type=Path,
        help="write the examples as CSV (text,label,category), as `batuta eval guard` takes it;"
        " they are people's words, and that is noted in the audit log",
    )


def run(args: argparse.Namespace) -> int:
    """Check every example; 1 if people would meet something else than was decided."""
    from agent.serving.project_settings import policy_of
    from guardrails.examples import run_tests
    from guardrails.guard import Guards
    from server.settings import Settings

    require_folder(args.project)
    known = asyncio.run(_examples(Settings.load(), args.org, exported=args.out is not None))
    if args.out:
        _write(args.out, [each for each in known if each.text])
    tested = run_tests(Guards.load(policy_of(args.project)), known)
    failed = [each for each in tested if not each.passed]
    if args.json:
        print(json.dumps(_facts(tested, len(known)), indent=2, ensure_ascii=False))
    else:
        _show(tested, failed, len(known))
    return 1 if failed else 0


async def _examples(settings: Any, slug: str, *, exported: bool) -> list[Example]:
    """Read the examples; that their words leave the database is written down."""
    from cli._database import connected
    from guardrails.examples import Example
    from store import audit, examples

    async with connected(settings) as db:
        org = await organisation(db, slug)
        if exported:
            await audit.record(db, "examples.exported", detail=command_actor().detail, org=org)
        rows = await examples.active(db, org)
    return [
        Example(row.kind, row.text or "", row.category, row.stage, row.id, row.folded)
        for row in rows
    ]


def _write(path: Path, known: Sequence[Example]) -> None:
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file)
            lines.writerow(("text", "label", "category"))
            lines.writerows(
                (harmless_cell(e.text), int(e.kind == "block"), e.category) for e in known
            )
    except OSError as exc:
        raise InvalidRequest(f"{path} cannot be written: {exc.strerror}") from exc


def _facts(tested: Sequence[Tested], known: int) -> JsonObject:
    return {
        "examples": known,
        "without_text": known - len(tested),
        "failed": sum(not each.passed for each in tested),
        "failed_without_examples": sum(not each.passed_alone for each in tested),
        "rows": [
            {
                "id": str(each.example.id),
                "kind": each.example.kind,
                "stage": each.example.stage,
                "category": each.example.category,
                "verdict": each.live.decision,
                "reason": each.live.reason,
                "without_examples": each.alone.decision,
                "passed": each.passed,
            }
            for each in tested
        ],
    }


def _show(tested: Sequence[Tested], failed: Sequence[Tested], known: int) -> None:
    for each in failed:
        said = f"{each.live.decision} ({each.live.category}: {each.live.reason})"
        print(f"{each.example.kind:<6} {each.example.stage:<12} {each.example.id}  {said}")
    alone = sum(not each.passed_alone for each in tested)
    print(f"{known} examples, {len(failed)} fail; by the guards alone {alone} would")
    if without := known - len(tested):
        print(
            f"{without} hold by their hash alone: their texts' time is over, so they are not asked"
        )
    if failed:
        print("a rule blocks what moderators allow: change the rule, or take the example back")


PART = Command(
    "tests",
    "ask the guards about every text that moderators have settled; exit code 1 if one differs",
    add_arguments,
    run,
)
