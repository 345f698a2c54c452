"""The tools of the talks about texts that were kept apart; the tests give what they bring."""

from __future__ import annotations

from tools import tool


@tool(side_effect=True)
async def send_flowers(
    bouquet: str,
    day: str,
    person: str,
    card: str | None = None,
    vase: bool = False,
    ribbon: bool = False,
) -> dict[str, str]:
    """Send flowers.

    Args:
        bouquet: Which.
        day: The day.
        person: Who gets them.
        card: What the card says.
        vase: With a vase.
        ribbon: With a ribbon.
    """
    return {"code": "B-1"}


@tool(side_effect=True)
async def send_plumber(story: str, flat: int, name: str, access: str | None) -> dict[str, str]:
    """Send a plumber.

    Args:
        story: What has happened.
        flat: Where.
        name: Who lives there.
        access: How to get in.
    """
    return {"number": "P-1"}
