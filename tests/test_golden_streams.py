"""Streams that were written down once come to the same in every client: here the terminal's."""

from __future__ import annotations

import pytest

from cli.terminal.lines import parse
from cli.terminal.view import Rejoin, StreamView
from contracts.events import EVENT_CLASSES
from tests.support.golden import GOLDEN, NAMES, expected, lines


@pytest.mark.parametrize("name", NAMES)
def test_a_stream_comes_to_what_is_written_beside_it(name: str) -> None:
    view = StreamView()
    for event in filter(None, map(parse, lines(name))):
        if any(isinstance(render, Rejoin) for render in view.take(event)):
            _join_again(view, name)
    told = expected(name)
    assert (view.text, view.status, view.session) == (told["text"], told["status"], told["session"])
    assert view.seen == told["seen"]
    assert ([view.approval.approval] if view.approval else []) == told["approvals"]
    assert (view.choices and view.choices.id) == told["choices"]
    assert (view.usage and view.usage.model) == told["model"]


def test_one_of_them_has_every_event() -> None:
    assert {event["type"] for event in GOLDEN} == {
        cls.model_fields["type"].default for cls in EVENT_CLASSES
    }


def _join_again(view: StreamView, name: str) -> None:
    """Ask for what follows, as the client does: the server has all of it, in order."""
    events = [event for event in map(parse, lines(name)) if event]
    for event in sorted(events, key=lambda one: one.seq):
        list(view.take(event))
