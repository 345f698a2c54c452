"""First messages that want what one form alone asks for: its options tell whose they are.

A wish that names them begins that form from less than likeness alone would; a question, a price, a
wrong and what concerns a thing that is there already do not.
"""

from __future__ import annotations

from language.code_words import without_codes
from language.question_kinds import kind_chance
from language.requests import asks, books, opens_wish
from language.speech_acts.acts import is_question
from router.decision import ALIKE, RouteDecision
from router.matters import OF_ITS_OWN, OTHER_MATTER, matter_reading
from router.options import deals_otherwise, meant_by_option_alone, options_named
from router.outcome import ROOT
from router.wrongs import plainly_wrong

_MORE_LIKELY = 0.5
_LIKELY = 0.45  # confidence from which a message is some workflow's
_TOLD_ONE = 0.4  # that one option needs beside it
_FAINTLY = 0.2  # and several
_SEVERAL = 2
_APART_FROM_CHAT = 0.2
_PRICED = 0.6  # how likely a price must be what is asked for


def is_told(decision: RouteDecision, best: str) -> bool:
    """Tell whether a wish tells the form of the likeliest workflow what only that one asks for."""
    guess, named = decision.guess, options_named(decision, best, decision.text)
    if not named or best == ROOT:
        return False
    least = _FAINTLY if named >= _SEVERAL else _TOLD_ONE
    likely = guess.confidence >= least and guess.chat < _APART_FROM_CHAT
    likely = likely or (books(decision.text) and guess.chat < _MORE_LIKELY)
    return likely and _wants(decision) and is_new(decision, best)


def of_another(decision: RouteDecision, best: str) -> str | None:
    """Return the workflow that alone has what a wish names, though it is liker another."""
    known = decision.served.classifier
    guess = decision.guess
    if best == ROOT or guess.nearest >= ALIKE or guess.confidence < _LIKELY or not _wants(decision):
        return None
    concerns = any(known.is_for(best, matter) for matter in OF_ITS_OWN)
    if (concerns and not books(decision.text)) or not is_new(decision, best):
        return None
    other = meant_by_option_alone(decision, best, " ".join(wishes(decision)) or decision.text)
    return other if other is not None and is_new(decision, other) else None


def is_new(decision: RouteDecision, name: str) -> bool:
    """Tell whether a message concerns nothing there already that a workflow is not for."""
    if deals_otherwise(decision, name, decision.parts, surely=False) or any(
        map(plainly_wrong, decision.parts)
    ):
        return False
    return decision.served.classifier.apart(decision.text, [name]) < OTHER_MATTER


def _wants(decision: RouteDecision) -> bool:
    """Tell whether a message wants something done, and does not only ask after it."""
    said = [decision.text, *decision.parts]
    if plainly_wrong(decision.text, _MORE_LIKELY) or any(is_priced(t) for t in said if asks(t)):
        return False
    if is_question(decision.text) or any(text.rstrip().endswith("?") for text in said):
        return any(map(opens_wish, wishes(decision)))
    wanted = matter_reading(without_codes(decision.text)).of("wants")
    return bool(wishes(decision)) or wanted >= OTHER_MATTER


def wishes(decision: RouteDecision) -> list[str]:
    """Return the clauses that want something, and are no questions."""
    return [p for p in decision.parts if (asks(p) or opens_wish(p)) and not is_question(p)]


def is_priced(text: str) -> bool:
    """Tell whether a text asks what something costs."""
    return kind_chance(text, "price") >= _PRICED
