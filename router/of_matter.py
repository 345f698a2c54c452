"""Where a message goes that complains of what was done, or changes what is there already.

Examples tell what a workflow speaks of, and "your paddle broke" speaks of paddles: without this,
whoever is let down is asked when they would like to come again.
"""

from __future__ import annotations

from dataclasses import replace

from router.decision import RouteDecision
from router.matters import TOUCHES, Matter, likely_matter, matter_of
from router.outcome import ROOT, Route, Wish

_OWN = 0.6  # the share of its examples that makes a matter the one a workflow is about
_NEAR = -0.15  # this near to its threshold a workflow gets a message of its kind
_SURE = 0.85  # the confidence of that,
_SURER = 0.95  # and from which likeness to examples counts for more than a kind that is plain
_BESIDE = 0.6  # so much of the best likeness is near enough for a kind that is likely to matter


def of_matter(decision: RouteDecision) -> Route | None:
    """Send a message to the workflow for its kind, or ask back; None where likeness may decide."""
    best, confidence = decision.guess.candidates[0][0], decision.guess.confidence
    matter = matter_of(decision.text)
    if matter is None or best == ROOT:
        return None if best == ROOT else _likely(decision)
    strong = matter_of(decision.text, strongly=True) is not None
    share = decision.served.share(best, matter)
    if TOUCHES <= share < _OWN:
        return None
    owner, above = _owner(decision, matter)
    own = (owner, matter) in decision.served.about
    if owner and strong and own and above >= _NEAR:
        return decision.go(owner, max(_SURE, confidence), "it is of the workflow's kind", "local")
    if share >= _OWN:
        return None
    likeness = dict(decision.guess.candidates)
    if owner and likeness.get(owner, 0.0) >= (_BESIDE / 2 if own else _BESIDE) * likeness[best]:
        return _asked(decision, owner)
    if owner:
        return None
    if strong and matter == "changes":
        return decision.go(ROOT, _SURE, "no other workflow claims it", "local")
    if matter == "complains" or (best, matter) in decision.served.hinted:
        return None
    return _asked(decision) if confidence < _SURER else None


def complains_besides(decision: RouteDecision, wish: Wish) -> bool:
    """Tell whether what reads like a second request is more of a complaint: "what a disgrace"."""
    complains = decision.served.share(wish.workflow, "complains") >= _OWN
    return complains and matter_of(decision.text) == "complains"


def _likely(decision: RouteDecision) -> Route | None:
    """Ask back where the kind is likely, and the workflow for it nearly as like as the best."""
    matter, best = likely_matter(decision.text), decision.guess.candidates[0]
    if matter is None or decision.served.share(best[0], matter) >= TOUCHES:
        return None
    owner, _ = _owner(decision, matter)
    near = dict(decision.guess.candidates).get(str(owner), 0.0) >= _BESIDE * best[1]
    return _asked(decision, owner) if owner and near else None


def _asked(decision: RouteDecision, first: str | None = None) -> Route:
    asked = decision.ask_back("it is nearly like its examples", first=first)
    return replace(asked, confidence=min(asked.confidence, _SURE))


def owner_of(decision: RouteDecision, matter: Matter) -> str | None:
    """Return the open workflow that is about matters of a kind, and likest of those."""
    return _owner(decision, matter)[0]


def _owner(decision: RouteDecision, matter: Matter) -> tuple[str | None, float]:
    """Return the open workflow that is about such matters and likest, and how near it is."""
    owners = [n for n in decision.infos if n != ROOT and decision.served.share(n, matter) >= _OWN]
    if not owners:
        return None, 0.0
    guess = decision.served.classifier.guess(decision.text, allowed=owners)
    return guess.candidates[0][0], guess.above
