"""An id grants nothing: every route, seen by strangers, by other people, and by token forgers."""

from __future__ import annotations

import base64
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from urllib.parse import quote
from uuid import UUID, uuid4, uuid5

import asyncpg
import jwt
import orjson
import pytest
from fastapi.routing import APIRoute
from starlette.routing import Route

from server.app import create_app
from server.routes import all_routers
from server.settings import Settings
from tests.support.chatting import Chat, only, text_of
from tests.support.model_server import ModelServer, call, reply
from tests.support.workers import Worker

pytestmark = pytest.mark.anyio

Make = Callable[..., Awaitable[str]]


@dataclass(frozen=True, slots=True)
class Row:
    """What one route is for: everybody, its caller alone, the owner of an id, or those who have
    a role: moderators, or owners of what is published."""

    kind: Literal["public", "own", "id", "moderator", "owner"]
    body: Any = None
    refusal: tuple[int, ...] = (404,)


HELLO = {"message": "hello"}
TABLE: dict[tuple[str, str], Row] = {
    ("GET", "/openapi.json"): Row("public"),
    ("GET", "/healthz"): Row("public"),
    ("GET", "/readyz"): Row("public"),
    ("GET", "/metrics"): Row("public"),  # closed in its own way: see test_api
    ("POST", "/auth/login"): Row("public"),
    ("POST", "/auth/refresh"): Row("public"),
    ("POST", "/auth/link"): Row("public"),
    ("POST", "/auth/logout"): Row("own"),
    ("POST", "/chat"): Row("id", HELLO | {"session_id": "{session_id}"}),
    ("GET", "/chat/{turn_id}/events"): Row("id"),
    ("POST", "/chat/{turn_id}/cancel"): Row("id"),
    ("GET", "/sessions/{session_id}/stream"): Row("id", refusal=(204, 404)),
    ("GET", "/approvals"): Row("own"),
    ("POST", "/approvals/{approval_id}"): Row("id", {"approve": True, "remember": True}),
    ("POST", "/sessions"): Row("id", {"id": "{session_id}", "title": "mine"}, (404, 422)),
    ("GET", "/sessions"): Row("own"),
    ("GET", "/sessions/{session_id}"): Row("id"),
    ("PATCH", "/sessions/{session_id}"): Row("id", {"title": "mine"}),
    ("DELETE", "/sessions/{session_id}"): Row("id"),
    ("GET", "/workflows"): Row("own"),
    ("POST", "/workflows/validate"): Row("owner", {"yaml": "workflow: x"}),
    ("POST", "/workflows/test"): Row("owner", {"yaml": "workflow: x"}),
    ("GET", "/workflows/{name}"): Row("owner"),
    ("GET", "/workflows/{name}/graph"): Row("owner"),
    ("GET", "/workflows/{name}/versions"): Row("owner"),
    ("GET", "/workflows/{name}/versions/{version}"): Row("owner"),
    ("POST", "/workflows/{name}/versions"): Row("owner", {"yaml": "workflow: x"}),
    ("POST", "/workflows/{name}/revert"): Row("owner", {}),
    ("PUT", "/workflows/{name}/canary"): Row("owner", {"percent": 0}),
    ("GET", "/me"): Row("own"),
    ("GET", "/me/preferences"): Row("own"),
    ("PUT", "/me/preferences"): Row("own", {"autonomous": True}),
    ("GET", "/me/usage"): Row("own"),
    ("POST", "/feedback"): Row("id", {"turn_id": "{turn_id}", "type": "negative"}),
    ("GET", "/cases"): Row("moderator"),
    ("GET", "/cases/export"): Row("moderator"),
    ("GET", "/cases/stats"): Row("moderator"),
    ("POST", "/cases/bulk"): Row("moderator", {"ids": ["{case_id}"], "decision": "confirm"}),
    ("GET", "/cases/{case_id}"): Row("moderator"),
    ("POST", "/cases/{case_id}/reveal"): Row("moderator", {"reason": "curious"}),
    ("POST", "/cases/{case_id}/decision"): Row("moderator", {"decision": "confirm"}),
    ("POST", "/cases/{case_id}/escalate"): Row("moderator", {"note": "look"}),
    ("POST", "/cases/{case_id}/notes"): Row("moderator", {"text": "seen"}),
    ("POST", "/cases/{case_id}/assign"): Row("moderator", {"to": None}),
    ("GET", "/guard-examples"): Row("moderator"),
    ("DELETE", "/guard-examples/{example_id}"): Row("moderator"),
}
CLOSED = [(*route, row) for route, row in TABLE.items() if row.kind != "public"]
WITH_ID = [(*route, row) for route, row in TABLE.items() if row.kind == "id"]
FOR_MODERATORS = [(*route, row) for route, row in TABLE.items() if row.kind == "moderator"]
FOR_OWNERS = [(*route, row) for route, row in TABLE.items() if row.kind == "owner"]


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


