"""`batuta chat` as a real command, against a real server that speaks the documented stream."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from typing import Any

import pytest

from cli.terminal.client import Bearer, Client, FollowedTurn, Refused
from cli.terminal.view import Say
from tests.support.stream_server import Refusal, Story, StreamServer, serving
from tests.support.terminal import terminal

COMMAND = [sys.executable, "-m", "cli.main", "chat"]
SIGNED = [*COMMAND, "--token", "secret"]
START = {"type": "turn_start", "session": "s1", "message_id": "m1"}
FINISHED = {"type": "done", "status": "finished"}
WAITING = {"type": "done", "status": "waiting"}
APPROVAL = {
    "type": "tool_approval_request",
    "approval": "a1",
    "kind": "tool",
    "call": "c1",
    "tool": "forget",
    "title": "Forget notes",
    "args": {"key": "old"},
    "reason": "it deletes what was kept",
    "code": "has_effect",
    "expires_at": "2026-01-03T03:04:05.000000Z",
}
ENV = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}


def text(content: str) -> dict[str, Any]:
    """Return one piece of the answer."""
    return {"type": "text", "message_id": "m1", "content": content}


def story(*events: dict[str, Any], end: dict[str, Any] = FINISHED, **mishaps: Any) -> Story:
    """Return a turn with these events between its first and its last."""
    return Story([START, *events, end], **mishaps)


def ran(command: list[str], env: dict[str, str], typed: str) -> subprocess.CompletedProcess[str]:
    """Run a command without a terminal."""
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, env=env, check=False
    )


def chat(url: str, *args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Talk to a server with a token in hand."""
    return ran([*SIGNED, "--url", url, *args], ENV, typed)


def test_once_prints_only_the_answer_and_tells_the_rest_on_stderr() -> None:
    called: dict[str, Any] = {
        "type": "tool_start",
        "call": "c",
        "tool": "clock",
        "title": "Clock",
        "args": {},
    }
    ended = {"type": "tool_end", "call": "c", "tool": "clock", "status": "ok", "duration_ms": 20}
    server = StreamServer(story(called, ended, text("Half past "), text("nine")))
    with serving(server) as url:
        done = chat(url, "--once", "what time is it?", "--session", "s9", "--autonomous")
    assert (done.returncode, done.stdout) == (0, "Half past nine\n")
    assert "Clock" in done.stderr
    (post,) = server.calls("POST", "/chat")
    assert post.body == {"message": "what time is it?", "session_id": "s9", "autonomous": True}
    assert post.headers["authorization"] == "Bearer secret"


@pytest.mark.parametrize("status", ["failed", "blocked", "cancelled", "waiting"])
def test_once_fails_when_the_turn_did_not_finish(status: str) -> None:
    with serving(StreamServer(story(end={"type": "done", "status": status}))) as url:
        assert chat(url, "--once", "hello").returncode == 1


def test_a_connection_cut_inside_a_line_loses_and_repeats_nothing_and_is_told_once() -> None:
    pieces = [text(c) for c in ("one ", "two ", "three ", "four ", "five")]
    server = StreamServer(story(*pieces, cut_before={3, 5}, end_before={6}, twice={4}))
    with serving(server) as url:
        done = chat(url, "--once", "count")
    assert (done.returncode, done.stdout) == (0, "one two three four five\n")
    assert done.stderr.count("connection lost") == 1
    rejoins = server.calls("GET", "/chat/turn-1/events")
    assert [call.query for call in rejoins] == [{"after": "2"}, {"after": "4"}, {"after": "5"}]


def test_a_server_that_is_not_ready_yet_is_asked_again() -> None:
    server = StreamServer(story(text("all "), text("here"), cut_before={3}))
    server.trouble.append(Refusal(503, "unavailable", "starting"))
    server.trouble.append(Refusal(500, "internal", "something went wrong here"))
    with serving(server) as url:
        done = chat(url, "--once", "hello")
    assert (done.returncode, done.stdout) == (0, "all here\n")
    assert len(server.calls("GET", "/chat/turn-1/events")) == 3


