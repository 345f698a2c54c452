"""Reads what is worked out: counts, totals, averages, shares, what is most or least, which rows."""

from __future__ import annotations

from analysis.query import Aggregate, RowFilter
from analysis.reading.asking import listing, unclear
from analysis.reading.draft import Draft, InDoubt, NotHere
from analysis.reading.extremes import asks_both
from analysis.reading.glossary import EXTENSIVE, INTENSIVE, concepts
from analysis.reading.grouping import one_column
from analysis.reading.read_limits import UNITS
from analysis.reading.read_targets import picks_row
from analysis.reading.read_things import take_thing
from analysis.reading.shapes import Unclear
from analysis.reading.table_index import MEASURE_WORDS, NamedColumn
from analysis.wording import readable
from language.matching import stem, words

_SOLD = frozenset(
    "sell sells sold selling vende vendem vendeu vendemos vender vendido vendidos"
    " vendida vendidas vendi venderam".split()
)
_LENGTHS = frozenset(
    "day days dia dias week weeks semana semanas year years ano anos month months mes meses".split()
)
RATES = ("rate", "rates", "taxa", "taxas", "ratio")


def read_measures(draft: Draft) -> None:
    """Take what is to be worked out into the parts."""
    parts = draft.parts
    _ways(draft)
    _shares(draft)
    _aggregates(draft)
    _columns(draft)
    _revenue(draft)
    _counts(draft)
    _spans(draft)
    for at in draft.meaning("rows", "difference", "total_of_all", "that"):
        draft.use(at)
    parts.rows = draft.has("rows")
    parts.ends = asks_both(draft) and not parts.compared
    parts.difference = draft.has("difference")
    parts.refers = draft.has("that")
    parts.all_of_it = draft.has("total_of_all")
    totals = [at for at in draft.meaning("total_of_all") if "total" in draft.said(at).lower()]
    means = draft.base is not None and any(m.aggregate == "mean" for m in draft.base.measures)
    if totals and means and len(draft.sentence.tokens) <= 4 and not parts.has_measure:
        raise NotHere("before")  # "in total", after an average
    if totals and parts.measured and not parts.aggregates and not parts.way:
        parts.aggregates = [(totals[0], "sum")]  # "how far did they ride in total"
    parts.overall = any(draft.marks[at].meant[1] for at in draft.meaning("total_of_all"))


def _ways(draft: Draft) -> None:
    """Read most, least, best, worst, top n, the second, the latest."""
    parts = draft.parts
    for at, mark in enumerate(draft.marks):
        if at in draft.used:
            continue
        if mark.means("often", "seldom"):
            parts.way, parts.often = ("most" if mark.means("often") else "least"), True
            draft.use(at)
            _limit_beside(draft, at)
            _participle(draft, at)
        elif mark.means("most", "least"):
            parts.way = mark.meant[0]
            draft.use(at)
            _limit_beside(draft, at)
            _participle(draft, at)
        elif mark.means("best", "worst"):
            parts.judged = mark.meant[0]
            draft.use(at)
            _limit_beside(draft, at)
        elif mark.means("top"):
            parts.way = parts.way or "most"
            draft.use(at)
            _limit_beside(draft, at)
        elif mark.means("second"):
            behind = draft.after_it(at)
            if (
                behind is not None
                and draft.marks[behind].means("bucket")
                and not draft.has("most", "least", "best", "worst", "often", "seldom")
            ):
                raise NotHere("shape", draft.said(at))  # "the second week"
            parts.rank = int(mark.meant[1])
            parts.way = parts.way or None
            draft.use(at)
        elif mark.means("newest", "oldest"):
            parts.age = mark.meant[0]
            draft.use(at)
            _limit_beside(draft, at)
        elif mark.kind == "size":
            _size(draft, at)


def _limit_beside(draft: Draft, at: int) -> None:
    for near in (draft.before_it(at), draft.after_it(at)):
        if near is None or near in draft.used:
            continue
        mark = draft.marks[near]
        if mark.kind == "number" and mark.number.is_integer() and 1 <= mark.number <= 200:
            draft.parts.top = int(mark.number)
            draft.use(near)
            return


def _participle(draft: Draft, at: int) -> None:
    """Read "mais pedida", "most used": the participle says no more than how often."""
    place = draft.marks[at].end
    if place >= len(draft.sentence.tokens):
        return
    near = next((n for n, m in enumerate(draft.marks) if m.start == place), None)
    if near is None or draft.marks[near].kind not in ("unknown", "stop"):
        return
    word = draft.sentence.tokens[place].word
    portuguese = word.endswith(("ado", "ada", "ados", "adas", "ido", "ida", "idos", "idas"))
    if portuguese or word.endswith("ed"):
        draft.parts.often = True
        draft.use(near)


