"""Finds options by another form of their words: "shirts ironed" for ironing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from language.found import Found
from language.idle_words import IDLE_WORDS
from language.inflections import is_verb_form, root
from language.matching import fold
from workflows.file.slots import Slot
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.values import option_names

_WORD = re.compile(r"[^\W_]+")
_SHORTEST = 3  # letters of a word that names something
_NEAR = 40  # characters within which the words of one name stand


def inflected_names(message: MessageBeingRead, slot: Slot) -> Iterator[Found[str]]:
    """Find the options of which every word is said, one of them at least as a form of a verb."""
    said = [
        (root(word), word, match.start(), match.end())
        for match in _WORD.finditer(message.text)
        if len(word := fold(match[0])) >= _SHORTEST and message.free(*match.span())
    ]
    forms = [each for each in said if is_verb_form(each[1])]
    if not forms:
        return
    for option, called in option_names(slot):
        wanted = [w for w in _WORD.findall(fold(called)) if w not in IDLE_WORDS]
        wanted = [w for w in wanted if len(w) >= _SHORTEST]
        roots = {root(word) for word in wanted}
        for key, word, start, _ in forms if roots else ():
            if word in roots:
                key = word  # "deliver", where "delivery" is an option
            if key not in roots or (word in wanted and len(wanted) == 1):
                continue
            near = [
                s for s in said if (s[0] in roots or s[1] == key) and abs(s[2] - start) <= _NEAR
            ]
            if {s[1] if s[1] == key else s[0] for s in near} == roots:
                yield Found(option, min(s[2] for s in near), max(s[3] for s in near))