def test_a_turn_that_is_gone_is_not_asked_for_again() -> None:
    server = StreamServer(story(text("all "), text("here"), cut_before={3}))
    server.trouble.append(Refusal(404, "not_found", "you have no turn of this id"))
    with serving(server) as url:
        done = chat(url, "--once", "hello")
    assert done.returncode == 1
    assert "you have no turn of this id" in done.stderr


def test_a_gap_is_filled_by_joining_again() -> None:
    pieces = [text(c) for c in ("one ", "two ", "three")]
    server = StreamServer(story(*pieces, skip={3}))
    with serving(server) as url:
        assert chat(url, "--once", "count").stdout == "one two three\n"
    assert [c.query for c in server.calls("GET", "/chat/turn-1/events")] == [{"after": "2"}]


def test_a_message_whose_answer_was_lost_opens_no_second_turn() -> None:
    server = StreamServer(story(text("once"), lose_post=True))
    with serving(server) as url:
        assert chat(url, "--once", "hello").stdout == "once\n"
    assert len(server.turns) == 1
    first, second = server.calls("POST", "/chat")
    assert first.headers["idempotency-key"] == second.headers["idempotency-key"]


def test_a_restarted_answer_is_printed_once_to_a_script() -> None:
    again = {"type": "text_restart", "message_id": "m1"}
    server = StreamServer(story(text("wro"), again, text("right")))
    with serving(server) as url:
        done = chat(url, "--once", "hello")
    assert done.stdout == "right\n"
    assert "starts again" in done.stderr


def test_a_refusal_is_told_with_its_cure() -> None:
    refusals = (
        Refusal(429, "rate_limited", "20 messages a minute are allowed", {"retry-after": "7"}),
        Refusal(401, "unauthenticated", "the token has expired"),
        Refusal(429, "rate_limited", "too many; try again in 7 s", {"retry-after": "7"}),
    )
    with serving(StreamServer(*refusals)) as url:
        limited, strange, said = (chat(url, "--once", word) for word in "abc")
    assert said.stderr.count("try again in 7 s") == 1
    assert "20 messages a minute are allowed; try again in 7 s" in limited.stderr
    assert "rate_limited; reference ref-1" in limited.stderr
    assert "batuta token EMAIL" in strange.stderr
    assert (limited.returncode, strange.returncode, limited.stdout) == (1, 1, "")


@pytest.mark.anyio
async def test_a_token_that_is_no_longer_taken_is_replaced_once() -> None:
    async def renew() -> str:
        return "new"

    refused = Refusal(401, "unauthenticated", "the token has expired")
    server = StreamServer(refused, story(text("Hello.")), refused, refused)
    with serving(server) as url:
        client = Client(url, Bearer("old", renew), local=True)
        turn = FollowedTurn("/chat", {"message": "hi"})
        said = [render async for render in client.follow(turn)]
        with pytest.raises(Refused, match="batuta token EMAIL"):
            await anext(client.follow(FollowedTurn("/chat", {"message": "hi"})))
        await client.close()
    assert Say("Hello.") in said
    used = [call.headers["authorization"] for call in server.calls("POST", "/chat")]
    assert used == ["Bearer old", "Bearer new", "Bearer new", "Bearer new"]


def test_an_error_inside_the_stream_is_told_with_its_reference() -> None:
    error = {"type": "error", "code": "model_auth", "message": "the key was rejected"}
    failed = error | {"retryable": False, "correlation_id": "ref-7"}
    with serving(StreamServer(story(failed, end={"type": "done", "status": "failed"}))) as url:
        done = chat(url, "--once", "hello")
    assert "the key was rejected [model_auth; reference ref-7]" in done.stderr


