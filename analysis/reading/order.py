"""In which order groups stand, and how they are shown."""

from __future__ import annotations

from collections.abc import Sequence

from analysis.chart import ChartKind
from analysis.query import DataQuery, Grouping, GroupLimit, Measure, RowFilter
from analysis.query_sql import measure_name
from analysis.reading.asking import group_said, listing, unclear
from analysis.reading.both_ways import still_both
from analysis.reading.draft import Draft, InDoubt, NotHere
from analysis.reading.glossary import BAD, GOOD, concepts
from analysis.reading.grouping import natural_bucket
from analysis.reading.read_measures import default_aggregate
from analysis.reading.shapes import AnswerForm, Unclear, Understood
from analysis.widget import WidgetKind
from analysis.wording import readable

_MOST_GROUPS_SHOWN = 1_000
_BOTH_ENDS = 999  # groups of a query whose both ends are told: what goes on from it tells both, too


def ordered(
    draft: Draft,
    base: DataQuery | None,
    measures: list[Measure],
    groups: list[Grouping],
    filters: list[RowFilter],
) -> Understood:
    parts = draft.parts
    parts.ends = parts.ends or _still_both_ends(draft, base, groups)
    way = _way(draft, base, measures, groups)
    if parts.age and groups and base and not parts.groups:
        parts.age = None  # "the first five" of a ranking
    if base and base.order_by and groups == base.group_by and not way and parts.rank:
        way = "most" if base.descending else "least"
    timed = any(g.bucket for g in groups)
    limit = _MOST_GROUPS_SHOWN if timed else 100
    order, descending = None, True
    top = parts.top or 1
    figure = measure_name((measures or [Measure()])[0])
    if parts.age and not any(m.aggregate in ("min", "max") for m in measures):
        raise NotHere("shape", draft.said(draft.meaning("newest", "oldest")[0]))
    sorts = [draft.marks[at].meant[1] for at in draft.meaning("sort")]
    if sorts and groups:
        descending = sorts[-1] != "ascending" and way != "least"
        order, way = figure, None
    if way and groups:
        descending = way == "most"
        if not timed or top > 1 or parts.show != "chart":
            order = figure
        if parts.top and len(groups) == 1:
            limit = parts.top
        elif base and not parts.groups and base.order_by and base.limit < 100:
            limit = base.limit if not parts.way or parts.judged else limit
            top = limit if limit < 100 else 1
    elif parts.top and groups:
        order, limit = figure, parts.top
    form: AnswerForm = "groups" if groups else "figure"
    if way and groups and not (limit < 100 and top > 1):
        form = "most" if way == "most" else "least"
    told_apart = parts.compared and draft.has("how_much") and bool(parts.way)
    if parts.changed and parts.compared and timed:
        form, order = "growth", None
    elif groups and (parts.difference or told_apart):
        form = "difference"
    elif parts.difference:
        raise NotHere("shape", draft.said(draft.meaning("difference")[0]))
    held = base.figures[0].aggregate if base and base.order_by is None else "count"
    kept = bool(base and groups and groups == base.group_by and not parts.groups)
    if way and held in ("max", "min") and kept:
        raise InDoubt(_end_of_ends(draft, groups))
    if parts.ends and groups:
        form, order, descending, limit, top = "ends", figure, True, _BOTH_ENDS, 1
    if parts.having and groups:
        form = "having"
    if parts.beside and groups == parts.groups:
        form = "together"
    if still_both(measures):
        if groups:
            raise NotHere("before")
        form = "both"
    if parts.averaged and groups:
        form, order, limit = "average", None, _MOST_GROUPS_SHOWN
    query = DataQuery(
        dataset=draft.index.profile.name,
        measures=measures,
        group_by=groups,
        filters=filters,
        having=_having(draft, base, measures, groups),
        order_by=order,
        descending=descending,
        limit=max(limit, parts.rank),
    )
    show, chart = _shown(draft, base, query)
    told_apart = form in ("most", "least", "ends")
    if show == "chart" and timed and chart in ("line", "bar") and told_apart:
        query = query.model_copy(update={"order_by": None, "limit": _MOST_GROUPS_SHOWN})
    return Understood(
        query, form=form, show=show, chart=chart, rank=parts.rank, top=top,
        apart=form == "ends" and parts.difference,
        notes=tuple(parts.notes),
    )  # fmt: skip


