"""What the processes of the sandbox say to each other, and how a reader bounds it.

Server to zygote: one packet for each job, JSON, with files handed over beside it. Supervisor to
server, and guest to supervisor: frames of a kind, a length and bytes. Nothing is ever unpickled.
"""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Literal

PACKET_BYTES = 65_536
MOST_INPUTS = 64
MOST_ARTIFACTS = 64
ARTIFACT, PROGRESS, END = b"A", b"P", b"Z"
_HEAD = struct.Struct(">cI")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")
_SMALL = 4_096  # a report of progress


class BrokenWire(Exception):
    """What came is not of the form, or more than may come."""


@dataclass(frozen=True, slots=True)
class JobOrder:
    """What the zygote is told of a job; its text and its inputs are the files that come along."""

    kind: Literal["code", "program"]
    program: str
    inputs: list[str]
    timeout: float
    memory_mb: int
    artifact_bytes: int  # all of them together

    def packed(self) -> bytes:
        return json.dumps(asdict(self)).encode()

    @classmethod
    def read(cls, packet: bytes) -> JobOrder:
        return cls(**json.loads(packet))


def frame(kind: bytes, body: bytes) -> bytes:
    """Put bytes into a frame."""
    return _HEAD.pack(kind, len(body)) + body


def artifact_frame(name: str, data: bytes) -> bytes:
    """Put an artifact into a frame."""
    label = name.encode()
    return frame(ARTIFACT, struct.pack(">H", len(label)) + label + data)


def artifact_of(body: bytes) -> tuple[str, bytes]:
    """Take an artifact out of its frame; its name is one that no reader can be led astray by."""
    if len(body) < 2:
        raise BrokenWire("an artifact without a name")
    length = struct.unpack(">H", body[:2])[0]
    name = body[2 : 2 + length].decode("ascii", "replace")
    if not _NAME.fullmatch(name):
        raise BrokenWire("an artifact's name is letters, digits, '_', '-' and '.', at most 100")
    return name, body[2 + length :]


def progress_of(body: bytes) -> tuple[float | None, str]:
    """Take a report of progress out of its frame."""
    try:
        said: Any = json.loads(body)
        fraction, note = said
    except (ValueError, TypeError, RecursionError) as exc:
        raise BrokenWire("a report of progress that cannot be read") from exc
    known = isinstance(fraction, int | float) and 0 <= fraction <= 1
    return (float(fraction) if known else None), str(note)[:200]


class FrameReader:
    """Cuts a stream into frames, of which none and not all together may be larger than agreed."""

    def __init__(self, take: Callable[[bytes, bytes], None], most: dict[bytes, int]) -> None:
        self._take = take
        self._most = most
        self._left = bytearray()

    def feed(self, data: bytes) -> None:
        """Take what arrived; BrokenWire at the first thing that is not of the form."""
        self._left += data
        while len(self._left) >= _HEAD.size:
            kind, length = _HEAD.unpack_from(self._left)
            if length > self._most.get(kind, -1):
                raise BrokenWire("a frame of a kind or a size that nobody agreed on")
            if len(self._left) < (end := _HEAD.size + length):
                return
            body = bytes(self._left[_HEAD.size : end])
            del self._left[:end]
            self._take(kind, body)


def guest_limits(artifact_bytes: int) -> dict[bytes, int]:
    """Return what a guest may send to its supervisor."""
    return {ARTIFACT: artifact_bytes + 200, PROGRESS: _SMALL}


def supervisor_limits(artifact_bytes: int) -> dict[bytes, int]:
    """Return what a supervisor may send to the server."""
    return guest_limits(artifact_bytes) | {END: 200_000}
