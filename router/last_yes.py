"""A last yes with something beside it: the yes is done, and the rest follows upon it.

A yes that is limited, and one beside a question about the very thing that is agreed to, is none
yet: then all of the message is the form's, which answers and asks again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from language.clock_asked import asks_clock
from language.flat import flat
from language.going_on import goes_on, returns_to
from language.idle_words import telling_words
from language.moved import calls_off
from language.price_asked import speaks_of_price
from language.question_kinds import kind_chance
from language.requests import clauses, cuts, is_filler
from language.speech_acts.acts import may_question, only_courteous
from language.speech_acts.classify import SpeechAct, clause_reading
from language.standing import asks_standing
from language.terms_asked import asks_of_later, asks_terms
from router.decision import RouteDecision
from router.likeness import SECOND, SURE, TAKE, meant
from router.once_more import is_once_more
from router.outcome import ROOT, Route, Wish

_LONGEST = 300  # characters
_MOST_CUTS = 6
_MOST_TELLING = 12
_MORE_LIKELY, _PLAINLY = 0.5, 0.8
_BOTH = 0.75  # confidence of a request for another that holds a value of the form as well
_REASON = "an answer, and a request beside it"
_LIMITING = re.compile(  # what stands between a yes and what it hangs on
    r"\W*(?:(?:ok|okay|sim|yes|oh|ah|e|and)\W+)*"
    r"(?:but|mas|por[eé]m|if|unless|se|caso|only|só|desde que|contanto|provided|providing"
    r"|as long as|depende|except|exceto|or|ou|wait|espera|pera[ií]?|hang on|hold on|before|first"
    r"|antes|primeiro|instead|no|nope|n[aã]o|actually|na verdade|ali[aá]s|rather)\b",
    re.IGNORECASE,
)
_STOP = re.compile(r"[.,;:!?\n]")
_HEDGED = re.compile(
    r"\b(?:think|guess|suppose|reckon|maybe|probably|acho|creio|talvez)\b", re.IGNORECASE
)
# A question of the house or of who asks, as it always is: "do you fix gutters?", "tem nota?"
_GENERAL = re.compile(
    r"\b(?:you|i|we|(?:is|are) there|voces?|vcs?|a gente|eu)\b"
    r"|^\W*(?:(?:e|ah|oh|and|also|tambem)\W+)*(?:tem|tenho|ha|precis\w+|devo|aceitam?|any\w*)\b"
)
_OF_THIS_TIME = re.compile(
    r"\b(?:will|would|could|can) you\b|\bcould (?:i|we)\b"
    r"|\b(?:voces?|vcs?) (?:vai|vao|pode|podem|poderiam?|consegue|conseguem)\b"
)
_POINTS = re.compile(r"\d|\b(?:it|this|that|isso|isto)\b", re.IGNORECASE)  # at what is agreed to
# A question that no yes or no answers, so that it makes sure of nothing: "how long will it take?"
_LED = r"^\W*(?:(?:e|ah|oh|so|and|also|tambem|btw|by the way)\W+)*"
_OPEN = re.compile(
    _LED + r"(?:(?:and|e)\W+)?(?:how(?! (?:much|many|about))|who|where|what|whose|quem"
    r"|onde|como|quanto tempo|em quanto|(?:demora|leva|dura) quanto|o que|the|[oa]s?)\b"
)
_WHEN = re.compile(_LED + r"(?:when|quando)\b")
IsAnswered = Callable[[str], bool]  # whether a text is a question that the house has an answer to


def behind_last_yes(decision: RouteDecision, answered: IsAnswered) -> Route | None:
    """Let a plain last yes be done, and what stands beside it be answered or begun behind it."""
    for yes, rest in _parted(decision):
        if _goes_back(decision, rest):
            return replace(decision.default(_REASON), said=yes, own=True)
        told = (
            _once_more(decision, yes, rest)
            or _questioned(decision, rest, answered)
            or _wished(decision, rest)
        )
        if told is not None:
            return replace(told, answer=yes, said=rest, agreed=True)
    return None


def agrees_plainly(decision: RouteDecision, answer: str, said: str) -> bool:
    """Tell whether the answer beside a request is a plain last yes, which is done before it."""
    plain = any(yes == answer and rest == said for yes, rest in _parted(decision))
    return plain and not _takes_back(said, "changes")


def _parted(decision: RouteDecision) -> Iterator[tuple[str, str]]:
    """Yield the yes of a message, the longest first, and what is left of the message."""
    form = decision.context.form
    if form is None or not form.confirming or len(decision.text) > _LONGEST:
        return
    found = cuts(decision.text, _MOST_CUTS)
    for yes, rest in [*reversed(found), *((tail, head) for head, tail in found)]:
        behind = decision.text.startswith(yes)
        joint = decision.text[len(yes) : len(decision.text) - len(rest)] if behind else ""
        hangs = _LIMITING.match(f"{joint} {rest}") and not asks_of_later(rest)
        if hangs or is_filler(rest):
            continue
        if (
            behind
            and not _STOP.search(joint)
            and not (_asks_or_wants(rest) or is_once_more(decision, f"{joint} {rest}"))
        ):
            continue  # "pode marcar pra mim e pra minha vizinha?"
        if "?" not in yes and not _HEDGED.search(yes) and form.agrees(yes):
            yield yes, rest


def _goes_back(decision: RouteDecision, rest: str) -> bool:
    """Tell whether the rest only wants what waits to be gone on with, as it is behind the yes."""
    waiting = [decision.infos[name] for name in decision.context.stack if name in decision.infos]
    titles = " ".join(info.titled(decision.context.language) for info in waiting)
    if not waiting or decision.hears(rest).typed:
        return False
    return goes_on(rest, titles) or returns_to(rest, titles) > 0


def _once_more(decision: RouteDecision, yes: str, rest: str) -> Route | None:
    """Begin the same form anew behind the yes, where one more is wanted: "and one for my wife"."""
    at = len(yes) if decision.text.startswith(yes) else 0
    if not at or not is_once_more(decision, decision.text[at:]):
        return None
    return decision.go(decision.active or ROOT, SURE, _REASON, "local")


def _questioned(decision: RouteDecision, rest: str, answered: IsAnswered) -> Route | None:
    """Answer what is asked behind the yes, where it does not concern what is agreed to."""
    parts = _telling_parts(rest)
    if not parts or not all(map(_asks, parts)) or _changes_it(decision, parts):
        return None
    known = answered(rest)
    if _concerns_it(decision, rest, known=known):
        return None
    name, likely = _other(decision, rest) if not known else (None, 0.0)
    if name is None and any(_asks_price(part) and not asks_of_later(part) for part in parts):
        return None  # of what is agreed to, for all that is known
    if name is None or all(clause_reading(part).of("asks") >= _PLAINLY for part in parts):
        also = Wish(name, rest) if name else None
        return replace(decision.go(ROOT, SURE, _REASON, "local"), also=also)
    return decision.go(name, likely, _REASON, "local") if likely >= TAKE else None


def _wished(decision: RouteDecision, rest: str) -> Route | None:
    """Begin what is wanted behind the yes, where another workflow does that."""
    name, likely = _other(decision, rest)
    typed = bool(decision.hears(rest).typed)
    if _takes_back(rest, *(() if name and not typed else ("changes",))):
        return None
    if name and (only_remarks(decision, name, rest) or _is_not_done(decision, name, rest)):
        return None
    least = _BOTH if typed else TAKE  # "tell him to bring a ladder" is none
    return decision.go(name, likely, _REASON, "local") if name and likely >= least else None


def _is_not_done(decision: RouteDecision, name: str, rest: str) -> bool:
    """Tell whether a workflow that changes what is done gets what wants none: "we are 3"."""
    examples = decision.infos[name].examples if name in decision.infos else ()
    changing = sum(calls_off(flat(example)) for example in examples)
    return 2 * changing > len(examples) and not calls_off(flat(rest))


def _takes_back(rest: str, *also: SpeechAct) -> bool:
    """Tell whether what stands beside a yes changes or leaves what it agreed to."""
    parts = (part for part in _STOP.split(rest) if not is_filler(part))
    read = map(clause_reading, parts)  # each whole: "tô precisando" alone leaves
    return any(each.of("no", "leaves", "unsure", *also) >= _MORE_LIKELY for each in read)


def only_remarks(decision: RouteDecision, name: str, rest: str) -> bool:
    """Tell whether what stands beside a last yes is no wish: "it's pricey, but never mind".

    What goes on agreeing is none either, whatever it is like: "yes, send it".
    """
    form = decision.context.form
    if form is None or not form.confirming:
        return False
    first = (clauses(rest) or [rest])[0]
    if first != rest and not is_filler(first) and form.agrees(first):
        return True
    complains = decision.served.classifier.is_only_for(name, "complains")
    return complains and clause_reading(rest).of("wants") < _MORE_LIKELY


def _other(decision: RouteDecision, rest: str) -> tuple[str | None, float]:
    """Return which other workflow the rest is for, where one may be meant."""
    name, likely = meant(decision, rest)
    other = name not in (None, ROOT, decision.active) and likely >= SECOND
    return (name, likely) if other else (None, 0.0)


def _telling_parts(rest: str) -> list[str]:
    """Return the clauses of the rest that are more than a word on the way, or a courtesy."""
    parts = (part for part in clauses(rest) if not is_filler(part))
    return [part for part in parts if not only_courteous(part)]


def _asks_or_wants(rest: str) -> bool:
    """Tell whether what follows a yes without a stop does something by its own words."""
    return clause_reading(rest.rstrip(" ?")).of("asks", "wants") >= _MORE_LIKELY


def _asks(part: str) -> bool:
    return part.rstrip().endswith("?") or may_question(part)


def _asks_price(part: str) -> bool:
    return kind_chance(part, "price") >= _MORE_LIKELY and speaks_of_price(part)


def _asks_whether_done(rest: str) -> bool:
    """Tell whether all that is asked is whether it is done now: the yes does it."""
    asked = asks_standing(rest)
    return asked is not None and asked.question == "done"


def _asks_how_to_pay(part: str) -> bool:
    """Tell whether a question is how or when one pays, which is alike whatever is agreed to."""
    of_money = kind_chance(part, "pay") + kind_chance(part, "price")
    return of_money >= _PLAINLY and not speaks_of_price(part)


def _changes_it(decision: RouteDecision, parts: list[str]) -> bool:
    """Tell whether a question asks for something else instead: "could you make it six?"."""
    read = [(part, clause_reading(part)) for part in parts]
    return any(
        each.of("changes") >= _MORE_LIKELY
        or (each.of("wants", "changes") >= _MORE_LIKELY and bool(decision.hears(part).typed))
        for part, each in read
    )


def _concerns_it(decision: RouteDecision, rest: str, *, known: bool) -> bool:
    """Tell whether a question may be about the very thing that is agreed to.

    What the house has an answer to may have a word of how the form asks: "what time do you open?".
    """
    form, telling = decision.context.form, set(telling_words(rest, _MOST_TELLING))
    parts, heard = _telling_parts(rest), decision.hears(rest)
    new = not (heard.typed or heard.same)
    if form is not None and (all(map(asks_clock, parts)) or (new and _asks_whether_done(rest))):
        return False
    if form is not None and new and asks_of_later(rest):
        return False
    if form is None or any(map(asks_terms, (rest, *parts))):
        return True
    if not telling.isdisjoint(form.about.told):
        return True
    if new and all(map(_asks_how_to_pay, parts)):
        return False
    told = not new or any(map(str.isdigit, rest))
    pointed = told or _POINTS.search(rest) is not None
    general = _GENERAL.search(flat(rest)) and not _OF_THIS_TIME.search(flat(rest))
    own = not telling or not telling.isdisjoint(form.about.asked)
    if not own and _is_open(rest, told=told, pointed=pointed):
        return False
    return not known and (pointed or own or not general)


def _is_open(rest: str, *, told: bool, pointed: bool) -> bool:
    """Tell whether a question wants to know something, and not whether what is agreed to holds."""
    plain = flat(rest)
    return (_OPEN.match(plain) and not told) or (_WHEN.match(plain) and not pointed) or False
