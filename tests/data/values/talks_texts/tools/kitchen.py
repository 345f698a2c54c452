"""The tools of the talks about texts: none of them is ever run, the tests give what they bring."""

from __future__ import annotations

from tools import tool


@tool(side_effect=True)
async def book_catering(
    menu: str,
    day: str,
    guests: int,
    name: str,
    company: str | None = None,
    theme: str | None = None,
    notes: str | None = None,
    tent: bool = False,
    waiters: bool = False,
) -> dict[str, str]:
    """Book a caterer.

    Args:
        menu: What there is to eat.
        day: The day.
        guests: How many eat.
        name: Who books.
        company: Who pays.
        theme: What it is decorated as.
        notes: What else.
        tent: With a tent.
        waiters: With waiters.
    """
    return {"code": "C-1"}


@tool(side_effect=True)
async def file_fault(
    story: str, bike: str, day: str | None, phone: str, lend: bool
) -> dict[str, str]:
    """File a fault.

    Args:
        story: What is wrong.
        bike: Which bicycle.
        day: Since when.
        phone: Whom to ring.
        lend: Lend another one.
    """
    return {"number": "F-1"}


@tool(side_effect=True)
async def change_booking(code: str, what: str) -> dict[str, str]:
    """Change a booking.

    Args:
        code: Which.
        what: Move or cancel.
    """
    return {"code": "C-1"}
