"""Shows a person what is going to be done, before it is."""

from typing import Annotated

from pydantic import Field

from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, tool

TaskText = Annotated[str, Field(min_length=1, max_length=200)]


@tool(
    title={"en": "Plan", "pt": "Plano"},
    phrases=LocalPhrases(for_models_only=True),
)
async def plan_tasks(
    tasks: Annotated[list[TaskText], Field(min_length=2, max_length=20)], ctx: ToolContext
) -> JsonObject:
    """Show the person a list of tasks before doing two or more things for them.

    Args:
        tasks: One short line for each thing, in the person's language and in the order of work.
    """
    return {"tasks": [{"id": task.id, "task": task.description} for task in ctx.plan(tasks)]}
