"""The output gate: whatever a model writes passes here before it is stored or shown."""

from __future__ import annotations

import re
from typing import Any, cast

from language.clean import storable

# Beginnings of the credentials we know. What may become one at the end of the text is held back
# until it is whole; everything else leaves at once.
_PREFIXES = ("sk-", "AIza", "ghp_", "gho_", "ghs_", "github_pat_", "xoxb-", "xoxp-", "AKIA", "eyJ")
_CREDENTIAL = re.compile(
    r"(?<![A-Za-z0-9_-])(?:"
    + "|".join(re.escape(p) for p in _PREFIXES)
    + r")[A-Za-z0-9_-]{12,}(?:\.[A-Za-z0-9_-]+){0,2}"
)
_LETTERS = "A-Za-z0-9_.-"  # what credentials are made of
_LAST_RUN = re.compile(rf"[{_LETTERS}]+\Z")
_RUN = re.compile(rf"[{_LETTERS}]*")
_BEGINNING = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z]")
REPLACED = "[credential]"
MAX_HELD = 4096


def _held_from(text: str) -> int:
    """Find where the end of a text begins that may become a credential; its length if none does."""
    run = _LAST_RUN.search(text)
    if run is None:
        return len(text)
    for beginning in _BEGINNING.finditer(text, run.start()):
        tail = text[beginning.start() : beginning.start() + 12]
        if any(p.startswith(tail) or tail.startswith(p) for p in _PREFIXES):
            return beginning.start()
    return len(text)


class Gate:
    """Lets one message's text through in pieces; credentials never leave, also not in halves."""

    def __init__(self) -> None:
        self._held = ""
        self._dropping = False

    @property
    def held(self) -> str:
        """Return what has come in and not yet been let out."""
        return self._held

    def feed(self, piece: str) -> str:
        """Take the next piece and return what may be shown."""
        if self._dropping and piece:  # the rest of a credential too long to be held
            rest = piece[cast("re.Match[str]", _RUN.match(piece)).end() :]
            self._dropping = not rest
            piece = rest
        text = self._held + piece
        cut = _held_from(text)
        if len(text) - cut > MAX_HELD:
            out = without_credentials(text)
            self._held, self._dropping = "", out.endswith(REPLACED)
            return out
        self._held = text[cut:]
        return without_credentials(text[:cut])

    def close(self) -> str:
        """Return what was held back, the message being complete."""
        rest, self._held = self._held, ""
        return without_credentials(rest)


def without_credentials(text: str) -> str:
    """Return a whole text as it may be shown."""
    return _CREDENTIAL.sub(REPLACED, storable(text))


def cleaned(value: Any) -> Any:
    """Return plain JSON with every text in it as it may be shown."""
    if isinstance(value, str):
        return without_credentials(value)
    if isinstance(value, dict):
        fields = cast(dict[str, Any], value)
        return {without_credentials(key): cleaned(item) for key, item in fields.items()}
    if isinstance(value, list):
        return [cleaned(item) for item in cast(list[Any], value)]
    return value
