"""Reads what a message says of the answer before it: "when was that", "counts, not %", "both
together", "how many is that based on", "what was the peak".
"""

from __future__ import annotations

from analysis.query import DataQuery, Measure, RowFilter
from analysis.reading.asking import unclear
from analysis.reading.draft import Draft, InDoubt, NotHere
from analysis.reading.glossary import PEOPLE, PLACES
from analysis.reading.shapes import Understood
from analysis.reading.two_before import both_before, grouped_by_pair
from analysis.wording import readable

_CAME_TO = frozenset("deu dao rendeu come came amount add worth make made bring brought".split())
_ONE = frozenset("dele dela ele ela he him his she her hers its".split())
_DID = frozenset("fez teve vendeu deu ganhou registou marcou gastou".split())
_THAT_ONE = (
    "that day", "that month", "that week", "that year", "nesse dia", "nesse mes", "that one",
    "nessa semana", "esse dia", "esse mes", "desse dia", "desse mes",
)  # fmt: skip
_THAT = frozenset("that this esse essa este esta nesse nessa desse dessa aquele aquela".split())
_LEADS = frozenset("in at for from of on by with did do does is was has had and at".split())
_THREE = frozenset("three tres".split())
_ALL_GROUPS = 100
_PEAKS = ("peak", "pico", "the peak", "o pico", "record high")
_THEM = frozenset(
    "them those these they deles delas desses dessas esses essas nesses nessas eles elas".split()
)


def says_them(draft: Draft) -> bool:
    """Tell whether a message is about the rows of the answer before it."""
    tokens = draft.sentence.tokens
    return tokens[0].word == "their" or any(t.word in _THEM for t in tokens)


def tells_what_it_came_to(draft: Draft) -> bool:
    """Tell whether a figure is asked of the rows before: "how much did that come to in fines"."""
    said = {t.word for t in draft.sentence.tokens}
    bare = not (draft.parts.filters or draft.parts.groups or draft.has_noun)
    rows = draft.base is not None and not draft.base.measures
    return rows and bare and draft.has("how_much") and bool(said & _CAME_TO)


def ask_of_some_rows(draft: Draft, base: DataQuery) -> None:
    """Refuse figures of rows that were only the first of many: "what did they cost?"."""
    ranked = bool(base.columns) or (bool(base.group_by) and base.limit < _ALL_GROUPS)
    first = ranked and base.order_by is not None and base.limit > 1
    parts = draft.parts
    if first and says_them(draft) and (parts.measured or parts.aggregates):
        raise NotHere("before")


def says_whom(draft: Draft) -> bool:
    """Tell whether a message itself says whom "they" are."""
    parts = draft.parts
    named = any(m.column and m.kind == "column" for m in draft.marks)
    return draft.has_noun or bool(parts.filters or parts.groups) or named


def says_one(draft: Draft) -> bool:
    """Tell whether a message is about one whom it does not name: "his", "that day", "fez"."""
    tokens = draft.sentence.tokens
    text = " ".join(t.word for t in tokens)
    asked = draft.has("how_many") and not (draft.has("who", "which") or draft.parts.filters)
    did = tokens[-1].word in _DID and asked
    had_it = any(t.word == "it" for t in tokens) and draft.has("how_many")
    known = draft.base is not None or bool(draft.before.open_question)
    did = did or (had_it and known and not draft.has("empty", "based_on", "chart"))
    return did or any(t.word in _ONE for t in tokens) or any(s in text for s in _THAT_ONE)


def _one_of_them(draft: Draft, base: DataQuery) -> DataQuery:
    """Return what was asked of all groups, of the one that is named now: "and Julia's?"."""
    parts = draft.parts
    names = {g.column for g in base.group_by if not g.bucket}
    named = [f for f in parts.filters if f.column in names and f.operator == "="]
    shares = [m for m in base.measures if m.aggregate == "share" and not m.where]
    if not named or parts.groups or parts.way or not (base.order_by or shares):
        return base
    groups = [g for g in base.group_by if g.column not in {f.column for f in named}]
    measures = [m.model_copy(update={"where": named}) if m in shares else m for m in base.measures]
    if shares:
        parts.filters = [f for f in parts.filters if f not in named]
    return base.model_copy(update={"group_by": groups, "measures": measures, "order_by": None})


