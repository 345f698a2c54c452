"""What a test may expect and mock, and how a difference is told."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest

from workflows.file.load import parse, parse_source
from workflows.file.source import WorkflowError
from workflows.file.tests import Expect
from workflows.machine.steps import Outcome
from workflows.testing.check import check_tests
from workflows.testing.expect import Seen, differences
from workflows.testing.mocks import Mocks

SEEN = Seen(
    path=["ask", "done"],
    said=["Quantos anos você tem?", "Pronto, Ana: R-123."],
    calls=[("pay", {"order": 1, "why": "late"}), ("pay", {"order": 2})],
    slots={"age": 18, "day": "2026-03-05", "sure": True},
    routes=["shop", "root"],
    choices=(("Sim", "sim"), ("Não", "não")),
    shown=["card"],
    state="done",
    end="completed",
    language="pt",
)


@pytest.mark.parametrize(
    "expect",
    [
        {"path": ["ask", "done"], "state": "done", "end": "completed", "route": "shop"},
        {"slots": {"age": 18, "day": "2026-03-05", "sure": True, "none": None}},
        {"tools": {"pay": 2}},
        {"tools": {"pay": {"args": {"order": 1}}, "other": 0}},
        {"tools": {"pay": {"count": 2, "args": {"order": 1, "why": "late"}}}},
        {"said": "QUANTOS anos voce"},
        {"said": ["/R-\\d{3}/", {"en": "never", "pt": "pronto"}], "say": "Ana"},
        {"not_said": ["/R-\\d{4}/", {"en": "Pronto", "pt": "ready"}]},
        {"choices": ["não", "Sim"], "ui": "card", "not_route": "root"},
    ],
)
def test_what_happened_is_as_expected(expect: dict[str, Any]) -> None:
    assert differences(Expect.model_validate(expect), SEEN) == []


@pytest.mark.parametrize(
    ("expect", "told"),
    [
        ({"state": "ask"}, "state: expected 'ask', was 'done'"),
        ({"slots": {"age": 19}}, "slot 'age': expected 19, was 18"),
        ({"slots": {"age": True}}, "slot 'age': expected True, was 18"),
        ({"tools": {"pay": 1}}, "tool 'pay': expected 1 calls, were 2"),
        ({"tools": {}}, "tool 'pay': expected 0 calls, were 2"),
        ({"tools": {"pay": {"args": {"order": 3}}}}, "no call with {'order': 3} (were: ["),
        ({"said": "goodbye"}, "'goodbye'; the last were 'Quantos anos você tem?', 'Pronto, Ana"),
        ({"not_said": "r-123"}, "it was said and should not be: 'r-123'"),
        ({"choices": ["Sim"]}, "choices: expected [Sim], were [Sim, Não]"),
        ({"choices": []}, "choices: expected [], were [Sim, Não]"),
        ({"ui": ["map"]}, "ui: 'map' was not shown (were: [card])"),
        ({"end": "cancelled"}, "end: expected 'cancelled', was 'completed'"),
        ({"route": "root"}, "route: expected 'root', was 'shop'"),
        ({"not_route": "shop"}, "route: expected any but 'shop'"),
    ],
)
def test_a_difference_is_told_in_one_line(expect: dict[str, Any], told: str) -> None:
    (line,) = differences(Expect.model_validate(expect), SEEN)
    assert told in line


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ([], "; nothing was said"),
        (["one"], "; last was 'one'"),
        (["one", "two", "three", "four"], "; the last were 'two', 'three', 'four'"),
    ],
)
def test_what_was_said_last_is_shown_where_something_is_missing(said: list[str], told: str) -> None:
    (line,) = differences(Expect.model_validate({"said": "goodbye"}), Seen(said=said))
    assert line.endswith(told)


def test_what_kept_a_test_from_going_on_is_told_first() -> None:
    seen = Seen(problems=["no money left"])
    assert differences(Expect.model_validate({"end": "completed"}), seen)[0] == "no money left"


def test_a_mock_answers_in_sequence_by_argument_and_with_failures() -> None:
    mocks = Mocks(
        {
            "plain": {"error": "no", "code": 1},
            "none": None,
            "fails": {"error": "closed"},
            "slow": {"timeout": "late"},
            "each": {"each": [1, {"error": "e"}, 3]},
            "when": {"when": [{"args": {"n": 1}, "give": "one"}, {"give": {"each": ["a", "b"]}}]},
            "strict": {"when": [{"args": {"n": 1}, "give": "one"}]},
        }
    )
    assert mocks.answer("plain") == Outcome("ok", {"error": "no", "code": 1})
    assert mocks.answer("none") == mocks.answer("unknown") == Outcome("ok", None)
    assert mocks.answer("fails") == Outcome("error", "closed")
    assert mocks.answer("slow") == Outcome("timeout", "late")
    given = [mocks.answer("each") for _ in range(4)]
    assert given == [Outcome("ok", 1), Outcome("error", "e"), Outcome("ok", 3), Outcome("ok", 3)]
    assert mocks.answer("when", {"n": 1, "m": 2}).output == "one"
    assert [mocks.answer("when", {"n": 2}).output for _ in range(2)] == ["a", "b"]
    assert mocks.answer("strict", {"n": True}).status == "error"


WHOLE = "path: [x, y], state: x, slots: {age: 1}, tools: {pay: 1}"
FILE = textwrap.dedent("""\
    workflow: a
    version: 1
    title: A
    slots: {age: {type: integer}}
    agents: {clerk: {prompt: Be kind.}}
    start: x
    states:
      x: {ask: age, go: y}
      y: {tool: pay, end: completed}
    tests:
      - name: one
        say: [hi]
        mock: {pay: 1, clerk: 2}
        expect: {path: [x, y], state: x, slots: {age: 1}, tools: {pay: 1}}
    """)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("path: [x, y]", "path: [x, z]", "a.yaml:14:24: there is no state 'z'"),
        ("state: x", "state: xx", "there is no state 'xx'; did you mean 'x'?"),
        ("slots: {age: 1}", "slots: {agee: 1}", "there is no slot 'agee'; did you mean 'age'?"),
        ("tools: {pay: 1}", "tools: {pai: 1}", "there is no tool 'pai'; did you mean 'pay'?"),
        ("mock: {pay: 1", "mock: {pya: 1", "no tool or agent 'pya'; did you mean 'pay'?"),
    ],
)
def test_a_name_that_is_misspelt_in_a_test_is_an_error(old: str, new: str, told: str) -> None:
    assert check_tests(*parse_source(FILE, "a.yaml"), {"pay"}) == []
    (finding,) = check_tests(*parse_source(FILE.replace(old, new), "a.yaml"), {"pay"})
    assert told in finding.line


VALUES = """
workflow: values
version: 1
title: Values
slots:
  day: {type: date, ask: Day}
  people: {type: integer, min: 4, ask: People}
  flavour: {type: choice, of: {lemon: [limão]}, ask: Flavour}
  mail: {type: email, ask: Mail}
  town: {type: city, ask: Town}
