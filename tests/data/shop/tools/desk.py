"""What the shop of the conversation tests can do: look up, pay back, book a visit."""

from __future__ import annotations

from tools import ToolContext, ToolFailed, tool

_ORDERS = {1234: "sent", 4321: "packing"}


@tool(timeout=10, title={"en": "Look an order up", "pt": "Consultar um pedido"})
async def order_state(number: int) -> dict[str, str]:
    """Tell where an order is.

    Args:
        number: The order's four digits.
    """
    if number not in _ORDERS:
        raise ToolFailed("there is no order of this number")
    return {"state": _ORDERS[number]}


@tool(timeout=10, side_effect=True, idempotent=True, approval="ask")
async def pay_back(order: int, reason: str, ctx: ToolContext) -> dict[str, str]:
    """Pay the money of an order back.

    Args:
        order: The order's four digits.
        reason: Why.
    """
    return {"receipt": f"R-{order}"}


@tool(timeout=10, side_effect=True, idempotent=True)
async def book_visit(day: str, people: int, ctx: ToolContext) -> dict[str, str]:
    """Book a visit to the shop.

    Args:
        day: The day (ISO).
        people: How many come.
    """
    if people > 8:
        raise ToolFailed("the room takes eight people")
    return {"code": f"V-{people}"}
