"""What the assistant tells somebody whose conversation goes to people, or comes back from them."""

from __future__ import annotations

from typing import Literal

from agent.people.teams import TeamStanding
from contracts.events import HandoverEnding
from language.detect import Language

HandoverRefusal = Literal["full", "several", "nobody"]
ASKING_FOR_PERSON: dict[Language, str] = {
    "en": "talk to a person",
    "pt": "falar com uma pessoa",
}
_WAITING: dict[Language, str] = {
    "en": "I have asked our team ({title}) to take over; a person will answer you here. {place}"
    " Until then I keep quiet, and what you write is kept for them. Say “back to the assistant” if"
    " you want me again.",
    "pt": "Chamei a nossa equipe ({title}); uma pessoa vai responder aqui. {place} Até lá fico em"
    " silêncio, e o que você escrever fica guardado para ela. Diga “voltar ao robô” se quiser falar"
    " comigo de novo.",
}
_CLOSED: dict[Language, str] = {
    "en": "{away} Your request stays with them: what you write is kept and they will answer here."
    " Say “back to the assistant” and I go on meanwhile.",
    "pt": "{away} O seu pedido fica com a equipe: o que você escrever fica guardado e a resposta"
    " virá aqui. Diga “voltar ao robô” e eu continuo enquanto isso.",
}
_AWAY: dict[Language, str] = {
    "en": "Nobody of our team ({title}) is there right now.",
    "pt": "Agora não há ninguém da nossa equipe ({title}).",
}
_OPENS: dict[Language, str] = {
    "en": "Somebody is there again {opens}.",
    "pt": "Haverá alguém de novo {opens}.",
}
_PLACES: dict[Language, tuple[str, str]] = {
    "en": ("You are next.", "You are number {place} in the queue."),
    "pt": ("Você é o próximo da fila.", "Você é o número {place} da fila."),
}
_REFUSED: dict[HandoverRefusal, dict[Language, str]] = {
    "full": {
        "en": "Too many people are waiting for our team right now, so I cannot put you through."
        " Please ask again later; meanwhile I can go on helping you.",
        "pt": "Há gente demais esperando pela nossa equipe agora, por isso não consigo passar você."
        " Peça de novo mais tarde; enquanto isso posso continuar ajudando.",
    },
    "several": {
        "en": "You are waiting for our team in other conversations already; please go on in one of"
        " them.",
        "pt": "Você já espera pela nossa equipe em outras conversas; continue em uma delas, por"
        " favor.",
    },
    "nobody": {
        "en": "There is no person here who could take over: nobody of a team can be reached by this"
        " chat.",
        "pt": "Aqui não há uma pessoa que possa assumir: nenhuma equipe atende por este chat.",
    },
}
_ELSE: dict[Language, str] = {
    "en": "What I can help you with myself: {titles}.",
    "pt": "No que eu mesmo posso ajudar: {titles}.",
}
_BACK: dict[HandoverEnding, dict[Language, str]] = {
    "returned": {
        "en": "{who} has handed the conversation back to me; I go on from here.",
        "pt": "{who} me devolveu a conversa; continuo daqui.",
    },
    "closed": {
        "en": "{who} has closed this request. If there is anything else, just write.",
        "pt": "{who} encerrou este atendimento. Se precisar de mais alguma coisa, é só escrever.",
    },
    "left": {
        "en": "All right, you are talking to me, the assistant, again.",
        "pt": "Certo, você está falando comigo, o robô, de novo.",
    },
    "expired": {
        "en": "I am sorry: nobody of our team ({title}) has come to it. I am here again; ask for a"
        " person once more if you still need one.",
        "pt": "Sinto muito: ninguém da nossa equipe ({title}) conseguiu atender. Estou aqui de"
        " novo; peça uma pessoa outra vez se ainda precisar.",
    },
}
_LATE: dict[Language, str] = {
    "en": "It is taking longer than we meant; you have not been forgotten. You can go on waiting,"
    " or say “back to the assistant”.",
    "pt": "Está demorando mais do que queríamos, mas você não foi esquecido. Pode continuar"
    " esperando ou dizer “voltar ao robô”.",
}
_SOMEBODY: dict[Language, str] = {"en": "Our team ({title})", "pt": "A nossa equipe ({title})"}


def awaited(team: TeamStanding, place: int | None, language: Language) -> str:
    """Tell that people are asked for: the place in the queue, or when somebody is there again."""
    if team.open:
        first, later = _PLACES[language]
        queue = (first if place == 1 else later.format(place=place)) if place else ""
        return " ".join(_WAITING[language].format(title=team.title, place=queue).split())
    away = team.away or _AWAY[language].format(title=team.title)
    if team.opens:
        away += " " + _OPENS[language].format(opens=team.opens)
    return _CLOSED[language].format(away=away)


def refused(why: HandoverRefusal, titles: list[str], language: Language) -> str:
    """Tell that nobody takes over, and what else there is."""
    told = _REFUSED[why][language]
    return f"{told} {_ELSE[language].format(titles=', '.join(titles))}" if titles else told


def given_back(how: HandoverEnding, title: str, name: str | None, language: Language) -> str:
    """Tell that the assistant has the conversation again, and why."""
    who = f"{name} ({title})" if name else _SOMEBODY[language].format(title=title)
    return _BACK[how][language].format(who=who, title=title)


def late(language: Language) -> str:
    """Tell that the wait is longer than was meant."""
    return _LATE[language]
