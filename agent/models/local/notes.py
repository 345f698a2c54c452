"""What people want written down: with the verb before it or behind it, and as a reminder.

Nobody is reminded of anything here. Who asks for that is told so, and gets a note in its place.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from agent.models.local.fill import ALSO
from agent.models.local.request import Declared, LocalRequest
from agent.models.local.steps import Call, Reply
from language.dates import find_dates
from language.detect import Language
from language.idle_words import telling_words
from language.matching import fold

_READ = 600
_KIND = (
    r"(?:please |pls |can you |could you |would you |will you "
    r"|pode |poderia |por favor |vc |voce )*"
)
_WRITE = (
    r"(?:note|write|jot|save|keep|put|record|remember|anot[ae]r?|escrev[ae]r?|guard[ae]r?"
    r"|salv[ae]r?|registr[ae]r?|tom[ae]r? nota|fa(?:z|ca) uma nota)"
)
_DOWN = r"(?: (?:it|that|this|isso|isto|ai|down|pra mim|para mim|for me))*"
_AS_NOTE = (
    r"(?: (?:as|in|into|on|como|em|n)?(?: )?(?:a|uma|um|my|the)? ?(?:notes?|nota|lista|list))?"
)
_ENDING = r"(?: (?:too|also|as well|please|pls|tambem|por favor|pfv))*"
_BEFORE = re.compile(rf"{_KIND}{_WRITE}(?P<down>{_DOWN}{_AS_NOTE})[.:,;]\s+(?=\S)")
_BEHIND = re.compile(rf"[,.;:!]\s*(?:and |e )?{_KIND}{_WRITE}{_DOWN}{_AS_NOTE}{_ENDING}\W*\Z")
_THAT = re.compile(
    rf"{_KIND}(?:{_WRITE}|make a note)(?: (?:down|ai|for me|pra mim))* (?:that|que)\s+(?=\S)"
)
_WHEN = re.compile(
    r"\b(?:me (?:avis|lembr|acord|notifi|cham|alert)\w{1,6}"
    r"|(?:avis|lembr|acord|notifi|alert)[ae]r?-?me"
    r"|remind(?:ing)? (?:me|us)|(?:wake|alert|notify|nudge|ping) me|me (?:dar|da|manda|mandar) um"
    r" (?:aviso|lembrete|alarme)|(?:set|put|create|make|bota|poe|coloca|cria|criar|por)"
    r"(?: me)? (?:an? |um |uma )?(?:alarm|reminder|lembrete|alarme))\b"
)
_SOON = re.compile(
    r"\b(?:daqui a|em|in|after) [\w ]{1,20}\b(?:segundos?|minutos?|seconds?|minutes?)\b"
)
_OF = re.compile(
    r"[ ,:]{0,4}(?:up )?(?:to|about|of|that|for|de que|que|de|do|da|pra|para|sobre|quando)? {1,4}"
)
_TIMES = frozenset(
    "amanha hoje manha tarde noite cedo depois hora horas minuto minutos dia semana mes agora logo"
    " tomorrow today morning afternoon evening night later hour hours minute minutes day week month"
    " now soon clock then alarm alarme am pm at time up".split()
)
_SAID: dict[Language, dict[str, str]] = {
    "en": {
        "note": "I cannot remind you when the time comes, but I can keep it as a note:",
        "none": "I cannot remind anybody of anything: I only answer when you write. I can keep it"
        " as a note; say “save a note: …” and what it is about.",
    },
    "pt": {
        "note": "Eu não consigo avisar você na hora, mas posso guardar como nota:",
        "none": "Eu não consigo avisar ninguém: só respondo quando você escreve. Posso guardar como"
        " nota; diga “anota: …” e do que se trata.",
    },
}


def note_tool(request: LocalRequest) -> tuple[Declared, str] | None:
    """Return the tool that keeps what a person tells, and the name of its text."""
    for tool in request.tools:
        if tool.phrases.keeps_when_told and tool.parameters:
            return tool, tool.parameters[0].name
    return None


def noted(request: LocalRequest) -> Reply | None:
    """Keep what a message wants written down or reminded of; None where it wants neither."""
    found = note_tool(request)
    if found is None or len(request.message) > _READ:
        return None
    tool, argument = found
    plain = _plain(request.message)
    when = _WHEN.search(plain)
    if when and _SOON.search(plain, when.end()):
        return None  # a clock that counts down does that
    if when:
        words = _SAID[request.language]
        what = _reminded_of(request, when)
        if what is None:
            return Reply("reminder", words["none"])
        return Reply("call", words["note"], calls=[Call(tool.name, {argument: what})])
    what = _written(request.message, plain)
    return Reply("call", calls=[Call(tool.name, {argument: what})]) if what else None


def _written(message: str, plain: str) -> str | None:
    """Return what is to be written down where the verb stands apart from it."""
    if before := _THAT.match(plain) or _BEFORE.match(plain):
        apart = before.re is _THAT or before["down"].strip()
        return message[before.end() :].strip(" .!?") or None if apart else None
    behind = _BEHIND.search(plain)
    return message[: behind.start()].strip() or None if behind else None


def _reminded_of(request: LocalRequest, when: re.Match[str]) -> str | None:
    """Return what somebody wants to be reminded of; a time alone is nothing to remember."""
    message = request.message
    of = _OF.match(_plain(message), when.end())
    what = ALSO.sub("", message[of.end() if of else when.end() :].strip(" .!?,"))
    dated = [fold(d.text) for d in find_dates(what, datetime.now(UTC).date(), request.language)]
    rest = fold(what)
    for text in dated:
        rest = rest.replace(text, " ")
    return what if any(word not in _TIMES for word in telling_words(rest, 20)) else None


def _plain(message: str) -> str:
    """Fold a message letter by letter, so that places in it stay where they are."""
    return "".join(fold(c) if len(fold(c)) == 1 else c.lower()[:1] for c in message)


_POINTS = re.compile(
    r"(?:(?:a|o|the|aquela|aquele|essa|esse|that) )?(?:(?:nota|anotacao|note|one) )?"
    r"(?:que fala d[eoa]s?|d[eoa]s?|sobre|about|of|with|on|que diz|that says|saying)"
    r" (?:(?:o|a|os|as|the) )?(?=\S)"
)
_ONE = re.compile(r"(?:the |that )?(?P<what>\S.{0,80}?) (?:one|note)\W*")


def pointed_at(answer: str) -> str:
    """Return the telling part of "a do pão", "the milk one", "the one about the car"."""
    plain = _plain(answer)
    if found := _POINTS.match(plain):
        return answer[found.end() :].strip()
    if one := _ONE.fullmatch(plain):
        return answer[one.start("what") : one.end("what")]
    return answer


def just_saved(request: LocalRequest) -> str | None:
    """Return the text of the note that this conversation saved last, and nothing since."""
    found = note_tool(request)
    if found is None or not request.past:
        return None
    kept = [call for turn in request.past[-1:] for call in turn if call.tool == found[0].name]
    return str(kept[-1].args.get(found[1]) or "") or None if kept else None
