"""How the local model speaks of what it can do: in a person's words, in the person's language."""

from __future__ import annotations

from agent.models.local.request import Declared, LocalRequest, Parameter
from agent.models.local.small_talk_replies import ReplyWordings, fresh
from language.detect import Language
from language.speech_acts.acts import is_question
from language.standing import asks_standing

_ASK: dict[Language, str] = {"en": "Which {name}? ({about})", "pt": "Qual {name}? ({about})"}
_CAN: dict[Language, str] = {"en": "I can do this:", "pt": "Posso fazer isto:"}
_ONLY_ANSWERS: dict[Language, str] = {
    "en": "I answer questions about what is done here; just ask.",
    "pt": "Respondo perguntas sobre o que se faz por aqui; é só perguntar.",
}
_CANNOT: ReplyWordings = {
    "en": ("I can't help with that.", "That is beyond me as well.", "I don't know that either."),
    "pt": ("Com isso eu não consigo ajudar.", "Isso também está fora do que eu sei.",
           "Essa eu também não sei responder."),
}  # fmt: skip
_UNSERVED: ReplyWordings = {
    "en": ("I cannot change or settle that here.", "That I cannot settle here either."),
    "pt": ("Isso eu não consigo mudar nem resolver por aqui.",
           "Isso eu também não consigo resolver por aqui."),
}  # fmt: skip
_UNKNOWN: ReplyWordings = {
    "en": ("That I do not know.", "I don't know that either.", "Nor can I tell you that."),
    "pt": (
        "Isso eu não sei.",
        "Isso eu também não sei dizer.",
        "Essa eu também não sei responder.",
    ),
}
_BUT: dict[Language, str] = {
    "en": "I can {}; say “help” for the list.",
    "pt": "Posso {}; diga “ajuda” para ver a lista.",
}
_HERE: dict[Language, str] = {
    "en": "Here you can ask for: {}.",
    "pt": "Aqui você pode pedir: {}.",
}
_LIST: dict[Language, str] = {
    "en": "Say “help” for the list of what I can do.",
    "pt": "Diga “ajuda” para ver o que eu sei fazer.",
}
PERSON: dict[Language, str] = {
    "en": "Say “a person, please” and I will call somebody.",
    "pt": "Diga “quero falar com uma pessoa” e eu chamo alguém.",
}
_CAN_TELL: dict[Language, str] = {
    "en": "A person can tell you: say “a person, please” and I will call somebody.",
    "pt": "Uma pessoa pode responder: diga “quero falar com uma pessoa” e eu chamo alguém.",
}
_PERSON_LINE: dict[Language, str] = {
    "en": "call a person: “a person, please”",
    "pt": "chamar uma pessoa: “quero falar com uma pessoa”",
}
_TOO_LITTLE: dict[Language, str] = {
    "en": "I do not know what to do with “{words}”, so I have done nothing. I can {line}",
    "pt": "Não sei o que fazer com “{words}”, por isso não fiz nada. Posso {line}",
}
_AND: dict[Language, str] = {"en": " and ", "pt": " e "}
_NAMED = 3  # abilities that are named in passing


def cannot(request: LocalRequest) -> str:
    """Say in one line that something is out of reach, and what is not; the second time less."""
    language, here = request.language, request.situation
    if here and here.own_project and asks_standing(request.message) == "offered":
        return instead(request)
    if here and here.people and here.own_project and is_question(request.message):
        return f"{fresh(_UNKNOWN[language], request.told)} {_CAN_TELL[language]}"
    said = fresh(_CANNOT[language], request.told)
    if said == _CANNOT[language][0]:
        return f"{said} {instead(request)}"
    hints = [PERSON[language], _LIST[language]] if here and here.people else [_LIST[language]]
    return f"{said} {fresh(hints, request.told)}"


def unserved(request: LocalRequest) -> str:
    """Say that nothing here changes or puts right what is there already, and who may."""
    language, here = request.language, request.situation
    people = [PERSON[language]] if here and here.people else []
    said = fresh(_UNSERVED[language], request.told)
    return " ".join([said, *people, instead(request)])


def instead(request: LocalRequest) -> str:
    """Say what there is, in passing."""
    language, here = request.language, request.situation
    known = [t.phrases.ability[language] for t in request.tools if t.phrases.ability][:_NAMED]
    offers = [f"“{offer.title}”" for offer in here.offers[:_NAMED]] if here else []
    if here and here.own_project and offers:
        return _HERE[language].format(", ".join(offers))
    if known:
        named = _AND[language].join([", ".join(known[:-1]), known[-1]]) if known[1:] else known[0]
        return _BUT[language].format(named)
    return (_LIST if request.tools else _ONLY_ANSWERS)[language]


def too_little(tool: Declared, words: str, language: Language) -> str:
    """Say that a change was not made because a part of the request could not be carried out."""
    return _TOO_LITTLE[language].format(words=words, line=_line(tool, language))


def listing(request: LocalRequest) -> str:
    """List what can be done; of a tool without a line of its own, its description."""
    language, here = request.language, request.situation
    tools = [t for t in request.tools if t.phrases.listed or not t.phrases.data]
    lines = [_line(tool, language) for tool in tools]
    offers = here.offers if here else ()
    asked = [f"{o.title}: “{o.example}”" if o.example else o.title for o in offers]
    lines = [*asked, *lines] if here and here.own_project else [*lines, *asked]
    lines += [_PERSON_LINE[language]] if here and here.people else []
    if not lines:
        return _ONLY_ANSWERS[language]
    return "\n".join([_CAN[language], *(f"- {line}" for line in lines)])


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
