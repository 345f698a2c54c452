"""Makes groups of the columns and steps of time that a question names."""

from __future__ import annotations

from analysis.query import Bucket, Grouping
from analysis.reading.asking import listing, unclear
from analysis.reading.draft import Draft, InDoubt, NotHere
from analysis.reading.table_index import NamedColumn, is_measured
from analysis.wording import readable

RATHER_THING = ("text", "boolean", "time")


def add_group(draft: Draft, column: NamedColumn, bucket: Bucket | None = None) -> None:
    """Add a column to what is split by, once."""
    many = column.column.is_number and column.column.distinct > 30
    whole = column.column.kind == "integer" and column.column.distinct <= 60
    bins = 8 if many and (is_measured(column) or not whole) else None
    if column.column.is_date and bucket is None:
        bucket = natural_bucket(draft)
    grouping = Grouping(column=column.column.name, bucket=bucket, bins=bins)
    if grouping not in draft.parts.groups:
        draft.parts.groups.append(grouping)


def natural_bucket(draft: Draft) -> Bucket:
    """Return the step of time that shows the table's whole span in some tens of points."""
    if draft.days is None:
        return "day"
    span = (draft.days.last - draft.days.first).days
    return "day" if span <= 62 else "week" if span <= 200 else "month" if span <= 3_000 else "year"


def one_column(draft: Draft, at: int) -> NamedColumn:
    """Return the one column that a mark names, or ask."""
    mention = draft.mention(at)
    best = mention.best
    if len(best) == 1 and mention.sure:
        return best[0]
    names = [readable(c.column.name) for c in best]
    choices = [draft.instead(at, f"“{n}”") for n in names]
    said = draft.said(at)
    if draft.sentence.language == "en":
        raise InDoubt(unclear(f"By “{said}” do you mean {listing(names, 'en')}?", choices))
    raise InDoubt(unclear(f"Com “{said}” você quer dizer {listing(names, 'pt')}?", choices))


def add_bucket(draft: Draft, at: int) -> None:
    """Split by a step of time, of the table's dates or of a column that holds it already."""
    bucket: Bucket = draft.marks[at].meant[1]  # type: ignore[assignment]
    column = draft.date_column()
    if column is None:
        dates = draft.index.date_columns()
        if not dates:
            raise NotHere("no_dates", draft.said(at))
        names = [readable(c.column.name) for c in dates]
        question = (
            f"By which date: {listing(names, 'en')}?" if draft.sentence.language == "en"
            else f"Por qual data: {listing(names, 'pt')}?"
        )  # fmt: skip
        raise InDoubt(
            unclear(question, [draft.instead(at, f"{draft.said(at)} {n}") for n in names])
        )
    if bucket == "hour" and column.column.kind != "datetime":
        raise NotHere("no_dates", draft.said(at))
    draft.use(at)
    add_group(draft, column, bucket)


def is_thing(columns: tuple[NamedColumn, ...]) -> bool:
    return all(c.column.kind in RATHER_THING for c in columns)