def _size(draft: Draft, at: int) -> None:
    way, _, about = draft.marks[at].meant[1].partition(" ")
    draft.parts.way = way
    draft.use(at)
    _limit_beside(draft, at)
    if not about:
        return
    draft.parts.sized = True
    fitting = [c for c in draft.index.numbers() if about in c.concepts]
    if about == "speed" and not fitting and draft.base and not draft.base.group_by:
        draft.used.discard(at)
        return
    if about == "speed" and not fitting:  # what is fast takes little time
        about, way = "duration", "least" if way == "most" else "most"
        draft.parts.way = way
        fitting = [c for c in draft.index.numbers() if about in c.concepts]
    known = {m.column for m in draft.base.measures} if draft.base else set[str | None]()
    goes_on = draft.base is not None and (bool(known - {None}) or bool(draft.base.columns))
    if about == "duration" and (not fitting or goes_on):
        return  # "longest delay": of what is said
    money = [c for c in draft.index.numbers() if c.is_money]
    if not fitting and about == "price":  # what is dear costs much
        fitting = [c for c in draft.index.numbers() if "cost" in c.concepts]
        fitting = fitting or (money if len(money) == 1 else [])
        said_how = draft.has("aggregate")
        if len(fitting) == 1 and draft.parts.groups and not picks_row(draft) and not said_how:
            raise InDoubt(_dear_in_all(draft, at, way, fitting[0]))
    said = [m for m in draft.marks if m.column and any(c in fitting for c in m.column.columns)]
    if said:
        return
    if len(fitting) == 1:
        draft.parts.measured.append((at, fitting[0]))
    elif fitting:
        names = [readable(c.column.name) for c in fitting]
        en = draft.sentence.language == "en"
        raise InDoubt(
            unclear(
                f"Do you mean {listing(names, 'en')}?" if en
                else f"Você quer dizer {listing(names, 'pt')}?",
                [draft.instead(at, f"{draft.said(at)} “{n}”") for n in names],
            )
        )  # fmt: skip
    else:
        draft.used.discard(at)


def _dear_in_all(draft: Draft, at: int, way: str, column: NamedColumn) -> Unclear:
    """Ask whether costs in all or on average make something dear."""
    name, high = readable(column.column.name), way == "most"
    if draft.sentence.language == "en":
        word = "highest" if high else "lowest"
        ways = [draft.instead(at, f"{word} {a} “{name}”") for a in ("total", "average")]
        return unclear(f"By the total or by the average of {name}?", ways)
    word = "maior" if high else "menor"
    ways = [draft.instead(at, f"com {word} {a} “{name}”") for a in ("total de", "média de")]
    return unclear(f"Pelo total ou pela média de {name}?", ways)


def _shares(draft: Draft) -> None:
    found = [at for at in draft.meaning("share") if at not in draft.used]
    units = [at for at in draft.meaning("bucket") if at not in draft.used]
    for at in units:  # "tenure (years)": the unit of a figure that is asked for
        about = concepts(draft.sentence.tokens[draft.marks[at].start].stem)
        if any(m.column and m.column.columns[0].concepts & about for m in draft.marks):
            draft.use(at)
    rates = [
        at for at, _ in draft.free("unknown")
        if draft.said(at).lower() in RATES
    ]  # fmt: skip
    truths = [
        f for f in draft.parts.filters if (c := draft.index.named(f.column)) and c.is_truth
    ]  # fmt: skip
    if rates and truths:  # "the readmission rate"
        found += rates
    draft.use(*found)
    draft.parts.share = bool(found)


def _aggregates(draft: Draft) -> None:
    for at in draft.meaning("aggregate"):
        if at not in draft.used:
            aggregate: Aggregate = draft.marks[at].meant[1]  # type: ignore[assignment]
            draft.parts.aggregates.append((at, aggregate))
            draft.use(at)


def _columns(draft: Draft) -> None:
    """Take the columns that nothing has taken yet: figures, or what is counted or listed."""
    parts = draft.parts
    numbers = draft.index.numbers()
    for at, mark in list(draft.free("column")):
        if mark.column is None:
            continue
        best = [c for c in mark.column.best if c in numbers]
        if best:
            if len(best) > 1 and not draft.parts.aggregates and mark.also_noun:
                continue
            if _only_says_of(draft, at):
                draft.use(at)
                draft.absorbed.add(at)
                continue
            if _comes_with(draft, at, best[0]):
                continue
            column = one_column(draft, at) if len(mark.column.best) > 1 else best[0]
            if not mark.column.sure:
                one_column(draft, at)
            rows = parts.age or draft.has("rows", "how_many")
            rows = rows and not _is_named_so(draft, at, best[0])
            if mark.also_noun and (rows or _is_only_rows(draft, at, best[0])):
                parts.count = True  # "how many sales": rows, whatever else is called so
            else:
                parts.measured.append((at, column))
            draft.use(at)
    for at, _ in list(draft.free("column")):
        take_thing(draft, at)


