"""Who may see what, how much there may be, what is written down, and what goes with what."""

from __future__ import annotations

from uuid import UUID

import asyncpg
import pytest

from agent.people.patience import look_after
from agent.people.teams import TeamDirectory
from server.settings import Settings
from store import retention
from tests.people.conftest import Hire
from tests.support.chatting import Chat, every, only, text_of
from tests.support.staffed import ASK, listening
from workflows.file.teams import Team

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]


async def waiting(customer: Chat, pool: asyncpg.Pool) -> str:
    """Ask for a person; returns the handover."""
    await customer.say(ASK)
    found = await pool.fetchval(
        "select id from batuta.handovers where session_id = $1", UUID(customer.session)
    )
    return str(found)


async def test_other_teams_organisations_and_roles_see_nothing(
    customer: Chat, hire: Hire, pool: asyncpg.Pool
) -> None:
    handover = await waiting(customer, pool)
    strangers = [
        await hire("billing"),
        await hire(),
        await hire("support", where="elsewhere"),
        await hire("support", role="admin", where="elsewhere"),
    ]
    for one in strangers:
        assert [h for h in await one.queue() if h["id"] == handover] == []
        assert (await one.chat.get(f"/inbox/{handover}")).status_code == 404
        for what, body in (
            ("take", None), ("return", None), ("close", None),
            ("reply", {"text": "hello"}), ("pass", {"team": "support"}),
        ):  # fmt: skip
            assert (await one.refused(handover, what, body))["status"] == 404, what
    for role in ("user", "moderator", "owner", "operator"):
        one = await hire("support", role=role)
        assert (await one.chat.get("/inbox")).status_code == 403
        assert (await one.refused(handover, "take"))["status"] == 403
    admin = await hire(role="admin")
    assert (await admin.of(customer))["id"] == handover
    assert (await admin.get())["me"]["all_teams"] is True


async def test_readings_and_deeds_are_on_record_without_a_word(
    customer: Chat, hire: Hire, pool: asyncpg.Pool
) -> None:
    """One reading counts for a while, another reader's for itself; colleagues see who has read."""
    handover = await waiting(customer, pool)
    ana, bo = await hire("support", name="Ana"), await hire("support")
    for _ in range(2):
        await ana.lines(handover)
    await bo.lines(handover)
    readers = (await ana.get(f"/{handover}"))["readers"]
    assert [one["email"] for one in readers] == [ana.email, bo.email]
    await ana.do(handover, "take")
    await ana.reply(handover, "a secret word")
    await ana.do(handover, "close")
    rows = await pool.fetch(
        "select action, detail::text from batuta.audit where subject = $1 order by id", handover
    )
    assert [row["action"] for row in rows] == [
        "handover.read", "handover.read", "handover.taken", "handover.closed",
    ]  # fmt: skip
    assert "secret" not in "".join(row["detail"] for row in rows)


async def test_what_is_said_after_the_end_is_none_of_the_staffs_business(
    customer: Chat, hire: Hire, pool: asyncpg.Pool
) -> None:
    handover = await waiting(customer, pool)
    ana = await hire("support")
    await ana.do(handover, "take")
    async with listening(customer) as page:
        await ana.do(handover, "close")
        await page.until("handover", status="closed")
    await customer.say("marcar uma visita para 340 pessoas")
    assert "340" not in "".join(line["text"] for line in await ana.lines(handover))


async def test_only_who_has_it_answers_and_only_what_fits(
    customer: Chat, hire: Hire, pool: asyncpg.Pool
) -> None:
    handover = await waiting(customer, pool)
    ana, bo = await hire("support", name="Ana"), await hire("support")
    assert (await bo.refused(handover, "reply", {"text": "hi"}))["status"] == 409
    await ana.do(handover, "take")
    told = await bo.refused(handover, "reply", {"text": "hi"})
    assert (told["status"], ana.email in told["detail"]) == (409, True)
    for text in ("", "   ", "x" * 4001, "a\u0000b"):
        assert (await ana.refused(handover, "reply", {"text": text}))["status"] == 422
    codes = {
        (await ana.chat.post(f"/inbox/{handover}/reply", {"text": "x"})).status_code
        for _ in range(61)
    }
    assert codes == {201, 429}
    assert (await bo.refused(handover, "return"))["status"] == 409
    assert (await bo.refused(handover, "close"))["status"] == 409


