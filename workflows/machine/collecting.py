"""Collecting slots: asking for what is missing, hearing answers and corrections."""

from __future__ import annotations

import re

from contracts.json import JsonObject
from language.agreement import agreement, calls_off
from language.answers import unsure
from language.denied import denies
from language.flat import flat
from language.going_on import goes_on, only_goes_on
from language.idle_words import telling_words
from language.intents import intent_of, wants_nothing
from language.kept import lets_stand
from language.matching import words as words_of
from language.repairs import OWNED, declines, lacks, repair_in, takes_none
from language.requests import asks, clauses
from workflows.file.project_root import ROOT
from workflows.file.slots import Slot
from workflows.file.states import is_open
from workflows.file.words import in_language
from workflows.machine.asking import ask, ask_again, ask_change, complaints, present
from workflows.machine.basis import outdated_state
from workflows.machine.cursor import Frame
from workflows.machine.listening import keep, note, read_message
from workflows.machine.moves import Enter, Follow, Move, PassOn, Perform, Repaired, Steps, WalkPart
from workflows.machine.opening import add_to_story, take_story
from workflows.machine.overhearing import open_form
from workflows.machine.remainder import take_remainder
from workflows.machine.slots.message import Reading, question_of
from workflows.machine.slots.number_sense import says_none
from workflows.machine.slots.own_words import words_to_miss
from workflows.machine.slots.subject import CHANGE
from workflows.machine.slots.values import ValueProblem, option_of
from workflows.machine.steps import Said
from workflows.machine.walk import Walk, missing, open_slot, wanted, way_on
from workflows.machine.wording import called, say, title

MOST_DECLINED = 2  # so often a person says that they do not want to answer
WITHOUT_HELP = 2  # answers of no use, after which more is said than the question
_BRIEF = 5  # words of a question that only points at what it is about
_POINTING = frozenset("esse essa esses essas isso isto este esta this that these it".split())
_FEW = 3  # words of a value that is asked back: "about 40?"
_MOST_WORDS = 40  # of a question that are looked at
_DECLINING = 200  # characters of a message that declines
MOST_TRIES = 6  # and after so many nobody is asked again


def fill_slots(walk: Walk) -> WalkPart:
    """Fill the state's slots: read what the message has of them, ask for what is missing."""
    if walk.message and walk.frame.asking is None and not walk.declined:
        reading = yield from read_message(walk, None)
        yield from keep(walk, reading)
        yield from take_story(walk, reading)
    if missing(walk):
        return (yield from present(walk))
    if not walk.changed and (walk.declined or walk.frame.failed):
        return (yield from ask_change(walk))
    return Follow()


def ask_question(walk: Walk) -> WalkPart:
    """Ask, unless what led here has said it all, or has changed what was said before."""
    if walk.message and walk.frame.asking is None:
        reading = yield from read_message(walk, None)
        yield from keep(walk, reading)
        yield from take_story(walk, reading)
    named = all(name in walk.workflow.slots for name in wanted(walk))
    if missing(walk) or not named or not (walk.changed or walk.declined):
        return (yield from present(walk))
    if walk.changed:
        return Follow()
    return (yield from ask_change(walk))


def hear_message(walk: Walk) -> WalkPart:
    """Take the message as an answer, a correction, or a word to the engine itself."""
    meant = _is_option(walk) or _answers_yes_or_no(walk) or _leaves_out(walk)
    repair = None if meant else repair_in(walk.message)
    if repair and not (repair == "cancel" and _tells_a_value(walk)):
        return Repaired(repair)
    if _keeps_it(walk):
        walk.frame.asking, walk.message = None, ""
        return (yield from present(walk)) if missing(walk) else Follow()
    if _only_goes_on_with_it(walk):
        return (yield from ask_again(walk))
    if _calls_it_by_name(walk):
        yield say(walk, "back", title=title(walk))
        return (yield from ask_again(walk))
    if not (walk.state.fill or walk.state.ask):
        return Perform()
    if _gives_none(walk):
        return (yield from _without_answer(walk))
    asking, said = walk.frame.asking, walk.message
    before = dict(walk.slots)
    reading = yield from read_message(
        walk, None if asking == CHANGE or _comes_back(walk) else asking
    )
    take_remainder(walk, reading, said)
    yield from keep(walk, reading)
    yield from _acknowledged(walk, reading, before)
    if walk.changed and (outdated := outdated_state(walk)):
        walk.frame.tries = 0
        yield from complaints(walk, reading)
        return Enter(outdated)
    if asking == CHANGE:
        return (yield from _changed(walk, reading, said))
    if asking is not None and (asking in reading.values or asking in reading.left_out):
        return (yield from _answered(walk, reading))
    if reading.values or reading.left_out:
        return (yield from _corrected(walk, reading))
    if walk.noted:
        walk.frame.tries = 0
        yield from complaints(walk, reading)
        return (yield from ask_again(walk))
    if walk.returned or goes_on(said, called(walk)):
        return (yield from ask_again(walk))
    return (yield from _not_understood(walk, reading, said))


