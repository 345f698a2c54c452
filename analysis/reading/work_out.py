"""What is worked out: the figures that a question names, or those of the query before."""

from __future__ import annotations

from analysis.query import Aggregate, DataQuery, Grouping, Measure
from analysis.reading.asking import listing, unclear
from analysis.reading.draft import Draft, InDoubt, NotHere
from analysis.reading.glossary import concepts
from analysis.reading.read_groups import ADVERBS
from analysis.reading.read_measures import default_aggregate
from analysis.reading.shapes import Unclear
from analysis.reading.table_index import NamedColumn, is_measured
from analysis.wording import readable

_FIVE: tuple[Aggregate, ...] = ("min", "first_quartile", "median", "third_quartile", "max")
_PER = ("per", "por", "an", "each", "cada")
_VALUE = frozenset(("value", "valor"))
_CYCLES = ("hour", "weekday", "month_of_year")
_PERIODS = ("day", "week", "month", "quarter", "year")
_ON_AVERAGE = ("on average", "em média", "em media", "na média", "na media")
_ADDING = ("e", "and", "so", "somente", "apenas", "only", "just", "agora", "now", "mas", "but")


def figures_of(draft: Draft, base: DataQuery | None, groups: list[Grouping]) -> list[Measure]:
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
        return _applied(draft, base, groups)
    if parts.way and parts.target and not parts.often and _most_of_a_value(draft):
        raise InDoubt(which_figure(draft))  # "who harvested the most wheat"
    if parts.count:
        return []
    if draft.has("how_much") and not draft.has_noun:  # a figure, and no number of rows
        take_money(draft)
        if not parts.measured:
            raise InDoubt(which_figure(draft))
        return figures_of(draft, base, groups)
    if base and parts.spread and any(m.aggregate == "share" for m in base.measures):
        return []
    if base:
        return _base_measures(draft, base, groups)
    if (parts.compared or parts.trend) and not draft.has_noun and _has_sums(draft):
        raise InDoubt(which_figure(draft))
    if parts.way and not groups:
        raise InDoubt(which_figure(draft))
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


def _most_of_a_value(draft: Draft) -> bool:
    """Tell whether the most of a value is asked for where rows are not all that adds up."""
    for at in draft.meaning("most", "least"):
        behind = draft.after_it(at)
        if behind is not None and draft.marks[behind].kind == "value":
            return _has_sums(draft)
    return False


def _has_sums(draft: Draft) -> bool:
    """Tell whether the table has figures that add up, so that rows are not all there is."""
    return any(default_aggregate(draft, c) == "sum" for c in draft.index.numbers())


def _base_measures(draft: Draft, base: DataQuery, groups: list[Grouping]) -> list[Measure]:
    """Take the last figures over; of one without groups, the longest is its greatest."""
    parts = draft.parts
    figure = base_figure(draft, base)
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
    if _is_average_of_totals(draft, columns, groups):
        return [("sum", columns[0])]
    _ask_which_hours(draft, groups)
    if len(columns) == 1 and said:
        if said[0][1] == "mean" and any(g.bucket == "day" for g in groups):
            _average_of_days(draft, columns, groups)
        return [(a, columns[0]) for _, a in dict.fromkeys(said)]
    if len(said) == 1:
        if said[0][1] == "mean" and any(g.bucket == "day" for g in groups):
            _average_of_days(draft, columns, groups)
        return [(said[0][1], c) for c in columns]
    if said:
        return [
            (aggregate, min(parts.measured, key=lambda m: abs(m[0] - at))[1])
            for at, aggregate in said
        ]
    if parts.ends and not groups:
        return [(end, c) for c in columns for end in ("max", "min")]
    return [(_unsaid(draft, base, groups, c), c) for c in columns]


def _average_of_days(draft: Draft, columns: list[NamedColumn], groups: list[Grouping]) -> None:
    """Ask about "average sales per day": the days' totals, or the average of rows on each day."""
    adds_up = all(default_aggregate(draft, c) == "sum" for c in columns) or _is_earned(draft)
    if not (adds_up and len(groups) == 1 and columns):
        return
    name = readable(columns[0].column.name)
    en = draft.sentence.language == "en"
    raise InDoubt(
        unclear(
            f"Do you want the total of {name} for each day, or one average over all rows?" if en
            else f"Você quer o total de {name} de cada dia, ou uma só média de todas as linhas?",
            [f"total “{name}” by day", f"average “{name}”"] if en
            else [f"total de “{name}” por dia", f"média de “{name}”"],
        )
    )  # fmt: skip


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


def _of_each_row(draft: Draft, column: NamedColumn) -> Aggregate:
    """Read "fines per loan", where a loan is a row: on average."""
    if column.column.is_number:
        return "mean"
    raise NotHere("topic")


def _unsaid(
    draft: Draft, base: DataQuery | None, groups: list[Grouping], column: NamedColumn
) -> Aggregate:
    """Return how a figure is worked out where nobody said."""
    parts = draft.parts
    if parts.per_row and parts.way and not groups:
        raise NotHere("shape", draft.sentence.text[:60])
    if parts.per_row:
        return _of_each_row(draft, column)
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
    if default == "sum" and groups and _is_charged(draft):
        default = None  # what somebody charges: in all, or each time?
    if default:
        return default
    raise InDoubt(_total_or_average(draft, column))


