"""The entry point: finds the file or room of the command that was asked for, and loads no other."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from cli._streams import forsake_output, plain_output, settled_streams
from cli.command import Command
from contracts.catalog import DuplicateName
from contracts.errors import BatutaError
from language.printable import printable

_OPENING = '"""`batuta '  # how the file of a command begins: its name and what it does


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and turn its failures into one line and an exit code."""
    given = list(sys.argv[1:] if argv is None else argv)
    try:
        with settled_streams():
            return _dispatch(given)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader has gone
        forsake_output()
        return 141
    except OSError as exc:  # a person's file or folder, or a disk that is full
        told = exc.strerror or type(exc).__name__
        _tell(f"{exc.filename}: {told}" if exc.filename else told)
        forsake_output()
        return 1
    except UnicodeDecodeError:
        _tell("what was to be read is not text in UTF-8")
        return 1
    except (BatutaError, DuplicateName) as exc:
        _tell(str(exc))
        return 1


def _tell(message: str) -> None:
    with contextlib.suppress(OSError):  # nobody may be there to be told
        print(f"batuta: {printable(message)}", file=sys.stderr, flush=True)


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
        args = parser.parse_args(given[1:])
        _refuse_no_text(parser, args)
        with plain_output():
            return command.run(args)
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
    if not given:
        parser.print_help()
        return 0
    parser.parse_args(given)  # ends here: it shows the help, or names what is wrong with the call
    return 2


def _refuse_no_text(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    """Refuse bytes that are no text, which nothing behind could store or send; paths may be."""
    given: dict[str, object] = vars(args)
    for name, value in given.items():
        texts = cast("list[object]", value) if isinstance(value, list) else [value]
        if any(isinstance(text, str) and not _is_text(text) for text in texts):
            parser.error(f"{name} is not valid text in UTF-8")


def _is_text(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)


if __name__ == "__main__":
    sys.exit(main())
