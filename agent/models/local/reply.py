"""Decides what to answer: a pure function of the request, read from top to bottom."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.models.local import analyst, designer, smalltalk
from agent.models.local.abilities import (
    PERSON,
    cannot,
    instead,
    listing,
    question,
    too_little,
    unserved,
)
from agent.models.local.asked import (
    is_asked_for,
    is_declined,
    leaves_open_which,
    left_over,
    points_at_one,
)
from agent.models.local.choose import LONGEST, RankedTool, rank
from agent.models.local.data_help import helped
from agent.models.local.fill import answer_to, fill, is_expression, is_free_text
from agent.models.local.notes import just_saved, noted, pointed_at
from agent.models.local.request import Declared, LocalRequest, Parameter
from agent.models.local.say import number_told, say_all
from agent.models.local.several import carried_out
from agent.models.local.small_talk_replies import OF_HOUSE, REPLIES, WHO, fresh
from agent.models.local.steps import Call, Reply
from agent.models.situation import TurnSituation
from language.detect import Language
from language.encoder import embed
from language.expressions import going_on
from language.fragments import is_fragment
from language.intents import plain_answer, wants_to_leave
from language.price_asked import asks_price
from language.speech_acts.acts import is_question
from language.speech_acts.classify import clause_reading
from language.told_names import told_name

_CALLED = re.compile(
    r"\W*(?:me chamo|meu nome|o meu nome|my name|call me|i'?m called|sou (?:o|a) )", re.I
)
_SURE = 0.50  # a tool below this fit is not called
_NEAR = 0.48  # small talk below this likeness is not small talk
_ASKED = 0.62  # nor a question below this one: it asks for something else
_ABOUT_ITSELF = frozenset(
    "help who_are_you made_by languages recall about_me human beyond".split()
)  # what the assistant is asked of itself and of the conversation
_LETS_GO = 0.5  # how likely a message must let go of what was spoken of
_PARTING = frozenset({"thanks", "goodbye"})
_TOLD_ALL = 0.5  # evidence of a message that has all that a tool needs, such as a sum
_ENOUGH = 300  # characters of a message that say what it wants


def reply(request: LocalRequest) -> Reply:
    """Answer results, then an answer to our own question, then small talk, then a request."""
    if request.answered:
        return _answer_results(request)
    if request.situation and request.situation.whose:
        told = _talk("who_are_you", request)
        return Reply(told.intent, f"{told.text} {instead(request)}")
    known = smalltalk.exact(request.message)
    if (known is None or _is_refusal(request.message)) and (answer := _to_our_question(request)):
        return answer
    if known:
        return _talk(known, request)
    if request.situation and request.situation.unserved:
        return Reply("refuse", unserved(request))
    if analyst.is_analyst(request) and request.message.strip():
        return analyst.look_first(request)
    if is_fragment(request.message, request.language):
        return _talk("fragment", request)
    return _understand(request)


def _answer_results(request: LocalRequest) -> Reply:
    """Tell what tools gave; who has looked at tables goes on, or finds that nothing is asked."""
    if step := carried_out(request) or _next_step(request):
        return step
    answered = tuple(a for a in request.answered if a.phrases.data != "look")
    if answered or not analyst.is_analyst(request) or "error" in request.answered[-1].response:
        told = answered or request.answered
        return Reply("result", say_all(told, request.language, request.message))
    other = _understand(replace(request, answered=(), tools=analyst.others(request.tools)))
    return analyst.beyond(request, other)


def _next_step(request: LocalRequest) -> Reply | None:
    """Go on with tables and dashboards, if that is what the message is about."""
    last = request.answered[-1]
    if "error" in last.response or not analyst.is_analyst(request):
        return None
    if last.phrases.data == "look":
        if wish := designer.wish_of(request):
            return designer.design(wish, request)
        if told := helped(request, analyst.profiles_of(request)):
            return told
    return designer.told_board(request) or analyst.go_on(request)


def _understand(request: LocalRequest) -> Reply:
    if not request.message.strip():
        return _talk("help", request)
    more = _from_the_last_result(request)
    if more:
        return more
    if kept := noted(request):
        return kept
    vector = embed([request.message[:_ENOUGH]])[0]
    intents = smalltalk.scores(request.message, vector)
    intent = smalltalk.nearest(request.message, intents)
    fit = [
        candidate
        for candidate in rank(request.tools, request.message, vector, request.language)
        if candidate.score >= max(_SURE, *intents.values())
    ]
    if fit and is_declined(fit[0], request.message):
        return Reply("fine", _LEFT[request.language])
    if asked := [c for c in fit if is_asked_for(c, request.message)]:
        whole = (c for c in asked if c.filled.evidence >= _TOLD_ALL and not c.filled.missing)
        return _call(next(whole, asked[0]) if asked[0].filled.missing else asked[0], request)
    if smalltalk.is_noise(request.message):
        return _talk("beyond", request)
    if asks_price(request.message):  # which is small talk in no words
        return Reply("refuse", cannot(request))
    if introduced := _introduced(request.message):
        return _talk("met", request, name=introduced)
    if smalltalk.is_few(request.message, intents):
        return _talk("fragment", request)
    read = clause_reading(request.message)
    if read.of("leaves") >= _LETS_GO and intent not in _PARTING:
        return _talk("fine", request)
    least = _ASKED if intent not in _ABOUT_ITSELF and is_question(request.message) else _NEAR
    if max(intents.values()) >= least:
        return _talk(intent, request)
    return _talk("fine" if read.of("no", "kind") >= _LETS_GO else "beyond", request)


def _introduced(message: str) -> str | None:
    """Return the name of who says no more than that: "me chamo Ana"."""
    found = _CALLED.match(message[:80])
    name = told_name(message[:80]) if found else None
    return name if name and message.strip(" .!").endswith(name) else None


def _from_the_last_result(request: LocalRequest) -> Reply | None:
    """Go on calculating where the last answer was a result: "and divided by 4?"."""
    for tool in request.tools:
        last = number_told(request.asked, tool.phrases)
        takes = next((p.name for p in tool.parameters if is_expression(p)), None)
        more = going_on(request.message, last, request.language) if last and takes else None
        if takes and more:
            return Reply("call", calls=[Call(tool.name, {takes: more})])
    return None


def _call(chosen: RankedTool, request: LocalRequest) -> Reply:
    filled = chosen.filled
    if len(request.message) > LONGEST:  # the choice saw its beginning only
        filled = fill(chosen.tool, request.message, request.language)
    if filled.missing:
        return Reply("ask", question(chosen.tool, filled.missing[0], request.language))
    about = [p for p in chosen.tool.parameters if not p.required and is_free_text(p)]
    if len(about) == 1 and leaves_open_which(chosen, request.message):
        if points_at_one(request.message) and (meant := just_saved(request)):
            return Reply("call", calls=[Call(chosen.tool.name, {about[0].name: meant})])
        return Reply("ask", question(chosen.tool, about[0], request.language))
    if more := left_over(chosen, request.message):
        if len(about) != 1:
            return Reply("unsure", too_little(chosen.tool, more, request.language))
        filled.args[about[0].name] = more
    return Reply("call", calls=[Call(chosen.tool.name, filled.args)])


_LEFT: dict[Language, str] = {"en": "Fine, I left it.", "pt": "Tudo bem, não fiz nada."}


def _to_our_question(request: LocalRequest) -> Reply | None:
    """Take the message as the answer to what was asked last, if it can be one."""
    for tool in request.tools:
        for parameter in tool.parameters:
            languages: tuple[Language, ...] = ("en", "pt")
            if request.asked.strip() in [question(tool, parameter, known) for known in languages]:
                return _answered(tool, parameter, request)
    return None


def _is_refusal(message: str) -> bool:
    return wants_to_leave(message) or plain_answer(message) is False


def _answered(tool: Declared, parameter: Parameter, request: LocalRequest) -> Reply | None:
    if _is_refusal(request.message):
        return Reply("fine", _LEFT[request.language])
    value = answer_to(parameter, tool, request.message, request.language)
    if value is None:
        return None
    if isinstance(value, str) and not parameter.required:
        value = pointed_at(value)
    earlier = fill(tool, request.before, request.language)
    args = earlier.args | {parameter.name: value}
    missing = [p for p in earlier.missing if p.name != parameter.name]
    if missing:
        return Reply("ask", question(tool, missing[0], request.language))
    return Reply("call", calls=[Call(tool.name, args)])


def _talk(intent: str, request: LocalRequest, name: str = "") -> Reply:
    """Answer small talk in words that this conversation has not heard yet."""
    if intent == "help":
        return Reply("help", listing(request))
    if intent == "about_me":
        return _about_the_person(request)
    if intent == "recall":
        return Reply("recall", _last_message(request))
    keeping = (tool.phrases.keeps_when_told for tool in request.tools)
    if intent in ("telling", "met") and (keeps := next(filter(None, keeping), None)):
        return Reply("telling", _TOLD[request.language].format(keeps[request.language]))
    wordings = _wordings(intent, request)
    if wordings is None:
        return Reply("refuse", cannot(request))
    said = " ".join(request.message[:60].strip(" .,!?").split())
    told = [each.format(name=name, said=said) for each in wordings]
    if intent == "who_are_you" and request.situation and request.situation.house:
        told[0] = " ".join(filter(None, [_of_house(request.situation), request.situation.about]))
    text = fresh(told, request.told, _met_before(intent, request))
    if intent in ("greeting", "who_are_you") and request.tools and text == told[0]:
        text = f"{text} {_BRIEF[request.language]}"
    if intent in ("upset", "who_are_you") and request.situation and request.situation.people:
        text = f"{text} {PERSON[request.language]}"
    return Reply(intent, text)


def _of_house(here: TurnSituation) -> str:
    """Say whose assistant it is; what it is itself is no secret."""
    return OF_HOUSE[here.language].format(house=here.house)


def _wordings(intent: str, request: LocalRequest) -> Sequence[str] | None:
    here = request.situation
    known = REPLIES | WHO[here is not None and here.own_project]
    return known[intent][request.language] if intent in known else None


def _met_before(intent: str, request: LocalRequest) -> int:
    """Tell whether the same was said before, which others may have answered: then not as new."""
    return int(intent == "greeting" and any(smalltalk.exact(m) == intent for m in request.earlier))


def _about_the_person(request: LocalRequest) -> Reply:
    for tool in request.tools:
        if tool.phrases.tells_about_person:
            return Reply("call", calls=[Call(tool.name, {})])
    return Reply("refuse", cannot(request))


def _last_message(request: LocalRequest) -> str:
    before = " ".join(request.before.split())
    if not before:
        return _BEGUN[request.language]
    return _LAST[request.language].format(before if len(before) <= 200 else f"{before[:200]}…")


_BRIEF: dict[Language, str] = {
    "en": 'Ask "what can you do?" for a list.',
    "pt": 'Pergunte "o que você faz?" para ver a lista.',
}
_TOLD: dict[Language, str] = {
    "en": "Thanks for telling me. I don't keep that by myself; say “{}” and I will.",
    "pt": "Obrigado por contar. Eu não guardo isso por conta própria; diga “{}” e eu guardo.",
}
_BEGUN: dict[Language, str] = {
    "en": "We have only just begun: this is your first message here.",
    "pt": "Acabamos de começar: esta é a sua primeira mensagem aqui.",
}
_LAST: dict[Language, str] = {
    "en": "Before this you wrote: “{}”",
    "pt": "Antes disso você escreveu: “{}”",
}
