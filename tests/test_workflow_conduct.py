"""The state machine by itself: what it does with any message, and what it never does."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.serving.route_context import interrupted, question_of
from agent.serving.route_infos import route_infos
from workflows.file.load import load_catalog, parse
from workflows.file.schema import Workflow
from workflows.file.slots import Slot
from workflows.file.states import State
from workflows.machine.cursor import Cursor, Frame
from workflows.machine.open_question import open_question
from workflows.machine.slots.speech import SpeechContext
from workflows.machine.slots.values import accept
from workflows.machine.steps import (
    Asked,
    Ended,
    Entered,
    Given,
    HandedOff,
    Outcome,
    RunAgent,
    RunTogether,
    RunTool,
    Said,
    Step,
)
from workflows.machine.transitions import conduct

FOLDER = Path(__file__).parent / "data" / "project" / "workflows"
WORLD: dict[str, Workflow] = load_catalog() | {
    name: parse((FOLDER / f"{name}.yaml").read_text("utf-8"), name)
    for name in ("enrol", "journey", "parcel", "thanks", "whole", "greeting")
}
NOW = datetime(2026, 1, 15, 10)  # noqa: DTZ001
Answers = dict[str, Outcome]


def turn(
    cursor: Cursor, message: str, answers: Answers | None = None, **more: Any
) -> tuple[list[Step], Cursor]:
    """Take one turn with outcomes told beforehand."""
    steps: list[Step] = []
    walk = conduct(WORLD, cursor, Given(message=message, now=NOW, **more))
    outcome: Outcome | None = None
    try:
        while True:
            step = walk.send(outcome)
            steps.append(step)
            assert len(steps) < 500
            outcome = None
            if isinstance(step, RunTool):
                outcome = (answers or {}).get(step.tool, Outcome("ok", {"done": True}))
            elif isinstance(step, RunAgent | RunTogether):
                outcome = Outcome("ok", {})
    except StopIteration as ended:
        return steps, ended.value


def talk(workflow: str, *messages: str, **more: Any) -> tuple[list[Step], Cursor]:
    """Have a conversation; return the last turn's steps and the cursor."""
    steps: list[Step] = []
    cursor = Cursor([Frame(workflow)])
    for message in messages:
        steps, cursor = turn(cursor, message, **more)
    return steps, cursor


def said(steps: list[Step]) -> str:
    return " ".join(s.text if isinstance(s, Said) else s.question for s in steps
                    if isinstance(s, Said | Asked))  # fmt: skip


def path(steps: list[Step]) -> list[str]:
    return [s.state for s in steps if isinstance(s, Entered)]


ENROLLED = "my name is Ana Reis and I am 20 years old"


def test_the_same_turn_gives_the_same_steps_and_leaves_its_cursor_alone() -> None:
    _, cursor = talk("enrol", ENROLLED)
    before = orjson.dumps(cursor.stored())
    assert turn(cursor, "no, I am 21") == turn(cursor, "no, I am 21")
    assert orjson.dumps(cursor.stored()) == before


@pytest.mark.parametrize(
    ("message", "slots"),
    [
        ("no, I am 21 years old", {"age": 21}),
        ("actually my name is Bia", {"name": "Bia"}),
        ("change my name to Caio", {"name": "Caio"}),
        ("não, tenho vinte e dois", {"age": 22}),
        ("I'm 30 years old", {"age": 30}),
    ],
)
def test_any_slot_is_corrected_at_any_time(message: str, slots: dict[str, Any]) -> None:
    steps, cursor = talk("enrol", ENROLLED, message)
    assert {k: cursor.frames[-1].slots[k] for k in slots} == slots
    assert cursor.state == "confirm"
    assert not [s for s in steps if isinstance(s, RunTool)]


def test_a_yes_with_a_change_is_asked_again_and_not_carried_out() -> None:
    steps, cursor = talk("enrol", ENROLLED, "yes, but I am 21 years old")
    assert cursor.frames[-1].slots["age"] == 21
    assert cursor.state == "confirm"
    assert not [s for s in steps if isinstance(s, RunTool)]


def test_only_what_is_missing_is_asked_in_the_order_of_the_file() -> None:
    steps, cursor = talk("enrol", "hello")
    assert said(steps) == "What is your name?"
    asked = open_question(WORLD, cursor)
    assert asked is not None
    assert (asked.name, asked.slot) == ("name", WORLD["enrol"].slots["name"])
    steps, cursor = turn(cursor, "my age is 30")
    assert said(steps) == "Noted: age: 30. What is your name?"
    steps, cursor = turn(cursor, "Ana")
    assert path(steps) == ["confirm"]


