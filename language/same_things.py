"""What a message says is the same as before: "same name and phone as the workshop"."""

from __future__ import annotations

import re
from collections.abc import Collection

from language.flat import flat
from language.matching import stem
from language.put_off import SAYS_KNOWN

_LONGEST = 300  # characters
_SAME = re.compile(r"\b(?:same|mesm[oa]s?)\b(?P<rest>[^.,;!?\n]{0,80})")
_JOINS = frozenset(
    "and e y for num numero number my our details detail info information data dados contact"
    " contato one ones first primeira primeiro other booking earlier here aqui la above acima n"
    " ones all todos todas".split()
)
_ALL = frozenset("details detail info information data dados contact contato".split())


def same_things(text: str, called: Collection[str]) -> tuple[set[str], bool]:
    """Return the stems of what is the same as before, and whether all that is personal is.

    `called` are the stems that may stand in it: what the data are called, and what was done before.
    What says more than that, "same address as my brother", points at nothing that is known.
    """
    plain = flat(text) if len(text) <= _LONGEST else ""
    for found in _SAME.finditer(plain):
        said = re.findall(r"[\w']+", found["rest"])
        if all(w in _JOINS or w in SAYS_KNOWN or stem(w) in called for w in said):
            return {stem(word) for word in said}, not _ALL.isdisjoint(said)
    return set(), False


def says_same(text: str) -> bool:
    """Tell whether a text says of something that it is the same."""
    return len(text) <= _LONGEST and _SAME.search(flat(text)) is not None
