"""Reads conditions on groups: "stations with more than 50 rentals"."""

from __future__ import annotations

from analysis.query import GroupLimit, GroupOperator
from analysis.reading.asking import unclear
from analysis.reading.draft import Draft, InDoubt
from analysis.reading.grouping import add_group, one_column
from analysis.reading.read_measures import default_aggregate
from analysis.reading.table_index import NamedColumn
from analysis.wording import readable

_SIGNS: dict[str, GroupOperator] = {
    "more": ">", "floor": ">=", "fewer": "<", "ceiling": "<=",
}  # fmt: skip


def read_having(draft: Draft) -> None:
    """Take a limit that groups must keep, not rows."""
    for at, mark in list(draft.free("meaning")):
        number = draft.after_it(at)
        if mark.meant[0] not in _SIGNS or number is None or draft.marks[number].kind != "number":
            continue
        group = _group_before(draft, at)
        if group is None:
            continue
        figure = _figure_between(draft, group, at)
        counted = _rows_behind(draft, number) if figure is None else ()
        if figure is None and not counted:
            continue
        column = one_column(draft, group)
        if figure is not None and not draft.has("aggregate"):
            _ask_whose(draft, column, figure)
        behind = draft.marks[number + 1 : number + 2]
        sign = _SIGNS[mark.meant[0]]
        if behind and behind[0].means("or_more", "or_less"):
            continue
        draft.use(at, number, group, *counted, *_asked_before(draft, group))
        add_group(draft, column)
        draft.parts.count = draft.parts.count or figure is None
        draft.parts.having = GroupLimit(operator=sign, value=draft.marks[number].number)
        return


def _group_before(draft: Draft, at: int) -> int | None:
    """Return the column of names that stands first: whose groups are limited."""
    for place, mark in enumerate(draft.marks[:at]):
        if mark.kind in ("value", "noun", "moment") or mark.means("entity", "by", "share", "not"):
            return None
        if mark.column is None:
            continue
        best = mark.column.best
        named = len(best) == 1 and mark.column.sure and not mark.also_noun
        thing = best[0].column.kind == "text" and not best[0].is_key
        return place if named and thing and place not in draft.used else None
    return None


def _figure_between(draft: Draft, group: int, at: int) -> NamedColumn | None:
    numbers = draft.index.numbers()
    for mark in draft.marks[group + 1 : at]:
        if mark.column and mark.column.best[0] in numbers:
            return mark.column.best[0]
    return None


def _rows_behind(draft: Draft, number: int) -> tuple[int, ...]:
    """Return the word for rows behind a number: "50 rentals", "3 times"."""
    behind = draft.after_it(number)
    if behind is None:
        return ()
    mark = draft.marks[behind]
    return (behind,) if mark.kind == "noun" or mark.also_noun or mark.means("entity") else ()


def _asked_before(draft: Draft, group: int) -> list[int]:
    return [at for at in draft.meaning("how_many", "which", "rows") if at < group]


def _ask_whose(draft: Draft, column: NamedColumn, figure: NamedColumn) -> None:
    """Ask whether single rows or groups keep a limit, where the figure adds up."""
    if default_aggregate(draft, figure) != "sum":
        return
    name, by = readable(figure.column.name), readable(column.column.name)
    text, en = draft.sentence.text, draft.sentence.language == "en"
    place = next(n for n, m in enumerate(draft.marks) if m.column and figure in m.column.best)
    said = draft.instead(place, f"total “{name}”" if en else f"total de “{name}”")
    raise InDoubt(
        unclear(
            f"The total of {name} for each {by}, or single rows?" if en
            else f"O total de {name} de cada {by} ou linhas isoladas?",
            [said, f"rows: {text}" if en else f"linhas: {text}"],
        )
    )  # fmt: skip
