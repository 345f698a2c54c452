"""Leaves out who a name that was told is in truth: "it's Miles, Oscar is my neighbour"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from contracts.json import JsonMapping
from language.flat import flat
from workflows.file.slots import Slot
from workflows.machine.slots.message import kind_of

_IS = (
    r"(?:'?s| is| was| e| eh| era| seria) (?:o |a |the )?"
    r"(?:meu|minha|nosso|nossa|my|our|nome d[aeo]|name of)\b[^,.;!?\n]{1,40}"
)
_LEAD = r"(?:[,;.]? ?\b(?:porque|pois|que|because|cause|as|and|e)|[,;.])? ?\b"
_READ = 300


def without_explained(text: str, slots: Mapping[str, Slot], known: JsonMapping) -> tuple[str, bool]:
    """Blank the clause that tells whose a known name is, where the message says more than that."""
    plain = flat(text[:_READ])
    for name, slot in slots.items():
        held = known.get(name)
        if kind_of(name, slot) != "name" or not isinstance(held, str) or not held.strip():
            continue
        found = re.search(rf"{_LEAD}{re.escape(flat(held.split()[0]))}{_IS}", plain)
        if found and re.search(r"\w{2}", plain[: found.start()] + plain[found.end() :]):
            start, end = found.span()
            return text[:start] + " " * (end - start) + text[end:], True
    return text, False
