"""Harm in parts: the last messages of a person are judged together, where that may tell more.

Each part has passed by itself. Together they are read by the rules, and by the heads only if one of
the parts was suspect and the last asks for something; what greets or thanks is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from guardrails.catalog.heads import ANSWERING
from guardrails.catalog.heads import GUARD as HEADS
from guardrails.catalog.phrases import GUARD as PHRASES
from guardrails.guard import ALLOW, Context, Verdict
from guardrails.heads.chat import asks_nothing
from guardrails.heads.score import heads, scores
from guardrails.policy import Policy
from language.skeleton import plainly
from language.speech_acts.classify import clause_reading

EARLIER = 3  # messages before this one
_LONGEST = 300  # characters: a longer message speaks for itself
_MOST = 500  # characters of all together
_ADDS = 0.3  # what the last message must make of the others, which have passed without it
_HARDLY = 0.5  # as likely must it be that the last message asks for nothing, to be left alone
_KIND = 0.8  # as likely is it that a message only greets or thanks, to be left out
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


def judge_together(
    parts: Sequence[str], alone: Mapping[str, float], policy: Policy, answering: bool = False
) -> Verdict:
    """Return the verdict on messages as one text; `alone` are the scores of the last of them."""
    whole = as_one(parts)
    if PHRASES.name not in policy.off:
        found = PHRASES.check(whole, Context("input", policy))
        if found.decision == "block":
            return replace(found, reason=f"{found.reason}, in parts", certain=False)
    if HEADS.name in policy.off or "harm" not in alone:
        return ALLOW
    more = ANSWERING if answering else 0
    block, talk = (limit + more for limit in _limits(policy))
    if max(alone["harm"], *(scores(part)["harm"] for part in parts[:-1])) < block - _SUSPECT:
        return ALLOW
    before = [part for part in parts[:-1] if clause_reading(part).of("kind") < _KIND]
    if not before or asks_nothing(parts[-1], _HARDLY):
        return ALLOW
    found = scores(as_one([*before, parts[-1]]))
    if found["harm"] < max(talk, scores(as_one(before))["harm"] + _ADDS):
        return ALLOW
    reason = f"scored {found['harm']:.2f} together with earlier messages"
    return Verdict("block", "harm", reason, scores=found, certain=False, guard="heads")


def _limits(policy: Policy) -> tuple[float, float]:
    """Return from which scores the harm head blocks one message, and several as one."""
    harm = next(head for head in heads() if head.name == "harm")
    own = policy.limits.get("harm")
    block = own.block if own else harm.block
    return block, block + harm.talk - harm.block
