"""Makes one query of the parts of a question and of what was asked before."""

from __future__ import annotations

from datetime import date

from analysis.chart import ChartKind
from analysis.query import Aggregate, DataQuery, Grouping, Measure, RowFilter
from analysis.query_sql import measure_name
from analysis.reading.asking import group_said, listing, unclear
from analysis.reading.draft import Draft, InDoubt, NotHere
from analysis.reading.glossary import BAD, GOOD, PEOPLE, PLACES
from analysis.reading.read_groups import natural_bucket
from analysis.reading.read_measures import default_aggregate
from analysis.reading.shapes import AnswerForm, Unclear, Understood
from analysis.reading.table_index import NamedColumn
from analysis.widget import WidgetKind
from analysis.wording import readable

_ROWS_SHOWN = 20
_MOST_GROUPS_SHOWN = 1_000
_FIVE: tuple[Aggregate, ...] = ("min", "first_quartile", "median", "third_quartile", "max")
STARTS = (
    "e and agora now so somente apenas only just what how about mas but sem without tira tirando"
    " also tambem then entao by por per pelo pela in em same mesma mesmo mesmos mesmas except"
    " exceto or ou split quebra"
).split()

_VERBS = frozenset("was were are is são foi foram have has têm tem had".split())
_ADDING = ("e", "and", "so", "somente", "apenas", "only", "just", "agora", "now", "mas", "but")


def finish(draft: Draft) -> Understood:
    """Return the query that the parts make, with what a follow-up inherits."""
    follows = draft.base is not None and _continues(draft)
    base = draft.base if follows else None
    _place_said(draft, base)
    if base and base.measures and not draft.has("how_many"):
        draft.parts.count = False  # "only orders that …": rows, of the same figure
    if draft.parts.money and not draft.parts.measured:
        _in_money(draft)
    filters = _filters(draft, base)
    groups = _groups(draft, base)
    if draft.parts.chart == "histogram" and draft.parts.measured and not groups:
        name = draft.parts.measured[0][1].column.name
        groups = [Grouping(column=name, bins=10)]
    if draft.has("how_long"):
        _duration(draft)
    if draft.parts.chart == "scatter":
        return _scatter(draft, filters)
    if draft.parts.span:
        return _span(draft, filters)
    if draft.parts.share or _still_share(draft, base):
        return _share(draft, base, filters, groups)
    if _wants_rows(draft, base, groups):
        return _rows(draft, filters, base)
    measures = _measures(draft, base, groups)
    if draft.parts.count and base and base.measures:  # how many of those that were the share
        for measure in base.measures:
            filters += [f for f in measure.where if f not in filters]
    return _ranked(draft, base, measures, groups, filters)


# ------------------------------------------------------------------ what is inherited


def _continues(draft: Draft) -> bool:
    """Tell whether a message goes on from the last query."""
    parts, tokens = draft.parts, draft.sentence.tokens
    named = any(m.column for m in draft.marks)
    first = tokens[0].word if tokens else ""
    noun = draft.has_noun
    if parts.target and parts.groups:
        known = {g.column for g in draft.base.group_by} if draft.base else set[str]()
        return parts.groups[0].column in known
    if first in STARTS and not (
        first in ("how", "what") and tokens[1:2] and tokens[1].word != "about"
    ):
        return not (noun and parts.count and parts.groups)
    if parts.refers or draft.has("undo", "also", "next", "previous"):
        return True
    if parts.sized and not named and not noun and not parts.filters:
        return True
    if parts.count:
        return not noun and not parts.groups
    return not parts.has_measure or not (parts.measured or parts.distinct or noun or parts.where)


def _place_said(draft: Draft, base: DataQuery | None) -> None:
    """Ask where "there" is, unless the last question said so."""
    places = {c.column.name for c in draft.index.columns if c.concepts & PLACES}
    for at in draft.meaning("there"):
        if at in draft.used:
            continue
        if not any(f.column in places for f in (base.filters if base else [])):
            _where(draft, at)
        draft.use(at)


def _where(draft: Draft, at: int) -> None:
    en = draft.sentence.language == "en"
    places = [c for c in draft.index.columns if c.concepts & PLACES and c.column.top]
    names = [v.value for c in places[:1] for v in c.column.top[:6]]
    question = (
        "Where is “there”? Say which place you mean." if en
        else f"Onde é “{draft.said(at)}”? Diga de qual lugar você fala."
    )  # fmt: skip
    raise InDoubt(
        unclear(question, [draft.instead(at, f"in {n}" if en else f"em {n}") for n in names])
    )


