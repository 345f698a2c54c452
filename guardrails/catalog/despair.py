"""Distress that does not name death is heard as well, the own and that of somebody near."""

from __future__ import annotations

from guardrails.catalog import distress, distress_of_others
from guardrails.danger.calm import first_of
from guardrails.danger.despair import OTHERS, OWN, WORDS
from guardrails.danger.spoken import spoken
from guardrails.guard import ALLOW, Context, Guard, Verdict
from guardrails.heads.plain import LENGTH


def check_own(text: str, context: Context) -> Verdict:
    """End the turn of whoever can bear no more with words that help."""
    for part in [text] if len(text) <= LENGTH else [text, text[-LENGTH:]]:
        if tongue := first_of(OWN, WORDS, spoken(part)):
            say = context.policy.self_harm.get(tongue) or distress.TEXTS[tongue]
            return Verdict("block", distress.CATEGORY, "despair", say=say)
    return ALLOW


def check_others(text: str, context: Context) -> Verdict:
    """End the turn of whoever tells so of another person with what helps them."""
    for part in [text] if len(text) <= LENGTH else [text, text[-LENGTH:]]:
        if tongue := first_of(OTHERS, WORDS, spoken(part)):
            own = context.policy.self_harm_of_others.get(tongue)
            say = own or distress_of_others.TEXTS[tongue]
            return Verdict("block", distress.CATEGORY, "somebody near them despairs", say=say)
    return ALLOW


OF_OTHERS = Guard("despair_of_others", check_others, rank=32, stages=("input",))
GUARD = Guard("despair", check_own, rank=33, stages=("input",))
