"""Decides what to answer: a pure function of the scene, read from top to bottom."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from agent.models.local import smalltalk
from agent.models.local.choose import LONGEST, Candidate, rank
from agent.models.local.fill import answer_to, fill
from agent.models.local.say import say_all
from agent.models.local.scene import Declared, Parameter, Scene
from language.detect import Language
from language.encoder import embed
from language.matching import fold

_SURE = 0.50  # a tool below this fit is not called
_NEAR = 0.42  # small talk below this likeness is not small talk
_ENOUGH = 300  # characters of a message that say what it wants


@dataclass(frozen=True, slots=True)
class Call:
    """A tool to call."""

    tool: str
    args: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model says or does, and the intent it saw."""

    intent: str
    text: str = ""
    calls: list[Call] = field(default_factory=list[Call])


def reply(scene: Scene) -> Reply:
    """Answer results, then an answer to our own question, then small talk, then a request."""
    if scene.answered:
        return Reply("result", say_all(scene.answered, scene.language))
    known = smalltalk.exact(scene.message)
    answer = None if known else _to_our_question(scene)
    if answer:
        return answer
    if known:
        return _talk(known, scene)
    return _understand(scene)


def _understand(scene: Scene) -> Reply:
    if not scene.message.strip():
        return _talk("help", scene)
    vector = embed([scene.message[:_ENOUGH]])[0]
    intents = smalltalk.scores(scene.message, vector)
    intent = max(intents, key=lambda name: intents[name])
    tools = rank(scene.tools, scene.message, vector, scene.language)
    best = tools[0] if tools else None
    if best and best.score >= max(_SURE, intents[intent]):
        return _call(best, scene)
    if intents[intent] >= _NEAR and intent != "beyond":
        return _talk(intent, scene)
    return Reply("refuse", _refusal(scene))


def _call(chosen: Candidate, scene: Scene) -> Reply:
    filled = chosen.filled
    if len(scene.message) > LONGEST:  # the choice saw its beginning only
        filled = fill(chosen.tool, scene.message, scene.language)
    if filled.missing:
        return Reply("ask", question(filled.missing[0], scene.language))
    return Reply("call", calls=[Call(chosen.tool.name, filled.args)])


_ASK: dict[Language, str] = {"en": "Which {name}? ({about})", "pt": "Qual {name}? ({about})"}
_NEVER_MIND = ("cancel", "never mind", "nevermind", "forget it", "no", "cancela", "deixa", "nao",
               "deixa pra la", "esquece", "deixa para la")  # fmt: skip
_LEFT: dict[Language, str] = {"en": "All right, I leave it.", "pt": "Certo, deixo assim."}


def question(parameter: Parameter, language: Language) -> str:
    """Ask for one argument; the same words each time, so that the answer can be recognised."""
    name = parameter.name.replace("_", " ")
    about = parameter.description.split(";")[0].rstrip(".") or parameter.kind
    return _ASK[language].format(name=name, about=about)


def _to_our_question(scene: Scene) -> Reply | None:
    """Take the message as the answer to what was asked last, if it can be one."""
    for tool in scene.tools:
        for parameter in tool.parameters:
            languages: tuple[Language, ...] = ("en", "pt")
            if scene.asked.strip() in [question(parameter, known) for known in languages]:
                return _answered(tool, parameter, scene)
    return None


def _answered(tool: Declared, parameter: Parameter, scene: Scene) -> Reply | None:
    if fold(scene.message).strip(" .!") in _NEVER_MIND:
        return Reply("fine", _LEFT[scene.language])
    value = answer_to(parameter, tool, scene.message, scene.language)
    if value is None:
        return None
    earlier = fill(tool, scene.before, scene.language)
    args = earlier.args | {parameter.name: value}
    missing = [p for p in earlier.missing if p.name != parameter.name]
    if missing:
        return Reply("ask", question(missing[0], scene.language))
    return Reply("call", calls=[Call(tool.name, args)])


def _talk(intent: str, scene: Scene) -> Reply:
    if intent == "help":
        return Reply("help", _help(scene))
    text = smalltalk.REPLIES[intent][scene.language]
    if intent in ("greeting", "who_are_you") and scene.tools:
        text = f"{text} {_brief(scene)}"
    return Reply(intent, text)


_CAN: dict[Language, str] = {"en": "I can do this:", "pt": "Posso fazer isto:"}
_BRIEF: dict[Language, str] = {
    "en": 'Ask "what can you do?" for a list.',
    "pt": 'Pergunte "o que você faz?" para ver a lista.',
}
_NO_TOOLS: dict[Language, str] = {
    "en": "I have no tools here, so I can only chat a little.",
    "pt": "Não tenho ferramentas aqui, só posso conversar um pouco.",
}
_KEY: dict[Language, str] = {
    "en": "I work without a language model; with a key (GOOGLE_API_KEY or ANTHROPIC_API_KEY) I "
    "understand free conversation too.",
    "pt": "Funciono sem modelo de linguagem; com uma chave (GOOGLE_API_KEY ou ANTHROPIC_API_KEY) "
    "entendo também conversa livre.",
}
_CANNOT: dict[Language, str] = {
    "en": "I can't do that without a language model; with a key (GOOGLE_API_KEY or "
    "ANTHROPIC_API_KEY) I could.",
    "pt": "Não consigo fazer isso sem um modelo de linguagem; com uma chave (GOOGLE_API_KEY ou "
    "ANTHROPIC_API_KEY) eu conseguiria.",
}


def _brief(scene: Scene) -> str:
    return _BRIEF[scene.language]


def _listing(scene: Scene) -> str:
    if not scene.tools:
        return _NO_TOOLS[scene.language]
    lines = [f"- {tool.name.replace('_', ' ')}: {_first(tool.description)}" for tool in scene.tools]
    return "\n".join([_CAN[scene.language], *lines])


def _first(description: str) -> str:
    """Return a description's first sentence, shortened at a word."""
    sentence = description.split(". ")[0].strip().rstrip(".")
    return sentence if len(sentence) <= 160 else sentence[:160].rsplit(" ", 1)[0] + "…"


def _help(scene: Scene) -> str:
    return f"{_listing(scene)}\n{_KEY[scene.language]}"


def _refusal(scene: Scene) -> str:
    return f"{_CANNOT[scene.language]} {_listing(scene)}"
