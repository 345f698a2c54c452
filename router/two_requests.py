"""Two requests in one first message: the first is done, the second is offered behind it."""

from __future__ import annotations

import re
from dataclasses import replace

from language.matching import fold
from language.requests import asks, cuts, goes_on_asking, opens_request, opens_wish
from router.decision import RouteDecision
from router.matters import OTHER_MATTER
from router.options import options_named
from router.outcome import ROOT, Route, Wish
from router.wrongs import blames, tells_of_wrong, wishes_to_complain

BOTH = 0.6  # how sure, where both ask
SURE = 0.8
EACH = 0.55  # how sure each half must be the one workflow's, and not the other's
_ALSO = re.compile(
    r"\b(?:also|too|plus|besides|as well|tambem|tbm|tb|alem disso|aproveit\w+|mais)\b"
)
_NEAR = 40  # characters in which such a word stands
_AND = re.compile(r"\b(?:and|plus|e|mais)\b", re.I)
_TELLS = re.compile(r"(?:it|he|she|they|there|this|that|ele|ela|eles|elas|isso|esta|foi)(?:'s)?\b")

_CLOSES = re.compile(  # it says that there is no second request, and is like a wish for one
    r"[,.;]? (?:and |e )?(?:nothing else|that'?s (?:all|it)|mais nada|nada mais"
    r"|s[óo] isso)\W{0,3}$",
    re.I,
)


def two_requests(decision: RouteDecision, of: str | None = None) -> Route | None:
    """Take the first of two requests and note the second; None where there is one.

    They part where the second one asks, and not where it tells why: "…, the wood was wet". The
    whole message must be likest to one of the two, for a half alone may be like anything; two
    halves that both ask are surely two. Where it is surely the second's, the first half only
    tells: "we have a walk booked".
    """
    text = _CLOSES.sub("", of or decision.text)
    guess = decision.guessed(of) if of else decision.guess
    best = guess.candidates[0][0] if guess.candidates else ROOT
    likeliest = {decision.active} if of else set[str | None]()  # which was denied before them
    classifier, found = decision.served.classifier, list[tuple[bool, float, Route]]()
    for head, tail in cuts(text):
        (one, sure), (other, too) = _likeliest(decision, head), _likeliest(decision, tail)
        if ROOT in (one, other) or one == other or min(sure, too) < EACH:
            continue
        more = _wants_more(decision, text, head, tail, one)
        joined = more or (asks(head) and _joins(text, head, tail))
        if classifier.is_for(other, "complains") and _is_one_story(head, tail):
            continue
        if classifier.is_for(one, "complains") and _is_its_reason(decision, head, tail, other):
            continue
        if not _requests(decision, tail, (one, other), joined=joined):
            continue
        told = best == other and guess.confidence >= EACH and not (asks(head) or more)
        both = more or (opens_request(head) and goes_on_asking(tail))
        both = both and min(sure, too) >= BOTH
        if both or (best in (one, other, *likeliest) and not told):
            taken = decision.go(one, max(sure, too), "the first of two requests", "local")
            taken = replace(taken, said=head, also=Wish(other, tail))
            found.append((both, min(sure, too), taken))
    return max(found, key=lambda each: each[:2])[2] if found else None


def _is_one_story(head: str, tail: str) -> bool:
    """Tell what happened from a request: "your man came yesterday and broke my wall"."""
    return not opens_wish(head) and not goes_on_asking(tail)


def _wants_more(decision: RouteDecision, text: str, head: str, tail: str, one: str) -> bool:
    """Tell whether a word says that the second part is wanted too: "…, and also six bowls"."""
    joint = text[len(head.rstrip("?")) : len(text) - len(tail)]
    if not _ALSO.search(fold(f"{joint} {tail}")[:_NEAR]):
        return False
    return decision.served.classifier.apart(head, [one]) < OTHER_MATTER


def _is_its_reason(decision: RouteDecision, head: str, tail: str, wanted: str) -> bool:
    """Tell whether what went wrong is why something is wanted: "the rug smells, please wash it"."""
    told = not asks(head) and not blames(head) and opens_wish(tail)
    return told and options_named(decision, wanted, head) > 0


def _joins(text: str, head: str, tail: str) -> bool:
    """Tell whether a second part is one more thing of what the first asks for, and no value."""
    joint = text[len(head.rstrip("?")) : len(text) - len(tail)]
    return _AND.search(joint) is not None and not any(map(str.isdigit, tail))


def _requests(
    decision: RouteDecision, text: str, workflows: tuple[str, str], *, joined: bool
) -> bool:
    """Tell whether a second part asks for something: "it may be damp" does not, nor a value.

    Nor does "and I want my money back", where the first workflow is for complaints and its own not.
    """
    classifier = decision.served.classifier
    complains = classifier.is_only_for(workflows[1], "complains")
    if complains and not (tells_of_wrong(text, plainly=True) or wishes_to_complain(text)):
        return False
    if not (complains or joined or asks(text) or goes_on_asking(text)):
        return False
    if _TELLS.match(fold(text)) and not asks(text):
        return False
    first, own = (classifier.apart(text, [name]) for name in workflows)
    return own < OTHER_MATTER or first >= OTHER_MATTER


def _likeliest(decision: RouteDecision, text: str) -> tuple[str, float]:
    if wishes_to_complain(text):
        known = decision.served.classifier
        owners = [name for name in decision.infos if known.is_only_for(name, "complains")]
        if len(owners) == 1:
            return owners[0], SURE
    guess = decision.guessed(text)
    return (guess.candidates[0][0], guess.confidence) if guess.candidates else (ROOT, 0.0)
