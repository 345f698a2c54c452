from tools import ToolContext, tool


@tool(title={"en": "Work out a price", "pt": "Calcular o frete"})
async def quote(origin: str, destination: str, weight: float, ctx: ToolContext) -> dict[str, str]:
    """Work out what a transport costs.

    Args:
        origin: From where.
        destination: To where.
        weight: How heavy, in kilos.
    """
    return {"price": "100"}


@tool(side_effect=True, title={"en": "Send the lorry", "pt": "Agendar a coleta"})
async def schedule_pickup(
    origin: str, destination: str, weight: float, pickup: str, contact: str, ctx: ToolContext
) -> dict[str, str]:
    """Have a lorry come.

    Args:
        origin: From where.
        destination: To where.
        weight: How heavy, in kilos.
        pickup: The day and the hour.
        contact: A phone number.
    """
    return {"code": "F-1"}
