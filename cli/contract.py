"""`batuta contract`: write what is generated from the code, or tell what is out of date."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import orjson

from cli.command import Command, commands
from cli.generate import reference
from cli.generate import typescript as contract
from tools.tool import load_catalog

_ROOT = Path(__file__).resolve().parent.parent
_README = """# Generated

`events.ts` and `errors.ts` are written by `batuta contract` from `contracts/`, `openapi.json` from
the routes; do not edit them. `batuta contract --check` tells whether they are up to date.
`npm run contract` makes `api.ts` of `openapi.json`, and every build does; it is not kept.
"""


def generated() -> dict[str, str]:
    """Write every generated file, by its path in the project."""
    return {
        "web/src/contract/README.md": _README,
        "web/src/contract/events.ts": contract.events_ts(),
        "web/src/contract/errors.ts": contract.errors_ts(),
        "web/src/contract/openapi.json": openapi_json(),
        "docs/reference/settings.md": reference.settings_md(),
        "docs/reference/events.md": reference.events_md(),
        "docs/reference/errors.md": reference.errors_md(),
        "docs/reference/tools.md": reference.tools_md(load_catalog()),
        "docs/reference/cli.md": cli_md(commands()),
    }


def openapi_json() -> str:
    """Describe the HTTP API, one line for each thing, so that changes can be read."""
    from server.app import create_app
    from server.settings import Settings

    described = create_app(Settings()).openapi()
    return (
        orjson.dumps(described, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS).decode() + "\n"
    )


def cli_md(known: Mapping[str, Command]) -> str:
    """Document every command with its options."""
    intro = "`batuta COMMAND --help` tells the same. Options win over settings."
    return reference.page("Commands", intro, "\n".join(_sections(known)))


def _sections(known: Mapping[str, Command]) -> Iterator[str]:
    for name, command in sorted(known.items()):
        parser = argparse.ArgumentParser(prog=f"batuta {name}", add_help=False)
        command.add_arguments(parser)
        yield from _section(parser, command.help)


def _section(parser: argparse.ArgumentParser, told: str) -> Iterator[str]:
    subparsers: dict[str, argparse.ArgumentParser] = {}
    helps: dict[str, str] = {}
    rows: list[tuple[str, str]] = []
    # argparse has no public way to list what a parser knows.
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):  # pyright: ignore[reportPrivateUsage]
            subparsers = cast(Any, action).choices
            helps = {one.dest: one.help or "" for one in action._choices_actions}
        elif action.dest != "help":
            rows.append((_usage(action), (action.help or "") % vars(action)))
    body = "\n" + reference.table(("Option", "Meaning"), rows) if rows else ""
    yield f"## `{parser.prog}`\n\n{_sentence(told)}\n{body}"
    for name, sub in subparsers.items():
        yield from _section(sub, helps[name])


def _usage(action: argparse.Action) -> str:
    metavar = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    if not action.option_strings:
        return f"`{metavar}`" if action.nargs != "?" else f"`[{metavar}]`"
    value = "" if action.nargs == 0 else f" {metavar}"
    return ", ".join(f"`{option}{value}`" for option in action.option_strings)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def write(root: Path, files: Mapping[str, str], *, check: bool) -> int:
    """Write the files under `root` that differ, or only name them; return the exit code."""
    stale = [name for name, text in files.items() if _read(root / name) != text]
    for name in stale:
        if check:
            print(f"{name} is out of date; run `make contract`", file=sys.stderr)
        else:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(files[name], encoding="utf-8")
            print(f"wrote {name}")
    return 1 if check and stale else 0


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta contract`."""
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail and name what is out of date"
    )


def run(args: argparse.Namespace) -> int:
    """Bring the generated files of this checkout up to date."""
    if not (_ROOT / "web").is_dir():
        print(f"{_ROOT} is no checkout of the project; run this in one", file=sys.stderr)
        return 1
    return write(_ROOT, generated(), check=args.check)


COMMAND = Command(
    "contract",
    "write what is generated from the code, or tell what is out of date",
    add_arguments,
    run,
)
