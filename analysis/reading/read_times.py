"""Reads when: spans of days, times of day, weekdays, as conditions on the table's own dates."""

from __future__ import annotations

from datetime import date, timedelta

from analysis.query import Bucket, Grouping, Operator, RowFilter
from analysis.reading.asking import listing, shortened, unclear
from analysis.reading.draft import Draft, InDoubt, NotHere
from analysis.reading.moments import Days, SaidMoment, key_of, span_of
from analysis.reading.negation import is_negated
from analysis.reading.table_index import NamedColumn
from analysis.wording import readable
from language.detect import Language
from language.said_dates import say_date

_HALVES = ("half", "metade", "semestre", "quinzena")
_BEFORE: dict[str, Operator] = {"more": ">", "floor": ">=", "fewer": "<", "ceiling": "<="}
_MONTHS_EN = (
    "January February March April May June July August September October November December"
).split()
_MONTHS_PT = (
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"
).split()


def read_times(draft: Draft) -> None:
    """Take what the question says of time into the parts."""
    places = [at for at, _ in draft.free("moment")]
    steps = [at for at in draft.meaning("next", "previous") if at not in draft.used]
    if not places and not steps:
        return
    named = {
        m.column.best[0].at for m in draft.marks if m.column and m.column.best[0].column.is_date
    }
    if len(named) > 1 and len(places) > 1:
        raise NotHere("shape", draft.said(places[1]))  # opened in March and closed in April
    column = _dates(draft, (places or steps)[0])
    for at in steps:
        _step(draft, at, column)
    spans = [at for at in places if _moment(draft, at).spans]
    clocks = [at for at in places if _moment(draft, at).clock is not None]
    for at in places:
        if _moment(draft, at).cycle:
            _cycle(draft, at, column)
    days = _spans(draft, spans, column)
    _clocks(draft, clocks, column, days)


def _moment(draft: Draft, at: int) -> SaidMoment:
    return draft.marks[at].moment or SaidMoment(0, 0)


def _dates(draft: Draft, at: int) -> NamedColumn:
    column = draft.date_column()
    if column:
        for place, mark in list(draft.free("column")):  # "admitted in March", "data da venda"
            if mark.column and mark.column.columns[0] == column:
                near = draft.before_it(place)
                if near is None or not draft.marks[near].means("by", "which", "spread"):
                    draft.use(place)
        return column
    columns = draft.index.date_columns()
    if not columns:
        raise NotHere("no_dates", draft.said(at))
    names = [readable(c.column.name) for c in columns]
    choices = [draft.instead(at, f"{n} {draft.said(at)}") for n in names]
    question = (
        f"Which date do you mean: {listing(names, 'en')}?"
        if draft.sentence.language == "en"
        else f"De qual data você fala: {listing(names, 'pt')}?"
    )
    raise InDoubt(unclear(question, choices))


def _step(draft: Draft, at: int, column: NamedColumn) -> None:
    """Move the last question's span by one: "and the day after?"."""
    way = 1 if draft.marks[at].means("next") else -1
    filters = draft.base.filters if draft.base else []
    old = next((f for f in filters if f.column == column.column.name and not f.bucket), None)
    unit = _unit_said(draft.said(at))
    if old is None and way < 0 and draft.days:  # before the one in which the data end
        span = span_of(unit, span_of(unit, draft.days.last)[0] - timedelta(days=1))
        draft.parts.notes.append(_said_relative(draft.said(at), span, draft))
        draft.use(at)
        draft.parts.filters.append(_within(column, span))
        return
    if old is None or not isinstance(old.value, list | str):
        raise NotHere("forecast" if way > 0 else "topic", draft.said(at))
    ends = old.value if isinstance(old.value, list) else [old.value, old.value]
    first, last = (date.fromisoformat(str(end)[:10]) for end in (ends[0], ends[-1]))
    draft.use(at)
    day = last + timedelta(days=1) if way > 0 else first - timedelta(days=1)
    draft.parts.filters.append(_within(column, span_of(unit, day)))


def days_of(given: RowFilter) -> Days | None:
    """Return the first and the last day of a condition that is a span of days."""
    if given.operator != "between" or given.bucket or not isinstance(given.value, list):
        return None
    try:
        first, last = (date.fromisoformat(str(end)[:10]) for end in given.value)
    except ValueError:
        return None
    return first, last


