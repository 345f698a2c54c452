"""Searches labelled texts for personal data and counts, kind by kind, what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from language.scrub import spans

_MOST_OF_IT = 0.7  # of what is labelled, to count as found
_ALSO_CALLED = {"otp": "code"}


@dataclass(frozen=True, slots=True)
class LabelledData:
    """A text and the personal data in it: kind, and the words themselves."""

    text: str
    held: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class DataShare:
    """How much of a kind was found, and how much of that under its own name."""

    rows: int
    found: int
    named: int


@dataclass(frozen=True, slots=True)
class DataReport:
    """Recall by kind beside precision over all that was found; and what was missed or wrong."""

    recall: float
    precision: float
    by_kind: dict[str, DataShare]
    missed: list[tuple[str, str]]
    wrong: list[tuple[str, str]]


def report_data(rows: Iterable[LabelledData]) -> DataReport:
    """Search every row; a find counts if it holds what is labelled, or most of it."""
    labelled, found, named = Counter[str](), Counter[str](), Counter[str]()
    missed, wrong = list[tuple[str, str]](), list[tuple[str, str]]()
    right = 0
    for row in rows:
        finds = [(span.kind, row.text[span.start : span.end]) for span in spans(row.text)]
        for kind, value in row.held:
            labelled[kind] += 1
            there = [name for name, text in finds if _is_found(value, text)]
            found[kind] += bool(there)
            named[kind] += _ALSO_CALLED.get(kind, kind) in there
            if not there:
                missed.append((kind, row.text))
        for name, text in finds:
            good = any(text in value or value in text for _, value in row.held)
            right += good
            if not good:
                wrong.append((name, row.text))
    return DataReport(
        recall=sum(found.values()) / max(1, sum(labelled.values())),
        precision=right / max(1, right + len(wrong)),
        by_kind={
            kind: DataShare(labelled[kind], found[kind], named[kind]) for kind in sorted(labelled)
        },
        missed=missed,
        wrong=wrong,
    )


def _is_found(value: str, text: str) -> bool:
    return value in text or (text in value and len(text) >= _MOST_OF_IT * len(value))
