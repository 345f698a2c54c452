"""Personal data and secrets that the project does not want a model to see."""

from __future__ import annotations

from guardrails.guard import ALLOW, Context, Guard, Verdict
from language.scrub import scrub_kinds


def check(text: str, context: Context) -> Verdict:
    """Replace the kinds that the policy names; what has check digits was checked."""
    kinds = context.policy.hide_from_model
    if not kinds:
        return ALLOW
    clean, found = scrub_kinds(text, kinds)
    if not found:
        return ALLOW
    return Verdict("redact", "personal_data", ", ".join(sorted(found)), text=clean)


GUARD = Guard("personal_data", check, rank=80, stages=("input", "tool_result"), rewrites=True)
