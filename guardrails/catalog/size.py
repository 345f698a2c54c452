"""A message longer than any conversation needs is refused before anything reads it."""

from __future__ import annotations

from guardrails.guard import ALLOW, Context, Guard, Verdict


def check(text: str, context: Context) -> Verdict:
    """Refuse what is longer than the policy allows."""
    most = context.policy.max_characters
    if len(text) <= most:
        return ALLOW
    return Verdict("block", category="size", reason=f"{len(text)} characters; {most} are allowed")


GUARD = Guard("size", check, rank=10, stages=("input",))
