"""An upload: a file of a person becomes datasets of a conversation, and is told in it in its turn.

The datasets and the turn are put on record together; what the turn tells is read by the guards
first (`agent/path/files.py`), and messages that are being answered are answered before.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID

from agent.data.reading import FileTable, read_file
from agent.path.accept import AcceptedTurn, accepted
from agent.services import Services
from analysis.summary import upload_summary
from contracts.errors import InvalidRequest, LimitReached, NotFound, RateLimited
from contracts.messages import Caller, TurnInput, TurnOptions, new_id
from store import datasets, turns
from store.datasets import DatasetRow, UploadLimits
from store.turns import Arrival, PersonLimits
from tools.sandbox.client import Progress


@dataclass(frozen=True, slots=True)
class SentUpload:
    """A file that has arrived whole."""

    session_id: UUID
    name: str
    data: Callable[[], bytes]  # read when there is room to work on it
    digest: bytes
    key: str | None

    @property
    def request_hash(self) -> bytes:
        said = b"\n".join((self.session_id.bytes, self.name.encode(), self.digest))
        return hashlib.sha256(said).digest()


@dataclass(frozen=True, slots=True)
class AcceptedUpload:
    """What has become of an upload."""

    turn: AcceptedTurn
    datasets: list[DatasetRow]
    summary: str


async def may_upload(
    services: Services, caller: Caller, session_id: UUID, key: str | None, limits: UploadLimits
) -> None:
    """Refuse an upload before anything of it is read."""
    permission = await datasets.begin_upload(services.pool, caller, session_id, key, limits)
    match permission.outcome:
        case "go":
            return
        case "not_found":
            raise NotFound("you have no session of this id; create it first (POST /sessions)")
        case "rate_limited":
            wait = permission.retry_after
            raise RateLimited(f"too many uploads; try again in {wait} s", retry_after=wait)
        case "too_many" | "too_many_bytes":
            raise LimitReached(
                "you have as much data here as is kept of one person; delete a file that you no"
                " longer need (DELETE /files/{id})"
            )


async def known_upload(
    services: Services, caller: Caller, sent: SentUpload
) -> AcceptedUpload | None:
    """Return what was made of the same upload before; None if its key is new."""
    if sent.key is None:
        return None
    known = await turns.of_key(services.pool, caller, sent.key)
    if known is None:
        return None
    if known.request_hash != sent.request_hash:
        raise InvalidRequest("this Idempotency-Key was used with another body; use a new key")
    return await _found(services, caller, known.turn_id)


async def take_upload(
    services: Services,
    caller: Caller,
    sent: SentUpload,
    limits: PersonLimits,
    *,
    memory_mb: int,
    on_progress: Progress | None = None,
) -> AcceptedUpload:
    """Read a file and put it on record, with the turn that tells of it; all of it or nothing."""
    data = await asyncio.to_thread(sent.data)
    tables = await read_file(
        services.sandbox, sent.name, data, memory_mb=memory_mb, on_progress=on_progress
    )
    del data
    text = _summary(services, tables)
    ids = [str(each.profile.id) for each in tables]
    arrival = Arrival(
        turn_id=new_id(),
        session_id=sent.session_id,
        kind="file",
        input=TurnInput(file={"name": sent.name, "text": text, "datasets": ids}),
        options=TurnOptions(),
        key=sent.key,
        request_hash=sent.request_hash if sent.key else None,
    )
    made = [each.made for each in tables]
    turn = accepted(await datasets.keep_upload(services.pool, caller, arrival, made, limits))
    if turn.id != arrival.turn_id:  # the same key was quicker
        return await _found(services, caller, turn.id)
    return AcceptedUpload(turn, await datasets.of_turn(services.pool, caller, turn.id), text)


def _summary(services: Services, tables: Sequence[FileTable]) -> str:
    return upload_summary([(t.profile, t.preview) for t in tables], services.language)


async def _found(services: Services, caller: Caller, turn_id: UUID) -> AcceptedUpload:
    stored = await turns.input_of(services.pool, caller, turn_id)
    rows = await datasets.of_turn(services.pool, caller, turn_id)
    text = stored.file["text"] if stored and stored.file else ""
    return AcceptedUpload(AcceptedTurn(turn_id, starts=False), rows, text)
