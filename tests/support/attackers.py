"""Somebody with secrets of every kind, and all those who try to get at them."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal
from uuid import UUID

import asyncpg

from server.identity import accounts
from server.identity.identity import Identity
from store import users
from tests.support.chance import an_email, code
from tests.support.chatting import Chat, only
from tests.support.desk import Desk
from tests.support.identities import PASSWORD, Counting, forged
from tests.support.isolation import Make, belongings
from tests.support.model_server import ModelServer, call, reply
from tests.support.uploads import send
from tests.support.workers import Worker

Standing = Literal["nobody", "shut out", "let in"]


@dataclass(frozen=True, slots=True)
class Attacker:
    """Who asks, with which header, and what should become of them at a closed route."""

    name: str
    authorization: str | None
    standing: Standing
    roles: frozenset[str] = frozenset()
    headers: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(slots=True)
class Target:
    """A person with words, questions and cases, all of whose secrets are known to the test."""

    chat: Chat
    user: UUID
    pool: asyncpg.Pool
    secrets: list[str]
    ids: dict[str, list[str]]
    case: str
    others: list[Chat] = field(default_factory=list[Chat])

    def known(self, which: int) -> dict[str, str]:
        """Give one id for each name that a request may ask for."""
        ids = {name: known[which % len(known)] for name, known in self.ids.items()}
        return ids | {
            "id": ids["session_id"],
            "ids": ids["case_id"],
            "uuid": str(self.user),
            "name": "root",
            "team": "support",
            "version": "1",
            "message": "hello",
            "reason": "I would like to know",
            "note": "I would like to know",
        }

    async def state(self) -> list[Any]:
        """Everything that must stay as it is."""
        return [
            await belongings(self.pool, self.user),
            *[await self._rows(table) for table in ("case_notes", "case_reviews", "case_readings")],
            [str(tuple(r)) for r in await self.pool.fetch("select * from batuta.guard_examples")],
        ]

    async def _rows(self, table: str) -> list[str]:
        query = f"select * from batuta.{table} where case_id = $1"
        return sorted(str(tuple(row)) for row in await self.pool.fetch(query, UUID(self.case)))


async def _sent(chat: Chat, session: str, mark: str) -> str:
    """Send a file that holds a mark, and return its id."""
    answer = await send(chat, session, f"{mark}.csv", f"name,amount\n{mark},1\n".encode())
    return answer.json()["dataset"]["id"]


@asynccontextmanager
async def target(
    worker: Worker, person: Make, models: ModelServer, pool: asyncpg.Pool
) -> AsyncGenerator[Target]:
    """Let somebody say, ask and be reported for things that nobody else may read."""
    tag, org = code(), f"o{code()}"
    marks = {name: f"{name}{code()}" for name in SECRETS}
    models.script(
        call("send", {"name": marks["argument"]}, match=f"letter {tag}"),
        reply(marks["answer"], " never seen", match=f"wait {tag}", gate=f"held{tag}", after=1),
    )
    email = f"{marks['email']}@example.org"
    async with (
        Chat(worker.url, await person(org=org, email=email)) as chat,
        Chat(worker.url, await person("moderator", org=org)) as moderator,
        Chat(worker.url, await person("moderator", org=org)) as second,
        Chat(worker.url, await person("admin", org=org)) as third,
    ):
        ended = (await chat.say(f"echo {marks['words']}"))[0]["turn"]
        asked = only(await chat.say(f"letter {tag}"), "tool_approval_request")
        first, chat.session = chat.session, None
        running = await chat.begin(f"wait {tag}")
        await models.until(lambda: models.count(f"wait {tag}") == 1)
        known = (await chat.get("/sessions")).json()["sessions"]
        other = next(s["id"] for s in known if s["id"] != first)
        await chat.http.patch(
            f"{chat.url}/sessions/{first}", json={"title": marks["title"]}, headers=chat.auth
        )
        about = {"turn_id": ended, "type": "correction", "comment": marks["comment"]}
        assert (await chat.post("/feedback", about)).status_code == 200
        desk = Desk(chat, moderator, second, third, org, pool)
        cases = [await desk.flagged(f"harm {marks['evidence']}", turn=ended)]
        noted = await moderator.post(f"/cases/{cases[0]}/notes", {"text": marks["note"]})
        assert noted.status_code in (200, 201, 204), noted.text
        cases.append(await desk.flagged(f"harm {marks['example']}", turn=ended))
        await desk.decide(cases[1], "confirm", example=True)
        examples = [e["id"] for e in await desk.examples()]
        user = UUID((await chat.get("/me")).json()["id"])
        assert first
        chat.session = None
        await chat.say("I want to talk to a real person")
        await chat.say(f"it is about {marks['waited']}")
        handed = await pool.fetchval("select id from batuta.handovers where user_id = $1", user)
        files = [await _sent(chat, first, marks["cell"]), await _sent(chat, other, marks["cell"])]
        ids = {
            "turn_id": [ended, running],
            "session_id": [first, other],
            "approval_id": [asked["approval"]],
            "case_id": cases,
            "file_id": files,
            "example_id": examples or [str(user)],
            "handover_id": [str(handed)],
            "person_id": [str(user)],
        }
        secrets = [*marks.values(), chat.token, moderator.token]
        yield Target(chat, user, pool, secrets, ids, cases[0], [moderator, second, third])
        models.open(f"held{tag}")
        await chat.follow(running)


SECRETS = (
    "argument", "answer", "email", "words", "title", "comment", "evidence", "note", "example",
    "cell", "waited",
)  # fmt: skip


def other_sites(token: str) -> list[Attacker]:
    """Pages of other sites, in the very browser in which the person is signed in."""
    cookie = {"cookie": f"batuta_access={token}; batuta_refresh=x; batuta_device=y"}
    pages: dict[str, dict[str, str]] = {
        "another site's page": {"sec-fetch-site": "cross-site", "origin": "https://evil.example"},
        "a neighbour subdomain's page": {"sec-fetch-site": "same-site", "x-batuta-page": "1"},
        "a frame of another site": {"sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe"},
    }
    return [Attacker(name, None, "shut out", headers=cookie | more) for name, more in pages.items()]


async def attackers(
    pool: asyncpg.Pool, identity: Identity, person: Make, org: str
) -> list[Attacker]:
    """Everybody who is kept out, and everybody who is let in and may not have what is another's."""
    return [*await _shut_out(pool, identity, org), *await _let_in(person, org)]