def _unit_said(said: str) -> Bucket:
    folded = said.lower()
    for words, unit in (
        (("dia", "day"), "day"), (("semana", "week"), "week"), (("mês", "mes", "month"), "month"),
        (("trimestre", "quarter"), "quarter"),
    ):  # fmt: skip
        if any(word in folded for word in words):
            return unit  # type: ignore[return-value]
    return "year"


def _ask_which_second(draft: Draft, at: int) -> None:
    """Ask whether "na segunda" is Monday, where the last question was of half a month."""
    word = draft.sentence.tokens[draft.marks[at].start].word
    alone = draft.marks[at].end - draft.marks[at].start == 1 and len(draft.sentence.tokens) <= 4
    spans = [days_of(f) for f in draft.base.filters] if draft.base else []
    parts = [s for s in spans if s and 1 < (s[1] - s[0]).days < 20]
    ranked = draft.base is not None and draft.base.order_by is not None
    if word not in ("segunda", "quarta", "quinta") or not alone or not (parts or ranked):
        return
    last = parts[0][1] + timedelta(days=1) if parts else None
    month = _MONTHS_PT[last.month - 1] if last else ""
    choices = [f"e na {word}-feira"] + ([f"e na {word} parte de {month}"] if last else [])
    raise InDoubt(unclear(f"“{word}” é o dia da semana ou o que vem depois do primeiro?", choices))


def _cycle(draft: Draft, at: int, column: NamedColumn) -> None:
    _ask_which_second(draft, at)
    moment = _moment(draft, at)
    bucket = moment.cycle or "weekday"
    negated = is_negated(draft, at)
    draft.use(at)
    known = next((f for f in draft.parts.filters if f.bucket == bucket), None)
    places = list(moment.places)
    if known and isinstance(known.value, list | int):
        draft.parts.filters.remove(known)
        old = known.value if isinstance(known.value, list) else [known.value]
        places = [*(int(v) for v in old if not isinstance(v, str)), *places]
        _compare(draft, Grouping(column=column.column.name, bucket=bucket))
    if len(places) == 1:
        draft.parts.filters.append(
            RowFilter(column=column.column.name, operator="!=" if negated else "=",
                      value=places[0], bucket=bucket)
        )  # fmt: skip
    else:
        draft.parts.filters.append(
            RowFilter(column=column.column.name, operator="not in" if negated else "in",
                      value=[*places], bucket=bucket)
        )  # fmt: skip


def _compare(draft: Draft, grouping: Grouping) -> None:
    """Group by what is held against each other, where something is."""
    if draft.has(
        "trend", "versus", "difference", "most", "least", "more", "fewer", "best", "worst", "or"
    ):
        if grouping not in draft.parts.groups:
            draft.parts.groups.append(grouping)
        draft.parts.compared = True


def _spans(draft: Draft, places: list[int], column: NamedColumn) -> Days | None:
    """Turn spans of days into conditions; returns the only day, if one was said."""
    if not places:
        return None
    change = any(draft.marks[at].meant[1] for at in draft.meaning("trend"))
    ranged = len(places) == 2 and _is_range(draft, places)
    if ranged and not (change and all(_moment(draft, at).whole for at in places)):
        first, last = (_only(draft, at, places) for at in places)
        draft.parts.filters.append(
            _within(column, (min(first[0], last[0]), max(first[1], last[1])))
        )
        draft.use(*places)
        return None
    if len(places) > 1:
        _several(draft, places, column)
        return None
    at = places[0]
    before = draft.before_it(at)
    moment = _moment(draft, at)
    span = _only(draft, at, places)
    _ask_half_of_what(draft, at, span)
    draft.use(at)
    if moment.relative and draft.days:
        draft.parts.notes.append(_said_relative(moment.relative, span, draft))
    if before is not None and draft.marks[before].means(*_BEFORE) and before not in draft.used:
        draft.use(before)
        sign = _BEFORE[draft.marks[before].meant[0]]
        edge = span[1] if sign in (">", "<=") else span[0]
        draft.parts.filters.append(
            RowFilter(column=column.column.name, operator=sign, value=edge.isoformat())
        )
        return None
    if is_negated(draft, at):
        if moment.whole in ("year", "month", "quarter", "week", "day"):
            draft.parts.filters.append(
                RowFilter(column=column.column.name, operator="!=",
                          value=key_of(moment.whole, span[0]), bucket=moment.whole)
            )  # fmt: skip
            return None
        raise NotHere("shape", draft.said(at))
    draft.parts.filters.append(_within(column, span))
    return span


