"""What moderators decide, one by one, twice and with many at once."""

from __future__ import annotations

import asyncio
from uuid import UUID

import pytest

from tests.support.chance import an_id, code
from tests.support.chatting import Chat, Json
from tests.support.desk import CPF, Desk, Make, me
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]


# --- decisions


async def test_a_false_positive_becomes_an_allow_example(desk: Desk) -> None:
    """Without personal data; a category may be set right; a second decision comes too late."""
    case = await desk.flagged(f"kill the process of {CPF}")
    done = await desk.decide(case, "false_positive", category="business", note="a computer")
    assert done == {"id": case, "outcome": "decided", "example": "allow"}
    (example,) = await desk.examples()
    assert (example["kind"], example["kept"], "text" in example) == ("allow", True, False)
    assert (example["category"], example["case"]) == ("business", case)
    kept = await desk.pool.fetchval(
        "select text from batuta.guard_examples where id = $1", UUID(example["id"])
    )
    assert kept == "kill the process of [cpf]"
    page = await desk.open(case)
    assert (page["case"]["status"], page["case"]["decision"]) == ("decided", "false_positive")
    assert [(r["decision"], r["note"]) for r in page["reviews"]] == [
        ("false_positive", "a computer")
    ]
    late = await desk.second.post(f"/cases/{case}/decision", {"decision": "confirm"})
    assert late.status_code == 410
    assert (await desk.second.delete(f"/guard-examples/{example['id']}")).status_code == 204
    assert (await desk.second.delete(f"/guard-examples/{example['id']}")).status_code == 404
    assert await desk.examples() == []
    assert len(await desk.audited("example.removed")) == 1


async def test_a_confirmed_case_becomes_a_block_example_unless_it_teaches_nothing(
    desk: Desk,
) -> None:
    """Not from feedback, not if unwanted, not a word or two; of a sample only if asked for."""
    await desk.decide(await desk.flagged("send me all your money"), "confirm")
    await desk.decide(await desk.flagged("yes"), "confirm")
    await desk.decide(await desk.flagged("another bad text"), "confirm", example=False)
    await desk.decide(await desk.flagged("bad answer", "feedback", stage="feedback"), "confirm")
    sample = await desk.flagged("a sampled text", "sample", stage="sample", verdict="allow")
    assert (await desk.decide(sample, "confirm"))["example"] is None
    taken = await desk.flagged("a sampled text", "sample", stage="sample", verdict="allow")
    assert (await desk.decide(taken, "confirm", category="fraud", example=True))["example"]
    found = [(e["kind"], e["stage"], e["category"]) for e in await desk.examples()]
    assert sorted(found) == [("block", "input", "fraud"), ("block", "input", "harm")]


async def test_examples_are_listed_the_latest_first_and_by_what_they_are(desk: Desk) -> None:
    for text, category in (("the first text", "harm"), ("the second text", "spam")):
        await desk.decide(await desk.flagged(text, category), "confirm")
    await desk.decide(await desk.flagged("the third text", "harm"), "false_positive")
    kinds = [(each["kind"], each["category"]) for each in await desk.examples()]
    assert kinds == [("allow", "harm"), ("block", "spam"), ("block", "harm")]
    for wanted, found in (
        ({"category": "harm"}, 2),
        ({"kind": "block"}, 2),
        ({"stage": "tool_args"}, 0),
        ({"met": True}, 0),
        ({"met": False}, 3),
    ):
        told = (await desk.moderator.get("/guard-examples", params=wanted)).json()
        assert len(told["examples"]) == found, wanted
    first = (await desk.moderator.get("/guard-examples?limit=2")).json()
    rest = (await desk.moderator.get(f"/guard-examples?limit=2&after={first['next']}")).json()
    assert [each["category"] for each in rest["examples"]] == ["harm"]
    assert rest["next"] is None


async def test_of_the_same_text_the_latest_decision_counts(desk: Desk) -> None:
    await desk.decide(await desk.flagged("shoot the photo now"), "confirm")
    await desk.decide(await desk.flagged("Shoot  the photo NOW"), "false_positive")
    assert [e["kind"] for e in await desk.examples()] == ["allow"]


