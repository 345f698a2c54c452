"""What people say to an assistant every day and a head does not know.

Scolding it, asking about it, asking for a person, and idioms.
"""

from __future__ import annotations

import re

from guardrails.heads.groups import about
from guardrails.heads.plain import plain
from language.speech_acts.classify import SpeechAct, clause_reading

_LONGEST = 80  # characters: what is longer says something else, too
_FEW = 5  # words
_TOLD = 100  # characters: a longer story may have its wish in the middle
# Groups of words without which a text of few words can hardly ask for anything bad: what is bad,
# how it is asked for, and to whom it is done. A verb that no list knows may stand among them.
_GRAVE = frozenset(
    "violence weapon agent drug cyber deceit hate sex selfharm stealth spread privacy machine drop"
    " free how make obtain write target others".split()
)
# Of these a word is enough to look twice at whoever wants a person: "somebody who sells weapons".
_CRIME = frozenset("violence weapon agent drug cyber deceit hate sex selfharm stealth".split())
# What asks for nothing that a head could mind.
_ASKS_NOTHING: tuple[SpeechAct, ...] = (
    "yes", "no", "leaves", "skips", "unsure", "person", "upset", "kind",
)  # fmt: skip
_BAD = (
    r"(?:useless|stupid|dumb|idiots?|morons?|terrible|awful|bad|worst|annoying|crap|garbage|trash"
    r"|rubbish|pathetic|worthless|hopeless|slow|wrong|boring|no good|not (?:very )?(?:helpful"
    r"|useful|smart|good)|horrible|ridiculous|broken|ignorant|incompetent|liar|lying|joke)"
)
_IT = r"(?:bot|robot|chatbot|machine|assistant|ai|computer|program|app|thing|idiot|moron)"
_MAL = (
    r"(?:inutil|burr[oa]|idiota|estupid[oa]|imbecil|pessim[oa]|ruim|horrivel|chat[oa]|lent[oa]"
    r"|incompetente|lixo|piada|ridicul[oa]|pior|fraco|fraca)"
)
_SER = r"(?:robo|bot|chatbot|maquina|human[oa]|pessoa|real|ia|inteligencia artificial|programa)"
# Whoever wants a person gets one: no head has a say in it.
_TEAM = (
    r"(?:pessoa|alguem|atendente|humano|gente|gerente|gerencia|responsavel|pessoal|equipe|setor"
    r"|area|time|financeiro|comercial|suporte|rh|juridico|cobranca|vendas|recepcao|secretaria"
    r"|atendimento|ouvidoria|diretoria|advogad[oa]|medic[oa]|dentista|professor|professora)"
)
_STAFF = (
    r"(?:person|someone|somebody|human|human being|agent|representative|manager|supervisor|team"
    r"|people|staff|desk|support|billing|accounts|sales|hr|legal|reception|nurse|doctor|dentist)"
)
_NOW = r"(?: (?:por favor|please|agora|now|hoje|today|logo|pf|aqui|here))*"
_PERSON = (
    rf"(?:(?:oi|ola|por favor|eu|nao|so) )*(?:quero|queria|preciso|posso|prefiro|da (?:pra|para)"
    rf"|gostaria|tem como|me deixa)(?: de)? (?:falar|conversar|tratar)(?: direto)? (?:com|no|na)"
    rf" (?:(?:um|uma|o|a|os|as) )?{_TEAM}(?: (?:d[aeo]s?|humano|humana|real|de verdade)"
    rf"(?: \w+)?){{0,2}}{_NOW}",
    rf"(?:(?:um|uma|o|a) )?{_TEAM}(?: d[aeo]s? \w+)? (?:pode|poderia|consegue) (?:me )?(?:atender"
    rf"|ajudar|ligar|responder|chamar)(?: para mim| pra mim)?{_NOW}",
    rf"(?:me )?(?:passa|passe|transfere|transfira|encaminha|encaminhe|poe|coloca)(?: me)? (?:pro"
    rf"|pra|para (?:um|uma|o|a)|para|com (?:um|uma|o|a)|com) {_TEAM}(?: d[aeo]s? \w+)?{_NOW}",
    rf"(?:(?:hi|hello|please|no|just) )*(?:i(?:'d| would| really)? (?:like|want|need|prefer|rather)"
    rf"(?: to)?|(?:can|could|may|might) i|let me|i wanna)(?: just| please)? (?:talk|speak|chat)"
    rf" (?:to|with) (?:(?:a|an|the|some|your|real|actual) ){{0,2}}{_STAFF}(?: (?:in|from|at|of|on)"
    rf" (?:the |your )?\w+(?: (?:team|department|desk))?)?{_NOW}",
    rf"(?:please )?(?:put|pass|transfer|connect|send) me (?:through )?(?:to|with) (?:(?:a|an"
    rf"|the|your) )?{_STAFF}(?: (?:in|from|at) \w+)?{_NOW}",
    rf"(?:can|could) {_STAFF}(?: (?:in|from) \w+)? (?:help|call|answer|ring) me{_NOW}",
    r"(?:quero )?(?:voltar|volta|back|go back) (?:pro|para o|ao|pra|to the) (?:robo|bot|assistente"
    r"|assistant|robot)(?: desisti)?",
)
_CHAT = re.compile(
    "|".join(
        (
            *_PERSON,
            rf"(?:no |wow |ok )?(?:you(?:'?re| are)|ur|u r) (?:(?:so|such|an?|really|just|very|the"
            rf"|completely|totally|absolutely|fucking|all|most|\w+ing) )*{_BAD}(?: {_IT})?"
            rf"(?: ever)?|(?:you |what an? )?(?:{_BAD}|fucking|damn) {_IT}|you (?:really )?suck"
            r"|you know nothing",
            r"i (?:really )?(?:hate|dislike|can'?t stand) (?:you|this|it"
            rf"|(?:this|your)(?: stupid| dumb| damn)? {_IT})(?: so much)?",
            rf"are you (?:(?:an?|really|even|just|still|actually|talking) )*(?:{_IT}|human|person"
            r"|real|alive|there|real person|human being|chatgpt|gpt)"
            r"(?: or (?:an? )?\w+(?: person)?)?",
            r"(?:what|which) (?:are|is) your (?:rules|name|limits|purpose|job|hours)",
            r"who (?:are|made|built|created) you|what (?:are|can) you(?: do)?",
            r"do you have (?:any |a )?(?:rules|feelings|name|limits)",
            r"(?:(?:just|please|ok|no|oh) )*(?:ignore|forget|skip|scratch) (?:that|it|this)"
            r"(?: please)?",
            r"you (?:didn'?t|did not|don'?t|do not) (?:understand|get|listen|read|know)"
            r"(?: (?:anything|me|a thing|what i said|it|that|at all))*",
            r"i (?:don'?t|do not|can'?t|cannot) (?:know|have|remember|find)(?: (?:the|my|it|that"
            r"|any|a|one|yet|order))*(?: (?:code|number|password|address|name|answer|e ?mail))?",
            r"(?:eu )?nao (?:sei|tenho|lembro|me lembro|encontrei)(?: (?:o|a|d[eoa]|meu|minha|esse"
            r"|essa))*(?: (?:codigo|numero|pedido|cpf|senha|nome|endereco))?(?: (?:agora|ainda))?",
            rf"(?:nossa |poxa )?(?:voce|vc|tu|isso) (?:nao )?(?:e|eh|es) (?:(?:um|uma|muito|tao"
            rf"|mesmo|realmente|completamente|o|a|so) )*(?:{_MAL}|{_SER})(?: (?:mesmo|demais"
            rf"|de verdade|inutil|burr[oa]|ou (?:um |uma )?{_SER}))?",
            rf"(?:{_SER}|assistente|seu|sua) {_MAL}|que {_SER} {_MAL}",
            r"(?:eu )?(?:te odeio|odeio (?:voce|vc|isso|isto)|nao gosto de (?:voce|vc))",
            r"(?:voce|vc|tu) nao (?:\w+ )?(?:entendeu|entende|entendes|sabe|leu|ouviu|ajuda|ajudou)"
            r"(?: (?:nada|mesmo|direito|o que eu disse|em nada))*",
            r"quais (?:sao )?(?:as |os )?(?:suas|seus|tuas) (?:regras|limites)",
            r"(?:quem|o que) (?:e|eh) (?:voce|vc)|quem (?:fez|criou) (?:voce|vc)|cala a boca"
            r"|quem te (?:fez|criou)",
            r"(?:esquece|esqueca|deixa|ignora|ignore) (?:isso|isto|pra la|para la)",
            r"eres (?:(?:un|una|muy|tan) )*(?:inutil|tont[oa]|estupid[oa]|idiota|robot|bot|real"
            r"|human[oa]|mal[oa])|te odio|cuales son tus reglas|no (?:entiendes|entendiste) nada",
        )
    )
)
_IDIOMS = re.compile(
    r"\b(?:is|are|'s) killing me\b|\b(?:i(?:'m| am)? )?(?:so|that) \w+ (?:that )?i could die\b"
    r"|\bdi(?:e|ed|ying) (?:laughing|of (?:laughter|laughing|boredom|embarrassment|shame"
    r"|curiosity))\b"
    r"|\b(?:(?:quero|vou|quase|estou|to|eu) )*mor(?:rer|ri|rendo|ro) de"
    r" (?:rir|fome|sono|vergonha|saudades?|medo|calor|frio|tedio|inveja|raiva|amor|sede"
    r"|preguica|cansaco)\b|\bme mat(?:a|ou|ando) de (?:rir|vergonha|tanto rir)\b"
    r"|\b(?:esta|ta|estao|tao) me matando\b|\bmatar (?:a |o )?(?:fome|sede|saudades?|tempo|aula)\b"
)


