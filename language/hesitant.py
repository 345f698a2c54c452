"""An answer that is put as a question: "say 11?", "so two I guess?", "could you come on the 3rd?".

A mark alone asks nothing where what stands before it is a value and words of doubt; and to the
question for a day, a request to come on one is the answer.
"""

from __future__ import annotations

import re

from language.answers import asks, unsure
from language.common_words import is_given_name
from language.flat import flat
from language.idle_words import telling_words
from language.matching import fold, stems
from language.spelled import in_digits

_READ = 300
_MARK = re.compile(r"(?<![\s?!.])[\s!.]*\?[\s?!.]*$")
_STOP = re.compile(r"[.,;!?:…-]\s+|\.{3}|\s(?:so|entao|então|ent[ãa]o)\s", re.I)
_HEDGES = frozenset(
    stems(
        "say guess suppose think reckon maybe perhaps probably possibly around about roughly like"
        " approximately acho creio imagino talvez tipo uns umas la pelas mais menos cerca digamos"
        " sei so then entao hm hmm um uh er eh well bem total both just only apenas somente oclock"
        " clock am pm hora horas morning afternoon evening night noon manha tarde noite feira"
        " first thing early late cedo final fim meio inicio next coming proximo proxima"
        " should think one uma half past quarter week semana dollars bucks reais conto contos pila"
    )
)
_COMES = (
    r"(?:come|do|make|fit|see|book|visit|start|deliver|pick|drop|send|schedule|meet|call|swing|pop"
    r"|stop|take|get|be here|go|manage)"
)
_VEM = (
    r"(?:vir|passar|agendar|marcar|buscar|entregar|atender|comecar|fazer|ser|ir|mandar|encaixar"
    r"|me (?:atender|encaixar|buscar))"
)
_REQUESTS = re.compile(
    rf"(?:^|[,.;!] |\b(?:and|e|so|entao|mas|but) )(?:(?:can|could|would|will|might) (?:you|u|we|i"
    rf"|he|she|they|some(?:one|body)|(?:your|the) \w+)(?: guys| please| possibly| maybe"
    rf"| be able to)? (?={_COMES}\b)|(?:can|could|would|might) (?:it|that|this) be\b"
    rf"|(?:(?:voces?|vcs?|ces?|alguem|[oa] tecnic[oa]) )?(?:podem?"
    rf"|podiam?|poderiam?|conseguem?|conseguiriam?)"
    rf"(?: (?:voces?|vcs?))? (?={_VEM}\b)|(?:da|daria|te(?:m|ria) como) (?:(?:pra|para) )?"
    rf"(?:voces? )?(?={_VEM}\b))"
)
_AS_BEFORE = re.compile(
    r",? (?:(?:at|in|na|no|com) )?(?:(?:the|o|a) )?(?:same|mesm[oa]s?)"
    r" (?:time|hour|day|place|hora|horario|dia|lugar|local)\b"
)
_ASKS_FREE = re.compile(
    r"^\W*(?:is|are|would|(?:what|how) about|que tal|e|seria|fica"
    r"|tem (?:vaga|horario)(?: para| pra)?"
    r"|any chance (?:of|for|on|at)|(?:alguma )?chance de(?: ser)?)\b(?P<said>[^?]{2,30}?)"
    r"(?: (?:free|available|possible|ok|okay|fine|doable|any good"
    r"|be (?:ok|okay|all right|possible|free)|too (?:soon|late|early)|livre|disponivel|possivel"
    r"|muito (?:cedo|tarde|em cima)))?\W*\?\W*$"
)
_ASKS_TAG = re.compile(
    r"(?:[,.]? (?:seria possivel|e possivel|ficaria bom|fica bom|da certo|daria certo|rolaria"
    r"|tudo bem|seria ok|would (?:that|it) (?:be|work)\b.{0,20}|is (?:that|it) possible|possible))"
    r"\W*$"
)
_GUESSES = re.compile(  # "sei lá, acho que é Ana": a guess, and no "acho que não"
    r"\W{0,3}(?:(?:ah|hm{1,5}|uh|well|bom|olha)\W{1,3})?(?:(?:sei la"
    r"|(?:eu )?nao (?:sei|lembro|tenho certeza)(?: bem| direito| ao certo)?"
    r"|(?:i'?m )?not (?:sure|certain)|(?:i )?dunno|no idea|nem ideia"
    r"|(?:i )?don'?t (?:really )?(?:know|remember))\W{1,4}(?:mas |but )?)?"
    r"(?:(?:eu )?acho(?: que)?|deve ser|talvez(?: seja)?|creio(?: que)?|acredito(?: que)?"
    r"|i (?:think|guess|believe)|maybe|probably|perhaps|it might be)\b,?"
    r"(?! (?:nao|sim|not|so|no)\b)(?: (?:e|eh|it'?s|its))?(?: [oa])? "
)