def test_a_rule_is_enforced_when_a_state_forgets_it() -> None:
    text = """
workflow: hasty
version: 1
title: Hasty
slots: {name: {type: name}, age: {type: integer}}
agents: {a: {prompt: x}}
rules:
  - pay requires [name, age]
start: ask
states:
  ask: {ask: name, go: pay}
  pay: {tool: pay, on_error: rest, go: done}
  rest: {agent: a, fill: [age], go: pay}
  done: {say: Paid., end: completed}
"""
    WORLD["hasty"] = parse(text, "hasty")
    try:
        steps, cursor = talk("hasty", "hello", "Ana")
        assert not [s for s in steps if isinstance(s, RunTool)]
        assert "still missing: age" in said(steps)
        steps, cursor = turn(cursor, "30")
        assert [s.tool for s in steps if isinstance(s, RunTool)] == ["pay"]
    finally:
        del WORLD["hasty"]


def test_what_may_never_be_collected_is_not_even_read() -> None:
    _, cursor = talk("enrol", "hello", "Ana", "529.982.247-25")
    assert "529" not in str(cursor)


def test_digressions_nest_and_every_question_comes_back() -> None:
    _, cursor = talk("enrol", "hello")
    _, cursor = turn(cursor, "rate", target="thanks")
    assert cursor.workflow == "thanks"
    _, cursor = turn(cursor, "what time is it?", target="root")
    assert cursor.workflow == "thanks"
    steps, cursor = turn(cursor, "5")
    assert "Thank you." in said(steps)
    assert said(steps).endswith("What is your name?")
    assert (cursor.workflow, cursor.state) == ("enrol", "collect")
    assert not cursor.waiting


def test_going_back_to_what_waits_takes_it_up_with_this_very_message() -> None:
    _, cursor = talk("enrol", "hello")
    _, cursor = turn(cursor, "rate", target="thanks")
    _, cursor = turn(cursor, "my name is Ana", target="enrol")
    assert cursor.frames[-1].slots == {"name": "Ana"}
    assert [f.workflow for f in cursor.waiting] == ["thanks"]


def test_leaving_ends_it_and_returns_to_what_it_had_interrupted() -> None:
    _, cursor = talk("enrol", "hello")
    _, cursor = turn(cursor, "rate", target="thanks")
    steps, cursor = turn(cursor, "cancel", target="enrol", leave=True)
    assert [s.how for s in steps if isinstance(s, Ended)] == ["cancelled"]
    assert said(steps).endswith("What is your name?")
    steps, cursor = turn(cursor, "sair")
    assert not cursor.frames


def test_why_help_and_a_person_are_answered_by_the_engine() -> None:
    _, cursor = talk("whole", "hello", "Ana")
    steps, _ = turn(cursor, "why do you ask?")
    assert said(steps) == "To know. How old are you?"
    steps, _ = turn(cursor, "help")
    assert "How old are you?" in said(steps)
    steps, after = turn(cursor, "I want to talk to a human")
    assert [s.team for s in steps if isinstance(s, HandedOff)] == ["support"]
    assert not after.frames


def test_after_a_handoff_nothing_that_waits_is_taken_up() -> None:
    _, cursor = talk("enrol", "hello")
    _, cursor = turn(cursor, "a table", target="small")
    steps, after = turn(cursor, "I want to talk to a human")
    assert [s.team for s in steps if isinstance(s, HandedOff)] == ["desk"]
    assert [s.workflow for s in steps if isinstance(s, Ended)] == ["small", "enrol"]
    assert "Back to" not in said(steps)
    assert not after.frames


def test_what_a_workflow_calls_goes_on_when_the_caller_is_returned_to() -> None:
    _, cursor = talk("parcel", "hello", "Ana")
    assert cursor.workflow == "thanks"
    for target in ("parcel", "thanks"):
        _, away = turn(cursor, "hello", target="enrol")
        assert away.workflow == "enrol"
        steps, back = turn(away, "5", target=target)
        assert "Posted to Ana." in said(steps)
        assert [f.workflow for f in back.frames] == ["enrol"]


def test_whoever_leaves_what_was_called_leaves_the_caller_too() -> None:
    _, cursor = talk("parcel", "hello", "Ana")
    message = "stop this please, I would rather have a table"
    _, cursor = turn(cursor, message, target="small", leave=True)
    assert [f.workflow for f in cursor.frames] == ["small"]


