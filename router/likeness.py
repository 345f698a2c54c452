"""What the examples make of a message that no rule has settled: stay, go, leave, or ask back.

Staying needs no reason; leaving does. Where an answer is awaited, a statement is one, whatever
else it speaks of, and a request has to be clearly for somebody else.
"""

from __future__ import annotations

from dataclasses import replace

from language.intents import wants_to_leave
from language.requests import asks, clauses, cuts, goes_on_asking, opens_request
from router.answers import Question, fits, is_short
from router.classify import Guess
from router.decision import CLOSE, RouteDecision
from router.general import generality
from router.leaving import leaves, leaves_by_name, waves_aside
from router.outcome import ROOT, Route, Wish

TAKE = 0.55  # confidence from which a workflow gets a message
ASK = 0.2  # from which it is asked whether it is meant
SURE = 0.85  # from which a message leaves that may answer the question
SAME = 0.8  # likeness from which a message says the same as an example
IN_PASSING = 0.7  # likeness from which what the root is asked interrupts something else
REQUESTED = 0.55  # and where no question is open and nothing else is nearly as like
LEAVES = 0.1  # by so much a message is liker to those that leave
WARY = 0.4  # and so much it has to be where the workflow is about leaving itself
SECOND = 0.3  # confidence of the less certain one of two requests
_MOST_PARTS = 5  # clauses that are looked at one by one
_BARE = 2  # words that are hardly a request
_STATEMENT = 4  # words that say something of their own
_SAID = 0.98  # likeness to something general from which a message says just that
CALL = 0.42  # from which a model is worth asking; below it, it would not know either
MOST_WORDS = 5  # of an answer to a question that a few words answer
APART = 0.25  # so much liker another's examples, and nothing being asked, it need not be as like


def by_likeness(decision: RouteDecision) -> Route:
    """Decide by what a message is like."""
    guess = decision.guess
    if decision.busy and decision.goes_on():
        return decision.default("the person goes on")
    if decision.busy and (told := _elsewhere(decision)):
        return told
    if not guess.candidates:
        return decision.default("nothing to compare it with")
    best = guess.candidates[0][0]
    if _left_to_others(decision) and (best == decision.active or guess.above < 0):
        return decision.go(ROOT, guess.confidence, "the workflow leaves it to others", "local")
    if best == decision.active and guess.confidence >= ASK:
        return decision.go(best, guess.confidence, "it is like its examples", "local")
    return _while_busy(decision, best) if decision.busy else _while_free(decision, best)


# --- something is under way ---------------------------------------------------------------------


def _elsewhere(decision: RouteDecision) -> Route | None:
    """Hear what is more than an answer: another name, an answer and more, a wish to leave."""
    if decision.offered():
        return None
    return _instead(decision) or _split(decision) or _left(decision)


def _instead(decision: RouteDecision) -> Route | None:
    """Go to a workflow that is called by its name, also where the active one is named as well."""
    if decision.fit == "yes" or not decision.active:
        return None
    called = [n for n in decision.served.named(decision.text) if n in decision.infos]
    others = [name for name in called if name != decision.active]
    parts = clauses(decision.text)[:_MOST_PARTS]
    given_up = any(_gives_up(part, decision) for part in parts[:-1])
    wanted = given_up or opens_request(decision.text)
    asked = decision.context.question
    story = decision.fit == "maybe" and asked is not None and not is_short(asked)
    titled = any(decision.served.titled(name, decision.text) for name in others)
    if len(others) != 1 or not (wanted or (titled and not story)):
        return None
    if not titled and decision.active not in called and not given_up:
        return None
    told = decision.go(others[0], SURE, "it is called by its name", "local")
    return replace(told, drops=given_up or any(map(waves_aside, clauses(decision.text))))


