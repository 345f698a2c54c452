"""Questions for a day that name nothing else: "anything free tomorrow?", "could you do Friday?".

They are like no example, and whoever asks so wants what is booked here.
"""

from __future__ import annotations

from datetime import date

from language.code_words import without_codes
from language.dates import mentioned_dates
from language.idle_words import telling_words
from language.permission_asked import permission_asked
from language.price_asked import speaks_of_price
from language.question_kinds import KINDS, kind_chances
from language.speech_acts.acts import is_question
from router.decision import ALIKE, RouteDecision
from router.info import LANGUAGES
from router.matters import matter_reading
from router.once_or_regular import is_regular
from router.outcome import ROOT, Route
from router.sides import MATTERS

_LONGEST = 80  # characters of such a question
_WISH = -0.5  # how plainly it must be no question for leave
_CLAIMED = 0.6  # confidence from which the workflow that it is like gets it anyway

_LEAST = 0.2  # and from which what names a thing is for the one form that there is
_DAY = date(2000, 1, 1)  # any day: only whether there is a date matters here


def wishes_for_day(decision: RouteDecision) -> Route | None:
    """Go to what is booked here with a question for a day, or ask back which of several it is."""
    if decision.guess.nearest >= ALIKE or not asks_for_day(decision.text):
        return None
    forms = [name for name in decision.infos if _books(decision, name)]
    forms = [n for n in forms if not is_regular(decision.infos[n])] or forms
    guess = decision.served.classifier.guess(decision.text, allowed=forms)
    if not forms or not guess.candidates:
        return None
    likeliest = guess.candidates[0][0]
    if len(forms) == 1 and (guess.confidence >= _LEAST or _names_day_alone(decision.text)):
        sure = max(_CLAIMED, guess.confidence)
        return decision.go(likeliest, sure, "it is like its examples", "local")
    return decision.ask_back("it is nearly like its examples", likeliest)


def asks_for_day(text: str) -> bool:
    """Tell whether a question asks to have something on a day, and for nothing else."""
    if len(text) > _LONGEST or not is_question(text) or permission_asked(text) > _WISH:
        return False
    if not any(mentioned_dates(text, _DAY, language) for language in LANGUAGES):
        return False
    kinds = kind_chances(text)
    kind = KINDS[int(kinds.argmax())]
    if kind not in ("may", "have") and (kind != "price" or speaks_of_price(text)):
        return False  # "anything free?" asks for no price
    brought = matter_reading(without_codes(text))
    return max(MATTERS, key=lambda matter: brought.of(matter)) == "wants"


def _names_day_alone(text: str) -> bool:
    """Tell whether a question names a day and no thing: "do you have anything tomorrow?"."""
    for language in LANGUAGES:
        for day in reversed(mentioned_dates(text, _DAY, language)):
            text = f"{text[: day.start]} {text[day.end :]}"
    return not telling_words(text, 1)


def _books(decision: RouteDecision, name: str) -> bool:
    return name != ROOT and decision.served.classifier.is_for(name, "wants")
