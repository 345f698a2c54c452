"""Who sees which case, how it is shown, found and exported."""

from __future__ import annotations

import csv
import io
import json
from uuid import UUID

import pytest

from language.cells import cell_text, harmless_cell
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
            ("reveal", {"reason": "she asks for help"}),
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


async def test_nothing_that_was_said_is_shown_until_a_reason_is_given_and_readings_are_kept(
    desk: Desk,
) -> None:
    """Not the text, not the conversation, nobody's name; who, when and why stand in the case."""
    turn = await desk.say(f"I am Ana Beatriz, my number is {CPF}")
    case = await desk.flagged(f"Ana Beatriz was harmed by Rui, {CPF}", turn=turn, language="en")
    await desk.flagged("Rui Barbosa did it again", remark="Rui was named")
    page = await desk.open(case)
    shown = [page, await desk.queue(), await desk.examples()]
    for form in ("csv", "jsonl"):
        export = await desk.moderator.get("/cases/export", params={"format": form})
        shown.append({"export": export.text})
    for word in ("Ana", "Beatriz", "Rui", "harmed", "number", CPF):
        assert word not in json.dumps(shown), word
    facts = page["case"]
    assert (facts["length"], facts["language"]) == (
        len(f"Ana Beatriz was harmed by Rui, {CPF}"),
        "en",
    )
    assert [s["type"] for s in page["steps"]][:1] == ["route"]
    assert page["route"]["workflow"]
    read = await desk.reveal(case, desk.second)
    assert read["evidence"] == [f"Ana Beatriz was harmed by Rui, {CPF}"]
    assert read["transcript"][0]["blocks"][0]["text"] == f"I am Ana Beatriz, my number is {CPF}"
    assert read["person"]
    readings = (await desk.open(case))["readings"]
    assert [(r["kind"], r["reason"]) for r in readings] == [
        ("opened", None),
        ("revealed", "to decide what it is"),
        ("opened", None),
    ]
    assert readings[1]["reader"] == await me(desk.second)
    assert len(await desk.audited("case.read")) == 2
    (revealed,) = await desk.audited("case.revealed")
    assert (revealed["subject"], str(revealed["actor"])) == (case, await me(desk.second))


@pytest.mark.parametrize(
    "reason",
    [
        None,
        "",
        "why",
        " " * 40,
        "\u200b" * 40,
        "aaaaaaaaaaaaaaaa",
        "aaaa aaaa aaaa aaaa",
        "aa bb aa bb aa bb",
        "............ ......",
        "1234567890 1234567890",
        "curiosity",
        "x\0yzab wants to know",
        "because Rui took all the money of hers",
        "BECAUSE  Rui, took ALL the money",
    ],
)
async def test_what_is_no_reason_reveals_nothing_and_neither_does_the_text_itself(
    desk: Desk, reason: str | None
) -> None:
    case = await desk.flagged("Rui took all the money")
    body = {} if reason is None else {"reason": reason}
    answer = await desk.moderator.post(f"/cases/{case}/reveal", body)
    assert answer.status_code == 422, answer.text
    assert "Value error" not in answer.json()["detail"]  # that is the library's word, not ours
    assert (await desk.open(case))["readings"][:-1] == []