def _acknowledged(walk: Walk, reading: Reading, before: JsonObject) -> Steps:
    """Say what else was heard than what was asked for, where no question tells it soon anyway."""
    asking = walk.frame.asking
    if asking == CHANGE or asking not in walk.workflow.slots:
        return
    others = [n for n in reading.values if n != asking or n in reading.chosen]
    names = [n for n in others if n in walk.workflow.slots]
    heard = [note(walk, n, walk.slots[n]) for n in names if before.get(n) != walk.slots[n]]
    if heard:
        yield say(walk, "noted", names=", ".join(heard))


def _keeps_it(walk: Walk) -> bool:
    """Tell whether what was asked for once more is to stay as it is: "yes", "leave it"."""
    asking, slot = walk.frame.asking, open_slot(walk)
    if slot is None or asking not in walk.workflow.slots or walk.slots.get(asking) is None:
        return False
    if slot.type == "boolean" or _is_option(walk):
        return False
    return lets_stand(walk.message) or (not slot.skip and wants_nothing(walk.message))


def _tells_a_value(walk: Walk) -> bool:
    """Tell whether words of leaving leave a value, and tell another: "not Friday, Saturday"."""
    form = open_form(walk.world, walk.cursor, walk.given)
    return form is not None and bool(form.hear(walk.message).typed)


def _only_goes_on_with_it(walk: Walk) -> bool:
    """Tell whether a message goes on with the workflow by its name: no yes, and no text."""
    return only_goes_on(walk.message, called(walk)) and not only_goes_on(walk.message)


def _comes_back(walk: Walk) -> bool:
    """Tell whether the words that led back here may be taken for an answer that any words are."""
    slot = open_slot(walk)
    return walk.returned and slot is not None and slot.type in ("text", "name", "boolean")


def _answers_yes_or_no(walk: Walk) -> bool:
    """Tell whether "not now" or "go on" answers a yes-or-no question; it answers no other one."""
    slot = open_slot(walk)
    if slot is None or slot.type != "boolean":
        return False
    return intent_of(walk.message) in ("later", "on") or calls_off(
        flat(walk.message), question_of(slot)
    )


def _calls_it_by_name(walk: Walk) -> bool:
    """Tell whether the words are the workflow's own title, which answers no question of it."""
    own = walk.workflow.title
    titles = [own] if isinstance(own, str) else list(own.values())
    said = words_of(walk.message[:_DECLINING])
    return len(said) > 1 and walk.frame.asking is not None and said in map(words_of, titles)


def _leaves_out(walk: Walk) -> bool:
    """Tell "I don't want a card any more" from leaving."""
    named = words_to_miss(walk.workflow)
    return denies(walk.message, named, portuguese=walk.language == "pt")


def _gives_none(walk: Walk) -> bool:
    """Tell whether somebody declines, or has nothing to give where an answer may be left out."""
    slot = open_slot(walk)
    if slot is None or _is_option(walk):
        return False
    if declines(walk.message, question_of(slot)):
        return True
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


def _is_option(walk: Walk) -> bool:
    """Tell whether the words are a button of the question that is open."""
    slot = open_slot(walk)
    return bool(slot and slot.type == "choice" and option_of(slot, walk.message))


def _without_answer(walk: Walk) -> WalkPart:
    """Go on without an answer where the slot allows it; else say why it is asked, and let go of
    the workflow when the person declines again."""
    asking, slot = str(walk.frame.asking), open_slot(walk)
    walk.message = ""
    if slot and slot.skip:
        walk.frame.tries = 0
        yield from keep(walk, Reading(left_out=[asking]))
        if walk.changed and (outdated := outdated_state(walk)):
            return Enter(outdated)
        return (yield from present(walk)) if missing(walk) else Follow()
    given_up = one_more_try(walk)
    if given_up:
        return given_up
    if walk.frame.tries >= MOST_DECLINED:
        return Repaired("cancel")
    if slot and slot.help:
        yield Said(in_language(slot.help, walk.language))
    yield say(walk, "needed")
    return (yield from ask_again(walk))


