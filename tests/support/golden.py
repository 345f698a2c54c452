"""Streams that every client reads alike: the lines as they are delivered, and what they come to.

The same files are read by the web's tests (`web/src/stream/golden.test.ts`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson

STREAMS = Path(__file__).parents[1] / "data" / "streams"
NAMES = sorted(path.stem for path in STREAMS.glob("*.ndjson"))
_ENVELOPE = {"turn", "seq", "at"}


def lines(name: str) -> list[str]:
    """Return a stream's lines in the order of their delivery, heartbeats included."""
    return (STREAMS / f"{name}.ndjson").read_text("utf-8").splitlines()


def expected(name: str) -> dict[str, Any]:
    """Return what a client has to make of a stream."""
    return orjson.loads((STREAMS / f"{name}.json").read_bytes())


def _bare(line: str) -> dict[str, Any]:
    return {k: v for k, v in orjson.loads(line).items() if k not in _ENVELOPE}


# One stream with every event of the contract in it, and the endings a turn may have.
GOLDEN: list[dict[str, Any]] = [_bare(line) for line in lines("every_event")]
ENDINGS = [
    ("finished", ""),
    ("waiting", ""),
    ("cancelled", "cancelled"),
    ("blocked", "the message was not let through"),
    ("failed", "the turn failed"),
]
