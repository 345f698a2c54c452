from tools import ToolContext, tool


@tool(title={"en": "Look for homes", "pt": "Procurar imóveis"})
async def search_homes(area: str, budget: float, bedrooms: int, ctx: ToolContext) -> dict[str, int]:
    """Count the homes that fit.

    Args:
        area: The part of the town.
        budget: The rent at most.
        bedrooms: How many bedrooms.
    """
    return {"found": 3}


@tool(side_effect=True, title={"en": "Book a viewing", "pt": "Marcar uma visita"})
async def book_viewing(
    area: str, viewing_day: str, tenant: str, mail: str, ctx: ToolContext
) -> dict[str, str]:
    """Book a viewing.

    Args:
        area: The part of the town.
        viewing_day: The day.
        tenant: Who comes.
        mail: Where the confirmation goes.
    """
    return {"code": "R-1"}
