"""Looks an order up; replace its body by a call of your own system."""

from tools import ToolContext, ToolFailed, tool

_ORDERS = {1234: "sent", 4321: "packing"}


@tool(timeout=10, cache=60, title={"en": "Look an order up", "pt": "Consultar um pedido"})
async def order_status(number: int, ctx: ToolContext) -> dict[str, str]:
    """Tell the state of an order: packing or sent (onde está o pedido).

    Args:
        number: The order's four digits.
    """
    if number not in _ORDERS:
        raise ToolFailed("there is no order of this number")
    return {"status": _ORDERS[number]}
