"""Reads a name that is put right where all is shown: "it's Kayley with an ey", "under Ann Lee".

What sounds like a part of a known name is that part, spelled right; what is written like a name
behind "under my wife's name" is another one, where one alone is known.
"""

from __future__ import annotations

import re

from language.common_words import is_common
from language.flat import flat
from language.matching import fold
from language.names import NO_NAMES, PARTICLES, capitalised
from language.told_names import told_name
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.name_holders import NameHolders
from workflows.machine.slots.renewed_names import placed, respelled, spells
from workflows.machine.slots.replaced_names import is_of_option, may_replace
from workflows.machine.slots.values import option_names

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
    if (
        not (message.confirming or _is_spelled(message))
        or message.reading.values.keys() & dict(message.of("name")).keys()
    ):
        return
    known = {
        n: v for n, _ in message.of("name") if isinstance(v := message.known.get(n), str) and v
    }
    if len(known) > 1:
        about = NameHolders(dict(message.of("name"))).spoken_of(message.text)
        about = about or _mentioned(message, known)
        found = {n: _alike(message, name) for n, name in known.items() if about in (None, n)}
    else:
        found = {n: _one_put_right(message, name) for n, name in known.items()}
    right = {n: told for n, told in found.items() if told}
    for name, told in right.items() if len(right) == 1 else ():
        new = fold(told[0]) != fold(known[name])
        if message.free(*told[1:]) and new and may_replace(message, name, told[0]):
            message.take(name, *told)


def _is_spelled(message: MessageBeingRead) -> bool:
    """Tell "é Josuel Batista, com L no final", to any other question than one for words."""
    return message.asked_of("name", "text", "city") is None and spells(message.text)


def _mentioned(message: MessageBeingRead, known: dict[str, str]) -> str | None:
    """Return the one slot of whose name a part is said: "Raul has two l"."""
    said = set(fold(message.text).replace(",", " ").split())
    found = [n for n, name in known.items() if not said.isdisjoint(fold(name).split())]
    return found[0] if len(found) == 1 else None


def _one_put_right(message: MessageBeingRead, known: str) -> tuple[str, int, int] | None:
    return _of_somebody(message) or _alike(message, known) or _alone(message)


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
        word = fold(match[0])
        if len(word) > 2 and not (
            word in NO_NAMES or is_common(word) or is_of_option(message, match[0])
        ):
            if whole := _whole(message, parts, match):
                return whole
            if found := _placed(parts, match[0], *match.span()):
                return found
    return respelled(known, message.text)


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
    found = placed(parts, word)
    return (found, start, end) if found else None


def _alone(message: MessageBeingRead) -> tuple[str, int, int] | None:
    """Find a clause that is a full name and nothing else: "Ann Lee, and yes book it"."""
    at = 0
    for clause in [*_CLAUSE.split(message.text)][:_MOST]:
        start = message.text.find(clause, at)
        at = start + len(clause)
        name = clause.strip()
        if len(name.split()) > 1 and capitalised(name) and _is_name(message, name):
            return told_name(name) or name, start, at
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
