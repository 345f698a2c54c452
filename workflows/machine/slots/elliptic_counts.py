"""Counts what is told in two parts of one kind: "one large bag and two small ones" are three."""

from __future__ import annotations

import re

from language.flat import flat
from language.matching import stem, words
from language.spelled import in_digits
from workflows.file.slots import Slot
from workflows.machine.slots.message import MessageBeingRead, cues, question_of

_READ = 120
_N = r"\d{1,3}|an?|one|uma?"
_PARTS = re.compile(
    r"^\W*(?:(?:we|i|it'?s|there|are|have|ll|got|will|bring|take|tenho|temos|sao|serao|vou|vamos|levo"
    r"|levar|levando|so|just|only)\b\W*){0,4}"
    rf"(?P<n1>{_N}) (?P<one>[a-z]+(?: [a-z]+){{0,3}}?),?(?: and| e| plus| mais) "
    rf"(?P<n2>{_N}) (?P<two>[a-z]+(?: [a-z]+){{0,3}})\W*$"
)
_SIZES = frozenset(
    "large small big little medium tiny huge normal long short new old other more"
    " ones one grande grandes pequena pequeno pequenas pequenos media medio medias medios menor"
    " menores maior maiores outra outro outras outros mais delas deles".split()
)


def counted_in_parts(message: MessageBeingRead, name: str, slot: Slot) -> int | None:
    """Return the number of both parts, where they tell of what is asked for and of nothing else."""
    plain = flat(in_digits(message.text[:_READ], message.speech.language).text)
    found = _PARTS.match(plain)
    if found is None:
        return None
    asked = {stem(word) for word in words(question_of(slot))}
    asked |= {stem(word) for cue in cues(name, slot) for word in words(cue)}
    one, two = ([w for w in found[part].split() if w not in _SIZES] for part in ("one", "two"))
    if not {stem(word) for word in one + two} <= asked or not _has_size(found["two"]):
        return None
    return _number(found["n1"]) + _number(found["n2"])


def _has_size(said: str) -> bool:
    return not _SIZES.isdisjoint(said.split())


def _number(said: str) -> int:
    return int(said) if said.isdigit() else 1
