"""What `batuta guard calibrate` does: work the heads' limits out from one's own decisions."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli._folder import require_folder
from cli.command import Command
from cli.guard._scope import add_scope, organisation
from contracts.errors import InvalidRequest
from contracts.json import JsonObject

if TYPE_CHECKING:
    from guardrails.calibrate import Calibration, LabelledScore, Rates

_STAGES = ("input", "sample")  # what the limits of messages are measured on


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta guard calibrate`."""
    add_scope(parser)
    parser.add_argument(
        "--minimum",
        type=int,
        default=30,
        metavar="N",
        help="decided texts of each kind that a head needs (30)",
    )
    parser.add_argument(
        "--block-rate",
        type=float,
        default=0.01,
        metavar="SHARE",
        help="share of harmless texts that may be blocked (0.01)",
    )
    parser.add_argument(
        "--review-rate",
        type=float,
        default=0.05,
        metavar="SHARE",
        help="share of harmless texts that may be blocked or sent to review (0.05)",
    )
    parser.add_argument("--json", action="store_true", help="write the figures as JSON")
    parser.add_argument(
        "--write", action="store_true", help="put the limits into the project's guardrails.yaml"
    )


def run(args: argparse.Namespace) -> int:
    """Show what the limits would be; change the policy only where that is asked for."""
    from agent.serving.project_settings import manifest_of, policy_of
    from guardrails.calibrate import calibrate
    from server.settings import Settings

    require_folder(args.project)
    if args.write and not args.project:
        raise InvalidRequest("--write needs --project: the folder whose guardrails.yaml is changed")
    if args.minimum < 1 or not 0 <= args.block_rate <= args.review_rate < 1:
        raise InvalidRequest("give --minimum >= 1 and 0 <= --block-rate <= --review-rate < 1")
    policy = policy_of(args.project)
    if args.write and manifest_of(args.project).policies:
        raise InvalidRequest(
            "the project's policy is in batuta.yaml, where only you write: run it without --write"
            " and put the limits there, under `policies`"
        )
    settings = Settings.load()
    decided = asyncio.run(_decided(settings, args.org))
    found = calibrate(decided, policy, args.minimum, args.block_rate, args.review_rate)
    limits = {name: limit.model_dump(exclude_none=True) for name, limit in policy.limits.items()}
    limits |= {c.head: c.after.limits.model_dump(exclude_none=True) for c in found if c.after}
    if args.json:
        print(json.dumps([_facts(each) for each in found], indent=2))
    else:
        _show(found, limits, args.minimum)
    if args.write and any(each.after for each in found):
        _write(args.project, limits)
        asyncio.run(_note(settings, args.org, limits))
    return 0


async def _decided(settings: Any, slug: str) -> dict[str, Sequence[LabelledScore]]:
    from cli._database import connected
    from guardrails.calibrate import LabelledScore
    from store import case_stats

    async with connected(settings) as db:
        rows = await case_stats.scored(db, await organisation(db, slug), _STAGES)
    found: dict[str, list[LabelledScore]] = {}
    for row in rows:
        for head, score in json.loads(row.scores).items():
            # What was confirmed as another thing tells nothing of this head.
            told = not row.confirmed or row.category == head
            if told and isinstance(score, int | float):
                found.setdefault(head, []).append(LabelledScore(float(score), row.confirmed))
    return {**found}


async def _note(settings: Any, slug: str, limits: JsonObject) -> None:
    from cli._database import connected
    from store import audit

    async with connected(settings) as db:
        org = await organisation(db, slug)
        await audit.record(db, "guards.calibrated", detail={"limits": limits}, org=org)


def _write(project: Path, limits: dict[str, dict[str, float]]) -> None:
    from guardrails.policy import FILE, with_limits

    path = project / FILE
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(with_limits(text, limits), encoding="utf-8")
    except OSError as exc:
        raise InvalidRequest(f"{path} cannot be written: {exc.strerror}") from exc
    print(f"written to {path}; it holds from the next start of the server on", file=sys.stderr)


def _facts(each: Calibration) -> JsonObject:
    return {
        "head": each.head,
        "bad": each.bad,
        "harmless": each.harmless,
        "before": _rates(each.before),
        "after": None if each.after is None else _rates(each.after),
    }


def _rates(rates: Rates) -> JsonObject:
    return {
        "limits": rates.limits.model_dump(),
        "blocked_bad": rates.blocked_bad,
        "flagged_bad": rates.flagged_bad,
        "blocked_harmless": rates.blocked_harmless,
        "flagged_harmless": rates.flagged_harmless,
    }


def _show(found: Sequence[Calibration], limits: JsonObject, minimum: int) -> None:
    from guardrails.policy import limits_block

    for each in found:
        print(f"{each.head}: {each.bad} confirmed, {each.harmless} false positives")
        for when, rates in (("before", each.before), ("after", each.after)):
            if rates:
                print(f"  {when:<7}{_line(rates, each)}")
        if each.after is None:
            print(f"  too few to say: {minimum} of each are needed")
    if any(each.after for each in found):
        print(f"\nfor guardrails.yaml:\n{limits_block(limits)}", end="")
    print("\nthe shares are of decided cases and samples, not of all messages")


def _line(rates: Rates, each: Calibration) -> str:
    return (
        f"block {rates.limits.block:.4f} review {rates.limits.review:.4f}"
        f"  recall {_share(rates.blocked_bad, each.bad)} blocked"
        f" {_share(rates.flagged_bad, each.bad)} flagged"
        f"  false positives {_share(rates.blocked_harmless, each.harmless)} blocked"
        f" {_share(rates.flagged_harmless, each.harmless)} flagged"
    )


def _share(count: int, of: int) -> str:
    return f"{count}/{of} ({count / of:.1%})" if of else "0/0"


PART = Command(
    "calibrate", "work the heads' limits out from your own moderators' decisions",
    add_arguments, run,
)  # fmt: skip
