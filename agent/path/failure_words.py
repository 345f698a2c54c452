"""What a person reads of a failure, and of why they are asked."""

from __future__ import annotations

from contracts.errors import BatutaError, ModelAuth
from contracts.messages import Caller
from language.detect import Language
from tools import Tool
from tools.tool import ToolArguments, ToolUnanswered

_LACKING: dict[Language, str] = {
    "en": "“{title}” cannot be done like this: something that it needs is missing or does not fit",
    "pt": "não dá para fazer “{title}” assim: falta algum dado, ou algum não serve",
}
_LATE: dict[Language, str] = {
    "en": "“{title}” takes too long right now; try again in a moment",
    "pt": "“{title}” está demorando demais agora; tente de novo daqui a pouco",
}
_BROKEN: dict[Language, str] = {
    "en": "“{title}” does not work right now; try again in a moment",
    "pt": "“{title}” não está funcionando agora; tente de novo daqui a pouco",
}


_REASONS: dict[str, dict[Language, str]] = {
    "changes": {"en": "this changes something", "pt": "isto muda alguma coisa"},
    "asks": {"en": "this asks first", "pt": "isto pergunta antes"},
    "lost": {
        "en": "the server stopped while this ran; it may or may not have taken effect",
        "pt": "o servidor parou enquanto isto rodava; pode ou não ter tido efeito",
    },
    "again": {"en": "try again?", "pt": "tentar de novo?"},
    "go_on": {"en": "go on?", "pt": "continuar?"},
}


def said(reason: str, language: Language) -> str:
    """Say why a person is asked, in their language."""
    return _REASONS[reason][language]


def words_for_people(tool: Tool, exc: Exception, language: Language) -> str | None:
    """Say it plainly; None where the failure's own words are for people."""
    if isinstance(exc, ToolArguments):
        words = _LACKING
    elif isinstance(exc, ToolUnanswered):
        words = _LATE
    elif isinstance(exc, BatutaError):
        return None
    else:
        words = _BROKEN
    return words[language].format(title=tool.title_in(language))


_UNKEYED: dict[Language, str] = {
    "en": "nobody can answer here right now; whoever runs this has to look at the model's key",
    "pt": "ninguém consegue responder aqui agora; quem opera o sistema deve ver a chave do modelo",
}


def words_of_failure(failure: BatutaError, caller: Caller, language: Language) -> str:
    """Say why a turn failed; how to set a key is told to those alone who can do so."""
    if isinstance(failure, ModelAuth) and not caller.has("operator"):
        return _UNKEYED[language]
    return failure.message
