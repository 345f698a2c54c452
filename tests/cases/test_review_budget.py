"""How much of the guards' guessing moderators read: the heaviest, as many as they can."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from uuid import UUID

import asyncpg
import pytest

from agent.path import report as seam
from contracts.messages import Caller, TurnInput, TurnOptions
from guardrails.guard import Verdict
from guardrails.policy import Policy
from store import case_stats, cases, turns
from store.cases import CaseFilter, CaseFinding, CaseWeight, finding_id
from store.turns import Arrival, PersonLimits
from tests.support.chance import an_id, code
from tests.support.reporting import cases_of, running, somebody

pytestmark = pytest.mark.anyio

GUESS = Verdict("review", "harm", "scored", scores={"harm": 0.1}, certain=False, guard="heads")


async def _finding(pool: asyncpg.Pool, caller: Caller, text: str, session: UUID) -> CaseFinding:
    arrival = Arrival(an_id(), session, "message", TurnInput(text), TurnOptions())
    await turns.accept(pool, caller, arrival, PersonLimits(0, 0, 0))
    turn = arrival.turn_id
    name = finding_id(turn, "input", "harm", "", text)
    return CaseFinding(name, turn, "input", "harm", "review", text, guard="heads")


async def _guess(
    pool: asyncpg.Pool, caller: Caller, weight: float | None, budget: float, text: str = ""
) -> CaseFinding:
    """Somebody in a conversation of their own writes what a head thinks worth a review."""
    text = text or f"guess {code()}"
    finding = await _finding(pool, caller, text, an_id())
    await cases.propose_case(pool, finding, CaseWeight(weight, budget, text.encode()))
    return finding


async def _queue(pool: asyncpg.Pool, caller: Caller) -> list[tuple[str, int]]:
    reader = Caller(an_id(), caller.org_id, "", frozenset({"moderator"}))
    found = await cases.listed(pool, reader, CaseFilter(), 50)
    texts = [(await cases.evidence(pool, caller.org_id, case.id) or [""])[0] for case in found]
    return sorted(zip(texts, (case.found for case in found), strict=True))


async def _aside(pool: asyncpg.Pool, caller: Caller) -> int:
    row = await pool.fetchrow(
        "select now() - interval '1 hour' as since, now() + interval '1 hour' as until"
    )
    assert row
    return await case_stats.set_aside(pool, caller.org_id, row["since"], row["until"])


async def test_the_heaviest_guesses_have_the_places_whenever_they_came(pool: asyncpg.Pool) -> None:
    caller = await somebody(pool, code())
    for weight in (-0.9, -0.1, -0.5, -0.3):
        await _guess(pool, caller, weight, 2, f"weighs {weight}")
    assert await _queue(pool, caller) == [("weighs -0.1", 1), ("weighs -0.3", 1)]
    assert await _aside(pool, caller) == 2


async def test_what_somebody_has_looked_at_keeps_its_place(pool: asyncpg.Pool) -> None:
    caller = await somebody(pool, code())
    light = await _guess(pool, caller, -0.9, 1, "light")
    await pool.execute(
        "insert into batuta.case_readings (case_id, reader, kind) values ($1, $2, 'opened')",
        light.id,
        an_id(),
    )
    await _guess(pool, caller, -0.1, 1, "heavy")
    assert await _queue(pool, caller) == [("light", 1)]


async def test_a_share_of_the_messages_grows_with_them(pool: asyncpg.Pool) -> None:
    caller = await somebody(pool, code())
    for number in range(3):
        await _guess(pool, caller, -0.5 + number / 10, 0.2, f"guess {number}")
    assert len(await _queue(pool, caller)) == 1
    for _ in range(5):
        await _finding(pool, caller, "a message like any other", an_id())
    await _guess(pool, caller, -0.9, 0.2)
    assert [text for text, _ in await _queue(pool, caller)] == ["guess 1", "guess 2"]


async def test_no_budget_queues_nothing_and_loses_nothing(pool: asyncpg.Pool) -> None:
    caller = await somebody(pool, code())
    finding = await _guess(pool, caller, -0.1, 0)
    assert await _queue(pool, caller) == []
    assert await cases.evidence(pool, caller.org_id, finding.id) == [finding.evidence]


async def test_repeats_join_one_case_and_keep_nobody_elses_words(pool: asyncpg.Pool) -> None:
    org = code()
    caller = await somebody(pool, org)
    other = await somebody(pool, org)
    for who in (caller, other, caller):
        await _guess(pool, who, -0.5, 5, "the same words")
    assert await _queue(pool, caller) == [("the same words", 3)]
    kept = await pool.fetchval("select evidence from batuta.cases where org_id = $1", caller.org_id)
    assert kept == ["the same words"] * 2


async def test_one_conversation_makes_one_case(pool: asyncpg.Pool) -> None:
    caller, session = await somebody(pool, code()), an_id()
    for text in ("one", "two"):
        finding = await _finding(pool, caller, text, session)
        weighed = CaseWeight(-0.5, 5, text.encode())
        for _ in range(2):  # a turn that is taken over reports again
            await cases.propose_case(pool, finding, weighed)
    assert await _queue(pool, caller) == [("one", 2)]


async def test_workers_that_report_at_once_keep_within_the_budget(pool: asyncpg.Pool) -> None:
    caller = await somebody(pool, code())
    guesses = [_guess(pool, caller, -number / 10, 3, f"weighs {number}") for number in range(8)]
    await asyncio.gather(*guesses)
    assert [text for text, _ in await _queue(pool, caller)] == ["weighs 0", "weighs 1", "weighs 2"]


async def test_a_weak_guess_about_a_tools_result_is_counted_and_not_queued(
    pool: asyncpg.Pool,
) -> None:
    async with running(pool, policy=Policy(review_budget=10_000)) as take_up:
        run = take_up()
        await seam.report_verdict(run, replace(GUESS, stage="tool_result"), "a code", about="mail")
        assert await cases_of(pool, run) == []
        await seam.report_verdict(run, GUESS, "a guess about the message")
        await seam.report_verdict(run, replace(GUESS, guard="judge", category="hate"), "judged")
        found = await cases_of(pool, run)
    assert {(case.category, case.guard) for case in found} == {("harm", "heads"), ("hate", "judge")}


async def test_what_is_certain_brings_a_guess_of_its_turn_into_the_queue(
    pool: asyncpg.Pool,
) -> None:
    async with running(pool, policy=Policy(review_budget=0)) as take_up:
        run = take_up()
        await seam.report_verdict(run, GUESS, "a guess")
        assert await cases_of(pool, run) == []
        rule = replace(GUESS, decision="block", certain=True, guard="phrases")
        await seam.report_verdict(run, rule, "a rule")
        (case,) = await cases_of(pool, run)
    assert (case.verdict, case.found) == ("block", 2)
