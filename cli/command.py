"""What a command is: a file or a room of this folder that defines COMMAND, named like it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cli
from contracts.catalog import collect


@dataclass(frozen=True, slots=True)
class Command:
    """A word after `batuta`; `run` returns the exit code."""

    name: str
    help: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def group(name: str, help: str, title: str, load: Callable[[], Sequence[Command]]) -> Command:  # noqa: A002
    """Make a command of several parts, each with options of its own; they are loaded when asked."""

    def add_arguments(parser: argparse.ArgumentParser) -> None:
        parts = parser.add_subparsers(title=title, metavar="PART", required=True)
        for part in load():
            own = parts.add_parser(part.name, help=part.help, description=part.help)
            part.add_arguments(own)
            own.set_defaults(part=part.run)

    def run(args: argparse.Namespace) -> int:
        code: int = args.part(args)
        return code

    return Command(name, help, add_arguments, run)


def commands() -> dict[str, Command]:
    """Load every command; only for what needs them all, since some import much."""
    return collect(cli, Command, lambda command: command.name, "command")