@dataclass
class Victim:
    """A person with an ended turn, a running one, and a question that waits."""

    chat: Chat
    user: UUID
    ids: dict[str, list[str]]

    def fill(self, text: str, which: int) -> str:
        """Put one of this person's ids where a route wants one."""
        for name, known in self.ids.items():
            text = text.replace("{" + name + "}", known[which % len(known)])
        return text


@pytest.fixture(scope="module")
async def victim(worker: Worker, person: Make, models: ModelServer) -> AsyncGenerator[Victim]:
    tag = uuid4().hex[:8]
    models.script(
        call("send", {"name": f"letter{tag}"}, match=f"letter {tag}"),
        reply("never ", "seen", match=f"wait {tag}", gate=f"held{tag}", after=1),
    )
    async with Chat(worker.url, await person()) as chat:
        ended = (await chat.say("my own words"))[0]["turn"]
        asked = only(await chat.say(f"letter {tag}"), "tool_approval_request")
        first, chat.session = chat.session, None
        running = await chat.begin(f"wait {tag}")
        await models.until(lambda: models.count(f"wait {tag}") == 1)
        known = (await chat.get("/sessions")).json()["sessions"]
        user = UUID((await chat.get("/me")).json()["id"])
        second = next(s["id"] for s in known if s["id"] != first)
        assert first
        ids = {
            "turn_id": [ended, running],
            "session_id": [first, second],
            "approval_id": [asked["approval"]],
            "case_id": [str(uuid4())],
            "example_id": [str(uuid4())],
        }
        yield Victim(chat, user, ids)
        models.open(f"held{tag}")
        await chat.follow(running)


async def belongings(pool: asyncpg.Pool, user: UUID) -> list[Any]:
    """Everything a person has, as it is stored."""
    found: list[Any] = []
    for table in (
        "sessions", "turns", "messages", "approvals", "usage", "preferences", "notes", "feedback",
        "cases",
    ):  # fmt: skip
        rows = await pool.fetch(f"select * from batuta.{table} where user_id = $1", user)
        found.append(sorted(str(tuple(row)) for row in rows))
    for table, column in (("turn_events", "turn_id"), ("turn_steps", "turn_id")):
        rows = await pool.fetch(
            f"select * from batuta.{table} where {column} in"
            " (select id from batuta.turns where user_id = $1)",
            user,
        )
        found.append(sorted(str(tuple(row)) for row in rows))
    rows = await pool.fetch(
        "select * from batuta.remembered_approvals where session_id in"
        " (select id from batuta.sessions where user_id = $1)",
        user,
    )
    return [*found, sorted(str(tuple(row)) for row in rows)]


async def ask(
    chat: Chat, method: str, path: str, body: Any = None, authorization: str | None = None
) -> tuple[int, dict[str, str], bytes]:
    """Send a request as somebody; a stream that opens is read only to its headers."""
    headers = {} if authorization is None else {"authorization": authorization}
    async with chat.http.stream(method, chat.url + path, json=body, headers=headers) as answer:
        short = answer.headers.get("content-type", "") != "application/x-ndjson"
        said = await answer.aread() if short else b""
        return answer.status_code, dict(answer.headers), said


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
                    assert known.encode() not in said, (method, path)
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


async def test_nobody_speaks_in_anothers_name(victim: Victim, chat: Chat) -> None:
    """`userId` must be the token's own person, by id or by e-mail."""
    for alias in ("userId", "user_id"):
        for other in (str(victim.user), str(uuid4()), "x", ""):
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
    other = signed(sub=str(uuid4())).removeprefix("Bearer ").split(".")[1]
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
        "nobody": signed(sub=str(uuid4())),
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


WEIRD = {
    "a long one": "x" * 5000,
    "NUL": "a\x00b",
    "only a NUL": "\x00",
    "a path": "../../etc/passwd",
    "SQL": "'; drop table batuta.sessions; --",
    "emoji": "🪄🇧🇷",
    "right to left": "\u202eabc",
    "line breaks": "a\r\nset-cookie: x=1",
    "blank": " ",
    "percent": "%00%2e%2e%ff",
    "braces": "{0}{session_id}",
    "almost a UUID": "00000000-0000-0000-0000-00000000000g",
    "a UUID in another dress": "urn:uuid:{00000000-0000-0000-0000-000000000000}",
}


