"""The terminal client's reading of a stream, without terminal or network."""

from __future__ import annotations

from io import StringIO
from typing import Any

import orjson
import pytest

from cli.terminal import answers
from cli.terminal.lines import BrokenLine, Unknown, parse
from cli.terminal.paint import Painter
from cli.terminal.view import Again, End, Notice, Rejoin, Render, Say, StreamView
from contracts import events as ev
from language.printable import printable
from tests.support.golden import ENDINGS, GOLDEN


def event(seq: int, type_: str, /, **fields: Any) -> ev.Event | Unknown:
    """Read one event the way it comes over the wire."""
    line = orjson.dumps({"type": type_, "turn": "t", "seq": seq, "at": "now"} | fields).decode()
    read = parse(line)
    assert read is not None
    return read


def say(seq: int, content: str, message: str = "m") -> ev.Event | Unknown:
    """Read one piece of text."""
    return event(seq, "text", message_id=message, content=content)


def shown(view: StreamView, *events: ev.Event | Unknown) -> list[Render]:
    """Take events and gather what to show for them."""
    return [render for one in events for render in view.take(one)]


def notes(renders: list[Render]) -> str:
    """Join the lines beside the answer."""
    return "\n".join(render.text for render in renders if isinstance(render, Notice))


def test_text_is_shown_piece_by_piece_and_kept_whole() -> None:
    view = StreamView()
    assert shown(view, say(1, "Good "), say(2, "day")) == [Say("Good "), Say("day")]
    assert view.text == "Good day"


def test_an_event_already_seen_is_dropped() -> None:
    view = StreamView()
    assert shown(view, say(1, "once"), say(1, "once")) == [Say("once")]
    assert view.text == "once"


def test_a_gap_asks_for_what_is_missing_and_takes_nothing() -> None:
    view = StreamView()
    assert shown(view, say(1, "a"), say(3, "c")) == [Say("a"), Rejoin(after=1)]
    assert (view.text, view.seen) == ("a", 1)


def test_a_gap_that_a_rejoin_does_not_fill_is_told_and_passed() -> None:
    view = StreamView()
    shown(view, say(1, "a"), say(3, "c"))
    view.rejoined = True
    assert isinstance(shown(view, say(3, "c"))[0], Notice)
    assert view.text == "ac"
    assert shown(view, say(5, "e")) == [Rejoin(after=3)]


def test_duplicates_after_a_rejoin_do_not_hide_a_later_gap() -> None:
    view = StreamView()
    shown(view, say(1, "a"), say(2, "b"))
    view.rejoined = True
    assert shown(view, say(2, "b"), say(3, "c"), say(5, "e")) == [Say("c"), Rejoin(after=3)]


def test_a_restart_voids_only_its_own_message() -> None:
    view = StreamView()
    renders = shown(
        view,
        say(1, "First.", "m1"),
        say(2, "Sec", "m2"),
        event(3, "text_restart", message_id="m2"),
        say(4, "Second.", "m2"),
    )
    assert Again() in renders
    assert view.text == "First.\n\nSecond."


def test_a_restart_before_any_text_is_not_worth_a_word() -> None:
    assert shown(StreamView(), event(1, "text_restart", message_id="m")) == []


def test_nothing_is_taken_after_done() -> None:
    view = StreamView()
    assert shown(view, event(1, "done", status="finished"), say(2, "late")) == [End("finished")]
    assert view.text == ""


@pytest.mark.parametrize(("status", "told"), ENDINGS)
def test_every_ending_but_a_plain_one_is_told(status: str, told: str) -> None:
    assert notes(shown(StreamView(), event(1, "done", status=status))) == told


def test_a_queued_message_says_its_position() -> None:
    assert "number 2" in notes(shown(StreamView(), event(1, "queued", position=2)))


def test_a_tool_call_is_one_line_when_it_begins_and_one_when_it_ends() -> None:
    begin = event(1, "tool_start", call="c", tool="clock", title="Clock", args={"zone": "UTC"})
    end = event(2, "tool_end", call="c", tool="clock", status="timeout", duration_ms=1500)
    assert notes(shown(StreamView(), begin, end)) == (
        '> Clock(zone="UTC")\n< Clock: timeout in 1.5 s'
    )