def test_after_too_many_misunderstandings_the_way_with_tries_is_taken() -> None:
    steps, _ = talk("enrol", "hello", "Ana", "blue", "green", "pink", "red")
    assert path(steps) == ["human"]


def test_a_failed_tool_goes_where_the_file_says_and_a_waiting_one_is_resumed() -> None:
    _, cursor = talk("enrol", ENROLLED)
    steps, _ = turn(cursor, "yes", {"book": Outcome("error", "no room")})
    assert path(steps) == ["reserve", "confirm"]
    assert "no room" in said(steps)
    _, waiting = turn(cursor, "yes", {"book": Outcome("waiting", call="call_7")})
    assert waiting.frames[-1].pending == "call_7"
    steps, _ = turn(waiting, "hello?")
    assert not [s for s in steps if isinstance(s, RunTool)]
    steps, after = turn(waiting, "")
    assert [s.call for s in steps if isinstance(s, RunTool)] == ["call_7"]
    assert after.state == "form"


def test_an_older_conversation_is_moved_by_the_map_with_the_slots_that_still_fit() -> None:
    old = Cursor([Frame("enrol", "ask_name", version=1, slots={"age": 5, "x": 1})])
    _, cursor = turn(old, "my name is Ana")
    assert cursor.state == "collect"
    assert cursor.frames[-1].version == 2
    assert cursor.frames[-1].slots == {"name": "Ana"}


def test_a_workflow_that_is_not_served_any_more_breaks_no_conversation() -> None:
    gone = Cursor([Frame("gone", "x", version=1, slots={"a": 1})])
    steps, cursor = turn(gone, "hello", target="root")
    assert path(steps) == ["answer"]
    assert cursor.workflow == "root"


def test_a_called_workflow_is_closed_to_those_who_may_not_use_it() -> None:
    call = (
        "workflow: c\nversion: 1\ntitle: C\nstart: a\nstates: {a: {call: greeting, end: completed}}"
    )
    WORLD["c"] = parse(call, "c")
    try:
        steps, _ = talk("c", "hi", roles=frozenset({"user"}))
        assert "'greeting' is not available" in said(steps)
        steps, _ = talk("c", "hi", roles=frozenset({"operator"}))
        assert "Welcome." in said(steps)
    finally:
        del WORLD["c"]


def test_the_router_is_told_what_was_asked_and_what_waits() -> None:
    _, cursor = talk("whole", "hello", ENROLLED, "yes")
    asked = question_of(open_question(WORLD, cursor), "en")
    assert asked
    assert asked.kind == "choice"
    assert {"low", "baixo", "high", "tall"} <= set(asked.choices)
    _, cursor = turn(cursor, "rate", target="thanks")
    assert interrupted(cursor) == ["whole"]
    infos = route_infos(WORLD)
    first = infos["onboarding"].first
    assert first
    assert first({}) is True
    assert first({"onboarding_completed": True}) is False
    assert infos["whole"].access == ["operator"]


WORDS = st.sampled_from(
    "hello|yes|no|não|Ana|20|200|cancel|help|why?|Sou a Ana, 20 anos, de Recife|actually 30|high"
    "|baixo|🙂|sim, mas tenho 21 anos|falar com um atendente|x@y.zz|2020-01-01|nothing|ABC".split(
        "|"
    )
)


@settings(max_examples=150, deadline=timedelta(seconds=10))
@given(
    st.sampled_from(sorted(WORLD)),
    st.lists(
        st.tuples(
            WORDS | st.text(max_size=60),
            st.none() | st.sampled_from(sorted(WORLD)),
            st.sampled_from(["ok", "error", "timeout", "waiting"]),
            st.booleans(),
        ),
        max_size=10,
    ),
)
def test_any_conversation_waits_or_ends_and_its_cursor_can_be_kept(
    workflow: str, messages: list[tuple[str, str | None, Any, bool]]
) -> None:
    cursor = Cursor([Frame(workflow)])
    for message, target, status, leave in messages:
        known = {tool: Outcome(status, "x", "c1") for tool in ("book", "look", "send", "leak")}
        more: dict[str, Any] = {"target": target or cursor.workflow or "root"}
        _, cursor = turn(cursor, message, known, leave=leave and target is not None, **more)
        assert Cursor.read(orjson.loads(orjson.dumps(cursor.stored()))) == cursor
        assert len(cursor.waiting) <= 6
        if frame := cursor.active:
            assert frame.state in WORLD[frame.workflow].states
            for name, value in frame.slots.items():
                assert WORLD[frame.workflow].slot(name) is not None, (name, value)