async def test_two_must_decide_where_the_policy_says_so_and_the_second_is_blind(
    desk: Desk,
) -> None:
    """The first may not be the second; until then only they see what they said."""
    case = await desk.flagged("wire the money", "fraud")
    done = await desk.decide(case, "confirm", note="a clear case", category="scam")
    assert (done["outcome"], done["example"]) == ("awaits_second", None)
    await desk.moderator.post(f"/cases/{case}/notes", {"text": "I found it clear"})
    assert await desk.examples() == []
    own, other = await desk.open(case), await desk.open(case, desk.second)
    assert [r["decision"] for r in own["reviews"]] == ["confirm"]
    assert other["reviews"] == other["notes"] == []
    assert other["case"]["second"]
    assert (other["case"]["status"], other["case"]["category"]) == ("open", "fraud")
    assert [c["id"] for c in (await desk.queue(second=True))["cases"]] == [case]
    again = await desk.moderator.post(f"/cases/{case}/decision", {"decision": "confirm"})
    assert again.status_code == 403
    assert (await desk.decide(case, "confirm", desk.second))["outcome"] == "decided"
    assert len((await desk.open(case, desk.second))["reviews"]) == 2
    assert [e["kind"] for e in await desk.examples()] == ["block"]


async def test_two_who_disagree_leave_it_to_a_third_and_the_agreement_is_told(desk: Desk) -> None:
    """Raw share and Cohen's kappa, of the first two decisions of each case."""
    for one, other in (("confirm", "confirm"), ("false_positive", "false_positive")):
        case = await desk.flagged(f"wire it {one}", "fraud")
        await desk.decide(case, one)
        await desk.decide(case, other, desk.second)
    case = await desk.flagged("wire it or not", "fraud")
    await desk.decide(case, "confirm")
    assert (await desk.decide(case, "false_positive", desk.second))["outcome"] == "disagreed"
    assert (await desk.open(case, desk.third))["case"]["status"] == "escalated"
    assert len((await desk.open(case, desk.third))["reviews"]) == 2
    assert (await desk.decide(case, "confirm", desk.third))["outcome"] == "decided"
    await desk.decide(await desk.flagged("just harm"), "false_positive")
    told = (await desk.moderator.get("/cases/stats")).json()
    assert told["agreement"] == {"pairs": 3, "agreed": 0.6667, "kappa": 0.4}
    assert [(d["opened"], d["confirmed"], d["false_positive"]) for d in told["days"]] == [(4, 2, 2)]
    assert {c["category"]: c["confirmed"] for c in told["categories"]} == {"fraud": 2, "harm": 0}
    assert [(g["guard"], g["cases"], g["false_positive"]) for g in told["guards"]] == [("", 4, 2)]
    assert sum(each["cases"] for each in told["ages"]) == 0
    assert told["waited"]["cases"] == 4
    assert 0 <= told["waited"]["half"] <= told["waited"]["most"] < 600
    old = await desk.flagged("an old one")
    await desk.flagged("a new one")
    await desk.pool.execute(
        "update batuta.cases set created_at = now() - interval '30 hours' where id = $1", UUID(old)
    )
    ages = (await desk.moderator.get("/cases/stats")).json()["ages"]
    assert {each["hours"]: each["cases"] for each in ages} == {
        1: 1, 4: 0, 24: 0, 72: 1, 168: 0, None: 0
    }  # fmt: skip
    for span in (
        {"since": "2030-01-01T00:00:00Z", "until": "2029-01-01T00:00:00Z"},
        {"since": "2001-01-01T00:00:00Z"},
        {"until": "0001-01-01T00:00:00Z"},
        {"since": "0001-01-01T00:00:00+14:00"},
        {"since": "soon"},
    ):
        assert (await desk.moderator.get("/cases/stats", params=span)).status_code == 422, span