def _filters(draft: Draft, base: DataQuery | None) -> list[RowFilter]:
    """Keep the conditions before that nothing said now takes the place of."""
    said = draft.parts.filters
    if base is None:
        return list(said)
    if draft.has("undo"):
        gone = set(draft.parts.dropped) | {g.column for g in draft.parts.groups}
        return [f for f in base.filters if gone and f.column not in gone] + said
    if (
        draft.parts.all_of_it
        and not said
        and not draft.parts.groups
        and not draft.parts.has_measure
    ):
        return []
    kept = [f for f in base.filters if not any(_replaces(new, f) for new in said)]
    return [f for f in kept if f.column not in draft.parts.dropped] + said


def _replaces(new: RowFilter, old: RowFilter) -> bool:
    if new.column != old.column:
        return False
    if new.operator in ("!=", "not in") and old.operator in ("!=", "not in"):
        return False
    if new.operator in ("!=", "not in"):
        return False
    times = {"weekday", "hour", "month_of_year"}
    return (new.bucket in times) == (old.bucket in times) and (
        new.bucket not in times or new.bucket == old.bucket
    )


def _groups(draft: Draft, base: DataQuery | None) -> list[Grouping]:
    said = draft.parts.groups
    if base is None or (said and not draft.has("also")):
        return list(said)
    if draft.has("undo") or (
        draft.parts.all_of_it and not draft.parts.filters and not draft.parts.has_measure
    ):
        return []
    kept = list(base.group_by)
    if draft.parts.count and draft.parts.refers:
        kept = []
    for given in draft.parts.filters:
        kept = [g for g in kept if not _narrower(given, g)]
    return kept + [g for g in said if g not in kept]


def _narrower(given: RowFilter, grouping: Grouping) -> bool:
    """Tell whether a condition keeps no more than one step of a grouping by time."""
    if given.column != grouping.column or not grouping.bucket or given.bucket:
        return False
    if given.operator != "between" or not isinstance(given.value, list):
        return False
    try:
        first, last = (date.fromisoformat(str(end)[:10]) for end in given.value)
    except ValueError:
        return False
    room = {"year": 366, "quarter": 92, "month": 31, "week": 7, "day": 1}.get(grouping.bucket, 0)
    return (last - first).days < room


# ------------------------------------------------------------------ what is worked out


def _measures(draft: Draft, base: DataQuery | None, groups: list[Grouping]) -> list[Measure]:
    parts = draft.parts
    if parts.distinct:
        return [Measure(aggregate="count_distinct", column=parts.distinct.column.name)]
    if parts.chart == "histogram" and groups and groups[-1].bins:
        return []
    if parts.chart == "box" and parts.measured:
        name = parts.measured[0][1].column.name
        return [Measure(aggregate=a, column=name) for a in _FIVE]
    if parts.measured:
        return [
            Measure(aggregate=aggregate, column=column.column.name)
            for aggregate, column in _pairs(draft, base, groups)
        ][:6]
    if parts.aggregates:
        return _applied(draft, base)
    if parts.count:
        return []
    if draft.has("how_much") and not draft.has_noun:  # a figure, and no number of rows
        _in_money(draft)
        if not parts.measured:
            raise InDoubt(_which_figure(draft))
        return _measures(draft, base, groups)
    if base and parts.spread and any(m.aggregate == "share" for m in base.measures):
        return []
    if base:
        return _base_measures(draft, base, groups)
    if parts.way and not groups:
        raise InDoubt(_which_figure(draft))
    if not groups and not parts.filters:
        raise NotHere("topic")
    if draft.sentence.tokens[0].word in _ADDING:
        raise InDoubt(_how_many_of_them(draft))
    return []


def _how_many_of_them(draft: Draft) -> Unclear:
    """Ask what is wanted of rows where nothing was asked before that could go on."""
    text = draft.sentence.text.rstrip(" ?!.")
    if draft.sentence.language == "en":
        return unclear(
            "What do you want to know of these: how many rows?", [f"how many rows: {text}"]
        )
    return unclear("O que você quer saber disso: quantas linhas são?", [f"quantas linhas: {text}"])


