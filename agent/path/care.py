"""What follows a message of somebody in danger: help again, and no form, until they want else.

That help was given is part of where the conversation stands (`Cursor.care`). As long as it is so,
whatever is no clear other request gets the short words with the numbers again.
"""

from __future__ import annotations

import re

from agent.log.steps import CHECKED, choices_shown
from agent.path.choose import choose
from agent.path.refusal_words import person_button
from agent.path.run import TurnRun
from contracts.events import Choice, Choices
from guardrails.danger.felt import hardly_felt
from guardrails.guard import Verdict
from language.detect import Language
from language.going_on import goes_on, only_goes_on
from language.intents import Intent, intent_of
from language.matching import fold
from language.requests import asks, clauses
from router.route import ROOT, Route
from workflows.machine.cursor import Care

_CARE: dict[str, Care] = {
    "emergency": "emergency",
    "distress": "own",
    "despair": "own",
    "distress_of_others": "others",
    "despair_of_others": "others",
}
_SHORT: dict[Care, dict[Language, str]] = {
    "emergency": {
        "en": (
            "Please call your local emergency number now: 112 in Europe, 911 in the US and Canada,"
            " in Brazil 192 (ambulance), 193 (fire) or 190 (police). They tell you what to do, and"
            " they can send somebody; I cannot."
        ),
        "pt": (
            "Por favor, ligue agora para a emergência: SAMU 192, Bombeiros 193, Polícia 190; na"
            " Europa, 112; nos EUA e no Canadá, 911; em outro lugar, o número local. Quem atende"
            " diz o que fazer e pode mandar alguém; eu não consigo."
        ),
    },
    "own": {
        "en": (
            "I am still here, and what you feel matters. A person who listens can do more than I:"
            " 988 in the US and Canada, 116 123 in the UK and Ireland, 188 in Brazil; elsewhere,"
            " or in danger, your local emergency number (112, 911, 192)."
        ),
        "pt": (
            "Continuo aqui, e o que você sente importa. Uma pessoa que escuta pode mais do que eu:"
            " no Brasil, CVV, 188, de graça, a qualquer hora; nos EUA e no Canadá, 988; no Reino"
            " Unido e na Irlanda, 116 123; em perigo, a emergência local (SAMU 192; 112; 911)."
        ),
    },
    "others": {
        "en": (
            "If they are in danger now, or you cannot reach them, call your local emergency number"
            " (112, 911, 999, in Brazil 192) and say where they are. For advice, also for you:"
            " 988 in the US and Canada, 116 123 in the UK and Ireland, 188 in Brazil."
        ),
        "pt": (
            "Se a pessoa corre perigo agora, ou você não consegue falar com ela, ligue para a"
            " emergência (SAMU 192; 112; 911) e diga onde ela está. Para conselho, também para"
            " você: no Brasil, CVV, 188; nos EUA e no Canadá, 988; no Reino Unido, 116 123."
        ),
    },
}
# Where it is only a guess that somebody is in distress: beside the answer, never in place of it.
_BESIDE: dict[Language, str] = {
    "en": (
        "And should things be heavy for you, or for somebody near you: a person listens at 988 in"
        " the US and Canada, 116 123 in the UK and Ireland, 188 in Brazil; in danger, call your"
        " local emergency number (112, 911, 192)."
    ),
    "pt": (
        "E se as coisas estiverem pesadas para você, ou para alguém perto de você: uma pessoa"
        " escuta no CVV, 188, no Brasil; 988 nos EUA e no Canadá; 116 123 no Reino Unido e na"
        " Irlanda; em perigo, a emergência local (SAMU 192; 112; 911)."
    ),
}
_ASK: dict[Language, str] = {
    "en": "Shall somebody of our people write to you here as well?",
    "pt": "Quer que alguém da nossa equipe também escreva para você aqui?",
}
_ON: dict[Language, str] = {
    "en": "When you want something else here, say what, or “continue”.",
    "pt": "Quando quiser outra coisa aqui, diga o quê, ou “continuar”.",
}
_GO_ON: dict[Language, tuple[str, str]] = {
    "en": ("Go on here", "continue"),
    "pt": ("Continuar aqui", "continuar"),
}
# The answer to "continue" where nothing waits to be gone on with.
_READY: dict[Language, str] = {
    "en": "Of course. What would you like to do?",
    "pt": "Claro. O que você quer fazer?",
}
# What is said to the assistant itself, and by that of something else.
_ELSE: tuple[Intent, ...] = ("stop", "exit", "home", "abilities", "human", "assistant")
# Words of those who are still at it: nothing that holds one of them is another request.
_STILL = re.compile(
    r"\b(?:he|she|they|him|her|them|hes|shes|ele|ela|eles|elas|dele|dela|phone|telephone|call"
    r"|calling|number|hotline|helpline|ambulance|hospital|doctor|police|emergency|help|alone"
    r"|scared|afraid|feel|feeling|die|dying|dead|breathing|pulse|blood|hurt|hurts|pain|pills"
    r"|telefone|numero|ligar|ligo|liguei|ambulancia|samu|cvv|medico|policia|emergencia|socorro"
    r"|ajuda|ajudar|sozinh[oa]|medo|sinto|sentindo|morrer|morrendo|morto|morta|respira|respirando"
    r"|pulso|sangue|dor|doi|remedios?|triste|sad|crying|chorando|psicolog[oa]|therapist"
    r"|talk|stay|listen|with me|better|deserve|live|life|god|anyone"
    r"|someone|somebody|nobody"
    r"|conversar|desabafar|comigo|melhorar?|mereco|viver|vida|deus|alguem|ninguem|familia|family"
    r"|what to do|what (?:do|should|can) i do|what now|e agora|que (?:eu )?faco|o que fazer"
    r"|110|112|188|190|192|193|911|988|999)\b"
)
_REQUEST = 4  # words: less than that is no request by itself
_SURE = 0.6


