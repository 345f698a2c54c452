"""Tells whether a message asks for a tool in its own words; being like one is not enough."""

from __future__ import annotations

import re

from agent.models.local.choose import GLOSSARY, IDLE, RankedTool, said_of
from agent.models.local.fill import LEAD
from agent.models.local.request import Declared
from language.corrections import behind_correction
from language.matching import fold, stems

# Verbs that change something, a family a line: who wants a note deleted says so somehow, and
# does not tell of the past.
_VERBS = tuple(
    re.compile(rf"\b(?!\w+(?:ed|ei|ou)\b)(?:{family})\w*")
    for family in (
        r"delet|forget|eras|remov|clear|wipe|discard|get rid|throw|apag|exclu|limp|esquec"
        r"|descart",
        r"cancel|call off|desmarc",
        r"(?:^|(?:a|new|to|please|also|and|favor|uma|nova) )not(?:e|a)\b|sav(?:e|ing)|noting|jot"
        r"|writ|record|remember|remind|keep|stor(?:e|ing)|memo"
        r"|put|add|anot|guard|salv|lembr|registr|escrev|(?:don'?t|do not|nao) (?:forget|esquec)",
        r"updat|chang|edit|set\b|correct|modif|alter|replac|renam|atualiz|mud|corrij|corrig|troc",
        r"creat|mak(?:e|ing)|open|add|register|report|cri[ae]|abr[aei]|cadastr|faz|fac[ao]|denunci",
        r"send|mail|e-mail|notif|forward|envi|mand|avis|encaminh",
        r"reserv|book|schedul|agend|marc(?:a|ar|o|ue)\b",
        r"buy|order|pay|purchas|refund|transfer|compr|pag|devolv",
    )
)
# Words that ask for all of it, or say only where and how.
_WHOLE = frozenset(
    "all every everything each whole entire everyone any todas todos tudo toda todo inteira inteiro"
    " conversation conversa chat from of in here these those this que eu i have made written wrote"
    " kept took anotei escrevi fiz guardei salvei nesta neste desta deste dessa desse aqui ja já"
    " now agora just so only please por favor pra para tambem também rid and off up out away fora"
    " mais embora".split()
)
_ALL = frozenset("all every everything todas todos tudo toda todo".split())
# "That note", "a última anotação": one of them, that nothing in the message names.
_POINTED = re.compile(
    r"\b(?:that|this|the (?:last|latest|first|previous|other)|ess[ae]|est[ae]|aquel[ae]"
    r"|a (?:ultima|última|primeira|outra)|o (?:ultimo|último|primeiro|outro))"
    r" (?!conversa|conversation|chat)[^\W\d_]*[^\W\d_s]\b",
    re.I,
)
# "A note", "uma nota": any one of them, where nothing tells which.
_ANY_ONE = re.compile(
    r"\b(?:an|one|any|uma?|alguma?) [^\W\d_]*[^\W\d_s]\b|\ba (?:note|file|task|reminder)\b", re.I
)
_BECAUSE = re.compile(r"[,;.]|\b(?:because|since|porque|pois|ja que|já que)\b", re.I)
_READ = 600  # characters of a message that are held against the tool
_NOT = re.compile(r"(?:\b(?:do not|not|never|nao|nunca)|n't|\bdont)(?:\s+\w+){0,2}\s*$")
_NO_REQUEST = re.compile(
    r"(?:and |but |so |e |mas )?(?:what|who|whom|whose|how|why|when|where|which|do|does|did|is|are"
    r"|am|was|were|have|has|had|que|o que|quem|qual|quais|como|quando|onde|cade|quanto|por que"
    r"|you (?!can|could|may|must|should|need)\w+|voce (?!pode|consegue|precisa|deve)\w+)\b"
)


def is_asked_for(candidate: RankedTool, message: str) -> bool:
    """Look for words that speak for a tool; one that changes something needs its verb."""
    verbs = verbs_of(candidate.tool)
    if verbs is None:
        return candidate.filled.evidence >= 0.5 or said_of(candidate.tool, message)
    request = _request(candidate, message)
    if _NO_REQUEST.match(request):
        return False
    return any(not _denied(request, verb) for verb in verbs.finditer(request))


def is_declined(candidate: RankedTool, message: str) -> bool:
    """Tell whether a message says that a change is not to happen ("don't delete my notes")."""
    verbs = verbs_of(candidate.tool)
    request = _request(candidate, message)
    found = [_denied(request, verb) for verb in verbs.finditer(request)] if verbs else []
    return bool(found) and all(found)


def left_over(candidate: RankedTool, message: str) -> str:
    """Return what a request for a change says that neither the tool nor its arguments take up.

    "Delete the note about milk" says more than "delete the notes": a tool that cannot be told
    which one must not be called as if nothing had been said.
    """
    verbs = verbs_of(candidate.tool)
    if verbs is None or candidate.filled.text:
        return ""
    tool = candidate.tool
    own = {*stems(f"{tool.name.replace('_', ' ')} {tool.description}"), *LEAD, *IDLE, *_WHOLE}
    listed = (tool.phrases.listed or {}).values()
    own |= {word for line in listed for word in stems(line)}
    own |= {word for text in candidate.filled.told for word in stems(text)}
    said = _BECAUSE.split(message[behind_correction(message[:_READ]) : _READ])
    request = next((part for part in said if verbs.search(fold(part))), said[0])
    words = re.findall(r"[^\W_]+(?:-[^\W_]+)*", request)
    return " ".join(word for word in words if not _taken_up(word, own, verbs))


def leaves_open_which(candidate: RankedTool, message: str) -> bool:
    """Tell whether a change is to befall "that note", or something that is not named at all.

    Only the conversation would tell which is meant.
    """
    verbs = verbs_of(candidate.tool)
    if verbs is None or candidate.filled.text or candidate.filled.told:
        return False
    if _POINTED.search(message[:_READ]):
        return True
    if _ANY_ONE.search(message[:_READ]) and not left_over(candidate, message):
        return True
    said = stems(message[behind_correction(message[:_READ]) : _READ])
    own = set(stems(f"{candidate.tool.name.replace('_', ' ')} {candidate.tool.description}"))
    named = (_ALL | own) & ({*said} | {GLOSSARY[word] for word in said if word in GLOSSARY})
    return not any(verbs.match(word) is None and word not in IDLE for word in named)


def _taken_up(word: str, own: set[str], verbs: re.Pattern[str]) -> bool:
    said = fold(word)
    known = {said, *stems(word), *(GLOSSARY[s] for s in stems(word) if s in GLOSSARY)}
    return (
        (len(said) < 2 and not said.isdigit()) or bool(known & own) or verbs.match(said) is not None
    )


def verbs_of(tool: Declared) -> re.Pattern[str] | None:
    """Return the verbs that ask for a tool which changes something; None for any other tool."""
    does = fold(tool.description[:40]) or fold(tool.name.replace("_", " "))
    return next((family for family in _VERBS if family.match(does)), None)


def _request(candidate: RankedTool, message: str) -> str:
    """Return a message without the text it carries, where the verb would be no request."""
    text = candidate.filled.text
    return fold((message.replace(text, " ", 1) if text else message)[:600])


def _denied(request: str, verb: re.Match[str]) -> bool:
    return bool(_NOT.search(request[: verb.start()]))