def _base_measures(draft: Draft, base: DataQuery, groups: list[Grouping]) -> list[Measure]:
    """Take the last figures over; of one without groups, the longest is its greatest."""
    parts = draft.parts
    figure = _base_figure(draft, base)
    if parts.way and not groups and figure:
        aggregate: Aggregate = "max" if parts.way == "most" else "min"
        return [Measure(aggregate=aggregate, column=figure)]
    replaced: list[Measure] = []
    for measure in base.measures:
        where = list(measure.where)
        for new in parts.filters:
            if any(new.column == old.column for old in where):
                where = [new if old.column == new.column else old for old in where]
        replaced.append(measure.model_copy(update={"where": where}))
    return replaced


def _pairs(
    draft: Draft, base: DataQuery | None, groups: list[Grouping]
) -> list[tuple[Aggregate, NamedColumn]]:
    """Pair each way of working out with the figure it stands beside."""
    parts = draft.parts
    columns = list(dict.fromkeys(c for _, c in parts.measured))
    told = [c for at, c in parts.measured if not _is_selling(draft, at)]
    columns = list(dict.fromkeys(told)) or columns  # "best selling by quantity": by that
    asked = parts.way or parts.judged
    if not told and asked and groups and not draft.has("how_much") and not parts.money:
        _sold_by_what(draft, columns)
    said = parts.aggregates
    if len(columns) == 1 and said:
        return [(a, columns[0]) for _, a in dict.fromkeys(said)]
    if len(said) == 1:
        return [(said[0][1], c) for c in columns]
    if said:
        return [
            (aggregate, min(parts.measured, key=lambda m: abs(m[0] - at))[1])
            for at, aggregate in said
        ]
    return [(_unsaid(draft, base, groups, c), c) for c in columns]


def _is_selling(draft: Draft, at: int) -> bool:
    """Tell whether a figure was only meant by a form of "to sell"."""
    mark = draft.marks[at]
    said = [t.word for t in draft.sentence.tokens[mark.start : mark.end]]
    return bool(mark.column) and all(w.startswith(("vend", "sell", "sold")) for w in said)


def _sold_by_what(draft: Draft, columns: list[NamedColumn]) -> None:
    """Ask whether pieces or money decide who sells most, where the table has both."""
    units = [c for c in draft.index.numbers() if "unit" in c.concepts]
    if not units or not columns:
        return
    names = [readable(c.column.name) for c in (*columns[:1], *units[:1])]
    text = draft.sentence.text.rstrip(" ?!.")
    en = draft.sentence.language == "en"
    joint = "by" if en else "por"
    raise InDoubt(
        unclear(
            f"By what: {listing(names, 'en')}?"
            if en
            else f"Por qual valor: {listing(names, 'pt')}?",
            [f"{text} {joint} “{name}”" for name in names],
        )
    )


def _unsaid(
    draft: Draft, base: DataQuery | None, groups: list[Grouping], column: NamedColumn
) -> Aggregate:
    """Return how a figure is worked out where nobody said."""
    parts = draft.parts
    if column.column.is_date:
        return "max" if parts.age == "newest" else "min"
    ranks_groups = parts.target or parts.top or parts.compared or (base and not parts.groups)
    if parts.way and not (groups and ranks_groups):
        return "max" if parts.way == "most" else "min"
    known = next((m for m in (base.measures if base else []) if m.column), None)
    if known and known.aggregate not in ("share", "count_distinct", "count"):
        default = default_aggregate(draft, column)
        if known.column == column.column.name or default is None:
            return known.aggregate
    default = default_aggregate(draft, column)
    if default:
        return default
    raise InDoubt(_total_or_average(draft, column))


def _applied(draft: Draft, base: DataQuery | None) -> list[Measure]:
    """Apply "and the median?" to the figure of the last query, or ask which figure is meant."""
    known = _base_figure(draft, base)
    plain = [at for at, a in draft.parts.aggregates if a != "sum"]
    if draft.has_noun and plain:  # the average of counts is no aggregate of a column
        raise NotHere("shape", draft.said(plain[0]))
    if known:
        return [Measure(aggregate=a, column=known) for _, a in draft.parts.aggregates]
    sums = [a for _, a in draft.parts.aggregates if a == "sum"]
    if len(sums) == len(draft.parts.aggregates):
        return []  # the total of rows is their number
    numbers = draft.index.numbers()
    if len(numbers) == 1:
        name = numbers[0].column.name
        return [Measure(aggregate=a, column=name) for _, a in draft.parts.aggregates]
    raise InDoubt(_which_figure(draft))


