"""Tells a result in one or two sentences, with its figures, what was left out, and its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from analysis.query import DataQuery, Grouping
from analysis.reading.asking import group_said
from analysis.reading.conditions import conditions_said
from analysis.reading.shapes import Understood
from analysis.result import QueryResult, ResultColumn
from analysis.wording import column_label, number, places_of, readable, shown
from language.detect import Language
from language.matching import fold

_LISTED = 12
_FEMININE = ("a", "ade", "cao", "sao", "gem")  # endings of names that take "a"
_WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "none": "No rows of {name} fulfil that{where}.",
        "of": "{part} of {whole}", "rows": "rows", "source": "Source: {name}, {rows}.",
        "looked": "{n} rows looked at", "looked_of": "{n} of {all} rows looked at",
        "more": "and {n} more", "tie": "{lead}, a tie: {names}, {figure} each.",
        "winner": "{lead} is {names}: {figure}.", "place": "In place {n}: {names}, {figure}.",
        "empty": "{n} rows without {by} are left out.", "span": "From {first} to {last}.",
        "no_figure": "No figure: the rows looked at have no value.",
        "difference": "Difference: {n}.", "change": "Change: {n}.",
        "together": "Together: {n}.", "nothing": "none",
        "before": "Only with what was asked before ({where})",
        "average": "On average {n} per {by} ({whole} in all; {groups} have any).",
        "no_rank": "There are only {n}.", "and": "and", "not": "not",
        "rest": "share of the rows looked at",
    },
    "pt": {
        "none": "Nenhuma linha de {name} atende a isso{where}.",
        "of": "{part} de {whole}", "rows": "linhas", "source": "Fonte: {name}, {rows}.",
        "looked": "{n} linhas consideradas", "looked_of": "{n} de {all} linhas consideradas",
        "more": "e mais {n}", "tie": "{lead}, com empate: {names}, {figure} cada.",
        "winner": "{lead} é {names}: {figure}.", "place": "Em {n}º lugar: {names}, {figure}.",
        "empty": "{n} linhas sem {by} ficaram de fora.", "span": "De {first} a {last}.",
        "no_figure": "Não há número: as linhas consideradas não têm valor.",
        "difference": "Diferença: {n}.", "change": "Variação: {n}.",
        "together": "Juntos: {n}.", "nothing": "nenhum",
        "before": "Só com o que se perguntou antes ({where})",
        "average": "Em média {n} por {by} ({whole} no total; {groups} com registros).",
        "no_rank": "Só há {n}.", "and": "e", "not": "não",
        "rest": "percentual das linhas consideradas",
    },
}  # fmt: skip


def tell_result(reading: Understood, result: QueryResult, language: Language) -> str:
    """Return the answer in words."""
    told = _answer(reading, result, language)
    lines = [
        told,
        _left_out(reading, result, language),
        *reading.notes,
        _source(reading.query, result, language),
    ]
    return " ".join(line for line in lines if line)


def _answer(reading: Understood, result: QueryResult, language: Language) -> str:
    words, query = _WORDS[language], reading.query
    if not result.rows or (result.matched == 0 and (query.columns or query.group_by)):
        where = conditions_said(query.filters, language)
        return words["none"].format(name=result.dataset, where=f" ({where})" if where else "")
    match reading.form:
        case "rows":
            return _rows(reading, result, language)
        case "most" | "least":
            return _ranking(reading, result, language)
        case "average":
            return _average(reading, result, language)
        case "both":
            return _both_ways(reading, result, language)
        case "ends":
            return _ends(reading, result, language)
        case "having":
            n = number(result.total_rows, language)
            return f"{n}. {_groups(reading, result, language)}"
        case "together":
            return _together(reading, result, language)
        case "growth":
            return _growth(reading, result, language)
        case "difference":
            return _difference(reading, result, language)
        case "span":
            first, last = (_said(result, result.rows[0], at, language) for at in (0, 1))
            return words["span"].format(first=first, last=last)
        case "groups":
            return _groups(reading, result, language)
        case "figure":
            return _figure(reading, result, language)


def _left_out(reading: Understood, result: QueryResult, language: Language) -> str:
    """Say how many rows had no value to be split by."""
    query, whole, matched = reading.query, result.of_rows, result.matched
    if not query.group_by or query.filters or not whole or matched is None or matched >= whole:
        return ""
    by = ", ".join(readable(g.column) for g in query.group_by)
    return _WORDS[language]["empty"].format(n=number(whole - matched, language), by=by)


def _figure(reading: Understood, result: QueryResult, language: Language) -> str:
    query, row, words = reading.query, result.rows[0], _WORDS[language]
    parts: list[str] = []
    for at in result.measures:
        column = result.columns[at]
        if row[at] is None:
            return words["no_figure"]
        value = _said(result, row, at, language)
        label = _capital(_label(column, language, reading.noun))
        of = ""
        whole = result.of_rows
        if column.aggregate == "count" and query.filters and whole and not column.of:
            share = number(100 * row[at] / whole, language, "%") if whole else ""
            of = f" {words['of'].format(part='', whole=number(whole, language)).strip()} ({share})"
        parts.append(f"{label}: {value}{of}")
    measured = next(iter(query.measures), None)
    conditions = conditions_said([*query.filters, *(measured.where if measured else [])], language)
    where = f" ({conditions})" if conditions else ""
    return f"{'; '.join(parts)}{where}."


def _groups(reading: Understood, result: QueryResult, language: Language) -> str:
    measures = result.measures
    labels = ", ".join(_label(result.columns[at], language, reading.noun) for at in measures)
    by = ", ".join(_group(result.columns[at], language) for at in result.groups)
    listed = result.rows[:_LISTED]
    places = {at: places_of(row[at] for row in listed) for at in measures}
    said = [_line(result, row, language, places) for row in listed]
    more = len(result.rows) - len(said)
    if more > 0:
        said.append(
            _WORDS[language]["more"].format(
                n=number(max(more, result.total_rows - len(said)), language)
            )
        )
    joint = {"en": "by", "pt": "por"}[language]
    return f"{_capital(labels)} {joint} {by}{_where(result, language)}: {'; '.join(said)}."


def _group(column: ResultColumn, language: Language) -> str:
    """Name what rows are split by: a date's months are months, and no dates."""
    return group_said(Grouping(column=column.name, bucket=column.bucket), language)