def _all_of(draft: Draft, base: DataQuery) -> None:
    """Read "all shifts" as without the condition on shifts."""
    parts = draft.parts
    held = {f.column for f in base.filters}
    freed = [g.column for g in parts.groups if g.column in held]
    if parts.all_of_it and freed and not parts.has_measure and not draft.has("by"):
        parts.dropped += freed
        parts.groups = [g for g in parts.groups if g.column not in freed]
        parts.all_of_it = False


def says_winner(draft: Draft) -> bool:
    """Tell whether a message is about the group before by its column: "that station", "desse"."""
    base = draft.base
    if base is None or not base.group_by:
        return False
    names = {g.column for g in base.group_by}
    for at, mark in enumerate(draft.marks):
        lead = draft.sentence.tokens[mark.start - 1].word if mark.start else ""
        buckets = {g.bucket for g in base.group_by if g.bucket}
        same = bool(mark.column and names & {c.column.name for c in mark.column.best})
        same = same or (mark.means("bucket") and mark.meant[1] in buckets)
        if same and lead in _THAT:
            draft.use(at)
            draft.passed.add(at)
            return True
    then = draft.sentence.tokens[-1].word == "then"
    return then and len(base.group_by) == 1 and base.group_by[0].bucket is not None


def ask_which_that(draft: Draft, base: DataQuery | None) -> None:
    """Refuse "that station" where none was said or found before."""
    known: set[str] = set()
    if base:
        known = {f.column for f in base.filters} | {g.column for g in base.group_by}
    for at, mark in enumerate(draft.marks):
        lead = draft.sentence.tokens[mark.start - 1].word if mark.start else ""
        if lead not in _THAT or mark.column is None or at in draft.passed or mark.also_noun:
            continue
        before = draft.sentence.tokens[mark.start - 2].word if mark.start > 1 else "of"
        if lead == "that" and before not in _LEADS:
            continue  # "agree that promotions are fair"
        best = mark.column.best
        named = {c.column.name for c in best}
        if all(c.column.kind == "text" for c in best) and not named & known:
            raise NotHere("before")


def asks_its_figure(draft: Draft) -> bool:
    """Tell whether a message only asks how much it was, of the first of several: "how many?"."""
    base, parts = draft.base, draft.parts
    if base is None or not base.group_by or base.order_by is None:
        return False
    ranked = parts.way or parts.judged or parts.age or parts.rank > 1 or parts.top
    if (
        ranked
        or parts.filters
        or parts.groups
        or draft.has_noun
        or draft.has("chart", "total_of_all")
    ):
        return False
    asked = draft.has("how_many", "how_much") or draft.has("which")
    figures = {m.column for m in base.figures}
    said = {c.column.name for _, c in parts.measured}
    plain = not (parts.aggregates or parts.share or parts.distinct)
    return asked and plain and said <= figures and (parts.count or bool(said))


def _of_the_winner(draft: Draft, base: DataQuery) -> DataQuery:
    """Go on from the one whom the answer before named: "his", "that day"; ask where it is open."""
    one, that = says_one(draft), says_winner(draft) or asks_its_figure(draft)
    if not base.group_by or not (one or that):
        return base
    if draft.has("share") and not (draft.has_noun or that):
        return base
    named = draft.before.named
    if named and named[0].column in {g.column for g in base.group_by}:
        draft.use(*draft.meaning("that"))
        measures = [] if draft.parts.has_measure or draft.has_noun else base.measures
        filters = [f for f in base.filters if f.column != named[0].column or f.bucket]
        changed = {"group_by": [], "order_by": None, "limit": 100, "measures": measures}
        return base.model_copy(update={**changed, "filters": [*filters, *named]})
    if base.order_by is None and not that:
        return base
    by = ", ".join(readable(g.column) for g in base.group_by)
    en = draft.sentence.language == "en"
    raise InDoubt(
        unclear(
            f"Which {by} do you mean? Please say the name." if en
            else f"De qual {by} você fala? Diga o nome.",
            [],
        )
    )  # fmt: skip


