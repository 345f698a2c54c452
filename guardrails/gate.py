"""The output gate: whatever a model writes passes here before it is stored or shown."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Sequence
from typing import Any

from guardrails.images import ImageFilter
from guardrails.own_data import bare
from language.clean import storable
from language.credentials import CONTEXT, credentials, is_open_key, open_from, rest_of
from language.json_text import map_leaves
from language.scrub import spans
from language.skeleton import entity_begun, plainly, skeleton

REPLACED = "[credential]"
MAX_HELD = 4096
_LEAST_NUMBER = 10_000_000
# The last word, and the groups of figures before it: a number or an address may still be growing.
_GROWING = re.compile(r"(?:(?<!\S)[A-Z]{0,2}[\d().+/-]+[^\S\n])*\S*\Z")
_GROWING_FROM = 96
_MARK = 96  # characters in which the end mark of a key has room


def canary(prompt: str) -> str:
    """Make a prompt's word that no answer holds by chance; whoever repeats it repeats the prompt.

    It belongs at the beginning of a system prompt, so that nothing of the prompt gets out. It
    follows from the prompt, so that every worker sends the same and providers can cache it.
    """
    return f"ref-{hashlib.sha256(prompt.encode()).hexdigest()[:16]}"


class Gate:
    """Lets one message's text through in pieces; what must not leave never leaves, also not in
    halves: credentials, a prompt's canary, personal data that the person did not give, images."""

    def __init__(
        self,
        canaries: Sequence[str] = (),
        hide: Collection[str] = (),
        own: Collection[str] = (),
        images: ImageFilter | None = None,
    ) -> None:
        self._held = ""
        self._before = ""  # the end of what was let out: it may tell what the next text is
        self._dropping = ""  # the end of a credential that was too long to be held
        self._in_key = False
        self._canaries = tuple(canaries)
        self._hide = frozenset(hide)
        self._own = own
        self._images = images
        self.leaked = False

    @property
    def held(self) -> str:
        """Return what has come in and not yet been let out."""
        return self._held

    def feed(self, piece: str) -> str:
        """Take the next piece and return what may be shown; nothing more after a leak."""
        if self.leaked:
            return ""
        piece = storable(piece)
        if self._dropping and not (piece := self._behind(piece)):
            return ""
        out = self._let_out(self._held + piece)
        if self._images is None:
            return out
        return self._images.feed(out) + (self._images.close() if self.leaked else "")

    def close(self) -> str:
        """Return what was held back, the message being complete; the next one may follow."""
        out = self._shown(self._held)
        self._held = self._before = self._dropping = ""
        return out if self._images is None else self._images.feed(out) + self._images.close()

    def _let_out(self, text: str) -> str:
        text = self._up_to_leak(text)
        cut = len(text) if self.leaked else self._held_from(text)
        too_long = len(text) - cut > MAX_HELD
        if too_long:
            cut = len(text)
        out = self._shown(text[:cut])
        if too_long and out.endswith(REPLACED):
            read = plainly(text)
            self._dropping, self._in_key = read[-_MARK:], is_open_key(read)
        self._held = text[cut:]
        self._before = (self._before + plainly(out))[-CONTEXT:]
        return out

    def _behind(self, piece: str) -> str:
        """Return what of a piece comes behind the credential that is being dropped."""
        read, since = skeleton(piece), len(self._dropping)
        whole = self._dropping + read.text
        end = rest_of(whole, since, key=self._in_key)
        self._dropping = "" if end < len(whole) else whole[-_MARK:]
        return piece[read.place(max(0, end - since)) :]

    def _up_to_leak(self, text: str) -> str:
        if not self._canaries:
            return text
        read = skeleton(text)
        places = [at for word in self._canaries if (at := read.text.find(word)) >= 0]
        self.leaked = bool(places)
        return text[: read.place(min(places))] if places else text

    def _held_from(self, text: str) -> int:
        whole = entity_begun(text) if "&" in text else len(text)
        read, since = skeleton(text[:whole]), len(self._before)
        at = open_from(self._before + read.text, since) - since
        begun = [_prefix_at_end(read.text, word) for word in self._canaries]
        cuts = [read.place(min([at, *begun]))]
        if self._hide:
            before = max(0, len(text) - _GROWING_FROM)
            if growing := _GROWING.search(text, before):
                cuts.append(growing.start())
        return min(cuts)

    def _shown(self, text: str) -> str:
        text = without_credentials(text, self._before)
        return self._without_others(text) if self._hide else text

    def _without_others(self, text: str) -> str:
        out: list[str] = []
        at = 0
        for span in spans(text):
            if span.kind in self._hide and bare(text[span.start : span.end]) not in self._own:
                out += [text[at : span.start], f"[{span.kind}]"]
                at = span.end
        return "".join([*out, text[at:]])


def _prefix_at_end(text: str, word: str) -> int:
    """Find where a word begins that the text's end may be the first part of."""
    for size in range(min(len(word) - 1, len(text)), 0, -1):
        if text.endswith(word[:size]):
            return len(text) - size
    return len(text)


def without_credentials(text: str, before: str = "") -> str:
    """Return a text as it may be shown; what stood before it may tell what it begins with."""
    text = storable(text)
    if not text:
        return ""
    read, since = skeleton(text), len(before)
    out: list[str] = []
    at = 0
    for found in credentials(before + read.text, since):
        if found.end > since:
            out += [text[at : read.place(max(0, found.start - since))], REPLACED]
            at = read.place(found.end - since)
    return "".join([*out, text[at:]]) if out else text


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