start: a
states: {a: {ask: [day, people, flavour, mail, town], end: completed}}
tests:
  - name: values
    say: [hello]
    expect:
      slots: {SLOT}
"""


@pytest.mark.parametrize(
    ("slot", "told"),
    [
        ("day: 05/03/2026", "'day' (date) never has the value '05/03/2026'; it would be '2026-"),
        ("day: someday", "a date is written 2026-03-05"),
        ("people: '12'", "it would be 12"),
        ("people: 3", "'people' (integer) never has the value 3; its min is 4"),
        ("flavour: limão", "it would be 'lemon'"),
        ("flavour: vanilla", "the options are lemon"),
        ("mail: Ana", "write one that fits"),
        ("town: recife", "it would be 'Recife'"),
    ],
)
def test_a_value_that_a_slot_never_takes_is_an_error(slot: str, told: str) -> None:
    (finding,) = check_tests(*parse_source(VALUES.replace("SLOT", slot), "a.yaml"), None)
    assert finding.level == "error"
    assert finding.place.startswith("a.yaml:17:")
    assert told in finding.message


@pytest.mark.parametrize(
    "slot", ["day: 2026-03-05", "day: '2026-03-05'", "people: 12", "flavour: lemon", "town: null"]
)
def test_a_value_that_a_slot_may_take_is_none(slot: str) -> None:
    assert check_tests(*parse_source(VALUES.replace("SLOT", slot), "a.yaml"), None) == []


@pytest.mark.parametrize(
    ("expect", "told"),
    [
        ('said: "/(?=a)b/"', "looking ahead"),
        ('said: "/(/"', "not a regular expression"),
        ("said: {fr: oui}", "expect.said"),
        ("tools: {pay: {cuont: 1}}", "unknown key 'cuont'; did you mean 'count'?"),
        ("sayd: x", "unknown key 'sayd'; did you mean"),
    ],
)
def test_an_expectation_that_cannot_be_read_is_told_with_its_place(expect: str, told: str) -> None:
    with pytest.raises(WorkflowError) as failed:
        parse(
            FILE.replace("path: [x, y], state: x, slots: {age: 1}, tools: {pay: 1}", expect),
            "a.yaml",
        )
    assert told in failed.value.message
    assert failed.value.message.startswith("a.yaml:14:")


@pytest.mark.parametrize("mock", ["{each: []}", "{each: 3}", "{when: [{arg: 1}]}", "{when: []}"])
def test_a_mock_of_no_known_form_is_refused(mock: str) -> None:
    with pytest.raises(WorkflowError, match=r"a\.yaml:13:"):
        parse(FILE.replace("{pay: 1,", f"{{pay: {mock},"), "a.yaml")
