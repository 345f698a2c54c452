"""The entry point: finds the file or room of the command that was asked for, and loads no other."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from cli.command import Command
from contracts.errors import BatutaError

_OPENING = '"""`batuta '  # how the file of a command begins: its name and what it does


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and turn its failures into one line and an exit code."""
    given = list(sys.argv[1:] if argv is None else argv)
    try:
        return _dispatch(given)
    except BatutaError as exc:
        print(f"batuta: {exc.message}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader has gone; keep the interpreter from flushing into the void at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


def summaries() -> dict[str, str]:
    """Return each command with its line of help, read from its file without importing it."""
    found: dict[str, str] = {}
    here = Path(__file__).parent
    for path in sorted([*here.glob("*.py"), *here.glob("*/__init__.py")]):
        with path.open(encoding="utf-8") as lines:
            first = next(lines, "").strip()
        if first.startswith(_OPENING):
            name, _, text = first.removeprefix(_OPENING).rstrip('"').partition("`: ")
            found[name] = text.rstrip(".")
    return dict(sorted(found.items()))


def load(name: str) -> Command:
    """Import the file of one command."""
    command: Command = importlib.import_module(f"cli.{name}").COMMAND
    return command


def _dispatch(given: list[str]) -> int:
    known = summaries()
    if given and given[0] in known:
        command = load(given[0])
        parser = argparse.ArgumentParser(prog=f"batuta {command.name}", description=command.help)
        command.add_arguments(parser)
        return command.run(parser.parse_args(given[1:]))
    if given[:1] == ["--version"]:
        from importlib.metadata import version

        print(f"batuta {version('batuta')}")
        return 0
    parser = argparse.ArgumentParser(
        prog="batuta",
        usage="batuta COMMAND [options]",
        description="A workflow-routed multi-agent orchestrator.",
        epilog="batuta COMMAND --help tells more; `batuta serve` starts the product.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, text in known.items():
        commands.add_parser(name, help=text, add_help=False)
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    parser.parse_args(given)  # ends here: it shows the help, or names what is wrong with the call
    return 2


if __name__ == "__main__":
    sys.exit(main())