def test_a_server_that_does_not_answer_is_named_with_what_starts_one() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    done = chat(f"http://127.0.0.1:{port}", "--once", "hello")
    assert done.returncode == 1
    assert f"no server answers at http://127.0.0.1:{port}" in done.stderr
    assert "make run" in done.stderr


def test_lines_from_a_pipe_are_a_conversation_without_prompts() -> None:
    server = StreamServer(
        story(text("Hello."), APPROVAL, end=WAITING), story(text("Done.")), story(text("Bye."))
    )
    with serving(server) as url:
        done = chat(url, typed="hi\ny\n\nso long\n/quit\nnever read\n")
    assert done.returncode == 0
    assert "Hello.\n" in done.stdout
    assert "Done.\nBye.\n" in done.stdout
    assert "you>" not in done.stdout
    assert "\x1b" not in done.stdout
    assert server.calls("POST", "/approvals/a1")[0].body == {"approve": True}
    assert [c.body.get("session_id") for c in server.calls("POST", "/chat")] == [None, "s1"]


def test_an_approval_is_shown_and_its_arguments_can_be_edited_in_a_terminal() -> None:
    server = StreamServer(story(APPROVAL, end=WAITING), story(text("Forgotten.")))
    with serving(server) as url, terminal([*SIGNED, "--url", url], ENV) as term:
        term.expect("you> ")
        term.type("forget it\n")
        term.expect('Forget notes(key="old")')
        term.expect("it deletes what was kept")
        term.expect("r(emember for this session): ")
        term.type("e\n")
        term.expect('{"key":"old"}')
        term.expect("arguments as JSON (an empty line leaves them): ")
        term.type("\n")
        term.expect("r(emember for this session): ")
        term.type("e\n")
        term.expect("arguments as JSON (an empty line leaves them): ")
        term.type("{oops\n")
        term.expect("this is not JSON")
        term.expect("arguments as JSON (an empty line leaves them): ")
        term.type('{"key": "new"}\n')
        term.expect("Forgotten.")
        term.expect("you> ")
        term.type("\x04")
        assert term.end() == 0
    (call,) = server.calls("POST", "/approvals/a1")
    assert call.body == {"approve": True, "edited_args": {"key": "new"}}


def test_any_other_line_leaves_an_approval_open_and_is_a_message() -> None:
    server = StreamServer(story(APPROVAL, end=WAITING), story(text("It deletes.")))
    with serving(server) as url:
        assert "It deletes." in chat(url, typed="forget\nwhat does it do?\n").stdout
    assert server.calls("POST", "/approvals/a1") == []
    assert server.calls("POST", "/chat")[1].body["message"] == "what does it do?"


def test_a_refused_decision_leaves_the_question_open() -> None:
    refused = Refusal(422, "invalid_request", "key is too long")
    server = StreamServer(story(APPROVAL, end=WAITING), refused, story(text("Forgotten.")))
    with serving(server) as url:
        done = chat(url, typed='forget\ne\n{"key": "xx"}\nr\n')
    assert "key is too long" in done.stdout
    assert done.stdout.endswith("Forgotten.\n")
    sent = [call.body for call in server.calls("POST", "/approvals/a1")]
    assert sent == [
        {"approve": True, "edited_args": {"key": "xx"}},
        {"approve": True, "remember": True},
    ]


def test_a_decision_whose_answer_was_lost_is_read_from_the_conversation() -> None:
    lost = story(text("Forgotten."), lose_post=True)
    server = StreamServer(story(APPROVAL, end=WAITING), lost)
    server.single_use.add("/approvals/a1")
    said = {"role": "assistant", "blocks": [{"type": "text", "text": "Forgotten."}]}
    server.documents["/sessions/s1"] = {"id": "s1", "messages": [said], "approvals": []}
    with serving(server) as url:
        assert chat(url, typed="forget\ny\n").stdout.endswith("Forgotten.\n")


