"""`batuta doctor`: check what the product needs, and name the cure of what is wrong."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from cli.command import Command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta doctor`."""
    parser.add_argument(
        "project", nargs="?", type=Path, help="a project whose MCP servers are tried, too"
    )
    parser.add_argument("--json", action="store_true", help="write the findings as JSON")
    parser.add_argument(
        "--ping", action="store_true", help="also ask each model provider whether it takes the key"
    )


def run(args: argparse.Namespace) -> int:
    """Run every check and show its finding; 1 when one failed."""
    from cli.doctor.checks import examine

    findings = examine(ping=args.ping, project=args.project)
    if args.json:
        print(json.dumps([asdict(finding) for finding in findings], indent=2))
    else:
        width = max(len(finding.what) for finding in findings)
        for finding in findings:
            print(f"{finding.state:<5} {finding.what:<{width}}  {finding.fact}")
            if finding.cure:
                print(f"{'':<5} {'':<{width}}  -> {finding.cure}")
    return 1 if any(finding.state == "fail" for finding in findings) else 0


COMMAND = Command("doctor", "check what the product needs and name the cures", add_arguments, run)
