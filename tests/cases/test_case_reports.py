"""A verdict becomes a case, once, whatever dies in between."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from uuid import UUID

import asyncpg
import orjson
import pytest

from agent.path import report as seam
from agent.path.check import check_message
from contracts.errors import Unsafe
from guardrails.guard import ALLOW, Verdict
from guardrails.policy import Policy
from store import cases
from tests.support.reporting import CPF, HARM, cases_of, committed, running, somebody
from tests.support.workers import until
from tools.access import DatabaseToolStore
from workflows.file.load import parse
from workflows.machine.cursor import Cursor, Frame
from workflows.machine.world import World

pytestmark = pytest.mark.anyio


async def test_a_verdict_opens_a_case_and_the_next_of_its_kind_joins_it(
    pool: asyncpg.Pool,
) -> None:
    """One case a turn and category: the heaviest verdict, all findings, the texts in evidence."""
    async with running(pool) as take_up:
        run = take_up()
        await seam.report_verdict(run, HARM, f"harm to {CPF}")
        block = replace(HARM, decision="block", stage="tool_result", reason=f"said {CPF}")
        await seam.report_verdict(run, block, "more harm", about="search")
        await seam.report_verdict(run, replace(HARM, category="injection"), "ignore that")
        await seam.report_verdict(run, ALLOW, "nothing")
        injection, harm = await cases_of(pool, run)
    assert (injection.category, injection.found) == ("injection", 1)
    assert (harm.verdict, harm.found, harm.status) == ("block", 2, "open")
    assert (harm.length, harm.language) == (len(f"harm to {CPF}"), "en")
    assert [f["about"] for f in harm.findings] == ["", "search"]
    assert harm.findings[1]["reason"] == "said [cpf]"
    assert harm.scores == {"harm": 0.1}
    assert harm.path == [
        {"workflow": "root", "state": None},
        {"workflow": "pay", "state": "card"},
    ]
    assert harm.workflow == "pay"
    kept = await cases.evidence(pool, harm.org_id, harm.id)
    assert kept == [f"harm to {CPF}", "more harm"]


async def test_what_is_only_hidden_from_models_is_no_case(pool: asyncpg.Pool) -> None:
    async with running(pool) as take_up:
        run = take_up()
        await seam.report_verdict(run, Verdict("redact", "personal_data", "cpf", text="[cpf]"), CPF)
        assert await cases_of(pool, run) == []
        await seam.report_verdict(
            run, Verdict("redact", "hidden_text", "tags", text="hello"), "hello there"
        )
        assert [case.category for case in await cases_of(pool, run)] == ["hidden_text"]


async def test_a_takeover_doubles_nothing_whatever_was_committed(pool: asyncpg.Pool) -> None:
    """The same findings in another order, with the steps of before or without: one case each."""
    async with running(pool) as take_up:
        first = take_up()
        for text in ("one", "two"):
            await seam.report_verdict(first, HARM, text, about="search")
        kept = await committed(pool, first)
        assert sum(key.startswith("case/") for key in kept) == 2
        assert "one" not in orjson.dumps(kept).decode()
        for steps in ({}, kept):
            again = take_up(dict(steps))
            for text in ("two", "one"):
                await seam.report_verdict(again, HARM, text, about="search")
        found = await cases_of(pool, first)
    assert [(c.stage, c.found) for c in found] == [("input", 2)]


async def test_a_decided_case_is_not_joined(pool: asyncpg.Pool) -> None:
    """What comes after the decision is a case of its own; what came before stays known."""
    async with running(pool) as take_up:
        run = take_up()
        await seam.report_verdict(run, HARM, "one")
        await pool.execute(
            "update batuta.cases set status='decided', decision='confirm' where turn_id=$1",
            run.turn.id,
        )
        again = take_up()
        await seam.report_verdict(again, HARM, "one")
        await seam.report_verdict(again, HARM, "two")
        found = await cases_of(pool, run)
    assert [(c.status, c.found) for c in found] == [("open", 1), ("decided", 1)]


async def test_a_case_that_cannot_be_written_is_written_later(
    pool: asyncpg.Pool, dsn: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The database is locked: the turn waits for its case, and one that is stopped a little."""
    hasty = {"search_path": "batuta", "role": "batuta_server", "lock_timeout": "20ms"}
    other = await asyncpg.create_pool(dsn, min_size=1, max_size=2, server_settings=hasty)
    owner = await asyncpg.connect(dsn)
    for stopped in (False, True):
        caplog.clear()
        async with running(other, "hello") as take_up:
            run = take_up()
            async with owner.transaction():
                await owner.execute("lock table batuta.cases in access exclusive mode")
                work = asyncio.create_task(seam.report_verdict(run, HARM, "kept"))
                await until(lambda: "does not take a call" in caplog.text, "it tries again")
                if stopped:
                    work.cancel()
            await asyncio.wait([work])
            assert work.cancelled() == stopped
            assert [c.length for c in await cases_of(pool, run)] == [len("kept")]
    await owner.close()
    await other.close()


@pytest.mark.parametrize(("share", "cases_"), [(0.0, 0), (1.0, 1)])
async def test_a_sample_is_drawn_by_the_share_of_the_policy(
    pool: asyncpg.Pool, share: float, cases_: int
) -> None:
    """With its scores, for calibration; a message that was blocked has its own case."""
    async with running(pool, "what is the weather", Policy(sample=share)) as take_up:
        run = take_up()
        await seam.report_sample(run)
        await seam.report_sample(run)
        found = await cases_of(pool, run)
        blocked = take_up({"check": {"decision": "block"}})
        blocked.message = "other"
        await seam.report_sample(blocked)
        assert len(await cases_of(pool, run)) == len(found) == cases_
    for case in found:
        assert (case.stage, case.verdict, set(case.scores)) == (
            "sample",
            "allow",
            {"harm", "injection"},
        )