def _is_only_rows(draft: Draft, at: int, named: NamedColumn) -> bool:
    """Tell whether a word calls the rows, though a figure is named with it, too: "freights"."""
    mark = draft.marks[at]
    said = {t.stem for t in draft.sentence.tokens[mark.start : mark.end]}
    plain = not draft.has("aggregate", "how_much", "most", "least", "best", "worst", "share", "by")
    only = len(said) == 1 and said <= draft.index.nouns and said <= {*named.words}
    return only and plain and len(named.words) > 1 and bool(draft.parts.filters)


def _revenue(draft: Draft) -> None:
    """Add up what was earned, where prices are all that the table has of money."""
    parts = draft.parts
    for at, column in parts.measured:
        mark = draft.marks[at] if at < len(draft.marks) else None
        if mark is None or mark.column is None or not mark.column.assumed or parts.aggregates:
            continue
        said = {c for t in draft.sentence.tokens[mark.start : mark.end] for c in concepts(t.stem)}
        if said & {"revenue", "income"} and not column.concepts & said:
            parts.aggregates.append((at, "sum"))
            return


def _is_named_so(draft: Draft, at: int, named: NamedColumn) -> bool:
    """Tell whether a column has no other name than this: "trips", in a table of trips."""
    mark = draft.marks[at]
    said = draft.sentence.tokens[mark.start : mark.end]
    stems = {t.stem for t in said}
    about = {c for word in stems for c in concepts(word)} - {"revenue"}  # money has many names
    telling = [w for w in named.words if w not in MEASURE_WORDS]
    return bool(telling) and all(w in stems or concepts(w) & about for w in telling)


def _only_says_of(draft: Draft, at: int) -> bool:
    """Tell whether a figure's word only tells of another: "canal de venda", "score of the food"."""
    mark, mention = draft.marks[at], draft.mention(at)
    before = at - 1
    while before >= 0 and draft.said(before).lower() in ("de", "da", "do", "of", "das", "dos"):
        before -= 1
    if mark.also_noun and 0 <= before < at - 1 and draft.marks[before].kind == "column":
        return True
    said = {t.word for t in draft.sentence.tokens[mark.start : mark.end]}
    numbers = [
        n for n, m in enumerate(draft.marks)
        if n != at and m.column and m.column.best[0].column.is_number
    ]  # fmt: skip
    if said <= {"tempo", "time"} and numbers:
        return True  # "tempo médio de casa"
    if len(mention.best) < 2:
        return False
    others = [m.column.best[0] for n, m in enumerate(draft.marks)
              if n != at and m.column and len(m.column.best) == 1]  # fmt: skip
    if any(c in mention.columns for c in others):
        return True  # "how happy … with their salary": the other words say which
    about = {c for t in draft.sentence.tokens[mark.start : mark.end] for c in concepts(t.stem)}
    return "grade" in about and any(c.column.is_number for c in others)


def _comes_with(draft: Draft, at: int, column: NamedColumn) -> bool:
    """Read "orders with a discount" as those that have more than nothing of it."""
    before = draft.sentence.tokens[max(0, draft.marks[at].start - 1)].word
    if before in ("a", "any", "some", "algum", "alguma") and draft.marks[at].start > 1:
        before = draft.sentence.tokens[draft.marks[at].start - 2].word
    ranked = draft.has("aggregate", "most", "least", "best", "worst", "how_much", "top", "share")
    least = column.column.least
    if before not in ("com", "with") or ranked or not draft.has_noun or draft.parts.aggregates:
        return False
    if at < len(draft.marks) - 1 or not isinstance(least, int | float) or least < 0:
        return False
    draft.use(at)
    draft.parts.count = True
    draft.parts.filters.append(RowFilter(column=column.column.name, operator=">", value=0))
    return True


