"""Takes columns of names: they are counted, split by, listed, held by rows, or only name those."""

from __future__ import annotations

from analysis.query import RowFilter
from analysis.reading.asking import unclear
from analysis.reading.draft import Draft, InDoubt, NotHere
from analysis.reading.grouping import add_group, one_column
from analysis.reading.read_groups import ask_half
from analysis.reading.shapes import Unclear
from analysis.reading.table_index import NamedColumn
from analysis.wording import readable

_OF = frozenset("of dos das".split())
_HAVING = frozenset("had have has with com tem tinham tiveram possuem teem".split())


def take_thing(draft: Draft, at: int) -> None:
    """Take a column of names: it is counted, split by, listed, or only names what rows are."""
    parts, mark = draft.parts, draft.marks[at]
    distinct = draft.has("distinct")
    counted = _is_counted(draft, at)
    if mark.also_noun and not distinct:
        draft.use(at)
        if counted or not (parts.has_measure or parts.aggregates):
            parts.count = True
        return
    column = one_column(draft, at)
    if column.column.is_date and not counted:
        draft.use(at)
        if _happened(draft, at, column):
            return
        if parts.age or parts.aggregates or draft.has("when"):
            parts.measured.append((at, column))
        elif not (parts.groups or parts.filters or parts.measured):
            add_group(draft, column)
        return
    if not distinct and _rows_have(draft, at, column):
        return
    if counted and not distinct:
        ask_half(draft, at, column)
    if (counted or distinct) and not parts.distinct:
        draft.use(at, *draft.meaning("distinct"))
        if column.is_key or (mark.also_noun and not distinct):
            parts.count = True
        else:
            parts.distinct = column
        return
    said = draft.sentence.tokens[mark.start : mark.end]
    exact = any(t.stem in column.words for t in said) or bool(mark.column and mark.column.assumed)
    if parts.way and parts.groups and column.is_people and not exact:
        raise NotHere("column", draft.said(at))  # "sells most", and no seller
    if parts.way and not parts.groups and not column.is_key:
        parts.target = True
    draft.use(at)
    if _only_says_whose(draft, at, column):
        raise InDoubt(_of_each_or_all(draft, at, column))
    if mark.column and mark.column.assumed and not (parts.target or parts.way):
        raise InDoubt(_meant(draft, at, column))  # a guess makes no groups
    if column.is_key:
        parts.rows = parts.rows or bool(parts.way or parts.age)
        parts.listed.append(column.column.name)
        return
    add_group(draft, column)


def _is_counted(draft: Draft, at: int) -> bool:
    before = draft.before_it(at, over=("distinct",))
    return before is not None and draft.marks[before].means("how_many")


def _rows_have(draft: Draft, at: int, column: NamedColumn) -> bool:
    """Count rows where something stands: "how many had pests", "who has the most faults"."""
    before = draft.before_it(at)
    said = draft.sentence.tokens[draft.marks[at].start : draft.marks[at].end]
    if not any(t.stem in column.words for t in said):
        return False  # "sells" is no seller
    gaps = column.column.kind == "text" and column.column.filled < draft.index.profile.rows
    most = before == at - 1 and before in draft.used and draft.marks[at - 1].means("most", "least")
    most = most and bool(draft.parts.groups)
    lead = draft.sentence.tokens[draft.marks[at].start - 1].word if draft.marks[at].start else ""
    comes = draft.has_noun and lead in ("com", "with") and not draft.has("by", "which", "spread")
    if most and not gaps:
        raise NotHere("shape", draft.said(at))  # the most of something that every row has
    has = _is_counted(draft, at) and lead in _HAVING
    if not (gaps and (most or comes or has)):
        return False
    draft.use(at)
    draft.parts.count = True
    draft.parts.filters.append(RowFilter(column=column.column.name, operator="is filled"))
    return True


def _happened(draft: Draft, at: int, column: NamedColumn) -> bool:
    """Count the rows that have a date: "how many were closed", where some are not yet."""
    name, parts = column.column.name, draft.parts
    gaps = column.column.filled < draft.index.profile.rows
    held = {f.column for f in parts.filters} | {g.column for g in parts.groups}
    asked = draft.has("how_many") and not (parts.age or parts.measured or parts.aggregates)
    asked = asked and not draft.has("when", "trend", "span", "bucket", "most", "least", "not")
    if not gaps or name in held or not asked:
        return False
    parts.count = True
    parts.filters.append(RowFilter(column=name, operator="is filled"))
    return True


def _meant(draft: Draft, at: int, column: NamedColumn) -> Unclear:
    name, said = readable(column.column.name), draft.said(at)
    choice = draft.instead(at, f"“{name}”")
    if draft.sentence.language == "en":
        return unclear(f"By “{said}” do you mean {name}?", [choice])
    return unclear(f"Com “{said}” você quer dizer {name}?", [choice])


def _only_says_whose(draft: Draft, at: int, column: NamedColumn) -> bool:
    """Tell whether people only say whose figures these are: "average age of the patients"."""
    start = draft.marks[at].start
    lead = [t.word for t in draft.sentence.tokens[max(0, start - 2) : start]]
    said = draft.sentence.tokens[draft.marks[at].end - 1].word
    of = bool(lead) and (lead[-1] in _OF or (lead[-1] == "the" and lead[0] == "of"))
    return of and said.endswith("s") and column.is_people and bool(draft.parts.measured)


def _of_each_or_all(draft: Draft, at: int, column: NamedColumn) -> Unclear:
    name = readable(column.column.name)
    rows = "rows" if draft.sentence.language == "en" else "linhas"
    by = "by" if draft.sentence.language == "en" else "por"
    choices = [f"{draft.instead(at, rows)} {by} “{name}”", draft.instead(at, rows)]
    if draft.sentence.language == "en":
        return unclear(f"One figure for each {name}, or one over all rows?", choices)
    return unclear(f"Um número para cada {name} ou um só de todas as linhas?", choices)
