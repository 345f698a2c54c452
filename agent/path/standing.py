"""What a turn knows of how its conversation stands: what was chosen, and whether that is asked."""

from __future__ import annotations

import asyncio
import re

from agent.log.steps import NOW
from agent.path.run import TurnRun
from language.intents import intent_of
from language.matching import fold, words
from language.price_asked import asks_price
from language.requests import cuts
from language.standing import StandingQuestion, asks_plainly, asks_standing, said_as_it
from workflows.file.project_root import ROOT
from workflows.file.schema import Workflow
from workflows.file.states import is_open
from workflows.file.words import in_language
from workflows.machine.form_things import NO_THINGS, FormThings, form_things
from workflows.machine.frequent import cut_questions, find_answer
from workflows.machine.overhearing import OpenForm, open_form
from workflows.machine.steps import Given

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_READ = 300  # characters
_TAG = 2  # words behind an answer that ask no more than whether it is all right


def things_in(run: TurnRun) -> FormThings:
    """Return the things of the form under way, or done lately, and which the person has chosen."""
    frame = run.position.active
    under_way = frame is not None and frame.workflow != ROOT
    frame = frame if under_way else run.position.ended
    if frame is None or frame.workflow not in run.world:
        return NO_THINGS
    things = form_things(run.world.at(frame), frame.slots)
    return things if under_way else things._replace(named=(), ended=True)


async def standing_asked(run: TurnRun) -> StandingQuestion | None:
    """Tell whether the message asks how things stand here, where there is something to tell.

    What a workflow claims ("is my parcel on its way?") or the house has an answer to goes there.
    """
    if not run.incoming.typed or not (_inside(run) or run.position.ended is not None):
        return None
    return await asyncio.to_thread(_asked, run)


def _asked(run: TurnRun) -> StandingQuestion | None:
    ended = run.position.ended.workflow if run.position.ended else None
    known = (frame.workflow for frame in run.position.frames)
    router = run.services.router
    if router.claims(run.message, *known, ended) or (ended and router.is_like(run.message, ended)):
        return None
    form = open_form(run.world, run.position, given_now(run))
    if form is not None and _is_told(form, run.message):
        return None
    if plain := asks_plainly(run.message):
        return plain
    if intent_of(run.message):
        return None  # "can we do this later?" wants something of the engine
    root = run.world.edition(ROOT).workflow if ROOT in run.world else None
    said = run.message
    if told := _asked_in(root, said, _called(run, said)):
        return told
    *before, last = (part.strip() for part in _SENTENCE.split(said[:_READ].strip()))
    if not before or asks_price(said) or (root and cut_questions(root, " ".join(before))[0]):
        return None
    return _asked_in(root, last, _called(run, last))  # behind what is told of what came before


def _is_told(form: OpenForm, said: str) -> bool:
    """Tell whether a message rather gives the open form a value: "Ann Roe, all right?", "by ten?".

    What asks behind an answer in so many words how things stand is told, beside the answer.
    """
    if any(form.hear(head).gives and _is_tag(tail) for head, tail in cuts(said)):
        return True
    last = _SENTENCE.split(said[:_READ].strip())[-1]
    return bool(form.hear(last).typed) and asks_plainly(last) is None and _is_tag(last)


def _is_tag(tail: str) -> bool:
    """Tell whether what stands behind an answer only makes sure of it: "is that all right?"."""
    asked = asks_standing(tail)
    return len(words(tail)) <= _TAG or asked is None or not asked.sure


def given_now(run: TurnRun) -> Given:
    """Say where and when the message is heard; only whether it holds a value matters."""
    region, now = run.services.locale.region, run.journal.find(NOW) or run.wall_clock
    return Given(language=run.language, now=now, region=region, profile=run.profile)


def _called(run: TurnRun, said: str) -> str:
    """Return a text with "it" for what was done last or is under way, where it is called so."""
    ended = [run.position.ended] if run.position.ended else []
    for name in dict.fromkeys(frame.workflow for frame in [*ended, *run.position.frames]):
        if name in run.world and name != ROOT:
            title = in_language(run.world[name].title, run.language)
            called = said_as_it(said, f"{title} {name.replace('_', ' ')}", run.language)
            if called != said:
                return called
    return said


def _asked_in(root: Workflow | None, said: str, called: str) -> StandingQuestion | None:
    """Tell what a text asks; where it is like an answer of the house, only what is surely asked."""
    asked = None if asks_price(said) else asks_standing(said) or asks_standing(called)
    if asked is None:
        return None
    found = find_answer(root, said)  # what was chosen has no part in it
    if root is None or found is None or not found.sure:
        return asked.question
    own = {fold(text) for name in found.names for text in root.answers[name].wordings}
    return asked.question if asked == ("done", True) and fold(said) not in own else None


def _inside(run: TurnRun) -> bool:
    """Tell whether a form is under way that waits for an answer in words."""
    frame = run.position.active
    if frame is None or frame.state is None or frame.workflow not in run.world:
        return False
    state = run.world.at(frame).states.get(frame.state)
    return state is not None and not is_open(state) and frame.pending is None
