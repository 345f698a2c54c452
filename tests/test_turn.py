"""What a turn does with a message: its events, its tools, its failures, and what is kept of it."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from uuid import uuid4

import asyncpg
import orjson
import pytest

from tests.support.chatting import Chat, Json, check_whole, events_of, every, only, text_of, types
from tests.support.model_server import ModelServer, call, fail, reply
from tests.support.model_wire import Step
from tests.support.seen import alternates, request, transcript
from tests.support.workers import Worker, lines, until
from workflows.machine.cursor import Cursor

pytestmark = pytest.mark.anyio
SECRET = "sk-" + "ant0test0" * 4


@pytest.fixture
def tag() -> str:
    """A mark in this test's messages, by which the model server tells them apart."""
    return f"t{uuid4().hex[:10]}"


# --- answers ---


async def test_a_plain_answer_tells_its_way_in_order(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    models.script(reply("Good ", "day", match=tag))
    events = await chat.say(f"hello {tag}")
    shown = types(events)
    assert shown[:3] == ["turn_start", "route", "state"]
    assert set(shown[3:-2]) == {"text"}
    assert shown[-2:] == ["usage", "done"]
    assert text_of(events) == "Good day"
    assert only(events, "route")["workflow"] == "root"
    assert only(events, "done") | {"status": "finished", "next": "answer"} == only(events, "done")
    used = only(events, "usage")
    assert used["model"].startswith("anthropic/")
    assert used["input"] > 0
    assert used["output"] > 0


async def test_question_and_answer_are_stored(chat: Chat, models: ModelServer, tag: str) -> None:
    models.script(reply("Noted", match=tag))
    events = await chat.say(f"remember {tag}")
    detail = (await chat.get(f"/sessions/{chat.session}")).json()
    question, answer = detail["messages"]
    assert (question["role"], answer["role"]) == ("user", "assistant")
    assert question["blocks"] == [{"type": "text", "text": f"remember {tag}"}]
    assert answer["blocks"] == [{"type": "text", "text": "Noted"}]
    assert answer["id"] == only(events, "done")["message_id"]
    assert answer["workflow"] == "root"
    assert detail["open_turns"] == []


async def test_the_model_sees_the_earlier_turns_with_calls_and_results(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    models.script(
        call("look", {"name": "pen"}, match=f"first {tag}"),
        reply("It is there.", match=f"first {tag}"),
        reply("As I said.", match=f"second {tag}"),
    )
    await chat.say(f"first {tag}")
    await chat.say(f"second {tag}")
    assert transcript(request(models, f"second {tag}")) == [
        f"user: first {tag}",
        "assistant: calls look {'name': 'pen'}",
        "user: result found pen",
        "assistant: It is there.",
        f"user: second {tag}",
    ]
    assert alternates(request(models, f"second {tag}"))


async def test_the_first_piece_is_shown_at_once(chat: Chat, models: ModelServer, tag: str) -> None:
    """The model is held after its first piece: only that piece can have been shown."""
    models.script(reply("one ", "two", match=tag, gate=tag, after=1))
    events: list[Json] = []
    async with chat.open(f"count {tag}") as answer:
        async for event in events_of(answer):
            events.append(event)
            if event["type"] == "text":
                models.open(tag)
    check_whole(events)
    assert [e["content"] for e in every(events, "text")] == ["one ", "two"]


async def test_later_pieces_are_gathered(chat: Chat, tag: str) -> None:
    """Forty pieces 5 ms apart are written in a few rows, 40 ms apart, and lose no word."""
    events = await chat.say("slow 5 say 40 words")
    assert text_of(events) == " ".join(f"w{i}" for i in range(1, 41))
    moments = [datetime.fromisoformat(e["at"]) for e in every(events, "text")]
    assert len(moments) < 30
    gaps = [(b - a).total_seconds() for a, b in itertools.pairwise(moments[:-1])]
    assert all(gap > 0.035 for gap in gaps), gaps


# --- tools ---


async def test_a_tool_call_goes_out_and_comes_back(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    models.script(
        Step(text=["Let me look."], calls=[{"name": "look", "args": {"name": tag}}], match=tag),
        reply("Found.", match=tag),
    )
    events = await chat.say(f"find {tag}")
    started, ended = only(events, "tool_start"), only(events, "tool_end")
    assert started["call"] == ended["call"]
    assert started["args"] == {"name": tag}
    assert (ended["status"], ended["output"]) == ("ok", f"found {tag}")
    assert text_of(events) == "Let me look.\n\nFound."
    assert transcript(request(models, tag))[-1] == f"user: result found {tag}"
    assert len(lines(probe_folder / f"look-{tag}")) == 1
    answer = (await chat.get(f"/sessions/{chat.session}")).json()["messages"][1]
    assert [b["type"] for b in answer["blocks"]] == ["text", "tool_use", "tool_result", "text"]


async def test_parallel_calls_run_at_the_same_time_and_end_when_they_end(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    """The quick one's end is shown while the slow one is still held."""
    calls = [
        {"name": "look", "args": {"name": f"held{tag}"}},
        {"name": "look", "args": {"name": f"quick{tag}"}},
    ]
    models.script(Step(calls=calls, match=tag), reply("Both.", match=tag))
    events: list[Json] = []
    async with chat.open(f"both {tag}") as answer:
        async for event in events_of(answer):
            events.append(event)
            if event["type"] == "tool_end" and "quick" in event["output"]:
                (probe_folder / f"open-held{tag}").touch()
    check_whole(events)
    ends = every(events, "tool_end")
    assert [e["output"] for e in ends] == [f"found quick{tag}", f"found held{tag}"]
    results = [x for x in transcript(request(models, tag)) if "result" in x]
    assert results == [
        f"user: result found held{tag}",
        f"user: result found quick{tag}",
    ]


async def test_wrong_arguments_go_back_to_the_model(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    models.script(
        call("look", {"nmae": tag}, match=tag),
        call("look", {"name": tag}, match=tag),
        reply("Now I have it.", match=tag),
    )
    events = await chat.say(f"look {tag}")
    assert [e["status"] for e in every(events, "tool_end")] == ["error", "ok"]
    told = transcript(request(models, tag, 1))[-1]
    assert "'nmae' is not an argument" in told
    assert "'name' is missing" in told
    assert text_of(events) == "Now I have it."
    assert only(events, "done")["status"] == "finished"


async def test_every_end_of_a_call_has_its_beginning(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    """Also a call that is refused before it runs, so that a page can show it."""
    models.script(
        call("look", {"wrong": 1}, match=tag),
        call("nosuch", {"a": 1}, match=tag),
        call("restricted", {"name": "x"}, match=tag),
        reply("I give up.", match=tag),
    )
    events = await chat.say(f"try {tag}")
    started = [e["call"] for e in every(events, "tool_start")]
    assert started == [e["call"] for e in every(events, "tool_end")]
    assert len(set(started)) == 3


async def test_an_expected_failure_goes_back_to_the_model(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    models.script(call("crash", {"name": "expected"}, match=tag), reply("None there.", match=tag))
    events = await chat.say(f"crash {tag}")
    ended = only(events, "tool_end")
    assert ended["status"] == "error"
    assert ended["output"] == "there is none of that name; ask for another"
    assert "ask for another" in transcript(request(models, tag))[-1]
    assert only(events, "done")["status"] == "finished"


async def test_an_unforeseen_exception_shows_nothing_of_the_inside(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    """The tool may run again, so the person is asked; neither they nor the model see the text."""
    models.script(call("crash", {"name": "badly"}, match=tag))
    events = await chat.say(f"crash {tag}")
    assert only(events, "tool_end")["output"] == "crash failed unexpectedly"
    assert only(events, "tool_approval_request")["kind"] == "retry"
    stored = (await chat.get(f"/sessions/{chat.session}")).text
    assert "secret detail" not in str(events) + stored
    assert "ZeroDivision" not in str(events) + stored


@pytest.mark.parametrize("name", ["countdown", "nosuch"])
async def test_a_tool_that_the_agent_was_not_given_never_runs(
    chat: Chat, models: ModelServer, tag: str, name: str
) -> None:
    """One that exists, and one that does not: the model is told and goes on."""
    models.script(call(name, {"seconds": 1}, match=tag), reply("Then not.", match=tag))
    events = await chat.say(f"use {tag}")
    assert only(events, "tool_end")["status"] in ("denied", "error")
    told = transcript(request(models, tag))[-1]
    assert f"no tool '{name}'" in told
    assert text_of(events) == "Then not."


async def test_a_tool_is_closed_to_who_lacks_its_role(
    chat: Chat,
    models: ModelServer,
    tag: str,
    probe_folder: Path,
    worker: Worker,
    person: Callable[..., Awaitable[str]],
) -> None:
    models.script(
        call("restricted", {"name": tag}, match=f"a user {tag}"),
        reply("Not for you.", match=f"a user {tag}"),
        call("restricted", {"name": tag}, match=f"an operator {tag}"),
        reply("Done.", match=f"an operator {tag}"),
    )
    events = await chat.say(f"I am a user {tag}")
    assert only(events, "tool_end")["status"] == "denied"
    assert "operator" in only(events, "tool_end")["output"]
    assert not lines(probe_folder / f"restricted-{tag}")
    async with Chat(worker.url, await person("operator")) as operator:
        events = await operator.say(f"I am an operator {tag}")
    assert only(events, "tool_end")["status"] == "ok"
    assert len(lines(probe_folder / f"restricted-{tag}")) == 1


async def test_a_tool_that_times_out_is_tried_again_and_then_the_person_decides(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    """Once by itself; then a yes tries again, and a no tells the model."""
    models.script(call("hang", {"name": tag}, match=tag))
    events = await chat.say(f"hang {tag}")
    assert only(events, "tool_retry") | {"attempt": 2, "max": 2} == only(events, "tool_retry")
    assert only(events, "tool_end")["status"] == "timeout"
    asked = only(events, "tool_approval_request")
    assert asked["kind"] == "retry"
    assert only(events, "done")["status"] == "waiting"
    assert len(lines(probe_folder / f"hang-{tag}")) == 2
    (probe_folder / f"open-{tag}").touch()
    models.script(reply("At last.", match=tag))
    events = await chat.approve(asked["approval"])
    assert only(events, "tool_end")["status"] == "ok"
    assert text_of(events) == "At last."
    assert len(lines(probe_folder / f"hang-{tag}")) == 3


async def test_a_no_to_another_try_is_told_to_the_model(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    models.script(call("crash", {"name": "badly"}, match=tag), reply("Left.", match=tag))
    asked = only(await chat.say(f"crash {tag}"), "tool_approval_request")
    events = await chat.approve(asked["approval"], False)
    assert only(events, "tool_end")["status"] == "denied"
    assert "declined" in transcript(request(models, tag))[-1]
    assert text_of(events) == "Left."


# --- limits ---


async def test_a_model_that_repeats_itself_is_stopped_and_may_go_on(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    models.script(call("look", {"name": tag}, match=tag, times=3))
    events = await chat.say(f"again {tag}")
    assert only(events, "error")["code"] == "loop_detected"
    asked = only(events, "tool_approval_request")
    assert asked["kind"] == "continue"
    assert only(events, "done")["status"] == "waiting"
    assert len(lines(probe_folder / f"look-{tag}")) == 2, "the third call is not made"
    models.script(reply("Enough.", match=tag))
    events = await chat.approve(asked["approval"])
    assert text_of(events) == "Enough."
    assert only(events, "done")["status"] == "finished"


async def test_a_turn_that_uses_up_its_steps_asks_whether_to_go_on(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    """The worker allows four model calls a turn (see `worker_env`)."""
    models.script(*(call("look", {"name": f"{tag}{n}"}, match=tag) for n in range(4)))
    events = await chat.say(f"dig {tag}")
    assert models.count(tag) == 4
    assert only(events, "error")["code"] == "iteration_limit"
    asked = only(events, "tool_approval_request")
    assert asked["kind"] == "continue"
    models.script(reply("That was all.", match=tag))
    events = await chat.approve(asked["approval"])
    assert text_of(events) == "That was all."
    assert alternates(request(models, tag))


@pytest.mark.parametrize("limit", ["loop_detected", "iteration_limit"])
@pytest.mark.parametrize("goes_on", [True, False])
async def test_what_was_interrupted_is_still_there_after_a_digression_hits_a_limit(
    chat: Chat, models: ModelServer, pool: asyncpg.Pool, tag: str, limit: str, goes_on: bool
) -> None:
    name = "Z" + tag.translate(str.maketrans("0123456789", "bcdfghjklm"))
    await chat.say(f"Meu nome é {name}", workflow="enrol")
    for at in range(4):
        same = name if limit == "loop_detected" else f"{name}{at}"
        models.script(call("look", {"name": same}, match=f"procure {name}"))
    stopped = await chat.say(f"por favor, procure {name} para mim", workflow="root")
    assert only(stopped, "error")["code"] == limit
    offer = only(stopped, "tool_approval_request")
    assert offer["kind"] == "continue"
    models.script(reply("Era isso.", match=name))
    if goes_on:
        answered = await chat.approve(offer["approval"])
    else:
        await chat.approve(offer["approval"], False)
        answered = await chat.say(f"deixe {name} para outra hora", workflow="root")
    assert text_of(answered).startswith("Era isso.")
    assert text_of(answered).endswith("Quantos anos você tem?")
    stored = await pool.fetchval(
        "select cursor from batuta.sessions where id = $1::uuid", chat.session
    )
    position = Cursor.read(orjson.loads(stored))
    assert (position.workflow, position.state, position.language) == ("enrol", "collect", "pt")
    assert position.frames[-1].slots == {"name": name}


async def test_going_on_long_after_the_limit_still_asks_the_model_properly(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    """The talk has gone on since; the request must not end with the model's own words."""
    models.script(*(call("look", {"name": f"{tag}{n}"}, match=tag) for n in range(4)))
    asked = only(await chat.say(f"dig {tag}"), "tool_approval_request")
    await chat.say("echo meanwhile")
    events = await chat.approve(asked["approval"])
    assert only(events, "done")["status"] == "finished"
    assert alternates(models.requests[-1])


async def test_a_no_to_going_on_ends_it(chat: Chat, models: ModelServer, tag: str) -> None:
    models.script(call("look", {"name": tag}, match=tag, times=3))
    asked = only(await chat.say(f"again {tag}"), "tool_approval_request")
    before = models.count()
    events = await chat.approve(asked["approval"], False)
    assert only(events, "done")["status"] == "finished"
    assert models.count() == before


# --- models that fail ---


async def test_an_answer_that_breaks_off_keeps_what_was_said(
    launch: Callable[..., Awaitable[Worker]], chat: Chat, models: ModelServer, tag: str
) -> None:
    models.script(reply("This much ", "is said", match=tag, cut=True, after=1))
    events = await chat.say(f"tell {tag}")
    assert text_of(events) == "This much "
    assert types(events)[-2:] == ["error", "done"]
    assert only(events, "error")["code"] == "model_unavailable"
    assert only(events, "error")["retryable"] is True
    assert only(events, "done")["status"] == "failed"
    answer = (await chat.get(f"/sessions/{chat.session}")).json()["messages"][1]
    assert answer["blocks"] == [{"type": "text", "text": "This much", "partial": True}]


async def test_a_worker_whose_model_failed_answers_the_next_message(
    launch: Callable[..., Awaitable[Worker]],
    models: ModelServer,
    tag: str,
    person: Callable[..., Awaitable[str]],
    frail: Worker,
) -> None:
    models.script(reply("Half ", "said", match=f"one {tag}", event_error="api_error", after=1))
    async with Chat(frail.url, await person()) as chat:
        await chat.say(f"one {tag}")
        events = await chat.say(f"echo two {tag}")
    assert text_of(events) == f"two {tag}"
    assert transcript(request(models, f"two {tag}")) == [
        f"user: one {tag}",
        "assistant: Half",
        f"user: echo two {tag}",
    ]


async def test_a_question_that_got_no_answer_does_not_run_into_the_next(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    """The model sees that the first one was left, and not two questions in a row."""
    models.script(fail(400, match=f"one {tag}"))
    events = await chat.say(f"one {tag}")
    assert only(events, "done")["status"] == "failed"
    await chat.say(f"echo two {tag}")
    assert alternates(request(models, f"two {tag}"))


async def test_a_rejected_key_is_said_clearly(
    launch: Callable[..., Awaitable[Worker]],
    person: Callable[..., Awaitable[str]],
) -> None:
    """And `local` does not hide it."""
    keyless = await launch(ANTHROPIC_API_KEY="bad-key")
    async with Chat(keyless.url, await person()) as chat:
        events = await chat.say("hello")
    keyless.end()
    assert only(events, "error")["code"] == "model_auth"
    assert "ANTHROPIC_API_KEY" in only(events, "error")["message"]
    assert only(events, "done")["status"] == "failed"
    assert text_of(events) == ""


async def test_when_every_provider_is_overloaded_the_built_in_model_answers_and_says_so(
    models: ModelServer, frail: Worker, person: Callable[..., Awaitable[str]]
) -> None:
    models.script(fail(529, match="what can you do", times=2))
    models.script(fail(529, match="what can you do", provider="gemini", times=2))
    async with Chat(frail.url, await person()) as chat:
        events = await chat.say("what can you do?")
    assert models.count("what can you do", "anthropic", "failed") >= 1
    assert models.count("what can you do", "gemini", "failed") >= 1
    models.steps.clear()
    assert only(events, "usage")["model"] == "local/local"
    assert text_of(events)
    assert only(events, "done")["status"] == "finished"


@pytest.mark.parametrize("stop", ["end_turn", "refusal"])
async def test_an_empty_answer_is_an_error_and_not_silence(
    chat: Chat, models: ModelServer, tag: str, stop: str
) -> None:
    models.script(Step(stop=stop, match=tag))
    events = await chat.say(f"well {tag}")
    assert types(events).count("error") == 1
    assert only(events, "error")["code"] == "model_unavailable"
    assert only(events, "done")["status"] == "failed"
    events = await chat.say(f"echo still here {tag}")
    assert text_of(events) == f"still here {tag}"


async def test_nothing_more_to_say_after_a_tool_is_no_error(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    models.script(
        Step(text=["I look."], calls=[{"name": "look", "args": {"name": tag}}], match=tag),
        Step(match=tag),
    )
    events = await chat.say(f"look {tag}")
    assert text_of(events) == "I look."
    assert only(events, "done")["status"] == "finished"


# --- workflows ---


async def test_a_workflow_can_be_asked_for(
    worker: Worker, person: Callable[..., Awaitable[str]]
) -> None:
    """Its `say` states lead on in one turn; at its end the conversation is free again."""
    async with Chat(worker.url, await person("operator")) as chat:
        events = await chat.say("hello there", workflow="greeting")
        assert only(events, "route") | {"workflow": "greeting", "intent": "start"} == only(
            events, "route"
        )
        assert [e["state"] for e in every(events, "state")] == ["hello", "more"]
        assert text_of(events) == "Welcome.\n\nGood to see you."
        assert "usage" not in types(events)
        answer = (await chat.get(f"/sessions/{chat.session}")).json()["messages"][1]
        assert answer["workflow"] == "greeting"
        events = await chat.say("echo and now")
        assert only(events, "route")["workflow"] == "root"


async def test_a_workflow_speaks_the_language_of_the_message(
    worker: Worker, person: Callable[..., Awaitable[str]]
) -> None:
    async with Chat(worker.url, await person("operator")) as chat:
        events = await chat.say("Olá, bom dia!", workflow="greeting")
    assert text_of(events) == "Bem-vindo.\n\nQue bom ver você."


async def test_a_workflow_is_closed_to_who_lacks_its_role(chat: Chat) -> None:
    answer = await chat.post("/chat", chat.body("hello", workflow="greeting"))
    assert answer.status_code == 403
    assert answer.json()["code"] == "forbidden"


async def test_a_workflow_that_nobody_has_is_not_found(chat: Chat) -> None:
    answer = await chat.post("/chat", chat.body("hello", workflow="greetings"))
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


# --- what must not pass ---


@pytest.mark.parametrize(
    "pieces",
    [
        ["The key is sk-", SECRET[3:20], SECRET[20:], " so."],
        ["api_key=", "sk", "-", SECRET[3:], " so."],
        ["(url?k=s", SECRET[1:9], SECRET[9:], ") so."],
        ["The key is ", SECRET],
    ],
)
async def test_a_credential_in_pieces_reaches_nobody(
    chat: Chat, models: ModelServer, worker: Worker, pool: asyncpg.Pool, tag: str, pieces: list[str]
) -> None:
    models.script(reply(*pieces, match=tag))
    events = await chat.say(f"tell {tag}")
    assert "[credential]" in text_of(events)
    await chat.say(f"echo go on {tag}")
    assert SECRET[4:16] not in str(request(models, f"go on {tag}").body)
    await _nowhere(SECRET[4:16], events, chat, worker, pool)


async def test_a_credential_in_a_tool_s_arguments_or_output_reaches_nobody(
    chat: Chat, models: ModelServer, worker: Worker, pool: asyncpg.Pool, tag: str
) -> None:
    """The probe tool puts together and returns what must not be seen."""
    models.script(call("leak", {"name": tag}, match=tag), reply("Well.", match=tag))
    events = await chat.say(f"look {tag}")
    assert "[credential]" in str(only(events, "tool_end")["output"])
    assert "sk-leaked" not in str(request(models, tag).body)
    await _nowhere("sk-leaked", events, chat, worker, pool)
    models.script(call("look", {"name": SECRET}, match=f"b{tag}"), reply("Well.", match=f"b{tag}"))
    events = await chat.say(f"look b{tag}")
    await _nowhere(SECRET[4:16], events, chat, worker, pool)


async def _nowhere(
    secret: str, events: list[Json], chat: Chat, worker: Worker, pool: asyncpg.Pool
) -> None:
    assert secret not in str(events)
    assert secret not in (await chat.get(f"/sessions/{chat.session}")).text
    assert secret not in worker.log.read_text()
    for table in ("turn_events", "turn_steps", "messages", "approvals", "usage", "sessions"):
        rows = await pool.fetch(f"select t::text from batuta.{table} t")
        assert not any(secret in row[0] for row in rows), table


async def test_hidden_characters_are_taken_out_and_told(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    hidden = "".join(chr(0xE0000 + ord(c)) for c in "see you soon")
    models.script(reply("Fine.", match=tag))
    events = await chat.say(f"hello {tag}{hidden}\u200b you")
    assert types(events)[:2] == ["turn_start", "guard"]
    verdict = only(events, "guard")
    assert (verdict["verdict"], verdict["category"]) == ("redact", "hidden_text")
    assert transcript(request(models, tag)) == [f"user: hello {tag} you"]
    detail = (await chat.get(f"/sessions/{chat.session}")).json()
    assert detail["messages"][0]["blocks"] == [{"type": "text", "text": f"hello {tag} you"}]
    assert detail["title"] == f"hello {tag} you"


async def test_a_message_of_nothing_but_hidden_characters_is_refused(
    chat: Chat, models: ModelServer
) -> None:
    before = models.total
    events = await chat.say("\u200b\u2060\u200b")
    assert only(events, "error")["code"] == "invalid_request"
    assert only(events, "done")["status"] == "failed"
    assert models.total == before
    stored = (await chat.get(f"/sessions/{chat.session}")).json()["messages"]
    assert "\u2060" not in str(stored)


async def test_a_ui_result_without_a_message_is_answered(chat: Chat, models: ModelServer) -> None:
    await chat.say("echo hello")
    events = await chat.say(None, ui_result={"id": "form-1", "value": {"income": 1200}})
    assert only(events, "done")["status"] == "finished"
    assert alternates(models.requests[-1])
    assert "1200" in transcript(models.requests[-1])[-1]


# --- this module's workers ---


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str]) -> dict[str, str]:
    """Few steps; and nobody is killed here: a slow machine must not look like a dead worker."""
    return worker_env | {
        "BATUTA_MAX_STEPS": "4",
        "BATUTA_MODEL_RETRIES": "0",
        "BATUTA_LEASE_SECONDS": "30",
    }


@pytest.fixture(scope="module")
async def frail(launch: Callable[..., Awaitable[Worker]], models: ModelServer) -> Worker:
    """A worker whose models fail in these tests; what it remembers of that disturbs nobody else."""
    return await launch(GOOGLE_API_KEY="test-key", GOOGLE_GEMINI_BASE_URL=models.url)


async def test_the_slow_tool_of_a_thread_shows_how_far_it_is(
    chat: Chat, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    models.script(call("grind", {"name": tag}, match=tag), reply("Ground.", match=tag))
    async with chat.open(f"grind {tag}") as answer:
        events: list[Json] = []
        async for event in events_of(answer):
            events.append(event)
            if event["type"] == "tool_progress":
                (probe_folder / f"open-{tag}").touch()
    check_whole(events)
    assert only(events, "tool_progress")["note"] == "grinding"
    assert only(events, "tool_end")["output"] == f"ground {tag}"
    await until(lambda: lines(probe_folder / f"grind-{tag}"), "noted", 1)
