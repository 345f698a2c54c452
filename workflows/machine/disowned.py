"""A value that its person does not know as theirs: "who's Dave? that's not me", "não é meu número".

It is emptied and asked for again, wherever the conversation stands: a confirmation goes on behind
it. What is only called wrong is asked for again as it stands. Where the message tells the right
one, that is a correction, and none of this.
"""

from __future__ import annotations

import re

from language.flat import flat
from workflows.file.slots import Slot
from workflows.machine.asking import ask
from workflows.machine.moves import WalkPart
from workflows.machine.slots.message import Reading, kind_of
from workflows.machine.slots.read_texts import is_code
from workflows.machine.slots.subject import spoken_of
from workflows.machine.walk import Walk, open_slot
from workflows.machine.wording import say

_LONGEST = 100
_MOST_WORDS = 14
_SHORTEST = 3  # letters of a word of a name
_NO = r"(?:not|isn'?t|aint|ain'?t|wasn'?t|nao|n|nunca|never)"
_NOT_MINE = re.compile(rf"\b{_NO}(?: \w+){{0,3}} (?:my|mine|meu|minha)\b")
_NOT_ME = re.compile(  # "it's for my sister, not me" speaks of no name
    r"\b(?:that|this|it)(?:'?s| is| was)? (?:not|isn'?t|ain'?t|wasn'?t) (?:even )?me\b(?! \w)"
    r"|(?:^|[,.;!?] ?|\b(?:es[st][ea]|isso|ai) )nao (?:sou|e) eu\b"
)
_WRONG = re.compile(
    r"^\W*(?:(?:it|that|this|isso|esse|essa|esta|ta|o|a|the|my|meu|minha|is|e|you got|you have|tem)"
    r"(?:'?s)? )*(?:wrong \w+|\w+(?: (?:is|e|esta|ta))? (?:wrong|errad[oa]))\W*$"
)
_WHO = r"(?:who(?:'?s| is| the \w+ is)|quem (?:diabos )?e(?: es[st][ea]| [oa])?)"
_NOR = r"(?:(?:i'?m|i am|my name is|my name'?s) not|(?:eu )?nao (?:sou|me chamo)(?: [oa])?)"


def disowned(walk: Walk, reading: Reading, said: str) -> str | None:
    """Name the slot whose value somebody does not know as theirs, where they tell no other."""
    plain, asked = flat(said.strip()), open_slot(walk)
    if len(plain) > _LONGEST or len(plain.split()) > _MOST_WORDS:
        return None
    if asked is None or asked.type == "text":
        return None
    held = {n: s for n, s in walk.workflow.slots.items() if walk.slots.get(n) is not None}
    name = _by_value(walk, held, plain) or _by_name(held, plain)
    told = reading.values.get(name or "")
    return name if told is None or told == walk.slots.get(name or "") else None


def take_out(walk: Walk, name: str, said: str) -> WalkPart:
    """Ask for a slot again, and empty it where its value is nobody's own."""
    walk.frame.tries = 0
    if not _WRONG.match(flat(said.strip())):
        walk.slots.pop(name, None)
        walk.changed = True
        yield say(walk, "taken_out")
    return (yield from ask(walk, name))


def _by_value(walk: Walk, held: dict[str, Slot], plain: str) -> str | None:
    """Return the name that is asked after: "quem é Dora?", "I'm not Dave"."""
    names = [n for n, s in held.items() if kind_of(n, s) == "name"]
    for name in names:
        parts = [p for p in flat(str(walk.slots[name])).split() if len(p) >= _SHORTEST]
        called = "|".join(map(re.escape, parts)) or "(?!)"
        asked = re.search(rf"\b{_WHO} (?:{called})\b", plain)
        if re.search(rf"\b{_NOR} (?:{called})\b", plain):
            return name
        if asked and (len(names) == 1 or _NOT_ME.search(plain)):
            return name
    return names[0] if len(names) == 1 and _NOT_ME.search(plain) else None


def _by_name(held: dict[str, Slot], plain: str) -> str | None:
    """Return the slot that is said to be nobody's own, or wrong: "that's not my number"."""
    if not (_NOT_MINE.search(plain) or _WRONG.match(plain)):
        return None
    return spoken_of({n: s for n, s in held.items() if _is_datum(n, s)}, plain)


def _is_datum(name: str, slot: Slot) -> bool:
    """Tell a datum from a story and from a yes: "that's not my problem" takes nothing back."""
    kind = kind_of(name, slot)
    return kind != "boolean" and (kind != "text" or is_code(slot))
