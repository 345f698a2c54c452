from tools import ToolContext, tool


@tool(title={"pt": "Calcular o preço", "en": "Work out the price"})
async def quote_order(dish: str, quantity: int, ctx: ToolContext) -> dict[str, str]:
    """Work out what an order costs.

    Args:
        dish: The pizza.
        quantity: How many.
    """
    return {"total": "30"}


@tool(side_effect=True, title={"pt": "Fazer o pedido", "en": "Place the order"})
async def place_order(
    dish: str, quantity: int, address: str, payment: str, ctx: ToolContext
) -> dict[str, str]:
    """Place an order.

    Args:
        dish: The pizza.
        quantity: How many.
        address: Where to.
        payment: How it is paid.
    """
    return {"code": "P-1"}
