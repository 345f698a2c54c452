"""`batuta eval`: tell how well the guards or the router do on labelled texts."""

from __future__ import annotations

import argparse

from cli.command import Command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what can be judged; each part has its own options."""
    from cli import eval_guard, eval_router

    parts = parser.add_subparsers(title="what to judge", metavar="PART", required=True)
    for name, part in (("guard", eval_guard), ("router", eval_router)):
        own = parts.add_parser(name, help=part.HELP, description=part.HELP)
        part.add_arguments(own)
        own.set_defaults(part=part.run)


def run(args: argparse.Namespace) -> int:
    """Run the part that was asked for."""
    code: int = args.part(args)
    return code


COMMAND = Command(
    "eval", "tell how well the guards or the router do on labelled texts", add_arguments, run
)
