"""The output gate: whatever a model writes passes here before it is stored or shown."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Sequence
from string import ascii_letters, digits
from typing import Any

from language.clean import storable
from language.json_text import map_leaves
from language.scrub import spans

# Beginnings of the credentials we know. What may become one at the end of the text is held back
# until it is whole; everything else leaves at once.
_PREFIXES = ("sk-", "AIza", "ghp_", "gho_", "ghs_", "github_pat_", "xoxb-", "xoxp-", "AKIA", "eyJ")
_CREDENTIAL = re.compile(
    r"(?<![A-Za-z0-9_-])(?:"
    + "|".join(re.escape(p) for p in _PREFIXES)
    + r")[A-Za-z0-9_-]{12,}(?:\.[A-Za-z0-9_-]+){0,2}"
)
_MADE_OF = f"{ascii_letters}{digits}_.-"  # what credentials are made of
_BEGINNING = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z]")
REPLACED = "[credential]"
MAX_HELD = 4096
_LEAST_NUMBER = 10_000_000
# The last word, and the groups of figures before it: a number or an address may still be growing.
_GROWING = re.compile(r"(?:(?<!\S)[A-Z]{0,2}[\d().+/-]+[^\S\n])*\S*\Z")
_GROWING_FROM = 96


def canary(prompt: str) -> str:
    """Make a prompt's word that no answer holds by chance; whoever repeats it repeats the prompt.

    It belongs at the beginning of a system prompt, so that nothing of the prompt gets out. It
    follows from the prompt, so that every worker sends the same and providers can cache it.
    """
    return f"ref-{hashlib.sha256(prompt.encode()).hexdigest()[:16]}"


def _held_from(text: str) -> int:
    """Find where the end of a text begins that may become a credential; its length if none does."""
    # Counted from the end: a search for a run that ends the text would look at every other one.
    for beginning in _BEGINNING.finditer(text, len(text.rstrip(_MADE_OF))):
        tail = text[beginning.start() : beginning.start() + 12]
        if any(p.startswith(tail) or tail.startswith(p) for p in _PREFIXES):
            return beginning.start()
    return len(text)


class Gate:
    """Lets one message's text through in pieces; what must not leave never leaves, also not in
    halves: credentials, a prompt's canary, and personal data that the person did not give."""

    def __init__(
        self, canaries: Sequence[str] = (), hide: Collection[str] = (), given: str = ""
    ) -> None:
        self._held = ""
        self._dropping = False
        self._canaries = tuple(canaries)
        self._hide = frozenset(hide)
        self._given = {_bare(given[s.start : s.end]) for s in spans(given)} if hide else set[str]()
        self.leaked = False

    @property
    def held(self) -> str:
        """Return what has come in and not yet been let out."""
        return self._held

    def feed(self, piece: str) -> str:
        """Take the next piece and return what may be shown; nothing more after a leak."""
        if self.leaked:
            return ""
        if self._dropping and piece:  # the rest of a credential too long to be held
            rest = piece.lstrip(_MADE_OF)
            self._dropping = not rest
            piece = rest
        text = self._up_to_leak(self._held + piece)
        cut = len(text) if self.leaked else self._held_from(text)
        if len(text) - cut > MAX_HELD:
            out = self._shown(text)
            self._held, self._dropping = "", out.endswith(REPLACED)
            return out
        self._held = text[cut:]
        return self._shown(text[:cut])

    def close(self) -> str:
        """Return what was held back, the message being complete; the next one may follow."""
        rest, self._held, self._dropping = self._held, "", False
        return self._shown(rest)

    def _up_to_leak(self, text: str) -> str:
        places = [at for word in self._canaries if (at := text.find(word)) >= 0]
        self.leaked = bool(places)
        return text[: min(places)] if places else text

    def _held_from(self, text: str) -> int:
        cuts = [_held_from(text), *(_prefix_at_end(text, word) for word in self._canaries)]
        if self._hide:
            before = max(0, len(text) - _GROWING_FROM)
            if growing := _GROWING.search(text, before):
                cuts.append(growing.start())
        return min(cuts)

    def _shown(self, text: str) -> str:
        return without_credentials(self._without_others(text) if self._hide else text)

    def _without_others(self, text: str) -> str:
        out: list[str] = []
        at = 0
        for span in spans(text):
            if span.kind in self._hide and _bare(text[span.start : span.end]) not in self._given:
                out += [text[at : span.start], f"[{span.kind}]"]
                at = span.end
        return "".join([*out, text[at:]])


def _prefix_at_end(text: str, word: str) -> int:
    """Find where a word begins that the text's end may be the first part of."""
    for size in range(min(len(word) - 1, len(text)), 0, -1):
        if text.endswith(word[:size]):
            return len(text) - size
    return len(text)


def _bare(value: str) -> str:
    return "".join(c for c in value.casefold() if c.isalnum())


def without_credentials(text: str) -> str:
    """Return a whole text as it may be shown."""
    return _CREDENTIAL.sub(REPLACED, storable(text))


def cleaned(value: Any) -> Any:
    """Return plain JSON with every text in it as it may be shown."""
    return each_text(value, without_credentials)


def each_text(value: Any, change: Callable[[str], str]) -> Any:
    """Return plain JSON with every text in it changed, names of fields too.

    A number long enough to be somebody's is read as a text, and stays one if that changes it.
    """

    def changed(leaf: Any) -> Any:
        text = text_in(leaf)
        return leaf if text is None or (now := change(text)) == text else now

    return map_leaves(value, changed, rename=change)


def text_in(leaf: Any) -> str | None:
    """Return what can be read in a value of plain JSON: a text, or a number's digits."""
    if isinstance(leaf, str):
        return leaf
    return str(leaf) if _is_long(leaf) else None


def _is_long(value: Any) -> bool:
    """Tell whether a value of plain JSON is a number that may be a document's, or a card's."""
    return isinstance(value, int | float) and not -_LEAST_NUMBER < value < _LEAST_NUMBER
