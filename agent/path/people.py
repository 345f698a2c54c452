"""What a turn does about people: asks them to take over, keeps quiet while they have the
conversation, and goes on when they have let go of it."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid5

from agent.log.steps import (
    GIVEN_BACK,
    HANDED_OVER,
    KEPT_QUIET,
    OFFERED_ELSE,
    TAKEN_BACK,
    HandedOver,
)
from agent.log.turn_log import patiently
from agent.path.buttons import show_buttons
from agent.path.incoming import OpenHandover
from agent.path.output import gate_text
from agent.path.run import TurnRun
from agent.people import words
from agent.people.teams import TeamStanding
from agent.people.wishes import PersonWish, wished_amid_questions, wished_of
from contracts.blocks import HandoverBlock, StaffBlock
from contracts.events import Choice, Choices, Handover, HandoverStatus, stamp
from contracts.messages import EndedHandover
from language.call_backs import CALLS, wants_call
from language.intents import LEAVING, intent_of
from language.matching import fold
from language.matching import words as words_of
from language.partners import awaits_person, wishes_assistant
from language.requests import clauses
from router.route import ROOT
from store import handovers
from workflows.file.slots import Slot
from workflows.file.states import is_open
from workflows.file.words import in_language
from workflows.machine.slots.values import holds_option, option_names
from workflows.machine.texts import words as machine_words

_MOST_TITLES = 6


async def hand_over(run: TurnRun, team: str | None) -> bool:
    """Ask a team, or whichever answers, to take over; tell the person what came of it.

    True where the conversation waits for them now: nothing more is said in this turn.
    """
    run.position.language = run.language
    done = run.journal.find(HANDED_OVER)
    if done is None:
        done, event = await _asked(run, team)
        run.journal.keep(HANDED_OVER, done, *event)
    if done.waits:
        run.answer.add(_block(done.team, run, "waiting", None))
    run.answer.tell(gate_text(run, done.text))
    return done.waits


async def _asked(run: TurnRun, team: str | None) -> tuple[HandedOver, list[Handover]]:
    services, turn = run.services, run.turn
    name = team or services.teams.answering(services.repertoire.teams)
    if name is None:
        return HandedOver(False, "", _refusal(run, "nobody")), []
    handover_id, limits = uuid5(turn.id, "handover"), services.handover_limits
    opened = await patiently(
        lambda: handovers.begin(
            services.pool,
            handover_id,
            turn.id,
            name,
            run.position.workflow,
            run.language,
            limits.most_open,
            limits.most_own,
        )
    )
    if opened in ("full", "several"):
        return HandedOver(False, name, _refusal(run, opened)), []
    standing = await patiently(
        lambda: services.teams.standing(services.pool, turn.caller.org_id, name, run.language)
    )
    place = await patiently(lambda: handovers.place_of(services.pool, handover_id))
    told = words.awaited(standing, place, run.language)
    return HandedOver(True, name, told), [_event(standing, place)]


def _event(standing: TeamStanding, place: int | None, *, changed: bool = True) -> Handover:
    return Handover(
        status="waiting",
        team=standing.name,
        title=standing.title,
        place=place,
        open=standing.open,
        opens_at=stamp(standing.opens_at) if standing.opens_at else None,
        changed=changed,
    )


def _refusal(run: TurnRun, why: words.HandoverRefusal) -> str:
    inside = run.position.active is not None and not _free(run)
    titles = [] if inside else [title for title, _ in _others(run)]
    return words.refused(why, titles, run.language)


def _others(run: TurnRun) -> list[tuple[str, str]]:
    """Return the titles of what else there is for this person, with the workflows' names."""
    access = run.services.repertoire.access
    return [
        (in_language(workflow.title, run.language), name)
        for name, workflow in run.services.workflows.items()
        if name != ROOT
        and workflow.route.first is None
        and access.is_open(workflow, run.turn.caller)
    ][:_MOST_TITLES]


# --- a message that asks for a person, outside of what a workflow asks --------------------------


def wish_outside(run: TurnRun) -> PersonWish | None:
    """Tell whether a message wants people while no workflow waits for an answer."""
    if not run.incoming.typed or not _free(run) or fold(run.message) in _titles(run):
        return None
    return wished_of(run.message, run.services.teams, run.services.repertoire.teams)


def _titles(run: TurnRun) -> set[str]:
    """Return what workflows are called: one may have a team's title."""
    titles = (workflow.title for workflow in run.services.workflows.values())
    each = ([title] if isinstance(title, str) else title.values() for title in titles)
    return {fold(text) for texts in each for text in texts}


def wish_inside(run: TurnRun) -> PersonWish | None:
    """Tell whether a message wants people in place of an answer; an option is one."""
    if not run.incoming.typed or _free(run):
        return None
    said, slot = run.message, run.open_question.slot if run.open_question else None
    if slot is not None and (holds_option(slot, said) or _takes_calls(slot)):
        # "A refund! And a person, please": what chooses wants nobody, and the rest may.
        calls = _takes_calls(slot)
        said = ", ".join(
            part
            for part in clauses(said)
            if not (holds_option(slot, part) or (calls and wants_call(part)))
        )
    return wished_amid_questions(said, run.services.teams, run.services.repertoire.teams)


def _takes_calls(slot: Slot) -> bool:
    """Tell whether the wish to be called answers a question: as a remark, or as one of several."""
    if slot.type == "text":
        return True
    called = (word for _, name in option_names(slot) for word in words_of(name))
    return slot.type == "choice" and not CALLS.isdisjoint(called)


