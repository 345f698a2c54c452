"""Cuts a profile down to what a question may be about, so that a wide table fits into a prompt.

Words are compared by their runs of three letters, which slips and endings have in common: what a
word of the question resembles is kept, and columns that are left out are named.
"""

from __future__ import annotations

from analysis.profile import ColumnProfile, DatasetProfile
from language.matching import fold, words

MOST_CHARACTERS = 6_000  # of all values that are told
MOST_COLUMNS = 60
FEW_VALUES = 8
_MOST_READ = 10_000  # values that are compared with the question
_ALIKE = 0.5

Runs = frozenset[str]


def narrowed(profile: DatasetProfile, about: str) -> tuple[DatasetProfile, list[str]]:
    """Return the profile with the columns and values that matter, and the columns left out."""
    asked = _runs(about[:600])
    columns, left_out = list(profile.columns), list[str]()
    if len(columns) > MOST_COLUMNS:
        each = max(2, _MOST_READ // len(columns))
        ranked = sorted(range(len(columns)), key=lambda at: (-_fit(columns[at], asked, each), at))
        left_out = [columns[at].name for at in sorted(ranked[MOST_COLUMNS:])]
        columns = [columns[at] for at in sorted(ranked[:MOST_COLUMNS])]
    columns = [_few_values(c, asked) if _is_key(c) else c for c in columns]
    if sum(len(v.value) + 20 for c in columns for v in c.top) > MOST_CHARACTERS:
        columns = [_few_values(column, asked) for column in columns]
    return profile.model_copy(update={"columns": tuple(columns)}), left_out


def _fit(column: ColumnProfile, asked: Runs, values: int) -> float:
    told = max((_resemblance(v.value, asked) for v in column.top[:values]), default=0.0)
    return _resemblance(column.name, asked) + 0.5 * told


def _is_key(column: ColumnProfile) -> bool:
    """Tell whether each row has a value of its own: such values say nothing about the table."""
    return column.distinct > FEW_VALUES and all(value.count == 1 for value in column.top)


def _few_values(column: ColumnProfile, asked: Runs) -> ColumnProfile:
    top = [
        value
        for at, value in enumerate(column.top)
        if at < FEW_VALUES or _resemblance(value.value, asked) >= _ALIKE
    ]
    return column.model_copy(update={"top": tuple(top)})


def _resemblance(text: str, asked: Runs) -> float:
    """Return how much of the best word of a text the question has, from 0 to 1."""
    best = 0.0
    for word in words(text[:100])[:8]:
        runs = _runs_of(word)
        best = max(best, len(runs & asked) / len(runs))
    return best


def _runs(text: str) -> Runs:
    return frozenset(run for word in words(text)[:80] for run in _runs_of(word))


def _runs_of(word: str) -> Runs:
    padded = f" {fold(word)} "
    return frozenset(padded[at : at + 3] for at in range(len(padded) - 2))