def test_a_numbered_option_stands_for_its_value() -> None:
    view = StreamView()
    options = [{"label": "Mornings", "value": "am"}, {"label": "Evenings", "value": "pm"}]
    told = notes(shown(view, event(1, "choices", id="q", question="When?", options=options)))
    assert "2. Evenings" in told
    assert answers.chosen(" 2 ", view.choices) == "pm"
    assert answers.chosen("3", view.choices) == "3"
    assert answers.chosen("2", None) == "2"


def test_every_event_of_the_contract_is_read_and_the_stream_goes_on() -> None:
    view, kinds = StreamView(), set[str]()
    for seq, fields in enumerate(GOLDEN, 1):
        own = {name: value for name, value in fields.items() if name != "type"}
        read = event(seq, fields["type"], **own)
        assert isinstance(read, ev.Event)
        kinds.add(fields["type"])
        assert not any(isinstance(render, Rejoin) for render in view.take(read))
    assert view.status == "waiting"
    assert view.session == "s"
    assert view.approval is not None
    assert view.usage is not None
    assert kinds == {str(cls.model_fields["type"].default) for cls in ev.EVENT_CLASSES}


def test_words_of_a_newer_server_are_passed_over() -> None:
    view = StreamView()
    assert shown(view, event(1, "hologram", size=3), say(2, "still here")) == [Say("still here")]
    extended = event(3, "text", message_id="m", content="!", mood="glad")
    assert shown(view, extended) == [Say("!")]


@pytest.mark.parametrize("line", ['{"type":"text","seq":1,"cont', "{}", "[]", "oops"])
def test_half_a_line_is_a_lost_connection(line: str) -> None:
    with pytest.raises(BrokenLine):
        parse(line)


def test_a_heartbeat_is_no_event() -> None:
    assert parse("") is None


def approval(kind: str) -> ev.ToolApprovalRequest:
    """Read an approval request of one kind."""
    fields = {
        "approval": "a",
        "call": "c",
        "tool": "t",
        "title": "T",
        "reason": "r",
        "code": "has_effect",
    }
    read = event(1, "tool_approval_request", kind=kind, expires_at="later", **fields)
    assert isinstance(read, ev.ToolApprovalRequest)
    return read


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("y", {"approve": True}),
        ("No", {"approve": False}),
        (" r ", {"approve": True, "remember": True}),
        ("what would it do?", None),
        ("", None),
    ],
)
def test_a_line_may_answer_an_approval(line: str, meant: dict[str, bool] | None) -> None:
    assert answers.decision(line, approval("tool")) == meant


@pytest.mark.parametrize("kind", ["continue", "retry", "repeat"])
def test_only_a_tool_can_be_remembered_or_edited(kind: str) -> None:
    assert answers.decision("r", approval(kind)) is None
    assert not answers.wants_edit("e", approval(kind))


def test_edited_arguments_are_a_yes_to_them() -> None:
    assert answers.edited('{"to": "a"}') == {"approve": True, "edited_args": {"to": "a"}}
    for line in ("{", "[1]"):
        with pytest.raises(answers.NotArguments):
            answers.edited(line)


def test_what_a_model_writes_cannot_steer_the_terminal() -> None:
    assert printable("a\x1b[2Jb\x07\r\x9bc\n\td") == "a[2Jbc\n\td"


def test_a_note_does_not_land_inside_a_line_of_the_answer() -> None:
    out = StringIO()
    painter = Painter(out, out, colour=False)
    for render in (Say("half"), Notice("tool"), Say("line\n"), Notice("end"), End("finished")):
        painter.show(render)
    assert out.getvalue() == "half\ntool\nline\nend\n"


def test_colours_are_written_only_where_they_are_wanted() -> None:
    plain, coloured = StringIO(), StringIO()
    Painter(plain, None, colour=False).line("careful", "warn")
    Painter(coloured, None, colour=True).line("careful", "warn")
    assert plain.getvalue() == "careful\n"
    assert coloured.getvalue() == "\x1b[33mcareful\x1b[0m\n"


def test_progress_is_written_over_in_a_terminal_and_kept_elsewhere() -> None:
    lines = (Notice("10 %", "passing"), Notice("20 %", "passing"), Say("Done.\n"))
    screen, file = StringIO(), StringIO()
    live, still = Painter(screen, screen, False, live=True), Painter(file, file, False)
    for render in lines:
        live.show(render)
        still.show(render)
    assert file.getvalue() == "10 %\n20 %\nDone.\n"
    assert screen.getvalue() == "10 %\r\x1b[K20 %\r\x1b[KDone.\n"