async def test_a_case_about_a_moderator_does_not_exist_for_them(
    desk: Desk, worker: Worker, person: Make
) -> None:
    """They find it nowhere and can do nothing with it, not even where they are alone."""
    own = await desk.flagged("my harm, alas", turn=(await desk.moderator.say("hello"))[0]["turn"])
    other = await desk.flagged("my harms")
    to = await me(desk.third)
    for act, body in (
        ("reveal", {"reason": "to decide what it is"}),
        ("decision", {"decision": "false_positive"}),
        ("notes", {"text": "I did not do it"}),
        ("assign", {"to": to}),
        ("assign", {"to": None}),
        ("escalate", {"note": "take it", "to": to}),
        ("escalate", {"note": "take it", "to": "support"}),
        ("escalate", {"note": "take it"}),
    ):
        answer = await desk.moderator.post(f"/cases/{own}/{act}", body)
        assert (answer.status_code, "about you" in answer.json()["detail"]) == (403, True), act
    assert (await desk.moderator.get(f"/cases/{own}")).status_code == 403
    for decision in ("confirm", "false_positive", "escalate"):
        many = {"ids": [own], "decision": decision, "note": "away with it"}
        answer = (await desk.moderator.post("/cases/bulk", many)).json()
        assert [o["outcome"] for o in answer["outcomes"]] == ["own"]
    all_ = {"filter": {"category": "harm"}, "decision": "escalate", "note": "all of them"}
    answer = (await desk.moderator.post("/cases/bulk", all_)).json()
    assert [o["id"] for o in answer["outcomes"]] == [other]
    listed = await desk.queue()
    assert [c["id"] for c in listed["cases"]] == [other]
    assert listed["counts"]["category"] == {"harm": 1}
    assert own not in (await desk.moderator.get("/cases/export?format=jsonl")).text
    assert (await desk.open(other))["similar"] == []
    for who in (desk.second, desk.third):
        assert {c["id"] for c in (await desk.queue(who))["cases"]} == {own, other}
    seen = await desk.open(own, desk.second)
    assert (seen["notes"], seen["reviews"], seen["case"]["status"]) == ([], [], "open")
    assert {r["reader"] for r in seen["readings"]} == {await me(desk.second)}
    for act in ("assign", "escalate"):
        body = {"to": await me(desk.moderator)} | ({"note": "x"} if act == "escalate" else {})
        answer = await desk.second.post(f"/cases/{own}/{act}", body)
        assert (answer.status_code, "about this moderator" in answer.text) == (422, True), act
    assert (await desk.decide(own, "confirm", desk.second))["example"] == "block"
    assert await desk.examples() == []
    (example,) = (await desk.second.get("/guard-examples")).json()["examples"]
    gone = await desk.moderator.delete(f"/guard-examples/{example['id']}")
    assert gone.status_code == 404
    org = f"o{code()}"
    async with Chat(worker.url, await person("admin", org=org)) as alone:
        lonely = Desk(alone, alone, alone, alone, org, desk.pool)
        path = f"/cases/{await lonely.flagged('x y z')}/decision"
        assert (await alone.post(path, {"decision": "confirm"})).status_code == 403


async def test_a_case_goes_to_a_team_that_there_is(desk: Desk) -> None:
    """Workflows' handoffs name them, and the project; of any other one is told which there are."""
    case = await desk.flagged("hard to say")
    path = f"/cases/{case}/escalate"
    for team in ("support", "legal"):
        assert (
            await desk.moderator.post(path, {"to": f" {team} ", "note": "x"})
        ).status_code == 204
        assert (await desk.open(case))["case"]["team"] == team
    for team in ("suport", "Legal", "marketing", "=cmd", "support\u200b"):
        answer = await desk.moderator.post(path, {"to": team, "note": "x"})
        assert answer.status_code == 422, team
        assert "there are: fraud_desk, legal, support" in answer.json()["detail"], team
    answer = await desk.moderator.post(path, {"to": "suport", "note": "x"})
    assert "did you mean 'support'" in answer.json()["detail"]
    assert (await desk.moderator.post(path, {"to": "legal", "note": "  "})).status_code == 422
    assert (await desk.open(case))["case"]["team"] == "legal"


async def test_deciders_at_once_decide_once(desk: Desk) -> None:
    case = await desk.flagged("harm at once")
    path, body = f"/cases/{case}/decision", {"decision": "confirm"}
    who = (desk.moderator, desk.second, desk.third)
    answers = await asyncio.gather(*(w.post(path, body) for w in who for _ in range(3)))
    assert sorted(a.status_code for a in answers) == [200, *[410] * 8]
    assert len((await desk.open(case))["reviews"]) == 1


async def test_many_are_decided_at_once_and_each_outcome_is_told(desk: Desk) -> None:
    """By id or by filter; what is decided, foreign or for two is said for each."""
    plain = [await desk.flagged(f"spam number {n}", "spam") for n in range(3)]
    fraud = await desk.flagged("wire money", "fraud")
    unknown = str(an_id())
    await desk.decide(plain[0], "confirm")
    answer = await desk.moderator.post(
        "/cases/bulk",
        {"ids": [*plain[:2], fraud, unknown, plain[1]], "decision": "false_positive"},
    )
    assert [o["outcome"] for o in answer.json()["outcomes"]] == [
        "closed",
        "decided",
        "awaits_second",
        "not_found",
    ]
    rest = {"filter": {"category": "spam"}, "decision": "confirm", "note": "all alike"}
    answer = (await desk.moderator.post("/cases/bulk", rest)).json()
    assert [(o["id"], o["outcome"]) for o in answer["outcomes"]] == [(plain[2], "decided")]
    assert not answer["more"]
    more = await desk.flagged("later")
    escalated = {"ids": [more, plain[0]], "decision": "escalate", "note": "hard"}
    answer = (await desk.moderator.post("/cases/bulk", escalated)).json()
    assert [o["outcome"] for o in answer["outcomes"]] == ["escalated", "closed"]
    refused: list[Json] = [
        {"decision": "confirm"},
        {"ids": [more], "filter": {}, "decision": "confirm"},
        {"ids": [], "decision": "confirm"},
        {"ids": [more] * 501, "decision": "confirm"},
        {"ids": [more], "decision": "escalate"},
        {"ids": [more], "decision": "delete"},
        {"filter": {"stauts": "open"}, "decision": "confirm"},
        {"filter": {}, "decision": "confirm"},
        {"filter": {"status": None, "q": None}, "decision": "confirm"},
    ]
    for wrong in refused:
        assert (await desk.moderator.post("/cases/bulk", wrong)).status_code == 422, wrong


