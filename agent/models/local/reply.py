"""Decides what to answer: a pure function of the scene, read from top to bottom."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from agent.models.local import smalltalk
from agent.models.local.abilities import cannot, listing, question
from agent.models.local.asked import is_asked_for, is_declined
from agent.models.local.choose import LONGEST, Candidate, rank
from agent.models.local.expressions import going_on
from agent.models.local.fill import answer_to, fill
from agent.models.local.request import Declared, Parameter, Scene
from agent.models.local.say import result_in, say_all
from language.detect import Language
from language.encoder import embed
from language.intents import leaves, plain_answer

_SURE = 0.50  # a tool below this fit is not called
_NEAR = 0.48  # small talk below this likeness is not small talk
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
        return Reply("result", say_all(scene.answered, scene.language, scene.message))
    known = smalltalk.exact(scene.message)
    if (known is None or _is_refusal(scene.message)) and (answer := _to_our_question(scene)):
        return answer
    if known:
        return _talk(known, scene)
    return _understand(scene)


def _understand(scene: Scene) -> Reply:
    if not scene.message.strip():
        return _talk("help", scene)
    more = _from_the_last_result(scene)
    if more:
        return more
    vector = embed([scene.message[:_ENOUGH]])[0]
    intents = smalltalk.scores(scene.message, vector)
    intent = smalltalk.nearest(scene.message, intents)
    fit = [
        candidate
        for candidate in rank(scene.tools, scene.message, vector, scene.language)
        if candidate.score >= max(_SURE, *intents.values())
    ]
    if fit and is_declined(fit[0], scene.message):
        return Reply("fine", _LEFT[scene.language])
    asked = next((c for c in fit if is_asked_for(c, scene.message)), None)
    if asked:
        return _call(asked, scene)
    if max(intents.values()) >= _NEAR and not smalltalk.is_noise(scene.message):
        return _talk(intent, scene)
    return _talk("beyond", scene)


def _from_the_last_result(scene: Scene) -> Reply | None:
    """Go on calculating where the last answer was a result: "and divided by 4?"."""
    last = result_in(scene.asked)
    if last is None or all(tool.name != "calculator" for tool in scene.tools):
        return None
    expression = going_on(scene.message, last, scene.language)
    return (
        Reply("call", calls=[Call("calculator", {"expression": expression})])
        if expression
        else None
    )


def _call(chosen: Candidate, scene: Scene) -> Reply:
    filled = chosen.filled
    if len(scene.message) > LONGEST:  # the choice saw its beginning only
        filled = fill(chosen.tool, scene.message, scene.language)
    if filled.missing:
        return Reply("ask", question(chosen.tool, filled.missing[0], scene.language))
    return Reply("call", calls=[Call(chosen.tool.name, filled.args)])


_LEFT: dict[Language, str] = {"en": "Fine, I left it.", "pt": "Tudo bem, não fiz nada."}


def _to_our_question(scene: Scene) -> Reply | None:
    """Take the message as the answer to what was asked last, if it can be one."""
    for tool in scene.tools:
        for parameter in tool.parameters:
            languages: tuple[Language, ...] = ("en", "pt")
            if scene.asked.strip() in [question(tool, parameter, known) for known in languages]:
                return _answered(tool, parameter, scene)
    return None


def _is_refusal(message: str) -> bool:
    return leaves(message) or plain_answer(message) is False


def _answered(tool: Declared, parameter: Parameter, scene: Scene) -> Reply | None:
    if _is_refusal(scene.message):
        return Reply("fine", _LEFT[scene.language])
    value = answer_to(parameter, tool, scene.message, scene.language)
    if value is None:
        return None
    earlier = fill(tool, scene.before, scene.language)
    args = earlier.args | {parameter.name: value}
    missing = [p for p in earlier.missing if p.name != parameter.name]
    if missing:
        return Reply("ask", question(tool, missing[0], scene.language))
    return Reply("call", calls=[Call(tool.name, args)])


def _talk(intent: str, scene: Scene) -> Reply:
    if intent == "help":
        return Reply("help", listing(scene.tools, scene.language))
    if intent == "about_me":
        return _about_the_person(scene)
    if intent == "recall":
        return Reply("recall", _last_message(scene))
    if intent == "telling" and any(tool.name == "save_note" for tool in scene.tools):
        return Reply("telling", _TOLD[scene.language])
    if intent not in smalltalk.REPLIES:
        return Reply("refuse", cannot(scene.tools, scene.language))
    text = smalltalk.REPLIES[intent][scene.language]
    if intent in ("greeting", "who_are_you") and scene.tools:
        text = f"{text} {_BRIEF[scene.language]}"
    return Reply(intent, text)


def _about_the_person(scene: Scene) -> Reply:
    for tool in scene.tools:
        if tool.name == "get_profile":
            return Reply("call", calls=[Call(tool.name, {})])
    return Reply("refuse", cannot(scene.tools, scene.language))


def _last_message(scene: Scene) -> str:
    before = " ".join(scene.before.split())
    if not before:
        return _BEGUN[scene.language]
    return _LAST[scene.language].format(before if len(before) <= 200 else f"{before[:200]}…")


_BRIEF: dict[Language, str] = {
    "en": 'Ask "what can you do?" for a list.',
    "pt": 'Pergunte "o que você faz?" para ver a lista.',
}
_TOLD: dict[Language, str] = {
    "en": "Thanks for telling me. I don't keep that by myself; say “save a note: …” and I will.",
    "pt": "Obrigado por contar. Eu não guardo isso por conta própria; diga “anota: …” e eu guardo.",
}
_BEGUN: dict[Language, str] = {
    "en": "We have only just begun: this is your first message here.",
    "pt": "Acabamos de começar: esta é a sua primeira mensagem aqui.",
}
_LAST: dict[Language, str] = {
    "en": "Before this you wrote: “{}”",
    "pt": "Antes disso você escreveu: “{}”",
}