def take_back(draft: Draft, base: DataQuery | None) -> DataQuery | None:
    """Return the query before as this message goes on from it."""
    parts = draft.parts
    if base is None:
        return None
    ask_of_some_rows(draft, base)
    if parts.rank > 1 and not (base.group_by or base.columns):
        base = next(
            (q for q in reversed(draft.before.queries[-4:]) if q.group_by and q.order_by), base
        )
    base = _of_the_winner(draft, base)
    _all_of(draft, base)
    base = _one_of_them(draft, base)
    figures = {m.column for m in base.measures if m.column}
    if any(f.operator == "is empty" and f.column in figures for f in parts.filters):
        base = base.model_copy(update={"measures": [], "group_by": [], "order_by": None})
    counted = {m.column for m in base.measures if m.aggregate == "count_distinct"}
    if counted & {g.column for g in parts.groups}:
        base = base.model_copy(update={"measures": []})  # "how many racks", "which rack …"
    if says_them(draft) and parts.measured and base.order_by:
        base = base.model_copy(update={"group_by": [], "order_by": None})
    both = {m.aggregate for m in base.measures} == {"min", "max"}
    if both and parts.groups and draft.has("which") and not parts.has_measure:
        raise NotHere("shape", draft.sentence.text[:60])  # of which of the two?
    extreme = not base.columns and _extreme(base)[0] and not base.group_by and draft.has("which")
    if extreme and parts.groups and not parts.way and not parts.has_measure:
        parts.way = "most" if _extreme(base)[1] else "least"  # "which day", of the highest
    if parts.aggregates and not parts.measured and (base.group_by or parts.groups):
        _peak(draft)
    them = says_them(draft) and not parts.share and not parts.measured
    if draft.has("as_count") or (them and _share_of(base)):
        draft.use(*draft.meaning("as_count"))
        parts.share, parts.count = False, False
        return _counted(base)
    if draft.has("based_on"):
        draft.use(*draft.meaning("based_on"))
        parts.count = False
        return _resting_on(base)
    if draft.has("together") and not parts.difference:
        return _put_together(draft, both_before(draft, base))
    if _compares_two(draft):
        draft.use(*draft.meaning("versus", "together"))
        parts.compared = True
        return grouped_by_pair(both_before(draft, base))
    return base


def _compares_two(draft: Draft) -> bool:
    """Tell whether the last two answers are held against each other: "how much more?"."""
    parts = draft.parts
    named = parts.measured or parts.filters or parts.groups or parts.count or draft.has_noun
    asked = draft.has("versus", "difference") or parts.difference or parts.changed
    more = draft.has("how_much") and bool(parts.way)
    return not named and (asked or more) and len(draft.sentence.tokens) <= 8


def _peak(draft: Draft) -> None:
    """Read the peak of figures by group as the group that has the most."""
    peaks = [at for at, _ in draft.parts.aggregates if draft.said(at).lower() in _PEAKS]
    if len(peaks) == len(draft.parts.aggregates):
        draft.parts.aggregates.clear()
        draft.parts.way = "most"


def _share_of(base: DataQuery) -> bool:
    return any(m.aggregate == "share" and m.where for m in base.measures)


def _counted(base: DataQuery) -> DataQuery:
    """Return a query of shares as one of numbers of rows."""
    where = [f for m in base.measures for f in m.where if f not in base.filters]
    kept = [m for m in base.measures if m.aggregate == "share" and m.column]
    measures = [Measure(aggregate="sum", column=m.column) for m in kept]
    changed = {"measures": measures, "filters": [*base.filters, *where], "order_by": None}
    return base.model_copy(update=changed)


def _resting_on(base: DataQuery) -> DataQuery:
    """Return a query that counts the rows that a figure was worked out from."""
    names = list(dict.fromkeys(m.column for m in base.measures if m.column))
    known = {f.column for f in base.filters if f.operator == "is filled"}
    filled = [RowFilter(column=n, operator="is filled") for n in names if n not in known]
    return base.model_copy(
        update={"measures": [], "filters": [*base.filters, *filled], "order_by": None}
    )


