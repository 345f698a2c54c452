"""What the examples make of a message that no rule has settled, while nothing is under way.

What stands beside that is in `router/inside.py`; whom a part of a message is for, and what anybody
may be asked, holds in both.
"""

from __future__ import annotations

from dataclasses import replace

from language.code_words import without_codes
from language.corrections import corrects
from language.encoder import WINDOW
from language.goodbyes import says_goodbye
from language.matching import fold
from language.requests import asks, clauses, cuts, goes_on_asking
from language.speech_acts.acts import hesitates, is_question, only_courteous
from language.speech_acts.classify import clause_reading
from language.sums import asks_sum
from router.classify import MAX_EXAMPLES
from router.coming_first import is_greeting
from router.day_wishes import wishes_for_day
from router.decision import RouteDecision
from router.form_wishes import is_new, is_priced, is_told, of_another, wishes
from router.house_questions import only_asks_house
from router.leaving import LEAVES, PLAINLY, leaves
from router.matters import OF_ITS_OWN, OTHER_MATTER, matter_reading
from router.options import (
    deals_otherwise,
    meant_by_option,
    meant_by_option_alone,
    names_option_of,
)
from router.outcome import ROOT, Route, Wish
from router.two_requests import two_requests
from router.what_is_there import only_of_what_is_there
from router.wrongs import announces_wrong, blames, plainly_wrong, tells_of_wrong, wishes_to_complain

_MORE_LIKELY = 0.5
_WRONG, _TOLD = 0.55, 0.85  # of a clause that surely tells
_WANTED = 0.8
_MENTION = 2  # words
_HARDLY = 0.15  # of a message that wants something and tells why
_CONCERNS = 0.3  # the share of a workflow's texts from which complaints are its business
_LEAST_TOLD = 3  # words of what is told beside a question
TAKE = 0.6  # confidence from which a workflow gets a message
ASK = 0.2  # from which it is asked whether it is meant
SURE = 0.8  # from which a message leaves that may answer the question
SECOND = 0.45  # confidence of the less certain one of two requests
CALL = 0.55  # from which a model is worth asking; below it, it would not know either
IN_PASSING = 0.7  # likeness from which what the root is asked interrupts something else
LEAD = 0.05  # before the second best; two workflows nearer to each other are one too many
CHAT = 0.3  # how likely it must be that it has nothing to do with any, for nobody to be asked
OF_THE_ROOT = 0.5
APART_FROM_CHAT = 0.2  # and how unlikely, for a workflow to begin


def by_likeness(decision: RouteDecision) -> Route:
    """Decide by what a message is like while nothing is under way."""
    guess = decision.guess
    if not guess.candidates:
        return decision.default("nothing to compare it with")
    best = guess.candidates[0][0]
    unclaimed = best == ROOT or guess.confidence < TAKE or guess.chat >= APART_FROM_CHAT
    if unclaimed and (wished := wishes_for_day(decision)) is not None:
        return wished
    if best == decision.active and guess.confidence >= ASK:
        return decision.go(best, guess.confidence, "it is like its examples", "local")
    return _while_free(decision, best)


def _while_free(decision: RouteDecision, best: str) -> Route:
    guess, tables = decision.guess, _of_tables(decision)
    if tables and (best == tables or guess.confidence < TAKE):
        return decision.go(tables, 1 - guess.confidence, "a table was sent", "local")
    if decision.served.exact.get(fold(decision.text), best) is None:
        return decision.ask_back("two workflows fit alike")
    if (of_it := only_of_what_is_there(decision)) is not None:
        return of_it
    both = two_requests(decision)
    besides = both is not None and both.also is not None and wishes_to_complain(both.also.message)
    if (told := both if besides else _complains(decision, best) or both) is not None:
        return told
    if _lets_go(decision, best):
        return decision.default("no other workflow claims it")
    if wronged := _is_wronged(decision, best):
        return wronged
    if _asks_price_of_root(decision, best):
        return decision.default("no other workflow claims it")
    if (begun := _begun(decision, best)) is not None:
        return _answered(decision, best) if only_asks_house(decision, best) else begun
    if decision.is_unserved(decision.text):
        return replace(decision.default("no workflow changes what is there"), unserved=True)
    if asks_sum(decision.text, decision.context.language) or _is_kind(decision.text):
        return decision.default("no other workflow claims it")
    idle = guess.confidence < ASK and leaves(decision.text)  # there is nothing to leave
    if best == ROOT or idle or guess.chat >= CHAT or _is_of_the_root(decision, best):
        return decision.default("no other workflow claims it")
    return _of_its_request(decision) or decision.ask_back("it is nearly like its examples")