def _line(
    result: QueryResult, row: list[Any], language: Language, places: Mapping[int, int]
) -> str:
    names = " / ".join(_said(result, row, at, language) for at in result.groups)
    values = ", ".join(
        shown(row[at], result.columns[at], language, places[at]) for at in result.measures
    )
    share = _share_of(result, row, language)
    return f"{names} {values}{share}"


def _share_of(result: QueryResult, row: list[Any], language: Language) -> str:
    """Return a count's percentage of the rows that were looked at."""
    at = result.measures[0]
    column, matched = result.columns[at], result.matched
    if len(result.measures) > 1 or column.aggregate != "count" or column.of or not matched:
        return ""
    if result.query and any(m.where for m in result.query.measures):
        return ""
    return f" ({number(100 * row[at] / matched, language, '%')})"


def _ranking(reading: Understood, result: QueryResult, language: Language) -> str:
    """Tell which group is most or least, with those that share its place."""
    words, at = _WORDS[language], result.measures[0]
    rows = [row for row in result.rows if row[at] is not None]
    if not rows:
        return words["no_figure"]
    rows.sort(key=lambda row: row[at], reverse=reading.form == "most")
    if len(rows) < reading.rank:
        return words["no_rank"].format(n=number(len(rows), language))
    value = rows[reading.rank - 1][at]
    best = [row for row in rows if row[at] == value]
    named = f" {words['and']} ".join(_names(result, row, language) for row in best[:_LISTED])
    figure, column = _said(result, best[0], at, language), result.columns[at]
    if column.aggregate == "count" and not column.of and result.matched:
        figure = words["of"].format(part=figure, whole=number(result.matched, language))
        figure += _share_of(result, best[0], language)
    if len(best) == 1:
        figure += _other_figures(result, best[0], language)
    if reading.rank > 1:
        return words["place"].format(n=reading.rank, names=named, figure=figure)
    lead = f"{_superlative(reading, column, language)}{_where(result, language)}"
    if len(best) > 1:
        return words["tie"].format(lead=lead, names=named, figure=figure)
    return words["winner"].format(lead=lead, names=named, figure=figure)


