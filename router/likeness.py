"""What the examples make of a message that no rule has settled: stay, go, leave, or ask back.

Staying needs no reason; leaving does. Where an answer is awaited, a statement is one, whatever
else it speaks of, and a request has to be clearly for somebody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from language.corrections import behind_correction
from language.goodbyes import says_goodbye
from language.intents import wants_to_leave
from language.matching import fold
from language.requests import (
    asks,
    clauses,
    cuts,
    goes_on_asking,
    is_filler,
    opens_request,
    opens_wish,
)
from language.speech_acts.acts import is_question, only_courteous
from language.sums import asks_sum, is_sum
from router.answers import Question, fits, is_short
from router.decision import RouteDecision, is_greeting
from router.leaving import IN_PART, LEAVES, PLAINLY, leaves, leaves_by_name, waves_aside
from router.outcome import ROOT, Route, Wish
from router.two_wishes import two_wishes

TAKE = 0.6  # confidence from which a workflow gets a message
ASK = 0.2  # from which it is asked whether it is meant
SURE = 0.8  # from which a message leaves that may answer the question
SAME = 0.8  # likeness from which a message says the same as an example
IN_PASSING = 0.7  # likeness from which what the root is asked interrupts something else
REQUESTED = 0.55  # and where no question is open and nothing else is nearly as like
SECOND = 0.45  # confidence of the less certain one of two requests
NEARLY = 0.1  # below the threshold, where an answer would have another form
# Kinds of answers that a request is told from by its form alone.
_FORMED = frozenset({"name", "city", "email", "integer", "number", "date", "boolean", "yesno"})
_MOST_PARTS = 5  # clauses that are looked at one by one
_BARE = 2  # words that are hardly a request
_STATEMENT = 4  # words that say something of their own
CALL = 0.49  # from which a model is worth asking; below it, it would not know either
MOST_WORDS = 5  # of an answer to a question that a few words answer
LEAD = 0.05  # before the second best; two workflows nearer to each other are one too many
CHAT = 0.4  # how likely it must be that it has nothing to do with any, for nobody to be asked
APART_FROM_CHAT = 0.2  # and how unlikely, for a workflow to begin
APART = 0.3  # so much likelier another's, and nothing being asked, it need not be as sure


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
    if _left_to_others(decision) and any(map(waves_aside, clauses(decision.text))):
        return replace(decision.leave("it means to leave", "local"), confidence=SURE)
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
    corrected = behind_correction(decision.text) > 0
    if (decision.fit == "yes" and not corrected) or not decision.active:
        return None
    called = [n for n in decision.served.named(decision.text) if n in decision.infos]
    others = [name for name in called if name != decision.active]
    parts = clauses(decision.text)[:_MOST_PARTS]
    given_up = any(_gives_up(part, decision) for part in parts[:-1])
    wanted = given_up or opens_request(decision.text)
    asked = decision.context.question
    story = decision.fit == "maybe" and asked is not None and not is_short(asked)
    titled = any(decision.served.titled(name, decision.text) for name in others)
    if len(others) != 1 or not (wanted or (titled and (corrected or not story))):
        return None
    if not titled and decision.active not in called and not given_up:
        return None
    told = decision.go(others[0], SURE, "it is called by its name", "local")
    return replace(told, drops=given_up or any(map(waves_aside, clauses(decision.text))))


def _split(decision: RouteDecision) -> Route | None:
    """Tell an answer from what stands beside it: each goes where it belongs.

    A request that is not clear enough to be done at once is kept, and offered behind the form.
    """
    asked = decision.context.question
    if asked is None or decision.fit is None:
        return None
    sure: list[tuple[float, str, str, str]] = []
    kept: list[tuple[float, str, str, str]] = []
    for head, tail in cuts(decision.text):
        for answer, said in ((head, tail), (tail, head)):
            needed = _beside(said, asked, behind=said is tail)
            if needed > 1 or not _may_answer(decision, asked, answer, said):
                continue
            name, likely = _meant(decision, said)
            if name and likely >= needed:
                sure.append((likely, name, answer, said))
            elif name and name != ROOT and likely >= SECOND and _is_plain(decision, asked, answer):
                kept.append((likely, name, answer, said))
    if sure:
        likely, name, answer, said = max(sure)
        told = decision.go(name, likely, "an answer, and a request beside it", "local")
        return replace(told, answer=answer, said=said)
    if not kept:
        return None
    likely, name, answer, said = max(kept)
    told = decision.default("an answer, and a request beside it")
    return replace(told, said=answer, also=Wish(name, said))


def _may_answer(decision: RouteDecision, asked: Question, answer: str, said: str) -> bool:
    """Tell whether one part of a message may be the answer, and the other one beside it."""
    if asks(answer) or (decision.asks_for_text() and is_filler(answer)):
        return False
    fitting = fits(answer, asked, decision.context.language) != "no"
    if not fitting and not (asks(said) and len(answer.split()) <= _BARE and is_short(asked)):
        return False
    return not any(_gives_up(part, decision) for part in (answer, said))


def _is_plain(decision: RouteDecision, asked: Question, answer: str) -> bool:
    """Tell whether a part is an answer by its form, and not only because any words may be one."""
    free = decision.asks_for_text() and len(answer.split()) > _BARE
    return not free and fits(answer, asked, decision.context.language) != "no"


def _beside(said: str, asked: Question, *, behind: bool) -> float:
    """Return the confidence that what stands beside an answer needs to be no part of it."""
    short = is_short(asked)
    if asks(said) and (short or opens_wish(said)):
        return TAKE
    return SURE if behind and short and len(said.split()) >= _STATEMENT else 2.0


def _left(decision: RouteDecision) -> Route | None:
    """Leave where that is meant; what is asked for behind it comes instead."""
    if decision.fit == "yes":
        return None
    parts = clauses(decision.text)[:_MOST_PARTS]
    given_up = any(_gives_up(part, decision) for part in parts)
    for head, tail in cuts(decision.text):
        certain = _gives_up(head, decision)
        if (certain or waves_aside(head)) and (told := _left_for(decision, tail, certain=certain)):
            return told
    if _is_claimed(decision, parts, given_up=given_up):
        return None
    if not given_up and not leaves(decision.text, _least_to_leave(decision)):
        return None
    return replace(decision.leave("it means to leave", "local"), confidence=SURE)


def _is_claimed(decision: RouteDecision, parts: Sequence[str], *, given_up: bool) -> bool:
    """Tell whether another workflow has more to do with a message than leaving has."""
    if all(map(wants_to_leave, parts)):
        return False
    best = decision.guess.candidates[0][0] if decision.guess.candidates else None
    plainly = any(map(wants_to_leave, parts)) or leaves(decision.text, PLAINLY)
    if best in (None, decision.active, ROOT):
        return False
    claimed = decision.guess.confidence >= (SURE if plainly else TAKE)
    return claimed and (asks(decision.text) or not given_up)


def _left_for(decision: RouteDecision, request: str, *, certain: bool) -> Route | None:
    """Leave for what is asked behind it; what no workflow claims is for the root."""
    if not asks(request) or _gives_up(request, decision):
        return None
    name, sure = _meant(decision, request)
    if name is None or sure < TAKE:
        if not certain or leaves(decision.text, PLAINLY):
            return None
        name, sure = ROOT, SURE
    told = decision.go(name, sure, "the person leaves for something else", "local")
    return replace(told, said=request, drops=True)


def _gives_up(text: str, decision: RouteDecision) -> bool:
    """Tell whether a clause leaves, or gives up by its name what is under way."""
    least = _least_to_leave(decision)
    least = least if text == decision.text else max(least, IN_PART)
    own = decision.served.names.get(decision.active or ROOT, ())
    if (wants_to_leave(text) and least < PLAINLY) or leaves(text, least):
        return True
    if leaves_by_name(text, own):
        return True
    return waves_aside(text) and decision.active in decision.served.named(text)


def _least_to_leave(decision: RouteDecision) -> float:
    """Return how clearly a message must leave: more so what is about leaving itself."""
    return PLAINLY if decision.active in decision.served.leaving else LEAVES


def _meant(decision: RouteDecision, text: str) -> tuple[str | None, float]:
    """Return which other workflow a part of the message is for, and how sure that is."""
    called = [n for n in decision.served.named(text) if n in decision.infos]
    titled = [name for name in called if decision.served.titled(name, text)]
    if len(called) == 1 and called[0] != decision.active and titled:
        return called[0], SURE
    guess = decision.guessed(text)
    best = guess.candidates[0][0] if guess.candidates else ROOT
    claimed = best != ROOT and guess.confidence >= ASK
    if best == decision.active and claimed:
        wonders = is_question(text) and not any(map(str.isdigit, text))
        return (ROOT, SURE) if wonders else (None, 0.0)  # a form answers no questions
    if best == ROOT and guess.nearest >= IN_PASSING:
        return ROOT, guess.confidence
    if not claimed and is_question(text):
        return ROOT, SURE  # whoever can answer it
    return (best, guess.confidence) if best not in (ROOT, decision.active) else (None, 0.0)


def _left_to_others(decision: RouteDecision) -> bool:
    """Tell whether the active workflow says itself that the message is none of its business."""
    if not decision.busy or decision.active is None or decision.fit == "yes":
        return False
    return decision.served.classifier.is_elsewhere(decision.active, decision.text)


def _while_busy(decision: RouteDecision, best: str) -> Route:
    guess = decision.guess
    if decision.fit in (None, "no") and (both := _two_wishes(decision)):
        return both
    if _is_sum(decision):
        return decision.go(ROOT, SURE, "a change of subject", "local")
    if only_courteous(decision.text):
        return decision.default("it is said to whoever is there")
    if decision.fit == "no" and guess.confidence < ASK and is_question(decision.text):
        return decision.go(ROOT, SURE, "a question that answers nothing", "local")
    if best == ROOT and not _is_in_passing(decision):
        return decision.default("nothing speaks for a change of subject")
    if best != decision.active:
        if guess.confidence >= _needed(decision) or _is_apart(decision, best):
            return decision.go(best, guess.confidence, "a change of subject", "local")
        if decision.fit == "no" and guess.confidence >= CALL and asks(decision.text):
            return decision.ask_back("it may be a change of subject")
    return decision.default("nothing speaks for a change of subject")


def _is_sum(decision: RouteDecision) -> bool:
    """Tell whether somebody wants a sum done instead of answering."""
    if decision.fit is None or (decision.fit == "yes" and not decision.asks_for_text()):
        return False
    if decision.fit == "no" and is_sum(decision.text):
        return True
    return asks_sum(decision.text, decision.context.language)


def _is_in_passing(decision: RouteDecision) -> bool:
    """Tell whether what is under way stands back for what the assistant is asked."""
    guess = decision.guess
    asked = decision.context.question
    formed = asked is not None and asked.kind in _FORMED
    if decision.fit == "no" and asks(decision.text) and guess.above >= (-NEARLY if formed else 0):
        return guess.confidence >= TAKE  # it answers nothing, and is a request
    if decision.fit == "maybe" and asked is not None and is_short(asked) and asks(decision.text):
        return guess.confidence >= SURE and guess.above >= 0
    return guess.nearest >= (REQUESTED if _is_apart(decision, ROOT) else IN_PASSING)


def _needed(decision: RouteDecision) -> float:
    """Return the confidence that a message needs to leave what is under way."""
    asked = decision.context.question
    if decision.fit != "maybe" or asked is None:
        bare = len(decision.text.split()) <= _BARE
        follows = decision.fit is None or not asks(decision.text)  # "per head?" of what was said
        doubtful = bare and follows and decision.guess.nearest < SAME
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
    if tables and (best == tables or guess.confidence < TAKE):
        return decision.go(tables, 1 - guess.confidence, "a table was sent", "local")
    if decision.served.exact.get(fold(decision.text), best) is None:
        return decision.ask_back("two workflows fit alike")
    if both := two_wishes(decision):
        return both
    if guess.confidence >= TAKE and guess.lead >= LEAD and guess.chat < APART_FROM_CHAT:
        return decision.go(best, guess.confidence, "it is like its examples", "local")
    if asks_sum(decision.text, decision.context.language) or _is_kind(decision.text):
        return decision.default("no other workflow claims it")
    idle = guess.confidence < ASK and leaves(decision.text)  # there is nothing to leave
    if best == ROOT or idle or guess.chat >= CHAT:
        return decision.default("no other workflow claims it")
    return decision.ask_back("it is nearly like its examples")


def _is_kind(text: str) -> bool:
    """Tell whether a message greets, thanks or says goodbye, and no more."""
    return is_greeting(text) or only_courteous(text) or says_goodbye(text)


def _of_tables(decision: RouteDecision) -> str | None:
    """Return the workflow that asks tables, where one was sent and it is open to the caller."""
    name = decision.context.of_tables if decision.context.sent_file else None
    return name if name in decision.infos else None


def _two_wishes(decision: RouteDecision) -> Route | None:
    """Take the first of two requests, and leave the second one for later."""
    found: list[tuple[float, Route]] = []
    for head, tail in cuts(decision.text):
        more = goes_on_asking(tail)
        asked = any(map(asks, clauses(head)))
        open_talk = decision.busy and decision.fit is None
        if not ((asked and (more or open_talk)) or (more and open_talk)):
            continue
        (one, sure), (other, too) = _meant(decision, head), _meant(decision, tail)
        surely = asked or sure >= SURE or min(sure, too) >= TAKE
        if not (surely and (more or too >= TAKE)):
            continue
        if one is None or other is None or ROOT in (one, other) or one == other:
            continue
        if max(sure, too) >= TAKE and min(sure, too) >= SECOND:
            taken = decision.go(one, sure, "the first of two requests", "local")
            found.append((sure + too, replace(taken, said=head, also=Wish(other, tail))))
    return max(found, key=lambda each: each[0])[1] if found else None