def _begun(decision: RouteDecision, best: str) -> Route | None:
    """Begin what a message surely is for, by what it names or by what it is like."""
    if not is_priced(decision.text) and (named := meant_by_option(decision)) is not None:
        return decision.go(named, SURE, "it is called by its name", "local")
    if (other := of_another(decision, best)) is not None:
        return decision.go(other, TAKE, "it is called by its name", "local")
    if _begins(decision, best) or _is_named(decision, best) or is_told(decision, best):
        return decision.go(best, decision.guess.confidence, "it is like its examples", "local")
    return None


def _answered(decision: RouteDecision, best: str) -> Route:
    """Leave a question to the assistant, or ask back where it names what a form offers."""
    if names_option_of(decision, best):
        return decision.ask_back("it asks after what it offers", best)
    return decision.default("it only asks")


def _of_its_request(decision: RouteDecision) -> Route | None:
    """Go by the one clause that asks, where the others only put a value of it right.

    "A sweep for Tuesday. Sorry, Thursday" wants what "a sweep for Tuesday" wants.
    """
    wanting = [part for part in decision.parts if asks(part)]
    others = [part for part in decision.parts if part not in wanting]
    if len(wanting) != 1 or not others or any(map(plainly_wrong, others)):
        return None
    guess = decision.guessed(wanting[0])
    best = guess.candidates[0][0] if guess.candidates else ROOT
    if best == ROOT or guess.confidence < TAKE or guess.lead < LEAD or guess.chat >= CHAT:
        return None
    if decision.served.classifier.apart(wanting[0], [best]) >= OTHER_MATTER:
        return None
    if meant_by_option_alone(decision, best, decision.text) is not None:
        return None
    if not any(map(corrects, others)) and clause_reading(wanting[0]).of("wants") < _WANTED:
        return None
    return decision.go(best, guess.confidence, "it is like its examples", "local")


def _is_wronged(decision: RouteDecision, best: str) -> Route | None:
    """Take what went wrong for a complaint, whatever is asked behind it: "who sees to this?"."""
    guess, parts = decision.guess, [p for p in decision.parts if not asks(p)]
    if len(parts) == len(decision.parts) or guess.confidence < ASK:
        return None
    if not decision.served.classifier.is_only_for(best, "complains"):
        return None
    if not any(tells_of_wrong(p, plainly=True) for p in parts if len(p.split()) >= _LEAST_TOLD):
        return None
    if guess.confidence >= CALL and plainly_wrong(decision.text, _MORE_LIKELY):
        return decision.go(best, guess.confidence, "it is like its examples", "local")
    return decision.ask_back("it is nearly like its examples")


def _complains(decision: RouteDecision, best: str) -> Route | None:
    """Go to the one workflow for complaints with what tells of a wrong and wants nothing new.

    What the likeliest workflow is for itself, as a leak is for repairs, complains of nothing.
    """
    known = decision.served.classifier
    shares = {n: known.share(n, "complains") for n in decision.infos if n != ROOT}
    owners = [n for n, share in shares.items() if share >= _CONCERNS]
    if len(owners) != 1 or decision.is_unserved(decision.text):
        return None
    if decision.guess.nearest >= IN_PASSING or any(map(_wants_new, decision.parts)):
        return None
    said = dict.fromkeys((decision.text, *decision.parts))
    wrongs = [part for part in said if len(part.split()) >= _LEAST_TOLD and _is_wrong(part)]
    announced = any(map(announces_wrong, decision.parts)) and any(map(_tells, decision.parts))
    if announced or wishes_to_complain(decision.text):
        return decision.go(owners[0], TAKE, "it tells of something wrong", "local")
    others = [] if best in (*owners, ROOT) else [best]
    if not wrongs or (others and all(known.apart(p, others) < OTHER_MATTER for p in wrongs)):
        return None
    unsure = any(map(hesitates, decision.parts))  # "I don't know, the thing makes a noise"
    if best not in owners or unsure:  # what is broken may be for repair: nobody takes it unasked
        if best not in owners and _begins(decision, best) and not _is_wrong_at_all(decision):
            return None  # "it sounds awful, I was hoping somebody could tune it"
        if not unsure and known.is_only_for(owners[0], "complains") and _only_blames(decision):
            return decision.go(owners[0], TAKE, "it tells of something wrong", "local")
        return decision.ask_back("it is nearly like its examples", owners[0])
    return decision.go(owners[0], TAKE, "it tells of something wrong", "local")


def _only_blames(decision: RouteDecision) -> bool:
    """Tell whether a message is hardly any workflow's, and tells what the house did wrong."""
    if decision.guess.confidence >= SECOND or any(map(asks, decision.parts)):
        return False
    return plainly_wrong(decision.text) and blames(decision.text)