def _ask_half_of_what(draft: Draft, at: int, span: Days) -> None:
    """Refuse "the second half", of the year, where the last question was of half a month."""
    said = draft.said(at).lower()
    spans = [s for f in (draft.base.filters if draft.base else []) if (s := days_of(f))]
    shorter = [s for s in spans if (span[1] - span[0]).days > 3 * ((s[1] - s[0]).days + 1)]
    if shorter and any(word in said for word in _HALVES) and not any(c.isdigit() for c in said):
        raise NotHere("shape", draft.said(at))


def _is_range(draft: Draft, places: list[int]) -> bool:
    """Tell whether two moments are the ends of one span: "between x and y", "de x a y"."""
    one, other = places
    between = [draft.marks[at] for at in range(one + 1, other)]
    lead = draft.marks[one - 1] if one else None
    opened = lead is not None and (
        lead.means("between", "floor") or draft.said(one - 1).lower() in ("de", "from", "desde")
    )
    closed = any(
        m.means("ceiling") or draft.sentence.said(m.start, m.end).lower() in ("a", "to", "à", "ao")
        for m in between
    )
    joined = closed or any(m.means("and") for m in between)
    if lead is not None and lead.means("between") and joined and not draft.has("difference"):
        draft.use(one - 1, *range(one + 1, other))
        return True
    if closed and len(between) <= 2:
        draft.use(*range(one + 1, other))
        if opened and lead is not None and lead.means("floor"):
            draft.use(one - 1)
        return True
    return False


def _several(draft: Draft, places: list[int], column: NamedColumn) -> None:
    """Read several spans as that many alternatives: "January and March", "2024 vs 2025"."""
    wholes: set[Bucket | None] = {_moment(draft, at).whole for at in places}
    bucket = (next(iter(wholes)) if len(wholes) == 1 else None) or "day"
    if any(_moment(draft, at).whole is None for at in places):
        raise NotHere("shape", draft.said(places[0]))
    keys: list[str | int | float | bool] = []
    for at in places:
        key = key_of(bucket, _only(draft, at, places)[0])
        if key not in keys:
            keys.append(key)
    draft.use(*places)
    draft.parts.filters.append(
        RowFilter(column=column.column.name, operator="in", value=keys, bucket=bucket)
    )
    _compare(draft, Grouping(column=column.column.name, bucket=bucket))


def _only(draft: Draft, at: int, places: list[int]) -> Days:
    """Return the one span that is meant; its year may stand with another moment."""
    moment = _moment(draft, at)
    if len(moment.spans) == 1:
        return moment.spans[0]
    years = {s[0].year for p in places if p != at for s in _moment(draft, p).spans
             if not _moment(draft, p).yearless}  # fmt: skip
    said = [s for s in moment.spans if s[0].year in years]
    if len(said) == 1:
        return said[0]
    base = [
        f for f in (draft.base.filters if draft.base else [])
        if f.operator == "between" and not f.bucket and isinstance(f.value, list)
    ]  # fmt: skip
    for given in base:
        ends = given.value if isinstance(given.value, list) else []
        first, last = str(ends[0])[:10], str(ends[-1])[:10]
        inside = [s for s in moment.spans if s[0].isoformat() >= first and s[1].isoformat() <= last]
        year = [s for s in moment.spans if str(s[0].year) == first[:4] == last[:4]]
        if len(inside) == 1 or len(year) == 1:
            return (inside or year)[0]
    names = [_said_span(s, moment.whole, draft.sentence.language) for s in moment.spans]
    question = (
        f"Which year do you mean: {listing(names, 'en')}?"
        if draft.sentence.language == "en"
        else f"De qual ano você fala: {listing(names, 'pt')}?"
    )
    if moment.whole == "day" and len({s[0].year for s in moment.spans}) == 1:
        question = question.replace("year", "day").replace("ano", "dia")
    raise InDoubt(unclear(question, [draft.instead(at, name) for name in names]))


