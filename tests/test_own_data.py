"""What a person has told of themselves is found once in each message, however long the talk is."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import asyncpg
import pytest

from contracts.messages import Message
from guardrails.own_data import OwnDataCache, own_data
from store.turns import HISTORY_CHARACTERS, claim
from tests.support.chatting import Chat, only, text_of
from tests.support.model_server import ModelServer, reply
from tests.support.workers import Worker

pytestmark = pytest.mark.anyio

LONG = "The delivery of order 4711 arrived on time, ring +55 11 98765-4321 at noon. " * 420


async def test_a_message_is_searched_once_however_many_turns_read_it() -> None:
    cache = OwnDataCache()
    talk = {f"m{n}": f"write to ana{n}@example.org. {LONG}" for n in range(8)}
    first = await cache.of(talk)
    read = cache.read
    assert {"ana0exampleorg", "ana7exampleorg"} < first
    assert read == sum(map(len, talk.values()))
    talk["m8"] = "and to bob@example.org"
    again = first
    for _ in range(20):
        again = await cache.of(talk)
    assert again == first | {"bobexampleorg"}
    assert cache.read == read + len(talk["m8"])


async def test_a_long_message_is_searched_beside_the_loop() -> None:
    cache, beats = OwnDataCache(), 0

    async def beat() -> None:
        nonlocal beats
        while True:
            await asyncio.sleep(0)
            beats += 1

    task = asyncio.create_task(beat())
    await cache.of({"m": LONG})
    task.cancel()
    assert beats > 1


async def test_what_is_remembered_is_bounded() -> None:
    cache = OwnDataCache(most_texts=3, most_values=4)
    for n in range(10):
        await cache.of({f"m{n}": f"a{n}@example.org and b{n}@example.org"})
    read = cache.read
    await cache.of({"m9": "not looked at"})
    assert cache.read == read
    await cache.of({"m0": "a0@example.org"})
    assert cache.read > read


def test_a_value_is_known_however_it_is_punctuated() -> None:
    assert own_data("CPF 529.982.247-25") == own_data("52998224725")


@pytest.fixture(scope="module")
async def discreet(
    launch: Callable[..., Awaitable[Worker]], tmp_path_factory: pytest.TempPathFactory
) -> Worker:
    """A worker whose project hides the addresses of others."""
    project = tmp_path_factory.mktemp("discreet")
    (project / "guardrails.yaml").write_text('hide_of_others: [email]\n"off": [heads]\n')
    return await launch(BATUTA_PROJECT=str(project))


async def test_a_turn_takes_up_what_fits_of_a_talk_and_knows_what_was_told_in_it(
    discreet: Worker,
    person: Callable[..., Awaitable[str]],
    models: ModelServer,
    pool: asyncpg.Pool,
    tag: str,
) -> None:
    async with Chat(discreet.url, await person()) as chat:
        models.script(reply("Noted.", match=f"first {tag}"))
        first = await chat.say(f"first {tag}: I am ana@example.org", workflow="root")
        await pool.execute(
            "insert into batuta.messages"
            " (id, org_id, user_id, session_id, turn_id, no, role, blocks)"
            " select gen_random_uuid(), m.org_id, m.user_id, m.session_id, m.turn_id, n - 500,"
            " case n % 2 when 0 then 'user' else 'assistant' end,"
            " json_build_array(json_build_object('type', 'text', 'text', $2::text))"
            " from batuta.messages m, generate_series(0, 117) n"
            " where m.turn_id = $1::uuid and m.role = 'user'",
            first[0]["turn"],
            LONG,
        )
        said = ["To carla@exam", "ple.org, not to rui@example.org."]
        models.script(reply("Noted.", match=f"mine {tag}"), reply(*said, match=f"and {tag}"))
        await chat.say(f"mine {tag}: carla@example.org", workflow="root")
        events = await chat.say(f"and {tag}", workflow="root")
    assert text_of(events) == "To carla@example.org, not to [email]."
    assert only(events, "done")["status"] == "finished"


async def test_the_newest_messages_are_taken_up_until_they_are_too_long_together(
    discreet: Worker,
    person: Callable[..., Awaitable[str]],
    models: ModelServer,
    pool: asyncpg.Pool,
    tag: str,
) -> None:
    async with Chat(discreet.url, await person()) as chat:
        models.script(reply("Noted.", match=tag))
        turn = (await chat.say(f"hello {tag}", workflow="root"))[0]["turn"]
    await pool.execute(
        "insert into batuta.messages (id, org_id, user_id, session_id, turn_id, no, role, blocks)"
        " select gen_random_uuid(), m.org_id, m.user_id, m.session_id, m.turn_id, 100 + n, 'user',"
        " json_build_array(json_build_object('type', 'text', 'text', n || $2::text))"
        " from batuta.messages m, generate_series(1, 119) n"
        " where m.turn_id = $1::uuid and m.role = 'user'",
        turn,
        LONG,
    )
    await pool.execute(
        "update batuta.turns set status = 'running', attempt = 0 where id = $1::uuid", turn
    )
    await pool.execute(
        "insert into dbos.workflow_status (workflow_uuid, owner_xid) values ($1, 'me')"
        " on conflict (workflow_uuid) do update set owner_xid = 'me'",
        f"engine-{tag}",
    )
    taken = await claim(pool, turn, f"engine-{tag}", "me")
    assert taken
    history: list[Message] = taken.turn.history
    sizes = [len(str(m.blocks)) for m in history]
    assert sum(sizes[1:]) < HISTORY_CHARACTERS <= sum(sizes) + 1_000
    assert str(history[-1].blocks[0]).startswith("{'type': 'text', 'text': '119")
    assert len({m.id for m in history}) == len(history)