def _put_together(draft: Draft, base: DataQuery) -> DataQuery:
    """Return a query without the groups that only held several values side by side."""
    draft.use(*draft.meaning("together"))
    words = {t.word for t in draft.sentence.tokens}
    for given in base.filters:
        count = len(given.value) if isinstance(given.value, list) else 0
        if given.operator == "in" and words & _THREE and count != 3:
            raise NotHere("before")  # which three?
    several = {f.column for f in base.filters if f.operator in ("in", "not in")}
    groups = [g for g in base.group_by if g.column not in several]
    return base.model_copy(update={"group_by": groups, "order_by": None})


def row_behind(draft: Draft, base: DataQuery | None) -> Understood | None:
    """Read "when was that": the row that holds the greatest or least figure of the last answer."""
    asked = draft.meaning("when", "where", "who")
    parts = draft.parts
    if base is not None and base.columns:
        listed = _rows_again(draft, base)
        if listed:
            return listed
    if base is not None and parts.measured and says_one(draft) and not base.group_by:
        return _of_that_row(draft, base)
    if base is None or not asked or parts.measured or parts.way or parts.groups or parts.count:
        return None
    refers = parts.refers or len(draft.marks) <= 3 or says_one(draft)
    if not refers or base.group_by or parts.has_measure or parts.filters:
        return None
    order, descending = _extreme(base)
    if order is None:
        return None
    columns = [name for at in asked for name in _columns_for(draft, at)]
    if not columns:
        raise NotHere("column", draft.said(asked[0]))
    draft.use(*asked)
    query = DataQuery(
        dataset=draft.index.profile.name,
        columns=list(dict.fromkeys([*columns, order])),
        filters=base.filters,
        order_by=order,
        descending=descending,
        limit=1,
    )
    return Understood(query, form="rows", notes=tuple(parts.notes))


def _of_that_row(draft: Draft, base: DataQuery) -> Understood | None:
    """Read "how much did it cost", of the longest: another figure of the same row."""
    order, descending = _extreme(base)
    parts = draft.parts
    if order is None or parts.way or parts.filters or parts.groups or parts.aggregates:
        return None
    columns = list(dict.fromkeys([*(c.column.name for _, c in parts.measured), order]))
    query = DataQuery(
        dataset=draft.index.profile.name, columns=columns, filters=base.filters,
        order_by=order, descending=descending, limit=1,
    )  # fmt: skip
    return Understood(query, form="rows", notes=tuple(parts.notes))


def _rows_again(draft: Draft, base: DataQuery) -> Understood | None:
    """Read what is asked of rows that were listed: "which stations?", "sorted by price"."""
    parts = draft.parts
    fresh = parts.way or parts.judged or parts.age or parts.aggregates or parts.filters
    if fresh or parts.share or parts.chart or draft.has("by", "spread", "total_of_all", "how_many"):
        return None
    measured = [c.column.name for _, c in parts.measured]
    if draft.has("sort") and len(measured) == 1:
        draft.use(*draft.meaning("sort"))
        rising = any(draft.marks[at].meant[1] == "ascending" for at in draft.meaning("sort"))
        changed = {"order_by": measured[0], "descending": not rising}
        return Understood(base.model_copy(update=changed), form="rows", show="table", top=2)
    named = [g.column for g in parts.groups if not g.bucket] or parts.listed
    if not (draft.has("which") and named and not measured and not draft.has_noun):
        return None
    columns = [*named, *(c for c in base.columns if c not in named)]
    show = "table" if base.limit > 1 else None
    query = base.model_copy(update={"columns": columns[:12]})
    return Understood(query, form="rows", show=show, top=base.limit)


def _extreme(base: DataQuery) -> tuple[str | None, bool]:
    if base.columns and base.order_by:
        return base.order_by, base.descending
    measure = base.measures[0] if len(base.measures) == 1 else None
    if measure and measure.aggregate in ("min", "max"):
        return measure.column, measure.aggregate == "max"
    return None, True


def _columns_for(draft: Draft, at: int) -> list[str]:
    """Return the columns that say when, where or who."""
    mark = draft.marks[at]
    if mark.means("when"):
        date = draft.date_column()
        return [date.column.name] if date else []
    about = PLACES | {"place", "machine"} if mark.means("where") else PEOPLE
    return [
        c.column.name for c in draft.index.columns
        if c.concepts & about and (c.is_people or mark.means("where"))
    ][:3]  # fmt: skip
