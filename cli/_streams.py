"""The three standard streams of a command, made safe: whatever they are tied to, and whoever wrote
what a command prints."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any, TextIO, cast

from language.printable import printable


class PrintableStream:
    """A standard stream that takes plain text only; `terminal_of` gives what is behind it."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        return self.stream.write(printable(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def terminal_of(stream: TextIO) -> TextIO:
    """Return the stream itself, for one who writes colours and cleans what others wrote."""
    return stream.stream if isinstance(stream, PrintableStream) else stream


@contextmanager
def settled_streams() -> Generator[None]:
    """Make sure that there are streams, that no odd letter ends them, and that all is written."""
    _open_closed()
    for stream in (sys.stdout, sys.stderr):  # the locale's encoding may lack a letter
        _take_errors(stream, "backslashreplace")
    _take_errors(sys.stdin, "surrogateescape")  # bytes that are no text are told apart later
    yield
    sys.stdout.flush()  # a full disk or a reader that left is met here, not at exit


@contextmanager
def plain_output() -> Generator[None]:
    """Let nothing that is printed in this block steer the terminal."""
    out, err = PrintableStream(sys.stdout), PrintableStream(sys.stderr)
    with redirect_stdout(cast("TextIO", out)), redirect_stderr(cast("TextIO", err)):
        yield


def forsake_output() -> None:
    """Send what is still to be written nowhere: at exit the interpreter would fail at it again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.__stdout__, sys.__stderr__):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            os.dup2(nowhere, cast("TextIO", stream).fileno())


def _take_errors(stream: object, way: str) -> None:
    if isinstance(stream, io.TextIOWrapper):
        cast("io.TextIOWrapper", stream).reconfigure(errors=way)


def _open_closed() -> None:
    """Open what was closed before the start (`>&-`): Python then has no stream at all."""
    if cast("TextIO | None", sys.stdin) is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  # lives as long as we do
    if cast("TextIO | None", sys.stdout) is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if cast("TextIO | None", sys.stderr) is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