def proposed(text: str, options: str = "") -> str | None:
    """Return an answer that is put as a question as a plain one, or None for what asks.

    `options` are words that may be its value.
    """
    mark = _MARK.search(text[-_READ:])
    if mark is None or len(text) > _READ:
        return None
    told = text[: len(text) - len(mark[0])]
    if asks(told) or unsure(told):
        return None
    known = {*_HEDGES, *stems(options)}
    rest, start = told, len(told)
    for stop in reversed([*_STOP.finditer(told)]):
        rest, start = told[stop.start() :], stop.start()
        if _holds(rest, known):
            break
    else:
        rest, start = told, 0
    if not _holds(rest, known) or _telling(rest, known):
        return None
    return None if asks(told[:start]) and told[:start].strip() else told


def requested(text: str) -> str | None:
    """Return a request to come as what it tells: "on the 3rd" of "could you come on the 3rd?"."""
    for kept in _AS_BEFORE.finditer(flat(text)):  # "Monday at the same time?" tells the day
        text = text[: kept.start()] + " " * len(kept[0]) + text[kept.end() :]
    plain = flat(text)
    if (free := _ASKS_FREE.match(plain)) and not _telling(free["said"], set(_HEDGES)):
        start, end = free.span("said")
        return " " * start + text[start:end] if _holds(free["said"], set(_HEDGES)) else None
    found = _REQUESTS.search(plain)
    if found is None:
        tag = _ASKS_TAG.search(plain)
        return text[: tag.start()] if tag and tag.start() else None
    start, end = found.span()
    if not _holds(text[end:], set(_HEDGES)):
        return None
    told = text[:start] + ", ".ljust(end - start) + text[end:]  # the verb tells of which day
    return told.rstrip("? ")


def _holds(text: str, known: set[str]) -> bool:
    """Tell whether a fragment has a number, or a word that may be a value."""
    written = in_digits(text, "pt").text + " " + in_digits(text, "en").text
    said = {*stems(text)}
    return bool(re.search(r"\d", written)) or bool(said & (known - _HEDGES)) or bool(_DATED & said)


def only_guesses(text: str) -> bool:
    """Tell whether a text has values and words of doubt, and nothing else: "around 2pm or so"."""
    return not _telling(text, set(_HEDGES))


def _telling(text: str, known: set[str]) -> list[str]:
    """Return the words of a fragment that are neither values nor doubt."""
    written = re.sub(r"\d\S*", " ", in_digits(text, "en").text)
    both = re.sub(r"\d\S*", " ", in_digits(written, "pt").text)
    return [w for w in telling_words(both, 9) if w not in known and w not in _DATED]


_DATED = frozenset(
    stems(
        "monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun"
        " tomorrow segunda terca quarta quinta sexta sabado domingo amanha hoje today"
        " january february march"
        " april may june july august september october november december janeiro fevereiro marco"
        " abril maio junho julho agosto setembro outubro novembro dezembro"
        " meio-dia meia noon midday"
    )
)


def guessed_from(text: str) -> int:
    """Return where an answer goes on with the name that it guesses, else 0."""
    found = _GUESSES.match(flat(text[:_READ]))
    rest = text[found.end() :].split() if found else []
    named = rest and (rest[0][0].isupper() or is_given_name(fold(rest[0]).strip(".,!")))
    return found.end() if found and named else 0