def _free(run: TurnRun) -> bool:
    """Tell whether nothing is asked: no workflow is under way, or only one that just talks."""
    frame = run.position.active
    if frame is None or frame.state is None or frame.workflow not in run.world:
        return True
    state = run.world.at(frame).states.get(frame.state)
    return state is None or (frame.pending is None and is_open(state))


async def ask_for_person(run: TurnRun, wish: PersonWish) -> None:
    """Hand over outside of any question; where nobody can be asked, offer what else there is."""
    frame = run.position.active
    states = run.world.at(frame).states.values() if frame and frame.workflow in run.world else ()
    team = wish.team or next((state.handoff for state in states if state.handoff), None)
    if await hand_over(run, team):
        return
    _offer(run)


def offer_else(run: TurnRun) -> None:
    """Offer what else there is to who was understood in nothing: people as well, where any are."""
    person = words.ASKING_FOR_PERSON[run.language]
    answering = run.services.teams.answering(run.services.repertoire.teams)
    _offer(run, *([Choice(label=person.capitalize(), value=person)] if answering else []))


def _offer(run: TurnRun, *more: Choice) -> None:
    options = [Choice(label=title, value=f"@{name}") for title, name in _others(run)]
    if options or more:
        asked = machine_words("offer", run.language)
        shown = Choices(id="offer", question=asked, options=[*options, *more])
        show_buttons(run, OFFERED_ELSE, shown)


# --- while people have the conversation ---------------------------------------------------------


async def left_to_people(run: TurnRun) -> bool:
    """Leave the message to those who have the conversation; False where the assistant goes on.

    Who wants it back has it back: then this very turn goes on as if people had let go.
    """
    if run.turn.input.approval is not None:
        return False  # what was decided before people were asked is carried out
    if run.journal.find(KEPT_QUIET):
        return True
    left, held = run.journal.find(GIVEN_BACK), run.incoming.held
    if left is None and (held is None or held.turn_id == run.turn.id):
        return False
    if left is None and held is not None and not wants_assistant(run, held):
        await _keep_quiet(run, held)
        return True
    if held is not None:
        left = run.journal.keep(GIVEN_BACK, left or _left(held))
        await patiently(lambda: handovers.end(run.services.pool, held.id, "left"))
    run.ended_handover = left
    return False


async def _keep_quiet(run: TurnRun, held: OpenHandover) -> None:
    """Note that the people have something to read, and show the person who has it."""
    services, org = run.services, run.turn.caller.org_id
    run.position.language = run.language
    await patiently(lambda: handovers.heard(services.pool, held.id))
    if held.status == "taken":
        title = services.teams.title(held.team, run.language)
        event = Handover(status="taken", team=held.team, title=title, name=held.name, changed=False)
    else:
        standing = await patiently(
            lambda: services.teams.standing(services.pool, org, held.team, run.language)
        )
        place = await patiently(lambda: handovers.place_of(services.pool, held.id))
        event = _event(standing, place, changed=False)
        if awaits_person(run.message):
            run.answer.tell(gate_text(run, words.awaited(standing, place, run.language)))
    run.journal.keep(KEPT_QUIET, True, event)


def wants_assistant(run: TurnRun, held: OpenHandover) -> bool:
    """Tell whether a message is no word to the people but wants the assistant back.

    While somebody waits, whatever leaves does. With a person at it a farewell is for them, and
    "cancel" only where that is no answer to what they have just asked.
    """
    intent = intent_of(run.message) if run.incoming.typed else None
    intents = {intent, *map(intent_of, clauses(run.message))} if run.incoming.typed else {None}
    if run.incoming.typed and any(map(wishes_assistant, clauses(run.message))):
        return True
    if held.status == "waiting":
        return not intents.isdisjoint(LEAVING)
    if intent not in LEAVING:
        return False
    return intent in ("stop", "exit", "home") and not _person_asked(run)


def _person_asked(run: TurnRun) -> bool:
    """Tell whether the last word is a question of a person of the team."""
    last = run.turn.history[-1] if run.turn.history else None
    said: list[StaffBlock] = [b for b in last.blocks if b["type"] == "staff"] if last else []
    return bool(said) and "?" in said[-1]["text"]


def _left(held: OpenHandover) -> EndedHandover:
    return {"team": held.team, "how": "left", "name": held.name}


# --- when they have let go ----------------------------------------------------------------------


def take_back(run: TurnRun, ended: EndedHandover) -> bool:
    """Tell that the assistant has the conversation again; True where a workflow goes on now."""
    how, team = ended["how"], ended["team"]
    title = run.services.teams.title(team, run.language)
    event = Handover(status=how, team=team, title=title, name=ended["name"])
    run.journal.keep(TAKEN_BACK, True, event)
    run.answer.add(_block(team, run, how, ended["name"]))
    run.answer.tell(gate_text(run, words.given_back(how, title, ended["name"], run.language)))
    run.message = ""
    stood = (
        run.position.frames or run.position.before_people
    )  # a workflow that handed over at its end
    run.position = replace(run.position, frames=[] if how == "closed" else stood, before_people=[])
    return run.position.active is not None


def _block(
    team: str,
    run: TurnRun,
    status: HandoverStatus,
    name: str | None,
) -> HandoverBlock:
    title = run.services.teams.title(team, run.language)
    return {"type": "handover", "status": status, "team": team, "title": title, "name": name}
