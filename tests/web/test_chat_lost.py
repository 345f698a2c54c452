"""Connections, servers and pages that go away in the middle of an answer: nothing is lost."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Awaitable, Callable

import asyncpg
import pytest
from playwright.async_api import expect

from server.identity import accounts
from tests.support.chance import an_email
from tests.support.chat_page import LONGEST, ChatPage, open_chat
from tests.support.model_server import ModelServer, call, reply
from tests.support.web_page import WebVisit
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.prove]
SignIn = Callable[..., Awaitable[WebVisit]]
PASSWORD = "correct horse battery staple"
WORDS = [f"w{number} " for number in range(1, 41)]
WHOLE = "".join(WORDS).strip()


@pytest.fixture(scope="module")
async def worker(launch: Callable[..., Awaitable[Worker]]) -> Worker:
    """A worker that is killed here, and started again under the same address."""
    return await launch()


@pytest.fixture(autouse=True)
async def alive(worker: Worker) -> AsyncGenerator[None]:
    yield
    if worker.process is None or worker.process.poll() is not None:
        await worker.start().ready()


async def choose_password(visit: WebVisit, pool: asyncpg.Pool, email: str) -> None:
    user = await accounts.account_by_email(pool, email)
    reset = await accounts.make_link(pool, user, "reset")
    answer = await visit.context.request.post(
        f"{visit.url}/auth/browser/link",
        data={"token": reset, "password": PASSWORD},
        headers={"x-batuta-page": "1"},
    )
    assert answer.status == 204


def slowly(tag: str) -> str:
    """A gate in the middle of the words."""
    return f"g{tag}"


async def is_whole(chat: ChatPage) -> None:
    """Every word once, in order."""
    await chat.ended()
    text = re.sub(r"\s+", " ", await chat.last.inner_text())
    assert text.count("w1 ") == 1
    assert WHOLE in text


def lost(visit: WebVisit) -> WebVisit:
    """Say that this test breaks connections: browsers complain of each."""
    visit.expected += ["Failed to load resource", "ERR_", "net::"]
    return visit


async def test_a_reload_in_the_middle_of_an_answer_joins_it(
    signed_in: SignIn, models: ModelServer, tag: str
) -> None:
    models.script(reply(*WORDS, gate=slowly(tag), after=20, match=tag))
    chat = await open_chat(lost(await signed_in()))
    await chat.write(f"count {tag}")
    await expect(chat.last).to_contain_text("w15", timeout=LONGEST)
    await chat.page.reload()
    await expect(chat.last).to_contain_text("w15", timeout=LONGEST)
    await expect(chat.last).to_contain_text(f"count {tag}")
    models.open(slowly(tag))
    await is_whole(chat)
    assert await chat.turns.count() == 1


async def test_a_server_that_is_killed_in_the_middle_of_an_answer_comes_back_with_all_of_it(
    signed_in: SignIn, models: ModelServer, worker: Worker, tag: str
) -> None:
    models.script(reply(*WORDS, gate=slowly(tag), after=20, match=tag), reply(*WORDS, match=tag))
    chat = await open_chat(lost(await signed_in()))
    await chat.write(f"count {tag}")
    await expect(chat.last).to_contain_text("w15", timeout=LONGEST)
    worker.kill()
    await chat.shows("The connection was lost; joining again. The answer goes on meanwhile.")
    await worker.start().ready()
    await is_whole(chat)
    await chat.page.reload()
    await is_whole(chat)
    assert await chat.turns.count() == 1


async def test_a_network_that_is_cut_and_comes_back(
    signed_in: SignIn, models: ModelServer, tag: str
) -> None:
    models.script(
        call("look", {"name": f"n{tag}"}, match=tag), reply(*WORDS, gate=slowly(tag), match=tag)
    )
    visit = lost(await signed_in())
    chat = await open_chat(visit)
    await chat.write(f"count {tag}")
    await expect(chat.page.get_by_role("button", name="Stop the answer")).to_be_visible()
    await visit.context.set_offline(True)
    await chat.box.fill(f"later {tag}")
    await chat.box.press("Enter")
    await chat.shows("No connection. The message is sent as soon as there is one.")
    models.script(reply("Here I am.", match=f"later {tag}"))
    models.open(slowly(tag))
    await visit.context.set_offline(False)
    await chat.shows("Here I am.")
    assert await chat.turns.count() == 2


async def test_two_tabs_show_the_same(signed_in: SignIn, models: ModelServer, tag: str) -> None:
    visit = lost(await signed_in())
    models.script(reply("First.", match=f"one {tag}"))
    here = await open_chat(visit)
    await here.say(f"one {tag}")
    there = await open_chat(visit, f"/app/c/{here.session}")
    await expect(there.turns).to_have_count(1, timeout=LONGEST)
    models.script(reply(*WORDS, gate=slowly(tag), after=20, match=f"two {tag}"))
    await here.write(f"two {tag}")
    await expect(there.last).to_contain_text("w15", timeout=LONGEST)
    models.open(slowly(tag))
    await is_whole(here)
    await is_whole(there)
    assert await there.turns.count() == 2


async def test_a_message_that_was_sent_as_the_page_went_away_is_sent_once(
    signed_in: SignIn, models: ModelServer, worker: Worker, pool: asyncpg.Pool, tag: str
) -> None:
    models.script(reply("First.", match=f"one {tag}"), reply("Once.", match=f"two {tag}"))
    visit = lost(await signed_in())
    chat = await open_chat(visit)
    await chat.say(f"one {tag}")
    await visit.context.set_offline(True)
    await chat.box.fill(f"two {tag}")
    await chat.box.press("Enter")
    await chat.shows("No connection. The message is sent as soon as there is one.")
    await visit.context.set_offline(False)
    await chat.page.reload()
    await chat.shows("Once.")
    count = await pool.fetchval(
        "select count(*) from batuta.turns where input ->> 'message' = $1", f"two {tag}"
    )
    assert count == 1


async def test_a_sign_in_that_ends_loses_nothing_of_what_was_written(
    signed_in: SignIn, models: ModelServer, pool: asyncpg.Pool, tag: str
) -> None:
    models.script(reply("Hello.", match=f"one {tag}"), reply("Sent after all.", match=f"two {tag}"))
    email = an_email()
    visit = lost(await signed_in(email))
    chat = await open_chat(visit)
    await chat.say(f"one {tag}")
    await choose_password(visit, pool, email)
    await visit.context.clear_cookies()
    await chat.write(f"two {tag}")
    dialog = chat.page.get_by_role("dialog")
    await expect(dialog).to_contain_text("Sign in again")
    await dialog.get_by_label("Password").fill(PASSWORD)
    await dialog.get_by_role("button", name="Sign in").click()
    await chat.shows("Sent after all.")
    assert await chat.turns.count() == 2
