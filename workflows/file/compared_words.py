"""What a condition compares a slot with, where it is a word: one in quotes, and one that can be.

Authors write as they speak: `convenio == sim`. What is meant is known from the slot.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from language.intents import plain_answer
from language.matching import fold
from language.suggestions import meant
from workflows.file.placed import all_slots
from workflows.file.schema import Workflow
from workflows.file.slots import Slot

_WORD = r"[^\W\d]\w*"
_PAIR = re.compile(rf"(?<![\w.\"'])({_WORD})\s*(==|!=)\s*({_WORD})(?![\w.(\"'])")
_QUOTED = re.compile(rf"(?<![\w.\"'])({_WORD})\s*(==|!=)\s*([\"'])(.*?)\3")


def unquoted_cure(workflow: Workflow, text: str, unknown: str = "") -> str:
    """Say what to write where a slot is compared with a word that has no quotes."""
    slots = dict(all_slots(workflow))
    for left, sign, right in _PAIR.findall(text):
        name, word = (left, right) if left in slots else (right, left)
        if name not in slots or word in slots or unknown not in ("", word):
            continue
        if cure := _cure(name, sign, word, slots[name]):
            return f"; {cure}"
    return ""


def wrong_options(workflow: Workflow, text: str) -> Iterator[str]:
    """Name what a choice is compared with and can never be."""
    slots = dict(all_slots(workflow))
    for name, sign, _, word in _QUOTED.findall(text):
        slot = slots.get(name)
        if slot and slot.type == "choice" and slot.options and word not in slot.options:
            option = _option(slot, word)
            cure = f'; write {name} {sign} "{option}"' if option else meant(word, slot.options)
            yield f"'{word}' is none of the options ({', '.join(slot.options)}){cure}"


def _cure(name: str, sign: str, word: str, slot: Slot) -> str:
    if slot.type == "boolean":
        if word in ("true", "false"):
            return ""
        answer = plain_answer(word)
        if answer is None:
            return f"'{name}' is yes or no: write {name}, or !{name}"
        return f"'{name}' is yes or no: write {name if answer == (sign == '==') else '!' + name}"
    if word in ("true", "false"):
        return f"'{name}' is a {slot.type}, and neither true nor false" if slot.of else ""
    if slot.type in ("integer", "number"):
        return ""
    return f'a word needs quotes: write {name} {sign} "{_option(slot, word) or word}"'


def _option(slot: Slot, word: str) -> str | None:
    """Find the option that people call so."""
    for option in slot.options:
        if fold(word) in {fold(called) for called in (option, *slot.names(option))}:
            return option
    return None
