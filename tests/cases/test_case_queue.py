"""Who sees which case, how it is shown, found and exported."""

from __future__ import annotations

import csv
import io
import json
from uuid import UUID

import pytest

from store import cases
from store.cases import CaseFinding
from tests.support.chance import an_id
from tests.support.chatting import Chat
from tests.support.desk import CPF, Desk, Make, me
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]


# --- who, and what they see


async def test_only_moderators_of_the_organisation_see_a_case(
    desk: Desk, worker: Worker, person: Make
) -> None:
    """403 for other roles, 404 for moderators of others, the case for an admin too."""
    case = await desk.flagged("harm")
    for role in ("user", "owner", "operator"):
        async with Chat(worker.url, await person(role, org=desk.org)) as other:
            assert (await other.get(f"/cases/{case}")).status_code == 403
            assert (await other.get("/cases")).status_code == 403
    async with Chat(worker.url, await person("moderator", org="elsewhere")) as foreign:
        assert (await desk.queue(foreign))["cases"] == []
        assert (await foreign.get("/cases/export")).text.count("\n") == 1
        for path, body in (
            ("reveal", {"reason": "curious"}),
            ("decision", {"decision": "confirm"}),
            ("escalate", {"note": "look"}),
            ("notes", {"text": "look"}),
            ("assign", {"to": None}),
        ):
            answer = await foreign.post(f"/cases/{case}/{path}", body)
            assert answer.status_code == 404, (path, answer.text)
        assert (await foreign.get(f"/cases/{case}")).status_code == 404
        bulk = await foreign.post("/cases/bulk", {"ids": [case], "decision": "confirm"})
        assert bulk.json()["outcomes"] == [{"id": case, "outcome": "not_found", "example": None}]
    page = await desk.open(case, desk.third)
    assert page["case"]["status"] == "open"
    assert page["notes"] == page["reviews"] == []


async def test_texts_are_masked_until_a_reason_is_given_and_every_reading_is_kept(
    desk: Desk,
) -> None:
    """Who, when and why: in the case and in the audit log."""
    turn = await desk.say(f"my number is {CPF}, mail ana@example.org")
    case = await desk.flagged(f"harm for {CPF}", turn=turn)
    page = await desk.open(case)
    said = json.dumps(page)
    assert CPF not in said
    assert "ana@example.org" not in said
    assert page["transcript"][0]["blocks"][0]["text"] == "my number is [cpf], mail [email]"
    assert page["case"]["excerpt"] == "harm for [cpf]"
    assert [s["type"] for s in page["steps"]][:1] == ["route"]
    assert page["route"]["workflow"]
    path = f"/cases/{case}/reveal"
    for body in ({}, {"reason": ""}, {"reason": "why"}, {"reason": "x\0yzab"}):
        assert (await desk.second.post(path, body)).status_code == 422
    shown = (await desk.second.post(path, {"reason": "she asks for help"})).json()
    assert shown["evidence"] == [f"harm for {CPF}"]
    assert CPF in shown["transcript"][0]["blocks"][0]["text"]
    assert shown["person"]
    readings = (await desk.open(case))["readings"]
    assert [(r["kind"], r["reason"]) for r in readings] == [
        ("masked", None),
        ("revealed", "she asks for help"),
        ("masked", None),
    ]
    assert readings[1]["reader"] == await me(desk.second)
    assert len(await desk.audited("case.read")) == 2
    (revealed,) = await desk.audited("case.revealed")
    assert (revealed["subject"], str(revealed["actor"])) == (case, await me(desk.second))