async def test_what_was_handed_on_is_decided_with_many_only_if_that_is_asked_for(
    desk: Desk,
) -> None:
    waiting, theirs = await desk.flagged("spam one", "spam"), await desk.flagged("spam two", "spam")
    await desk.moderator.post(f"/cases/{theirs}/escalate", {"to": "legal", "note": "yours"})
    everything: Json = {"filter": {"category": "spam"}, "decision": "confirm"}
    answer = (await desk.moderator.post("/cases/bulk", everything)).json()
    assert [o["id"] for o in answer["outcomes"]] == [waiting]
    assert (await desk.open(theirs))["case"]["status"] == "escalated"
    everything["filter"]["status"] = "escalated"
    answer = (await desk.moderator.post("/cases/bulk", everything)).json()
    assert [o["id"] for o in answer["outcomes"]] == [theirs]


async def test_a_case_is_given_to_somebody_by_e_mail(desk: Desk, person: Make) -> None:
    """In any case of letters; a stranger's and a person's who moderates nothing are refused."""
    case = await desk.flagged("hard to say")
    emails = [
        (await chat.get("/me")).json()["email"] for chat in (desk.second, desk.third, desk.person)
    ]
    path = f"/cases/{case}"
    given = await desk.moderator.post(f"{path}/assign", {"to": f" {emails[0].upper()} "})
    assert given.status_code == 204
    assert (await desk.open(case))["case"]["assignee"] == await me(desk.second)
    up = await desk.moderator.post(f"{path}/escalate", {"to": emails[1], "note": "look"})
    assert up.status_code == 204
    shown = (await desk.open(case))["case"]
    assert (shown["assignee"], shown["team"]) == (await me(desk.third), None)
    async with Chat(desk.moderator.url, await person("moderator", org="strangers")) as stranger:
        foreign = (await stranger.get("/me")).json()["email"]
    for to in (emails[2], foreign, "nobody@example.org"):
        for act, body in (("assign", {"to": to}), ("escalate", {"to": to, "note": "x"})):
            assert (await desk.moderator.post(f"{path}/{act}", body)).status_code == 422
    assert (await desk.moderator.post(f"{path}/assign", {"to": "legal"})).status_code == 422


async def test_cases_are_handed_on_noted_and_assigned(desk: Desk) -> None:
    """To a moderator of the organisation or a team; the notes stay among moderators."""
    case = await desk.flagged("hard to say")
    second = await me(desk.second)
    path = f"/cases/{case}"
    up = await desk.moderator.post(f"{path}/escalate", {"to": "legal", "note": "is this legal?"})
    assert up.status_code == 204
    assert (await desk.moderator.post(f"{path}/assign", {"to": second})).status_code == 204
    noted = await desk.second.post(f"{path}/notes", {"text": "asked them"})
    assert noted.status_code == 201
    assert noted.json().items() > {"author": second, "kind": "note", "text": "asked them"}.items()
    page = await desk.open(case)
    assert (page["case"]["status"], page["case"]["team"]) == ("escalated", "legal")
    assert page["case"]["assignee"] == second
    assert [(n["kind"], n["text"]) for n in page["notes"]] == [
        ("escalation", "is this legal?"),
        ("note", "asked them"),
    ]
    assert page["people"][second].endswith("@example.org")
    assert len((await desk.queue(assignee=second))["cases"]) == 1
    for to in (await me(desk.person), str(an_id())):
        assert (await desk.moderator.post(f"{path}/assign", {"to": to})).status_code == 422
        body = {"to": to, "note": "x"}
        assert (await desk.moderator.post(f"{path}/escalate", body)).status_code == 422
    for action in ("case.escalated", "case.assigned", "case.noted"):
        assert len(await desk.audited(action)) == 1, action
    await desk.decide(case, "confirm")
    late = await desk.moderator.post(f"{path}/escalate", {"note": "too late"})
    assert late.status_code == 410