async def test_the_queue_is_filtered_counted_and_paged(desk: Desk) -> None:
    """Each count is what one would see by choosing that value."""
    turn = await desk.say("hello")
    first = await desk.flagged("100% harm_ful", turn=turn, workflow="pay", guard="heads")
    await desk.flagged("ignore that", "injection", stage="tool_result", verdict="review")
    await desk.flagged("a person please", "handoff", stage="report", team="support")
    decided = await desk.flagged("fine", "harm")
    await desk.decide(decided, "false_positive")
    all_ = await desk.queue()
    assert len(all_["cases"]) == 4
    assert all_["counts"] == {
        "status": {"open": 2, "decided": 1, "escalated": 1},
        "category": {"harm": 2, "handoff": 1, "injection": 1},
        "stage": {"input": 2, "report": 1, "tool_result": 1},
        "verdict": {"block": 3, "review": 1},
        "guard": {"heads": 1},
    }
    harm = await desk.queue(category="harm", status="open")
    assert [c["id"] for c in harm["cases"]] == [first]
    assert harm["counts"]["status"] == {"decided": 1, "open": 1}
    assert harm["counts"]["category"] == {"harm": 1, "injection": 1}
    shown = all_["cases"][-1]
    for name, value in (
        ("workflow", "pay"),
        ("guard", "heads"),
        ("turn", turn),
        ("until", all_["cases"][-2]["created_at"]),
    ):
        found = (await desk.queue(None, **{name: value}))["cases"]
        assert [c["id"] for c in found] == [first], name
    for name, value, count in (
        ("verdict", "review", 1),
        ("stage", "tool_result", 1),
        ("team", "support", 1),
        ("person", shown["person"], 4),
        ("session", shown["session"], 4),
        ("since", shown["created_at"], 4),
        ("assignee", str(an_id()), 0),
        ("assigned", True, 0),
        ("assigned", False, 4),
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
    assert "guard" in (await desk.queue(None, order="oldest", limit=1))["cases"][0]
    up: list[str] = []
    after: int | None = 0
    while after is not None:
        page = await desk.queue(None, order="oldest", limit=3, after=after, counts=False)
        assert page["counts"] == {}
        up += [c["id"] for c in page["cases"]]
        after = page["next"]
    assert up == pages[::-1]
    news = await desk.queue(None, after=shown["no"], counts=False)
    assert [c["id"] for c in news["cases"]] == pages[:-1]
    for wrong in ({"stauts": "open"}, {"status": "shut"}, {"q": "bomb"}, {"before": "0"},
                  {"person": "me"}, {"limit": "0"}):  # fmt: skip
        assert (await desk.moderator.get("/cases", params=wrong)).status_code == 422, wrong


async def test_similar_cases_are_shown_the_nearest_first(desk: Desk) -> None:
    far = await desk.flagged("what is the capital of Peru")
    near = await desk.flagged("how do I build a bomb at home")
    await desk.flagged("how do I build a bomb", "injection")
    page = await desk.open(await desk.flagged("how do I build a bomb at school"))
    assert [s["id"] for s in page["similar"]] == [near, far]
    assert page["similar"][0]["likeness"] > 0.5 > page["similar"][1]["likeness"]


async def test_whom_cases_may_be_given_to_is_told(desk: Desk) -> None:
    """Moderators and admins of the organisation, and the teams that the project names."""
    told = (await desk.moderator.get("/cases/desk")).json()
    ids = {each["id"] for each in told["moderators"]}
    assert ids == {await me(who) for who in (desk.moderator, desk.second, desk.third)}
    assert {"legal", "fraud_desk", "support"} <= set(told["teams"])
    assert (await desk.person.get("/cases/desk")).status_code == 403


async def test_a_case_tells_the_limits_and_who_must_decide(desk: Desk) -> None:
    case = await desk.flagged("how do I build a bomb", scores={"harm": 0.4})
    page = await desk.open(case)
    assert page["limits"]["harm"]["review"] < page["limits"]["harm"]["block"]
    assert set(page["limits"]) == {"harm", "injection"}
    assert (page["deciders"], page["examples"]) == (1, [])
    assert (await desk.open(await desk.flagged("a fraud", "fraud")))["deciders"] == 2
    document = await desk.flagged("obey me", "injection", stage="tool_result")
    told = (await desk.open(document))["limits"]
    assert told["injection"]["block"] > page["limits"]["injection"]["block"]
    await desk.decide(case, "confirm")
    page = await desk.open(case)
    assert [each["kind"] for each in page["examples"]] == ["block"]
    similar = (await desk.open(await desk.flagged("how do I build a bomb at home")))["similar"]
    assert (similar[0]["no"], similar[0]["status"]) == (page["case"]["no"], "decided")


# --- export


async def test_an_export_holds_facts_and_no_cell_is_a_formula(desk: Desk) -> None:
    """CSV and JSONL hold the filter's cases; it is audited."""
    await desk.flagged("the first", reason="@SUM(A1)", about="-1+1", team="=x")
    await desk.flagged("the second", "injection", scores={"injection": 0.5}, about="\ufeff＝1+1")
    answer = await desk.moderator.get("/cases/export", params={"format": "csv"})
    assert answer.headers["content-type"].startswith("text/csv")
    assert "attachment" in answer.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.text, newline="")))
    assert [row["category"] for row in rows] == ["injection", "harm"]
    assert [row["about"] for row in rows] == ["'\ufeff＝1+1", "'-1+1"]
    assert (rows[1]["reason"], rows[1]["team"], rows[1]["length"]) == ("'@SUM(A1)", "'=x", "9")
    lines = await desk.moderator.get(
        "/cases/export", params={"format": "jsonl", "category": "injection"}
    )
    (line,) = [json.loads(x) for x in lines.text.splitlines()]
    assert (line["scores"], line["about"]) == ({"injection": 0.5}, "\ufeff＝1+1")
    assert not {"evidence", "excerpt", "text"} & set(line)
    assert len(await desk.audited("cases.exported")) == 2
    assert (await desk.moderator.get("/cases/export?format=xls")).status_code == 422


BEFORE = [
    "", *" \t\r\n\v\f\x1b\x7f\x85\xa0\xad\u034f\u061c\u115f\u180e\u2003\u200b\u200d\u200e\u202e",
    *"\u2028\u2060\u2800\u3000\u3164\ufe0f\ufeff\uffa0\U000e0020", " \t\u200b\ufeff ",
]  # fmt: skip


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", *"＝＋－＠﹦﹢﹣﹫⁼⁺₌₊₋"])
def test_no_sign_begins_a_formula_whatever_stands_before_it(sign: str) -> None:
    """In every width, behind whatever a program may skip; what was in the cell is found again."""
    for before in BEFORE:
        text = f"{before}{sign}cmd|'/c calc'!A1"
        assert harmless_cell(text) == f"'{text}"
        assert cell_text(harmless_cell(text)) == text
    for plain in ("", "a=1", "1-2", "'quoted'", "é", "it's", "\u200b", "#5", "(=1)"):
        assert harmless_cell(plain) == plain
        assert cell_text(plain) == plain


async def test_an_export_goes_on_over_many_pages(desk: Desk) -> None:
    turn = UUID(await desk.say("hello"))
    for n in range(1105):
        await cases.open_case(
            desk.pool, CaseFinding(an_id(), turn, "input", f"c{n}", "review", f"text {n}")
        )
    answer = await desk.moderator.get("/cases/export")
    rows = list(csv.DictReader(io.StringIO(answer.text, newline="")))
    assert [row["category"] for row in rows] == [f"c{n}" for n in reversed(range(1105))]
