"""Invisible characters carry text that a person does not see and a model reads."""

from __future__ import annotations

from guardrails.guard import ALLOW, Context, Guard, Verdict
from language.hidden import without_hidden


def check(text: str, context: Context) -> Verdict:
    """Take hidden characters out and say so."""
    clean = without_hidden(text)
    if clean == text:
        return ALLOW
    return Verdict(
        "redact",
        category="hidden_text",
        reason=f"{len(text) - len(clean)} invisible characters",
        text=clean,
    )


GUARD = Guard("hidden_text", check, rank=20, rewrites=True)
