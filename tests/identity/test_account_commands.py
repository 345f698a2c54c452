"""Accounts from the command line: people, tokens, keys, the first admin."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import asyncpg
import jwt
import pytest

from contracts.errors import (
    Unauthenticated,
)
from server.identity import accounts
from server.identity.identity import Identity
from server.settings import Settings
from store import embedded, users
from tests.support.chance import an_email, code
from tests.support.homes import fresh_home
from tests.support.identities import PASSWORD, Clock, Counting, a_person, actions, refusal
from tests.support.workers import ROOT

pytestmark = pytest.mark.anyio


# --- accounts


async def test_the_first_admin_is_made_once_and_signs_in_by_link(dsn: str) -> None:
    owner = await asyncpg.connect(dsn)
    try:
        async with owner.transaction():
            await owner.execute("truncate batuta.users cascade")
            first = await users.add_first(owner, accounts.FIRST_ADMIN, {"admin"})
            assert first
            assert await users.add_first(owner, accounts.FIRST_ADMIN, {"admin"}) is None
            admin = await users.by_id(owner, first)
            assert admin
            link = await accounts.make_link(owner, admin, "login")
            identity = await Identity.open(owner, Settings.load({}))
            signed_in = await identity.link(link)
            assert (await identity.caller(f"Bearer {signed_in.access_token}")).has("operator")
            raise _TakeBack
    except _TakeBack:
        pass
    finally:
        await owner.close()


# --- commands


def batuta(
    dsn: str, *words: str, said: str = "", home: Path | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cli.main", *words],
        env={**os.environ, "DATABASE_URL": dsn} | ({"BATUTA_HOME": str(home)} if home else {}),
        cwd=ROOT,
        input=said,
        capture_output=True,
        text=True,
        check=False,
    )


async def test_the_token_command_prints_only_a_token_that_works(
    dsn: str, identity: Identity, db: Counting
) -> None:
    email = an_email()
    added = batuta(dsn, "user", "add", email, "--role", "moderator", "--role", "owner")
    assert added.returncode == 0, added.stderr
    done = batuta(dsn, "token", email.upper(), "--minutes", "5")
    assert done.stderr == ""
    caller = await identity.caller(f"Bearer {done.stdout.strip()}")
    assert (caller.email, caller.roles) == (email, {"moderator", "owner"})
    claims = jwt.decode(done.stdout.strip(), options={"verify_signature": False})
    assert claims["exp"] - claims["iat"] == 300
    assert await actions(db, caller.user_id) == ["user.added", "token.issued"]


async def test_a_password_from_standard_input_signs_in(dsn: str, identity: Identity) -> None:
    email, org = an_email(), f"org-{code()}"
    added = batuta(dsn, "user", "add", email, "--org", org, "--password-stdin", said=PASSWORD)
    assert f"organisation '{org}' was made" in added.stderr
    signed_in = await identity.login(email, PASSWORD)
    listed = json.loads(batuta(dsn, "user", "list", "--json").stdout)
    [entry] = [person for person in listed if person["email"] == email]
    assert (entry["org"], entry["signs_in_by"], entry["roles"]) == (org, "password", ["user"])
    caller = await identity.caller(f"Bearer {signed_in.access_token}")
    assert str(caller.user_id) == entry["id"]


async def test_the_user_command_changes_an_account(dsn: str, identity: Identity) -> None:
    email = an_email()
    batuta(dsn, "user", "add", email)
    assert batuta(dsn, "user", "roles", email, "operator").returncode == 0
    link = batuta(dsn, "user", "reset", email).stdout.strip()
    assert link.startswith("http://127.0.0.1:8000/app/#reset=")
    signed_in = await identity.link(link.partition("=")[2], PASSWORD)
    caller = await identity.caller(f"Bearer {signed_in.access_token}")
    assert caller.roles == {"operator"}
    assert batuta(dsn, "user", "disable", email).returncode == 0
    assert isinstance(await refusal(identity.login(email, PASSWORD)), Unauthenticated)
    assert batuta(dsn, "user", "enable", email).returncode == 0
    assert await identity.login(email, PASSWORD)
    link = batuta(dsn, "user", "link", email).stdout.strip()
    assert link.startswith("http://127.0.0.1:8000/app/#link=")
    assert await identity.link(link.partition("=")[2])


async def test_the_keys_command_ends_old_tokens_only_when_told(
    dsn: str, identity: Identity, db: Counting, clock: Clock
) -> None:
    token = f"Bearer {await identity.issue(await a_person(db))}"
    assert batuta(dsn, "keys", "rotate").returncode == 0
    clock.now += 30.1
    assert await identity.caller(token)
    assert batuta(dsn, "keys", "rotate", "--forget-old").returncode == 0
    clock.now += 30.1
    assert isinstance(await refusal(identity.caller(token)), Unauthenticated)


@pytest.mark.parametrize(
    ("words", "cure"),
    [
        (("token", "nobody@example.org"), "batuta user add nobody@example.org"),
        (("token", "nobody"), "name@example.org"),
        (("user", "reset", "nobody@example.org"), "batuta user add nobody@example.org"),
        (("user", "add", "x@example.org", "--role", "boss"), "user, staff, moderator, owner"),
        (("user", "add", "x@example.org", "--org", "A B"), "a-z, 0-9 and hyphens"),
        (("user", "add", "x@example.org", "--password-stdin"), "at least 10"),
    ],
)
async def test_a_command_that_fails_names_the_cure_in_one_line(
    dsn: str, words: tuple[str, ...], cure: str
) -> None:
    done = batuta(dsn, *words, said="short\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert cure in done.stderr
    assert done.stderr.count("\n") == 1


async def test_adding_someone_twice_is_refused(dsn: str) -> None:
    email = an_email()
    assert batuta(dsn, "user", "add", email).returncode == 0
    again = batuta(dsn, "user", "add", email.upper(), "--role", "admin")
    assert again.returncode == 1
    assert "has an account already" in again.stderr


async def test_a_command_starts_and_stops_the_embedded_database_itself() -> None:
    with fresh_home() as home:
        for words in (("user", "add", "a@example.org"), ("token", "a@example.org")):
            assert batuta("", *words, home=home).returncode == 0
            assert not embedded.status(home).running


class _TakeBack(Exception):
    pass
