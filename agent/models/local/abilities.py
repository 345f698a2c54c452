"""How the local model speaks of what it can do: in a person's words, in the person's language."""

from __future__ import annotations

from collections.abc import Sequence

from agent.models.local.request import Declared, Parameter
from language.detect import Language

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
_TOO_LITTLE: dict[Language, str] = {
    "en": "I do not know what to do with “{words}”, so I have done nothing. I can {line}",
    "pt": "Não sei o que fazer com “{words}”, por isso não fiz nada. Posso {line}",
}
_AND: dict[Language, str] = {"en": " and ", "pt": " e "}


def cannot(tools: Sequence[Declared], language: Language) -> str:
    """Say in one line that something is out of reach, and what is not."""
    known = [t.phrases.ability[language] for t in tools if t.phrases.ability][:3]
    if known:
        named = _AND[language].join([", ".join(known[:-1]), known[-1]]) if known[1:] else known[0]
        return f"{_CANNOT[language]} {_BUT[language].format(named)}"
    return f"{_CANNOT[language]} {(_LIST if tools else _NO_TOOLS)[language]}"


def too_little(tool: Declared, words: str, language: Language) -> str:
    """Say that a change was not made because a part of the request could not be carried out."""
    return _TOO_LITTLE[language].format(words=words, line=_line(tool, language))


def listing(tools: Sequence[Declared], language: Language) -> str:
    """List what can be done; of a tool without a line of its own, its description."""
    if not tools:
        return _NO_TOOLS[language]
    tools = [tool for tool in tools if tool.phrases.listed or not tool.phrases.data]
    return "\n".join([_CAN[language], *(f"- {_line(tool, language)}" for tool in tools)])


def question(tool: Declared, parameter: Parameter, language: Language) -> str:
    """Ask for one argument; the same words each time, so that the answer can be recognised."""
    if own := tool.phrases.ask.get(parameter.name):
        return own[language]
    name = parameter.name.replace("_", " ")
    about = parameter.description.split(";")[0].rstrip(".") or parameter.kind
    return _ASK[language].format(name=name, about=about)


def _line(tool: Declared, language: Language) -> str:
    if listed := tool.phrases.listed:
        return listed[language]
    return f"{tool.name.replace('_', ' ')}: {_first(tool.description)}"


def _first(description: str) -> str:
    """Return a description's first sentence, shortened at a word."""
    sentence = description.split(". ")[0].strip().rstrip(".")
    return sentence if len(sentence) <= 160 else sentence[:160].rsplit(" ", 1)[0] + "…"