def _split(decision: RouteDecision) -> Route | None:
    """Tell an answer from what stands beside it: each goes where it belongs."""
    asked = decision.context.question
    if asked is None or decision.fit is None:
        return None
    found: list[tuple[float, str, str, str]] = []
    for head, tail in cuts(decision.text):
        for answer, said in ((head, tail), (tail, head)):
            if not asks(answer) and fits(answer, asked, decision.context.language) != "no":
                needed = _beside(said, asked, behind=said is tail)
                name, sure = _meant(decision, said) if needed <= 1 else (None, 0.0)
                if name and sure >= needed:
                    found.append((sure, name, answer, said))
    if not found:
        return None
    sure, name, answer, said = max(found)
    told = decision.go(name, sure, "an answer, and a request beside it", "local")
    return replace(told, answer=answer, said=said)


def _beside(said: str, asked: Question, *, behind: bool) -> float:
    """Return the confidence that what stands beside an answer needs to be no part of it."""
    if asks(said):
        return TAKE
    return SURE if behind and is_short(asked) and len(said.split()) >= _STATEMENT else 2.0


def _left(decision: RouteDecision) -> Route | None:
    """Leave where that is meant; what is asked for behind it comes instead."""
    if decision.fit == "yes":
        return None
    parts = clauses(decision.text)[:_MOST_PARTS]
    given_up = any(_gives_up(part, decision) for part in parts)
    for head, tail in cuts(decision.text):
        if _gives_up(head, decision) and (told := _left_for(decision, tail)):
            return told
    best = decision.guess.candidates[0][0] if decision.guess.candidates else None
    plainly = any(map(wants_to_leave, clauses(decision.text)))
    least = SURE if plainly else TAKE
    claimed = best not in (None, decision.active, ROOT) and decision.guess.confidence >= least
    if claimed and (asks(decision.text) or not given_up):
        return None
    if not given_up and not leaves(decision.text, _least_to_leave(decision)):
        return None
    return replace(decision.leave("it means to leave", "local"), confidence=SURE)


def _left_for(decision: RouteDecision, request: str) -> Route | None:
    """Leave for what is asked behind it; what no workflow claims is for the root."""
    if not asks(request) or _gives_up(request, decision):
        return None
    name, sure = _meant(decision, request)
    if name is None or sure < TAKE:
        name, sure = ROOT, SURE
    told = decision.go(name, sure, "the person leaves for something else", "local")
    return replace(told, said=request, drops=True)


def _gives_up(text: str, decision: RouteDecision) -> bool:
    """Tell whether a clause leaves, or gives up by its name what is under way."""
    own = decision.served.names.get(decision.active or ROOT, ())
    if wants_to_leave(text) or leaves(text) or leaves_by_name(text, own):
        return True
    return waves_aside(text) and decision.active in decision.served.named(text)


def _least_to_leave(decision: RouteDecision) -> float:
    """Return how clearly a message must leave: more so what is about leaving itself."""
    info = decision.infos[decision.active or ROOT]
    return WARY if any(leaves(text) for text in info.examples) else LEAVES


def _meant(decision: RouteDecision, text: str) -> tuple[str | None, float]:
    """Return which other workflow a part of the message is for, and how sure that is."""
    called = [n for n in decision.served.named(text) if n in decision.infos]
    titled = [name for name in called if decision.served.titled(name, text)]
    if len(called) == 1 and called[0] != decision.active and titled:
        return called[0], SURE
    guess = decision.guessed(text)
    if not guess.candidates or guess.candidates[0][0] == decision.active:
        return None, 0.0
    if guess.candidates[0][0] == ROOT and guess.nearest < IN_PASSING:
        return None, 0.0
    return guess.candidates[0][0], guess.confidence


def _left_to_others(decision: RouteDecision) -> bool:
    """Tell whether the active workflow says itself that the message is none of its business."""
    if not decision.busy or decision.active is None or decision.fit == "yes":
        return False
    return decision.served.classifier.is_elsewhere(decision.active, decision.text)


