"""Has a file read in the sandbox, and checks what comes back before anybody trusts it."""

from __future__ import annotations

import asyncio
import hashlib
import re
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from analysis.profile import MOST_COLUMNS, MOST_NAME, ColumnProfile, DatasetProfile
from contracts.errors import BatutaError, InvalidRequest, TooLarge, Unavailable
from contracts.messages import new_id
from language.clean import storable
from store.datasets import NewDataset
from tools.sandbox import Sandbox
from tools.sandbox.client import Progress
from tools.sandbox.result import SandboxResult

MOST_TABLES = 20
SECONDS = 120
MOST_ARTIFACTS = 200 << 20
MOST_NOTES = 20


class WrongFormat(InvalidRequest):
    """The file is of a kind that is not read."""


class _ReadTable(BaseModel):
    """One table as the program `read_table` tells of it."""

    model_config = ConfigDict(extra="ignore")

    sheet: str | None = Field(default=None, max_length=MOST_NAME)
    rows: int = Field(ge=0, le=2**40)
    columns: list[ColumnProfile] = Field(min_length=1, max_length=MOST_COLUMNS)
    notes: list[Annotated[str, Field(max_length=1_000)]] = Field(max_length=MOST_NOTES)
    preview: list[list[Any]] = Field(max_length=10)
    pieces: list[Annotated[str, Field(max_length=100)]] = Field(max_length=200)


class _ReadFile(BaseModel):
    datasets: list[_ReadTable] = Field(min_length=1, max_length=MOST_TABLES)


@dataclass(frozen=True, slots=True)
class FileTable:
    """A table of a file: what is known of it, its first rows, and what is to be stored."""

    profile: DatasetProfile
    preview: list[list[Any]]
    made: NewDataset


async def read_file(
    sandbox: Sandbox,
    name: str,
    data: bytes,
    *,
    memory_mb: int,
    scope: Literal["session", "project"] = "session",
    on_progress: Progress | None = None,
) -> list[FileTable]:
    """Return the tables of a file; its mistakes are told as those of a request."""
    if not data:
        raise InvalidRequest("the file is empty; send one that has rows")
    ended = await sandbox.run_program(
        "read_table",
        {"file": data},
        {"name": name},
        timeout=SECONDS,
        memory_mb=memory_mb,
        on_progress=on_progress,
        artifact_bytes=MOST_ARTIFACTS,
    )
    if ended.status != "ok":
        raise _refusal(ended)
    return await asyncio.to_thread(_tables, ended, name, data, scope)


def file_name(given: str) -> str:
    """Return a name as a list may show it: without folders and without what cannot be seen."""
    last = re.split(r"[/\\]", storable(given))[-1]
    seen = "".join(c if c.isprintable() else " " for c in last)
    name = " ".join(seen.split())
    if len(name) > MOST_NAME:
        stem, dot, ending = name.rpartition(".")
        name = f"{stem[: MOST_NAME - 12]}{dot}{ending[:10]}"
    return name


def _tables(ended: SandboxResult, name: str, data: bytes, scope: Any) -> list[FileTable]:
    told = ended.json()
    try:
        read = _ReadFile.model_validate(told)
    except (ValidationError, RecursionError):
        raise _odd() from None
    left = {each.name: each.data for each in ended.artifacts}
    source = hashlib.sha256(data).digest()
    return [_table(each, left, name, source, scope) for each in read.datasets]


def _table(
    told: _ReadTable, left: dict[str, bytes], name: str, source: bytes, scope: Any
) -> FileTable:
    content = b"".join(left.get(piece, b"") for piece in told.pieces)
    if not (content.startswith(b"PAR1") and content.endswith(b"PAR1")):
        raise _odd()
    profile = DatasetProfile(
        id=new_id(),
        name=name,
        rows=told.rows,
        columns=tuple(told.columns),
        sheet=storable(told.sheet) if told.sheet else None,
        notes=tuple(storable(note) for note in told.notes),
        scope=scope,
    )
    made = NewDataset(
        id=profile.id,
        name=name,
        sheet=profile.sheet,
        rows=told.rows,
        columns=len(told.columns),
        hash=hashlib.sha256(content).digest(),
        source=source,
        profile=profile.model_dump_json().replace("\\u0000", ""),
        data=content,
    )
    return FileTable(profile, told.preview, made)


def _odd() -> BatutaError:
    return InvalidRequest("what was read of the file makes no sense; save its data as plain CSV")


def _refusal(ended: SandboxResult) -> BatutaError:
    """Say why a file was not read, in the words of the program that knows its rows."""
    fault = ended.fault or {}
    said = storable(str(fault.get("message") or ""))[:500]
    match ended.status, fault.get("kind"):
        case "refused", _:
            why = ended.reason or "the sandbox does not run"
            return Unavailable(f"files cannot be read here right now: {why}", retry_after=5)
        case _, "no_scratch":
            return Unavailable(
                "files cannot be read on this machine: its sandbox has no folder to work in;"
                " `batuta doctor` says why"
            )
        case "timeout", _:
            return TooLarge(f"reading the file took longer than {SECONDS} s; send less of it")
        case "killed", _:
            return TooLarge("the file needs more memory than reading one may use; send less of it")
        case _, "too_large" | "memory":
            return TooLarge(said)
        case _, "format" | "locked":
            return WrongFormat(said)
        case _:
            return InvalidRequest(said or "the file cannot be read; save its data as plain CSV")
