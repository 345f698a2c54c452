"""The questions back and the refusals, in both languages, with examples from the table itself."""

from __future__ import annotations

from collections.abc import Sequence

from analysis.profile import DatasetProfile
from analysis.query import Grouping
from analysis.reading.shapes import Beyond, Unclear
from analysis.reading.table_index import TableIndex, table_index
from analysis.wording import readable
from language.detect import Language

_MOST_CHOICES = 6
_LONGEST_NAME = 60
_REASONS: dict[Language, dict[str, str]] = {
    "en": {
        "cause": "The table says what happened, not why; I cannot tell causes.",
        "forecast": "I cannot look ahead: the table only holds what was recorded.",
        "opinion": "I cannot give advice or opinions, only figures from the table.",
        "relation": "I cannot work out correlations; I can draw a scatter chart of two columns.",
        "column": "I do not know what “{said}” is here: no column and no value of {name} is called"
        " so.",
        "value": "I cannot find “{said}” in {name}.",
        "topic": "I cannot answer that from {name}.",
        "today": "I cannot tell days by today's date: the data of {name} go from {first} to"
        " {last}.",
        "no_dates": "{name} has no column with dates, so I cannot tell “{said}”.",
        "shape": "I cannot work that out in one step: {said}.",
        "before": "I did not understand what came before and cannot go on from it. Please say"
        " the whole question.",
        "no_data": "There is no table to ask. Upload a file first.",
    },
    "pt": {
        "cause": "A tabela diz o que aconteceu, não por quê; não consigo apontar causas.",
        "forecast": "Não consigo prever: a tabela só tem o que foi registrado.",
        "opinion": "Não posso dar conselhos nem opiniões, só números da tabela.",
        "relation": "Não consigo calcular correlações; posso desenhar um gráfico de dispersão de"
        " duas colunas.",
        "column": "Não sei o que é “{said}” aqui: nenhuma coluna e nenhum valor de {name} se chama"
        " assim.",
        "value": "Não encontrei “{said}” em {name}.",
        "topic": "Não consigo responder a isso com {name}.",
        "today": "Não posso contar os dias pela data de hoje: os dados de {name} vão de {first} a"
        " {last}.",
        "no_dates": "{name} não tem coluna com datas, então não posso saber “{said}”.",
        "shape": "Não consigo calcular isso de uma vez só: {said}.",
        "before": "Não entendi o que veio antes e não posso continuar daí. Diga a"
        " pergunta inteira.",
        "no_data": "Não há tabela para perguntar. Envie um arquivo primeiro.",
    },
}
_TRY: dict[Language, str] = {
    "en": "You can ask, for example: {0}",
    "pt": "Pode perguntar, por exemplo: {0}",
}


_BUCKETS: dict[Language, dict[str, str]] = {
    "en": {
        "year": "year", "quarter": "quarter", "month": "month", "week": "week", "day": "day",
        "weekday": "weekday", "hour": "hour", "month_of_year": "month of the year",
    },
    "pt": {
        "year": "ano", "quarter": "trimestre", "month": "mês", "week": "semana", "day": "dia",
        "weekday": "dia da semana", "hour": "hora", "month_of_year": "mês do ano",
    },
}  # fmt: skip


def group_said(grouping: Grouping, language: Language) -> str:
    """Name what a result is split by: a step of time, else the column."""
    if grouping.bucket:
        return _BUCKETS[language][grouping.bucket]
    return shortened(readable(grouping.column))


def beyond(kind: str, said: str, profile: DatasetProfile | None, language: Language) -> Beyond:
    """Refuse, and say what can be asked of this table instead."""
    reason = _REASONS[language][kind]
    if profile is None:
        return Beyond(reason, kind)
    index = table_index(profile)
    dates = index.date_columns()
    first = str(dates[0].column.least)[:10] if dates else ""
    last = str(dates[0].column.most)[:10] if dates else ""
    told = (
        reason.replace("{name}", shortened(profile.name))
        .replace("{first}", first).replace("{last}", last)
        .replace("{said}", shortened(said))
    )  # fmt: skip
    examples = example_questions(index, language)
    if not examples:
        return Beyond(told, kind)
    tried = _TRY[language].format(" · ".join(f"“{e}”" for e in examples))
    return Beyond(f"{told} {tried}", kind)


def example_questions(index: TableIndex, language: Language) -> list[str]:
    """Return two questions that this very table can answer."""
    groups = [
        c for c in index.columns
        if c.column.kind in ("text", "boolean") and 2 <= c.column.distinct <= 50 and not c.is_key
    ]  # fmt: skip
    numbers, dates = index.numbers(), index.date_columns()
    found: list[str] = []
    en = language == "en"
    if groups:
        name = shortened(readable(groups[0].column.name))
        found.append(f"how many rows by {name}" if en else f"quantas linhas por {name}")
    if numbers and groups:
        figure, by = (
            shortened(readable(numbers[0].column.name)),
            shortened(readable(groups[-1].column.name)),
        )
        found.append(f"average {figure} by {by}" if en else f"média de {figure} por {by}")
    elif numbers:
        figure = shortened(readable(numbers[0].column.name))
        found.append(f"average {figure}" if en else f"média de {figure}")
    if dates and len(found) < 2:
        found.append("how many rows by month" if en else "quantas linhas por mês")
    if len(groups) > 1 and len(found) < 2:
        name = shortened(readable(groups[1].column.name))
        found.append(f"most frequent {name}" if en else f"{name} mais frequente")
    if len(found) < 2:
        found.append("how many rows are there" if en else "quantas linhas há")
    return found[:2]


def unclear(question: str, choices: Sequence[str]) -> Unclear:
    """Ask back, with at most six choices."""
    kept = list(dict.fromkeys(c.strip() for c in choices if c.strip()))[:_MOST_CHOICES]
    return Unclear(question, tuple(kept))


def shortened(name: str) -> str:
    """Return a name that stands in a sentence, not too long."""
    plain = " ".join(name.split())
    return plain if len(plain) <= _LONGEST_NAME else plain[: _LONGEST_NAME - 1].rstrip() + "…"


def listing(names: Sequence[str], language: Language) -> str:
    """Join names as a sentence does: "a, b or c"."""
    short = [shortened(n) for n in names[:_MOST_CHOICES]]
    if len(short) < 2:
        return "".join(short)
    word = {"en": "or", "pt": "ou"}[language]
    return f"{', '.join(short[:-1])} {word} {short[-1]}"
