from tools import ToolContext, tool


@tool(side_effect=True, title={"pt": "Enviar a candidatura", "en": "Send the application"})
async def send_application(
    nome: str, cidade: str, idade: int, idiomas: list[str], ctx: ToolContext
) -> dict[str, str]:
    """Send an application.

    Args:
        nome: Who applies.
        cidade: Where they live.
        idade: How old they are.
        idiomas: What they speak.
    """
    return {"code": "J-1"}
