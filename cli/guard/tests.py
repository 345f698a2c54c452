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
from cli.command import Command
from cli.guard._scope import add_scope, organisation
from contracts.errors import InvalidRequest
from contracts.json import JsonObject

if TYPE_CHECKING:
    from guardrails.examples import Example, Tested


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta guard tests`."""
    add_scope(parser)
    parser.add_argument("--json", action="store_true", help="write the outcome as JSON")
    parser.add_argument(
        "--out",
        type=Path,
        help="write the examples as CSV (text,label,category), as `batuta eval guard` takes it",
    )


def run(args: argparse.Namespace) -> int:
    """Check every example; 1 if people would meet something else than was decided."""
    from agent.serving.project_settings import policy_of
    from guardrails.examples import run_tests
    from guardrails.guard import Guards
    from server.settings import Settings

    require_folder(args.project)
    known = asyncio.run(_examples(Settings.load(), args.org))
    if args.out:
        _write(args.out, known)
    tested = run_tests(Guards.load(policy_of(args.project)), known)
    failed = [each for each in tested if not each.passed]
    if args.json:
        print(json.dumps(_facts(tested), indent=2, ensure_ascii=False))
    else:
        _show(tested, failed)
    return 1 if failed else 0


async def _examples(settings: Any, slug: str) -> list[Example]:
    from cli._database import connected
    from guardrails.examples import Example
    from store import examples

    async with connected(settings) as db:
        rows = await examples.active(db, await organisation(db, slug))
    return [Example(row.kind, row.text, row.category, row.stage, row.id) for row in rows]


def _write(path: Path, known: Sequence[Example]) -> None:
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file)
            lines.writerow(("text", "label", "category"))
            lines.writerows((e.text, int(e.kind == "block"), e.category) for e in known)
    except OSError as exc:
        raise InvalidRequest(f"{path} cannot be written: {exc.strerror}") from exc


def _facts(tested: Sequence[Tested]) -> JsonObject:
    return {
        "examples": len(tested),
        "failed": sum(not each.passed for each in tested),
        "failed_without_examples": sum(not each.passed_alone for each in tested),
        "rows": [
            {
                "text": each.example.text,
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


def _show(tested: Sequence[Tested], failed: Sequence[Tested]) -> None:
    for each in failed:
        said = f"{each.live.decision} ({each.live.category}: {each.live.reason})"
        print(
            f"{each.example.kind:<6} {each.example.stage:<12} {said}\n"
            f"       {each.example.text[:200]!r}"
        )
    alone = sum(not each.passed_alone for each in tested)
    print(f"{len(tested)} examples, {len(failed)} fail; by the guards alone {alone} would")
    if failed:
        print("a rule blocks what moderators allow: change the rule, or take the example back")


PART = Command(
    "tests",
    "ask the guards about every text that moderators have settled; exit code 1 if one differs",
    add_arguments,
    run,
)
