"""Puts orders to a model, and their harmless twins, into what tools return and files hold."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from pathlib import Path

CARRIERS = Path(__file__).with_name("carriers.txt")
_TIMES = 2  # carriers of a pair


def carriers() -> list[str]:
    """Read them; one in lines ends with two dashes, the others are a line each."""
    found: list[str] = []
    begun: list[str] = []
    for line in CARRIERS.read_text(encoding="utf-8").splitlines():
        if line.startswith("# What"):
            continue
        if line == "--":
            found.append("\n".join(begun))
            begun = []
        elif begun or "{}" not in line:
            begun.append(line)
        else:
            found.append(line)
    return found


def carried(flagged: str, harmless: str) -> Iterator[tuple[str, str]]:
    """Write a pair into a few carriers, the same for both and the same on every run."""
    chance = random.Random(zlib.crc32(flagged.encode()))
    for carrier in chance.sample(carriers(), _TIMES):
        yield carrier.replace("{}", flagged), carrier.replace("{}", harmless)
