"""The desk of a small practice: what is free, and who has booked."""

from __future__ import annotations

from typing import Any

from tools import ToolContext, tool


@tool(title={"en": "Look at the diary", "pt": "Ver a agenda"})
async def free_times(day: str, ctx: ToolContext) -> dict[str, Any]:
    """Return the times that are free.

    Args:
        day: The day.
    """
    return {"times": ["09:00", "10:30", "14:30"], "day": day}


@tool(title={"en": "Write it down", "pt": "Anotar"})
async def note_visit(
    day: str,
    time: str,
    phone: str,
    paper: str,
    budget: float,
    page: str,
    guests: list[str],
    start: str,
    ctx: ToolContext,
) -> dict[str, Any]:
    """Keep a visit.

    Args:
        day: The day.
        time: The time.
        phone: Whom to call.
        paper: The document.
        budget: What it may cost.
        page: A web address.
        guests: Who comes along.
        start: When it begins.
    """
    return {"day": day, "time": time, "phone": phone, "budget": budget, "guests": guests}
