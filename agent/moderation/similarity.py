"""Cases that resemble one another, by the letter triples of the beginnings of their texts."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from store.cases import ComparedCase


def most_similar(
    case_id: UUID, compared: Sequence[ComparedCase], most: int = 5
) -> list[tuple[ComparedCase, float]]:
    """Return the cases whose texts share most of their letter triples with this one's."""
    texts = {case.id: _triples(case.text) for case in compared}
    own = texts.get(case_id)
    if own is None:  # its time is over
        return []
    others = [(case, _share(own, texts[case.id])) for case in compared if case.id != case_id]
    ranked = sorted(others, key=lambda pair: -pair[1])
    return [(other, round(share, 3)) for other, share in ranked[:most]]


def _triples(text: str) -> set[str]:
    padded = f"  {' '.join(text.casefold().split())} "
    return {padded[at : at + 3] for at in range(len(padded) - 2)}


def _share(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other)
