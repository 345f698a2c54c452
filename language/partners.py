"""With whom somebody wants to talk: with people, or with the assistant again.

Too many ways of saying it to be spelled out, as `language/intents.py` does with the others; each is
held against a whole message.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from language.matching import fold, words
from language.phrases import Template, compiled
from language.requests import opens_request
from language.speech_acts.acts import asks_or_wants_person, may_want_person, wants_person

WishedPartner = Literal["human", "assistant"]
_WISH = "quero|queria|preciso|posso|gostaria de|i want to|i need to|can i|let me|id like to|can we"
_SOMEBODY = (
    "humano|humana|human|ser humano|human being|atendente|atendente humano|atendente humana"
    "|atendente de verdade|pessoa|pessoa de verdade|pessoa real|pessoa humana|gente"
    "|gente de verdade"
    "|person|real person|actual person|live person|real human|actual human|somebody|someone"
    "|somebody real|someone real|a real somebody|alguem|alguem de verdade|alguem da equipe"
    "|agent|human agent|live agent|real agent|support agent|atendimento|atendimento humano"
    "|operator|operador|operadora|representative|representante|staff member|member of your team"
    "|member of the team|consultor|consultora|responsavel"
)
_STAFF = (
    "suporte|equipe|equipe de suporte|equipe de atendimento|central|central de atendimento|support"
    "|customer support|customer service|support team|team|staff|atendimento ao cliente|sac"
)
_ROBOT = "robo|bot|robot|chatbot|assistente|assistente virtual|assistant|machine|maquina|ai|ia"
_WISHES = (
    f"{_WISH}|eu quero|eu queria|eu preciso|eu gostaria de|da pra|da para|tem como|e possivel"
    "|consigo|poderia|voce pode me deixar|quero muito|queria muito|prefiro|id rather|i would rather"
    "|i prefer to|i would like to|id like to|could i|may i|is it possible to|how can i|how do i"
    "|como faco para|como faco pra|como posso|i wanna|i have to|id love to|please let me|i want"
    "|i need"
    "|id like|i would like|can i please|could you let me"
)
_TALK = (
    "falar|conversar|fala|falo|tratar|ser atendido|ser atendida|speak|talk|chat|be connected"
    "|entrar em contato|ter contato"
)
_PUT = (
    "me passa|me passe|passa|passe|passar|me transfere|me transfira|transfere|transfira|transferir"
    "|me encaminha|me encaminhe|encaminha|encaminhe|me coloca|me coloque|me liga|me conecta"
    "|me conecte|connect me|transfer me|put me through|hand me over|forward me|pass me|escalate me"
    "|pode me passar|pode me transferir|pode me encaminhar|poderia me passar|voce pode me passar"
    "|poderia me transferir|voce pode me transferir|can you connect me|could you connect me"
    "|can you transfer me|could you transfer me|can you put me through|please connect me"
    "|please transfer me|put me on|me poe|me bota|me passa isso|passa isso|passe isso"
    "|encaminha isso|encaminhe isso|transfere isso|passa a conversa|could you put me through"
)
_BRING = (
    "chama|chame|chamar|me chama|me chame|pode chamar|voce pode chamar|quero chamar|get|get me"
    "|call me|find me|me arruma|arruma|me consegue|chama pra mim|can you call|can you call me"
    "|could you call|could you call me"
    "|give me|call|bring me|bring in|can you get|can you get me|could you get me|cade|tem|ha"
    "|voce tem|is there|do you have|quero|preciso de|precisava de|i need|i want|eu preciso de"
    "|eu quero|queria|posso ter|can i have|can i get"
)
_TO = "com|to|with|para|pra|pro|a|ao|on to|through to"
_ONE = "um|uma|a|an|o|os|the|some|algum|alguma|alguem do|alguem da|someone from|somebody from|your"
_ASIDE = "ai|aqui|here|there|now|agora|mesmo|instead|entao|directly|diretamente"
_ABOUT = (
    "sobre isso|sobre meu pedido|sobre o meu pedido|sobre este assunto|sobre esse assunto"
    "|about this"
    "|about it|about my order|em vez de um robo|em vez do robo|e nao um robo|e nao com um robo"
    "|e nao com robo|nao com um robo|not a bot|not a robot|not a machine|instead of a bot"
    "|of your team"
    "|da sua equipe|da equipe|do suporte|de voces|from your team|who can help me|para me ajudar"
)
_PEOPLE: Template = (
    f"[eu] [{_WISH}] [{_ONE}] ({_SOMEBODY})",
    f"(can|could|will|would|pode|poderia|podia|tem como) [{_ONE}] ({_SOMEBODY}) [{_ABOUT}]"
    " (call me|ring me|phone me|contact me|talk to me|speak to me|speak with me|call me back"
    "|ring me back|me ligar|me chamar|me atender|falar comigo|conversar comigo|me retornar"
    "|entrar em contato|entrar em contato comigo)",
    f"[{_WISHES}] ({_TALK}) [{_TO}] [{_ONE}] ({_SOMEBODY}|{_STAFF}) [{_ASIDE}] [{_ABOUT}]",
    f"[eu] ({_PUT}) [{_TO}] [{_ONE}] ({_SOMEBODY}|{_STAFF}) [{_ASIDE}] [{_ABOUT}]",
    f"({_BRING}) [{_ONE}] ({_SOMEBODY}) [{_ASIDE}] [{_ABOUT}]",
    f"[{_WISHES}] (atendimento|atendimento humano|suporte humano|human support|human help)",
    "[eu] nao quero [mais] falar com [um|o|esse] (robo|bot|maquina|chatbot)",
    "i (dont|do not) want to (talk|speak|chat) (to|with) [a|this] (bot|robot|machine|chatbot)",
)
_ASSISTANT: Template = (  # back from people to it
    f"[eu|me] [vou|{_WISH}]"
    " (voltar|volta|volte|continuar|continua|continue|seguir|devolve|devolva)"
    f" [a falar|a conversar] [para|pra|pro|ao|a|com] [o|a]"
    f" ({_ROBOT})",
    f"[eu] [{_WISH}] (falar|conversar|continuar) [de novo] com (o|a|um) ({_ROBOT}) [de novo]",
    f"(chama|chame|liga|quero) [de volta] [o|a] ({_ROBOT}) [de volta]",
    f"[can you|can we|can i] [{_WISH}] [go|get|take me|bring me|switch|switch me] back to [the]"
    f" ({_ROBOT})",
    f"[{_WISH}] (talk|speak|chat) (to|with) the ({_ROBOT}) [again]",
    f"[the|o|a|give me|give me the] ({_ROBOT}) [again|back]",
)
_CALLS = (
    "chama|chame|chamar|me chama|me chame|pode chamar|quero chamar|call|get|get me|bring me|give me"
    "|can you get me|could you get me|i need|i want|quero|preciso de|preciso da|preciso do"
)
_OF = "da|do|de|das|dos|from|of|from the|of the|at|in|na|no"
_PART = "equipe|time|setor|area|departamento|team|department|desk|people|pessoal|gente"
# Words before a wish that change nothing about it, one or several.
_BEFORE = re.compile(
    r"(?:nao e isso|i said|eu disse|right now|na verdade|could you|can you|would you|will you"
    r"|voce pode|vc pode|please|por favor|entao|melhor|prefiro|prefere|ok|okay|so|just|only|mas|but"
    r"|and|e|right|now|agora|actually|instead|ja|well|bom|bem|hey|oi|ola|hi|hello|then|pode|poderia"
    r"|podia|moca|moco|amigo|cara|mano|mate|olha|look|yes|sim|no|nao|i think|acho que|id rather"
    r"|better) "
)
# Who exactly is wanted, and what about; words that say it is to be no machine.
_BEHIND = re.compile(
    r"(?:(?:que|who|that|which|sobre|about|regarding) (?:\w+ ){1,8}"
    r"|(?:please|por favor|now|agora|then|entao|thanks|thank you|obrigado|obrigada|valeu|vai|ok"
    r"|mesmo|meanwhile|enquanto isso) )$"
)
_REAL = re.compile(r"\b(?:actual|real|live|living|proper|genuine|de verdade|de carne e osso) ")
_SEVERAL = 4
# A talk with somebody, in words of their own: outside of any question.
_TALKS = frozenset(f"{_TALK}|{_PUT}".replace("|", " ").split()) - set(
    "me be to you can could please voce isso a pode poderia ser on in em ter tratar conversa"
    " over up".split()
)
_SOMEONE = frozenset(
    "humano humana human atendente pessoa person somebody someone alguem operator operador"
    " representative representante responsavel gerente manager supervisor supervisora".split()
)
_DENIES = frozenset("nao not no dont sem without nem nor chega".split())
_NO_WISH = frozenset(
    "como quando onde porque how when where why what que? falei falou talked spoke did never nunca"
    " nobody ninguem dont wont cannot cant not".split()
)
_ARTICLE = re.compile(r"^(?:the|o|a|os|as) ")
_WHERE = (
    r" (?:in|at|from|of|to|with|on|da|do|na|no|das|dos|com|pra|pro|para|ao)"
    r" (?:the |o |a |our |your )?{} "
)
_ANYBODY = frozenset("alguem someone somebody anyone anybody".split())
_ROLES = frozenset(
    "atendente atendentes humano human agent operator representative operador operadora".split()
)
_ME = frozenset("me us nos gente".split())
_COMES = frozenset(
    "atender atende atendem responder responde respondem demora demorar demorando fila answer"
    " answers reply replies respond responds queue wait waiting longer vem come coming".split()
)
# "I'd like someone to come" wants a visit, and nobody to talk to.
_VISITS = re.compile(
    r"\b(?:some(?:one|body)|any(?:one|body)|alguem|pessoa|person|people)(?: \w+){0,3}"
    r" (?:come|comes|visit|visits|pop|drop by|look at|venham?|vir|vem|viesse|visitar|olhar"
    r"|passar aqui)\b"
)
_SENDS_FOR = frozenset("chama chame chamar chamem".split())
_FIRST = 3  # words among which it stands
_LONGEST = 300  # characters
_LOOSE = 16  # words of a clause that is such a wish
_ONE_MORE = frozenset("more extra mais".split())
_NEAR = 6  # words between the talk and the person
_HUMAN, _BACK = compiled(_PEOPLE), compiled(_ASSISTANT)
_MENTIONED = frozenset(
    word
    for named in (_SOMEBODY, _STAFF, _ROBOT, "atendido|atendida|escalate")
    for word in named.replace("|", " ").split()
)


def wished_partner(said: str) -> WishedPartner | None:
    """Return whom a whole message asks for, its folded words with a blank behind each."""
    if _MENTIONED.isdisjoint(said.split()):
        return None
    if _HUMAN.fullmatch(said):
        return "human"
    return "assistant" if _BACK.fullmatch(said) else None


def wished_title(clause: str, titles: Sequence[str]) -> str | None:
    """Return which of some teams a clause asks for by its title; titles are folded words."""
    said = _said(clause)
    for title in titles:
        pattern = _asking_for(title)
        if f"{title} " in said and any(pattern.fullmatch(form) for form in _bared(said)):
            return title
    return None


def mentioned_title(clause: str, titles: Sequence[str]) -> str | None:
    """Return which team's title a clause that wants people names anywhere: "in the office"."""
    said = _said(clause)
    found = [title for title in titles if _named(said, title)]
    return max(found, key=len, default=None)


