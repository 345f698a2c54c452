"""Signing in from a page: cookies that no script reads, and that prove nobody to anybody else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable

import asyncpg
import httpx
import pytest

from server.identity import accounts
from server.identity.identity import Identity
from tests.support.chance import an_email
from tests.support.identities import PASSWORD, Counting, a_person, actions
from tests.support.model_server import ModelServer, reply
from tests.support.page import OF_OUR_PAGE, cookie, page_at, sign_in, value
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]

HTTPS = "https://batuta.example"
FORMS = (
    "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain",
    "text/plain; charset=utf-8", "application/json", "application/json; charset=utf-8",
    "application/csp-report", "",
)  # fmt: skip
ELSEWHERE: tuple[dict[str, str], ...] = (
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"sec-fetch-site": "none"},
    {"sec-fetch-site": "cross-site", "x-batuta-page": "1"},
    {"sec-fetch-site": "same-site", "x-batuta-page": "1"},
    {"sec-fetch-site": "none", "x-batuta-page": "1"},
    {"origin": "https://evil.example", "x-batuta-page": "1"},
    {"origin": "http://sub.127.0.0.1.example", "x-batuta-page": "1"},
    {"origin": "null", "x-batuta-page": "1"},
    {"origin": "", "x-batuta-page": "1"},
    {"x-batuta-page": "0"},
    {"x-batuta-page": "true"},
    {"x-batuta-page": "1, 1"},
    {},
)


@pytest.fixture
async def db(pool: asyncpg.Pool) -> Counting:
    return Counting(pool)


@pytest.fixture
async def email(db: Counting) -> str:
    mail = an_email()
    await a_person(db, mail, PASSWORD)
    return mail


@pytest.fixture
async def page(worker: Worker) -> AsyncGenerator[httpx.AsyncClient]:
    """A page that nobody has signed in to."""
    async with page_at(worker.url) as opened:
        yield opened


@pytest.fixture
async def signed(page: httpx.AsyncClient, email: str) -> httpx.AsyncClient:
    """A page that somebody has signed in to."""
    assert (await sign_in(page, email, PASSWORD)).status_code == 204
    return page


def sent(page: httpx.AsyncClient) -> dict[str, str]:
    """Every cookie of a browser in one header, as somebody who has stolen or tricked it sends."""
    held = {c.name: c.value or "" for c in page.cookies.jar}
    return {"cookie": "; ".join(f"{name}={value}" for name, value in held.items())}


# --- signing in, going on, signing out


async def test_a_page_signs_in_and_no_script_sees_by_what(
    page: httpx.AsyncClient, email: str
) -> None:
    assert (await page.get("/me")).status_code == 401
    answer = await sign_in(page, email, PASSWORD)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["cache-control"] == "no-store"
    for name, path in (("access", "/"), ("refresh", "/auth/browser"), ("device", "/auth/browser")):
        marks = [mark.strip().lower() for mark in cookie(answer, name).split(";")[1:]]
        assert {"httponly", "samesite=strict", f"path={path}"} <= set(marks)
        assert "secure" not in marks
        assert any(mark.startswith("max-age=") for mark in marks)
        assert not any(mark.startswith("domain") for mark in marks)
    me = (await page.get("/me")).json()
    assert (me["email"], me["org_name"], me["language"]) == (email, "Default", None)
    assert (await page.post("/sessions", json={"title": "mine"})).status_code == 201


async def test_a_link_signs_in_and_a_reset_link_asks_for_a_password(
    page: httpx.AsyncClient, email: str, db: Counting
) -> None:
    user = await accounts.account_by_email(db, email)
    link = await accounts.make_link(db, user, "login")
    assert (await page.post("/auth/browser/link", json={"token": link})).status_code == 204
    assert (await page.get("/me")).json()["email"] == email
    assert (await page.post("/auth/browser/link", json={"token": link})).status_code == 410
    reset = await accounts.make_link(db, user, "reset")
    assert (await page.post("/auth/browser/link", json={"token": reset})).status_code == 422
    chosen = {"token": reset, "password": "another horse entirely"}
    assert (await page.post("/auth/browser/link", json=chosen)).status_code == 204
    assert (await sign_in(page, email, "another horse entirely")).status_code == 204


async def test_a_sign_in_goes_on_and_ends(
    signed: httpx.AsyncClient, email: str, db: Counting
) -> None:
    answer = await signed.post("/auth/browser/refresh")
    assert answer.status_code == 204
    assert (await signed.get("/me")).status_code == 200
    held = sent(signed)
    answer = await signed.post("/auth/browser/logout")
    assert answer.status_code == 204
    assert {c.name for c in signed.cookies.jar} == {"batuta_device"}
    assert (await signed.get("/me")).status_code == 401
    assert (await signed.post("/auth/browser/refresh")).status_code == 401
    for path in ("/auth/browser/refresh", "/feedback"):
        answer = await signed.post(path, headers=held, json={} if path == "/feedback" else None)
        assert answer.status_code == 401, "what was kept of it opens nothing"
    assert (await signed.post("/auth/browser/logout")).status_code == 204, "twice is no fault"
    user = (await accounts.account_by_email(db, email)).id
    assert (await actions(db, user))[-2:] == ["login", "logout"]


@pytest.mark.parametrize("everywhere", [False, True])
async def test_signing_out_here_leaves_other_browsers_and_everywhere_does_not(
    worker: Worker, signed: httpx.AsyncClient, email: str, everywhere: bool
) -> None:
    async with page_at(worker.url) as other:
        await sign_in(other, email, PASSWORD)
        answer = await signed.post("/auth/browser/logout", json={"everywhere": everywhere})
        assert answer.status_code == 204
        assert (await other.get("/me")).status_code == 401, "access tokens end at once, of all"
        answer = await other.post("/auth/browser/refresh")
        assert answer.status_code == (401 if everywhere else 204)
        assert (await other.get("/me")).status_code == (401 if everywhere else 200)


async def test_a_stream_ends_with_its_sign_in(
    signed: httpx.AsyncClient, models: ModelServer, tag: str
) -> None:
    models.script(reply("one ", "two", match=tag, gate=tag, after=1))
    async with signed.stream("POST", "/chat", json={"message": f"say {tag}"}, timeout=60) as answer:
        assert answer.status_code == 200
        lines = answer.aiter_lines()
        await anext(lines)
        await signed.post("/auth/browser/logout", json={"everywhere": True})
        async with asyncio.timeout(30):
            left = [line async for line in lines]
    assert '"done"' not in "".join(left)
    models.open(tag)


async def test_a_new_password_takes_the_old_one_and_ends_every_other_sign_in(
    worker: Worker, signed: httpx.AsyncClient, email: str, db: Counting
) -> None:
    fresh = "another horse entirely"
    async with page_at(worker.url) as other:
        await sign_in(other, email, PASSWORD)
        for current, password, status in (
            ("wrong password", fresh, 401),
            (PASSWORD, "short", 422),
            (PASSWORD, "password123", 422),
            (PASSWORD, fresh, 204),
            (PASSWORD, fresh, 401),
        ):
            body = {"current": current, "password": password}
            answer = await signed.post("/auth/browser/password", json=body)
            assert answer.status_code == status, (current, password, answer.text)
            assert (await signed.get("/me")).status_code == 200
        assert (await other.get("/me")).status_code == 401
        assert (await other.post("/auth/browser/refresh")).status_code == 401
        assert (await sign_in(other, email, PASSWORD)).status_code == 401
        assert (await sign_in(other, email, fresh)).status_code == 204
    user = (await accounts.account_by_email(db, email)).id
    assert "password.changed" in await actions(db, user)


async def test_whoever_has_no_password_cannot_set_one_by_a_sign_in_alone(
    page: httpx.AsyncClient, db: Counting
) -> None:
    email = an_email()
    await a_person(db, email)
    link = await accounts.make_link(db, await accounts.account_by_email(db, email), "login")
    await page.post("/auth/browser/link", json={"token": link})
    body = {"current": "x", "password": "another horse entirely"}
    assert (await page.post("/auth/browser/password", json=body)).status_code == 409


# --- a refresh whose answer is lost


async def test_a_lost_answer_is_given_again_to_the_device_it_was_for(
    signed: httpx.AsyncClient, email: str, db: Counting
) -> None:
    before = sent(signed)
    first, second = [await signed.post("/auth/browser/refresh", headers=before) for _ in range(2)]
    assert (first.status_code, second.status_code) == (204, 204)
    assert value(first, "refresh") == value(second, "refresh"), "there is one way on, not two"
    assert (await signed.post("/auth/browser/refresh")).status_code == 204
    user = (await accounts.account_by_email(db, email)).id
    assert "refresh.reused" not in await actions(db, user)


async def test_tabs_that_refresh_at_once_stay_signed_in(signed: httpx.AsyncClient) -> None:
    answers = await asyncio.gather(*(signed.post("/auth/browser/refresh") for _ in range(6)))
    assert [answer.status_code for answer in answers] == [204] * 6
    assert len({value(answer, "refresh") for answer in answers}) == 1
    assert (await signed.post("/auth/browser/refresh")).status_code == 204
    assert (await signed.get("/me")).status_code == 200


@pytest.mark.parametrize("why", ["another device", "no device", "used", "late", "tokens"])
async def test_a_refresh_token_shown_twice_is_otherwise_a_theft(
    signed: httpx.AsyncClient, email: str, db: Counting, why: str
) -> None:
    before = signed.cookies["batuta_refresh"]
    device = signed.cookies["batuta_device"]
    assert (await signed.post("/auth/browser/refresh")).status_code == 204
    if why == "used":
        assert (await signed.post("/auth/browser/refresh")).status_code == 204
    if why == "late":
        await db.execute(
            "update batuta.one_time_tokens set used_at = used_at - interval '61 seconds'"
            " where salt is not null"
        )
    mark = {"no device": "x=y", "another device": "batuta_device=other"}
    held = f"batuta_refresh={before}; {mark.get(why, f'batuta_device={device}')}"
    if why == "tokens":
        answer = await signed.post("/auth/refresh", json={"refresh_token": before})
    else:
        answer = await signed.post("/auth/browser/refresh", headers={"cookie": held})
    assert answer.status_code == 401
    assert (await signed.post("/auth/browser/refresh")).status_code == 401, "the sign-in is over"
    assert (await signed.get("/me")).status_code == 401
    user = (await accounts.account_by_email(db, email)).id
    assert "refresh.reused" in await actions(db, user)


async def test_the_table_alone_tells_no_successor(
    signed: httpx.AsyncClient, email: str, db: Counting
) -> None:
    await signed.post("/auth/browser/refresh")
    await signed.post("/auth/browser/refresh")
    user = (await accounts.account_by_email(db, email)).id
    rows = await db.fetch(
        "select salt, hash from batuta.one_time_tokens where user_id = $1 and family is not null",
        user,
    )
    assert sum(row["salt"] is not None for row in rows) == 1, "only the newest can be repeated"
    now = signed.cookies["batuta_refresh"].encode()
    assert all(now not in (bytes(row["salt"] or b""), bytes(row["hash"])) for row in rows)


# --- other sites


@pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
async def test_a_cookie_changes_nothing_for_another_site(
    worker: Worker, signed: httpx.AsyncClient, headers: dict[str, str], pool: asyncpg.Pool
) -> None:
    """Whatever the kind of body: no form, fetch or beacon of another site acts as the person."""
    count = "select count(*) from batuta.turns t join batuta.users u on u.id = t.user_id"
    before = await pool.fetchval(count)
    async with httpx.AsyncClient(base_url=worker.url) as bare:
        for form in FORMS:
            kind = {"content-type": form} if form else {}
            given = headers | sent(signed) | kind
            for method, path, body in (
                ("POST", "/chat", b'{"message": "hello"}'),
                ("POST", "/sessions", b'{"title": "x"}'),
                ("PUT", "/me/preferences", b'{"autonomous": true}'),
                ("DELETE", "/sessions/x", b""),
                ("POST", "/auth/logout", b""),
            ):
                answer = await bare.request(method, path, content=body, headers=given)
                assert answer.status_code == 401, (method, path, form, answer.text)
            for name in ("login", "link", "refresh", "logout"):
                answer = await bare.post(f"/auth/browser/{name}", content=b"{}", headers=given)
                assert answer.status_code == 403, (name, form, answer.text)
                assert "set-cookie" not in answer.headers
    assert await pool.fetchval(count) == before
    assert (await signed.get("/me")).status_code == 200, "nothing has signed the person out"


async def test_nobody_reads_by_a_cookie_from_another_site(
    worker: Worker, signed: httpx.AsyncClient
) -> None:
    async with httpx.AsyncClient(base_url=worker.url) as bare:
        for site, status in (
            ({"sec-fetch-site": "cross-site"}, 401),
            ({"sec-fetch-site": "same-site"}, 401),
            ({"sec-fetch-site": "same-site", "sec-fetch-dest": "iframe"}, 401),
            ({"sec-fetch-site": "same-site", "sec-fetch-dest": "document"}, 200),
            ({"sec-fetch-site": "same-origin"}, 200),
            ({"sec-fetch-site": "none"}, 200),
            ({}, 200),
        ):
            answer = await bare.get("/me", headers=sent(signed) | site)
            assert answer.status_code == status, site
            assert "access-control-allow-origin" not in answer.headers
        asked = {"origin": "https://evil.example", "access-control-request-method": "POST"}
        wanted = {"access-control-request-headers": "x-batuta-page"}
        answer = await bare.request("OPTIONS", "/chat", headers=asked | wanted)
        assert not any(name.startswith("access-control") for name in answer.headers)


async def test_a_header_counts_alone_beside_a_cookie(
    signed: httpx.AsyncClient, db: Counting, identity: Identity
) -> None:
    token = await identity.issue(await a_person(db))
    mine = (await signed.get("/me")).json()["id"]
    answer = await signed.get("/me", headers={"authorization": f"Bearer {token}"})
    assert answer.json()["id"] != mine
    for wrong in ("Bearer x.y.z", "Bearer", "", "Basic eDp5"):
        assert (await signed.get("/me", headers={"authorization": wrong})).status_code == 401, wrong


@pytest.mark.parametrize(
    "odd",
    [
        "batuta_access=", "batuta_access", "batuta_access=a.b.c",
        "batuta_access=" + "x" * 60_000, "; x" * 20_000, "batuta_access=x;" * 3_000, "=;=;=",
        "BATUTA_ACCESS={token}", "xbatuta_access={token}", "batuta_access=\"{token}\"",
        "batuta_access=Bearer {token}", "batuta_access={token}; batuta_access={other}",
        "batuta_access={other}; batuta_access={token}", "__Host-batuta_access={token}",
        "batuta_refresh={token}", "$Version=1; batuta_access={token}x",
        "batuta_access={token},batuta_access={token}", "batuta_access=\xe9\xff",
    ],
)  # fmt: skip
async def test_odd_cookies_are_nobodys(worker: Worker, signed: httpx.AsyncClient, odd: str) -> None:
    token = signed.cookies["batuta_access"]
    said = odd.replace("{token}", token).replace("{other}", "a.b.c")
    async with httpx.AsyncClient(base_url=worker.url) as bare:
        answer = await bare.get("/me", headers={b"cookie": said.encode("latin-1")})
        assert answer.status_code == 401, answer.text
        marked = {k.encode(): v.encode() for k, v in OF_OUR_PAGE.items()}
        answer = await bare.post(
            "/auth/browser/refresh", headers=marked | {b"cookie": said.encode("latin-1")}
        )
        assert answer.status_code == 401, answer.text


async def test_cookies_that_were_put_there_before_are_replaced_by_signing_in(
    worker: Worker, email: str, db: Counting
) -> None:
    """Whoever has put theirs into a browser beforehand holds nothing of the sign-in."""
    mine = an_email()
    await a_person(db, mine, PASSWORD)
    async with page_at(worker.url) as evil, page_at(worker.url) as victim:
        await sign_in(evil, mine, PASSWORD)
        planted = sent(evil)
        answer = await victim.post(
            "/auth/browser/login", json={"email": email, "password": PASSWORD}, headers=planted
        )
        assert answer.status_code == 204
        for name in ("access", "refresh", "device"):
            assert value(answer, name) not in planted["cookie"]
        assert (await evil.get("/me")).json()["email"] == mine


# --- over https


async def test_over_https_cookies_belong_to_the_host_and_to_https_alone(
    worker_of: Callable[..., Awaitable[Worker]], email: str
) -> None:
    worker = await worker_of(BATUTA_PUBLIC_URL=HTTPS)
    async with page_at(worker.url, origin=HTTPS) as page:
        answer = await sign_in(page, email, PASSWORD)
        assert answer.status_code == 204
        named = {"access": "__Host-", "refresh": "__Secure-", "device": "__Secure-"}
        for name, prefix in named.items():
            assert cookie(answer, name).startswith(f"{prefix}batuta_{name}=")
            assert "; secure" in cookie(answer, name).lower()
        assert not page.cookies.jar or (await page.get("/me")).status_code == 401, "plain http"
        token = value(answer, "access")
        over = {"cookie": f"__Host-batuta_access={token}"}
        for host, origin, status in (
            ("batuta.example", HTTPS, 201),
            ("127.0.0.1:8000", HTTPS, 201),
            ("batuta.example", "http://batuta.example", 401),
            ("batuta.example", "https://evil.batuta.example", 401),
            ("batuta.example", "https://batuta.example.evil", 401),
            ("batuta.example", "https://batuta.example:8443", 401),
            ("batuta.example", "null", 401),
        ):
            given = over | {"host": host, "origin": origin, "x-batuta-page": "1"}
            async with httpx.AsyncClient(base_url=worker.url) as bare:
                answer = await bare.post("/sessions", json={"title": "x"}, headers=given)
                assert answer.status_code == status, (host, origin, answer.text)
        plain = {"cookie": f"batuta_access={token}"}
        assert (await page.get("/me", headers=plain)).status_code == 401


async def test_what_may_be_known_before_signing_in(page: httpx.AsyncClient) -> None:
    told = (await page.get("/auth/options")).json()
    assert told == {"password": True, "oidc": None, "keyless": False, "languages": ["en", "pt"]}


async def test_wrong_passwords_from_a_page_make_it_wait_as_elsewhere(
    page: httpx.AsyncClient, email: str
) -> None:
    for _ in range(6):
        await sign_in(page, email, "wrong password")
    answer = await sign_in(page, email, PASSWORD)
    assert (answer.status_code, int(answer.headers["retry-after"]) >= 1) == (429, True)
    assert (await page.get("/me")).status_code == 401
