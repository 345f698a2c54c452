from tools import ToolContext, tool


@tool(title={"en": "Find the policy", "pt": "Achar a apólice"})
async def find_policy(policy: int, loss_date: str, ctx: ToolContext) -> dict[str, bool]:
    """Tell whether a policy covers a day.

    Args:
        policy: Its number.
        loss_date: The day of the damage.
    """
    return {"covered": True}


@tool(side_effect=True, title={"en": "Open the claim", "pt": "Abrir o sinistro"})
async def open_claim(
    policy: int, loss_date: str, amount: float, story: str, claimant: str, ctx: ToolContext
) -> dict[str, str]:
    """Open a claim.

    Args:
        policy: Its number.
        loss_date: The day of the damage.
        amount: How much is claimed.
        story: What happened.
        claimant: Who claims.
    """
    return {"code": "S-1"}
