"""Cells of a table that no spreadsheet takes for a formula."""

from __future__ import annotations

import unicodedata

_LEADS = frozenset("=+-@\u2212")  # the last one is what a raised or lowered minus folds to
_BREAKS = frozenset("\t\r\n")  # what some programs take for the end of a cell
_UNSEEN = frozenset("ZC")  # categories of separators and of what controls, joins or is unassigned


def harmless_cell(text: str) -> str:
    """Return a text as a cell may hold it: an apostrophe first keeps a formula from being one.

    Programs differ in what they skip before a formula and which forms of its sign they read, so
    blanks and invisible characters are skipped here, and a sign counts in every width.
    """
    lead = next((c for c in text if not _unseen(c)), "")
    sign = unicodedata.normalize("NFKC", lead)[:1]
    return f"'{text}" if sign in _LEADS or text[:1] in _BREAKS else text


def cell_text(cell: str) -> str:
    """Return what a cell held before it was made harmless."""
    return cell[1:] if cell.startswith("'") and harmless_cell(cell[1:]) == cell else cell


def _unseen(char: str) -> bool:
    """Tell whether a character leaves no mark: blanks, controls, joiners, marks on nothing."""
    kind = unicodedata.category(char)
    return kind[0] in _UNSEEN or kind in ("Mn", "Me") or char in "\u115f\u1160\u3164\uffa0\u2800"
