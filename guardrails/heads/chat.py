"""What people say to an assistant every day and a head does not know: scolding, asking, idioms."""

from __future__ import annotations

import re

from guardrails.heads.groups import about
from guardrails.heads.plain import plain

_LONGEST = 80  # characters: what is longer says something else, too
FEW = 5  # words
# Groups of words without which a text of few words can hardly ask for anything bad: what is bad,
# how it is asked for, and to whom it is done. A verb that no list knows may stand among them.
_GRAVE = frozenset(
    "violence weapon agent drug cyber deceit hate sex selfharm stealth spread privacy machine drop"
    " free how make obtain write target others".split()
)
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
_CHAT = re.compile(
    "|".join(
        (
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
    """Tell whether a text only scolds the assistant or plainly asks about it."""
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
    return len(text) <= _LONGEST and len(text.split()) < FEW and _GRAVE.isdisjoint(about(text))
