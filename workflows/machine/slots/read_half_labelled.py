"""Reads what stands behind a slot's name with no more than a colon, or with nothing between.

"responsável Lucas Amorim", "obs: dois veganos", "contact Ruth Amsel": only behind a word that names
one slot and no other, and without a colon only what is written like a name.
"""

from __future__ import annotations

import re

from language.bare_text import bare_text
from language.common_words import is_common
from language.matching import fold, stem
from language.places_named import end_of_place
from language.told_names import told_name
from workflows.file.slots import Slot
from workflows.machine.slots.message import MessageBeingRead, kind_of
from workflows.machine.slots.own_words import own_words
from workflows.machine.slots.read_streets import holds_place, names_open
from workflows.machine.slots.read_texts import is_code

_WORD = re.compile(r"[^\W\d_]{3,20}")
_COLON = re.compile(r"\.?\s{0,2}[:=]\s{0,3}(?P<value>[^,;\n]{1,300})")
_NAME = (
    r"[A-ZÀ-Ý][\w'’&.-]*"
    r"(?:\s+(?:d[aeo]s?\s+|&\s+|e\s+|van\s+|de\s+la\s+)?[A-ZÀ-Ý0-9][\w'’&.-]*){0,5}"
)
_BEHIND = re.compile(rf"\s{{1,3}}(?:(?:d[aeo]|o|a|the|is|é)\s)?(?P<value>{_NAME})")
_COMPANIES = frozenset("empresa company firm firma business organisation organizacao".split())
_PEOPLE_OF = re.compile(
    r"\b(?:equipe|time|turma|pessoal|grupo|funcion[aá]rios|team|staff|crew|colleagues)\s"
    rf"(?:d[aeo]|of|from|at)\s(?:the\s)?(?P<value>{_NAME})"
)
_MOST_WORDS = 80  # that are looked at


def read_half_labelled(message: MessageBeingRead) -> None:
    """Take what is labelled, for each text and name that is not known or is put right."""
    if message.reading.question:
        return
    for name, slot in message.of("text", "name"):
        if name == message.asked or name in message.reading.values:
            continue
        if name in message.filled and not message.revising:
            continue
        if found := _labelled(message, name, slot):
            message.take(name, *found)


def _labelled(message: MessageBeingRead, name: str, slot: Slot) -> tuple[str, int, int] | None:
    own = own_words(message.slots, name)
    for word in [*_WORD.finditer(message.text)][:_MOST_WORDS] if own else ():
        said = stem(fold(word[0]))
        whole, shortened = said in own, any(each.startswith(said) for each in own)
        found = _COLON.match(message.text, word.end()) if whole or shortened else None
        found = found or (_BEHIND.match(message.text, word.end()) if whole else None)
        if found is None or not message.free(*found.span("value")):
            continue
        start, end = found.span("value")
        if holds_place(name, slot) and not any(message.of("city")):
            end = end_of_place(message.text, end, names_open=names_open(message))
        value = _value(message.text[start:end].strip(" ."), name, slot, own)
        if value and message.free(start, end):
            return value, word.start(), end
    return None if own.isdisjoint(_COMPANIES) else _employer(message)


def _employer(message: MessageBeingRead) -> tuple[str, int, int] | None:
    """Find the company of "the team from Hart & Sons"."""
    found = _PEOPLE_OF.search(message.text)
    free = found is not None and message.free(*found.span("value"))
    return (found["value"], *found.span("value")) if found and free else None


def _value(text: str, name: str, slot: Slot, own: set[str]) -> str | None:
    """Return what stands behind a label, as the slot holds it."""
    if kind_of(name, slot) == "name":
        return told_name(text)
    value = bare_text(text, own) if is_code(slot) else text
    return None if all(map(is_common, fold(value).split())) and value[:1].isupper() else value
