"""Reads a text that is dictated where all is shown: "access: side gate, mind the dog".

What stands behind the name of a text is its text to the end, or to where another slot is named:
nobody else reads in it.
"""

from __future__ import annotations

import re

from language.flat import flat
from workflows.machine.slots.message import MessageBeingRead, cues
from workflows.machine.slots.read_streets import holds_place
from workflows.machine.slots.read_texts import is_code

_SAYS = re.compile(
    r"(?: (?:is|e|eh|are|sao))? ?[:=] ?(?=\S)"
    r"|,? (?:(?:pode )?(?:bota|botar|poe|por|coloca|colocar|escreve|escrever|anota|anotar)"
    r"(?: ai)?|(?:please )?(?:put|write|say|note))(?: (?:que|that)|:) (?=\S)"
)
_LEAD = re.compile(
    r"(?:^|(?<=[\s,;.!]))(?:(?:e|and|mas|but|in|under|for|as|no|na|em|pra|para|o|a|the|my|meu|minha"
    r")\s){0,4}$"
)
# "A observação é molho à parte", and no "a observação está errada", "the note is fine".
_IS = re.compile(
    r" (?:é|eh|is|são|sao|are|should be|deve ser|deveria ser)"
    r"(?: (?:na verdade|actually|só|so|just))?"
    r" (?!(?:not|n[aã]o|errad\w+|wrong|certa?s?|cert[oa]s?|right|fine|ok|okay|isso|ess[ae]s?|this"
    r"|that|it|opcional|optional|important\w*|pra|para|for|the same|a mesma|só isso)\b)"
    r"(?=\S{1,40} \S)",
    re.IGNORECASE,
)
_ASKS_NOT = re.compile(r"[\w ]{1,60}:(?=[^?]*$)")  # "what happened: it broke" asks nothing
_LONGEST_LEAD = 40
_OTHERS_DATA = re.compile(r"[,;]\s[^,;]*(?:@|\d[\d\s()-]{6,})")


def read_dictated(message: MessageBeingRead) -> None:
    """Take the text behind the one name that is written out for it."""
    plain = flat(message.text)
    if not message.revising or (message.reading.question and not _ASKS_NOT.match(plain)):
        return
    for name, slot in message.of("text"):
        if is_code(slot) or holds_place(name, slot) or name in message.reading.values:
            continue
        found = dictated_place(message.text, cues(name, slot))
        if found is None or not message.free(*found):
            continue
        start = found[1]
        end = _end(message, name, plain, start)
        if value := message.text[start:end].strip(" ,;."):
            message.take(name, value, found[0], end)
            message.denied.append((found[0], end))


def dictated_place(text: str, named: set[str]) -> tuple[int, int] | None:
    """Return where a label begins and ends, with the words that lead to it."""
    plain = flat(text)
    for cue in sorted(named, key=len, reverse=True):
        for label in re.finditer(rf"\b{_one_or_more(cue)}(?!\w)", plain):
            if says := _SAYS.match(plain, label.end()) or _IS.match(text, label.end()):
                first = max(0, label.start() - _LONGEST_LEAD)
                lead = _LEAD.search(plain[first : label.start()])
                return (first + lead.start() if lead else label.start()), says.end()
    return None


def _one_or_more(cue: str) -> str:
    """Return a pattern for a label in the singular and in the plural: "observação", "notes"."""
    for ending in ("oes", "ao"):
        if cue.endswith(ending):
            return re.escape(cue.removesuffix(ending)) + "(?:oes|ao)"
    return re.escape(cue.removesuffix("s")) + "s?"


def _end(message: MessageBeingRead, name: str, plain: str, start: int) -> int:
    """Return where a dictated text ends: before what names another slot, or is its data."""
    others = {cue for n, s in message.slots.items() if n != name for cue in cues(n, s)}
    named = "|".join(map(re.escape, sorted(others, key=len, reverse=True))) or "(?!)"
    stop = re.compile(
        rf"(?:[,;.]|\s(?:e|and|mas|but)\b) ?(?:(?:e|and|o|a|the|my|meu|minha) ){{0,3}}(?:{named})"
        r" ?(?:[:=]|(?:is|e|eh)\b)"
    )
    ends = [m.start() for m in (stop.search(plain, start), _OTHERS_DATA.search(plain, start)) if m]
    return min(ends, default=len(plain))
