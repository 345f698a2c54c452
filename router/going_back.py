"""Who wants back to what waits, and who says that what was begun is not what they came for.

A workflow that was entered by mistake has no claim to be finished: denied, it is gone, and what it
interrupted goes on with its answers.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import takewhile

from language.corrections import behind_correction
from language.dealings import dealings_in
from language.going_on import returns, returns_to, shared
from language.matching import fold, stem, words
from language.requests import asks, opens_request
from language.speech_acts.classify import clause_reading
from language.speech_acts.replies import reply_reading
from router.belonging import belongs
from router.decision import RouteDecision
from router.likeness import ASK, CALL, SURE, TAKE, meant
from router.options import corrected_by_option, owner_of_options
from router.outcome import ROOT, Route
from router.two_requests import two_requests
from router.wrongs import tells_of_wrong, wishes_to_complain, without_complaint_denied

_LIKELY = 0.5
_DENIES = 0.35  # how likely a clause must deny or leave
_NOT = re.compile(
    r"\b(?:not|no|never|neither|nothing|\w+n't|(?:do|does|did|is|are|was|were|wo|ca|could|would"
    r"|should|have|has|had|ai)nt|nao|nem|nenhum[a]?|nada|nunca|ninguem|sem)\b"
)
# What denies whatever was asked.
_NONE_OF_IT = re.compile(
    r"\W*(?:(?:no|nao|oh|ah|bro|moc[oa])\W+)?"
    r"(?:neither|none of (?:those|these|them|that|it)|nenhum[a]?(?: d[aoe]s?\w* ?\w*)?"
    r"|nem um nem outro|nao e (?:isso|nada disso)"
    r"|(?:that'?s|that is|it'?s) not (?:it|what i \w+)|not that)(?: nao)?\W*"
)

# "It's not a complaint", "n quero marcar": the name of what is under way behind a no.
_NOT_IT = re.compile(
    r"\b(?:(?:it|this|that)(?: ?'?s| is)? |e |isso |isto |i )?"
    r"(?:not|nao|n|naum|do(?:n'?t| not) (?:want|need))(?: to| e| foi| quero| queria| vim| era)?"
    r"(?: an?| the| my| uma?| o| a| minha| meu| pra| para){0,4} (?P<what>\w+)"
)
_TWO = 2
_LEAST = 3  # words that say what is wanted instead
_NAMES = 4  # letters that a name has more of than a small word


def goes_back(decision: RouteDecision) -> Route | None:
    """Go back to what waits where somebody says so and names it."""
    waiting, own = _waiting(decision), decision.called(decision.active or ROOT)
    for part in decision.parts if waiting else ():
        named = {name: returns_to(part, decision.called(name)) for name in waiting}
        best = max(waiting, key=lambda name: named[name])
        if named[best] > returns_to(part, own) or (named[best] and returns(part)):
            return _back_to(decision, best, [part])
    return None


def is_denied(decision: RouteDecision) -> Route | None:
    """Leave a workflow that is denied: for what waits, for what is wanted instead, or for good."""
    asked = decision.context.question
    if asked is not None and (told := _no_complaint(decision)):
        return told
    if asked is None or (decision.fit == "yes" and not decision.asks_for_text()):
        return None
    if told := _named_and_denied(decision):
        return told
    if told := _two_instead(decision):
        return told
    denials = [part for part in decision.parts if _denies(decision, part)]
    if not denials or any(belongs(decision, part) for part in decision.parts):
        return None
    rest = [part for part in decision.parts if part not in denials]
    if decision.asks_for_text() and decision.parts[0] not in denials:
        return None  # so may a story, whatever it denies on the way
    instead = _instead(decision, rest)
    answered = decision.asks_for_text() or asked.kind in ("boolean", "yesno")
    waiting = _waiting(decision)
    if instead is None and decision.asks_for_text() and any(_asks_else(decision, p) for p in rest):
        return decision.ask_back("it may be a change of subject")
    by_name = not rest and any(shared(p, decision.called(decision.active or ROOT)) for p in denials)
    if instead is None and ((answered and not by_name) or not waiting):
        return None  # it may be the answer
    if instead is not None:
        return _back_to(decision, instead, denials)
    return _back_to(decision, waiting[0], decision.parts)


def means_another(decision: RouteDecision) -> Route | None:
    """Go where a correction names what another form alone has, whatever was begun."""
    if not behind_correction(decision.text) or decision.asks_for_text():
        return None
    name = corrected_by_option(decision)
    if name is None or any(belongs(decision, part) for part in decision.parts):
        return None
    return _back_to(decision, name, [])


def wants_to_complain(decision: RouteDecision) -> Route | None:
    """Go to the one workflow for complaints with who says that they want to complain."""
    known = decision.served.classifier
    if known.is_for(decision.active or ROOT, "complains") or not wishes_to_complain(decision.text):
        return None
    owners = [name for name in decision.infos if known.is_only_for(name, "complains")]
    if len(owners) != 1:
        return None
    told = decision.go(owners[0], SURE, "it tells of something wrong", "local")
    return replace(told, drops=any(_denies(decision, part) for part in decision.parts))


def _two_instead(decision: RouteDecision) -> Route | None:
    """Go to the first of two things that are wanted behind a denial of what is under way."""
    denied = [*takewhile(_only_denies, decision.parts)]
    rest = decision.parts[len(denied) :]
    if len(rest) < _TWO or not _about_it(decision, denied):
        return None
    if any(belongs(decision, part) for part in decision.parts):
        return None
    said = decision.text[decision.text.find(rest[0], len(" ".join(denied)) - 1) :]
    told = two_requests(decision, said)
    if told is None or decision.active in (told.workflow, told.also and told.also.workflow):
        return None
    return replace(told, drops=True)


def _only_denies(part: str) -> bool:
    return _NOT.search(fold(part)) is not None and not asks(part)


def _about_it(decision: RouteDecision, parts: list[str]) -> bool:
    """Tell whether some parts speak of what the active workflow is about."""
    about = {word[:_NAMES] for word in words(_about(decision)) if len(word) >= _NAMES}
    return any(word[:_NAMES] in about for part in parts for word in words(part))


def _named_and_denied(decision: RouteDecision) -> Route | None:
    """Go where something is wanted that is said not to be what is under way: "not a complaint".

    So plainly denied, it is no answer, whatever the rest is like; where nobody here is for that,
    it is told so.
    """
    active, plain = decision.active or ROOT, fold(decision.text)
    text = decision.text if len(decision.text) == len(plain) else plain
    named = words(decision.called(active))
    called = {stem(word) for word in named if len(word) > _NAMES or dealings_in(word)}
    for found in _NOT_IT.finditer(plain):
        if stem(found["what"]) not in called:
            continue
        rest = f"{text[: found.start()]} {text[found.end() :]}".strip(" ,.;!")
        if not opens_request(rest):
            continue
        if decision.is_unserved(rest):
            told = decision.go(ROOT, SURE, "no workflow changes what is there", "local")
            return replace(told, unserved=True, drops=True)
        if name := _likeliest(decision, rest):
            told = decision.go(name, SURE, "it is not what the person came for", "local")
            return replace(told, said=rest, drops=True, mistaken=True)
    return None


def _no_complaint(decision: RouteDecision) -> Route | None:
    """Go where something else is wanted by who says that it is no complaint; else leave it."""
    active = decision.active or ROOT
    if not decision.served.classifier.is_only_for(active, "complains"):
        return None
    rest = without_complaint_denied(decision.text)
    if rest == decision.text or tells_of_wrong(rest):
        return None
    named = decision.served.named(rest)
    if decision.is_unserved(rest) and not named:
        told = decision.go(ROOT, SURE, "no workflow changes what is there", "local")
        return replace(told, unserved=True, drops=True)
    if len(rest.split()) >= _LEAST and (name := _likeliest(decision, rest)):
        told = decision.go(name, SURE, "it is not what the person came for", "rule")
        return replace(told, said=None if name in decision.context.stack else rest, drops=True)
    if waiting := _waiting(decision):
        return _back_to(decision, waiting[0], decision.parts)
    return replace(decision.leave("it is not what the person came for", "local"), confidence=SURE)


def _likeliest(decision: RouteDecision, rest: str) -> str | None:
    """Return the workflow beside the active one that a request is likeliest for, if any is."""
    others = [name for name in decision.infos if name not in (ROOT, decision.active)]
    if (named := owner_of_options(decision, rest)) in others:
        return named
    guess = decision.served.classifier.guess(rest, allowed=others)
    likely = guess.candidates and guess.confidence >= ASK
    return guess.candidates[0][0] if likely else None


def is_denied_for_good(decision: RouteDecision) -> Route | None:
    """Leave a workflow that is denied by what it is about, where nothing else is named or waits."""
    asked = decision.context.question
    if asked is None or asked.kind in ("boolean", "yesno") or decision.asks_for_text():
        return None
    denials = [part for part in decision.parts if _denies(decision, part)]
    spelled = [part for part in denials if not _NONE_OF_IT.fullmatch(fold(part))]
    if not spelled or any(belongs(decision, part) for part in decision.parts):
        return None
    for part in decision.parts:
        name, likely = meant(decision, part) if part not in denials else (None, 0.0)
        if name not in (None, ROOT) and likely >= TAKE:
            return _back_to(decision, str(name), denials)
    return replace(decision.leave("it is not what the person came for", "local"), confidence=SURE)


def _instead(decision: RouteDecision, rest: list[str]) -> str | None:
    """Return what is wanted in place of what is denied: what waits, or what a part asks for."""
    named = {name: _named(decision, rest, name) for name in _waiting(decision)}
    if named and max(named.values()):
        return max(named, key=lambda name: named[name])
    for part in rest:
        name, likely = meant(decision, part)
        if name not in (None, ROOT) and likely >= TAKE and (asks(part) or opens_request(part)):
            return name
    return None


def _asks_else(decision: RouteDecision, part: str) -> bool:
    """Tell whether a part may be a request for another workflow, whichever that is."""
    name, likely = meant(decision, part)
    wanted = asks(part) or opens_request(part)
    return wanted and name not in (None, ROOT) and likely >= CALL


def _named(decision: RouteDecision, parts: list[str], name: str) -> int:
    called = decision.called(name)
    return max((shared(part, called) for part in parts), default=0)


def _denies(decision: RouteDecision, part: str) -> bool:
    """Tell whether a part denies what is under way, or all that it asks about."""
    said = fold(part)
    if _NONE_OF_IT.fullmatch(said):
        return True
    if not _NOT.search(said) or part.rstrip().endswith("?"):
        return False
    asked = decision.context.question.text if decision.context.question else ""
    about = _about(decision)
    of_the_question = {word[:4] for word in words(asked) if len(word) > 3}
    of_the_form = {word[:4] for word in words(about) if len(word) > 3}
    spoken_of = {word[:4] for word in words(part) if len(word) > 3}
    if spoken_of & (of_the_question - of_the_form) and not decision.asks_for_text():
        return False  # "I don't know the number": what is asked for is not given
    if spoken_of & of_the_question and _answers_in_no(decision):
        return False  # "no theme needed": which is one of the answers
    story = decision.asks_for_text() and bool(spoken_of & of_the_question)
    if not story and not spoken_of & of_the_form:
        return False
    return clause_reading(part).of("no", "leaves", "changes", "skips") >= _DENIES


def _answers_in_no(decision: RouteDecision) -> bool:
    """Tell whether a no is rather the answer to a question of one of several."""
    asked = decision.context.question
    if asked is None or asked.kind != "choice":
        return False
    reply = reply_reading(decision.text, asked.text, asked.kind)
    return reply is not None and reply.of("answers", "no", "skips", "unsure") >= _LIKELY


def _about(decision: RouteDecision) -> str:
    """Return the words that say what the active workflow is about."""
    info = decision.infos[decision.active or ROOT]
    return " ".join([decision.called(info.name), info.when, *info.examples])


def _waiting(decision: RouteDecision) -> list[str]:
    """List what waits to be taken up again, the latest first."""
    stack = reversed(decision.context.stack)
    return [
        name for name in stack if name in decision.infos and name not in (ROOT, decision.active)
    ]


def _back_to(decision: RouteDecision, name: str, gone: list[str]) -> Route:
    """Go to a workflow with what is left of the message; what was denied does not wait."""
    waits = name in decision.context.stack
    reason = "the person goes back to what waits" if waits else "it is not what the person came for"
    told = decision.go(name, SURE, reason, "local")
    rest = ", ".join(part for part in decision.parts if part not in gone)
    return replace(told, said=rest if waits else None, drops=True, mistaken=not waits)
