"""Administering people by the API: who may, what they see, and that somebody always can."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable

import asyncpg
import httpx
import pytest

from contracts.messages import ROLES
from server.identity.identity import Identity
from tests.support.chance import an_email, code
from tests.support.chatting import Chat, Json
from tests.support.identities import PASSWORD, Counting, a_person
from tests.support.page import page_at, sign_in
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]
Make = Callable[..., Awaitable[str]]


@pytest.fixture
def org() -> str:
    return f"o{code()}"


@pytest.fixture
async def person(pool: asyncpg.Pool, identity: Identity, org: str) -> Make:
    """Make a person, of this test's organisation unless told, and return a token of theirs."""

    async def make(*roles: str, email: str | None = None, org: str = org) -> str:
        made = await a_person(Counting(pool), email, roles=roles or ("user",), org=org)
        return await identity.issue(made)

    return make


@pytest.fixture
async def admin(worker: Worker, person: Make) -> AsyncGenerator[Chat]:
    async with Chat(worker.url, await person("admin")) as chat:
        yield chat


async def patch(admin: Chat, person: str, change: Json) -> httpx.Response:
    return await admin.http.patch(f"{admin.url}/people/{person}", json=change, headers=admin.auth)


async def added(admin: Chat, email: str, *roles: str, link: str | None = None) -> Json:
    body: Json = {"email": email, "roles": list(roles) or ["user"], "link": link}
    answer = await admin.post("/people", body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def routes(chat: Chat, message: str) -> set[str]:
    """Tell where a message leads that begins a conversation."""
    chat.session = None
    return {event["workflow"] for event in await chat.say(message) if event["type"] == "route"}


async def own_id(chat: Chat) -> str:
    return (await chat.get("/me")).json()["id"]


async def test_somebody_who_was_added_signs_in_by_the_link(worker: Worker, admin: Chat) -> None:
    email = an_email()
    made = await added(admin, email, "moderator", link="login")
    person, link = made["person"], made["link"]
    assert (person["roles"], person["signs_in_by"]) == (["moderator"], "link")
    assert person["last_sign_in_at"] is None
    assert link["url"].startswith("/app/#link=")
    async with page_at(worker.url) as page:
        body = {"token": link["url"].partition("=")[2]}
        assert (await page.post("/auth/browser/link", json=body)).status_code == 204
        me = (await page.get("/me")).json()
        assert (me["email"], me["roles"]) == (email, ["moderator"])
    shown = (await admin.get(f"/people/{person['id']}")).json()
    assert shown["last_sign_in_at"] is not None


async def test_a_reset_link_sets_a_password(worker: Worker, admin: Chat) -> None:
    email = an_email()
    person = (await added(admin, email))["person"]["id"]
    answer = await admin.post(f"/people/{person}/links", {"kind": "reset"})
    token = answer.json()["url"].partition("#reset=")[2]
    async with page_at(worker.url) as page:
        body = {"token": token, "password": PASSWORD}
        assert (await page.post("/auth/browser/link", json=body)).status_code == 204
        assert (await sign_in(page, email, PASSWORD)).status_code == 204
    assert (await admin.get(f"/people/{person}")).json()["signs_in_by"] == "password"


async def test_people_are_listed_searched_and_paged_within_the_organisation(
    admin: Chat, person: Make
) -> None:
    stem = code()
    emails = [f"{stem}{n}@example.org" for n in range(5)]
    for email in emails:
        await added(admin, email, "user" if email != emails[2] else "owner")
    await person(email=f"{stem}x@example.org", org="default")  # of another organisation
    found: list[str] = []
    after = None
    for _ in range(3):
        query = f"/people?search={stem.upper()}&limit=2" + (f"&after={after}" if after else "")
        page = (await admin.get(query)).json()
        found += [one["email"] for one in page["people"]]
        after = page["next"]
    assert (found, after) == (emails, None)
    for query, wanted in (
        ("role=owner", [emails[2]]),
        ("state=new&limit=3", emails[:3]),
        ("state=disabled", []),
        ("search=%25", []),
        ("search=_", []),
    ):
        at = f"/people?{query}" + ("" if "search" in query else f"&search={stem}")
        assert [p["email"] for p in (await admin.get(at)).json()["people"]] == wanted, query


async def test_an_email_belongs_to_one_account(admin: Chat, person: Make) -> None:
    email = an_email()
    await person(email=email, org=f"o{code()}")
    answer = await admin.post("/people", {"email": f" {email.upper()} "})
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    for wrong in ({"email": "nobody"}, {"email": an_email(), "roles": ["boss"]}):
        assert (await admin.post("/people", wrong)).status_code == 422


async def test_somebody_disabled_is_out_at_once_and_comes_back_by_a_new_link(
    worker: Worker, admin: Chat
) -> None:
    email = an_email()
    made = await added(admin, email, link="login")
    person = made["person"]["id"]
    async with page_at(worker.url) as page:
        body = {"token": made["link"]["url"].partition("=")[2]}
        await page.post("/auth/browser/link", json=body)
        assert (await patch(admin, person, {"disabled": True})).json()["disabled"] is True
        assert (await page.get("/me")).status_code == 401
        assert (await page.post("/auth/browser/refresh")).status_code == 401
        answer = await admin.post(f"/people/{person}/links", {"kind": "login"})
        assert answer.status_code == 409
        await patch(admin, person, {"disabled": False})
        assert (await page.get("/me")).status_code == 401, "what ended stays ended"
        assert (await page.post("/auth/browser/refresh")).status_code == 401
        answer = await admin.post(f"/people/{person}/links", {"kind": "login"})
        body = {"token": answer.json()["url"].partition("=")[2]}
        assert (await page.post("/auth/browser/link", json=body)).status_code == 204


async def test_changed_roles_hold_at_the_next_request(
    worker: Worker, admin: Chat, person: Make
) -> None:
    async with Chat(worker.url, await person()) as chat:
        assert (await chat.get("/cases")).status_code == 403
        assert (await patch(admin, await own_id(chat), {"roles": ["moderator"]})).status_code == 200
        assert (await chat.get("/cases")).status_code == 200


async def test_the_last_administrator_stays_one(worker: Worker, admin: Chat, person: Make) -> None:
    mine = await own_id(admin)
    for change in ({"roles": ["user"]}, {"disabled": True}, {"roles": ["user"], "disabled": True}):
        answer = await patch(admin, mine, change)
        assert (answer.status_code, answer.json()["code"]) == (409, "conflict"), change
    async with Chat(worker.url, await person("admin")) as other:
        assert (await patch(admin, mine, {"disabled": True})).status_code == 409, "nor oneself"
        assert (await patch(admin, mine, {"roles": ["user"]})).status_code == 200
        assert (await admin.get("/people")).status_code == 403
        assert (await patch(other, await own_id(other), {"roles": ["user"]})).status_code == 409


async def test_two_who_take_the_role_from_one_another_leave_one(
    worker: Worker, admin: Chat, person: Make, pool: asyncpg.Pool, org: str
) -> None:
    async with Chat(worker.url, await person("admin")) as other:
        mine, theirs = await own_id(admin), await own_id(other)
        answers = await asyncio.gather(
            patch(admin, theirs, {"roles": ["user"]}), patch(other, mine, {"disabled": True})
        )
        assert sorted(a.status_code for a in answers) in ([200, 401], [200, 403])
    left = await pool.fetchval(
        "select count(*) from batuta.users u join batuta.organisations o on o.id = u.org_id"
        " where o.slug = $1 and 'admin' = any (roles) and disabled_at is null",
        org,
    )
    assert left == 1


async def test_what_administrators_do_is_in_their_log_and_in_no_others(
    worker: Worker, admin: Chat, person: Make
) -> None:
    email = an_email()
    made = (await added(admin, email, link="login"))["person"]["id"]
    await patch(admin, made, {"roles": ["owner"], "disabled": True})
    await patch(admin, made, {"roles": ["owner"], "disabled": True})  # nothing changes: no row
    page = (await admin.get(f"/audit?person={made}")).json()
    told = [(e["action"], e["subject_email"]) for e in reversed(page["entries"])]
    kinds = ("user.added", "user.link_made", "user.roles", "user.disabled")
    assert told == [(kind, email) for kind in kinds]
    assert {e["actor"] for e in page["entries"]} == {await own_id(admin)}
    assert "workflow.access" in page["actions"]
    first = (await admin.get("/audit?limit=1&action=user")).json()
    assert len(first["entries"]) == 1
    older = (await admin.get(f"/audit?limit=200&action=user&before={first['next']}")).json()
    assert all(e["id"] < first["entries"][0]["id"] for e in older["entries"])
    assert (await admin.get("/audit?action=user.roles")).json()["entries"][0]["detail"] == {
        "before": ["user"], "after": ["owner"]
    }  # fmt: skip
    async with Chat(worker.url, await person("admin", org=f"o{code()}")) as another:
        assert (await another.get(f"/audit?person={made}")).json()["entries"] == []
        assert (await another.get(f"/people/{made}")).status_code == 404


# --- workflows


async def test_every_role_can_be_given_a_workflow_and_a_person(admin: Chat) -> None:
    """What the contract knows the database takes."""
    path = f"{admin.url}/workflow-access/dig"
    for role in ROLES:
        given: Json = {"roles": [role]}
        assert (await admin.http.put(path, json=given, headers=admin.auth)).status_code == 200
        added = await admin.post("/people", {"email": an_email(), **given})
        assert added.status_code == 201, added.text
    nobodys: Json = {"roles": None}
    assert (await admin.http.put(path, json=nobodys, headers=admin.auth)).status_code == 200


async def test_a_workflow_is_closed_and_opened_for_one_organisation(
    worker: Worker, second: Worker, admin: Chat, person: Make
) -> None:
    """At once on the worker that was told, within seconds on others, and nowhere else."""
    listed = (await admin.get("/workflow-access")).json()["workflows"]
    [dig] = [one for one in listed if one["name"] == "dig"]
    assert (dig["file_roles"], dig["roles"]) == ([], None)

    async def say(roles: list[str] | None, name: str = "dig") -> int:
        path = f"{admin.url}/workflow-access/{name}"
        answer = await admin.http.put(path, json={"roles": roles}, headers=admin.auth)
        return answer.status_code

    async def names(reader: Chat, url: str = "") -> set[str]:
        answer = await reader.http.get(f"{url or reader.url}/workflows", headers=reader.auth)
        return {one["name"] for one in answer.json()["workflows"]}

    async with (
        Chat(worker.url, await person(org="default")) as chat,
        Chat(worker.url, await person()) as mine,
        Chat(second.url, mine.token) as there,
    ):
        assert "dig" in await names(mine)
        assert await say(["moderator"]) == 200
        assert "dig" not in await names(mine)
        assert "dig" in await names(chat), "another organisation is served as before"
        assert "dig" in await names(admin), "an administrator may use all"
        answer = await mine.post("/chat", {"message": "hello", "workflow": "dig"})
        assert answer.status_code == 403
        for _ in range(200):
            if "dig" not in await names(there):
                break
            await asyncio.sleep(0.05)
        answer = await there.post("/chat", {"message": "hello", "workflow": "dig"})
        assert answer.status_code == 403
        asked = "show me everything"
        assert "whole" not in await routes(mine, asked), "it is for operators, its file says"
        assert await say([], "whole") == 200
        assert "whole" in await routes(mine, asked), "the router leads there now"
        assert "whole" not in await routes(chat, asked)
        assert await say(None) == 200
        assert "dig" in await names(mine)
    assert await say(["moderator"], "root") == 422
    assert await say(["boss"]) == 422
    assert await say(None, "nothing") == 404
