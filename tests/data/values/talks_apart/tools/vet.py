from tools import ToolContext, tool


@tool(title={"en": "Look for a free hour", "pt": "Procurar horário"})
async def vet_diary(
    animal: str, visit_day: str, visit_time: str, ctx: ToolContext
) -> dict[str, bool]:
    """Tell whether the vet is free.

    Args:
        animal: What animal it is.
        visit_day: The day.
        visit_time: The hour.
    """
    return {"free": True}


@tool(side_effect=True, title={"en": "Book the vet", "pt": "Marcar o veterinário"})
async def book_vet(
    owner: str, animal: str, visit_day: str, visit_time: str, weight: float, ctx: ToolContext
) -> dict[str, str]:
    """Book a visit.

    Args:
        owner: Whose animal it is.
        animal: What animal it is.
        visit_day: The day.
        visit_time: The hour.
        weight: Its weight in kilos.
    """
    return {"code": "V-1"}
