from tools import ToolContext, tool


@tool(title={"en": "Look for a place", "pt": "Ver vagas"})
async def ver_vagas(curso: str, turno: str, ctx: ToolContext) -> dict[str, bool]:
    """Tell whether a course has places.

    Args:
        curso: The course.
        turno: Morning, afternoon or evening.
    """
    return {"vaga": True}


@tool(side_effect=True, title={"en": "Enrol", "pt": "Matricular"})
async def matricular(
    aluno: str, nascimento: str, curso: str, turno: str, documento: str, ctx: ToolContext
) -> dict[str, str]:
    """Enrol somebody.

    Args:
        aluno: Who learns.
        nascimento: Their birthday.
        curso: The course.
        turno: Morning, afternoon or evening.
        documento: The CPF of who pays.
    """
    return {"code": "M-1"}
