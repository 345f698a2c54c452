from tools import ToolContext, tool


@tool(title={"pt": "Ver quartos livres", "en": "Look for free rooms"})
async def availability(arrival: str, nights: int, ctx: ToolContext) -> dict[str, bool]:
    """Tell whether a room is free.

    Args:
        arrival: The day of arrival.
        nights: How many nights.
    """
    return {"free": True}


@tool(side_effect=True, title={"pt": "Reservar", "en": "Reserve"})
async def reserve(
    guest: str, arrival: str, nights: int, people: int, breakfast: bool, ctx: ToolContext
) -> dict[str, str]:
    """Reserve a room.

    Args:
        guest: Whose room it is.
        arrival: The day of arrival.
        nights: How many nights.
        people: How many people.
        breakfast: With breakfast.
    """
    return {"code": "H-1"}