def _asks_price_of_root(decision: RouteDecision, best: str) -> bool:
    """Tell whether a price is all that is asked: the root tells it, and the likeliest does not."""
    text, infos = decision.text, decision.infos
    if len(text) > WINDOW or best == ROOT or ROOT not in infos or not is_priced(text):
        return False
    if plainly_wrong(text) or any(asks(p) and not is_priced(p) for p in decision.parts):
        return False
    told, other = (infos[name].examples[:MAX_EXAMPLES] for name in (ROOT, best))
    return any(map(is_priced, told)) and not any(map(is_priced, other))


def _is_wrong_at_all(decision: RouteDecision) -> bool:
    return plainly_wrong(decision.text, _HARDLY)


def _is_wrong(part: str) -> bool:
    """Tell whether a clause complains plainly, or tells what is rather a wrong than anything."""
    if asks(part) and not plainly_wrong(part):
        return False
    told = _tells(part) and len(part.split()) > _LEAST_TOLD  # and "the repair's price" tells none
    return plainly_wrong(part, _WRONG if told else OTHER_MATTER)


def _tells(part: str) -> bool:
    return clause_reading(part).of("tells", "upset") >= _TOLD and not asks(part)


def _wants_new(part: str) -> bool:
    """Tell whether a clause asks for something, and complains of nothing itself."""
    return asks(part) and not (
        plainly_wrong(part) or announces_wrong(part) or wishes_to_complain(part)
    )


def _lets_go(decision: RouteDecision, best: str) -> bool:
    """Tell whether somebody lets go of what was spoken of, and there is nothing to leave."""
    if best in decision.served.leaving or asks(decision.text):
        return False
    return leaves(decision.text, LEAVES if decision.guess.confidence < TAKE else PLAINLY)


def _begins(decision: RouteDecision, best: str) -> bool:
    """Tell whether a message is surely the best workflow's, and brings what that one is for."""
    guess = decision.guess
    alone = guess.lead >= LEAD and guess.chat < APART_FROM_CHAT
    if guess.confidence < TAKE or not alone or deals_otherwise(decision, best, wishes(decision)):
        return False
    if _only_mentions(decision, best):
        return False
    return decision.served.classifier.apart(decision.text, [best]) < OTHER_MATTER


def _only_mentions(decision: RouteDecision, best: str) -> bool:
    """Tell whether a word or two only name something, and ask for no change of it: "Sunday"."""
    brief = len(decision.text.split()) <= _MENTION and not asks(decision.text)
    known = decision.served.classifier
    if not brief or not any(known.is_for(best, matter) for matter in OF_ITS_OWN):
        return False
    brought = matter_reading(without_codes(decision.text)).of(*OF_ITS_OWN)
    return brought < OTHER_MATTER and best not in decision.served.named(decision.text)


def _is_named(decision: RouteDecision, best: str) -> bool:
    """Tell whether what is wanted is likeliest a workflow's, and names what it alone offers."""
    guess = decision.guess
    likely = guess.confidence >= SECOND and guess.lead >= LEAD and best != ROOT
    if not likely or not asks(decision.text) or not names_option_of(decision, best):
        return False
    return is_new(decision, best)


def _is_of_the_root(decision: RouteDecision, best: str) -> bool:
    """Tell whether a message fits the root better, compared with each alone."""
    classifier, text = decision.served.classifier, decision.text
    root, other = (classifier.guess(text, allowed=[name]) for name in (ROOT, best))
    if root.confidence >= max(ASK, other.confidence):
        return True
    return root.confidence >= OF_THE_ROOT and root.nearest > other.nearest


def _is_kind(text: str) -> bool:
    """Tell whether a message greets, thanks or says goodbye, and no more."""
    return is_greeting(text) or only_courteous(text) or says_goodbye(text)


def _of_tables(decision: RouteDecision) -> str | None:
    """Return the workflow that asks tables, where one was sent and it is open to the caller."""
    name = decision.context.of_tables if decision.context.sent_file else None
    return name if name in decision.infos else None


def two_wishes(decision: RouteDecision) -> Route | None:
    """Take the first of two requests, and leave the second one for later."""
    found: list[tuple[float, Route]] = []
    for head, tail in cuts(decision.text):
        more = goes_on_asking(tail)
        asked = any(map(asks, clauses(head)))
        open_talk = decision.busy and decision.fit is None
        if not ((asked and (more or open_talk)) or (more and open_talk)):
            continue
        (one, sure), (other, too) = meant(decision, head), meant(decision, tail)
        surely = asked or sure >= SURE or min(sure, too) >= TAKE
        if not (surely and (more or too >= TAKE)):
            continue
        if one is None or other is None or ROOT in (one, other) or one == other:
            continue
        if max(sure, too) >= TAKE and min(sure, too) >= SECOND:
            taken = decision.go(one, sure, "the first of two requests", "local")
            found.append((sure + too, replace(taken, said=head, also=Wish(other, tail))))
    return max(found, key=lambda each: each[0])[1] if found else None


def meant(decision: RouteDecision, text: str) -> tuple[str | None, float]:
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