async def _shut_out(pool: asyncpg.Pool, identity: Identity, org: str) -> list[Attacker]:
    db = Counting(pool)

    async def somebody() -> UUID:
        made = await users.add(pool, email=an_email(), roles=("admin",), org=org)
        assert made
        return made

    disabled, deleted, revoked, admin = [await somebody() for _ in range(4)]
    bearers = {
        "a garbage token": "a.b.c",
        "an expired token": await forged(db, admin, iat=1, exp=int(time.time()) - 60),
        "a token for another audience": await forged(db, admin, aud="somebody-else"),
        "a token of another issuer": await forged(db, admin, iss="https://elsewhere.example"),
        "a token of an older epoch": await forged(db, admin, epoch=-1),
        "the token of a disabled person": await identity.issue(disabled),
        "the token of a deleted person": await identity.issue(deleted),
        "a token that was revoked": await identity.issue(revoked),
    }
    account = await users.by_id(pool, disabled)
    assert account
    await accounts.set_disabled(db, account, True)
    await pool.execute("delete from batuta.users where id = $1", deleted)
    await identity.logout(f"Bearer {bearers['a token that was revoked']}")
    bearers |= await _of_another_purpose(db, identity)
    shut = [Attacker(name, f"Bearer {t}", "shut out") for name, t in bearers.items()]
    return [Attacker("nobody", None, "nobody"), *shut]


async def _of_another_purpose(db: Counting, identity: Identity) -> dict[str, str]:
    """Tokens that are good for something else."""
    email = an_email()
    made = await accounts.add(db, email, password=PASSWORD, roles=("admin",))
    signed_in = await identity.login(email, PASSWORD)
    account = await users.by_id(db, made.id)
    assert account
    return {
        "a refresh token": signed_in.refresh_token,
        "a link's token": await accounts.make_link(db, account, "login"),
    }


async def _let_in(person: Make, org: str) -> list[Attacker]:
    who: dict[str, tuple[str, tuple[str, ...]]] = {
        "another person": (org, ("user",)),
        "an owner of the organisation": (org, ("owner",)),
        "an operator of the organisation": (org, ("operator",)),
        "a person of another organisation": ("elsewhere", ("user",)),
        "a moderator of another organisation": ("elsewhere", ("moderator",)),
        "an administrator of another organisation": ("elsewhere", ("admin",)),
    }
    return [
        Attacker(name, f"Bearer {await person(*roles, org=org)}", "let in", frozenset(roles))
        for name, (org, roles) in who.items()
    ]
