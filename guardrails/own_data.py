"""What people have told of themselves, which may be said back to them: found once in each text."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping

from language.scrub import spans

OwnData = frozenset[str]
_SHORT = 4_096  # characters: what is longer is read in a thread
MOST_TEXTS = 8_192
MOST_VALUES = 200_000


def bare(value: str) -> str:
    """Return what tells one value from another, however it is punctuated."""
    return "".join(c for c in value.casefold() if c.isalnum())


def own_data(text: str) -> OwnData:
    """Find the personal data in a text."""
    return frozenset(bare(text[s.start : s.end]) for s in spans(text))


class OwnDataCache:
    """Remembers what each text held, the texts themselves not; least used ones are forgotten.

    A conversation is read again at each of its turns: only what it has gained since costs anything.
    """

    def __init__(self, most_texts: int = MOST_TEXTS, most_values: int = MOST_VALUES) -> None:
        self._known: OrderedDict[str, OwnData] = OrderedDict()
        self._values = 0
        self._most = (most_texts, most_values)
        self.read = 0  # characters that were searched, in all

    async def of(self, texts: Mapping[str, str]) -> OwnData:
        """Return what texts hold; each has a name that is never given to another one."""
        found: set[str] = set()
        for name, text in texts.items():
            known = self._known.get(name)
            if known is None:
                known = await self._find(text)
                self._keep(name, known)
            else:
                self._known.move_to_end(name)
            found |= known
        return frozenset(found)

    async def _find(self, text: str) -> OwnData:
        self.read += len(text)
        return own_data(text) if len(text) <= _SHORT else await asyncio.to_thread(own_data, text)

    def _keep(self, name: str, known: OwnData) -> None:
        self._values += len(known) - len(self._known.pop(name, ()))
        self._known[name] = known
        most_texts, most_values = self._most
        while len(self._known) > most_texts or self._values > most_values:
            self._values -= len(self._known.popitem(last=False)[1])