def _base_figure(draft: Draft, base: DataQuery | None) -> str | None:
    """Return the column of figures that the last query was about."""
    if base is None:
        return None
    about = [m.column for m in base.measures if m.column] + [base.order_by]
    named = [draft.index.named(name) for name in about if name]
    return next((c.column.name for c in named if c and c.column.is_number), None)


def _which_figure(draft: Draft) -> Unclear:
    numbers = draft.index.numbers()
    if not numbers:
        raise NotHere("topic")
    names = [readable(c.column.name) for c in numbers]
    en = draft.sentence.language == "en"
    joint = "of" if en else "de"
    text = draft.sentence.text.rstrip(" ?!.")
    choices = [f"{text} {joint} “{n}”" for n in names]
    if en:
        return unclear(f"Of which column: {listing(names, 'en')}?", choices)
    return unclear(f"De qual coluna: {listing(names, 'pt')}?", choices)


def _total_or_average(draft: Draft, column: NamedColumn) -> Unclear:
    name = readable(column.column.name)
    at = next((p for p, c in draft.parts.measured if c == column), 0)
    if draft.sentence.language == "en":
        choices = [draft.instead(at, f"total “{name}”"), draft.instead(at, f"average “{name}”")]
        return unclear(f"Do you want the total or the average of {name}?", choices)
    choices = [draft.instead(at, f"total de “{name}”"), draft.instead(at, f"média de “{name}”")]
    return unclear(f"Você quer o total ou a média de {name}?", choices)


# ------------------------------------------------------------------ shares, rows, spans


def _duration(draft: Draft) -> None:
    """Answer "how long" by a column of durations alone."""
    lengths = {"duration", "minute", "hour", "delay", "stay", "los", "tenure", "year", "commute"}
    if not any(c.concepts & lengths for _, c in draft.parts.measured):
        raise NotHere("column", draft.said(draft.meaning("how_long")[0]))


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


def _in_money(draft: Draft) -> None:
    """Take the one figure in money, where the answer is wanted in money."""
    money = [c for c in draft.index.numbers() if (c.column.unit or "").endswith(("$", "€", "£"))]
    totals = [c for c in money if "revenue" in c.concepts] or money
    if len(totals) == 1:
        draft.parts.measured.append((0, totals[0]))


def _still_share(draft: Draft, base: DataQuery | None) -> bool:
    """Tell whether a share goes on, of a figure's sum instead of rows: "and in value?"."""
    shares = base is not None and any(m.aggregate == "share" for m in base.measures)
    return shares and bool(draft.parts.measured) and not draft.parts.aggregates


def _share(
    draft: Draft, base: DataQuery | None, filters: list[RowFilter], groups: list[Grouping]
) -> Understood:
    parts = draft.parts
    measured = [c for _, c in parts.measured]
    column = measured[0].column.name if measured else None
    if parts.filters and not (parts.refers and base):
        where, rest = _parted(draft, filters)
    elif base and not parts.groups:
        inherited = [f for m in base.measures for f in m.where]
        said = {f.column for f in parts.filters}
        where = [*inherited, *(f for f in base.filters if f.column not in said)]
        rest = [f for f in filters if f not in where]
        if parts.spread or not where:
            where = []
    else:
        where, rest = [], filters
    if parts.spread and not groups and base:
        groups, where, rest = _broken_down(draft, base)
    if not where and not groups:
        raise NotHere("topic")
    if groups and where and not parts.filters:
        rest, where = [*rest, *where], []
    measure = Measure(aggregate="share", column=column, where=where[:6])
    return _ranked(draft, base, [measure], groups, rest)


def _broken_down(
    draft: Draft, base: DataQuery
) -> tuple[list[Grouping], list[RowFilter], list[RowFilter]]:
    """Split by the column that the last condition was about."""
    about = [f for m in base.measures for f in m.where] or base.filters[-1:]
    if not about:
        raise NotHere("topic")
    column = about[-1].column
    rest = [f for f in base.filters if f.column != column]
    return [Grouping(column=column)], [], rest


