"""Questions about the house that are like what a form is for: "can my son watch?", "do you take
dogs in the van?". Who asks them wants to know, and begins nothing.

"Can I book for Friday?" is put as a question as well, and is a wish.
"""

from __future__ import annotations

from datetime import date

from language.code_words import without_codes
from language.dates import mentioned_dates
from language.hesitant import requested
from language.permission_asked import permission_asked
from language.question_kinds import kind_chance
from language.requests import books
from language.speech_acts.acts import is_question
from router.decision import ALIKE, RouteDecision
from router.info import LANGUAGES
from router.matters import matter_reading
from router.options import names_option_of
from router.outcome import ROOT

_ASKS = 0.6  # how likely a message must ask after something, for nothing else to be meant
_LEAVE = 0.2  # how plainly it must ask for leave
_WANTS = 0.35  # and where it does so less, how likely it may at most want something
_WHETHER = 0.8  # how surely it must ask whether there is something
_WAY = 0.5  # and how likely it may at most ask how something is done
_DAY = date(2000, 1, 1)  # any day: only whether there is a date matters here
_ITS_OWN = 0.2  # the share of a workflow's texts from which it is there for questions


def only_asks_house(decision: RouteDecision, best: str) -> bool:
    """Tell whether a message only asks, and the likeliest workflow is there for wishes."""
    text, guess = decision.text, decision.guess
    if best == ROOT or guess.nearest >= ALIKE or not all(map(is_question, decision.parts)):
        return False
    if requested(text) is not None or books(text):
        return False
    if decision.served.classifier.share(best, "asks") >= _ITS_OWN:
        return False
    if kind_chance(text, "how") >= _WAY:
        return False  # to be shown the way: "how do I get out of my contract?"
    brought, leave = matter_reading(without_codes(text)), permission_asked(text)
    if leave >= _LEAVE or (leave >= -_LEAVE and brought.of("wants") < _WANTS):
        return True
    return (brought.of("asks") >= _ASKS and leave >= -1) or _asks_after_option(decision, best)


def _asks_after_option(decision: RouteDecision, best: str) -> bool:
    """Tell whether a message asks if there is what a form offers, and tells it nothing else."""
    if kind_chance(decision.text, "have") < _WHETHER or not names_option_of(decision, best):
        return False
    told = any(mentioned_dates(decision.text, _DAY, language) for language in LANGUAGES)
    return not told and not any(map(str.isdigit, decision.text))