def _named(said: str, title: str) -> bool:
    return re.search(_WHERE.format(re.escape(_bare(title))), f" {said}") is not None


def _bare(title: str) -> str:
    return _ARTICLE.sub("", title)


def awaits_person(message: str) -> bool:
    """Tell whether a message asks when somebody comes to answer: "is anyone going to reply?"."""
    said = set(words(fold(message[:_LONGEST])))
    somebody = said & _ROLES or (said & _ANYBODY and said & (_ME | {"longer"}))
    if len(said) > _LOOSE or not somebody or not said & _COMES:
        return False
    return message.rstrip().endswith("?") or asks_or_wants_person(message)


def wishes_person(clause: str) -> bool:
    """Tell whether a clause asks for a person, whatever stands before and behind the wish."""
    said = _said(clause)
    if _VISITS.search(said) and _TALKS.isdisjoint(said.split()):
        return False
    mentioned = not _MENTIONED.isdisjoint(said.split())
    spelled = mentioned and any(wished_partner(form) == "human" for form in _bared(said))
    if spelled or not _NO_WISH.isdisjoint(said.split()):
        return spelled
    asked = opens_request(clause) or not _SENDS_FOR.isdisjoint(said.split()[:_FIRST])
    return wants_person(clause) or (mentioned and asked and may_want_person(clause))