def test_opening_a_conversation_asks_again_what_it_waits_for() -> None:
    server = StreamServer(story(text("Forgotten.")))
    server.documents = {
        "/sessions/s7": {"id": "s7", "messages": [], "approvals": ["a1"]},
        "/approvals": {"approvals": [APPROVAL | {"id": "a1", "session": "s7", "turn": "t"}]},
    }
    with serving(server) as url:
        done = chat(url, typed="/open s7\ny\n")
    assert 'Forget notes(key="old")' in done.stdout
    assert done.stdout.endswith("Forgotten.\n")


def test_ctrl_c_cancels_the_answer_and_stays_in_the_chat() -> None:
    server = StreamServer(
        story(text("A long"), text(" story"), hold_before=3), story(text("Still here."))
    )
    with serving(server) as url, terminal([*SIGNED, "--url", url], ENV) as term:
        term.expect("you> ")
        term.type("tell me\n")
        term.expect("A long")
        term.type("\x03")
        term.expect("cancelled")
        term.expect("you> ")
        term.type("are you there?\n")
        term.expect("Still here.")
        term.expect("you> ")
        term.type("/quit\n")
        assert term.end() == 0
    assert len(server.calls("POST", "/chat/turn-1/cancel")) == 1
    assert " story" not in term.output


def test_ctrl_c_at_the_prompt_does_not_leave() -> None:
    with serving(StreamServer()) as url, terminal([*SIGNED, "--url", url], ENV) as term:
        term.expect("you> ")
        term.interrupt("Ctrl-D or /quit leaves")
        term.expect("you> ")
        term.type("\x04")
        assert term.end() == 0


def test_a_restarted_answer_says_that_it_starts_again() -> None:
    again = {"type": "text_restart", "message_id": "m1"}
    server = StreamServer(story(text("wrong"), again, text("right")))
    with serving(server) as url:
        shown = chat(url, typed="hello\n").stdout
    assert shown.endswith("wrong\nthe answer starts again:\nright\n")


def test_a_numbered_choice_sends_its_value() -> None:
    options = [{"label": "Mornings", "value": "am"}, {"label": "Evenings", "value": "pm"}]
    asked = {"type": "choices", "id": "q", "question": "When?", "options": options}
    server = StreamServer(story(asked, end=WAITING), story(text("Noted.")))
    with serving(server) as url:
        assert "2. Evenings" in chat(url, typed="book\n2\n").stdout
    assert server.calls("POST", "/chat")[1].body["message"] == "pm"


def test_a_question_that_the_answer_has_asked_is_not_printed_again() -> None:
    options = [{"label": "Yes", "value": "yes"}, {"label": "No", "value": "no"}]
    asked = {"type": "choices", "id": "q", "question": "Is that right?", "options": options}
    server = StreamServer(
        story(text("You said Ana. Is that right?"), asked), story(text("Bye."), asked)
    )
    with serving(server) as url:
        done = chat(url, typed="hello\n1\n")
    assert done.stdout.count("Is that right?") == 2, "said once; the second answer did not ask it"
    assert done.stdout.count("1. Yes") == 2


FORM = {
    "type": "ui",
    "id": "shop.phone",
    "component": "phone-form",
    "result_schema": {"type": "object", "properties": {"phone": {"type": "string"}}},
}


def test_a_form_that_a_terminal_cannot_show_is_answered_as_json() -> None:
    server = StreamServer(story(text("Your phone?"), FORM), story(text("Thanks.")))
    with serving(server) as url:
        done = chat(url, typed='hi\n/form {oops\n/form {"phone": "11"}\n/form {}\n')
    assert "the form 'phone-form' here; a terminal cannot" in done.stdout
    assert '/form {"phone":"…"}, or say "cancel"' in done.stdout
    assert "this is not JSON" in done.stdout
    assert done.stdout.endswith("Thanks.\nno form is open here\n")
    assert server.calls("POST", "/chat")[1].body == {
        "ui_result": {"id": "shop.phone", "value": {"phone": "11"}},
        "session_id": "s1",
    }


