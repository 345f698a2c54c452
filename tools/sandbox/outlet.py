"""The guest's way out: what a program leaves behind, and how far it is."""

from __future__ import annotations

import json
import os
import time
from typing import Any

from contracts.json import JsonObject
from tools.sandbox import wire
from tools.sandbox.result import ARTIFACT_BYTES

_PAUSE = 0.1


class ProgramFault(Exception):
    """A program of ours cannot do what it was asked, and says why in words and facts.

    It reaches the caller as `SandboxResult.fault`: `{"kind": ..., "message": ..., facts...}`.
    """

    def __init__(self, kind: str, message: str = "", **facts: Any) -> None:
        super().__init__(message or kind)
        self.told = {**facts, "kind": kind, "message": message}


class Outlet:
    """Writes artifacts and progress to the supervisor, which checks and counts them."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._next = 0.0

    def write(self, name: str, content: bytes | str | JsonObject | list[Any]) -> None:
        """Leave an artifact: bytes and text as they are, anything else as JSON."""
        if isinstance(content, str):
            content = content.encode()
        elif not isinstance(content, bytes):
            content = json.dumps(content, allow_nan=False, separators=(",", ":")).encode()
        if len(content) > ARTIFACT_BYTES:
            raise ProgramFault(
                "size", f"the result has {len(content)} bytes, {ARTIFACT_BYTES} are the most",
                bytes=len(content), most=ARTIFACT_BYTES,
            )  # fmt: skip
        self._send(wire.artifact_frame(name, content))

    def progress(self, fraction: float | None = None, note: str = "") -> None:
        """Say how far the work is (0 to 1, if known); too many reports in a row are left out."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + _PAUSE
            self._send(wire.frame(wire.PROGRESS, json.dumps([fraction, note[:200]]).encode()))

    def _send(self, data: bytes) -> None:
        left = memoryview(data)
        while left:
            left = left[os.write(self._fd, left) :]