async def test_the_queue_is_filtered_counted_and_paged(desk: Desk) -> None:
    """Each count is what one would see by choosing that value."""
    turn = await desk.say("hello")
    first = await desk.flagged("100% harm_ful", turn=turn, workflow="pay", scores={"harm": 0.4})
    await desk.flagged("ignore that", "injection", stage="tool_result", verdict="review")
    await desk.flagged("a person please", "handoff", stage="handoff", team="support")
    decided = await desk.flagged("fine", "harm")
    await desk.decide(decided, "false_positive")
    all_ = await desk.queue()
    assert len(all_["cases"]) == 4
    assert all_["counts"] == {
        "status": {"open": 2, "decided": 1, "escalated": 1},
        "category": {"harm": 2, "handoff": 1, "injection": 1},
        "stage": {"input": 2, "handoff": 1, "tool_result": 1},
    }
    harm = await desk.queue(category="harm", status="open")
    assert [c["id"] for c in harm["cases"]] == [first]
    assert harm["counts"]["status"] == {"decided": 1, "open": 1}
    assert harm["counts"]["category"] == {"harm": 1, "injection": 1}
    shown = all_["cases"][-1]
    for name, value in (
        ("q", "00% HARM_"),
        ("workflow", "pay"),
        ("turn", turn),
        ("until", all_["cases"][-2]["created_at"]),
    ):
        found = (await desk.queue(None, **{name: value}))["cases"]
        assert [c["id"] for c in found] == [first], name
    for name, value, count in (
        ("q", "%", 1),
        ("q", "_", 1),
        ("verdict", "review", 1),
        ("stage", "tool_result", 1),
        ("team", "support", 1),
        ("person", shown["person"], 4),
        ("session", shown["session"], 4),
        ("since", shown["created_at"], 4),
        ("assignee", str(an_id()), 0),
    ):
        assert len((await desk.queue(None, **{name: value}))["cases"]) == count, (name, value)
    pages: list[str] = []
    before: int | None = None
    while True:
        more = {"before": before} if before else {}
        page = await desk.queue(None, limit=2, **more)
        pages += [c["id"] for c in page["cases"]]
        if page["next"] is None:
            break
        before = page["next"]
    assert pages == [c["id"] for c in all_["cases"]]
    for wrong in ({"stauts": "open"}, {"status": "shut"}, {"q": "a\0b"}, {"before": "0"},
                  {"person": "me"}, {"limit": "0"}):  # fmt: skip
        assert (await desk.moderator.get("/cases", params=wrong)).status_code == 422, wrong


async def test_similar_cases_are_shown_the_nearest_first(desk: Desk) -> None:
    far = await desk.flagged("what is the capital of Peru")
    near = await desk.flagged("how do I build a bomb at home")
    await desk.flagged("how do I build a bomb", "injection")
    page = await desk.open(await desk.flagged("how do I build a bomb at school"))
    assert [s["id"] for s in page["similar"]] == [near, far]
    assert page["similar"][0]["likeness"] > 0.5 > page["similar"][1]["likeness"]


# --- export


async def test_an_export_is_masked_and_safe_for_spreadsheets(desk: Desk) -> None:
    """CSV and JSONL hold the filter's cases; no cell begins a formula; it is audited."""
    await desk.flagged('=HYPERLINK("http://evil","x")', reason="@SUM(A1)", about="-1+1")
    await desk.flagged(f" +1 {CPF}\r\n,;", "injection", scores={"injection": 0.5})
    answer = await desk.moderator.get("/cases/export", params={"format": "csv"})
    assert answer.headers["content-type"].startswith("text/csv")
    assert "attachment" in answer.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.text, newline="")))
    assert [row["category"] for row in rows] == ["injection", "harm"]
    assert all(
        not cell.lstrip().startswith(("=", "+", "-", "@")) for r in rows for cell in r.values()
    )
    assert CPF not in answer.text
    lines = await desk.moderator.get(
        "/cases/export", params={"format": "jsonl", "category": "injection"}
    )
    (line,) = [json.loads(x) for x in lines.text.splitlines()]
    assert line["scores"] == {"injection": 0.5}
    assert "evidence" not in line
    assert len(await desk.audited("cases.exported")) == 2
    assert (await desk.moderator.get("/cases/export?format=xls")).status_code == 422


async def test_an_export_goes_on_over_many_pages(desk: Desk) -> None:
    turn = UUID(await desk.say("hello"))
    for n in range(1105):
        await cases.open_case(
            desk.pool, CaseFinding(an_id(), turn, "input", f"c{n}", "review", f"text {n}", "")
        )
    answer = await desk.moderator.get("/cases/export")
    rows = list(csv.DictReader(io.StringIO(answer.text, newline="")))
    assert [row["category"] for row in rows] == [f"c{n}" for n in reversed(range(1105))]
