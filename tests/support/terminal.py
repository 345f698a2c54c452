"""A real terminal for a real command: a pseudo-terminal that a test types into and reads."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager

_GIVE_UP_SECONDS = 30


class Terminal:
    """One running command and what it wrote so far."""

    def __init__(self, process: subprocess.Popen[bytes], master: int) -> None:
        self.process = process
        self.output = ""
        self._master = master
        self._read = 0

    def type(self, text: str) -> None:
        """Type some keys."""
        os.write(self._master, text.encode())

    def interrupt(self, text: str) -> None:
        """Press Ctrl-C, and again like a person would, until the command has written this.

        Python forgets an interrupt that comes just before it waits for keys until the next one.
        """
        for _ in range(10):
            self.type("\x03")
            while self._more(2):
                if self.output.find(text, self._read) >= 0:
                    self.expect(text)
                    return
        raise AssertionError(f"ten times Ctrl-C; the terminal shows:\n{self.output}")

    def expect(self, text: str) -> str:
        """Wait until the command has written this after what was awaited before."""
        while (at := self.output.find(text, self._read)) < 0:
            assert self._more(), f"waited for {text!r}; the terminal shows:\n{self.output}"
        before, self._read = self.output[self._read : at], at + len(text)
        return before

    def end(self) -> int:
        """Wait until the command has ended and return its exit code."""
        while self._more():
            pass
        return self.process.wait(_GIVE_UP_SECONDS)

    def _more(self, seconds: float = _GIVE_UP_SECONDS) -> bool:
        ready, _, _ = select.select([self._master], [], [], seconds)
        try:
            data = os.read(self._master, 65536) if ready else b""
        except OSError:  # what Linux says when the other side has closed
            data = b""
        self.output += data.decode(errors="replace")
        return bool(data)


def hear_interrupts() -> None:
    """Let Ctrl-C reach the process that is about to begin: tests that run in the background of a
    shell inherit a SIGINT that is ignored, which a person's terminal never has."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _take(slave: int) -> None:
    """Make the terminal this process's own."""
    os.login_tty(slave)
    hear_interrupts()


@contextmanager
def terminal(command: Sequence[str], env: Mapping[str, str]) -> Generator[Terminal]:
    """Run a command as the foreground job of its own terminal."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        command,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=env,
        preexec_fn=lambda: _take(slave),
    )
    os.close(slave)
    try:
        yield Terminal(process, master)
    finally:
        process.kill()
        process.wait()
        os.close(master)
