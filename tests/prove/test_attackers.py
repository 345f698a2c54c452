"""Every route that is served, asked by everybody who may not have what they ask for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import asyncpg
import orjson
import pytest

from server.identity.identity import Identity
from tests.support.api_routes import ApiRoute, request_of, routes_of
from tests.support.attackers import Attacker, Target, attackers, other_sites, target
from tests.support.campaigns import Tally, Unshaken
from tests.support.chatting import Chat
from tests.support.isolation import TABLE, Make, Row
from tests.support.model_server import ModelServer
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.prove]
NO_STRANGER = {
    "staff": "staff",
    "moderator": "moderator",
    "owner": "owner",
    "admin": "admin",
}  # kinds of routes: the role they take


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str]) -> dict[str, str]:
    """A model that may be silent for as long as the attacks last: a turn runs meanwhile."""
    return worker_env | {"BATUTA_MODEL_STALL_SECONDS": "3600"}


async def test_no_route_gives_anybody_what_is_anothers(
    worker: Worker,
    person: Make,
    models: ModelServer,
    pool: asyncpg.Pool,
    identity: Identity,
    tally: Callable[[str], Tally],
) -> None:
    """With the real ids of a person: no secret in any answer, no 5xx, nothing of theirs changed."""
    counted = tally("attackers")
    async with target(worker, person, models, pool) as robbed:
        org = await pool.fetchval(
            "select o.slug from batuta.organisations o join batuta.users u on u.org_id = o.id"
            " where u.id = $1",
            robbed.user,
        )
        routes = routes_of((await robbed.chat.get("/openapi.json")).json())
        routes.sort(key=lambda route: route.path == "/auth/logout")  # it would end the attacker
        everybody = await attackers(pool, identity, person, org)
        everybody += other_sites(robbed.chat.token)
        before, still = await robbed.state(), Unshaken(worker)
        counted.count("attackers", len(everybody))
        counted.count("routes", len(routes))
        for attacker in everybody:
            for route in routes:
                for which in range(2):
                    await _attack(robbed, route, attacker, which)
                    counted.count("requests")
        assert await robbed.state() == before
        await still.check(robbed.chat)
    counted.count("leaks", 0)


async def _attack(robbed: Target, route: ApiRoute, attacker: Attacker, which: int) -> None:
    known = robbed.known(which)
    path, body = request_of(route, known)
    headers = {"idempotency-key": known["turn_id"], "last-event-id": f"{known['turn_id']}:0"}
    headers |= attacker.headers
    if attacker.authorization:
        headers["authorization"] = attacker.authorization
    status, said = await _whole(robbed.chat, route.method, path, body, headers)
    what = (attacker.name, str(route), status, said[:500])
    for secret in robbed.secrets:
        assert secret.encode() not in said, what
    assert status < 500 or (route.path == "/readyz" and status == 503), what
    if attacker.standing != "let in":
        assert route.open or status == 401, what
        assert not route.path.startswith("/auth/") or route.method == "GET" or status >= 400, what
    else:
        assert status in _expected(route, attacker), what


def _expected(route: ApiRoute, attacker: Attacker) -> range | tuple[int, ...]:
    """Tell what may be answered to somebody who is let in, and asks for what is another's."""
    row = TABLE.get((route.method, route.path), Row("id"))
    role = NO_STRANGER.get(row.kind)
    if role and not attacker.roles & {role, "admin"}:
        return (403,)
    if row.kind == "id" or (row.kind in ("staff", "moderator", "admin") and "{" in route.path):
        guessed = (429,) if route.path.startswith("/shared/") else ()  # tokens are not for guessing
        return (*row.refusal, *guessed, 422)
    return range(200, 500)


async def _whole(
    chat: Chat, method: str, path: str, body: Any, headers: dict[str, str]
) -> tuple[int, bytes]:
    """Send a request; return all that came, its head too, a stream to its end."""
    async with (
        asyncio.timeout(60),
        chat.http.stream(method, chat.url + path, json=body, headers=headers) as answer,
    ):
        said = orjson.dumps(list(answer.headers.items())) + await answer.aread()
        return answer.status_code, said