def _still_both_ends(draft: Draft, base: DataQuery | None, groups: list[Grouping]) -> bool:
    """Tell whether a message goes on from the best and the worst: "and by value?"."""
    parts = draft.parts
    if base is None or not base.order_by or base.limit != _BOTH_ENDS or groups != base.group_by:
        return False
    return not (parts.way or parts.judged or parts.top or parts.rank > 1 or parts.age)


def _end_of_ends(draft: Draft, groups: list[Grouping]) -> Unclear:
    """Ask whether the shortest of the longest is wanted, or the shortest of each group."""
    by = group_said(groups[0], draft.sentence.language)
    text = draft.sentence.text.rstrip(" ?!.")
    if draft.sentence.language == "en":
        return unclear(f"For each {by}, or which {by} of these?", [f"which {by} is {text}"])
    return unclear(f"Para cada {by} ou qual {by} destes?", [f"qual {by} tem {text}"])


def _having(
    draft: Draft, base: DataQuery | None, measures: list[Measure], groups: list[Grouping]
) -> GroupLimit | None:
    """Return the limit of groups, said now or before, where it is still of the same figure."""
    if draft.parts.having or base is None or base.having is None:
        return draft.parts.having
    if groups != base.group_by or measures != base.measures:
        raise NotHere("before")
    return base.having


def _way(
    draft: Draft, base: DataQuery | None, measures: list[Measure], groups: list[Grouping]
) -> str | None:
    """Return whether the most or the least is asked for; best and worst need a figure for that."""
    parts = draft.parts
    if not parts.judged:
        if parts.way and not parts.target and parts.groups and parts.measured and not parts.top:
            return None if not parts.compared else parts.way
        if parts.rank > 1 and base and not parts.way:
            return "most" if base.descending else "least"
        return parts.way
    if not groups:
        raise InDoubt(criterion(draft, groups))
    if parts.way and parts.judged:
        return parts.way
    if parts.ends and any(m.column for m in measures):
        return "most"  # both are told: which of them is good matters not
    if parts.ends:
        raise InDoubt(criterion(draft, groups))  # "the best month and the worst": by what?
    one_end = base is not None and base.order_by and base.limit != _BOTH_ENDS
    if base and one_end and groups == base.group_by and not parts.has_measure:
        lead = draft.sentence.tokens[0].word in ("e", "and")
        if lead and _is_good(draft, base.figures[0]) is not False:
            return "least" if base.descending else "most"  # "and the worst?", after the best
    measure = (measures or [Measure()])[0]
    good = _is_good(draft, measure)
    if good is None or (parts.judged == "best" and measure.column is None):
        raise InDoubt(criterion(draft, groups))
    return "most" if good == (parts.judged == "best") else "least"


def _is_good(draft: Draft, measure: Measure) -> bool | None:
    """Tell whether more of a figure is better, where its name says so."""
    about: set[str] | frozenset[str] = draft.index.noun_concepts
    column = draft.index.named(measure.column) if measure.column else None
    if column:
        said = [
            t
            for at, _ in draft.parts.measured
            if at < len(draft.marks)
            for t in draft.sentence.tokens[draft.marks[at].start : draft.marks[at].end]
        ]
        about = column.concepts | {c for t in said for c in concepts(t.stem)}
        if "(1" in column.column.name or "(0" in column.column.name:
            return True
    bad, good = bool(about & BAD), bool(about & GOOD)
    return None if bad == good else good