def wishes_assistant(clause: str) -> bool:
    """Tell whether a clause wants the assistant back, whatever stands around the wish."""
    said = _said(clause)
    denied = not _DENIES.isdisjoint(said.split())
    return not denied and any(wished_partner(form) == "assistant" for form in _bared(said))


def talks_of_person(clause: str) -> bool:
    """Tell whether a clause wants to talk to somebody in words of its own: no question is open."""
    said = words(fold(clause))
    if len(said) > _LOOSE or not _NO_WISH.isdisjoint(said):
        return False
    somebody = [at for at, word in enumerate(said) if word in _SOMEONE and not _counts(said, at)]
    places = [at for at, word in enumerate(said) if word in _TALKS]
    return any(0 < one - at <= _NEAR for one in somebody for at in places)


def _counts(said: list[str], at: int) -> bool:
    """Tell whether somebody is one more of those who come: "coloca mais uma pessoa"."""
    return not _ONE_MORE.isdisjoint(said[max(0, at - 2) : at])


def _said(clause: str) -> str:
    plain = _APOSTROPHES.sub("", fold(clause))
    return "".join(f"{word} " for word in words(plain))


def _bared(said: str) -> list[str]:
    """Return a clause, and what is left of it without the words around a wish."""
    forms = [said]
    for _ in range(_SEVERAL):
        before = _BEFORE.match(forms[-1])
        if before is None:
            break
        forms.append(forms[-1][before.end() :])
    forms += [_REAL.sub("", each) for each in forms]
    return [form for each in forms for form in (each, _BEHIND.sub("", each)) if form]


@lru_cache(256)
def _asking_for(title: str) -> re.Pattern[str]:
    whose = f"[{_SOMEBODY}|{_PART}] [{_OF}] ({title}) [{_PART}]"
    named = f"[{_TO}] [{_ONE}|com o|com a|as|os|da|do] {whose}"
    behind = f"[{_ASIDE}] [{_ABOUT}]"
    return compiled(
        (
            f"[eu] [{_WISHES}] ({_TALK}) {named} {behind}",
            f"[eu] ({_PUT}) {named} {behind}",
            f"({_CALLS}) [{_ONE}] {whose} {behind}",
        )
    )


_APOSTROPHES = re.compile(r"['’]")