@pytest.mark.parametrize("name", [*WEIRD])
async def test_weird_ids_in_paths_find_nothing(chat: Chat, name: str) -> None:
    """Whatever stands where an id belongs is refused or not found; it breaks nothing."""
    for method, path, row in WITH_ID:
        if "{" in path:
            at = path.replace(path[path.index("{") : path.index("}") + 1], quote(WEIRD[name], ""))
            status, headers, said = await ask(
                chat, method, at, row.body, chat.auth["authorization"]
            )
            assert status == 204 or 400 <= status < 500, (method, path, status, said)
            assert "set-cookie" not in headers
            if status != 204:
                assert headers["content-type"] == "application/problem+json", (method, path)


async def test_bytes_that_are_no_text_in_paths_find_nothing(chat: Chat) -> None:
    """A surrogate, overlong and broken UTF-8 stand for no session."""
    for raw in ("%ED%A0%80", "%C0%AF", "%FF%FE", "%F8%88%80%80%80"):
        for path in (f"/sessions/{raw}", f"/chat/{raw}/events"):
            answer = await chat.get(path)
            assert 400 <= answer.status_code < 500, (path, answer.text)


@pytest.mark.parametrize("name", [*WEIRD])
async def test_weird_session_names_are_names_or_refused(chat: Chat, name: str) -> None:
    """In a body an id that is no UUID names a session of its own, if it is text."""
    for path, body in (
        ("/sessions", {"id": WEIRD[name]}),
        ("/chat", {"message": "hi", "session_id": WEIRD[name]}),
    ):
        status, _, said = await ask(chat, "POST", path, body, chat.auth["authorization"])
        assert status in (200, 201) or 400 <= status < 500, (path, status, said)


async def test_surrogates_in_bodies_are_refused(chat: Chat) -> None:
    """JSON can spell what no text holds."""
    lone = r'"\ud800"'
    bodies = [
        ("POST", "/chat", f'{{"message": {lone}}}'),
        ("POST", "/chat", f'{{"message": "hi", "session_id": {lone}}}'),
        ("POST", "/chat", f'{{"message": "hi", "userId": {lone}}}'),
        ("POST", "/chat", f'{{"message": "hi", "workflow": {lone}}}'),
        ("POST", "/chat", f'{{"message": "hi", "metadata": {{{lone}: 1}}}}'),
        ("POST", "/chat", f'{{"message": "hi", "on_busy": {lone}}}'),
        ("POST", "/chat", f'{{"ui_result": {{"id": {lone}, "value": {lone}}}}}'),
        ("POST", "/sessions", f'{{"id": {lone}}}'),
        ("POST", "/sessions", f'{{"title": {lone}}}'),
        ("PUT", "/me/preferences", f'{{"timezone": {lone}}}'),
        ("PUT", "/me/preferences", f"{{{lone}: 1}}"),
        ("POST", "/auth/login", f'{{"email": {lone}, "password": {lone}}}'),
        ("POST", "/auth/refresh", f'{{"refresh_token": {lone}}}'),
        ("POST", "/auth/link", f'{{"token": {lone}, "password": {lone}}}'),
    ]
    for method, path, body in bodies:
        answer = await chat.http.request(
            method,
            chat.url + path,
            content=body,
            headers=chat.auth | {"content-type": "application/json"},
        )
        assert 400 <= answer.status_code < 500, (path, body, answer.text)
        assert answer.headers["content-type"] == "application/problem+json"


async def test_names_of_sessions_are_each_persons_own(
    worker: Worker, person: Make, chat: Chat
) -> None:
    """Two people may both call a session `support`; neither sees the other's."""
    async with Chat(worker.url, await person()) as other:
        first = await chat.say("echo mine", session_id="support")
        second = await other.say("echo theirs", session_id="support")
        assert first[0]["session"] != second[0]["session"]
        mine = (await chat.get("/sessions/support")).json()
        assert mine["id"] == first[0]["session"]
        assert text_of(second) not in str(mine)
        assert (
            await other.http.delete(f"{other.url}/sessions/support", headers=other.auth)
        ).status_code == 204
        assert (await chat.get("/sessions/support")).status_code == 200


async def test_nobody_takes_the_place_of_anothers_named_session(
    worker: Worker, person: Make, chat: Chat
) -> None:
    """Who knows a person's id could work out what `support` will be called; it is no use."""
    me = UUID((await chat.get("/me")).json()["id"])
    taken = str(uuid5(me, "support"))
    async with Chat(worker.url, await person()) as other:
        await ask(other, "POST", "/sessions", {"id": taken}, other.auth["authorization"])
        await ask(
            other, "POST", "/chat", HELLO | {"session_id": taken}, other.auth["authorization"]
        )
    assert (await chat.say("hello", session_id="support"))[-1]["status"] == "finished"


