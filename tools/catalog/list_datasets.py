"""Lists the tables of this conversation and of the project."""

from contracts.json import JsonObject
from language.detect import Language
from tools import LocalPhrases, ToldResult, ToolContext, tool

_MOST = 100
_TOLD = 10
_NONE: dict[Language, str] = {
    "en": "There is no table here yet. Attach a file (CSV or XLSX) to the conversation, and ask me"
    " about it.",
    "pt": "Ainda não há nenhuma tabela aqui. Anexe um arquivo (CSV ou XLSX) à conversa e pergunte"
    " sobre ele.",
}
_SOME: dict[Language, str] = {
    "en": "These tables can be asked about: {}.",
    "pt": "Estas tabelas podem ser consultadas: {}.",
}
_ROWS: dict[Language, str] = {"en": "{name} ({rows} rows)", "pt": "{name} ({rows} linhas)"}
_MORE: dict[Language, str] = {"en": "and {} more", "pt": "e mais {}"}


def _told(told: ToldResult) -> str:
    """Say which tables there are, as a person would."""
    tables, language = told.value["datasets"], told.language
    if not tables:
        return _NONE[language]
    named = [_ROWS[language].format(name=t["name"], rows=t["rows"]) for t in tables[:_TOLD]]
    rest = len(tables) - len(named) + int(told.value["more"])
    said = ", ".join(named) + (f", {_MORE[language].format(rest)}" if rest else "")
    return _SOME[language].format(said)


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