def test_a_form_stays_open_when_its_answer_was_refused_and_when_its_conversation_is_opened() -> (
    None
):
    refused = Refusal(429, "rate_limited", "too many messages")
    server = StreamServer(refused, story(text("Thanks.")))
    said = {
        "role": "assistant",
        "turn": "t9",
        "created_at": "2026-01-02T03:04:05Z",
        "blocks": [{"type": "widget", "event": FORM}],
    }
    server.documents["/sessions/s7"] = {"id": "s7", "messages": [said], "approvals": []}
    with serving(server) as url:
        done = chat(url, typed="/open s7\n/turn\n/form {}\n/form {}\n")
    assert "the form 'phone-form'" in done.stdout
    assert "\nt9\n" in done.stdout
    assert "too many messages" in done.stdout
    assert done.stdout.endswith("Thanks.\n")


def test_the_last_turn_is_named_and_a_conversation_opened_by_the_beginning_of_its_id() -> None:
    server = StreamServer(story(text("Hello.")))
    ids = ["0192aaaa-0000-7000-8000-000000000001", "0192aabb-0000-7000-8000-000000000002"]
    server.documents = {"/sessions": {"sessions": [{"id": one, "title": "x"} for one in ids]}}
    for one in ids:
        server.documents[f"/sessions/{one}"] = {"id": one, "messages": [], "approvals": []}
    with serving(server) as url:
        done = chat(url, typed="/turn\nhi\n/turn\n/open 0192aa\n/open 0192aabb\n")
    assert "there was no turn here yet\n" in done.stdout
    assert "Hello.\nturn-1\n" in done.stdout
    assert "2 conversations begin with 0192aa; give more of the id" in done.stdout
    assert len(server.calls("GET", f"/sessions/{ids[1]}")) == 1


def test_commands_open_list_and_count() -> None:
    used = {"type": "usage", "model": "local", "input": 12, "output": 3, "cost_usd": 0.0}
    server = StreamServer(story(text("Hello."), used))
    said = [
        {"role": "user", "blocks": [{"type": "text", "text": "earlier question"}]},
        {"role": "assistant", "blocks": [{"type": "text", "text": "earlier answer"}]},
    ]
    server.documents = {
        "/sessions": {"sessions": [{"id": "s7", "title": "Shifts"}]},
        "/sessions/s7": {"id": "s7", "messages": said, "approvals": []},
        "/me/usage": {
            "total": {"calls": 9, "input": 80, "output": 30, "cached": 20, "cost_usd": None}
        },
    }
    lines = "/help\n/sessions\n/open s7\nhi\n/usage\n/autonomous maybe\n/nonsense\n/new\n/cancel\n"
    with serving(server) as url:
        done = chat(url, typed=lines)
    assert done.returncode == 0
    for told in (
        "/autonomous",
        "s7  Shifts",
        "you> earlier question",
        "earlier answer",
        "local: 12 in, 3 out, $0.0000",
        "in 30 days: 9 calls, 80 in (20 cached), 30 out, cost unknown",
        "takes on or off",
        "there is no /nonsense",
        "no turn is running here",
    ):
        assert told in done.stdout
    assert server.calls("POST", "/chat")[0].body["session_id"] == "s7"
    assert len(server.calls("GET", "/sessions/s7/stream")) == 1


def test_colours_obey_the_terminal_and_no_color() -> None:
    for extra, coloured in (({"TERM": "xterm"}, True), ({"NO_COLOR": "1"}, False)):
        with (
            serving(StreamServer(story(text("Hello.")))) as url,
            terminal([*SIGNED, "--url", url], ENV | extra) as term,
        ):
            assert ("\x1b[2m" in term.expect("/help lists commands")) is coloured
            term.expect("you> ")
            term.type("\x04")
            assert term.end() == 0