# --- pages, opening messages, failures that lead back ---

SMALL = parse(
    """
workflow: small
version: 1
title: {en: Small, pt: Pequeno}
slots:
  people: {type: integer, min: 1, ask: {en: "How many?", pt: "Quantos?"}}
  day: {type: date, ask: {en: "Which day?", pt: "Que dia?"}}
agents: {clerk: {prompt: Be kind.}}
start: details
states:
  details: {ask: [people, day], go: book}
  book: {tool: book, args: {people: "{people}"}, on_error: again, go: form}
  again: {agent: clerk, fill: [people, day], go: book}
  form:
    ui: phone_form
    result: {type: object, properties: {phone: {type: string}}, required: [phone]}
    go: [{if: tries > 2, to: human}, {to: done}]
  done: {say: {en: "Done.", pt: "Pronto."}, end: completed}
  human: {handoff: desk, end: escalated}
""",
    "small.yaml",
)
WORLD["small"] = SMALL


def test_an_opening_message_that_says_it_all_is_not_asked_again() -> None:
    steps, cursor = talk("small", "a table for 4 people on March 5, 2026")
    assert path(steps) == ["details", "book", "form"]
    assert cursor.frames[-1].slots == {"people": 4, "day": "2026-03-05"}
    steps, _ = talk("small", "a table for 4 people")
    assert said(steps) == "Which day?"


def test_a_failure_that_leads_back_asks_what_to_change_and_does_not_circle() -> None:
    _, cursor = talk("small", "hello", "4")
    answers = {"book": Outcome("error", "full")}
    steps, cursor = turn(cursor, "tomorrow", answers)
    assert path(steps) == ["book", "again"]
    assert said(steps) == "That did not work: full What should I change?"
    steps, _ = turn(cursor, "only 2 people")
    assert path(steps) == ["book", "form"]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"phone": 3}, "does not fit: phone"),
        ({}, "does not fit: phone"),
        ("x", "cannot read"),
        (None, "cannot read"),
    ],
)
def test_a_page_s_answer_of_another_form_is_asked_for_again(value: Any, told: str) -> None:
    _, cursor = talk("small", "a table for 4 people on March 5, 2026")
    steps, cursor = turn(cursor, "", ui=("small.form", value))
    assert told in said(steps)
    assert cursor.state == "form"
    assert "form" not in cursor.frames[-1].results
    steps, _ = turn(cursor, "", ui=("small.form", {"phone": "11"}))
    assert path(steps) == ["done"]


def test_a_page_that_nobody_manages_leads_where_the_workflow_says() -> None:
    _, cursor = talk("small", "a table for 4 people on March 5, 2026")
    for _ in range(2):
        _, cursor = turn(cursor, "", ui=("small.form", 1))
    steps, cursor = turn(cursor, "", ui=("small.form", 1))
    assert path(steps) == ["human"]
    assert not cursor.frames


@pytest.mark.parametrize(
    ("kind", "given", "kept"),
    [
        ("name", "42", None),
        ("name", "twelve thousand", None),
        ("name", "Cem", "Cem"),
        ("name", "John Seven", "John Seven"),
        ("city", "doze mil", None),
        ("city", "twelve", None),
        ("city", "1770", None),
        ("city", "sete lagoas", "Sete Lagoas"),
        ("city", "Três Rios", "Três Rios"),
    ],
)
def test_a_name_has_letters_and_a_place_is_no_number(
    kind: str, given: str, kept: str | None
) -> None:
    slot = Slot.model_validate({"type": kind})
    assert accept(slot, given, SpeechContext(NOW))[0] == kept


def test_calls_at_the_same_time_are_given_what_was_collected() -> None:
    steps, _ = talk("parcel", "", "Ana")
    together = next(s for s in steps if isinstance(s, RunTogether))
    assert [task.args for task in together.tasks] == [{"name": "a Ana"}, {"name": "b"}]


STAFF = """
workflow: staff
version: 1
title: Staff
access: [operator]
slots: {code: {type: text, ask: "Which code?"}}
start: ask
states:
  ask: {ask: code, go: help}
  help: {call: short, go: act}
  act: {tool: open_door, end: completed}
"""
SHORT = """
workflow: short
version: 1
title: Short
slots: {word: {type: text, ask: "Which word?"}}
start: ask
states: {ask: {ask: word, end: completed}}
"""