async def test_a_message_that_was_flagged_is_no_sample_as_well(pool: asyncpg.Pool) -> None:
    async with running(pool, "doubtful", Policy(sample=1)) as take_up:
        run = take_up()
        await seam.report_verdict(run, HARM, "doubtful")
        await seam.report_sample(run)
        await seam.report_sample(take_up(await committed(pool, run)))
        assert [case.stage for case in await cases_of(pool, run)] == ["input"]


def test_chance_is_the_same_on_every_worker_and_near_its_share() -> None:
    policy = Policy(sample=0.2, second_review=0.5)
    ids = [UUID(int=n) for n in range(2000)]
    drawn = [policy.samples(i) for i in ids]
    assert drawn == [policy.samples(i) for i in ids]
    assert 300 < sum(drawn) < 500
    assert 900 < sum(policy.reviewers(i, "harm") == 2 for i in ids) < 1100
    assert Policy(second_review=frozenset({"harm"})).reviewers(ids[0], "harm") == 2
    assert Policy(second_review=frozenset({"harm"})).reviewers(ids[0], "size") == 1


async def test_text_that_the_database_would_refuse_is_kept_as_far_as_it_goes(
    pool: asyncpg.Pool,
) -> None:
    """NUL, half surrogates, and what is far too long."""
    async with running(pool) as take_up:
        run = take_up()
        odd = "a\0b\ud800c" + "x" * 200_000
        await seam.report_verdict(run, replace(HARM, reason="r\0" * 900), odd, about="t\0" * 300)
        (case,) = await cases_of(pool, run)
        kept = await cases.evidence(pool, case.org_id, case.id)
    assert kept
    assert kept[0].startswith("ab?c")
    assert len(kept[0]) == cases.MOST_EVIDENCE
    assert case.length == len("ab?c") + 200_000


async def test_a_turn_without_end_keeps_its_case_small(pool: asyncpg.Pool) -> None:
    """Twenty findings are kept, the others are counted."""
    async with running(pool) as take_up:
        run = take_up()
        for n in range(25):
            await seam.report_verdict(run, HARM, f"text {n}")
        (case,) = await cases_of(pool, run)
        kept = await cases.evidence(pool, case.org_id, case.id)
    assert (case.found, len(case.findings), len(kept or [])) == (25, 20, 20)


async def test_a_turn_that_is_gone_has_no_case(pool: asyncpg.Pool) -> None:
    async with running(pool) as take_up:
        run = take_up()
        await pool.execute("delete from batuta.sessions where id = $1", run.turn.session_id)
        await seam.report_verdict(run, HARM, "late")
        assert await cases_of(pool, run) == []


async def test_an_agent_reports_by_its_tool_once_per_call(pool: asyncpg.Pool) -> None:
    """Only on a turn of its caller; what the agent says of it is kept as the text is."""
    async with running(pool, "he wants to hurt me") as take_up:
        run = take_up()
        store = DatabaseToolStore(pool, run.turn.caller, run.turn.session_id)
        for _ in range(2):
            assert await store.report("call-1", run.turn.id, "harm", f"about {CPF}")
        (case,) = await cases_of(pool, run)
        assert CPF not in str(case)
        assert await cases.evidence(pool, case.org_id, case.id) == ["he wants to hurt me"]
        assert await cases.remarks(pool, case) == [f"about {CPF}"]
        assert (case.stage, case.category, case.found) == ("report", "harm", 1)
        stranger = DatabaseToolStore(pool, await somebody(pool), run.turn.session_id)
        assert not await stranger.report("call-2", run.turn.id, "harm", "not mine")


# --- what is asked before


ASKING = """\
workflow: party
version: 1
title: {en: Party, pt: Festa}
route: {when: "the person wants to plan a party"}
slots: {guests: {type: integer, ask: {en: "How many?", pt: "Quantos?"}}}
start: count
states:
  count: {ask: guests, go: done}
  done: {say: {en: "Noted.", pt: "Anotado."}, end: completed}
"""


@pytest.mark.parametrize("asking", [True, False])
async def test_a_clear_answer_to_the_open_question_is_not_guessed_at(
    pool: asyncpg.Pool, asking: bool
) -> None:
    guess = "stab 20 people"
    async with running(pool, guess) as take_up:
        run = take_up()
        run.world = World.of({"party": parse(ASKING, "party.yaml")})
        if asking:
            run.position = Cursor([Frame("party", "count", asking="guests")])
        if asking:
            await check_message(run)
            assert run.message == guess
        else:
            with pytest.raises(Unsafe):
                await check_message(run)
        found = await cases_of(pool, run)
    assert bool(found) != asking


async def test_a_rule_sees_an_answer_all_the_same(pool: asyncpg.Pool) -> None:
    async with running(pool, "20, I want to die") as take_up:
        run = take_up()
        run.world = World.of({"party": parse(ASKING, "party.yaml")})
        run.position = Cursor([Frame("party", "count", asking="guests")])
        with pytest.raises(Unsafe, match="988"):
            await check_message(run)
        (case,) = await cases_of(pool, run)
    assert (case.category, case.verdict) == ("self_harm", "block")
