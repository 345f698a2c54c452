"""Workflows that come first for a person: they claim a message, or wait until it is answered."""

from __future__ import annotations

import re

from language.encoder import WINDOW
from language.intents import behind_greeting, plain_answer
from language.requests import asks, clauses
from router.decision import RouteDecision
from router.info import RouteInfo
from router.outcome import ROOT, Route

_SMALL_TALK = 5  # words behind a greeting that are nothing but kind
_READABLE = re.compile(r"\w")
_MOST_CLAUSES = 4  # that are looked at one by one


def is_greeting(text: str) -> bool:
    """Tell whether a message says hello, and behind it nothing that asks for something."""
    rest = behind_greeting(text)
    if rest is None or (rest and text.rstrip().endswith("?")):
        return False
    return len(rest.split()) <= _SMALL_TALK and not asks(rest)


def comes_first(decision: RouteDecision) -> Route | None:
    """Let a workflow claim the turn, unless one is under way, it was left, or is not meant."""
    context, text = decision.context, decision.text
    if decision.busy or context.sent_file:
        return None
    passed = {decision.active, *context.stack, *context.left}
    for name, info in decision.infos.items():
        if info.first is None or name in passed or not info.first(context.profile):
            continue
        if _in_passing(decision) or decision.served.classifier.is_elsewhere(name, text):
            continue
        if _is_for(decision, info):
            return decision.go(name, 1.0, "it comes first for this person", "rule")
        decision.then = decision.then or name
    return None


def _is_for(decision: RouteDecision, info: RouteInfo) -> bool:
    """Tell whether a message asks for nothing else than what comes first anyway."""
    text = decision.text
    if info.understands is None or plain_answer(text) is not None or is_greeting(text):
        return True
    if not _READABLE.search(text) or len(text) > WINDOW:
        return not _READABLE.search(text)
    decision.look()
    guess = decision.guess
    best = guess.candidates[0][0] if guess.candidates else None
    if best is not None and guess.above >= 0:
        return best == info.name
    return info.understands(text, decision.context.language)


def _in_passing(decision: RouteDecision) -> bool:
    """Tell whether a message is like what the root is asked: answered first, then claimed."""
    text = decision.text
    if len(text) > WINDOW or is_greeting(text):
        return False
    decision.look()
    parts = clauses(text)[:_MOST_CLAUSES]
    last = parts[-1:] if text.endswith("?") else []
    asked = [*filter(asks, parts[:-1]), *last] if parts[1:] else []
    return any(
        guess.above >= 0 and guess.candidates[0][0] == ROOT
        for guess in (decision.guess, *map(decision.guessed, asked))
        if guess.candidates
    )