def _other_figures(result: QueryResult, row: list[Any], language: Language) -> str:
    """Tell what else was asked of the group that is first: "revenue and units of the best"."""
    others = [
        f"; {_label(result.columns[at], language)} {_said(result, row, at, language)}"
        for at in result.measures[1:]
    ]
    return "".join(others)


def _superlative(reading: Understood, column: ResultColumn, language: Language) -> str:
    """Say what is asked for: "the most frequent shift", "the shift with the lowest average"."""
    groups, most = reading.query.group_by, reading.form == "most"
    name = ", ".join(group_said(g, language) for g in groups)
    rows = column.aggregate == "count" and not column.of
    label = _label(column, language)
    if column.aggregate not in ("max", "min"):
        more, less = ("highest ", "lowest ") if language == "en" else ("maior ", "menor ")
        label = f"{more if most else less}{label}"
    noun = reading.noun or _WORDS[language]["rows"]
    if language == "en":
        if rows and not any(g.bucket for g in groups):
            return f"The {'most' if most else 'least'} frequent {name}"
        if rows:
            return f"The {name} with the {'most' if most else 'fewest'} {noun}"
        return f"The {name} with the {label}"
    first = fold(name).split(" ")[0]
    the = "A" if first.endswith(_FEMININE) and first != "dia" else "O"
    if rows and not any(g.bucket for g in groups):
        return f"{the} {name} {'mais' if most else 'menos'} frequente"
    if rows:
        return f"{the} {name} com {'mais' if most else 'menos'} {noun}"
    return f"{the} {name} com {label}"


def _names(result: QueryResult, row: list[Any], language: Language) -> str:
    return " / ".join(_said(result, row, at, language) for at in result.groups)


def _where(result: QueryResult, language: Language) -> str:
    """Return the conditions in brackets, but for those that the groups show."""
    shown_by = {result.columns[g].name for g in result.groups if not result.columns[g].bucket}
    filters = [f for f in result.query.filters if f.column not in shown_by] if result.query else []
    return f" ({conditions_said(filters, language)})" if filters else ""


def _average(reading: Understood, result: QueryResult, language: Language) -> str:
    """Average the groups' counts, and say over how many groups: those without rows do not count."""
    at = result.measures[0]
    values = [row[at] for row in result.rows if isinstance(row[at], int | float)]
    if len(values) < result.total_rows or not values:
        return _groups(reading, result, language)
    by, unit = (
        ", ".join(readable(result.columns[g].name) for g in result.groups),
        result.columns[at].unit,
    )
    bucket = result.columns[result.groups[0]].bucket
    each = group_said(Grouping(column=by, bucket=bucket), language)
    return _WORDS[language]["average"].format(
        n=number(sum(values) / len(values), language, unit), by=each,
        whole=number(sum(values), language, unit), groups=number(len(values), language),
    )  # fmt: skip


def _difference(reading: Understood, result: QueryResult, language: Language) -> str:
    told = _groups(reading, result, language)
    at = result.measures[0]
    values = [row[at] for row in result.rows if isinstance(row[at], int | float)]
    if len(values) != 2:
        return told
    column = result.columns[at]
    apart = number(abs(values[0] - values[1]), language, column.unit)
    return f"{_WORDS[language]['difference'].format(n=apart)} {told}"


