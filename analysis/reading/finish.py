"""Makes one query of the parts of a question and of what was asked before."""

from __future__ import annotations

from analysis.query import DataQuery, Grouping, Measure, RowFilter
from analysis.reading.asking import unclear
from analysis.reading.both_ways import told_both_ways
from analysis.reading.draft import Draft, InDoubt, NotHere
from analysis.reading.glossary import concepts
from analysis.reading.inherit import ask_where, continues, kept_filters, kept_groups, lists_anew
from analysis.reading.list_rows import list_rows, wants_rows
from analysis.reading.order import ordered
from analysis.reading.referring import take_back
from analysis.reading.saying_whom import ask_which_that, says_one, says_them, says_whom, says_winner
from analysis.reading.shapes import Understood
from analysis.reading.shares import is_still_share, share_of
from analysis.reading.that_row import row_behind
from analysis.reading.work_out import figures_of, take_money

_NONE = frozenset("no never nenhum nenhuma nunca any".split())
_MOST_GROUPS_SHOWN = 1_000
_LISTED = DataQuery.model_fields["limit"].default


def finish(draft: Draft) -> Understood:
    """Return the query that the parts make, with what a follow-up inherits."""
    follows = draft.base is not None and continues(draft)
    if draft.has("how_many") and not draft.parts.has_measure and not draft.parts.aggregates:
        draft.parts.count = True
    _none_of(draft)
    base = take_back(draft, draft.base if follows else None)
    if base and lists_anew(draft):
        base = base.model_copy(update={"order_by": None, "descending": True, "limit": _LISTED})
    lost = draft.base is None or bool(draft.before.open_question)
    if lost and (says_one(draft) or _only_asks_how_many(draft)):
        raise NotHere("before")
    bare = base is None
    bare = bare and not (draft.parts.filters or draft.parts.groups or draft.parts.measured)
    if bare and set(draft.meaning("versus")) - draft.used:  # "compare the two"
        raise NotHere("shape", draft.said(draft.meaning("versus")[0]))
    if draft.before.open_question and (says_them(draft) or draft.parts.refers):
        raise NotHere("before")  # "of those", after a question that was not answered
    if draft.base is None and says_them(draft) and not says_whom(draft):
        raise NotHere("before")
    ask_which_that(draft, base)
    ask_where(draft, base)
    _ask_of_whom(draft)
    behind = row_behind(draft, base)
    if behind:
        return behind
    distinct = bool(base) and any(m.aggregate == "count_distinct" for m in base.measures if base)
    if base and base.measures and (not draft.has("how_many") or (distinct and not draft.has_noun)):
        draft.parts.count = False  # "only orders that …": rows, of the same figure
    if draft.parts.money and not draft.parts.measured:
        take_money(draft)
    filters = kept_filters(draft, base)
    groups = kept_groups(draft, base)
    if base and base.columns and base.order_by and _only_holds(draft):
        again = base.model_copy(update={"filters": filters})
        return Understood(again, form="rows", top=base.limit, notes=tuple(draft.parts.notes))
    if draft.parts.chart == "histogram" and draft.parts.measured and not groups:
        name = draft.parts.measured[0][1].column.name
        groups = [Grouping(column=name, bins=10)]
    if draft.parts.often and draft.parts.measured and not groups and not draft.parts.aggregates:
        groups = [Grouping(column=draft.parts.measured[0][1].column.name)]  # the most common age
        draft.parts.groups, draft.parts.target = groups, True
        draft.parts.measured.clear()
    if draft.has("how_long", "how_far"):
        _duration(draft)
    if draft.parts.chart == "scatter":
        return _scatter(draft, filters)
    if draft.parts.span:
        return _span(draft, filters)
    if draft.parts.share or is_still_share(draft, base):
        return share_of(draft, base, filters, groups)
    if wants_rows(draft, base, groups):
        return list_rows(draft, filters, base)
    measures = figures_of(draft, base, groups)
    if draft.parts.count and base and base.measures:  # how many of those that were the share
        for measure in base.measures:
            held = {f.column for f in filters}
            filters += [f for f in measure.where if f.column not in held]
    told = ordered(draft, base, measures, groups, filters)
    return told if base else told_both_ways(draft, told)


