"""A yes, an answer or a leaving with the wish for people: it comes first, and people behind it."""

from __future__ import annotations

import re

from language.agreement import agreement
from language.demands import demands_person
from language.flat import flat
from language.partners import wishes_person
from language.repairs import repair_in
from language.requests import clauses, is_filler
from language.speech_acts.acts import agrees_wholly, only_courteous
from workflows.machine.slots.confirming import is_confirmation
from workflows.machine.slots.message import question_of
from workflows.machine.slots.read import read
from workflows.machine.walk import Walk, open_slot, slots_now

_LONGEST = 200  # characters of such a message
_OPEN = ("text", "boolean")  # any words answer, or a yes that stands alone
_BEFORE = re.compile(r"\b(?:first|before|antes|primeiro)\b")


def take_answer_first(walk: Walk) -> bool:
    """Leave the answer of "Sandra. I want to talk to a person" to be heard before people come."""
    asking, slot = walk.frame.asking, open_slot(walk)
    if asking is None or slot is None or slot.type in _OPEN or "?" in walk.message:
        return False
    said = clauses(walk.message[:_LONGEST])
    rest = [part for part in said if not (wishes_person(part) or demands_person(part))]
    if not rest or len(rest) == len(said):
        return False
    answer = ", ".join(rest)
    reading = read({asking: slot}, answer, speech=walk.given.speech, asked=asking)
    if asking not in reading.values:
        return False
    walk.message, walk.wants_person = answer, True
    return True


def take_leave_first(walk: Walk) -> bool:
    """Leave what is under way where "cancel, and get me a person" does; people come behind it."""
    if "?" in walk.message:
        return False
    said = clauses(walk.message[:_LONGEST])
    rest = [part for part in said if not (wishes_person(part) or demands_person(part))]
    rest = [part for part in rest if not (is_filler(part) or only_courteous(part))]
    if len(rest) == len(said) or not rest or any(repair_in(part) != "cancel" for part in rest):
        return False
    walk.wants_person = True
    return True


def take_yes_first(walk: Walk) -> bool:
    """Leave the yes of "yes, and a person please" to be heard; people are called behind it."""
    slot = open_slot(walk)
    if slot is None or not is_confirmation(walk.workflow, walk.frame.asking, slots_now(walk)):
        return False
    if "?" in walk.message or _BEFORE.search(flat(walk.message)):
        return False
    said = clauses(walk.message[:_LONGEST])
    wishing = next((at for at, part in enumerate(said) if at and wishes_person(part)), 0)
    agreed = ", ".join(said[:wishing])
    if not wishing or not agrees_wholly(said[:wishing]):
        return False
    if agreement(agreed, question_of(slot), walk.language) is not True:
        return False
    walk.message, walk.wants_person = agreed, True
    return True
