"""Harm in parts: the last messages of a person are judged together, where that may tell more.

Each part has passed by itself. Together they are read by the rules, and by the heads only if one of
the parts was suspect; and only what is clearly harmful then is blocked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from guardrails.catalog.heads import GUARD as HEADS
from guardrails.catalog.phrases import GUARD as PHRASES
from guardrails.guard import ALLOW, Context, Verdict
from guardrails.heads.score import heads, scores
from guardrails.policy import Policy
from language.skeleton import plainly

EARLIER = 3  # messages before this one
_LONGEST = 300  # characters: a longer message speaks for itself
_MOST = 500  # characters of all together
_CLEARLY = 0.55  # above the limit from which the harm head blocks one message
_ADDS = 0.3  # what the last message must make of the others, which have passed without it
_SUSPECT = 0.8  # below it: what one of the parts must be worth by itself


def together(earlier: Sequence[str], text: str) -> list[str]:
    """Return the last messages that are read with this one; none where it stands alone."""
    parts = [text]
    for message in reversed(earlier[-EARLIER:]):
        if len(message) > _LONGEST or sum(map(len, parts)) + len(message) > _MOST:
            break
        parts.insert(0, message)
    return parts if len(parts) > 1 and len(text) <= _LONGEST else []


def as_one(parts: Sequence[str]) -> str:
    """Write messages as one text, without what ends each of them."""
    ended = [part.strip().rstrip(".!?\u2026,;:") for part in parts[:-1]]
    return plainly(" ".join([*filter(None, ended), parts[-1].strip()]))


def judge_together(parts: Sequence[str], alone: Mapping[str, float], policy: Policy) -> Verdict:
    """Return the verdict on messages as one text; `alone` are the scores of the last of them."""
    whole = as_one(parts)
    if PHRASES.name not in policy.off:
        found = PHRASES.check(whole, Context("input", policy))
        if found.decision == "block":
            return replace(found, reason=f"{found.reason}, in parts", certain=False)
    if HEADS.name in policy.off or "harm" not in alone:
        return ALLOW
    harm = next(head for head in heads() if head.name == "harm")
    own = policy.limits.get("harm")
    block = own.block if own else harm.block
    if max(alone["harm"], *(scores(part)["harm"] for part in parts[:-1])) < block - _SUSPECT:
        return ALLOW
    found = scores(whole)
    before = scores(as_one(parts[:-1]))
    if found["harm"] < max(block + _CLEARLY, before["harm"] + _ADDS):
        return ALLOW
    reason = f"scored {found['harm']:.2f} together with earlier messages"
    return Verdict("block", "harm", reason, scores=found, certain=False, guard="heads")
