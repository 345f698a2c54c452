"""Finds a bare number that words beside it call a day or an hour: "29 é o dia", "the start to 9".

The name of the slot may stand before the number or behind it, joined by what says that they are
one; where a form has one day or one hour, the common words for those name it as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from language.spelled import in_digits
from workflows.file.slots import Slot
from workflows.machine.slots.message import MessageBeingRead, cues

_COMMON = {
    "date": ("day", "dia", "date", "data"),
    "time": ("time", "hour", "hora", "horario", "start time"),
}
_NUMBER = re.compile(  # and nothing that it counts
    r"(?<![\w.,:/$£€-])\d{1,2}(?![\w:/%]|[.,]\d| ?(?:de|of) [a-z]"
    r"| (?:[a-z]{2,12} )?(?:people|ppl|gente|(?!horas|mais|[pdn][ra]?[ao]s\b|as\b)[a-z]{3,}s)\b)"
)
_IS = r"(?:'s|s|is|was|should be|must be|has to be|e|eh|era|foi|seria|sera|deve ser|tem que ser)"
_TO = r"(?:to|at|for|para|pra|pras|pros|as|=|:)"
_SOFT = r"(?:not|really|actually|now|na verdade|agora|mesmo|sim|the|o|as|at|on|dia)"
_BEFORE = rf"(?: {_IS}|{_IS}| {_TO}|[:=])(?: {_SOFT}){{0,2}} $"
_BEHIND = (
    r" (?:is|was|e|eh|era|seria|should be|works as|fica sendo) (?:the|o|a|our|my|your|meu|"
    r"minha|nosso|nossa|seu|sua)(?: [a-z]{3,10})? "
)
_RIGHT = r"(?: (?:certo|certa|correto|correta|mesmo|novo|nova|right|correct|new))?"
_WIDTH, _READ = 60, 500
_MOST_NUMBERS = 20


def labelled_numbers(
    message: MessageBeingRead, name: str, slot: Slot
) -> Iterator[tuple[int, int, int]]:
    """Yield each number that a message calls by the name of a slot, and where it stands."""
    called = "|".join(re.escape(each) for each in sorted(_names(message, name, slot)))
    if not called:
        return
    written = in_digits(message.text, message.speech.language)
    before, behind = (
        re.compile(rf"\b(?:{called}){_RIGHT}{_BEFORE}"),
        re.compile(rf"{_BEHIND}(?:{called})\b"),
    )
    for number in islice(_NUMBER.finditer(written.text, 0, _READ), _MOST_NUMBERS):
        ahead = written.text[max(0, number.start() - _WIDTH) : number.start()]
        if before.search(ahead) or behind.match(written.text, number.end()):
            yield int(number[0]), *written.place(*number.span())


def _names(message: MessageBeingRead, name: str, slot: Slot) -> set[str]:
    """Return the words that name a slot, the common ones where it is the only one of its kind."""
    alone = len(list(message.of(slot.type, "datetime"))) == 1
    own = cues(name, slot) | set(_COMMON.get(slot.type, ()) if alone else ())
    others = (cues(n, s) for n, s in message.slots.items() if n != name)
    return own.difference(*others)  # of "day of the visit" and "hour of the visit", no visit
