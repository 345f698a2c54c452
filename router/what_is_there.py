"""What concerns a thing that was ordered or booked before, where no workflow is for that.

"Is the frame that my wife ordered ready?" is like a form for frames, and begins none: what cannot
be looked up or changed here is said so, and people are offered.
"""

from __future__ import annotations

from dataclasses import replace

from language.code_words import without_codes
from language.ordered_before import begins_with_ordered, speaks_of_ordered
from language.requests import asks
from router.decision import RouteDecision
from router.matters import matter_reading
from router.outcome import Route

_NEW = 0.5  # how likely a clause must want something new
_SURE = 0.8
_CONCERNS = 0.6  # how likely a clause behind what was ordered must be about that
UNSERVED_REASON = "no workflow changes what is there"


def only_of_what_is_there(decision: RouteDecision) -> Route | None:
    """Begin nothing with what is only about a thing that is there, whatever form that is like."""
    if not speaks_of_ordered(decision.text) or any(map(wants_new, decision.parts)):
        return None
    if not decision.is_unserved(decision.text) and not _asks_behind(decision):
        return None
    return replace(decision.default(UNSERVED_REASON), unserved=True)


def _asks_behind(decision: RouteDecision) -> bool:
    """Tell whether behind what was ordered a clause asks for a change of it, or after it."""
    told = [at for at, part in enumerate(decision.parts) if speaks_of_ordered(part)]
    behind = decision.parts[told[0] + 1 :] if told else []
    return any(_concerns_it(part) and decision.apart(part) >= _CONCERNS for part in behind)


def _concerns_it(part: str) -> bool:
    return matter_reading(without_codes(part)).of("changes", "chases") >= _CONCERNS


def chases(part: str) -> bool:
    return matter_reading(without_codes(part)).of("chases") >= _SURE


def wants_new(part: str) -> bool:
    if begins_with_ordered(part) and not part.rstrip().endswith("?"):
        return False
    return asks(part) and matter_reading(without_codes(part)).of("wants") >= _NEW
