"""Which slot a message speaks of without saying its value: "the flavour", "a cidade"."""

from __future__ import annotations

from collections.abc import Mapping

from language.matching import find_option
from language.matching import words as words_of
from workflows.file.slots import Slot
from workflows.machine.slots.message import cues, kind_of
from workflows.machine.texts import TEXTS

CHANGE = "?change"  # asked in the place of a slot: what should be different
KIND_WORDS = {
    "time": frozenset("time hour hora horario horas".split()),
    "date": frozenset("day date dia data fecha".split()),
    "datetime": frozenset("day date dia data time hour hora horario".split()),
    "phone": frozenset(
        "phone telephone telefone celular fone mobile number numero whatsapp zap".split()
    ),
    "email": frozenset("email mail correo".split()),
    "name": frozenset("name nome nombre".split()),
    "city": frozenset("city town cidade ciudad".split()),
    "money": frozenset("price amount valor preco quantia".split()),
}
_SPELLED = 4  # letters of a name that is known although it is misspelt: "you" is not "your"
_LOOKED_AT = 200  # characters; whoever writes more tells more than a name


def subject_of(slots: Mapping[str, Slot], text: str) -> str | None:
    """Return the one slot that a text names, by its name or title, or nearly so."""
    said = _said(slots, text)
    slots = {name: slot for name, slot in slots.items() if name in said} or slots
    named = {name: found for name, slot in slots.items() if (found := _named(name, slot, text))}
    longest = max(map(len, named.values()), default=0)
    best = [name for name, cue in named.items() if len(cue) == longest]
    best = best or _of_kind(slots, text)
    return best[0] if len(best) == 1 else None


def spoken_of(slots: Mapping[str, Slot], text: str) -> str | None:
    """Return the one slot that a text names word for word, or by its kind."""
    said = [*_said(slots, text)] or _of_kind(slots, text)
    return said[0] if len(said) == 1 else None


def _of_kind(slots: Mapping[str, Slot], text: str) -> list[str]:
    """Name the slots that are of the kind a text speaks of: "the time" of whatever is one."""
    said = set(words_of(text[:_LOOKED_AT]))
    return [n for n, s in slots.items() if said & KIND_WORDS.get(kind_of(n, s), frozenset())]


def _said(slots: Mapping[str, Slot], text: str) -> set[str]:
    """Name the slots that the words themselves name: "idade" is a word, and not nearly "cidade"."""
    spoken = f" {' '.join(words_of(text[:_LOOKED_AT]))} "
    return {n for n, s in slots.items() if any(f" {cue} " in spoken for cue in cues(n, s))}


def _named(name: str, slot: Slot, text: str) -> str | None:
    telling = (cue for cue in cues(name, slot) if len(cue) >= _SPELLED)
    return find_option(text[:_LOOKED_AT], sorted(telling))


def change_question(slots: Mapping[str, Slot]) -> Slot:
    """Return what is asked in the place of a slot: which of these should be different."""
    of = {name: sorted(cues(name, slot)) for name, slot in slots.items()}
    return Slot.model_validate({"type": "choice", "of": of or ["-"], "ask": TEXTS["change"]})
