"""`batuta guard`: hold the guards to what moderators decided."""

from __future__ import annotations

import argparse

from cli.command import Command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what can be done with the decisions; each part has its own options."""
    from cli import guard_calibrate, guard_tests

    parts = parser.add_subparsers(title="what to do", metavar="PART", required=True)
    for name, part in (("tests", guard_tests), ("calibrate", guard_calibrate)):
        own = parts.add_parser(name, help=part.HELP, description=part.HELP)
        part.add_arguments(own)
        own.set_defaults(part=part.run)


def run(args: argparse.Namespace) -> int:
    """Run the part that was asked for."""
    code: int = args.part(args)
    return code


COMMAND = Command("guard", "hold the guards to what moderators decided", add_arguments, run)