def criterion(draft: Draft, groups: list[Grouping], said: str = "") -> Unclear:
    """Ask by what measure something is best, or most of what the table does not tell."""
    target = group_said(groups[0], draft.sentence.language) if groups else ""
    known = [(c, default_aggregate(draft, c)) for c in draft.index.numbers()]
    ways = [(readable(c.column.name), way) for c, way in known if way][:3]
    numbers = [name for name, _ in ways]
    if draft.parts.ends and numbers:
        return _criterion_of_ends(draft, target, ways)
    if draft.sentence.language == "en":
        which = f"which {target} has the" if target else "the"
        choices = [f"{which} most rows", f"{which} fewest rows"]
        choices += [
            f"{which} highest {'total' if way == 'sum' else 'average'} of “{n}”" for n, way in ways
        ]
        return unclear(
            f"“{said or 'best'}” by what measure{f' for {target}' if target else ''}: the fewest"
            f" rows, the most, or {listing(numbers, 'en') or 'something else'}?", choices,
        )  # fmt: skip
    which = f"qual {target} tem" if target else "qual tem"
    choices = [f"{which} mais registros", f"{which} menos registros"]
    choices += [
        f"{which} {'o maior total' if way == 'sum' else 'a maior média'} de “{n}”"
        for n, way in ways
    ]
    return unclear(
        f"Melhor por qual critério{f' de {target}' if target else ''}: menos registros, mais"
        f" registros ou {listing(numbers, 'pt') or 'outra medida'}?", choices,
    )  # fmt: skip


def _criterion_of_ends(draft: Draft, target: str, ways: Sequence[tuple[str, str]]) -> Unclear:
    """Ask by what "the best and the worst" are so; each choice keeps both."""
    text, en = draft.sentence.text.rstrip(" ?!."), draft.sentence.language == "en"
    names = [name for name, _ in ways]
    if en:
        which = f" for {target}" if target else ""
        question = f"Best and worst by what measure{which}: {listing(names, 'en')}?"
        said = [(name, "total" if way == "sum" else "average") for name, way in ways]
        return unclear(question, [f"{text} by {how} “{name}”" for name, how in said])
    which = f" de {target}" if target else ""
    question = f"Melhor e pior por qual critério{which}: {listing(names, 'pt')}?"
    said = [(name, "total" if way == "sum" else "média") for name, way in ways]
    return unclear(question, [f"{text} por {how} de “{name}”" for name, how in said])


def _shown(
    draft: Draft, base: DataQuery | None, query: DataQuery
) -> tuple[WidgetKind | None, ChartKind | None]:
    parts = draft.parts
    if parts.show is None:
        last = draft.before.widget
        kept = base and last and last.kind == "chart" and query.group_by and _only_filters(draft)
        return ("chart", last.chart) if kept and last else (None, None)
    if parts.show != "chart":
        return parts.show, None
    if not query.group_by:
        raise InDoubt(_chart_of_what(draft))
    return "chart", _fitting_chart(draft, parts.chart, query)


def _only_filters(draft: Draft) -> bool:
    parts = draft.parts
    return not (parts.has_measure or parts.groups or parts.way or parts.judged)


def _fitting_chart(draft: Draft, wanted: ChartKind | None, query: DataQuery) -> ChartKind:
    count = len(query.group_by)
    timed = query.group_by[0].bucket in ("year", "quarter", "month", "week", "day", "hour")
    if wanted in ("pie", "doughnut") and (count != 1):
        return "bar"
    if wanted == "heatmap" and count != 2:
        return "bar"
    if wanted in ("histogram", "scatter", "box"):
        return wanted if wanted != "histogram" or query.group_by[0].bins else "bar"
    if wanted:
        return wanted
    if count == 2:
        return "line" if timed else "bar"
    if query.measures and query.measures[0].aggregate == "share" and not query.measures[0].where:
        column = draft.index.named(query.group_by[0].column)
        return "pie" if column and column.column.distinct <= 6 else "bar"
    return "line" if timed else "bar"


def _chart_of_what(draft: Draft) -> Unclear:
    groups = [
        readable(c.column.name) for c in draft.index.columns
        if c.column.kind in ("text", "boolean") and 2 <= c.column.distinct <= 30
    ][:5]  # fmt: skip
    en = draft.sentence.language == "en"
    text = draft.sentence.text.rstrip(" ?!.")
    by = "by" if en else "por"
    if draft.date_column():
        groups.append({"day": "day", "week": "week", "month": "month", "year": "year"}[
            natural_bucket(draft)] if en else {"day": "dia", "week": "semana", "month": "mês",
            "year": "ano"}[natural_bucket(draft)])  # fmt: skip
    choices = [f"{text} {by} {g}" for g in groups]
    question = (
        f"By what shall I split the chart: {listing(groups, 'en')}?" if en
        else f"O gráfico deve ser dividido por quê: {listing(groups, 'pt')}?"
    )  # fmt: skip
    return unclear(question, choices)
