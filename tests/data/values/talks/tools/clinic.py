from tools import ToolContext, tool


@tool(title={"pt": "Ver a agenda", "en": "Look into the diary"})
async def ver_agenda(especialidade: str, dia: str, ctx: ToolContext) -> dict[str, bool]:
    """Tell whether a day is free for a specialty.

    Args:
        especialidade: The specialty.
        dia: The day.
    """
    return {"free": True}


@tool(side_effect=True, title={"pt": "Marcar a consulta", "en": "Book the appointment"})
async def marcar_consulta(
    paciente: str, especialidade: str, dia: str, hora: str, telefone: str, ctx: ToolContext
) -> dict[str, str]:
    """Book an appointment.

    Args:
        paciente: The patient.
        especialidade: The specialty.
        dia: The day.
        hora: The hour.
        telefone: The phone.
    """
    return {"code": "C-1"}
