"""Where a conversation stands is read from what is stored, however odd, and stored as it was."""

from __future__ import annotations

from typing import Any

import pytest

from workflows.machine.cursor import Cursor, Frame

BUSY = Cursor(
    [
        Frame("enrol", "collect", 2, "ab", slots={"name": "Ana", "age": None}, calling=True),
        Frame("pay", "card", results={"card": {"ok": True}}, asking="card", tries=2, pending=""),
    ],
    language="pt",
    left=["welcome"],
    unclear=True,
    care="others",
)


def test_what_is_stored_is_read_again_as_it_was() -> None:
    assert Cursor.read(BUSY.stored()) == BUSY


def test_only_what_says_something_is_stored() -> None:
    assert Cursor().stored() == {}
    assert Cursor([Frame("root")]).stored() == {"frames": [{"workflow": "root"}]}


ODD: list[tuple[Any, Cursor]] = [
    (None, Cursor()),
    ([], Cursor()),
    ({"frames": {}, "language": 7, "left": [1, "a"], "care": {}, "other": 1}, Cursor(left=["a"])),
    ({"frames": [None, {}, {"workflow": 3}, {"state": "x"}]}, Cursor()),
    (
        {"frames": [{"workflow": "a", "tries": "2", "slots": [], "colour": "red"}]},
        Cursor([Frame("a")]),
    ),
]


@pytest.mark.parametrize(("stored", "read"), ODD)
def test_what_is_odd_is_taken_for_not_there(stored: Any, read: Cursor) -> None:
    assert Cursor.read(stored) == read
