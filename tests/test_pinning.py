"""Which version a conversation goes on with: the machine by itself, and the choice of people."""

from __future__ import annotations

from datetime import datetime
from random import Random
from uuid import UUID

import pytest

from agent.serving.repertoire import Repertoire, Trial, takes_part
from contracts.messages import Caller
from tests.support.publishing import booking
from workflows.file.load import parse_source, parse_stored
from workflows.file.source import WorkflowError
from workflows.machine.cursor import Cursor, Frame
from workflows.machine.open_question import open_question
from workflows.machine.steps import Given, Outcome, Said, Step
from workflows.machine.transitions import conduct
from workflows.machine.world import Edition, World

OPEN = """
workflow: chatter
version: {version}
title: Chatter
agents: {{friend: {{prompt: "Version {version}"}}}}
start: talk
states: {{talk: {{agent: friend}}}}
"""


def edition(text: str) -> Edition:
    workflow, source = parse_source(text, "x.yaml")
    return Edition(workflow, source.hash)


def world(served: str, *kept: str) -> World:
    """Serve one content and keep others."""
    now = edition(served)
    before = [edition(text) for text in kept]
    chatter = edition(OPEN.format(version=1))
    others = {chatter.workflow.workflow: chatter}
    return World(others | {now.workflow.workflow: now}, {e.hash: e for e in [now, *before]})


def take(where: World, cursor: Cursor, message: str, target: str = "booking") -> tuple[str, Cursor]:
    """Take a turn; return what was said and where it stands."""
    given = Given(message=message, now=datetime(2026, 1, 1, 10), target=target)  # noqa: DTZ001
    walk = conduct(where, cursor, given)
    said: list[str] = []
    outcome: Outcome | None = None
    try:
        while True:
            step: Step = walk.send(outcome)
            said += [step.text] if isinstance(step, Said) else []
            said += [getattr(step, "question", "")]
            outcome = Outcome()
    except StopIteration as ended:
        return " ".join(filter(None, said)), ended.value


def test_a_conversation_notes_the_content_it_begins_with() -> None:
    there = world(booking(1))
    _, cursor = take(there, Cursor(), "hello")
    assert (cursor.frames[-1].version, cursor.frames[-1].hash) == (1, there.edition("booking").hash)


def test_it_goes_on_with_that_content_to_its_end() -> None:
    _, cursor = take(world(booking(1)), Cursor(), "hello")
    later = world(booking(2, first="person"), booking(1))
    _, cursor = take(later, cursor, "Ana")
    said, cursor = take(later, cursor, "3")
    assert said == "version 1: 3 for Ana."
    assert not cursor.frames
    _, cursor = take(later, Cursor(), "hello")
    assert cursor.frames[-1].version == 2


def test_the_same_number_with_other_content_is_another_content() -> None:
    _, cursor = take(world(booking(1)), Cursor(), "hello")
    later = world(booking(1, "edited"), booking(1))
    _, cursor = take(later, cursor, "Ana")
    assert take(later, cursor, "3")[0] == "version 1: 3 for Ana."


@pytest.mark.parametrize(
    ("upgrade", "then", "at_last"),
    [
        ("{from: 1, map: {who: person}}", 3, 3),
        ("{from: 2, map: {who: person}}", 1, 1),  # made for later ones
        ("{from: 1, map: {}}", 1, 3),  # says nothing of this state; the next one is still there
        (None, 1, 1),
    ],
)
def test_an_upgrade_moves_what_it_covers_and_nothing_else(
    upgrade: str | None, then: int, at_last: int
) -> None:
    _, cursor = take(world(booking(1)), Cursor(), "hello")
    later = world(booking(3, first="person", upgrade=upgrade), booking(1))
    _, cursor = take(later, cursor, "Ana")
    assert cursor.frames[-1].version == then
    assert cursor.frames[-1].slots == {"guest": "Ana"}  # whoever asked, the answer was heard
    assert take(later, cursor, "3")[0] == f"version {at_last}: 3 for Ana."


def test_going_back_moves_nobody() -> None:
    """An upgrade leads from older to newer, never from what was taken back."""
    new = booking(3, upgrade="{from: 1, map: {}}")
    _, cursor = take(world(new), Cursor(), "hello")
    back = world(booking(2, upgrade="{from: 1, map: {}}"), new)
    assert take(back, cursor, "Ana")[1].frames[-1].version == 3


def test_a_question_that_waits_for_a_decision_is_not_moved() -> None:
    _, cursor = take(world(booking(1)), Cursor(), "hello")
    cursor.frames[-1].pending = "call_1"
    later = world(booking(2, upgrade="{from: 1, map: {}}"), booking(1))
    assert take(later, cursor, "hm")[1].frames[-1].version == 1


