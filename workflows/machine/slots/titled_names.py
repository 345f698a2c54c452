"""Keeps a title that belongs to a name: "Dona Flor" of a boat, "Senhor Pão" of a bakery."""

from __future__ import annotations

import re

from language.flat import flat
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.name_holders import NameHolders

_TITLE = re.compile(r"(?:^|(?<=[\s,.;:\"'“]))(?:sra?|dra?|dona|seu|mrs?|ms|miss|prof)\.? $")
_LONGEST_TITLE = 7


def with_title(message: MessageBeingRead, name: str, told: str) -> str:
    """Return a name with the title before it, where its slot is for no person's.

    People are saluted; nobody salutes a boat, so what begins its name is of the name.
    """
    at = flat(message.text).find(flat(told))
    first = max(0, at - _LONGEST_TITLE)
    title = _TITLE.search(flat(message.text[first:at])) if at > 0 else None
    if title is None or not NameHolders(dict(message.of("name"))).is_thing(name):
        return told
    said = message.text[first + title.start() : at]
    if said.islower() and not message.text.islower():
        return told  # "the shop of dona Flor"
    return said.capitalize() + told if said.islower() else said + told
