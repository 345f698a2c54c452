"""The tools that MCP servers were last seen with: a start and a check go by them meanwhile."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import orjson

from contracts.json import JsonObject
from contracts.mcp import McpServer

MOST_KEPT = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class SeenTools:
    """A file of the data folder for each project and server; a cache, which may be deleted."""

    home: Path
    project: Path

    def of(self, server: str) -> list[JsonObject] | None:
        """Return what a server last listed; None if it was never seen."""
        file = self._file(server)
        with contextlib.suppress(OSError, ValueError):
            if file.stat().st_size <= MOST_KEPT:
                kept = orjson.loads(file.read_bytes())
                if isinstance(kept, list):
                    entries = cast("list[object]", kept)
                    return [cast("JsonObject", e) for e in entries if isinstance(e, dict)]
        return None

    def names(self, server: McpServer, named: Collection[str]) -> list[str]:
        """Return the tools that a server is taken to have: those it had, else those asked of it."""
        listed = self.of(server.name)
        if listed is None:
            return server.of_it(named)
        own = [str(entry.get("name")) for entry in listed]
        return [server.name_of(name) for name in own if server.tools.takes(name)]

    def keep(self, server: str, listed: list[JsonObject]) -> None:
        """Keep what a server lists; where that cannot be, the next start knows less."""
        file = self._file(server)
        with contextlib.suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            spare = file.with_suffix(f".{os.getpid()}")
            spare.write_bytes(orjson.dumps(listed))
            spare.replace(file)

    def _file(self, server: str) -> Path:
        of_project = hashlib.sha256(str(self.project.resolve()).encode()).hexdigest()[:16]
        return self.home / "mcp" / of_project / f"{server}.json"