def _parted(draft: Draft, filters: list[RowFilter]) -> tuple[list[RowFilter], list[RowFilter]]:
    """Part conditions into what the share is of and what has that share."""
    said = list(draft.parts.filters)
    rest = [f for f in filters if f not in said]
    dates = {c.column.name for c in draft.index.date_columns()}
    timed = [f for f in said if f.column in dates]
    said = [f for f in said if f.column not in dates]
    if not said:
        return timed, rest
    if len(said) == 1:
        return said, [*rest, *timed]
    truths = [f for f in said if (c := draft.index.named(f.column)) and c.is_truth]
    if len(said) == 2 and len(truths) == 1:  # "% of women (who) would like …"
        return truths, [*rest, *timed, *(f for f in said if f not in truths)]
    share = draft.meaning("share")[0]
    copula = [
        at for at, m in enumerate(draft.marks)
        if at > share + 1 and (m.means("is") or draft.said(at).lower() in _VERBS)
    ]  # fmt: skip
    if copula and copula[0] > share:
        before = [f for f in said if _place_of(draft, f) < copula[0]]
        after = [f for f in said if f not in before]
        if before and after:
            return after, [*rest, *timed, *before]
    places = sorted((_place_of(draft, f), n) for n, f in enumerate(said))
    if len(said) == 2 and places[0][0] == draft.after_it(share):
        lead = draft.sentence.tokens[max(0, draft.marks[places[1][0]].start - 1)].word
        if lead in ("in", "at", "on", "no", "na", "em", "nos", "nas", "a", "during", "for"):
            part, whole = said[places[0][1]], said[places[1][1]]
            return [part], [*rest, *timed, whole]  # "% of dirt at night": of what is at night
    text = " ".join(_said_of(f) for f in said)
    en = draft.sentence.language == "en"
    raise InDoubt(
        unclear(
            f"A percentage of what: which of {text} is the whole?" if en
            else f"Percentual de quê: qual destes é o todo, {text}?",
            [
                (f"what percentage of {_said_of(whole)} is {_said_of(part)}" if en
                 else f"que percentual de {_said_of(whole)} é {_said_of(part)}")
                for whole in said for part in said if part is not whole
            ],
        )
    )  # fmt: skip


def _said_of(given: RowFilter) -> str:
    values = given.value if isinstance(given.value, list) else [given.value]
    return f"{readable(given.column)} “{', '.join(str(v) for v in values)}”"


def _place_of(draft: Draft, given: RowFilter) -> int:
    for at, mark in enumerate(draft.marks):
        columns = [h[0] for h in mark.value.hits] if mark.value else []
        columns += list(mark.column.best) if mark.column else []
        if any(c.column.name == given.column for c in columns):
            return at
    return 0


def _span(draft: Draft, filters: list[RowFilter]) -> Understood:
    column = draft.date_column()
    if column is None:
        raise NotHere("no_dates", "")
    name = column.column.name
    measures = [Measure(aggregate="min", column=name), Measure(aggregate="max", column=name)]
    query = DataQuery(dataset=draft.index.profile.name, measures=measures, filters=filters)
    return Understood(query, form="span", notes=tuple(draft.parts.notes))


def _wants_rows(draft: Draft, base: DataQuery | None, groups: list[Grouping]) -> bool:
    parts = draft.parts
    if parts.groups or (parts.count and not (parts.way or parts.age or parts.rows)) or parts.share:
        return False
    asked = draft.has("who", "where", "when") or bool(parts.listed)
    noun = draft.has_noun
    if parts.way or parts.age:
        if base and base.group_by and not parts.measured and not asked and not noun:
            return False
        if parts.age and not parts.measured and (noun or asked):
            return True
        return bool(parts.way) and not parts.aggregates and (
            (asked and bool(parts.measured or noun or parts.listed))
            or bool(parts.listed)
            or (parts.top is not None and bool(parts.measured or noun))
        )  # fmt: skip
    return parts.rows and not (parts.measured or parts.aggregates or parts.distinct)