def _is_average_of_counts(draft: Draft, base: DataQuery | None, per: list[Grouping]) -> bool:
    """Read "visits per day on average": the rows of each day are counted, then averaged."""
    parts = draft.parts
    said = [a for _, a in parts.aggregates]
    counting = base is not None and not base.measures and not base.columns
    counts = draft.has_noun or counting
    parts.averaged = said == ["mean"] and counts and len(per) == 1 and not parts.way
    if parts.averaged and per[0].bucket in _CYCLES:
        raise NotHere("shape", draft.sentence.text[:60])  # of each hour, or of the day's hours?
    return parts.averaged


def _ask_which_hours(draft: Draft, groups: list[Grouping]) -> None:
    """Ask about "average energy per hour": of the day's hours, or of each hour that passed."""
    means = [at for at, a in draft.parts.aggregates if a == "mean"]
    hours = [at for at in draft.meaning("bucket") if draft.marks[at].meant[1] == "hour"]
    per = any(draft.said(at - 1).lower() in _PER for at in hours if at)
    whole = any(draft.marks[at].end - draft.marks[at].start > 1 for at in hours)
    if not (means and per and groups == draft.parts.groups) or whole or draft.parts.way:
        return
    text, en = draft.sentence.text.rstrip(" ?!."), draft.sentence.language == "en"
    raise InDoubt(
        unclear(
            "For each hour of the day, or one average?" if en
            else "Para cada hora do dia ou uma só média?",
            [f"{text} of the day"] if en else [f"{text} do dia"],
        )
    )  # fmt: skip


def _is_average_of_totals(draft: Draft, columns: list[NamedColumn], groups: list[Grouping]) -> bool:
    """Read "average daily revenue": each day's total, then their average."""
    parts = draft.parts
    adds_up = all(default_aggregate(draft, c) == "sum" for c in columns) or _is_earned(draft)
    means = [at for at, a in parts.aggregates if a == "mean"]
    periods = len(groups) == 1 and groups[0].bucket in _PERIODS
    if not (adds_up and periods and len(columns) == 1 and means) or len(parts.aggregates) > 1:
        return False
    words = {t.word for t in draft.sentence.tokens}
    parts.averaged = not parts.way and (
        bool(words & ADVERBS) or draft.said(means[0]).lower() in _ON_AVERAGE
    )
    return parts.averaged


def _is_charged(draft: Draft) -> bool:
    """Tell whether a figure was called a price, by a verb: "who charges most"."""
    for at, _ in draft.parts.measured:
        mark = draft.marks[at] if at < len(draft.marks) else None
        if mark and mark.column and mark.column.assumed:
            about = {c for t in draft.sentence.tokens[mark.start : mark.end]
                     for c in concepts(t.stem)}  # fmt: skip
            return bool(about & {"price", "pay"}) and not about & {"revenue", "income"}
    return False


def _is_earned(draft: Draft) -> bool:
    """Tell whether a figure was called what one earns, which adds up."""
    marks = [draft.marks[at] for at, _ in draft.parts.measured if at < len(draft.marks)]
    said = [t for m in marks for t in draft.sentence.tokens[m.start : m.end]]
    return any(concepts(t.stem) & {"revenue", "income"} for t in said)


def _applied(draft: Draft, base: DataQuery | None, groups: list[Grouping]) -> list[Measure]:
    """Apply "and the median?" to the figure of the last query, or ask which figure is meant."""
    known = base_figure(draft, base)
    plain = [at for at, a in draft.parts.aggregates if a != "sum"]
    per = groups or (list(base.group_by) if base and not base.measures else [])
    valued = any(_VALUE & {*draft.said(at).lower().split()} for at, _ in draft.parts.aggregates)
    if valued and not known:
        raise InDoubt(which_figure(draft))  # "average value of those": of which column?
    if _is_average_of_counts(draft, base, per):
        return []
    if base and known and [m.aggregate for m in base.measures] == ["sum"]:
        named = draft.index.named(known)
        if named and _is_average_of_totals(draft, [named], draft.parts.groups):
            return list(base.measures)
    if draft.has_noun and plain:  # the average of counts is no aggregate of a column
        raise NotHere("shape", draft.said(plain[0]))
    if known:
        return [Measure(aggregate=a, column=known) for _, a in draft.parts.aggregates]
    sums = [a for _, a in draft.parts.aggregates if a == "sum"]
    if len(sums) == len(draft.parts.aggregates):
        return []  # the total of rows is their number
    numbers = draft.index.numbers()
    called = [c for c in numbers if set(c.words) <= draft.index.nouns]
    numbers = called if len(called) == 1 else numbers  # "notas.csv" is about "Nota"
    if called or (len(numbers) == 1 and is_measured(numbers[0])):
        name = numbers[0].column.name
        return [Measure(aggregate=a, column=name) for _, a in draft.parts.aggregates]
    raise InDoubt(which_figure(draft))


def base_figure(draft: Draft, base: DataQuery | None) -> str | None:
    """Return the column of figures that the last query was about."""
    if base is None:
        return None
    about = [m.column for m in base.measures if m.column] + [base.order_by]
    named = [draft.index.named(name) for name in about if name]
    return next((c.column.name for c in named if c and c.column.is_number), None)


def which_figure(draft: Draft) -> Unclear:
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


def take_money(draft: Draft) -> None:
    """Take the one figure in money, where the answer is wanted in money."""
    money = [c for c in draft.index.numbers() if c.is_money]
    totals = [c for c in money if "revenue" in c.concepts] or money
    if len(totals) == 1:
        draft.parts.measured.append((0, totals[0]))
