"""Charts of a result as options for Apache ECharts: typed, accessible, with no code in them."""

from __future__ import annotations

from typing import Any, Literal, get_args

from analysis.result import QueryResult
from analysis.wording import column_label, shown
from contracts.errors import ToolFailed
from contracts.json import JsonObject
from language.detect import Language

ChartKind = Literal["bar", "line", "pie", "doughnut", "scatter", "histogram", "heatmap", "box"]
CHART_KINDS: tuple[ChartKind, ...] = get_args(ChartKind)
MOST_POINTS = 200
MOST_SLICES = 12
MOST_SERIES = 12
_BOX = ("min", "first_quartile", "median", "third_quartile", "max")


def chart_option(
    kind: ChartKind, title: str, result: QueryResult, language: Language
) -> JsonObject:
    """Return the option that draws a result; raises ToolFailed where it has another shape."""
    drawn = _DRAW[kind](result, language)
    return {
        "title": {"text": title},
        "aria": {"enabled": True, "label": {"description": described(title, result, language)}},
        "tooltip": {"trigger": "axis" if kind in ("bar", "line", "histogram") else "item"},
        **drawn,
    }


def described(title: str, result: QueryResult, language: Language) -> str:
    """Say in words what a chart shows, for who does not see it."""
    parts: list[str] = []
    for row in result.rows[:8]:
        said = [shown(v, c, language) for v, c in zip(row, result.columns, strict=True)]
        parts.append(": ".join([" / ".join(said[:-1]), said[-1]]) if said[1:] else said[0])
    more = len(result.rows) - len(parts)
    rest = {"en": f" and {more} more", "pt": f" e mais {more}"}[language] if more > 0 else ""
    return f"{title}. {'; '.join(parts)}{rest}."


def _lines(kind: Literal["bar", "line"], result: QueryResult, language: Language) -> JsonObject:
    groups, measures = _shape(kind, result, groups=(1, 2), measures=1)
    if len(groups) == 2:
        names, series = _split(result, language)
    else:
        names = _labels(result, groups[0], language)
        series = {
            column_label(result.columns[at], language): [
                row[at] for row in result.rows[:MOST_POINTS]
            ]
            for at in measures[:MOST_SERIES]
        }
    return {
        "grid": {"containLabel": True},
        "legend": {"show": len(series) > 1, "top": 28},
        "xAxis": {"type": "category", "data": names},
        "yAxis": {"type": "value", "name": column_label(result.columns[measures[0]], language)},
        "series": [
            {
                "type": kind,
                "name": name,
                "data": values,
                **({"connectNulls": False} if kind == "line" else {}),
            }
            for name, values in series.items()
        ],
    }


def _bar(result: QueryResult, language: Language) -> JsonObject:
    return _lines("bar", result, language)


def _line(result: QueryResult, language: Language) -> JsonObject:
    return _lines("line", result, language)


def _pie(result: QueryResult, language: Language, radius: Any = "65%") -> JsonObject:
    groups, measures = _shape("pie", result, groups=(1, 1), measures=1)
    names, at = _labels(result, groups[0], language), measures[0]
    values: list[float] = [row[at] or 0 for row in result.rows[:MOST_POINTS]]
    if any(value < 0 for value in values):
        raise ToolFailed("a pie cannot show values below zero; take a bar chart")
    if len(values) > MOST_SLICES:
        names = [*names[: MOST_SLICES - 1], {"en": "others", "pt": "demais"}[language]]
        values = [*values[: MOST_SLICES - 1], sum(values[MOST_SLICES - 1 :])]
    slices = [{"name": n, "value": v} for n, v in zip(names, values, strict=True)]
    return {
        "legend": {"bottom": 0, "type": "scroll"},
        "series": [{"type": "pie", "radius": radius, "data": slices}],
    }


def _doughnut(result: QueryResult, language: Language) -> JsonObject:
    return _pie(result, language, ["40%", "65%"])


