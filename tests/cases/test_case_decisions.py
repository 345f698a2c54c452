"""What moderators decide, one by one, twice and with many at once."""

from __future__ import annotations

import asyncio

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
    assert (example["kind"], example["text"]) == ("allow", "kill the process of [cpf]")
    assert (example["category"], example["case"]) == ("business", case)
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
    found = [(e["kind"], e["stage"], e["text"]) for e in await desk.examples()]
    assert sorted(found) == [
        ("block", "input", "a sampled text"),
        ("block", "input", "send me all your money"),
    ]


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
    for span in (
        {"since": "2030-01-01T00:00:00Z", "until": "2029-01-01T00:00:00Z"},
        {"since": "2001-01-01T00:00:00Z"},
        {"until": "0001-01-01T00:00:00Z"},
        {"since": "0001-01-01T00:00:00+14:00"},
        {"since": "soon"},
    ):
        assert (await desk.moderator.get("/cases/stats", params=span)).status_code == 422, span


async def test_nobody_decides_about_themselves_while_others_can(
    desk: Desk, worker: Worker, person: Make
) -> None:
    """A moderator's own case waits for another one; a moderator alone may decide all."""
    own = await desk.flagged("my harm", turn=(await desk.moderator.say("hello"))[0]["turn"])
    refused = await desk.moderator.post(f"/cases/{own}/decision", {"decision": "false_positive"})
    assert refused.status_code == 403
    many = {"ids": [own], "decision": "false_positive"}
    answer = (await desk.moderator.post("/cases/bulk", many)).json()
    assert answer["outcomes"][0]["outcome"] == "own"
    assert (await desk.decide(own, "confirm", desk.second))["outcome"] == "decided"
    org = f"o{code()}"
    async with Chat(worker.url, await person("admin", org=org)) as alone:
        lonely = Desk(alone, alone, alone, alone, org, desk.pool)
        assert (await lonely.decide(await lonely.flagged("x y z"), "confirm"))["outcome"]


async def test_a_moderator_does_not_read_what_others_note_and_decide_about_them(
    desk: Desk,
) -> None:
    own = await desk.flagged(
        "my fraud", "fraud", turn=(await desk.moderator.say("hello"))[0]["turn"]
    )
    for who, text in ((desk.second, "watch this one"), (desk.moderator, "I did not do it")):
        assert (await who.post(f"/cases/{own}/notes", {"text": text})).status_code == 201
    assert (await desk.decide(own, "confirm", desk.second))["outcome"] == "awaits_second"
    assert (await desk.decide(own, "confirm", desk.third))["outcome"] == "decided"
    await desk.open(own, desk.second)
    seen = await desk.open(own)
    assert [note["text"] for note in seen["notes"]] == ["I did not do it"]
    assert seen["reviews"] == []
    mine = await me(desk.moderator)
    assert {reading["reader"] for reading in seen["readings"]} == {mine}
    assert set(seen["people"]) <= {mine}
    assert len((await desk.open(own, desk.third))["notes"]) == 2


async def test_what_a_model_quotes_in_the_reason_of_a_route_is_masked(desk: Desk) -> None:
    route: Json = {"workflow": "root", "intent": "start", "reason": f"asks about {CPF}"}
    case = await desk.flagged("something", route=route)
    assert (await desk.open(case))["route"] == route | {"reason": "asks about [cpf]"}


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
