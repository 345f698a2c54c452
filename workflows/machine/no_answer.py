"""What brought no answer: a decline, a question, or words that nobody can read here."""

from __future__ import annotations

import re

from language.agreement import agreement
from language.answers import unsure
from language.courtesies import thanks
from language.flat import flat
from language.idle_words import telling_words
from language.matching import words as words_of
from language.repairs import declines
from language.requests import asks, clauses
from language.speech_acts.acts import may_question
from workflows.file.project_root import ROOT
from workflows.file.slots import Slot
from workflows.file.states import is_open
from workflows.file.words import in_language
from workflows.machine.asking import ask, ask_again, complaints, go_on_asking
from workflows.machine.basis import outdated_state
from workflows.machine.cursor import Frame
from workflows.machine.listening import keep
from workflows.machine.moves import Enter, Move, PassOn, Repaired, WalkPart
from workflows.machine.opening import add_to_story
from workflows.machine.slots.confirming import is_confirmation
from workflows.machine.slots.message import Reading, question_of
from workflows.machine.slots.values import ValueProblem
from workflows.machine.steps import Said
from workflows.machine.told_beside import add_remark
from workflows.machine.walk import Walk, open_slot, slots_now, way_on
from workflows.machine.wording import called, say, title

MOST_DECLINED = 2  # so often a person says that they do not want to answer
WITHOUT_HELP = 2  # answers of no use, after which more is said than the question
_BRIEF = 5  # words of a question that only points at what it is about
_POINTING = frozenset("esse essa esses essas isso isto este esta this that these it".split())
# Whether that is done here which the workflow is for: "so can you clean a chimney?"
_ASKS_FOR_IT = re.compile(
    r"\W*(?:(?:so|but|and|ok|well|then|e|mas|entao|ai)\W+){0,2}"
    r"(?:(?:can|could|do|will|would) (?:you|u|ya|they)|are you able|da (?:pra|para)"
    r"|(?:voces?|vcs?|ces?) (?:fazem|faz|podem|consegu\w+|trabalham|atendem)"
    r"|podem|fazem|consegu\w+)\b"
)
_YES_OR_NO = frozenset("yes sim no not nao".split())
_ALIKE = 5  # first letters of a word in another form
_KIND = 0.75
_FEW = 3  # words of a value that is asked back: "about 40?"
_MOST_WORDS = 40  # of a question that are looked at
_DECLINING = 200  # characters of a message that declines
MOST_TRIES = 6  # and after so many nobody is asked again


def without_answer(walk: Walk) -> WalkPart:
    """Go on without an answer where the slot allows it; else say why it is asked, and let go of
    the workflow when the person declines again."""
    asking, slot = str(walk.frame.asking), open_slot(walk)
    walk.message = ""
    if slot and slot.skip:
        walk.frame.tries = 0
        yield from keep(walk, Reading(left_out=[asking]))
        if walk.changed and (outdated := outdated_state(walk)):
            return Enter(outdated)
        return (yield from go_on_asking(walk))
    given_up = one_more_try(walk)
    if given_up:
        return given_up
    if walk.frame.tries >= MOST_DECLINED:
        return Repaired("cancel")
    if slot and slot.help:
        yield Said(in_language(slot.help, walk.language))
    yield say(walk, "needed")
    return (yield from ask_again(walk))


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


def not_understood(walk: Walk, reading: Reading, said: str) -> WalkPart:
    """The message brought nothing: explain, and ask again or give up as the workflow says."""
    asking, slot = walk.frame.asking, open_slot(walk)
    if walk.subject and walk.subject != asking:
        walk.frame.tries = 0
        reading.refused.pop(asking or "", None)  # it was no answer to that
        yield from complaints(walk, reading)
        return (yield from ask(walk, walk.subject))
    said = walk.given.message
    chosen = slot is not None and slot.type == "choice"
    refused = reading.refused.get(asking or "")
    answers = refused is not None and (chosen or refused.kind == "several")
    if not answers and (yield from add_to_story(walk, said)):
        walk.frame.tries = 0
        return (yield from ask_again(walk))
    if _is_only_kind(reading, said):
        if slot and slot.skip and slot.type == "text":
            return (yield from without_answer(walk))
        if thanks(said):
            yield say(walk, "welcome")
        return (yield from ask_again(walk))
    if _is_for_that(walk, said):
        yield say(walk, "served", title=title(walk))
        return (yield from ask_again(walk))
    elsewhere = not walk.given.own or said.rstrip().endswith("?") or may_question(said)
    elsewhere = elsewhere and not (walk.given.chosen or _agrees_first(walk, said))
    if asks(said) and elsewhere and not _asks_about(said, slot) and _has_assistant(walk):
        return PassOn(said)
    if _passes_over(walk, reading, said):
        return (yield from without_answer(walk))
    if reading.question and slot and slot.help:
        yield Said(in_language(slot.help, walk.language))
        return (yield from ask_again(walk))
    if said.rstrip().endswith("?") and not reading.refused and not _guesses(said):
        yield say(walk, "unknown_here")
        return (yield from ask_again(walk))
    if not answers and (yield from add_remark(walk, reading, said)):
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


def _is_only_kind(reading: Reading, said: str) -> bool:
    """Tell whether somebody only thanks, praises or acknowledges, which is no failed answer."""
    reply = reading.reply
    brief = len(said.split()) <= _BRIEF and not reading.refused
    return (
        brief and reply is not None and reply.of("kind") >= _KIND and agreement(said) is not False
    )


def _is_for_that(walk: Walk, said: str) -> bool:
    """Tell whether a message only asks whether what is under way is done here."""
    if not (walk.given.own and _ASKS_FOR_IT.match(flat(said)) and may_question(said)):
        return False
    route = walk.workflow.route
    texts = [called(walk), in_language(route.when or "", walk.language), *route.examples]
    known = {word[:_ALIKE] for text in texts for word in telling_words(text, _MOST_WORDS)}
    telling = [w for w in telling_words(said, _MOST_WORDS) if w not in _YES_OR_NO]
    return bool(telling) and all(word[:_ALIKE] in known for word in telling)


def _agrees_first(walk: Walk, said: str) -> bool:
    """Tell whether a last yes is said with more than it: "sure! my mother wants to come, ok?".

    Whoever else would answer that hears nothing of the yes: what it is about is asked back here.
    """
    asking, slot = walk.frame.asking, open_slot(walk)
    if slot is None or not is_confirmation(walk.workflow, asking, slots_now(walk)):
        return False
    first, *more = clauses(said) or [""]
    return bool(more) and not asks(first) and agreement(first, question_of(slot)) is True


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
