"""How the local model speaks of what it can do: in a person's words, in the person's language."""

from __future__ import annotations

from collections.abc import Sequence

from agent.models.local.request import Declared, Parameter
from language.detect import Language

# Of a tool we know: in passing, in the list, and how to ask for what it needs.
_SHORT: dict[str, dict[Language, str]] = {
    "current_time": {"en": "tell the time", "pt": "dizer as horas"},
    "calculator": {"en": "calculate", "pt": "fazer contas"},
    "save_note": {"en": "keep notes", "pt": "guardar notas"},
    "countdown": {"en": "set a timer", "pt": "marcar um tempo"},
}
LONG: dict[str, dict[Language, str]] = {
    "current_time": {
        "en": "tell the time and the date, here or elsewhere: “what time is it in Tokyo?”",
        "pt": "dizer as horas e a data, aqui ou em outro lugar: “que horas são em Tóquio?”",
    },
    "calculator": {
        "en": "calculate: “15% of 240”, “sqrt(2) / 3”",
        "pt": "fazer contas: “15% de 240”, “raiz quadrada de 225”",
    },
    "save_note": {
        "en": "keep a note: “save a note: buy milk”",
        "pt": "guardar uma nota: “anota: comprar leite”",
    },
    "list_notes": {
        "en": "show your notes: “show my notes”",
        "pt": "mostrar as suas notas: “mostra minhas notas”",
    },
    "forget_notes": {
        "en": "delete the notes of this conversation: “delete my notes”",
        "pt": "apagar as notas desta conversa: “apaga minhas notas”",
    },
    "countdown": {
        "en": "wait with you, up to two minutes: “set a timer for 20 seconds”",
        "pt": "contar o tempo, até dois minutos: “conta 20 segundos”",
    },
    "get_profile": {
        "en": "tell what you have told me about yourself: “what do you know about me?”",
        "pt": "dizer o que você já me contou sobre você: “o que você sabe de mim?”",
    },
    "update_profile": {"en": "change your profile", "pt": "mudar o seu perfil"},
    "log_moderation": {"en": "tell the moderators", "pt": "avisar a moderação"},
}  # fmt: skip
_QUESTIONS: dict[tuple[str, str], dict[Language, str]] = {
    ("save_note", "text"): {"en": "What should I note?", "pt": "O que devo anotar?"},
    ("calculator", "expression"): {
        "en": "What should I calculate?",
        "pt": "Que conta devo fazer?",
    },
    ("countdown", "seconds"): {
        "en": "For how many seconds? (120 at most)",
        "pt": "Por quantos segundos? (no máximo 120)",
    },
}

_ASK: dict[Language, str] = {"en": "Which {name}? ({about})", "pt": "Qual {name}? ({about})"}
_CAN: dict[Language, str] = {"en": "I can do this:", "pt": "Posso fazer isto:"}
_NO_TOOLS: dict[Language, str] = {
    "en": "I have no tools here, so I can only chat a little.",
    "pt": "Não tenho ferramentas aqui, só posso conversar um pouco.",
}
_CANNOT: dict[Language, str] = {
    "en": "I can't help with that.",
    "pt": "Com isso eu não consigo ajudar.",
}
_BUT: dict[Language, str] = {
    "en": "I can {}; say “help” for the list.",
    "pt": "Posso {}; diga “ajuda” para ver a lista.",
}
_LIST: dict[Language, str] = {
    "en": "Say “help” for the list of what I can do.",
    "pt": "Diga “ajuda” para ver o que eu sei fazer.",
}
_AND: dict[Language, str] = {"en": " and ", "pt": " e "}


def cannot(tools: Sequence[Declared], language: Language) -> str:
    """Say in one line that something is out of reach, and what is not."""
    known = [_SHORT[name][language] for name in _SHORT if any(t.name == name for t in tools)][:3]
    if known:
        named = _AND[language].join([", ".join(known[:-1]), known[-1]]) if known[1:] else known[0]
        return f"{_CANNOT[language]} {_BUT[language].format(named)}"
    return f"{_CANNOT[language]} {(_LIST if tools else _NO_TOOLS)[language]}"


def listing(tools: Sequence[Declared], language: Language) -> str:
    """List what can be done; of a tool we do not know, what its author wrote."""
    if not tools:
        return _NO_TOOLS[language]
    return "\n".join([_CAN[language], *(f"- {_line(tool, language)}" for tool in tools)])


def question(tool: Declared, parameter: Parameter, language: Language) -> str:
    """Ask for one argument; the same words each time, so that the answer can be recognised."""
    if known := _QUESTIONS.get((tool.name, parameter.name)):
        return known[language]
    name = parameter.name.replace("_", " ")
    about = parameter.description.split(";")[0].rstrip(".") or parameter.kind
    return _ASK[language].format(name=name, about=about)


def _line(tool: Declared, language: Language) -> str:
    if tool.name in LONG:
        return LONG[tool.name][language]
    return f"{tool.name.replace('_', ' ')}: {_first(tool.description)}"


def _first(description: str) -> str:
    """Return a description's first sentence, shortened at a word."""
    sentence = description.split(". ")[0].strip().rstrip(".")
    return sentence if len(sentence) <= 160 else sentence[:160].rsplit(" ", 1)[0] + "…"
