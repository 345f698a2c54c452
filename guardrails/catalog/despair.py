"""Distress that does not name death is heard as well, the own and that of somebody near.

First by what is often said, then by a head that knows what such messages have in common. What it is
not sure of does not end the turn: the answer says where people listen, and moderators read it.
Words of despair in a longer message that the head finds far from any distress are about a thing,
and who mourns an animal is answered, with where people listen, for the head knows vets' customers.
"""

from __future__ import annotations

import re

from guardrails.catalog import distress, distress_of_others
from guardrails.danger.animals import is_of_animal, is_over, is_sadness, mourns_animal
from guardrails.danger.calm import first_of
from guardrails.danger.despair import OTHERS, OWN, WORDS
from guardrails.danger.felt import Distress, Felt, felt, hardly_felt, is_slip
from guardrails.danger.service import is_of_service
from guardrails.danger.spoken import spoken
from guardrails.guard import ALLOW, Context, Guard, Verdict
from guardrails.heads.chat import without_idioms
from guardrails.heads.plain import LENGTH
from language.detect import detect
from language.requests import clauses
from language.speech_acts.classify import clause_reading

# Whoever wants something booked has plans: it takes more than a guess to hear despair in that.
_BOOKS = re.compile(
    r"\b(?:(?:re)?marcar|(?:re)?agendar|reservar|encomendar|alugar|contratar|orçamento|orcamento"
    r"|(?:re)?book|rent|hire|reserve|reschedule)\b",
    re.I,
)
_FEWEST = 3  # blanks: of fewer words the head knows too little
_LEAVING = 0.9  # how likely it must be that somebody only leaves, and not a life
_AGREEING = 0.8  # how likely it must be that an answer only says yes
_SHORT = 5  # words that say nothing else than that
_SADNESS = (is_sadness,)
_OTHER_ENDS = (is_of_animal, is_over)


def check_own(text: str, context: Context) -> Verdict:
    """End the turn of whoever can bear no more with words that help."""
    for part in [text] if len(text) <= LENGTH else [text, text[-LENGTH:]]:
        said = spoken(part)
        tongue = first_of(OWN, WORDS, said)
        meant = tongue is not None and _is_meant(text, context)
        if tongue and mourns_animal(said) and not (meant and first_of(OWN, WORDS, said, _SADNESS)):
            return Verdict("review", distress.CATEGORY, "somebody mourns an animal")
        if tongue and meant:
            say = context.policy.self_harm.get(tongue) or distress.TEXTS[tongue]
            return Verdict("block", distress.CATEGORY, "despair", say=say)
    return _as_felt(text, context, "own")


def check_others(text: str, context: Context) -> Verdict:
    """End the turn of whoever tells so of another person with what helps them."""
    for part in [text] if len(text) <= LENGTH else [text, text[-LENGTH:]]:
        tongue = first_of(OTHERS, WORDS, spoken(part), _OTHER_ENDS)
        if tongue and _is_meant(text, context):
            own = context.policy.self_harm_of_others.get(tongue)
            say = own or distress_of_others.TEXTS[tongue]
            return Verdict("block", distress.CATEGORY, "somebody near them despairs", say=say)
    return _as_felt(text, context, "others")


def _is_meant(text: str, context: Context) -> bool:
    """Tell whether words of despair are about a life and not about a parcel or an exam."""
    return len(text.split()) <= _SHORT or not hardly_felt(text, context.windows)


def _as_felt(text: str, context: Context, whose: Distress) -> Verdict:
    """Go by the head where no pattern is found."""
    found = _found(text, context)
    if found is None or found.whose != whose:
        return ALLOW
    if not found.sure and context.answering and (_leaves(text) or _agrees(text)):
        return ALLOW
    if not found.sure:
        return Verdict("review", distress.CATEGORY, "it may be a person in distress")
    tongue = detect(text)
    own, texts = (
        (context.policy.self_harm, distress.TEXTS)
        if whose == "own"
        else (context.policy.self_harm_of_others, distress_of_others.TEXTS)
    )
    say = own.get(tongue) or texts[tongue]
    return Verdict("block", distress.CATEGORY, "it sounds like distress", say=say)


def _found(text: str, context: Context) -> Felt | None:
    """Ask the head; whoever leaves has to be clearer, and no guess may be of a slip or the talk."""
    meant = without_idioms(text)
    if meant.count(" ") < _FEWEST:
        return None
    found = felt(meant, context.windows, context.answering)
    if found and not context.answering and _leaves(text):
        found = felt(meant, context.windows, answering=True)
    if found and _BOOKS.search(text):
        clearer = felt(meant, context.windows, answering=True)
        return clearer if clearer and clearer.sure else None
    if found and not found.sure and (is_slip(meant) or is_of_service(text)):
        return None
    return found


def _leaves(text: str) -> bool:
    """Tell whether a message walks out of what is under way: "right, I give up" is of a form."""
    return clause_reading(text).of("leaves") >= _LEAVING


def _agrees(text: str) -> bool:
    """Tell whether a message says yes and nothing besides: "por mim tudo nos conformes"."""
    return len(clauses(text)) == 1 and clause_reading(text).of("yes") >= _AGREEING


OF_OTHERS = Guard("despair_of_others", check_others, rank=32, stages=("input",))
GUARD = Guard("despair", check_own, rank=33, stages=("input",))
