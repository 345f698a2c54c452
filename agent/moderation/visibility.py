"""What a moderator may see of a case: nothing personal, and nothing that sways a second opinion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from language.json_text import map_leaves
from language.scrub import scrub
from store.cases import Case
from store.reviews import CaseNote, Review


def visible_reviews(case: Case, given: Sequence[Review], viewer: UUID) -> list[Review]:
    """Return the decisions a moderator may see: not the first one, before they decided second."""
    if viewer == case.user_id:  # nobody learns who judges them, and what they note
        return [review for review in given if review.reviewer == viewer]
    return [] if _decides_blind(case, given, viewer) else list(given)


def visible_notes(
    case: Case, given: Sequence[Review], written: Sequence[CaseNote], viewer: UUID
) -> list[CaseNote]:
    """Return the notes a moderator may see: none of whoever decided before them."""
    if viewer == case.user_id:
        return [note for note in written if note.author == viewer]
    hidden = {r.reviewer for r in given} if _decides_blind(case, given, viewer) else set[UUID]()
    return [note for note in written if note.author not in hidden]


def _decides_blind(case: Case, given: Sequence[Review], viewer: UUID) -> bool:
    waits = case.status != "decided" and len(given) < (case.reviewers or 0)
    return waits and all(review.reviewer != viewer for review in given)


def without_personal_data(value: Any) -> Any:
    """Return a JSON value with personal data and secrets replaced in all its texts."""

    def changed(leaf: Any) -> Any:
        clean = scrub(str(leaf))  # a number may be somebody's, too
        return leaf if clean == str(leaf) else clean

    return map_leaves(value, changed, rename=scrub)