def _while_busy(decision: RouteDecision, best: str) -> Route:
    guess = decision.guess
    if decision.fit in (None, "no") and (both := _two_wishes(decision)):
        return both
    plain = guess.nearest >= (REQUESTED if _is_apart(decision, best) else IN_PASSING)
    if best == ROOT and not plain:
        return decision.default("nothing speaks for a change of subject")
    if best != decision.active:
        if guess.confidence >= _needed(decision) or _is_apart(decision, best):
            return decision.go(best, guess.confidence, "a change of subject", "local")
        if decision.fit == "no" and guess.confidence >= CALL and asks(decision.text):
            return decision.ask_back("it may be a change of subject")
    return decision.default("nothing speaks for a change of subject")


def _needed(decision: RouteDecision) -> float:
    """Return the confidence that a message needs to leave what is under way."""
    asked = decision.context.question
    if decision.fit != "maybe" or asked is None:
        bare = len(decision.text.split()) <= _BARE and not asks(decision.text)
        doubtful = decision.fit == "no" and bare and decision.guess.nearest < SAME
        return 2.0 if doubtful else TAKE
    too_long = is_short(asked) and len(decision.text.split()) > MOST_WORDS
    if asks(decision.text) or too_long or decision.guess.nearest >= SAME:
        return SURE
    return 2.0


def _is_apart(decision: RouteDecision, best: str) -> bool:
    """Tell whether, nothing being asked, another workflow's examples are much liker."""
    if decision.fit is not None or decision.guess.above < 0:
        return False
    scores = dict(decision.guess.candidates)
    return scores.get(best, 0.0) - scores.get(decision.active or ROOT, 0.0) >= APART


# --- nothing is under way -----------------------------------------------------------------------


def _while_free(decision: RouteDecision, best: str) -> Route:
    guess, tables = decision.guess, _of_tables(decision)
    if tables and not (guess.confidence >= TAKE and guess.lead >= CLOSE):
        return decision.go(tables, 1 - guess.confidence, "a table was sent", "local")
    general = best != ROOT and _is_general(decision, guess)
    if guess.confidence >= TAKE and guess.lead >= CLOSE and not general:
        taken = decision.go(best, guess.confidence, "it is like its examples", "local")
        return _with_other_wish(decision, taken)
    if both := _two_wishes(decision):
        return both
    if guess.above >= 0 and guess.lead < CLOSE:
        return decision.ask_back("two workflows fit alike")
    if guess.confidence >= ASK and best != ROOT and not general:
        return decision.ask_back("it is nearly like its examples")
    return decision.default("no other workflow claims it")


def _is_general(decision: RouteDecision, guess: Guess) -> bool:
    """Tell whether a message is liker to what anybody is asked; the very same is so for sure."""
    general = generality(decision.text)
    return general > guess.nearest and (guess.confidence < SURE or general >= _SAID)


def _of_tables(decision: RouteDecision) -> str | None:
    """Return the workflow that asks tables, where one was sent and it is open to the caller."""
    name = decision.context.of_tables if decision.context.sent_file else None
    return name if name in decision.infos else None


def _with_other_wish(decision: RouteDecision, taken: Route) -> Route:
    """Note a second request of the message, which is for another workflow."""
    both = _two_wishes(decision)
    if both is None or both.workflow != taken.workflow:
        return both or taken
    return replace(taken, said=both.said, also=both.also)


def _two_wishes(decision: RouteDecision) -> Route | None:
    """Take the first of two requests, and leave the second one for later."""
    found: list[tuple[float, Route]] = []
    for head, tail in cuts(decision.text):
        more = goes_on_asking(tail)
        asked = any(map(asks, clauses(head)))
        open_talk = decision.busy and decision.fit is None
        if not ((asked and (more or open_talk)) or (more and not decision.busy)):
            continue
        (one, sure), (other, too) = _meant(decision, head), _meant(decision, tail)
        surely = asked or min(sure, too) >= TAKE
        if not (surely and (more or too >= TAKE)):
            continue
        if one is None or other is None or ROOT in (one, other) or one == other:
            continue
        if max(sure, too) >= TAKE and min(sure, too) >= SECOND:
            taken = decision.go(one, sure, "the first of two requests", "local")
            found.append((sure + too, replace(taken, said=head, also=Wish(other, tail))))
    return max(found, key=lambda each: each[0])[1] if found else None
