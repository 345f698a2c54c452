"""The output gate: whatever a model writes passes here before it is stored or shown."""

from __future__ import annotations

import re

# Beginnings of the credentials we know. A word at the end of the text that may become one is held
# back until it is whole; everything else leaves at once.
_PREFIXES = ("sk-", "AIza", "ghp_", "gho_", "ghs_", "github_pat_", "xoxb-", "xoxp-", "AKIA", "eyJ")
_CREDENTIAL = re.compile(
    r"(?<![A-Za-z0-9_-])(?:"
    + "|".join(re.escape(p) for p in _PREFIXES)
    + r")[A-Za-z0-9_-]{12,}(?:\.[A-Za-z0-9_-]+){0,2}"
)
_LAST_WORD = re.compile(r"\S+\Z")
_OPENERS = "\"'`([{<=:*"
MAX_HELD = 4096


def _may_become_secret(word: str) -> bool:
    word = word.lstrip(_OPENERS)
    return any(p.startswith(word) or word.startswith(p) for p in _PREFIXES)


class Gate:
    """Lets one message's text through in pieces; credentials never leave, also not in halves."""

    def __init__(self) -> None:
        self._held = ""

    @property
    def held(self) -> str:
        """Return what has come in and not yet been let out."""
        return self._held

    def feed(self, piece: str) -> str:
        """Take the next piece and return what may be shown."""
        text = self._held + piece
        word = _LAST_WORD.search(text)
        cut = len(text)
        if word and _may_become_secret(word.group()) and len(word.group()) < MAX_HELD:
            cut = word.start()
        self._held = text[cut:]
        return _CREDENTIAL.sub("[credential]", text[:cut])

    def close(self) -> str:
        """Return what was held back, the message being complete."""
        rest, self._held = self._held, ""
        return _CREDENTIAL.sub("[credential]", rest)
