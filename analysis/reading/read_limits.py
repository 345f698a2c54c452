"""Reads comparisons of numbers: above, between, "rating 5", "men over 60"."""

from __future__ import annotations

import re

from analysis.query import Operator, RowFilter, Scalar
from analysis.reading.asking import listing, unclear
from analysis.reading.draft import Draft, InDoubt, NotHere
from analysis.reading.glossary import PEOPLE, concepts
from analysis.reading.negation import is_negated
from analysis.reading.shapes import Unclear
from analysis.reading.table_index import NamedColumn, bands
from analysis.wording import readable

_SIGNS: dict[str, Operator] = {
    "more": ">", "floor": ">=", "fewer": "<", "ceiling": "<=", "equal": "=",
}  # fmt: skip
_OPPOSITE: dict[Operator, Operator] = {
    ">": "<=", ">=": "<", "<": ">=", "<=": ">", "=": "!=",
}  # fmt: skip
UNITS = {
    **dict.fromkeys(("minute", "minutes", "minuto", "minutos", "mins"), "min"),
    **dict.fromkeys(("hours", "hour", "horas", "hora"), "h"),
    **dict.fromkeys(("kilos", "quilos", "kilo", "quilo", "kilograms"), "kg"),
    **dict.fromkeys(("tons", "tonnes", "toneladas", "tonelada"), "t"),
    **dict.fromkeys(("hectares", "hectare"), "ha"),
    **dict.fromkeys(("km", "kilometers", "kilometres", "quilometros", "quilômetros"), "km"),
    **dict.fromkeys(("meters", "metres", "metros"), "m"),
    **dict.fromkeys(("liters", "litres", "litros"), "l"),
    **dict.fromkeys(("degrees", "graus", "celsius"), "c"),
    **dict.fromkeys(("percent", "percento", "pct"), "%"),
}
MONEY = frozenset(
    "reais real dollars dolares euros r$ $ € £ brl usd eur bucks pila quid pounds libras".split()
)
_AGES = frozenset("older younger velho novo idade age years anos".split())


def read_limits(draft: Draft) -> None:
    """Take comparisons of numbers into the parts."""
    _comparisons(draft)
    _column_numbers(draft)
    _lone_numbers(draft)


def _comparisons(draft: Draft) -> None:
    for at, mark in list(draft.free("meaning")):
        if mark.means("between"):
            _between(draft, at)
        elif mark.means("more", "floor", "fewer", "ceiling", "equal"):
            _compared(draft, at, _SIGNS[mark.meant[0]])
        elif mark.means("or_more", "or_less"):
            number = draft.before_it(at)
            if number is not None and draft.marks[number].kind == "number":
                sign: Operator = ">=" if mark.means("or_more") else "<="
                _limited(draft, [number], sign, at)


def _between(draft: Draft, at: int) -> None:
    first = draft.after_it(at)
    joint = draft.after_it(first) if first is not None else None
    last = draft.after_it(joint) if joint is not None else None
    if first is None or joint is None or last is None:
        return
    is_pair = draft.marks[joint].means("and", "or", "ceiling") or draft.said(joint) in ("a", "to")
    if not is_pair:
        last = joint
    if draft.marks[first].kind == "number" and draft.marks[last].kind == "number":
        draft.use(joint)
        _limited(draft, [first, last], "between", at)


def _compared(draft: Draft, at: int, sign: Operator) -> None:
    number = draft.after_it(at)
    if number is None or draft.marks[number].kind != "number":
        return
    if draft.marks[at].means("floor") and sign == ">=":  # from 10 to 20
        joint = draft.after_it(number)
        last = draft.after_it(joint) if joint is not None else None
        upper = joint is not None and (
            draft.marks[joint].means("ceiling") or draft.said(joint) in ("to", "a")
        )
        if joint is not None and last is not None and upper and draft.marks[last].kind == "number":
            draft.use(joint)
            _limited(draft, [number, last], "between", at)
            return
    _limited(draft, [number], sign, at)


def _limited(draft: Draft, numbers: list[int], sign: Operator, at: int) -> None:
    column, extra = _measured_near(draft, at, numbers)
    if is_negated(draft, at):
        sign = _OPPOSITE.get(sign, sign)
    scale = _scale(draft, numbers[-1], column)
    if scale != 1:
        draft.absorbed.update(numbers)
    values = [draft.marks[n].number * scale for n in numbers]
    draft.use(at, *numbers, *extra)
    found = bands(column.column) if column.column.kind == "text" else []
    if found:
        draft.absorbed.update(numbers)
        draft.parts.filters.append(_banded(draft, column, found, sign, values))
        return
    value: Scalar | list[Scalar] = [*sorted(values)] if sign == "between" else values[0]
    draft.parts.filters.append(RowFilter(column=column.column.name, operator=sign, value=value))


def _scale(draft: Draft, number: int, column: NamedColumn) -> float:
    """Return by what a number is multiplied whose unit is another than its column's: "2 hours"."""
    start = draft.marks[number].end
    said = {UNITS.get(t.word) for t in draft.sentence.tokens[start : start + 1]}
    names = {UNITS.get(w, w) for w in column.words} | {UNITS.get(w) for w in column.concepts}
    if "h" in said and "min" in names and "h" not in names:
        return 60
    if "min" in said and "h" in names and "min" not in names:
        return 1 / 60
    return 1


