"""A short text without what stands around it: "yes, it's for Hart & Sons, please" is their name.

What leads to it and what follows it are words that any answer has; the text itself keeps all of
its own. Of a story only the yes that it begins with is no part.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from language.asides import without_asides
from language.denied import clauses_of, negated, negates, tells_nothing
from language.intents import plain_answer
from language.speech_acts.classify import clause_reading

_LIKELIER, _MEANT = 0.5, 0.8
_MOST = 3
_TRAILS = re.compile(
    r"(?<![\s,.!])[\s,.!]+(?:please|pls|plz|thanks|thank you|cheers|mate|again|mesm[oa]|viu|"
    r"t[aá]|n[eé]|por favor|pfv?r?|obrigad[oa]|de novo|outra vez|"
    r"(?:if|se|when|quando|caso)\s(?P<rest>[^,;.]+))[\s.!]*$",
    re.I,
)
NAMED = re.compile(  # what is written like a name
    r"[A-ZÀ-Ý0-9][\w'’&.-]*(?:\s+(?:d[aeo]s?|e|and|of|the|&|[A-ZÀ-Ý0-9][\w'’&.-]*)){0,6}"
)
_INSTEAD = re.compile(r"\W*(?:(?:it'?s|that'?s|it is|é)\s)?(?:not|n[aã]o(?: é)?)\s\S", re.I)
_WORD = re.compile(r"\S+")
_YES = re.compile(r"(?:yes|yeah|yep|sim|claro|s)\s+(?=\S)", re.I)
_CALLING = frozenset("called named name love loved ask chama chamada chamado call".split())


def bare_text(text: str, asked: Collection[str]) -> str:
    """Return the name of something without lead-ins, courtesies and echoes."""
    said = _settled(_agreed_before(without_asides(text), asked))
    return _behind_lead(_trimmed(said, asked), asked)


def behind_yes(text: str, asked: Collection[str]) -> str:
    """Return a text without the yes that it begins with: "yes, one of us is allergic"."""
    return _agreed_before(text, asked)


def _agreed_before(text: str, asked: Collection[str]) -> str:
    start, end = next(iter(clauses_of(text)))
    rest = text[end:].lstrip(" ,;.!-–—")
    lead = text[start:end].strip()
    agrees = plain_answer(lead) is True or (
        tells_nothing(lead, asked)
        and (clause_reading(lead).of("yes", "kind") >= _LIKELIER or bool(NAMED.fullmatch(rest)))
    )
    return rest if rest and lead and agrees else text


def _settled(text: str) -> str:
    """Return what is meant instead: "it's not for Marsh, it's for Hart & Sons"."""
    first, *others = clauses_of(text)
    denied = len(others) == 1 and negated(text[: first[1]]) and _INSTEAD.match(text[: first[1]])
    return text[slice(*others[0])].strip() if denied else text


def _trimmed(text: str, asked: Collection[str]) -> str:
    """Cut what follows a name: "…, that's right", "… please", "… if she is around"."""
    for _ in range(_MOST):
        *_, (start, end) = clauses_of(text)
        if start and _only_agrees(text[start:end], asked):
            text = text[:start].rstrip(" ,;.!?-–—:")
            continue
        found = _TRAILS.search(text)
        if found is None or not found.start() or _tells(found["rest"]):
            break
        text = text[: found.start()]
    return text


def _only_agrees(clause: str, asked: Collection[str]) -> bool:
    agreeing = tells_nothing(clause, asked)
    return agreeing or clause_reading(clause).of("yes", "kind") >= _MEANT


def _tells(condition: str | None) -> bool:
    """Tell "if the bell is broken" from "if she's around"."""
    brief = condition is None or len(condition.split()) <= _MOST
    return not brief or bool(re.search(r"\b[A-ZÀ-Ý]", condition or ""))


def _behind_lead(text: str, asked: Collection[str]) -> str:
    """Cut what leads to a name with a capital: "can it be Rufus", "the company is Marsh"."""
    bare = text[lead.end() :] if (lead := _YES.match(text)) else text
    pieces = list(_WORD.finditer(bare))
    for at, piece in enumerate(pieces):
        if not piece[0][0].islower() and (at or not _leads(pieces, asked)):
            return bare[piece.start() :]
        if not _may_lead(piece[0], asked):
            break
    return bare


def _leads(pieces: list[re.Match[str]], asked: Collection[str]) -> bool:
    """Tell "It's Marsh" and "The company is Marsh" from "No Frills" and "The Shed"."""
    first = pieces[0][0]
    goes_on = len(pieces) > 1 and pieces[1][0][0].islower()
    return _may_lead(first, asked) and (goes_on or "'" in first or "’" in first)


def _may_lead(word: str, asked: Collection[str]) -> bool:
    plain = word.strip("'’,.!:").lower()
    return plain in _CALLING or (tells_nothing(plain, asked) and not negates(plain))
