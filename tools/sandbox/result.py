"""What a job in the sandbox gives back."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from typing import Any, Literal, cast

from contracts.json import JsonObject, most_values_in

JobStatus = Literal["ok", "error", "timeout", "killed", "refused"]

STDOUT_CHARS = 5_000
STDERR_CHARS = 2_000
ARTIFACT_BYTES = 8_000_000
_MOST_VALUES = 1_500_000  # in Python each takes some sixty bytes, in JSON it may take two


@dataclass(frozen=True, slots=True)
class JobArtifact:
    """A file that a job left: a picture of a program by others, whatever one of ours wrote."""

    name: str
    data: bytes
    value: Any = None  # what it says, where it is JSON; read in the job's thread

    @classmethod
    def read(cls, name: str, data: bytes) -> JobArtifact:
        """Make one of what arrived, and read it if it is JSON; it is as hostile as the input."""
        value: Any = None
        if name.endswith(".json") and most_values_in(data) <= _MOST_VALUES:
            with contextlib.suppress(ValueError, RecursionError):
                value = json.loads(data)
        return cls(name, data, value)

    @property
    def media_type(self) -> str:
        """What it may be served as; nothing that a page would execute."""
        known = {"png": "image/png", "json": "application/json", "csv": "text/csv"}
        return known.get(self.name.rpartition(".")[2], "application/octet-stream")


@dataclass(frozen=True, slots=True)
class SandboxResult:
    """How a job ended; `reason` says in a sentence why, where that is not the program's doing.

    - `ok`: it came to its end.
    - `error`: it failed by itself; `stderr` has its own words.
    - `timeout`: its time was over.
    - `killed`: it broke a limit, was cancelled, or its process died.
    - `refused`: it was never begun.
    """

    status: JobStatus
    stdout: str = ""
    stderr: str = ""
    artifacts: tuple[JobArtifact, ...] = ()
    ms: int = 0
    reason: str = ""

    def artifact(self, name: str) -> JobArtifact | None:
        """Return the artifact of this name."""
        return next((each for each in self.artifacts if each.name == name), None)

    def json(self, name: str = "result.json") -> JsonObject | None:
        """Return an artifact that is a JSON object; None if there is no such one."""
        found = self.artifact(name)
        value: Any = found.value if found else None
        return cast("JsonObject", value) if isinstance(value, dict) else None

    @property
    def fault(self) -> JsonObject | None:
        """What one of our programs said it cannot do (`tools/sandbox/outlet.py:ProgramFault`)."""
        return self.json("fault.json") if self.status == "error" else None
