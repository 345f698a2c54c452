"""Signing in over HTTP: what is told, and what is not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

import httpx
import pytest
from fastapi import Depends, FastAPI
from starlette.types import Receive, Scope, Send

from contracts.errors import (
    Unauthenticated,
)
from contracts.messages import Caller
from server import errors
from server.identity import accounts
from server.identity.identity import Identity
from server.limits.admission import Admission
from server.limits.client_address import TrustedProxies
from server.routes import auth
from tests.support.chance import an_email
from tests.support.identities import PASSWORD, Counting, a_person, refusal

pytestmark = pytest.mark.anyio


# --- over HTTP


@pytest.fixture
async def web(identity: Identity) -> AsyncIterator[httpx.AsyncClient]:
    app = FastAPI()
    app.state.identity = identity
    errors.install(app)

    @app.get("/moderators")
    async def moderators(known: Annotated[Caller, Depends(Admission("moderator"))]) -> str:
        return known.email

    app.include_router(auth.router)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://batuta") as client:
        yield client


async def test_the_routes_sign_in_refresh_and_sign_out(
    web: httpx.AsyncClient, identity: Identity, db: Counting
) -> None:
    email = an_email()
    await a_person(db, email, PASSWORD)
    answer = await web.post("/auth/login", json={"email": email, "password": PASSWORD})
    assert answer.headers["cache-control"] == "no-store"
    pair = answer.json()
    assert (pair["token_type"], pair["expires_in"]) == ("bearer", 3600)
    answer = await web.post("/auth/refresh", json={"refresh_token": pair["refresh_token"]})
    bearer = f"Bearer {answer.json()['access_token']}"
    assert (await web.post("/auth/logout", headers={"authorization": bearer})).status_code == 204
    assert isinstance(await refusal(identity.caller(bearer)), Unauthenticated)


async def test_the_link_route_sets_a_password(web: httpx.AsyncClient, db: Counting) -> None:
    email = an_email()
    await a_person(db, email)
    link = await accounts.make_link(db, await accounts.account_by_email(db, email), "reset")
    answer = await web.post("/auth/link", json={"token": link, "password": PASSWORD})
    assert answer.status_code == 200
    answer = await web.post("/auth/login", json={"email": email, "password": PASSWORD})
    assert answer.status_code == 200


async def test_a_refused_sign_in_says_how_to_prove_oneself_and_nothing_more(
    web: httpx.AsyncClient, db: Counting
) -> None:
    email = an_email()
    await a_person(db, email, PASSWORD)
    known, unknown = [
        await web.post("/auth/login", json={"email": mail, "password": "wrong password"})
        for mail in (email, an_email())
    ]
    for answer in (known, unknown):
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
        assert answer.json()["detail"] == "e-mail or password is wrong"
    for _ in range(5):
        await web.post("/auth/login", json={"email": email, "password": "wrong password"})
    answer = await web.post("/auth/login", json={"email": email, "password": PASSWORD})
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1
    link = await accounts.make_link(db, await accounts.account_by_email(db, email), "login")
    answers = [await web.post("/auth/link", json={"token": link}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 410]
    answer = await web.post("/auth/logout")
    assert answer.status_code == 401


async def test_a_route_for_a_role_is_closed_to_others(
    web: httpx.AsyncClient, identity: Identity, db: Counting
) -> None:
    for roles, status in (["user"], 403), (["moderator"], 200), (["admin"], 200):
        token = await identity.issue(await a_person(db, roles=roles))
        answer = await web.get("/moderators", headers={"authorization": f"Bearer {token}"})
        assert answer.status_code == status
    assert (await web.get("/moderators")).status_code == 401


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("login", {"email": "a@b", "password": "x" * 1025}),
        ("login", {"email": "a" * 255, "password": "x"}),
        ("login", {"email": "a@b", "password": 7}),
        ("login", {"email": "a@b", "password": "x", "role": "admin"}),
        ("refresh", {"refresh_token": "x" * 201}),
        ("refresh", {}),
        ("link", {"token": ["x"]}),
    ],
)
async def test_a_malformed_request_is_refused(
    web: httpx.AsyncClient, path: str, body: dict[str, Any]
) -> None:
    answer = await web.post(f"/auth/{path}", json=body)
    assert answer.status_code == 422
    assert "xxx" not in answer.text


# --- many addresses behind one trusted proxy


@pytest.fixture
async def proxied(identity: Identity) -> AsyncIterator[httpx.AsyncClient]:
    """The routes as they stand behind a proxy at 127.0.0.1 that says for whom it asks."""
    app = FastAPI()
    app.state.identity = identity
    errors.install(app)
    app.include_router(auth.router)
    proxies = TrustedProxies.parse("127.0.0.1")

    async def behind(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            proxies.place(scope)
        await app(scope, receive, send)

    transport = httpx.ASGITransport(behind, client=("127.0.0.1", 4000))
    async with httpx.AsyncClient(transport=transport, base_url="http://batuta") as client:
        yield client


async def status(
    web: httpx.AsyncClient, email: str, word: str, address: str, device: str | None = None
) -> int:
    body = {"email": email, "password": word} | ({"device": device} if device else {})
    answer = await web.post("/auth/login", json=body, headers={"x-forwarded-for": address})
    return answer.status_code


async def test_behind_a_proxy_one_address_locks_no_other_one_out(
    proxied: httpx.AsyncClient, db: Counting
) -> None:
    mine, another = an_email(), an_email()
    for email in (mine, another):
        await a_person(db, email, PASSWORD)
    for n in range(60):
        await status(proxied, f"{n}{an_email()}", "wrong password", "203.0.113.5")
    for _ in range(8):
        await status(proxied, mine, "wrong password", "203.0.113.5")
    assert await status(proxied, another, PASSWORD, "203.0.113.5") == 429
    assert await status(proxied, mine, PASSWORD, "192.0.2.1") == 200
    assert await status(proxied, another, PASSWORD, "2001:db8::1") == 200
    assert await status(proxied, another, PASSWORD, "198.51.100.1, 192.0.2.2") == 200
    lying = f"{'192.0.2.9'}, 203.0.113.5"  # what stands first is the sender's own invention
    assert await status(proxied, another, PASSWORD, lying) == 429


async def test_behind_a_proxy_many_addresses_lock_nobody_out_of_a_known_device(
    proxied: httpx.AsyncClient, db: Counting
) -> None:
    email = an_email()
    await a_person(db, email, PASSWORD)
    body = {"email": email, "password": PASSWORD}
    first = await proxied.post("/auth/login", json=body, headers={"x-forwarded-for": "192.0.2.1"})
    device = first.json()["device"]
    for n in range(40):
        await status(proxied, email, "wrong password", f"203.0.113.{n}")
    assert await status(proxied, email, PASSWORD, "192.0.2.1") == 429
    assert await status(proxied, email, PASSWORD, "192.0.2.1", device) == 200
    assert await status(proxied, email, "wrong password", "192.0.2.1", device) == 401
    assert await status(proxied, email, PASSWORD, "198.51.100.3", device) == 200
    for odd in ("\x00", "é", "x" * 200):
        assert await status(proxied, email, PASSWORD, "192.0.2.1", odd) == 429
    assert (await proxied.post("/auth/login", json=body | {"device": "x" * 201})).status_code == 422
