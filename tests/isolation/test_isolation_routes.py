"""No route gives one person what is another's."""

from __future__ import annotations

import base64
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import asyncpg
import jwt
import orjson
import pytest
from fastapi.routing import APIRoute
from starlette.routing import Route

from server.app import create_app
from server.routes import all_routers
from server.settings import Settings
from tests.support.chance import an_id
from tests.support.chatting import Chat
from tests.support.isolation import (
    CLOSED,
    FOR_ADMINS,
    FOR_MODERATORS,
    FOR_OWNERS,
    FOR_STAFF,
    TABLE,
    WITH_ID,
    Make,
    Row,
    Victim,
    ask,
    belongings,
)
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]


def every_route() -> set[tuple[str, str]]:
    """List what the app answers, the undocumented too."""
    app = create_app(Settings.load({}))
    found = {
        (method.upper(), path)
        for path, methods in app.openapi()["paths"].items()
        for method in methods
    }
    for route in [*app.routes, *(r for router in all_routers() for r in router.routes)]:
        if isinstance(route, APIRoute | Route):
            found |= {(method, route.path) for method in (route.methods or set[str]()) - {"HEAD"}}
    return found


def test_every_route_has_a_row() -> None:
    """A new route is not done before its row says who may use it."""
    assert every_route() == TABLE.keys()


@pytest.mark.parametrize(("method", "path", "row"), CLOSED, ids=lambda v: str(v)[:40])
async def test_without_a_token_nobody_gets_in(
    victim: Victim, method: str, path: str, row: Row
) -> None:
    """401, the way to prove oneself, and nothing else."""
    body = orjson.loads(victim.fill(orjson.dumps(row.body).decode(), 0))
    status, headers, said = await ask(victim.chat, method, victim.fill(path, 0), body)
    assert status == 401, said
    assert headers["www-authenticate"] == "Bearer"
    assert headers["content-type"] == "application/problem+json"
    assert orjson.loads(said)["code"] == "unauthenticated"


@pytest.mark.parametrize("org", ["default", "elsewhere"])
async def test_anothers_ids_open_nothing_and_change_nothing(
    worker: Worker, pool: asyncpg.Pool, victim: Victim, person: Make, org: str
) -> None:
    """The same answer as for an id that does not exist; the owner's rows stay as they were."""
    before = await belongings(pool, victim.user)
    async with Chat(worker.url, await person(org=org)) as stranger:
        for method, path, row in WITH_ID:
            for which in range(2):
                body = orjson.loads(victim.fill(orjson.dumps(row.body).decode(), which))
                status, _, said = await ask(
                    stranger,
                    method,
                    victim.fill(path, which),
                    body,
                    stranger.auth["authorization"],
                )
                assert status in row.refusal, (method, path, status, said)
        for method, path, row in CLOSED:
            if row.kind == "own" and path != "/auth/logout":
                authorization = stranger.auth["authorization"]
                status, _, said = await ask(stranger, method, path, row.body, authorization)
                assert status == 200, (method, path, said)
                for known in [i for ids in victim.ids.values() for i in ids]:
                    # A widget's id is a number: half of all texts have it.
                    assert len(known) < 4 or known.encode() not in said, (method, path)
    assert await belongings(pool, victim.user) == before


@pytest.mark.parametrize("roles", [("moderator",), ("operator",), ("admin",)])
async def test_a_role_does_not_open_other_peoples_conversations(
    worker: Worker, pool: asyncpg.Pool, victim: Victim, person: Make, roles: tuple[str, ...]
) -> None:
    """Not even an administrator reads or steers another's turn by its id."""
    before = await belongings(pool, victim.user)
    async with Chat(worker.url, await person(*roles)) as stranger:
        for method, path, row in WITH_ID:
            body = orjson.loads(victim.fill(orjson.dumps(row.body).decode(), 0))
            status, _, said = await ask(
                stranger, method, victim.fill(path, 0), body, stranger.auth["authorization"]
            )
            assert status in row.refusal, (method, path, status, said)
    assert await belongings(pool, victim.user) == before


@pytest.mark.parametrize("roles", [("user",), ("owner",), ("operator",)])
async def test_the_moderators_queue_is_closed_to_others(
    worker: Worker, victim: Victim, person: Make, roles: tuple[str, ...]
) -> None:
    """403 before anything is looked up."""
    async with Chat(worker.url, await person(*roles)) as stranger:
        for method, path, row in FOR_MODERATORS:
            body = orjson.loads(victim.fill(orjson.dumps(row.body).decode(), 0))
            status, _, said = await ask(
                stranger, method, victim.fill(path, 0), body, stranger.auth["authorization"]
            )
            assert status == 403, (method, path, status, said)


@pytest.mark.parametrize("roles", [("user",), ("moderator", "owner", "operator")])
async def test_the_inbox_is_closed_to_all_but_the_staff(
    worker: Worker, victim: Victim, person: Make, roles: tuple[str, ...]
) -> None:
    """403 before anything is looked up, also to those who moderate."""
    async with Chat(worker.url, await person(*roles)) as stranger:
        for method, path, row in FOR_STAFF:
            status, _, said = await ask(
                stranger, method, victim.fill(path, 0), row.body, stranger.auth["authorization"]
            )
            assert status == 403, (method, path, status, said)