def _counts(draft: Draft) -> None:
    """Read "how many" and the words for rows."""
    parts = draft.parts
    asked = [at for at in draft.meaning("how_many") if at not in draft.used]
    nouns = [at for at, _ in draft.free("noun")]
    entities = [at for at in draft.meaning("entity") if at not in draft.used]
    draft.use(*asked, *entities)
    if asked and not parts.measured and not parts.distinct:
        parts.count = True
    for at in draft.meaning("how_much"):
        draft.use(at)
    for at in nouns:
        draft.use(at)
    if nouns or entities:
        if not parts.measured and not parts.aggregates and not parts.distinct and not parts.share:
            parts.count = True
        totals = [agg for _, agg in parts.aggregates if agg == "sum"]
        if totals and not parts.measured and len(parts.aggregates) == 1:
            _total_of_rows(draft, nouns)
    if asked and _only_says_sold(draft):
        draft.passed.update(at for at, _ in parts.measured)
        parts.measured.clear()
        parts.count = True
    if asked and parts.measured:
        _count_of_ratings(draft, asked[0])
        _counted_after_all(draft, asked[0])
    units = _sold_units(draft) if asked else None
    if units:
        parts.count = False
        parts.measured.append((asked[0], units))
        parts.aggregates.append((asked[0], "sum"))


def _count_of_ratings(draft: Draft, asked: int) -> None:
    """Count the rows that have a figure which does not add up: "how many ratings did he get"."""
    parts = draft.parts
    behind = draft.after_it(asked, over=("distinct",))
    columns = {c.column.name: c for _, c in parts.measured}
    if (
        len(columns) != 1
        or parts.aggregates
        or behind is None
        or draft.marks[behind].kind != "column"
    ):
        return
    name, column = next(iter(columns.items()))
    words = {
        t.word for t in draft.sentence.tokens[draft.marks[behind].start : draft.marks[behind].end]
    }
    if words & {*UNITS} or words & _LENGTHS or default_aggregate(draft, column) != "mean":
        return
    parts.measured.clear()
    parts.count = True
    if not any(f.column == name for f in parts.filters):
        parts.filters.append(RowFilter(column=name, operator="is filled"))


def _counted_after_all(draft: Draft, asked: int) -> None:
    """Count rows where figures only limit them: "temperature below 0: how many readings"."""
    parts = draft.parts
    behind = draft.after_it(asked, over=("distinct",))
    if behind is not None and any(at == behind for at, _ in parts.measured):
        return  # "how many units"
    limited = {f.column for f in parts.filters}
    if all(c.column.name in limited for _, c in parts.measured) and not parts.aggregates:
        parts.measured.clear()
        parts.count = True
    elif not parts.aggregates and behind is not None and draft.marks[behind].kind != "column":
        raise NotHere("column", draft.said(parts.measured[0][0]))


def _total_of_rows(draft: Draft, nouns: list[int]) -> None:
    """Read "total defects": the rows, where no figure bears the same name."""
    draft.parts.aggregates.clear()
    draft.parts.count = True


def _only_says_sold(draft: Draft) -> bool:
    """Tell whether "how many mugs did we sell" names no figure: things are sold, not the money."""
    parts = draft.parts
    if not parts.measured or parts.aggregates or not parts.filters:
        return False
    marks = [draft.marks[at] for at, _ in parts.measured]
    return all(draft.sentence.said(m.start, m.end).lower() in _SOLD for m in marks)


def _sold_units(draft: Draft) -> NamedColumn | None:
    """Return the quantity that "how many mugs" asks for, where a table of sales has one."""
    if draft.parts.measured or draft.parts.distinct or draft.parts.count is False:
        return None
    quantities = [c for c in draft.index.numbers() if "unit" in c.concepts]
    asked = draft.meaning("how_many")
    behind = draft.after_it(asked[0]) if asked else None
    if len(quantities) != 1 or behind is None:
        return None
    value = draft.marks[behind].value
    if value is None or "product" not in value.hits[0][0].concepts:
        return None
    return quantities[0]


def _spans(draft: Draft) -> None:
    found = [at for at in draft.meaning("span") if at not in draft.used]
    if found:
        draft.use(*found)
        draft.parts.span = True


def default_aggregate(draft: Draft, column: NamedColumn) -> Aggregate | None:
    """Return how a figure is put together where nobody said: what adds up is added up."""
    unit = (column.column.unit or "").strip()
    if unit == "%" or "%" in column.column.name:
        return "mean"
    scale = "(1" in column.column.name or "(0" in column.column.name
    if scale:
        return "mean"
    if column.concepts & EXTENSIVE and "price" not in column.concepts:
        return "sum"
    if column.concepts & INTENSIVE:
        return "mean"
    if column.is_money or _counts_things(column):
        return "sum"
    return None


def _counts_things(named: NamedColumn) -> bool:
    """Tell whether a column's name is a plural and its figures are whole: "Passengers"."""
    last = words(named.column.name)[-1:] or [""]
    plural = stem(last[0]) != last[0] and last[0] not in MEASURE_WORDS
    return named.column.kind == "integer" and plural and len(named.words) <= 3
