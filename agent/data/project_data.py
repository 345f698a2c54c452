"""A project's own data: the tables in its folder `data/`, known to everybody whom it serves.

They are read beside the running server, once for each content, and stored for all workers. What
cannot be read is told in the log and by `batuta validate`; the rest is served all the same.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import asyncpg

from agent.data.reading import read_file
from contracts.errors import BatutaError, TooLarge, Unavailable
from store import datasets
from store.pool import note
from tools.sandbox import Sandbox
from workflows.file.diagnostics import Diagnostic

logger = logging.getLogger(__name__)
FOLDER = "data"
ENDINGS = frozenset({".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".jsonl", ".ndjson", ".parquet"})
_LOOK_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class DataReader:
    """What reading a project's files takes."""

    sandbox: Sandbox
    memory_mb: int
    most_bytes: int


async def keep_project_data(
    pool: asyncpg.Pool,
    reader: DataReader,
    root: Path,
    project: str,
    settled: asyncio.Event,
    *,
    dev: bool,
) -> None:
    """Read what is new or changed, and, in development, look again from time to time."""
    seen: dict[str, tuple[int, int]] | None = None
    while True:
        stamps = await asyncio.to_thread(_stamps, root)
        if stamps != seen:
            seen = stamps
            try:
                await take_in(pool, reader, root, project)
            except Exception as exc:  # noqa: BLE001  # the server goes on without
                note(logger, "the project's data could not be taken in", exc)
            settled.set()
        if not dev:
            return
        await asyncio.sleep(_LOOK_SECONDS)


async def take_in(pool: asyncpg.Pool, reader: DataReader, root: Path, project: str) -> None:
    """Store what is in the folder now: files that are known already are not read again."""
    known = await datasets.sources_of_project(pool, project)
    files = await asyncio.to_thread(lambda: list(data_files(root)))
    for file in files:
        try:
            data, source = await asyncio.to_thread(_content, file, reader.most_bytes)
            if known.get(file.name) == source:
                continue
            tables = await read_file(
                reader.sandbox, file.name, data, memory_mb=reader.memory_mb, scope="project"
            )
            made = [each.made for each in tables]
            await datasets.replace_of_project(pool, project, source, file.name, made)
            logger.info("data of the project was read", extra={"file": file.name})
        except Unavailable as exc:
            logger.error("the project's data cannot be read", extra={"reason": exc.message})
            return
        except (BatutaError, OSError) as exc:
            logger.error(
                "a data file of the project cannot be read",
                extra={"file": file.name, "reason": _reason(exc)},
            )
    await datasets.drop_from_project(pool, project, [file.name for file in files])


async def check_project_data(reader: DataReader, root: Path) -> list[Diagnostic]:
    """Find the files of a project's folder that cannot be read, or hold what may surprise."""
    found: list[Diagnostic] = []
    for file in data_files(root):
        place = f"{FOLDER}/{file.name}"
        try:
            data, _ = _content(file, reader.most_bytes)
            await read_file(reader.sandbox, file.name, data, memory_mb=reader.memory_mb)
        except Unavailable as exc:
            found.append(Diagnostic("warning", place, exc.message))
            break
        except (BatutaError, OSError) as exc:
            found.append(Diagnostic("error", place, _reason(exc)))
    return found


def data_files(root: Path) -> Iterator[Path]:
    """Return the tables of a project's folder, by name."""
    folder = root / FOLDER
    if not folder.is_dir():
        return
    for file in sorted(folder.iterdir()):
        if file.is_file() and not file.name.startswith(".") and file.suffix.lower() in ENDINGS:
            yield file


def _stamps(root: Path) -> dict[str, tuple[int, int]]:
    return {
        file.name: (stat.st_mtime_ns, stat.st_size)
        for file in data_files(root)
        for stat in (file.stat(),)
    }


def _content(file: Path, most: int) -> tuple[bytes, bytes]:
    """Return what a file holds, and its hash."""
    if file.stat().st_size > most:
        raise TooLarge(f"it is larger than {most >> 20} MB (BATUTA_MAX_UPLOAD_MB)")
    data = file.read_bytes()
    return data, hashlib.sha256(data).digest()


def _reason(exc: BatutaError | OSError) -> str:
    return exc.message if isinstance(exc, BatutaError) else (exc.strerror or "it cannot be opened")
