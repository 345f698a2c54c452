"""Shows a person how far the plan is."""

from typing import Annotated

from pydantic import Field

from contracts.events import TaskStatus
from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, ToolFailed, tool


@tool(
    title={"en": "Progress of the plan", "pt": "Andamento do plano"},
    phrases=LocalPhrases(for_models_only=True),
)
async def update_task(
    id: str,  # noqa: A002  # as the plan and its events call it
    status: TaskStatus,
    ctx: ToolContext,
    error: Annotated[str, Field(max_length=200)] | None = None,
) -> JsonObject:
    """Show how far a task of the plan is, as soon as it begins and when it has ended.

    Args:
        id: The task's id, as plan_tasks gave it.
        status: What has become of it.
        error: Why it failed or was skipped, in a few words for the person.
    """
    if not ctx.mark(id.strip(), status, error):
        raise ToolFailed(f"there is no task '{id}' in the plan; call plan_tasks first")
    return {"id": id, "status": status}