def _said_span(span: Days, whole: Bucket | None, language: Language) -> str:
    if whole == "month":
        month = (_MONTHS_EN if language == "en" else _MONTHS_PT)[span[0].month - 1]
        return f"{month} {span[0].year}" if language == "en" else f"{month} de {span[0].year}"
    if whole == "quarter":
        return f"{'Q' if language == 'en' else 'T'}{(span[0].month - 1) // 3 + 1} {span[0].year}"
    if span[0] == span[1]:
        return say_date(span[0], language)
    joint = {"en": "to", "pt": "a"}[language]
    lead = {"en": "from", "pt": "de"}[language]
    return f"{lead} {span[0].isoformat()} {joint} {span[1].isoformat()}"


def _within(column: NamedColumn, span: Days) -> RowFilter:
    return RowFilter(
        column=column.column.name,
        operator="between",
        value=[span[0].isoformat(), span[1].isoformat()],
    )


def _said_relative(said: str, span: Days, draft: Draft) -> str:
    first, last = span[0].isoformat(), span[1].isoformat()
    if draft.sentence.language == "en":
        return f"“{shortened(said)}” is counted in the data's own dates: {first} to {last}."
    return f"“{shortened(said)}” é contado pelas datas dos próprios dados: {first} a {last}."


def _clocks(draft: Draft, places: list[int], column: NamedColumn, days: Days | None) -> None:
    if not places:
        return
    if column.column.kind != "datetime":
        raise NotHere("no_dates", draft.said(places[0]))
    minutes = [_moment(draft, at).clock or 0 for at in places]
    before = draft.before_it(places[0])
    sign = None
    if before is not None and draft.marks[before].means(*_BEFORE):
        sign = _BEFORE[draft.marks[before].meant[0]]
        draft.use(before)
    elif before is not None and draft.marks[before].means("between"):
        draft.use(before)
    draft.use(*places)
    if len(places) == 2:
        draft.use(*range(places[0], places[1]))
    if days and days[0] == days[1]:
        _on_day(draft, column, days[0], minutes, sign)
    else:
        _hours(draft, column, minutes, sign)


def _on_day(
    draft: Draft, column: NamedColumn, day: date, minutes: list[int], sign: Operator | None
) -> None:
    """Replace a whole day by a part of it."""
    name = column.column.name
    ends = [f"{day.isoformat()}T{m // 60 % 24:02d}:{m % 60:02d}:00" for m in minutes]
    if len(ends) == 1 and sign is None:
        ends.append(f"{day.isoformat()}T{minutes[0] // 60 % 24:02d}:59:59")
    if len(ends) == 1 and sign:
        draft.parts.filters.append(RowFilter(column=name, operator=sign, value=ends[0]))
        return
    draft.parts.filters = [
        f for f in draft.parts.filters if not (f.column == name and f.operator == "between")
    ]
    draft.parts.filters.append(RowFilter(column=name, operator="between", value=[*ends[:2]]))


def _hours(draft: Draft, column: NamedColumn, minutes: list[int], sign: Operator | None) -> None:
    name = column.column.name
    if any(m % 60 for m in minutes):
        raise NotHere("shape", ":".join(str(m) for m in minutes))
    hours = [m // 60 for m in minutes]
    if len(hours) >= 2:
        first, last = hours[0], hours[1] - 1
        if last < first:  # over midnight
            over = [h for h in range(24) if h >= first or h <= last]
            draft.parts.filters.append(
                RowFilter(column=name, operator="in", value=[*over], bucket="hour")
            )
            return
        draft.parts.filters.append(
            RowFilter(column=name, operator="between", value=[first, last], bucket="hour")
        )
        return
    operator: Operator = {None: "=", ">": ">=", "<=": "<"}.get(sign, sign or "=")  # type: ignore[assignment]
    draft.parts.filters.append(
        RowFilter(column=name, operator=operator, value=hours[0], bucket="hour")
    )
