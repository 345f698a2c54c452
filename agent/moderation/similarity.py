"""Cases that resemble one another, by the letter triples of their excerpts."""

from __future__ import annotations

from collections.abc import Sequence

from store.cases import Case


def most_similar(case: Case, others: Sequence[Case], most: int = 5) -> list[tuple[Case, float]]:
    """Return the cases whose excerpts share most of their letter triples with this one's."""
    own = _triples(case.excerpt)
    ranked = sorted(
        ((other, _share(own, _triples(other.excerpt))) for other in others),
        key=lambda pair: -pair[1],
    )
    return [(other, round(share, 3)) for other, share in ranked[:most]]


def _triples(text: str) -> set[str]:
    padded = f"  {' '.join(text.casefold().split())} "
    return {padded[at : at + 3] for at in range(len(padded) - 2)}


def _share(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other)