# --- the database, should somebody reach it directly


async def test_people_may_only_read_and_only_where_a_policy_says_whose(pool: asyncpg.Pool) -> None:
    """No table, sequence or function is open to write; every readable table filters by owner."""
    rows = await pool.fetch(
        """select c.relname::text as name, r.role,
             has_table_privilege(r.role, c.oid,
               'insert, update, delete, truncate, references, trigger') as writes,
             has_any_column_privilege(r.role, c.oid, 'insert, update') as changes,
             has_any_column_privilege(r.role, c.oid, 'select') as reads,
             exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd = 'r'
               and r.role::regrole = any (p.polroles)) as filtered, c.relrowsecurity as secured
           from pg_class c, unnest(array['anon', 'authenticated']) r (role)
           where c.relnamespace = 'batuta'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')"""
    )
    assert "notes" in {row["name"] for row in rows}
    for row in rows:
        assert row["secured"], row
        assert not row["writes"], row
        assert not row["changes"], row
        assert row["role"] != "anon" or not row["reads"], row
        assert row["filtered"] or not row["reads"], row
    callable_by_people = await pool.fetch(
        """select p.oid::regprocedure::text from pg_proc p, unnest(array['anon', 'authenticated']) r
           where p.pronamespace in ('batuta'::regnamespace, 'dbos'::regnamespace)
             and has_schema_privilege(r, p.pronamespace, 'usage')
             and has_function_privilege(r, p.oid, 'execute')"""
    )
    assert callable_by_people == []
    for role in ("anon", "authenticated"):
        for schema in ("dbos", "supabase_migrations"):
            assert not await pool.fetchval(
                "select has_schema_privilege($1, $2, 'usage')", role, schema
            )


async def test_the_server_can_change_rows_and_nothing_else(pool: asyncpg.Pool) -> None:
    """Its role makes, alters and drops nothing, in any schema, and leads to no stronger role."""
    attempts = [
        "create table batuta.x ()",
        "create table public.x ()",
        "create table dbos.x ()",
        "create schema x",
        "create function batuta.x() returns int language sql as 'select 1'",
        "alter table batuta.notes disable row level security",
        "drop table batuta.notes",
        "drop policy own on batuta.notes",
        "drop function batuta.accept_turn",
        "truncate batuta.users",
        "create role x superuser",
        "alter role batuta_server bypassrls",
        "alter system set fsync = off",
        "copy batuta.notes to program 'true'",
        "copy batuta.notes from '/etc/passwd'",
    ]
    for sql in attempts:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await pool.execute(sql)
    strong = await pool.fetch(
        "select rolname from pg_roles where pg_has_role('batuta_server', oid, 'member')"
        " and rolname <> 'batuta_server'"
    )
    assert strong == []


@pytest.mark.parametrize(
    "table",
    ["sessions", "turns", "messages", "approvals", "usage", "preferences", "notes", "feedback"],
)
async def test_a_person_who_reaches_the_database_sees_their_own_rows(
    dsn: str, pool: asyncpg.Pool, victim: Victim, person: Make, worker: Worker, table: str
) -> None:
    """The policies hold for the tables that a page could read directly."""
    await victim.chat.http.put(
        f"{victim.chat.url}/me/preferences", json={}, headers=victim.chat.auth
    )
    await pool.execute(
        "insert into batuta.notes (org_id, user_id, session_id, key, text)"
        " select org_id, user_id, id, 'k', 'a note' from batuta.sessions where user_id = $1 limit 1"
        " on conflict do nothing",
        victim.user,
    )
    about = {"turn_id": victim.ids["turn_id"][0], "type": "positive"}
    assert (await victim.chat.post("/feedback", about)).status_code == 200
    async with Chat(worker.url, await person()) as stranger:
        other = UUID((await stranger.get("/me")).json()["id"])
    link = await asyncpg.connect(dsn)
    try:
        counted: dict[UUID, set[UUID]] = {}
        for who in (victim.user, other):
            async with link.transaction():
                await link.execute("set local role authenticated")
                await link.execute(
                    "select set_config('request.jwt.claims', $1, true)",
                    orjson.dumps({"sub": str(who), "role": "authenticated"}).decode(),
                )
                rows = await link.fetch(f"select user_id from batuta.{table}")
                counted[who] = {row[0] for row in rows}
        assert counted == {victim.user: {victim.user}, other: set()}
    finally:
        await link.close()
