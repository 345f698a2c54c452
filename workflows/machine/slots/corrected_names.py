"""Reads a name that is put right where all is shown: "it's Kayley with an ey", "under Ann Lee".

Only where one name is known. What sounds like a part of it is that part, spelled right; what is
written like a name behind "under my wife's name" is another one.
"""

from __future__ import annotations

import re

from rapidfuzz import fuzz

from language.common_words import is_common
from language.flat import flat
from language.matching import fold
from language.names import PARTICLES, capitalised
from language.told_names import told_name
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.values import option_names

_ALIKE = 64  # of a hundred: Rui and Ruy, Steven and Stephen, Kayleigh and Kayley
_WHOSE = re.compile(  # in lower case: what has a capital is the name itself
    r"(?:(?:my|our|his|her|the|o|a|meu|minha|nosso|nossa) )?(?:[a-zà-ÿ]+(?:'s)?\W{1,3})?"
    r"(?:name(?: of)?|nome)?\W{0,3}"
)
_UNDER = re.compile(
    r"\b(?:under|in the name of|in|(?:em|no|pro|para o) nome d[aeo]|for|pra|para|pro)\b (?=\S)"
)
_SOMEBODY = re.compile(
    r"(?:my|our|his|her|o meu|a minha|meu|minha|nosso|nossa)\b|.*\b(?:name|nome)\b"
)
_SHORTEST_LEAD = 4
_NAME = re.compile(
    r"[A-ZÀ-Ý][\w'’-]*(?:\s+(?:d[aeo]s?\s+|van\s+|de\s+la\s+)?[A-ZÀ-Ý][\w'’-]*){0,4}"
)
_CLAUSE = re.compile(r"[,;.!?]\s*|\s(?:and|e|but|mas)\s", re.I)
_SPELLED = re.compile(r"(?<!\w)(?:[A-Za-zÀ-ÿ][ .-]{1,2}){2,20}[A-Za-zÀ-ÿ](?!\w)")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_MOST = 40  # words that are looked at


def read_corrected_name(message: MessageBeingRead) -> None:
    """Take the name that a message puts right, where everything is asked to be confirmed."""
    slots = [name for name, _ in message.of("name") if name in message.filled]
    if len(slots) != 1 or not message.confirming:
        return
    known = message.known.get(slots[0])
    if not isinstance(known, str) or not known:
        return
    found = _of_somebody(message) or _alike(message, known) or _alone(message)
    if found and message.free(*found[1:]) and fold(found[0]) != fold(known):
        message.take(slots[0], *found)


def _of_somebody(message: MessageBeingRead) -> tuple[str, int, int] | None:
    """Find the name behind "under my wife's name, …", and behind "no nome do meu filho …"."""
    for lead in _UNDER.finditer(flat(message.text)):
        whose = _WHOSE.match(message.text, lead.end())
        starts = [whose.end(), lead.end()] if whose else [lead.end()]
        if len(lead[0]) <= _SHORTEST_LEAD and not (whose and _SOMEBODY.match(whose[0])):
            continue  # "in Manchester" is no name; "for my son, Ted" tells one
        for start in starts:
            name = _NAME.match(message.text, start)
            if name and _is_name(message, name[0]):
                return name[0], lead.start(), name.end()
    return None


def _alike(message: MessageBeingRead, known: str) -> tuple[str, int, int] | None:
    """Find a part of the known name in another spelling, and put it into its place."""
    parts = known.split()
    spelled = _SPELLED.search(message.text)
    if spelled:
        word = re.sub(r"[^\w]", "", spelled[0]).capitalize()
        return _placed(parts, word, *spelled.span())
    for match in list(_WORD.finditer(message.text))[:_MOST]:
        if not is_common(fold(match[0])) and len(match[0]) > 2:
            if whole := _whole(message, parts, match):
                return whole
            if found := _placed(parts, match[0], *match.span()):
                return found
    return None


def _whole(
    message: MessageBeingRead, parts: list[str], word: re.Match[str]
) -> tuple[str, int, int] | None:
    """Take "Kayley Browne" as a whole where the message goes on with the name's other parts."""
    name = _NAME.match(message.text, word.start())
    told = name[0].split() if name else []
    if len(told) < 2 or name is None or _placed(parts, told[0], 0, 0) is None:
        return None
    return name[0], *name.span()


def _placed(parts: list[str], word: str, start: int, end: int) -> tuple[str, int, int] | None:
    """Return the known name with one word in the place of that which it is like."""
    scores = [
        fuzz.ratio(fold(word), fold(part)) if fold(word) != fold(part) else 0 for part in parts
    ]
    same = any(fold(word) == fold(part) for part in parts)
    best = max(range(len(parts)), key=scores.__getitem__)
    first = fold(word)[:1] == fold(parts[best])[:1] or {fold(word)[:1], fold(parts[best])[:1]} == {
        "c",
        "k",
    }
    if same or scores[best] < _ALIKE or not first:
        return None
    spelled = word if word[0].isupper() else word.capitalize()
    return " ".join([*parts[:best], spelled, *parts[best + 1 :]]), start, end


def _alone(message: MessageBeingRead) -> tuple[str, int, int] | None:
    """Find a clause that is a full name and nothing else: "Ann Lee, and yes book it"."""
    at = 0
    for clause in [*_CLAUSE.split(message.text)][:_MOST]:
        start = message.text.find(clause, at)
        at = start + len(clause)
        name = clause.strip()
        if len(name.split()) > 1 and capitalised(name) and _is_name(message, name):
            return name, start, at
    return None


def _is_name(message: MessageBeingRead, text: str) -> bool:
    """Tell a name from an option, a day or a word with a capital."""
    words = [word for word in fold(text).split() if word not in PARTICLES]
    options = {
        word
        for _, slot in message.of("choice")
        for _, named in option_names(slot)
        for word in fold(named).split()
    }
    if told_name(text) is None or any(word in options for word in words):
        return False
    return not all(map(is_common, words))