def test_a_content_that_nobody_has_any_more_is_left_for_the_one_served() -> None:
    _, cursor = take(world(booking(1)), Cursor(), "hello")
    assert take(world(booking(2)), cursor, "Ana")[1].frames[-1].version == 2


def test_an_open_conversation_takes_up_what_is_new() -> None:
    """It has no end that it could wait for."""
    old = OPEN.format(version=1)
    cursor = Cursor([Frame("chatter", "talk", version=1, hash=edition(old).hash)])
    later = world(OPEN.format(version=2), old)
    assert take(later, cursor, "hello", "chatter")[1].frames[-1].version == 2


def test_frames_that_wait_keep_their_own_versions() -> None:
    _, cursor = take(world(booking(1)), Cursor(), "hello")
    later = world(booking(2, first="person"), booking(1))
    said, cursor = take(later, cursor, "what is up?", "chatter")
    assert said.endswith("What is your name?")
    assert cursor.active
    assert (cursor.workflow, cursor.active.version, cursor.state) == ("booking", 1, "who")


def test_a_frame_whose_workflow_is_gone_is_left_on_the_way_back() -> None:
    cursor = Cursor([Frame("gone", "x", version=1), Frame("chatter", "talk", version=1)])
    assert take(world(booking(1)), cursor, "hello", "chatter")[1].workflow == "chatter"


def test_the_open_question_is_that_of_the_content_it_was_asked_in() -> None:
    _, cursor = take(world(booking(1)), Cursor(), "hello")
    found = open_question(world(booking(2, first="person"), booking(1)), cursor)
    assert found
    assert found[0] == "guest"


def test_remarks_and_tests_do_not_change_a_content_and_everything_else_does() -> None:
    text = booking(1)
    same = "# a remark\n" + text.replace("a table is booked", "another name")
    assert edition(same).hash == edition(text).hash
    for other in (text.replace("max: 9", "max: 8"), text.replace("How many", "how many")):
        assert edition(other).hash != edition(text).hash


def test_a_prompt_is_part_of_the_content_and_comes_along_with_it() -> None:
    text = OPEN.format(version=1).replace('"Version 1"', "prompts/friend.md")
    one = parse_stored(text, "x.yaml", {"prompts/friend.md": "Be kind."})
    other = parse_stored(text, "x.yaml", {"prompts/friend.md": "Be brief."})
    assert one[0].agents["friend"].prompt == "Be kind."
    assert one[1].hash != other[1].hash
    assert dict(one[1].prompts) == {"prompts/friend.md": "Be kind."}
    with pytest.raises(WorkflowError, match=r"x\.yaml:5:19: the text of 'prompts/friend\.md'"):
        parse_stored(text, "x.yaml", {})


PEOPLE = [UUID(int=drawn.getrandbits(128)) for drawn in [Random(7)] for _ in range(4_000)]


@pytest.mark.parametrize("percent", [1, 5, 25, 50, 90, 99])
def test_as_many_people_take_part_as_was_said(percent: int) -> None:
    share = sum(takes_part(p, "booking", 2, percent) for p in PEOPLE) / len(PEOPLE)
    deviation = (percent / 100 * (1 - percent / 100) / len(PEOPLE)) ** 0.5
    assert abs(share - percent / 100) < 6 * deviation


def test_who_takes_part_always_does_and_stays_when_there_are_more() -> None:
    for person in PEOPLE[:500]:
        first = next((p for p in range(101) if takes_part(person, "booking", 2, p)), None)
        assert first is not None
        assert all(takes_part(person, "booking", 2, p) for p in range(first, 101))
    assert not any(takes_part(p, "booking", 2, 0) for p in PEOPLE)


def test_a_trial_opens_nothing_to_whom_it_is_closed() -> None:
    """The others are not in it, whoever is drawn."""
    restricted = edition(booking(2).replace("title:", "access: [owner]\ntitle:"))
    served = Repertoire.make({"booking": edition(booking(1))}, {"booking": Trial(restricted, 50)})
    versions = {
        role: {
            served.edition("booking", Caller(p, p, "", frozenset({role}))).workflow.version
            for p in PEOPLE[:200]
        }
        for role in ("user", "owner")
    }
    assert versions == {"user": {1}, "owner": {1, 2}}


def test_another_trial_draws_other_people() -> None:
    """Nobody is the one on whom everything is tried."""
    fixed = UUID(int=7)
    drawn = {takes_part(fixed, "booking", version, 50) for version in range(40)}
    assert drawn == {True, False}
    one = {p for p in PEOPLE if takes_part(p, "booking", 2, 50)}
    two = {p for p in PEOPLE if takes_part(p, "trip", 2, 50)}
    assert 0.4 < len(one & two) / len(one) < 0.6