def _measured_near(draft: Draft, at: int, numbers: list[int]) -> tuple[NamedColumn, list[int]]:
    """Return the column that a limit is about, and the marks that say so."""
    unit, extra = _unit_behind(draft, numbers[-1])
    extra += _unit_word(draft, numbers[-1])
    measurable = draft.index.numbers()
    aged = [c for c in draft.index.columns if "age" in c.concepts]
    right = draft.marks[numbers[-1] + 1 : numbers[-1] + 2]
    if right and (right[0].kind == "noun" or right[0].also_noun or right[0].means("entity")):
        raise NotHere("shape", f"{draft.said(at)} … {draft.said(numbers[-1] + 1)}")
    before = draft.before_it(at, over=("only", "not", "is"))
    if len(aged) == 1 and before is not None and _is_people(draft, before) and unit is None:
        return aged[0], extra  # "men over 60"
    for near in (draft.before_it(at, over=("only", "not")), draft.after_it(numbers[-1])):
        if near is None:
            continue
        mark = draft.marks[near]
        if mark.column and mark.column.sure:
            fitting = [c for c in mark.column.best if c in measurable or bands(c.column)]
            if len(fitting) == 1:
                return fitting[0], [near, *extra]
    behind = draft.after_it(numbers[-1])
    if behind is not None and unit is None:
        of = draft.marks[behind]
        if of.kind == "noun" or of.also_noun or of.means("entity"):  # groups of so many rows
            raise NotHere("shape", f"{draft.said(at)} … {draft.said(behind)}")
    last = limited_before(draft, "") if draft.base else None
    if last is not None and _scale(draft, numbers[-1], last) != 1:
        return last, extra  # "over an hour", of the minutes that were asked for
    if unit is not None:
        return unit, extra
    if draft.base and (column := limited_before(draft, draft.said(at))):
        return column, extra
    candidates = draft.index.numbers()
    around = [
        m.column.columns[0]
        for m in draft.marks
        if m.column and len(m.column.best) == 1 and m.column.columns[0] in candidates
    ]
    hours = any(c.column.kind == "datetime" for c in draft.index.date_columns())
    clock = all(0 <= draft.marks[n].number <= 24 for n in numbers) and len(numbers) == 2
    if hours and clock:
        raise InDoubt(_which_number(draft, at, candidates))  # "between 8 and 18": o'clock?
    if len({c.at for c in around}) == 1:
        only_limited = draft.has("how_many") and not draft.has("aggregate")
        return around[0], [
            at for at, m in enumerate(draft.marks)
            if only_limited and m.column and m.column.columns[0] == around[0]
        ]  # fmt: skip
    if len(aged) == 1 and draft.has_noun and 10 <= draft.marks[numbers[0]].number <= 110:
        return aged[0], []  # "people over 45"
    if not candidates:
        candidates = [c for c in draft.index.columns if bands(c.column)]
    if len(candidates) == 1:
        return candidates[0], extra
    raise InDoubt(_which_number(draft, at, candidates))


def _unit_word(draft: Draft, number: int) -> list[int]:
    """Return the step of time right behind a number: "more than 10 days" is about no date."""
    behind = number + 1
    if behind < len(draft.marks) and draft.marks[behind].means("bucket"):
        return [behind]
    return []


def _is_people(draft: Draft, at: int) -> bool:
    mark = draft.marks[at]
    tokens = draft.sentence.tokens[mark.start : mark.end]
    about = {c for t in tokens for c in concepts(t.stem)}
    people = PEOPLE | {"female", "male", "child", "adult", "senior"}
    return mark.kind in ("noun", "value", "column") and bool(about & people)


def _unit_behind(draft: Draft, number: int) -> tuple[NamedColumn | None, list[int]]:
    """Find the column whose unit is said with a number: R$, %, °C, years."""
    mark = draft.marks[number]
    tokens = draft.sentence.tokens
    around = [t.word for t in tokens[max(0, mark.start - 1) : mark.start]]
    around += [t.word for t in tokens[mark.end : mark.end + 2]]
    numbers = draft.index.numbers()
    extra: list[int] = []
    for at, other in enumerate(draft.marks):
        if mark.end <= other.start < mark.end + 2 and draft.said(at).lower() in MONEY | {"%"}:
            extra.append(at)
    if MONEY & set(around):
        money = [c for c in numbers if c.is_money]
        totals = [c for c in money or numbers if "revenue" in c.concepts]
        if len(totals or money) == 1:
            return (totals or money)[0], extra
        return None, extra
    around += [UNITS[w] for w in around if w in UNITS]
    extra += [
        at for at, other in enumerate(draft.marks)
        if mark.end <= other.start < mark.end + 2
        and (
            draft.said(at).lower() in UNITS
            or (other.kind == "unknown" and _is_unit_of(draft.said(at).lower(), numbers))
        )
    ]  # fmt: skip
    units = [c for c in numbers if any(_is_unit(w, c) for w in around)]
    if not units and "h" in around:  # hours of what is told in minutes
        units = [c for c in numbers if "duration" in c.concepts and _is_unit("min", c)]
    if len(units) == 1:
        return units[0], extra
    if (
        _AGES & {*around, *draft.sentence.text.lower().split()[-3:]}
        or "older" in draft.sentence.text
    ):
        aged = [c for c in draft.index.columns if "age" in c.concepts]
        if len(aged) == 1:
            return aged[0], [
                at for at, m in enumerate(draft.marks)
                if mark.end <= m.start <= mark.end + 1 and m.means("bucket")
            ]  # fmt: skip
    return None, extra


