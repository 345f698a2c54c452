"""Who says inside a form that they mean what was ordered before: "it's not a new order, it's about
the one we placed". A new one is not gone on with.
"""

from __future__ import annotations

import re
from dataclasses import replace

from language.denied import negated
from language.flat import flat
from language.ordered_before import speaks_of_ordered
from router.belonging import belongs
from router.decision import RouteDecision
from router.likeness import SURE
from router.outcome import ROOT, Route
from router.what_is_there import UNSERVED_REASON, chases, wants_new

_NEW = re.compile(r"\b(?:new|another|any|nov[oa]s?|outr[oa]s?|nada)\b")


def means_what_is_there(decision: RouteDecision) -> Route | None:
    """Leave a form for what is there already: in passing, or for good where the form is denied."""
    asked = decision.context.question
    if asked is None or decision.asks_for_text() or decision.fit == "yes":
        return None
    if any(belongs(decision, part) for part in decision.parts):
        return None
    denied = [part for part in decision.parts if _only_denies(part)]
    rest = [part for part in decision.parts if part not in denied]
    no_new = any(map(_speaks_of_new, denied))
    if not no_new and not any(speaks_of_ordered(part) or chases(part) for part in rest):
        return None
    if not any(map(decision.is_unserved, rest)) or any(map(wants_new, rest)):
        return None
    told = decision.go(ROOT, SURE, UNSERVED_REASON, "local")
    return replace(told, unserved=True, drops=bool(denied))


def _speaks_of_new(part: str) -> bool:
    return _NEW.search(flat(part)) is not None


def _only_denies(part: str) -> bool:
    return negated(part) and not part.rstrip().endswith("?") and not chases(part)
