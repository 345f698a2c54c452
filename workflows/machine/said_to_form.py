"""What a message is to the form before its values are read: a no, leave to stay, its own name."""

from __future__ import annotations

import re

from language.denied import denies
from language.flat import flat
from language.going_on import only_goes_on
from language.hesitant import guessed_from
from language.intents import intent_of, wants_nothing
from language.kept import lets_stand
from language.matching import words as words_of
from language.question_echoes import calls_off
from language.repairs import OWNED, declines, lacks, takes_none
from workflows.machine.overhearing import open_form
from workflows.machine.slots.message import question_of
from workflows.machine.slots.number_sense import says_none
from workflows.machine.slots.own_words import words_to_miss
from workflows.machine.slots.values import option_of
from workflows.machine.walk import Walk, open_slot
from workflows.machine.wording import called

_DECLINING = 200  # characters of a message that declines


def keeps_it(walk: Walk) -> bool:
    """Tell whether what was asked for once more is to stay as it is: "yes", "leave it"."""
    asking, slot = walk.frame.asking, open_slot(walk)
    if slot is None or asking not in walk.workflow.slots or walk.slots.get(asking) is None:
        return False
    if slot.type == "boolean" or is_option(walk):
        return False
    return lets_stand(walk.message) or (not slot.skip and wants_nothing(walk.message))


def tells_a_value(walk: Walk) -> bool:
    """Tell whether words of leaving leave a value, and tell another: "not Friday, Saturday"."""
    form = open_form(walk.world, walk.cursor, walk.given)
    return form is not None and bool(form.hear(walk.message).typed)


def only_goes_on_with_it(walk: Walk) -> bool:
    """Tell whether a message goes on with the workflow by its name: no yes, and no text."""
    return only_goes_on(walk.message, called(walk)) and not only_goes_on(walk.message)


def comes_back(walk: Walk) -> bool:
    """Tell whether the words that led back here may be taken for an answer that any words are."""
    slot = open_slot(walk)
    return walk.returned and slot is not None and slot.type in ("text", "name", "boolean")


def answers_yes_or_no(walk: Walk) -> bool:
    """Tell whether "not now" or "go on" answers a yes-or-no question; it answers no other one."""
    slot = open_slot(walk)
    if slot is None or slot.type != "boolean":
        return False
    return intent_of(walk.message) in ("later", "on") or calls_off(
        flat(walk.message), question_of(slot)
    )


def calls_it_by_name(walk: Walk) -> bool:
    """Tell whether the words are the workflow's own title, which answers no question of it."""
    own = walk.workflow.title
    titles = [own] if isinstance(own, str) else list(own.values())
    said = words_of(walk.message[:_DECLINING])
    return len(said) > 1 and walk.frame.asking is not None and said in map(words_of, titles)


def leaves_out(walk: Walk) -> bool:
    """Tell "I don't want a card any more" from leaving."""
    named = words_to_miss(walk.workflow)
    return denies(walk.message, named, portuguese=walk.language == "pt")


def gives_none(walk: Walk) -> bool:
    """Tell whether somebody declines, or has nothing to give where an answer may be left out."""
    slot = open_slot(walk)
    if slot is None or is_option(walk):
        return False
    guesses = slot.type in ("name", "city") and guessed_from(walk.message)
    if declines(walk.message, question_of(slot)):
        return not guesses
    if slot.type in OWNED and _lacks(walk.message, question_of(slot)):
        return True
    counted = slot.type in ("integer", "number") and says_none(walk.message)
    may = slot.skip and slot.type != "boolean" and not counted
    return may and takes_none(walk.message, question_of(slot))


def _lacks(said: str, asked: str) -> bool:
    """Tell whether somebody has none of what was asked, and gives nothing else besides."""
    if len(said) > _DECLINING or re.search(r"[\d@]", said):
        return False
    return any(lacks(part, asked) for part in re.split(r"[,.;!]\s", said))


def is_option(walk: Walk) -> bool:
    """Tell whether the words are a button of the question that is open."""
    slot = open_slot(walk)
    return bool(slot and slot.type == "choice" and option_of(slot, walk.message))