def _rows(draft: Draft, filters: list[RowFilter], base: DataQuery | None) -> Understood:
    """List rows: the greatest, the latest, or those that fulfil conditions."""
    parts = draft.parts
    order = _order_of_rows(draft)
    columns = [*parts.listed]
    keys = [c.column.name for c in draft.index.columns if c.is_key]
    columns += [k for k in keys[:1] if k not in columns]
    for word, about in (("where", PLACES), ("who", PEOPLE)):
        if draft.has(word):
            known = about | {"place"} if word == "where" else about
            fitting = [
                c.column.name for c in draft.index.columns
                if c.concepts & known and (c.is_people or word == "where")
            ]  # fmt: skip
            columns += [n for n in fitting if n not in columns]
            draft.use(*draft.meaning(word))
    if draft.has("when") and (dates := draft.date_column()):
        columns.append(dates.column.name)
        draft.use(*draft.meaning("when"))
    if order and order not in columns:
        columns.append(order)
    ranked = bool(parts.way or parts.age)
    if not ranked or len(columns) <= 2:
        named = [c.column.name for c in draft.index.columns]
        columns += [n for n in named[:8] if n not in columns]
    query = DataQuery(
        dataset=draft.index.profile.name,
        columns=columns[:12],
        filters=filters,
        order_by=order if ranked else None,
        descending=parts.way != "least" and parts.age != "oldest",
        limit=(parts.top or parts.rank) if ranked else _ROWS_SHOWN,
    )
    return Understood(
        query, form="rows", show="table" if not ranked or (parts.top or 1) > 1 else parts.show,
        rank=parts.rank, top=parts.top or 1, notes=tuple(parts.notes),
    )  # fmt: skip


def _order_of_rows(draft: Draft) -> str | None:
    parts = draft.parts
    if parts.age:
        column = draft.date_column()
        if column is None:
            raise NotHere("no_dates", "")
        return column.column.name
    if not parts.way:
        return None
    if parts.measured:
        return parts.measured[0][1].column.name
    numbers = draft.index.numbers()
    totals = [c for c in numbers if "revenue" in c.concepts] or numbers
    if len(totals) != 1:
        raise InDoubt(_which_figure(draft))
    return totals[0].column.name


# ------------------------------------------------------------------ order, and how it is shown


def _ranked(
    draft: Draft,
    base: DataQuery | None,
    measures: list[Measure],
    groups: list[Grouping],
    filters: list[RowFilter],
) -> Understood:
    parts = draft.parts
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
        if not timed or top > 1:
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
    if parts.difference and groups:
        form = "difference"
    query = DataQuery(
        dataset=draft.index.profile.name,
        measures=measures,
        group_by=groups,
        filters=filters,
        order_by=order,
        descending=descending,
        limit=max(limit, parts.rank),
    )
    show, chart = _shown(draft, base, query)
    if show == "chart" and timed and chart in ("line", "bar") and form in ("most", "least"):
        query = query.model_copy(update={"order_by": None, "limit": _MOST_GROUPS_SHOWN})
    return Understood(
        query, form=form, show=show, chart=chart, rank=parts.rank, top=top,
        notes=tuple(parts.notes),
    )  # fmt: skip


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
    measure = (measures or [Measure()])[0]
    good = _is_good(draft, measure)
    if good is None or (parts.judged == "best" and measure.column is None and not base):
        raise InDoubt(criterion(draft, groups))
    return "most" if good == (parts.judged == "best") else "least"


def _is_good(draft: Draft, measure: Measure) -> bool | None:
    """Tell whether more of a figure is better, where its name says so."""
    about: set[str] | frozenset[str] = draft.index.noun_concepts
    column = draft.index.named(measure.column) if measure.column else None
    if column:
        about = column.concepts
        if "(1" in column.column.name or "(0" in column.column.name:
            return True
    bad, good = bool(about & BAD), bool(about & GOOD)
    return None if bad == good else good


def criterion(draft: Draft, groups: list[Grouping], said: str = "") -> Unclear:
    """Ask by what measure something is best, or most of what the table does not tell."""
    target = group_said(groups[0], draft.sentence.language) if groups else ""
    numbers = [readable(c.column.name) for c in draft.index.numbers()][:4]
    if draft.sentence.language == "en":
        which = f"which {target} has the" if target else "the"
        choices = [f"{which} most rows", f"{which} fewest rows"]
        choices += [f"{which} highest total of “{n}”" for n in numbers[:3]]
        return unclear(
            f"“{said or 'best'}” by what measure{f' for {target}' if target else ''}: the fewest"
            f" rows, the most, or {listing(numbers, 'en') or 'something else'}?", choices,
        )  # fmt: skip
    which = f"qual {target} tem" if target else "qual tem"
    choices = [f"{which} mais registros", f"{which} menos registros"]
    choices += [f"{which} o maior total de “{n}”" for n in numbers[:3]]
    return unclear(
        f"Melhor por qual critério{f' de {target}' if target else ''}: menos registros, mais"
        f" registros ou {listing(numbers, 'pt') or 'outra medida'}?", choices,
    )  # fmt: skip


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