@pytest.mark.parametrize("roles", [("user",), ("moderator", "operator")])
async def test_what_is_published_is_for_owners_alone(
    worker: Worker, person: Make, roles: tuple[str, ...]
) -> None:
    """403 and the role it takes, whether what was asked for exists or not."""
    async with Chat(worker.url, await person(*roles)) as stranger:
        for method, path, row in FOR_OWNERS:
            at = path.replace("{name}", "root").replace("{version}", "1")
            status, _, said = await ask(
                stranger, method, at, row.body, stranger.auth["authorization"]
            )
            assert status == 403, (method, path, status, said)
            assert "role" in orjson.loads(said)["detail"]


@pytest.mark.parametrize("roles", [("user",), ("moderator", "owner", "operator")])
async def test_people_are_administered_by_administrators_alone(
    pool: asyncpg.Pool, victim: Victim, worker: Worker, person: Make, roles: tuple[str, ...]
) -> None:
    """403 and the role it takes; an administrator of another organisation finds nobody."""
    before = await account_of(pool, victim.user)
    async with (
        Chat(worker.url, await person(*roles)) as stranger,
        Chat(worker.url, await person("admin", org="elsewhere")) as another,
    ):
        for method, path, row in FOR_ADMINS:
            at = victim.fill(path, 0).replace("{name}", "analysis")
            header = stranger.auth["authorization"]
            status, _, said = await ask(stranger, method, at, row.body, header)
            assert status == 403, (method, path, status, said)
            if "{person_id}" in path:
                header = another.auth["authorization"]
                status, _, said = await ask(another, method, at, row.body, header)
                assert status == 404, (method, path, status, said)
    assert await account_of(pool, victim.user) == before


async def account_of(pool: asyncpg.Pool, user: UUID) -> tuple[Any, ...]:
    """The account itself, and what could let somebody in by it."""
    row = await pool.fetchrow("select * from batuta.users where id = $1", user)
    links = "select count(*) from batuta.one_time_tokens where user_id = $1"
    return (*(row or ()), await pool.fetchval(links, user))


async def test_nobody_speaks_in_anothers_name(victim: Victim, chat: Chat) -> None:
    """`userId` must be the token's own person, by id or by e-mail."""
    for alias in ("userId", "user_id"):
        for other in (str(victim.user), str(an_id()), "x", ""):
            answer = await chat.post("/chat", {"message": "hello", alias: other})
            assert answer.status_code == 403, (alias, other, answer.text)
    me = (await chat.get("/me")).json()
    for own in (me["id"], me["email"]):
        assert (await chat.say("hello", userId=own))[-1]["status"] == "finished"


async def forgeries(pool: asyncpg.Pool, user: UUID, valid: str) -> dict[str, str]:
    """Make every kind of token that must not work, most of them signed with the real key."""
    kid = jwt.get_unverified_header(valid)["kid"]
    key = await pool.fetchval("select secret from batuta.signing_keys where id = $1", kid)
    claims = jwt.decode(valid, options={"verify_signature": False})
    now = datetime.now(UTC)
    old: dict[str, Any] = {"iat": now - timedelta(hours=2), "exp": now - timedelta(hours=1)}

    def signed(secret: str = key, kid: str = kid, algorithm: str = "HS256", **change: Any) -> str:
        kept = {k: v for k, v in (claims | change).items() if v is not None}
        return "Bearer " + jwt.encode(kept, secret, algorithm, headers={"kid": kid})

    def unsigned(algorithm: str) -> str:
        parts = [{"alg": algorithm, "typ": "JWT", "kid": kid}, claims | {"sub": str(user)}]
        coded = [base64.urlsafe_b64encode(orjson.dumps(p)).rstrip(b"=").decode() for p in parts]
        return f"Bearer {'.'.join(coded)}."

    head, _, signature = valid.split(".")
    other = signed(sub=str(an_id())).removeprefix("Bearer ").split(".")[1]
    return {
        "forged": signed("x" * 64),
        "expired": signed(iat=old["iat"], exp=old["exp"]),
        "no expiry": signed(exp=None),
        "not yet": signed(nbf=now + timedelta(hours=1), iat=now + timedelta(hours=1)),
        "none": unsigned("none"),
        "None": unsigned("NoNe"),
        "wrong audience": signed(aud="somebody-else"),
        "no audience": signed(aud=None),
        "wrong issuer": signed(iss="https://evil.example"),
        "another algorithm": signed(algorithm="HS512"),
        "a key that leads elsewhere": signed(kid="../../../../dev/null"),
        "an unknown key": signed(kid="' or 1=1 --"),
        "nobody": signed(sub=str(an_id())),
        "no id": signed(sub="admin"),
        "an older epoch": signed(epoch=-1),
        "a swapped payload": f"Bearer {head}.{other}.{signature}",
        "no scheme": valid,
        "another scheme": f"Basic {valid}",
        "only a scheme": "Bearer",
        "noise": "Bearer a.b.c",
    }


@pytest.mark.parametrize(("method", "path", "row"), CLOSED, ids=lambda v: str(v)[:40])
async def test_a_bad_token_opens_no_route(
    pool: asyncpg.Pool, victim: Victim, method: str, path: str, row: Row
) -> None:
    """Forged, expired, unsigned, meant for others: 401 each, with the owner's own ids."""
    body = orjson.loads(victim.fill(orjson.dumps(row.body).decode(), 0))
    for name, header in (await forgeries(pool, victim.user, victim.chat.token)).items():
        status, headers, said = await ask(victim.chat, method, victim.fill(path, 0), body, header)
        assert status == 401, (name, said)
        assert headers["www-authenticate"] == "Bearer"
