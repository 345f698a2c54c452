from tools import ToolContext, tool


@tool(title={"pt": "Ver o limite", "en": "Look at the limit"})
async def ver_limite(valor: float, ctx: ToolContext) -> dict[str, bool]:
    """Tell whether an amount is within the limit.

    Args:
        valor: The amount.
    """
    return {"ok": True}


@tool(side_effect=True, title={"pt": "Enviar o Pix", "en": "Send the Pix"})
async def enviar_pix(valor: float, favorecido: str, dia: str, ctx: ToolContext) -> dict[str, str]:
    """Send money.

    Args:
        valor: The amount.
        favorecido: Who gets it.
        dia: When.
    """
    return {"code": "X-1"}
