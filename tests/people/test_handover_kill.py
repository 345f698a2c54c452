"""Workers that die while people have a conversation: nothing is lost and nothing doubled."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from uuid import UUID

import asyncpg
import pytest

from tests.people.conftest import Hire
from tests.support.chatting import Chat, text_of
from tests.support.staffed import ASK, Make, Staff, listening
from tests.support.welcomed import welcomed
from tests.support.workers import Worker

pytestmark = pytest.mark.anyio
Launch = Callable[..., Awaitable[Worker]]


async def test_either_worker_may_die_in_the_middle(
    launch: Launch, person: Make, pool: asyncpg.Pool, hire: Hire, org: str
) -> None:
    """The page moves to the other worker and misses nothing; the workflow goes on behind it."""
    first, second = await launch(), await launch()
    bia = await hire("billing", name="Bia", url=second.url)
    async with Chat(first.url, await person(org=org)) as chat:
        await welcomed(chat, pool)
        await chat.say("onde está meu pedido")
        handed = await chat.say("77")
        handover = (await bia.of(chat))["id"]
        async with listening(chat, handed[0]["turn"]) as page:
            await bia.do(handover, "take")
            taken = await page.until("handover", status="taken")
            first.kill()
        chat.url = second.url
        await bia.reply(handover, "Já vejo.")
        mark = f"{taken['turn']}:{taken['seq']}"
        async with listening(chat, mark) as page:
            await page.until("staff_message", text="Já vejo.")
            assert [e["type"] for e in page.heard][:1] == ["done"]
            quiet = await chat.say("obrigado")
            assert text_of(quiet) == ""
            third = await launch()
            await bia.do(handover, "return")
            second.kill()
        bia.chat.url = chat.url = third.url
        async with listening(chat, quiet[0]["turn"]) as page:
            await page.until("handover", status="returned")
            await page.until("done")
            assert text_of(page.heard).count("Obrigado por esperar.") == 1
        kept = (await chat.get(f"/sessions/{chat.session}")).json()
    said = [b["text"] for m in kept["messages"] for b in m["blocks"] if b["type"] == "staff"]
    assert said == ["Já vejo."]
    assert kept["handover"] is None


async def test_a_worker_that_dies_while_it_hands_over_hands_over_once(
    launch: Launch, person: Make, pool: asyncpg.Pool, hire: Hire, org: str
) -> None:
    """Begun by one worker, finished by another: one place in the queue, told once."""
    first, second = await launch(), await launch()
    ana = await hire("support", url=second.url)
    async with Chat(first.url, await person(org=org)) as chat:
        await welcomed(chat, pool)
        turns: list[tuple[str, Chat]] = []
        for _ in range(3):  # as near to the middle as it comes
            chat.session = None
            turns.append((await chat.begin(ASK), chat))
        first.kill()
        for turn, _ in turns:
            events = await chat.follow_stubbornly(turn, [second.url])
            assert [e["type"] for e in events].count("handover") == 1
        counted = await pool.fetchval(
            "select count(*) from batuta.handovers h join batuta.turns t on t.session_id ="
            " h.session_id where t.id = any ($1::uuid[])",
            [UUID(turn) for turn, _ in turns],
        )
    assert counted == len(turns)
    assert len(await ana.queue()) == len(turns)


async def test_what_is_sent_while_nobody_runs_waits_for_them(
    launch: Launch, person: Make, pool: asyncpg.Pool, hire: Hire, org: str
) -> None:
    """A close whose worker dies at once: the last worker's successor says it."""
    first = await launch()
    ana: Staff = await hire("support", url=first.url)
    async with Chat(first.url, await person(org=org)) as chat:
        await welcomed(chat, pool)
        await chat.say(ASK)
        handover = (await ana.of(chat))["id"]
        await ana.do(handover, "take")
        await ana.do(handover, "close")
        first.kill()
        later = await launch()
        chat.url = later.url
        kept = (await chat.get(f"/sessions/{chat.session}")).json()
        turn = next((t["turn"] for t in kept["open_turns"]), None)
        if turn is not None:
            await chat.follow_stubbornly(turn, [later.url])
            kept = (await chat.get(f"/sessions/{chat.session}")).json()
    ended = [b["status"] for m in kept["messages"] for b in m["blocks"] if b["type"] == "handover"]
    assert ended == ["waiting", "taken", "closed"]