def _scatter(result: QueryResult, language: Language) -> JsonObject:
    numbers = [at for at, c in enumerate(result.columns) if c.kind in ("integer", "decimal")]
    if len(numbers) < 2:
        raise ToolFailed("a scatter chart needs two columns of numbers; list them in `columns`")
    x, y = numbers[:2]
    return {
        "grid": {"containLabel": True},
        "xAxis": {"type": "value", "name": column_label(result.columns[x], language)},
        "yAxis": {"type": "value", "name": column_label(result.columns[y], language)},
        "series": [{"type": "scatter", "data": [[row[x], row[y]] for row in result.rows]}],
    }


def _histogram(result: QueryResult, language: Language) -> JsonObject:
    groups, _ = _shape("histogram", result, groups=(1, 1), measures=1)
    if result.columns[groups[0]].step is None:
        raise ToolFailed("a histogram needs a group with `bins`, over a column of numbers")
    drawn = _lines("bar", result, language)
    drawn["series"][0]["barCategoryGap"] = "0%"
    return drawn


def _heatmap(result: QueryResult, language: Language) -> JsonObject:
    _shape("heatmap", result, groups=(2, 2), measures=1)
    names, series = _split(result, language)
    cells = [
        [x, y, value]
        for y, values in enumerate(series.values())
        for x, value in enumerate(values)
        if value is not None
    ]
    found = [cell[2] for cell in cells]
    return {
        "grid": {"containLabel": True},
        "xAxis": {"type": "category", "data": names},
        "yAxis": {"type": "category", "data": list(series)},
        "visualMap": {
            "min": min(found, default=0),
            "max": max(found, default=0),
            "calculable": True,
        },
        "series": [{"type": "heatmap", "data": cells, "label": {"show": len(cells) <= 60}}],
    }


def _box(result: QueryResult, language: Language) -> JsonObject:
    at = {c.aggregate: i for i, c in enumerate(result.columns) if c.role == "measure"}
    if missing := [name for name in _BOX if name not in at]:
        raise ToolFailed(f"a box chart needs the measures {', '.join(_BOX)}; {missing[0]} lacks")
    groups = result.groups
    names = _labels(result, groups[0], language) if groups else [""]
    return {
        "grid": {"containLabel": True},
        "xAxis": {"type": "category", "data": names},
        "yAxis": {"type": "value"},
        "series": [
            {
                "type": "boxplot",
                "data": [[row[at[name]] for name in _BOX] for row in result.rows[:MOST_POINTS]],
            }
        ],
    }


_DRAW = {
    "bar": _bar,
    "line": _line,
    "pie": _pie,
    "doughnut": _doughnut,
    "scatter": _scatter,
    "histogram": _histogram,
    "heatmap": _heatmap,
    "box": _box,
}


def _shape(
    kind: str, result: QueryResult, *, groups: tuple[int, int], measures: int
) -> tuple[list[int], list[int]]:
    """Return where groups and measures stand, if there are as many as a chart needs."""
    found = result.groups
    if not groups[0] <= len(found) <= groups[1] or len(result.measures) < measures:
        wanted = " or ".join(str(n) for n in dict.fromkeys(groups))
        raise ToolFailed(
            f"a {kind} chart needs {wanted} group(s) in `group_by` and {measures} measure(s);"
            f" the query has {len(found)} and {len(result.measures)}"
        )
    return found, result.measures


def _labels(result: QueryResult, at: int, language: Language) -> list[str]:
    return [shown(row[at], result.columns[at], language) for row in result.rows[:MOST_POINTS]]


def _split(result: QueryResult, language: Language) -> tuple[list[str], dict[str, list[Any]]]:
    """Part a result of two groups: one along the axis, a series for each value of the other."""
    (one, two), measure = result.groups[:2], result.measures[0]
    first = list(dict.fromkeys(_labels(result, one, language)))[:MOST_POINTS]
    place = {name: at for at, name in enumerate(first)}
    series: dict[str, list[Any]] = {}
    for row in result.rows:
        name = shown(row[two], result.columns[two], language)
        at = place.get(shown(row[one], result.columns[one], language))
        if at is None or (name not in series and len(series) >= MOST_SERIES):
            continue
        series.setdefault(name, [None] * len(first))[at] = row[measure]
    return first, series
