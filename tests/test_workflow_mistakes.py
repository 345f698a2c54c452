"""Mistakes of authors that show only when people talk: found before, and told with a cure."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.main import main

Printed = pytest.CaptureFixture[str]

CLINIC = """
workflow: booking
version: 1
title: Booking
route: {when: x, examples: [book a visit, I want an appointment]}
slots:
  day: {type: date, title: day, ask: "Which day?"}
  plan: {type: choice, of: {none: {en: none, pt: [sem, particular]}, blue: [azul]}, ask: "Plan?"}
  insured: {type: boolean, ask: "Insured?"}
  age: {type: integer, ask: "Age?"}
  phone: {type: text, ask: "Phone?", skip: true}
rules: ["book_visit requires [day]"]
start: collect
states:
  collect: {ask: [day, plan, insured, age, phone], go: check}
  check: {tool: free_hours, args: {day: "{day}"}, go: [{if: insured, to: sure}, {to: sure}]}
  sure:
    ask: {right: {type: boolean, ask: "{results.check.first}?"}}
    go: [{if: right, to: book}, {to: collect}]
  book: {tool: book_visit, go: done}
  done: {say: "Booked for {day}.", end: completed}
"""
TOOLS = '''
from datetime import date
from tools import tool

@tool(title={"en": "Free", "pt": "Livre"})
def free_hours(day: str, doctor: str = "any", most: int = 3) -> dict:
    """Find free hours.

    Args:
        day: The day.
        doctor: Whose.
        most: How many.
    """
    return {"first": "10:00"}

@tool(title={"en": "Book", "pt": "Marca"}, side_effect=True)
def book_visit(day: str, age: int) -> dict:
    """Book a visit.

    Args:
        day: The day.
        age: How old.
    """
    return {}
'''

MISTAKES = [
    # what is written, what stands there instead, what is told
    ("{if: insured, to: sure}", "{if: insured == sim, to: sure}",
     "'insured' is yes or no: write insured"),
    ("{if: insured, to: sure}", "{if: insured == não, to: sure}",
     'a text needs quotes: write == "não"'),
    ("{if: insured, to: sure}", "{if: insured != yes, to: sure}", "write !insured"),
    ("{if: insured, to: sure}", "{if: plan == blue, to: sure}", 'write plan == "blue"'),
    ("{if: insured, to: sure}", "{if: plan == particular, to: sure}", 'write plan == "none"'),
    ("{if: insured, to: sure}", "{if: 'plan == \"azul\"', to: sure}", 'write plan == "blue"'),
    ("{if: insured, to: sure}", "{if: plan == very blue, to: sure}", 'write == "very blue"'),
    ('args: {day: "{day}"}', "args: {dai: x}", "'free_hours' takes no 'dai'; did you mean 'day'?"),
    ('args: {day: "{day}"}', "args: {most: 2}",
     "'free_hours' needs 'day', and 'args' do not give it"),
    ('args: {day: "{day}"}', 'args: {day: "{dya}"}', "there is no slot 'dya'; did you mean 'day'?"),
    ('args: {day: "{day}"}', 'args: {day: "{day}", most: three}', "it takes an integer"),
    ('args: {day: "{day}"}', 'args: {day: "{day}", most: "{plan}"}', "the slot 'plan' is a choice"),
    ("tool: book_visit", "tool: book_visti",
     "there is no tool 'book_visti'; did you mean 'book_visit'?"),
    ("{results.check.first}", "{results.chek.first}",
     "there is no state 'chek'; did you mean 'check'?"),
    ("{results.check.first}", "{results.collect.day}", "'collect' gives no result (ask)"),
    ("age: {type: integer", "years: {type: integer",
     "'book_visit' needs 'age', and no slot is called so"),
]  # fmt: skip


def clinic(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    text = CLINIC
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "batuta.yaml").write_text("languages: [en]\n")
    for folder, name, body in (("workflows", "booking.yaml", text), ("tools", "hours.py", TOOLS)):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / name).write_text(body, "utf-8")
    return tmp_path


def test_a_sound_file_is_not_complained_of(tmp_path: Path, capsys: Printed) -> None:
    assert main(["validate", str(clinic(tmp_path))]) == 0
    assert "1 workflow, 0 errors, 0 warnings" in capsys.readouterr().out


@pytest.mark.parametrize(("old", "new", "told"), MISTAKES, ids=[m[1] for m in MISTAKES])
def test_a_mistake_is_an_error_with_its_line_and_cure(
    tmp_path: Path, capsys: Printed, old: str, new: str, told: str
) -> None:
    also = [("age, phone]", "years, phone]")] if "years" in new else []
    project = clinic(tmp_path, (old, new), *also)
    assert main(["validate", str(project)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert told in lines[0], lines  # the first that is told, before what follows from it
    assert re.match(r"booking\.yaml:\d+:\d+: error: ", lines[0])


def test_only_the_tool_that_is_missing_is_blamed_and_not_the_rule_about_it(
    tmp_path: Path, capsys: Printed
) -> None:
    main(["validate", str(clinic(tmp_path, ("tool: book_visit", "tool: book_vist")))])
    told = capsys.readouterr().out
    assert "no state here is, or calls" not in told
    assert "1 error" in told


def test_a_text_with_a_gap_is_warned_of(tmp_path: Path, capsys: Printed) -> None:
    early = ("start: collect", "start: hello")
    said = (
        "states:\n",
        'states:\n  hello: {say: "For {day}: {results.check.first}", go: collect}\n',
    )
    assert main(["validate", str(clinic(tmp_path, early, said))]) == 0
    told = capsys.readouterr().out
    assert "warning: no state before this one asks for 'day'" in told
    assert "warning: nothing is in 'results.check.first' here" in told


def test_a_datum_that_may_be_skipped_is_no_argument_that_is_needed(
    tmp_path: Path, capsys: Printed
) -> None:
    changes = [("age: {type: integer, ask", "age: {type: integer, skip: true, ask")]
    assert main(["validate", str(clinic(tmp_path, *changes))]) == 0
    told = capsys.readouterr().out
    assert "'age' may be skipped, and 'book_visit' cannot be called without it" in told


@pytest.mark.parametrize("bare", ["day", "results.check.first"])
def test_a_name_without_braces_among_arguments_is_warned_of(
    tmp_path: Path, capsys: Printed, bare: str
) -> None:
    changes = [('args: {day: "{day}"}', f"args: {{day: {bare}}}")]
    assert main(["validate", str(clinic(tmp_path, *changes))]) == 0
    told = capsys.readouterr().out
    assert f"'{bare}' is given as this very word; write '{{{bare}}}' for what it holds" in told


def test_what_is_done_before_the_last_word_on_it_is_warned_of(
    tmp_path: Path, capsys: Printed
) -> None:
    """After the booking somebody may still say "no, Saturday": the text would tell a wrong day."""
    asks = ("book: {tool: book_visit, go: done}", "book: {tool: book_visit, go: more}\n"
            '  more: {ask: {note: {type: text, ask: "A note?"}}, go: done}')  # fmt: skip
    assert main(["validate", str(clinic(tmp_path, asks))]) == 0
    told = capsys.readouterr().out
    assert "'book' rests on 'day' and is not done again when that is corrected at 'more'" in told