async def test_a_full_queue_and_a_person_in_three_queues_are_told_so(
    customer: Chat,
) -> None:
    for _ in range(3):
        customer.session = None
        assert every(await customer.say(ASK), "handover")
    customer.session = None
    told = await customer.say(ASK)
    assert every(told, "handover") == []
    assert "outras conversas" in text_of(told)
    assert "Quantas" in text_of(await customer.say("marcar uma visita"))  # the assistant is there


async def test_a_full_queue_loses_nothing_of_a_workflow_that_would_end_with_people(
    customer: Chat,
) -> None:
    for _ in range(3):
        customer.session = None
        assert every(await customer.say(ASK), "handover")
    customer.session = None
    await customer.say("quero devolver um produto")
    await customer.say("um abajur azul")
    refused = text_of(await customer.say(ASK))
    assert "outras conversas" in refused
    assert "Quantos pacotes?" in refused
    assert "um abajur azul: 2." in text_of(await customer.say("2"))


async def test_deleting_a_conversation_takes_the_handover_along(
    customer: Chat, hire: Hire, pool: asyncpg.Pool
) -> None:
    handover = await waiting(customer, pool)
    ana = await hire("support")
    await ana.lines(handover)
    await ana.do(handover, "take")
    async with listening(customer) as page:
        assert (await customer.delete(f"/sessions/{customer.session}")).status_code == 204
        async for _ in page.rest():
            pass  # the stream ends
    assert (await ana.refused(handover, "reply", {"text": "hi"}))["status"] == 404
    for table in ("handovers where id", "handover_readings where handover_id"):
        assert await pool.fetchval(f"select count(*) from batuta.{table} = $1", UUID(handover)) == 0


async def test_retention_takes_old_conversations_with_their_handovers(
    customer: Chat, pool: asyncpg.Pool
) -> None:
    handover = await waiting(customer, pool)
    await pool.execute(
        "update batuta.sessions set updated_at = now() - interval '400 days' where id = $1",
        UUID(customer.session),
    )
    await retention.apply(pool, Settings.load({"BATUTA_RETAIN_SESSIONS_DAYS": "365"}))
    assert (
        await pool.fetchval("select count(*) from batuta.handovers where id = $1", UUID(handover))
        == 0
    )


async def test_who_waits_too_long_is_told_once_and_who_is_forgotten_goes_back(
    customer: Chat, pool: asyncpg.Pool, hire: Hire
) -> None:
    teams = TeamDirectory({"support": Team(wait_minutes=20)})
    handover = await waiting(customer, pool)
    ana = await hire("support")
    async with listening(customer) as page:
        await pool.execute(
            "update batuta.handovers set waits_since = now() - interval '21 minutes' where id = $1",
            UUID(handover),
        )
        assert (await ana.of(customer))["late"] is True
        for _ in range(2):
            assert await look_after(pool, teams, 72) == []
        await page.until("text")
        assert "Está demorando" in text_of(page.heard)
        assert only(page.heard, "handover")["late"] is True
        await pool.execute(
            "update batuta.handovers set waits_since = now() - interval '73 hours' where id = $1",
            UUID(handover),
        )
        # A worker does so by itself, every ten seconds.
        await page.until("handover", status="expired")
        await page.until("done")
    assert "Quantas" in text_of(await customer.say("marcar uma visita"))
    assert await ana.queue() == []


async def test_approvals_are_taken_back_when_people_take_over(
    customer: Chat, hire: Hire, pool: asyncpg.Pool
) -> None:
    asked = only(
        await customer.say("salve uma nota: ligar para o fornecedor"), "tool_approval_request"
    )
    await waiting(customer, pool)
    answer = await customer.post(f"/approvals/{asked['approval']}", {"approve": True})
    assert answer.status_code == 410
    assert (
        await pool.fetchval(
            "select count(*) from batuta.notes where session_id = $1", UUID(customer.session)
        )
        == 0
    )
