"""Lists the tables of this conversation and of the project."""

from typing import cast

from contracts.json import JsonObject
from language.detect import Language
from tools import LocalPhrases, ToldResult, ToolContext, tool

_MOST = 100
_NONE: dict[Language, str] = {
    "en": "There is no table here yet: send me a file, and then ask about it.",
    "pt": "Ainda não há nenhuma tabela aqui: envie um arquivo e depois pergunte sobre ele.",
}
_EACH: dict[Language, str] = {
    "en": "{name}: {rows} rows, {columns} columns",
    "pt": "{name}: {rows} linhas, {columns} colunas",
}


def _told(given: ToldResult) -> str | list[str]:
    """Say each table in a line."""
    tables = cast("list[JsonObject]", given.value["datasets"])
    if not tables:
        return _NONE[given.language]
    return [_EACH[given.language].format(**table) for table in tables]


@tool(
    title={"en": "List the data", "pt": "Listar os dados"},
    phrases=LocalPhrases(
        ability={"en": "list your tables", "pt": "listar as suas tabelas"},
        listed={
            "en": "list the tables that can be asked: “which files do I have?”",
            "pt": "listar as tabelas que podem ser consultadas: “quais arquivos eu tenho?”",
        },
        tell=_told,
    ),
)
async def list_datasets(ctx: ToolContext) -> JsonObject:
    """List the tables (datasets, files, tabelas, arquivos, planilhas) that can be asked about."""
    found = await ctx.data.profiles()
    told = [{"name": p.name, "rows": p.rows, "columns": len(p.columns)} for p in found[:_MOST]]
    return {"datasets": told, "more": max(0, len(found) - _MOST)}
