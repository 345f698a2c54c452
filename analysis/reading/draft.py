"""A question on its way to a query: its marks, which of them are accounted for, and the parts of a
query that they have become.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from analysis.chart import ChartKind
from analysis.query import Aggregate, DataQuery, Grouping, GroupLimit, RowFilter
from analysis.reading.glossary import concepts
from analysis.reading.marks import Mark
from analysis.reading.mentions import ColumnMention
from analysis.reading.moments import DataDays
from analysis.reading.shapes import AskedBefore, Unclear
from analysis.reading.table_index import NamedColumn, TableIndex
from analysis.reading.tokens import Sentence
from analysis.widget import WidgetKind
from analysis.wording import readable

_CONTENT = ("column", "value", "number", "moment", "noun", "size", "unknown")


class InDoubt(Exception):
    """A question can be read in several ways; carries the question back."""

    def __init__(self, unclear: Unclear) -> None:
        super().__init__(unclear.question)
        self.unclear = unclear


class NotHere(Exception):
    """A question asks for what the table has not, or what no table says; carries what that is."""

    def __init__(self, kind: str, said: str = "") -> None:
        super().__init__(kind)
        self.kind, self.said = kind, said


@dataclass(slots=True)
class Parts:
    """What a question has said of a query so far."""

    count: bool = False
    distinct: NamedColumn | None = None
    aggregates: list[tuple[int, Aggregate]] = field(default_factory=list[tuple[int, Aggregate]])
    measured: list[tuple[int, NamedColumn]] = field(default_factory=list[tuple[int, NamedColumn]])
    share: bool = False
    where: list[RowFilter] = field(default_factory=list[RowFilter])
    groups: list[Grouping] = field(default_factory=list[Grouping])
    filters: list[RowFilter] = field(default_factory=list[RowFilter])
    dropped: list[str] = field(default_factory=list[str])
    target: bool = False  # a group is what is asked for: "which shift"
    way: str | None = None  # most, least
    judged: str | None = None  # best, worst
    often: bool = False
    money: bool = False  # the answer is wanted in money
    sized: bool = False  # an adjective said of what: "warmest"
    age: str | None = None  # newest, oldest
    rank: int = 1
    top: int | None = None
    rows: bool = False
    listed: list[str] = field(default_factory=list[str])
    span: bool = False
    difference: bool = False
    compared: bool = False
    spread: bool = False
    averaged: bool = False  # the counts of groups are to be averaged
    trend: bool = False
    show: WidgetKind | None = None
    chart: ChartKind | None = None
    shown: bool = False  # a way of showing was asked for
    refers: bool = False  # "that", "those"
    all_of_it: bool = False
    overall: bool = False  # of all rows, whatever was asked before
    ends: bool = False  # both the most and the least
    having: GroupLimit | None = None
    per_row: bool = False  # for each row: "per order"
    changed: bool = False  # how much it grew or fell
    beside: bool = False  # values side by side: "for members and for guests"
    notes: list[str] = field(default_factory=list[str])

    @property
    def has_measure(self) -> bool:
        return bool(self.count or self.distinct or self.aggregates or self.measured or self.share)


@dataclass(slots=True)
class Draft:
    """One question against one table."""

    sentence: Sentence
    index: TableIndex
    marks: list[Mark]
    before: AskedBefore
    base: DataQuery | None
    days: DataDays | None
    used: set[int] = field(default_factory=set[int])
    passed: set[int] = field(default_factory=set[int])  # of these, what says nothing of a query
    absorbed: set[int] = field(default_factory=set[int])  # what only says of which another is
    parts: Parts = field(default_factory=Parts)

    def free(self, *kinds: str) -> Iterator[tuple[int, Mark]]:
        """Yield the marks of some kinds that nothing has accounted for."""
        for at, mark in enumerate(self.marks):
            if at not in self.used and mark.kind in kinds:
                yield at, mark

    def meaning(self, *meanings: str) -> list[int]:
        """Return where something is meant, used or not."""
        return [at for at, mark in enumerate(self.marks) if mark.means(*meanings)]

    def has(self, *meanings: str) -> bool:
        return bool(self.meaning(*meanings))

    def use(self, *places: int) -> None:
        self.used.update(places)

    @property
    def has_noun(self) -> bool:
        """Tell whether rows were called by their name."""
        return any(m.kind == "noun" or m.also_noun or m.means("entity") for m in self.marks)

    def mention(self, at: int) -> ColumnMention:
        """Return the columns that a mark names."""
        mention = self.marks[at].column
        if mention is None:
            raise LookupError(f"mark {at} names no column")
        return mention

    def before_it(self, at: int, *, over: tuple[str, ...] = ()) -> int | None:
        """Return the nearest mark before one that is no idle word."""
        return self._near(range(at - 1, -1, -1), over)

    def after_it(self, at: int, *, over: tuple[str, ...] = ()) -> int | None:
        """Return the nearest mark behind one that is no idle word."""
        return self._near(range(at + 1, len(self.marks)), over)

    def _near(self, places: range, over: tuple[str, ...]) -> int | None:
        for at in places:
            mark = self.marks[at]
            if mark.kind == "stop" or mark.means("is", "of") or mark.means(*over):
                continue
            return at
        return None

    def said(self, at: int) -> str:
        return self.sentence.said(self.marks[at].start, self.marks[at].end)

    def instead(self, at: int, by: str) -> str:
        """Return the question with other words in one mark's place."""
        return self.sentence.replaced(self.marks[at].start, self.marks[at].end, by)

    def leftover(self) -> list[int]:
        """Return the marks with content that nothing has accounted for."""
        return [at for at, m in enumerate(self.marks) if at not in self.used and m.kind in _CONTENT]

    def date_column(self) -> NamedColumn | None:
        """Return the date that moments are about, if there is one that is clear."""
        dates = self.index.date_columns()
        if len(dates) <= 1:
            return dates[0] if dates else None
        said = {c for t in self.sentence.tokens for c in concepts(t.stem)}
        about = [c for c in dates if c.concepts & said]
        if len(about) == 1:
            return about[0]
        named = [
            m.column.columns[0]
            for m in self.marks
            if m.column and m.column.columns[0].column.is_date and len(m.column.best) == 1
        ]
        if len({c.at for c in named}) == 1:
            return named[0]
        if self.base:
            about = {f.column for f in self.base.filters} | {g.column for g in self.base.group_by}
            known = [c for c in dates if c.column.name in about]
            if len(known) == 1:
                return known[0]
        return self._first_of(dates)

    def _first_of(self, dates: list[NamedColumn]) -> NamedColumn | None:
        """Take the date on which things begin, and say so; none where that is not clear."""
        first, *others = sorted(dates, key=lambda c: (str(c.column.least)[:10], c.at))
        if any(
            c.at < first.at and str(c.column.least)[:10] == str(first.column.least)[:10]
            for c in others
        ):
            return None  # fmt: skip
        name = readable(first.column.name)
        told = {
            "en": f"Dates are those of “{name}”.",
            "pt": f"As datas são as de “{name}”.",
        }[self.sentence.language]
        if told not in self.parts.notes:
            self.parts.notes.append(told)
        return first
