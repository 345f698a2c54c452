"""How long a case is kept, and what a person takes along."""

from __future__ import annotations

from uuid import UUID

import asyncpg
import pytest

from contracts.messages import Caller
from store import cases, feedback, retention
from tests.support.chance import an_id
from tests.support.desk import Desk, me
from tests.support.retained import DaysKept

pytestmark = pytest.mark.anyio


# --- keeping and forgetting


async def test_evidence_goes_before_its_case(desk: Desk, pool: asyncpg.Pool) -> None:
    """Each by its own setting; the excerpt stays as long as the case."""
    old, young = await desk.flagged("old harm"), await desk.flagged("young harm")
    await pool.execute(
        "update batuta.cases set created_at = now() - interval '50 days',"
        " updated_at = now() - interval '50 days' where id = $1",
        UUID(old),
    )
    assert (await retention.preview(pool, DaysKept(retain_evidence_days=30)))["evidence"] == 1
    assert (await retention.apply(pool, DaysKept(retain_evidence_days=30)))["evidence"] == 1
    shown = [
        (await desk.moderator.post(f"/cases/{c}/reveal", {"reason": "to check"})).json()["evidence"]
        for c in (old, young)
    ]
    assert shown == [None, ["young harm"]]
    assert (await desk.open(old))["case"]["excerpt"] == "old harm"
    assert (await desk.decide(old, "confirm"))["example"] is None
    await pool.execute(
        "update batuta.cases set updated_at = now() - interval '50 days' where id = $1", UUID(old)
    )
    assert (await retention.apply(pool, DaysKept(retain_cases_days=30)))["cases"] == 1
    assert [c["id"] for c in (await desk.queue())["cases"]] == [young]


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
    page = await desk.open(case)
    assert page["transcript"] == page["steps"] == []
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
    assert [(c["stage"], c["excerpt"]) for c in known] == [
        ("feedback", "bad one"),
        ("input", "flagged text"),
    ]
    assert "secret" not in str(known)
    (said,) = await feedback.given(pool, caller)
    assert (said["type"], said["comment"], str(said["turn_id"])) == ("negative", "bad one", turn)
    assert await cases.about(pool, Caller(an_id(), org, "", frozenset())) == []
