"""What a moderator may see of a case: nothing of their own, nothing that sways a second opinion.

A case that is about a moderator does not exist for them: the queue, the counts, the export and the
similar ones leave it out (`store/cases.py`), and whatever is asked of it by its id is refused here.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from contracts.errors import Forbidden, NotFound
from contracts.json import JsonObject
from contracts.messages import Caller
from store import cases
from store.cases import Case
from store.reviews import CaseNote, Review
from store.sql import Sql

OWN_CASE = "this case is about you; it is for the other moderators alone"


async def require_case(db: Sql, reader: Caller, case_id: UUID, *, lock: bool = False) -> Case:
    """Find a case of the reader's organisation that is about somebody else."""
    case = await cases.find(db, reader.org_id, case_id, lock=lock)
    if case is None:
        raise NotFound("your organisation has no case of this id")
    if is_own(case, reader):
        raise Forbidden(OWN_CASE)
    return case


def is_own(case: Case, reader: Caller) -> bool:
    """Tell whether a case is about whoever asks for it."""
    return case.user_id == reader.user_id


def visible_reviews(case: Case, given: Sequence[Review], viewer: UUID) -> list[Review]:
    """Return the decisions a moderator may see: not the first one, before they decided second."""
    return [] if _decides_blind(case, given, viewer) else list(given)


def visible_notes(
    case: Case, given: Sequence[Review], written: Sequence[CaseNote], viewer: UUID
) -> list[CaseNote]:
    """Return the notes a moderator may see: none of whoever decided before them."""
    hidden = {r.reviewer for r in given} if _decides_blind(case, given, viewer) else set[UUID]()
    return [note for note in written if note.author not in hidden]


def _decides_blind(case: Case, given: Sequence[Review], viewer: UUID) -> bool:
    waits = case.status != "decided" and len(given) < (case.reviewers or 0)
    return waits and all(review.reviewer != viewer for review in given)


def without_reason(step: JsonObject) -> JsonObject:
    """Return how a turn was routed without why: a model that says why may quote the message."""
    return {name: value for name, value in step.items() if name != "reason"}
