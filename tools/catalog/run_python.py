"""Runs a program over the tables, apart from everything."""

from typing import Annotated

from pydantic import Field

from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, ToolFailed, tool
from tools.pictures import show_pictures


@tool(
    timeout=60,
    title={"en": "Calculate in Python", "pt": "Calcular em Python"},
    phrases=LocalPhrases(for_models_only=True),
)
async def run_python(
    code: Annotated[str, Field(min_length=1, max_length=20_000)], ctx: ToolContext
) -> JsonObject:
    """Run a Python program over the tables; for statistics and what query_data and run_sql lack.

    The newest table is `df` (pandas), tables that the program names are in `tables`. pandas, numpy,
    statistics and matplotlib are there; files, the network and other programs are not. Print what
    you want to know; open figures are shown to the person.

    Args:
        code: The program.
    """
    ended = await ctx.data.python(code)
    if ended.status == "refused":
        raise ToolFailed(f"programs cannot be run here: {ended.reason}")
    told: JsonObject = {"status": ended.status, "stdout": ended.stdout, "stderr": ended.stderr}
    if ended.reason:
        told["reason"] = ended.reason
    told["pictures"] = await show_pictures(ended.artifacts, ctx)
    return told