def care_for(verdict: Verdict) -> Care | None:
    """Tell what help a verdict gives, if it gives any."""
    return _CARE.get(verdict.guard) if verdict.say is not None else None


def offer_ways_on(run: TurnRun) -> None:
    """Offer to go on, and a person of the project's own beside the numbers, where one may answer:
    whoever was not in danger has said something else, and is not to be left without a way.
    """
    label, value = _GO_ON[run.language]
    options, question = [Choice(label=label, value=value)], _ON[run.language]
    if run.services.teams.answering(run.services.repertoire.teams) is not None:
        options.insert(0, person_button(run.language))
        question = _ASK[run.language]
    shown = Choices(id="care", question=question, options=options)
    run.journal.keep(choices_shown("care"), True, shown)


def tell_beside(run: TurnRun) -> None:
    """Say beside the answer where people listen, if the message may be of somebody in distress."""
    verdict = run.journal.find(CHECKED)
    if verdict is None or verdict.decision != "review" or verdict.guard not in _CARE:
        return
    if not run.incoming.held:  # people read it themselves
        run.answer.tell(_BESIDE[run.language])


def short_words(run: TurnRun) -> str:
    """Return the short form of the help, or what the project says in its place."""
    policy, care = run.services.guards.policy, run.care or "own"
    own = {
        "emergency": policy.emergency,
        "own": policy.self_harm,
        "others": policy.self_harm_of_others,
    }[care]
    return own.get(run.language) or f"{_SHORT[care][run.language]} {_ON[run.language]}"


async def care_again(run: TurnRun) -> bool:
    """Give the help again; False where nobody is in danger, or the person wants something else."""
    if run.care is None:
        return False
    run.position.language = run.language
    if run.incoming.typed and run.open_question is None and only_goes_on(run.message):
        run.care = None
        run.answer.tell(_READY[run.language])
        return True
    if not run.incoming.typed or await _wants_else(run):
        run.care = None
        return False
    run.answer.tell(short_words(run))
    return True


async def _wants_else(run: TurnRun) -> bool:
    """Tell whether a message is a clear other request."""
    if run.ended_handover is not None or intent_of(run.message) in _ELSE:
        return True
    said = fold(run.message.replace("'", "").replace("\u2019", ""))
    if goes_on(run.message):
        return True
    route = (await choose(run)).route
    if route.pressed or _STILL.search(said):
        return route.pressed
    return _is_answer(run, route) or _is_request(run, route)


def _is_answer(run: TurnRun, route: Route) -> bool:
    """Tell whether it answers the open question with what is no plain word: a date, an address."""
    told = any(c.isdigit() or c == "@" for c in run.message) and "?" not in run.message
    return told and route.workflow == run.position.workflow and run.open_question is not None


def _is_request(run: TurnRun, route: Route) -> bool:
    """Tell whether another workflow is sure to be meant, or something is asked for at length."""
    if len(run.message.split()) >= _REQUEST and any(map(asks, clauses(run.message))):
        return hardly_felt(run.message)  # "I only wanted to sleep a little" asks for nothing
    chosen = run.services.workflows.get(route.workflow)
    elsewhere = route.workflow not in (ROOT, run.position.workflow) and route.question is None
    claims = chosen is None or chosen.route.first is not None
    return elsewhere and not claims and route.confidence >= _SURE
