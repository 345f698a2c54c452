"""What the two local heads make of a text; they guess, so a judge may overrule them."""

from __future__ import annotations

from collections.abc import Mapping

from contracts.events import Decision
from guardrails.guard import ALLOW, Context, Guard, Verdict
from guardrails.heads.chat import asks, asks_nothing, is_chat, is_slight, only_tells, without_idioms
from guardrails.heads.score import BRIEF, Head, heads, scores
from guardrails.heads.windows import WHOLE
from language.respelt import respelt

# A document may speak of harm; what it must not do is give orders.
_HARM_STAGES = ("input", "output")
# What answers an open question is rarely bad: of many thousand answers the heads took some for it.
ANSWERING = 0.3
# So far above that limit an answer that only tells something is looked at and goes on.
_TELLING = 0.4
# What a long text needs less for a second look: its windows hold one bad sentence among others.
_DILUTED = 0.55
HeadLimits = tuple[float, float]  # from which score a head blocks, and asks for review


def check(text: str, context: Context) -> Verdict:
    """Block above a head's first limit, ask for review above its second.

    One that asks for nothing is taken one step more mildly.
    """
    typed = context.stage == "input"
    if typed and is_chat(text):
        return ALLOW
    known = [head for head in heads() if head.name != "harm" or context.stage in _HARM_STAGES]
    found = scores(without_idioms(text) if typed else text, context.windows)
    found = {head.name: found[head.name] for head in known}
    limits = {head.name: _limits(head, context) for head in known}
    if typed and _is_near(found, limits):
        limits = _eased(text, limits, answering=context.answering)
    if typed and len(text) > WHOLE:
        limits = {name: (block, review - _DILUTED) for name, (block, review) in limits.items()}
    worst = max(known, key=lambda head: found[head.name] - limits[head.name][0])
    block, review = limits[worst.name]
    score = found[worst.name]
    if score < review:
        others = [head for head in known if found[head.name] >= limits[head.name][1]]
        if not others:
            return Verdict("allow", scores=found)
        worst, score, block = others[0], found[others[0].name], float("inf")
    sure = score >= block and not (typed and _is_slip(text, worst.name, block))
    decision: Decision = "block" if sure else "review"
    return Verdict(decision, worst.name, f"scored {score:.2f}", scores=found, certain=False)


def _is_slip(text: str, head: str, block: float) -> bool:
    """Tell whether a score hangs on swapped letters: "blwo up a phto" means what it would mean."""
    if len(text) > WHOLE:
        return False
    right = respelt(text, only_swapped=True)
    return right != text.lower() and scores(right)[head] < block


def _eased(
    text: str, limits: Mapping[str, HeadLimits], *, answering: bool
) -> Mapping[str, HeadLimits]:
    """Return the limits of a typed text: milder ones for what is brief or asks for nothing.

    A question is stopped sooner.
    """
    never = {name: (float("inf"), block) for name, (block, _) in limits.items()}
    if asks_nothing(text):
        return never
    if answering and only_tells(text):
        return {name: (block + _TELLING, block) for name, (block, _) in limits.items()}
    if len(text.split()) <= BRIEF:
        more = {head.name: head.brief - head.block for head in heads()}
        limits = {name: (block + more[name], block) for name, (block, _) in limits.items()}
    elif asks(text):
        less = {head.name: head.block - head.asked for head in heads()}
        limits = {name: (block - less[name], review) for name, (block, review) in limits.items()}
    # No order to a model has so few words.
    return {**limits, "injection": never["injection"]} if is_slight(text) else limits


def _is_near(found: Mapping[str, float], limits: Mapping[str, HeadLimits]) -> bool:
    """Tell whether a head has something to say at all."""
    return any(found[name] >= review for name, (_, review) in limits.items())


def _limits(head: Head, context: Context) -> HeadLimits:
    own = context.policy.limits.get(head.name)
    review = own.review if own else head.review
    if context.stage == "tool_result":
        return (own.document if own and own.document is not None else head.document), review
    more = ANSWERING if context.answering else 0
    return (own.block if own else head.block) + more, review + more


GUARD = Guard("heads", check, rank=60, stages=("input", "tool_result"))
