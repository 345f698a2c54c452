"""Invisible characters carry text that a person does not see and a model reads."""

from __future__ import annotations

import re

from guardrails.guard import ALLOW, Context, Guard, Verdict

# Tag characters spell hidden ASCII; bidirectional overrides show a text in another order than it
# is read; the rest has no width. Joiners stay: emoji and several scripts need them.
_HIDDEN = re.compile(
    "[\U000e0000-\U000e007f\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064\ufeff\u00ad\x00-\x08\x0b\x0c\x0e-\x1f]"
)


def check(text: str, context: Context) -> Verdict:
    """Take hidden characters out and say so."""
    clean = _HIDDEN.sub("", text)
    if clean == text:
        return ALLOW
    return Verdict(
        "redact",
        category="hidden_text",
        reason=f"{len(text) - len(clean)} invisible characters",
        text=clean,
    )


GUARD = Guard("hidden_text", check, rank=20, rewrites=True)
