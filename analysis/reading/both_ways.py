"""Answers with and without the conditions before, where a message does not say which is meant.

"Total fines" after "loans of students": of those, or of all? A person may mean either, so the
answer tells both figures and says which is which.
"""

from __future__ import annotations

from analysis.query import Measure
from analysis.reading.claims import conditions_of
from analysis.reading.draft import Draft
from analysis.reading.shapes import Understood

_MOST_CONDITIONS = 6
_BEFORE = "as_before"


def told_both_ways(draft: Draft, understood: Understood) -> Understood:
    """Add the same figure under the conditions before, unless the message is whole in itself."""
    base, query, parts = draft.base, understood.query, draft.parts
    if base is None or understood.form != "figure" or understood.show or base.columns:
        return understood
    places = {at for at, _ in parts.measured}
    rows = any(
        m.kind == "noun" or m.means("entity") or (m.also_noun and at not in places)
        for at, m in enumerate(draft.marks)
    )
    if rows or parts.all_of_it or parts.refers or draft.has("undo", "together"):
        return understood
    figures = query.figures
    if len(figures) != 1 or query.group_by or figures[0].aggregate == "share" or figures[0].where:
        return understood
    said = {f.column for f in query.filters}
    before = [f for f in conditions_of(base) if f.column not in said]
    if not before or len(before) > _MOST_CONDITIONS:
        return understood
    narrower = figures[0].model_copy(update={"where": before, "label": _BEFORE})
    both = query.model_copy(update={"measures": [figures[0], narrower]})
    return Understood(both, form="both", noun=understood.noun, notes=understood.notes)


def still_both(measures: list[Measure]) -> bool:
    """Tell whether a figure is still told both ways by the message that goes on from one."""
    return any(m.label == _BEFORE for m in measures)