def _is_unit_of(word: str, numbers: list[NamedColumn]) -> bool:
    return any(_is_unit(word, c) for c in numbers)


def _is_unit(word: str, named: NamedColumn) -> bool:
    unit = (named.column.unit or "").casefold().strip("°")
    aside = re.findall(r"[(\[]([^)\]]{1,8})[)\]]", named.column.name.casefold())
    return word == unit or word in aside or (word in named.words and len(word) <= 4)


def limited_before(draft: Draft, said: str) -> NamedColumn | None:
    """Return the column that was asked about last, if it has an order."""
    base = draft.base
    if base is None:
        return None
    names = [m.column for m in base.measures if m.column] + [g.column for g in base.group_by]
    for name in names:
        named = draft.index.named(name)
        if named and (named.column.is_number or bands(named.column)):
            return named
    return None


def _banded(
    draft: Draft, column: NamedColumn, found: list[tuple[str, float, float]], sign: str,
    values: list[float],
) -> RowFilter:  # fmt: skip
    """Choose the bands that a limit takes in, where it cuts none in two."""
    low, high = min(values), max(values)
    ends = {
        "<": (float("-inf"), low - 1), "<=": (float("-inf"), low), ">": (low + 1, float("inf")),
        ">=": (low, float("inf")), "between": (low, high),
    }.get(sign)  # fmt: skip
    chosen: list[Scalar] = [
        value
        for value, first, last in found
        if (ends and ends[0] <= first and last <= ends[1]) or (not ends and first <= low <= last)
    ]
    cut = [v for v, a, b in found if a < high <= b] if sign == ">" else []
    cut += [v for v, a, b in found if a <= low < b] if sign == "<=" else []
    if not chosen or cut:
        names = [v for v, _, _ in found]
        en = draft.sentence.language == "en"
        raise InDoubt(
            unclear(
                f"Which of {listing(names, 'en')} do you mean?" if en
                else f"Qual destas faixas: {listing(names, 'pt')}?",
                [f"{readable(column.column.name)} {v}" for v in names],
            )
        )  # fmt: skip
    return RowFilter(column=column.column.name, operator="in", value=chosen)


def _column_numbers(draft: Draft) -> None:
    """Read "rating 5", "year 2025": a column with a number right behind it."""
    for at, mark in list(draft.free("column")):
        if mark.column is None or not mark.column.columns[0].column.is_number:
            continue
        behind = at + 1
        while behind < len(draft.marks) and draft.marks[behind].means("is", "equal", "of"):
            behind += 1
        if (
            behind >= len(draft.marks)
            or draft.marks[behind].kind != "number"
            or behind in draft.used
        ):
            continue
        column = mark.column.columns[0]
        more = draft.after_it(behind)
        if more is not None and draft.marks[more].means("or_more", "or_less"):
            continue
        negated = is_negated(draft, at)
        draft.use(at, *range(at + 1, behind + 1))
        draft.parts.filters.append(
            RowFilter(
                column=column.column.name,
                operator="!=" if negated else "=",
                value=draft.marks[behind].number,
            )
        )


def _lone_numbers(draft: Draft) -> None:
    """Read "gave 5 to the canteen": a number that one column of few numbers can hold."""
    free = [at for at, _ in draft.free("number")]
    columns = [
        (at, m.column.best[0]) for at, m in draft.free("column")
        if m.column and len(m.column.best) == 1 and m.column.best[0].column.kind == "integer"
        and m.column.best[0].column.distinct <= 12
    ]  # fmt: skip
    ranked = draft.has(
        "top", "most", "least", "often", "seldom", "newest", "oldest", "best", "worst"
    )
    if len(free) == 1 and len(columns) == 1 and not ranked:
        (at, named), number = columns[0], draft.marks[free[0]].number
        draft.use(at, free[0])
        draft.parts.filters.append(RowFilter(column=named.column.name, value=number))


def _which_number(draft: Draft, at: int, candidates: list[NamedColumn]) -> Unclear:
    names = [readable(c.column.name) for c in candidates]
    said = draft.said(at)
    choices = [draft.instead(at, f"“{n}” {said}") for n in names]
    if draft.sentence.language == "en":
        return unclear(f"Which figure do you mean by “{said} …”: {listing(names, 'en')}?", choices)
    return unclear(f"De qual coluna você fala com “{said} …”: {listing(names, 'pt')}?", choices)