def _answered(walk: Walk, reading: Reading) -> WalkPart:
    """Go on when all is there; ask for the rest otherwise."""
    walk.frame.tries = 0
    walk.declined = any(
        reading.values.get(name) is False
        for name, slot in (walk.state.ask or {}).items()
        if slot is None or slot.type == "boolean"
    )
    yield from complaints(walk, reading)
    return (yield from present(walk)) if missing(walk) else Follow()


def _corrected(walk: Walk, reading: Reading) -> WalkPart:
    """Something else was said than was asked for: keep it, and ask again for what is open."""
    walk.frame.tries = 0
    yield from complaints(walk, reading)
    if walk.state.fill and not missing(walk):
        return Follow()
    return (yield from present(walk))


def _changed(walk: Walk, reading: Reading, said: str) -> WalkPart:
    """Go on with what is to be different, or with all as it was."""
    if reading.values or reading.left_out or walk.noted or wants_nothing(said):
        walk.declined = False
        return Follow()
    return (yield from _not_understood(walk, reading, said))


def _passes_over(walk: Walk, reading: Reading, said: str) -> bool:
    """Tell whether somebody denies what may be left out, or declines among other words."""
    asking, slot = walk.frame.asking, open_slot(walk)
    if slot is None or asking in reading.refused or slot.type in ("boolean", "text"):
        return False
    asked = question_of(slot)
    parts = [part for part in re.split(r"[,.;!]\s", said[:_DECLINING]) if part.strip()]
    values = re.search(r"\d", said)  # "not sure, 40?" is asked again
    if len(parts) > 1 and not values and any(declines(part, asked) for part in parts):
        return True
    denies = slot.skip and not reading.question and agreement(said, asked) is False
    return bool(denies and not unsure(said))


def _not_understood(walk: Walk, reading: Reading, said: str) -> WalkPart:
    """The message brought nothing: explain, and ask again or give up as the workflow says."""
    asking, slot = walk.frame.asking, open_slot(walk)
    if walk.subject and walk.subject != asking:
        walk.frame.tries = 0
        reading.refused.pop(asking or "", None)  # it was no answer to that
        yield from complaints(walk, reading)
        return (yield from ask(walk, walk.subject))
    said = walk.given.message
    if (yield from add_to_story(walk, said)):
        walk.frame.tries = 0
        return (yield from ask_again(walk))
    if asks(said) and not _asks_about(said, slot) and _has_assistant(walk):
        return PassOn(said)
    if _passes_over(walk, reading, said):
        return (yield from _without_answer(walk))
    if reading.question and slot and slot.help:
        yield Said(in_language(slot.help, walk.language))
        return (yield from ask_again(walk))
    if said.rstrip().endswith("?") and not reading.refused and not _guesses(said):
        yield say(walk, "unknown_here")
        return (yield from ask_again(walk))
    given_up = one_more_try(walk)
    if given_up:
        return given_up
    if asking and slot and asking not in reading.refused:
        reading.refused[asking] = ValueProblem("option" if slot.type == "choice" else "type")
    yield from complaints(walk, reading)
    if walk.frame.tries >= MOST_TRIES:
        return Repaired("cancel")
    if walk.frame.tries == WITHOUT_HELP and slot and slot.help:
        yield Said(in_language(slot.help, walk.language))
    elif walk.frame.tries > WITHOUT_HELP:
        yield say(walk, "way_out")
    return (yield from ask_again(walk))


def _guesses(message: str) -> bool:
    """Tell "not sure, 40?" from a question: it asks nothing, and names a value with a doubt."""
    said = message.rstrip(" ?!.")
    doubted = unsure(said) or len(said.split()) <= _FEW
    return doubted and re.search(r"\d", said) is not None and not any(map(asks, clauses(said)))


def _asks_about(message: str, slot: Slot | None) -> bool:
    """Tell whether a message asks about what was asked for, which nobody else can explain."""
    said = words_of(message)
    if len(said) <= _BRIEF and not _POINTING.isdisjoint(said):
        return True  # "what is this for?"
    asked = set(telling_words(question_of(slot), _MOST_WORDS)) if slot else set[str]()
    return not asked.isdisjoint(telling_words(message, _MOST_WORDS))


def _has_assistant(walk: Walk) -> bool:
    """Tell whether somebody else may be asked, whom nobody leaves for good."""
    if not walk.admits(Frame(ROOT)) or walk.frame.workflow == ROOT:
        return False
    assistant = walk.world[ROOT]
    return is_open(assistant.states[assistant.start])


def one_more_try(walk: Walk) -> Move | None:
    """Count an answer that was no use; return the way that the workflow has for so many."""
    walk.frame.tries += 1
    way = way_on(walk, mentioning="tries")
    return Enter(way) if way else None
