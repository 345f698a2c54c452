"""Lists the tables of this conversation and of the project."""

from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, tool

_MOST = 100


@tool(
    title={"en": "List the data", "pt": "Listar os dados"},
    phrases=LocalPhrases(
        ability={"en": "list your tables", "pt": "listar as suas tabelas"},
        listed={
            "en": "list the tables that can be asked: “which files do I have?”",
            "pt": "listar as tabelas que podem ser consultadas: “quais arquivos eu tenho?”",
        },
    ),
)
async def list_datasets(ctx: ToolContext) -> JsonObject:
    """List the tables (datasets, files, tabelas, arquivos, planilhas) that can be asked about."""
    found = await ctx.data.profiles()
    told = [{"name": p.name, "rows": p.rows, "columns": len(p.columns)} for p in found[:_MOST]]
    return {"datasets": told, "more": max(0, len(found) - _MOST)}
