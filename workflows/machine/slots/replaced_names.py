"""Whether a name takes the place of a known one: not every word with a capital does."""

from __future__ import annotations

import re

from language.common_words import is_given_name
from language.flat import flat
from language.matching import fold
from language.place_parts import begins_place
from language.written_names import name_at
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.values import option_names

_SPOKEN_OF = re.compile(
    r"\b(?:name|nome|surname|sobrenome|call(?:ed)? me|me chamo|chama\w*|spel\w+|escreve\w*|letra|"
    r"under|signed|assinad[oa])(?:'?s)?\b"
)
_LEAD = re.compile(
    r"^\W*(?:(?:no|nao|not|sorry|desculp[ae]|it'?s|is|e|eh|i'?m|i am|sou|for|pra|para|to|o|a|"
    r"actually|na verdade|alias|and|yes|sim)\b\W*){0,5}"
)
_PARTS = re.compile(
    r"\b(?:(?P<last>surname|last name|family name|sobrenome|ultimo nome)|(?P<first>first name|"
    r"given name|primeiro nome|prenome))(?:'?s| is| e| eh| ?[:=])?(?= ) (?:so |just |the |o )?"
    r"(?:(?:spel(?:t|led)|escrit[oa]|written)(?: as)? )?"
)


def may_replace(message: MessageBeingRead, name: str, told: str) -> bool:
    """Tell whether what is told is a person's name, which may take the place of the known one."""
    known = message.known.get(name)
    if name not in message.filled or not isinstance(known, str):
        return True
    if name == message.asked or _SPOKEN_OF.search(flat(message.text)):
        return True
    said, plain = fold(told).split(), flat(message.text)
    if not said or begins_place(told) or _is_option(message, said):
        return False
    lead = _LEAD.match(plain)
    alone = plain[lead.end() if lead else 0 :].strip(" .!*") == flat(told).strip(" .!")
    return alone or is_given_name(said[0]) or not set(said).isdisjoint(fold(known).split())


def _is_option(message: MessageBeingRead, said: list[str]) -> bool:
    """Tell whether words are those of something that may be chosen."""
    named = {
        word
        for _, slot in message.of("choice", "list")
        for _, called in option_names(slot.items or slot)
        for word in fold(called).split()
    }
    return not named.isdisjoint(said)


def is_of_option(message: MessageBeingRead, word: str) -> bool:
    """Tell whether a word is one of something that may be chosen."""
    return _is_option(message, [fold(word)])


def read_name_parts(message: MessageBeingRead) -> None:
    """Take "my surname is Hart", and "last name Okafor, first name TJ"."""
    names = [name for name, _ in message.of("name")]
    found = [*_PARTS.finditer(flat(message.text))]
    if len(names) != 1 or not found or names[0] in message.reading.values:
        return
    told: dict[str, str] = {}
    start, end = found[0].start(), 0
    for lead in found:
        if part := name_at(message.text, lead.end(), lower=True):
            told["last" if lead["last"] else "first"] = part[0]
            end = max(end, part[1])
    known = message.known.get(names[0])
    if told and message.free(start, end):
        old = known.split() if isinstance(known, str) else []
        message.take(names[0], _whole(old, told), start, end)


def _whole(known: list[str], told: dict[str, str]) -> str:
    """Put a first or a last name into a name."""
    first = told.get("first") or (known[0] if known else "")
    last = told.get("last") or " ".join(known[1:])
    return f"{first} {last}".strip()