def _ask_of_whom(draft: Draft) -> None:
    """Ask whether "which product" is of the one that the answer before named, or of all."""
    parts, named = draft.parts, draft.before.named
    if not named or draft.before.open_question or says_one(draft) or says_winner(draft):
        return
    counts = draft.has("how_many") and draft.has_noun and not (parts.groups or parts.measured)
    if draft.has_noun and not counts:
        return
    if parts.way or parts.judged or parts.spread or parts.share or parts.distinct:
        return
    counts = counts or (draft.has("how_many") and parts.count and not draft.has_noun)
    if parts.filters and not (counts and draft.base is not None and draft.base.order_by):
        return
    if draft.has(
        "by",
        "chart",
        "total_of_all",
        "also",
        "versus",
        "difference",
        "rows",
        "second",
        "based_on",
        "empty",
    ):
        return
    base = draft.base
    figures = {m.column for m in base.measures} if base else set[str | None]()
    other = bool(parts.measured) and not {c.column.name for _, c in parts.measured} <= figures
    other = other and draft.has("which", "how_much", "how_long") and not parts.groups
    group = draft.has("which") and bool(parts.groups) and not parts.has_measure
    group = group and parts.groups[0].column != named[0].column
    if not (other or group or counts):
        return
    text, en = draft.sentence.text.rstrip(" ?!."), draft.sentence.language == "en"
    name = str(named[0].value)
    raise InDoubt(
        unclear(
            f"Of {name} only, or of all?" if en else f"Só de {name} ou de todos?",
            [f"{text} “{name}”", f"{text} overall" if en else f"{text} no geral"],
        )
    )


def _only_holds(draft: Draft) -> bool:
    """Tell whether a message only says of which rows: "and Beatriz's?", after the largest order."""
    parts = draft.parts
    other = parts.has_measure or parts.groups or parts.way or parts.judged or parts.listed
    return bool(parts.filters) and not (other or parts.age or parts.show or parts.rank > 1)


def _none_of(draft: Draft) -> None:
    """Refuse "which operator had no craters": groups without rows are not in a result."""
    excluded = any(f.operator in ("!=", "not in") for f in draft.parts.filters)
    words = {t.word for t in draft.sentence.tokens}
    if excluded and draft.parts.groups and draft.has("which", "who") and words & _NONE:
        raise NotHere("shape", draft.sentence.text[:60])


def _only_asks_how_many(draft: Draft) -> bool:
    """Tell whether "how many?" goes on from a question that was not answered."""
    parts = draft.parts
    said = draft.has_noun or parts.filters or parts.groups or parts.distinct or parts.measured
    asked = parts.count or draft.has("how_much")
    unknown = any(draft.marks[at].kind == "unknown" for at in draft.leftover())
    return bool(draft.before.open_question) and asked and not said and not unknown


def _duration(draft: Draft) -> None:
    """Answer "how long" by a column of durations alone."""
    far = draft.has("how_far")
    lengths = (
        {"distance", "mileage"}
        if far
        else {"duration", "minute", "hour", "delay", "stay", "los", "tenure", "year", "commute"}
    )
    about = "distance" if far else "duration"
    known = [c for c in draft.index.numbers() if about in c.concepts]
    for at, mark in draft.free("unknown"):  # "how long do people stay"
        if concepts(draft.sentence.tokens[mark.start].stem) & {"stay", "los"}:
            draft.use(at)
    if not draft.parts.measured and len(known) == 1:
        draft.parts.measured.append((0, known[0]))
        draft.parts.aggregates = draft.parts.aggregates or [(0, "mean")]
        draft.parts.count = False
    if not any(c.concepts & lengths for _, c in draft.parts.measured):
        raise NotHere("column", draft.said(draft.meaning("how_long", "how_far")[0]))


def _scatter(draft: Draft, filters: list[RowFilter]) -> Understood:
    """Show two figures of each row against each other."""
    names = list(dict.fromkeys(c.column.name for _, c in draft.parts.measured))
    if len(names) != 2:
        raise NotHere("topic")
    query = DataQuery(
        dataset=draft.index.profile.name,
        columns=names,
        filters=filters,
        limit=_MOST_GROUPS_SHOWN,
    )
    return Understood(query, form="rows", show="chart", chart="scatter")


def _span(draft: Draft, filters: list[RowFilter]) -> Understood:
    column = draft.date_column()
    if column is None:
        raise NotHere("no_dates", "")
    name = column.column.name
    measures = [Measure(aggregate="min", column=name), Measure(aggregate="max", column=name)]
    query = DataQuery(dataset=draft.index.profile.name, measures=measures, filters=filters)
    return Understood(query, form="span", notes=tuple(draft.parts.notes))
