"""A mistake in a file is told in plain words, with its cure, at the line where it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from workflows.file.load import load_source, parse
from workflows.file.project import read_project
from workflows.file.source import WorkflowError

TEXT = """\
workflow: pizza
version: 1
title: Pizza
route:
  when: "the person wants a pizza"
  examples:
    - I want a pizza
    - order food
slots:
  flavour:
    type: choice
    of: [ham, cheese]
    ask: {en: "Which one?", pt: "Qual?"}
  count:
    type: integer
    min: 1
start: ask
states:
  ask:
    ask: [flavour, count]
    go: done
  done:
    say: "Your pizza: {flavour}"
    end: completed
"""
SAY = '"Your pizza: {flavour}"'
ASK = '{en: "Which one?", pt: "Qual?"}'
YAML = [
    ("    type: choice", "\ttype: choice", 11, "a tab; indent with spaces"),
    ("    type: choice", "    type:\tchoice", 11, "a tab"),
    ("    of: [ham", "   of: [ham", 12, "does not line up"),
    ("    of: [ham", "      of: [ham", 12, "does not line up"),
    ("    - order food", "   - order food", 8, "does not line up"),
    ("[ham, cheese]", "[ham, cheese", 12, "this '[' is never closed"),
    (ASK, ASK[:-1], 13, "this '{' is never closed"),
    ('"Which one?"', '"Which one?', 13, "quote is missing"),
    (SAY, SAY[:-1], 23, "this quote is never closed"),
    ('"the person wants a pizza"', '"the person wants a pizza', 5, "quote"),
    (SAY, SAY[1:], 23, "needs quotes"),
    (SAY, "'It's your pizza'", 23, "put double quotes around it"),
    (SAY, "\u201cYour pizza: {flavour}\u201d", 23, "curly quotes"),
    (ASK, "{en: \u201cWhich one?\u201d, pt: \u201cQual, a?\u201d}", 13, "curly quotes"),
    ("type: integer", "type:integer", 15, "a space is missing behind ':'"),
    ("type: choice", "type:choice", 11, "a space is missing behind ':'"),
    (SAY, "Your pizza: ham", 23, "needs quotes around all of it"),
    ("- order food", "- order: food: now", 8, "needs quotes around all of it"),
    (ASK, "{en: Which one?, pt: Qual?}", 13, "needs quotes around all of it"),
    (ASK, "{en: Which: one, pt: Qual}", 13, "needs quotes around all of it"),
    ("    type: choice", "\u00a0\u00a0\u00a0\u00a0type: choice", 11, "not an ordinary one"),
    ("type: integer", "type:\u00a0integer", 15, "(U+00A0)"),
    ("  count:\n", "  count:\u00a0\n", 14, "not an ordinary one"),
    (SAY, "{flavour} is your pizza", 23, "a text that begins with '{' needs quotes"),
    (SAY, "@you it is done", 23, "a text that begins with @ needs quotes"),
    (SAY, "*done* it is", 23, "a text that begins with * needs quotes"),
    (SAY, "!done", 23, "a text that begins with ! needs quotes"),
    (SAY, '"C:\\pizza"', 23, "use single quotes"),
    ("start: ask", "start ask", 17, "a ':' is missing"),
    ("start: ask\n", "start: ask\n---\n", 18, "a second document"),
    ("start: ask", "start: a\x00sk", 17, "a character that no text has (U+0000)"),
]
TYPES = [
    ("version: 1", "version: two", 2, "version: needs a whole number"),
    ("min: 1", "min: one", 16, "are numbers"),
    ("min: 1", "pii: maybe", 16, "is either true or false"),
    ("    type: integer\n    min: 1\n", "", 14, "is empty; it needs keys of its own"),
    ("[ham, cheese]", "{yes: [sim], no: [nao]}", 12, "'yes' needs quotes"),
    ("[ham, cheese]", "[ham, yes]", 12, "an option needs quotes"),
    ("[ham, cheese]", "{ham: [1]}", 12, 'needs quotes, for it is a text: "1"'),
    ("  count:", "  gäste:", 14, "a to z without accents"),
    (SAY, "[a, b]", 23, "needs one text and no list"),
    (SAY, '""', 23, "is empty; write a text"),
    ("    - order food", "    - order: food", 8, "put quotes around it"),
    ("title: Pizza", "title: yes", 3, "needs quotes"),
    ("end: completed", "end: done", 24, "must be 'completed'"),
    ("  examples:\n    - I want a pizza\n    - order food\n", "  examples: x\n", 6, "needs a list"),
]
_PARSERS = re.compile(r"block (?:end|mapping)|expected|valid|instance|mapping values|parse|Input")


@pytest.mark.parametrize(("old", "new", "line", "told"), YAML + TYPES)
def test_a_mistake_is_told_in_plain_words_where_it_is(
    old: str, new: str, line: int, told: str
) -> None:
    assert old in TEXT
    with pytest.raises(WorkflowError) as failure:
        parse(TEXT.replace(old, new, 1), "x.yaml")
    first = failure.value.message.splitlines()[0]
    assert first.startswith(f"x.yaml:{line}:")
    assert told in first
    assert not _PARSERS.search(first)


def test_a_part_of_a_workflow_that_is_a_text_is_told_to_need_keys() -> None:
    text = re.sub(r"route:\n(?:  .*\n)+", "route: pizza orders\n", TEXT)
    with pytest.raises(WorkflowError, match=r"^x\.yaml:4:1: route: needs keys of its own"):
        parse(text, "x.yaml")


def test_odd_spaces_and_quotes_inside_a_quoted_text_are_nobodys_mistake() -> None:
    text = TEXT.replace(SAY, '"Voil\u00e0\u00a0: \u201c{flavour}\u201d"')
    assert parse(text, "x.yaml").workflow == "pizza"
    with pytest.raises(WorkflowError, match=r"^x\.yaml:24:.*does not line up"):
        parse(text.replace("    end:", "   end:"), "x.yaml")


def test_a_file_in_another_encoding_is_told_so_at_its_line(tmp_path: Path) -> None:
    file = tmp_path / "pizza.yaml"
    file.write_bytes(TEXT.replace("order food", "pedir pão").encode("latin-1"))
    with pytest.raises(WorkflowError, match=r"^pizza\.yaml:8:1: not UTF-8.*save the file as UTF-8"):
        load_source(file)


def test_a_manifest_s_mistakes_are_told_likewise(tmp_path: Path) -> None:
    (tmp_path / "workflows").mkdir()
    (tmp_path / "workflows" / "pizza.yaml").write_text(TEXT)
    manifest = tmp_path / "batuta.yaml"
    for written, told in (
        (b"name: caf\xe9\n", "batuta.yaml:1:1: error: not UTF-8"),
        (b"include: root\n", "batuta.yaml:1:1: error: include: needs a list"),
        (b"name:\tshop\n", "batuta.yaml:1:6: error: a tab"),
    ):
        manifest.write_bytes(written)
        found = read_project(tmp_path).findings
        assert [f"{f.place}: {f.level}: {f.message}"[: len(told)] for f in found] == [told]


@pytest.mark.parametrize("piece", [': "a', "'' ", ",'", "[ ", " : ", "\u00a0", '\\"', "- "])
def test_a_hostile_line_is_answered_soon(piece: str) -> None:
    with pytest.raises(WorkflowError, match=r"^x\.yaml:"):
        parse("a: {" + piece * (200_000 // len(piece)) + "\n\tb: '", "x.yaml")