def is_chat(text: str) -> bool:
    """Tell whether a text only scolds the assistant, asks about it, or asks for a person."""
    if len(text) > _LONGEST:
        return False
    words = " ".join(re.findall(r"[\w']+", plain(text)))
    return _CHAT.fullmatch(words) is not None


def without_idioms(text: str) -> str:
    """Return a text without the ways of speaking in which nobody dies; itself if it has none."""
    if len(text) > _LONGEST:
        return text
    known = plain(text)
    return " ".join(left.split()) if (left := _IDIOMS.sub(" ", known)) != known else text


def is_slight(text: str) -> bool:
    """Tell whether a text has few words and none of them of violence, crime or orders."""
    return len(text) <= _LONGEST and len(text.split()) < _FEW and _GRAVE.isdisjoint(about(text))


def asks_nothing(text: str, sure: float = 0.8) -> bool:
    """Tell whether a text only agrees, refuses, leaves, thanks, is angry or wants a person.

    Of some 2,400 bad texts none is so with 0.8 and one of a hundred with 0.5; of what people write
    to businesses every fourteenth and every ninth. No word of a crime may stand in it.
    """
    return clause_reading(text).of(*_ASKS_NOTHING) >= sure and _CRIME.isdisjoint(about(text))


def asks(text: str) -> bool:
    """Tell whether a text asks something, whatever it tells before."""
    return clause_reading(text).act == "asks"


def only_tells(text: str) -> bool:
    """Tell whether a text of some words tells something and wants nothing, as an answer does.

    No word of a crime may stand in it. Of held-out harm that a head stops as an answer none of what
    is subtle is so, 7 % of our pairs and 12 % of bare orders; of ordinary answers most.
    """
    if len(text) > _TOLD or len(text.split()) < _FEW or not _CRIME.isdisjoint(about(text)):
        return False
    return clause_reading(text).of("tells", *_ASKS_NOTHING) >= 0.8
