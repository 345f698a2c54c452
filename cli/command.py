"""What a command is: one file of this folder that defines COMMAND, named like the file."""

from __future__ import annotations

import argparse
from collections.abc import Callable
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


def commands() -> dict[str, Command]:
    """Load every command; only for what needs them all, since some import much."""
    return collect(cli, Command, lambda command: command.name, "command")
