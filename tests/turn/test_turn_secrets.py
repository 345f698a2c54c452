"""What must not pass: credentials and hidden characters."""

from __future__ import annotations

import asyncpg
import pytest

from tests.support.chatting import Chat, Json, only, text_of, types
from tests.support.model_server import ModelServer, call, reply
from tests.support.seen import request, transcript
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]
SECRET = "sk-" + "ant0test0" * 4


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
