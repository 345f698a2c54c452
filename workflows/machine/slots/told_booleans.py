"""Reads a yes or a no that nobody has asked for yet: "não tenho convênio", "with insurance".

Only where it stands right beside the word that names the slot, and where nothing is asked.
"""

from __future__ import annotations

import re

from language.flat import flat
from workflows.machine.slots.message import MessageBeingRead, cues
from workflows.machine.slots.read_texts import is_code

_READ = 500
_SHORTEST = 4  # letters of a word that names a slot
_ARTICLE = r"(?:(?:o|a|um|uma|nenhum|nenhuma|any|an?|the|my|meu|minha) )?"
_HAS = (
    r"(?:(?:tenho|temos|tem|quero|queremos|(?:vou )?precis(?:o|ar|amos))(?: sim)?(?: d[eoa])?|com|"
    r"have|we have|i have|got|with|want|(?:do )?need)"
)
_HAS_NOT = (
    r"(?:(?:nao|n) (?:tenho|temos|tem|quero|precis[oa](?: d[eoa])?)|sem|no|without|"
    r"(?:have|got|with) no|"
    r"(?:don'?t|do not|dont|haven'?t|doesn'?t) (?:have|got|want|need))"
)
_NOT_BEHIND = r",? (?:nao(?: tenho| temos| tem| quero)?|none|no)(?=\W*$|\s*[,.;!])"


def read_told_booleans(message: MessageBeingRead) -> None:
    """Take such a word for a boolean that is neither asked for nor known."""
    if message.reading.question or message.open_ended or _is_story(message):
        return
    plain = flat(message.text[:_READ])
    for name, slot in message.of("boolean"):
        if name == message.asked or (name in message.filled and not message.reading.correcting):
            continue
        named = "|".join(re.escape(cue) for cue in cues(name, slot) if len(cue) >= _SHORTEST)
        if not named:
            continue
        no = re.search(rf"\b{_HAS_NOT} {_ARTICLE}(?:{named})\b|\b(?:{named}){_NOT_BEHIND}", plain)
        yes = None if no else re.search(rf"\b{_HAS} {_ARTICLE}(?:{named})\b", plain)
        found = no or yes
        if found and message.free(*found.span()):
            message.take(name, no is None, *found.span())


def _is_story(message: MessageBeingRead) -> bool:
    """Tell whether a text is asked for, in which "no insurance" may be told in passing."""
    found = message.asked_of("text")
    return found is not None and not is_code(found[1]) and not message.reading.correcting