@pytest.mark.parametrize(("roles", "opened"), [({"user", "operator"}, 1), ({"user"}, 0)])
def test_who_loses_a_role_does_not_come_back_to_what_it_opened(
    roles: set[str], opened: int
) -> None:
    world = {name: parse(text, name) for name, text in (("staff", STAFF), ("short", SHORT))}
    cursor = Cursor([Frame("staff")])
    for message in ("", "4711"):
        _, cursor = _walked(world, cursor, message, {"user", "operator"})
    assert [f.workflow for f in cursor.frames] == ["staff", "short"]
    steps, cursor = _walked(world, cursor, "blue", roles)
    assert len([s for s in steps if isinstance(s, RunTool)]) == opened
    assert cursor.workflow is None


@pytest.mark.parametrize(("roles", "code"), [({"user", "operator"}, "12"), ({"user"}, "4711")])
def test_what_a_person_may_not_use_any_more_hears_nothing(roles: set[str], code: str) -> None:
    world = {name: parse(text, name) for name, text in (("staff", STAFF), ("short", SHORT))}
    cursor = Cursor([Frame("staff")])
    for message in ("", "4711"):
        _, cursor = _walked(world, cursor, message, {"user", "operator"})
    steps, cursor = _walked(world, cursor, "no, code: 12", roles)
    assert ("Noted" in said(steps)) == (code == "12")
    if cursor.frames:
        assert cursor.frames[0].slots == {"code": code}


def _walked(
    world: dict[str, Workflow], cursor: Cursor, message: str, roles: set[str]
) -> tuple[list[Step], Cursor]:
    walk = conduct(world, cursor, Given(message=message, now=NOW, roles=frozenset(roles)))
    steps: list[Step] = []
    try:
        steps.append(next(walk))
        while True:
            done = isinstance(steps[-1], RunTool)
            steps.append(walk.send(Outcome("ok", {}) if done else None))
    except StopIteration as ended:
        return steps, ended.value


# --- what options are called ---

CAKE = """
workflow: cake
version: 1
title: {en: Cake, pt: Bolo}
slots:
  flavour: {type: choice, of: %s, ask: {en: "Which?", pt: "Qual?"}}
start: pick
states:
  pick: {ask: flavour, go: done}
  done: {say: {en: "A {flavour} cake.", pt: "Um bolo de {flavour}."}, end: completed}
"""
BY_LANGUAGE = (
    "{carrot: {en: carrot, pt: cenoura}, lemon: {en: lemon, pt: [limão, limão siciliano]}}"
)
AS_THEY_COME = "{carrot: [cenoura], lemon_pie: [limão, torta de limão]}"


@pytest.mark.parametrize(
    ("of", "language", "buttons", "answer", "told"),
    [
        (BY_LANGUAGE, "en", ["Carrot", "Lemon"], "limão siciliano", "A lemon cake."),
        (BY_LANGUAGE, "pt", ["Cenoura", "Limão"], "lemon", "Um bolo de limão."),
        (AS_THEY_COME, "en", ["Carrot", "Lemon pie"], "limão", "A lemon pie cake."),
        ("[carrot, lemon_pie]", "pt", ["Carrot", "Lemon pie"], "carrot", "Um bolo de carrot."),
        ("{carrot: {pt: cenoura}}", "en", ["Carrot"], "cenoura", "A carrot cake."),
    ],
)
def test_options_are_called_as_people_of_the_language_call_them(
    of: str, language: str, buttons: list[str], answer: str, told: str
) -> None:
    WORLD["cake"] = parse(CAKE % of, "cake")
    try:
        steps, cursor = talk("cake", "hm", language=language)
        (asked,) = [s for s in steps if isinstance(s, Asked)]
        assert [label for label, _ in asked.options] == buttons
        steps, _ = turn(cursor, "turquoise", language=language)
        assert f"{', '.join(buttons)}." in said(steps)
        steps, _ = turn(cursor, answer, language=language)
        assert said(steps) == told
    finally:
        del WORLD["cake"]


class Dancing(State):
    """A state as a later release may have it."""

    @property
    def kind(self) -> Any:
        return "dance"


def test_a_state_of_an_unknown_kind_stops_the_walk_and_hands_over_to_nobody() -> None:
    enrol = WORLD["enrol"]
    dance = Dancing(say="Let us dance.")
    world = {"enrol": enrol.model_copy(update={"states": {enrol.start: dance}})}
    walk = conduct(world, Cursor([Frame("enrol")]), Given(message="hello", now=NOW))
    assert isinstance(next(walk), Entered)
    with pytest.raises(AssertionError, match="dance"):
        next(walk)
