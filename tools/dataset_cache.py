"""What a worker remembers of datasets, so that no question fetches twenty megabytes again.

Rows are known by their content's hash, profiles by their dataset's id: neither ever changes.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from uuid import UUID

from analysis.profile import DatasetProfile
from store import datasets
from store.datasets import DatasetRow
from store.sql import Sql

MOST_BYTES = 128 << 20
MOST_PROFILES = 64
_SHORT = 16_384  # a profile that is read faster than a thread is found


class DatasetCache:
    """The least recently used go first."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._held = 0
        self._contents: OrderedDict[bytes, bytes] = OrderedDict()
        self._fetching: dict[bytes, asyncio.Future[bytes]] = {}
        self._profiles: OrderedDict[UUID, DatasetProfile] = OrderedDict()

    @property
    def held(self) -> int:
        """How many bytes are remembered."""
        return self._held

    async def content(self, db: Sql, row: DatasetRow) -> bytes:
        """Return a dataset's Parquet; several that ask for the same at once fetch it once."""
        while True:
            if row.hash in self._contents:
                self._contents.move_to_end(row.hash)
                return self._contents[row.hash]
            under_way = self._fetching.get(row.hash)
            if under_way is None:
                return await self._fetch(db, row)
            await asyncio.wait([under_way])

    async def profiles(self, db: Sql, rows: Sequence[DatasetRow]) -> list[DatasetProfile]:
        """Return what is known of these datasets, in their order."""
        known = {row.id: self._profiles[row.id] for row in rows if row.id in self._profiles}
        missing = [row for row in rows if row.id not in known]
        if missing:
            stored = await datasets.profiles(db, [row.id for row in missing])
            for row in missing:
                if row.id in stored:  # it may have been deleted in between
                    known[row.id] = await _read(row, stored[row.id])
        for key, profile in known.items():
            self._profiles[key] = profile
            self._profiles.move_to_end(key)
        while len(self._profiles) > MOST_PROFILES:
            self._profiles.popitem(last=False)
        return [known[row.id] for row in rows if row.id in known]

    async def _fetch(self, db: Sql, row: DatasetRow) -> bytes:
        told = self._fetching[row.hash] = asyncio.get_running_loop().create_future()
        try:
            found = [piece async for piece in datasets.pieces(db, row.id)]
            data = await asyncio.to_thread(b"".join, found)
            self._keep(row.hash, data)
            return data
        finally:
            del self._fetching[row.hash]
            told.set_result(b"")

    def _keep(self, key: bytes, data: bytes) -> None:
        if len(data) > self._most // 2 or not data:
            return
        self._contents[key] = data
        self._held += len(data)
        while self._held > self._most:
            _, dropped = self._contents.popitem(last=False)
            self._held -= len(dropped)


async def _read(row: DatasetRow, text: str) -> DatasetProfile:
    """Read a profile as it was stored; a wide one takes longer than the loop may be held."""
    if len(text) <= _SHORT:
        profile = DatasetProfile.model_validate_json(text)
    else:
        profile = await asyncio.to_thread(DatasetProfile.model_validate_json, text)
    if row.session_id is None:
        profile = profile.model_copy(update={"scope": "project"})
    return profile
