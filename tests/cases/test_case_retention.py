"""How long a case is kept, and what a person takes along."""

from __future__ import annotations

from uuid import UUID

import asyncpg
import pytest

from agent.moderation.examples import ExampleCache
from contracts.messages import Caller
from guardrails.guard import ALLOW
from store import cases, feedback, retention
from tests.support.chance import an_id, code
from tests.support.desk import Desk, me, places
from tests.support.retained import DaysKept
from tests.support.workers import Worker

pytestmark = pytest.mark.anyio


# --- keeping and forgetting


async def aged(pool: asyncpg.Pool, case: str) -> None:
    await pool.execute(
        "update batuta.cases set created_at = now() - interval '50 days',"
        " updated_at = now() - interval '50 days' where id = $1",
        UUID(case),
    )


async def test_evidence_goes_before_its_case(desk: Desk, pool: asyncpg.Pool) -> None:
    """Each by its own setting; the facts stay as long as the case, and reading is over."""
    old, young = await desk.flagged("old harm"), await desk.flagged("young harm")
    await aged(pool, old)
    assert (await retention.preview(pool, DaysKept(retain_evidence_days=30)))["evidence"] == 1
    assert (await retention.apply(pool, DaysKept(retain_evidence_days=30)))["evidence"] == 1
    gone = await desk.moderator.post(f"/cases/{old}/reveal", {"reason": "to decide what it is"})
    assert (gone.status_code, gone.json()["code"]) == (410, "expired")
    assert (await desk.reveal(young))["evidence"] == ["young harm"]
    page = await desk.open(old)
    assert (page["case"]["length"], page["similar"]) == (len("old harm"), [])
    assert (await desk.decide(old, "confirm"))["example"] is None
    await pool.execute(
        "update batuta.cases set updated_at = now() - interval '50 days' where id = $1", UUID(old)
    )
    assert (await retention.apply(pool, DaysKept(retain_cases_days=30)))["cases"] == 1
    assert [c["id"] for c in (await desk.queue())["cases"]] == [young]


@pytest.mark.parametrize(
    "keep", [DaysKept(retain_evidence_days=30), DaysKept(retain_cases_days=30)]
)
async def test_nothing_quotes_a_text_whose_time_is_over(
    desk: Desk, worker: Worker, pool: asyncpg.Pool, keep: DaysKept
) -> None:
    """Every table is searched: notes, decisions, examples, the log; the example goes on to hold."""
    said = f"plokta{code()} gribbled the flombus"
    case = await desk.flagged(said, remark=f"the agent saw {said}")
    await desk.moderator.post(f"/cases/{case}/notes", {"text": f"it says {said}"})
    await desk.second.post(f"/cases/{case}/escalate", {"note": f"look at {said}"})
    await desk.reveal(case)
    refused = await desk.moderator.post(f"/cases/{case}/reveal", {"reason": f"about {said}, why"})
    assert refused.status_code == 422
    await desk.decide(case, "confirm", note=f"no more {said}")
    await desk.queue(category="harm")
    await desk.moderator.get("/cases/export")
    mark = said.split()[0]
    assert await places(pool, mark) == {
        "batuta.cases", "batuta.case_notes", "batuta.case_reviews", "batuta.guard_examples"
    }  # fmt: skip
    await aged(pool, case)
    await retention.apply(pool, keep)
    assert await places(pool, mark) == set()
    assert mark not in worker.log.read_text()
    (example,) = await desk.examples()
    assert (example["kind"], example["kept"]) == ("block", False)
    book = ExampleCache(pool)
    settled = await book.of(
        await pool.fetchval("select id from batuta.organisations where slug = $1", desk.org)
    )
    assert settled.apply(f"  {said.upper()}", ALLOW).decision == "block"


async def test_a_person_sweeps_nothing_away_and_takes_all_along(
    desk: Desk, pool: asyncpg.Pool
) -> None:
    """A deleted conversation keeps what a guard flagged; a deleted person leaves nothing."""
    turn = await desk.say("hello")
    await desk.person.post("/feedback", {"turn_id": turn, "type": "negative", "comment": "bad one"})
    await desk.flagged("a chance text", "sample", stage="sample", turn=turn, verdict="allow")
    case = await desk.flagged("flagged by a guard", turn=turn)
    session = (await desk.open(case))["case"]["session"]
    assert (await desk.person.delete(f"/sessions/{session}")).status_code == 204
    assert [c["id"] for c in (await desk.queue())["cases"]] == [case]
    assert (await desk.open(case))["steps"] == (await desk.reveal(case))["transcript"] == []
    await desk.decide(case, "confirm")
    user = UUID(await me(desk.person))
    await pool.execute("delete from batuta.users where id = $1", user)
    assert (await desk.queue())["cases"] == []
    assert await desk.examples() == []
    left = await pool.fetchval(
        "select count(*) from batuta.case_reviews where case_id = $1", UUID(case)
    )
    assert left == 0


async def test_a_person_is_told_what_is_kept_about_them_and_no_moderators_word(
    desk: Desk, pool: asyncpg.Pool
) -> None:
    """What an export of their data holds of feedback and cases."""
    turn = await desk.say("hello")
    await desk.person.post("/feedback", {"turn_id": turn, "type": "negative", "comment": "bad one"})
    case = await desk.flagged("flagged text", turn=turn, reason="a known phrase")
    await desk.moderator.post(f"/cases/{case}/notes", {"text": "a secret note"})
    org = await pool.fetchval("select id from batuta.organisations where slug = $1", desk.org)
    caller = Caller(UUID(await me(desk.person)), org, "", frozenset())
    known = await cases.about(pool, caller)
    assert [(c["stage"], c["category"]) for c in known] == [
        ("feedback", "feedback"),
        ("input", "harm"),
    ]
    assert "secret" not in str(known)
    (said,) = await feedback.given(pool, caller)
    assert (said["type"], said["comment"], str(said["turn_id"])) == ("negative", "bad one", turn)
    assert await cases.about(pool, Caller(an_id(), org, "", frozenset())) == []