def _both_ways(reading: Understood, result: QueryResult, language: Language) -> str:
    """Tell a figure of all rows that were asked for, and of those that were asked for before."""
    wide, narrow = result.measures
    label = _capital(_label(result.columns[wide], language, reading.noun))
    said = conditions_said(reading.query.filters, language)
    before = conditions_said(reading.query.measures[-1].where, language)
    row, words = result.rows[0], _WORDS[language]
    values = [
        words["nothing"] if row[at] is None else _said(result, row, at, language)
        for at in (wide, narrow)
    ]
    where = f" ({said})" if said else ""
    return f"{label}{where}: {values[0]}. {words['before'].format(where=before)}: {values[1]}."


def _ends(reading: Understood, result: QueryResult, language: Language) -> str:
    """Tell which groups stand at both ends."""
    most, least = replace(reading, form="most"), replace(reading, form="least")
    told = f"{_ranking(most, result, language)} {_ranking(least, result, language)}"
    at = result.measures[0]
    values = [row[at] for row in result.rows if isinstance(row[at], int | float)]
    if not reading.apart or not values:
        return told
    apart = number(max(values) - min(values), language, result.columns[at].unit)
    return f"{told} {_WORDS[language]['difference'].format(n=apart)}"


def _together(reading: Understood, result: QueryResult, language: Language) -> str:
    """Tell each group's figure, and their sum where figures add up."""
    told = _groups(reading, result, language)
    at = result.measures[0]
    values = [row[at] for row in result.rows if isinstance(row[at], int | float)]
    column = result.columns[at]
    if column.aggregate not in ("count", "sum") or len(result.measures) > 1 or len(values) < 2:
        return told
    whole = number(sum(values), language, column.unit)
    return f"{_WORDS[language]['together'].format(n=whole)} {told}"


def _growth(reading: Understood, result: QueryResult, language: Language) -> str:
    """Tell by how much a figure changed from the earlier of two times to the later."""
    told = _groups(reading, result, language)
    at = result.measures[0]
    values = [row[at] for row in result.rows if isinstance(row[at], int | float)]
    if len(values) != 2 or len(result.rows) != 2:
        return told
    apart, unit = values[1] - values[0], result.columns[at].unit
    share = f" ({number(100 * apart / values[0], language, '%')})" if values[0] else ""
    sign = "+" if apart > 0 else ""
    said = f"{sign}{number(apart, language, unit)}{share}"
    return f"{_WORDS[language]['change'].format(n=said)} {told}"


def _rows(reading: Understood, result: QueryResult, language: Language) -> str:
    rows = result.rows
    if reading.rank > 1:
        rows = rows[reading.rank - 1 : reading.rank]
    if reading.query.order_by is None:
        n = number(result.matched if result.matched is not None else len(rows), language)
        word = _WORDS[language]["rows"]
        conditions = conditions_said(reading.query.filters, language)
        return f"{n} {word}{f' ({conditions})' if conditions else ''}."
    said = [
        ", ".join(
            f"{readable(c.name)} {shown(value, c, language)}"
            for value, c in zip(row, result.columns, strict=True)
        )
        for row in rows[:_LISTED]
    ]
    return f"{'; '.join(said)}."


def _source(query: DataQuery, result: QueryResult, language: Language) -> str:
    words = _WORDS[language]
    matched, whole = result.matched, result.of_rows
    if matched is None:
        return words["source"].format(name=result.dataset, rows="").replace(", .", ".")
    n = number(matched, language)
    rows = (
        words["looked_of"].format(n=n, all=number(whole, language))
        if whole and whole != matched
        else words["looked"].format(n=n)
    )
    return words["source"].format(name=result.dataset, rows=rows)


def _label(column: ResultColumn, language: Language, noun: str = "") -> str:
    if column.aggregate == "count" and not column.of:
        return noun or _WORDS[language]["rows"]
    return column_label(column, language)


def _said(result: QueryResult, row: list[Any], at: int, language: Language) -> str:
    return shown(row[at], result.columns[at], language)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
