"""`batuta user`: accounts, without a server or beside one."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from typing import Literal

import asyncpg

from cli._database import connected
from cli.command import Command
from contracts.json import JsonObject
from contracts.messages import ROLES
from server.identity import accounts
from server.settings import Settings
from store import users

_ROLES = ", ".join(ROLES)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `batuta user` can do."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    add = _with_email(actions, "add", "make an account")
    add.add_argument(
        "--role", action="append", metavar="ROLE", help=f"{_ROLES}; may be repeated (user)"
    )
    add.add_argument("--org", default="default", metavar="SLUG", help="organisation (default)")
    add.add_argument(
        "--password-stdin", action="store_true", help="read the password from standard input"
    )
    listed = actions.add_parser("list", help="list all accounts")
    listed.add_argument("--json", action="store_true", help="as JSON")
    roles = _with_email(actions, "roles", "replace a person's roles")
    roles.add_argument("roles", nargs="+", metavar="ROLE", help=_ROLES)
    teams = _with_email(actions, "teams", "say whose conversations somebody of the staff answers")
    teams.add_argument(
        "teams", nargs="*", metavar="TEAM", help="names from batuta.yaml; none: no team"
    )
    _with_email(actions, "disable", "shut a person out at once")
    _with_email(actions, "enable", "let a person in again")
    _with_email(actions, "link", "print a one-time address that signs a person in")
    _with_email(actions, "reset", "print a one-time address at which they choose a password")


def run(args: argparse.Namespace) -> int:
    """Do what was asked."""
    password: str | None = None
    if args.action == "add" and args.password_stdin:
        password = sys.stdin.readline().rstrip("\r\n")
    asyncio.run(_run(args, Settings.load(), password))
    return 0


async def _run(args: argparse.Namespace, settings: Settings, password: str | None) -> None:
    async with connected(settings) as db:
        match args.action:
            case "add":
                await _add(db, args, password)
            case "list":
                await _list(db, args.json)
            case "link" | "reset":
                kind = "login" if args.action == "link" else "reset"
                await _link(db, args.email, settings.public_url or settings.url, kind)
            case "roles":
                user = await accounts.account_by_email(db, args.email)
                await accounts.set_roles(db, user, args.roles)
                print(f"{user.email} is now {', '.join(sorted(set(args.roles)))}")
            case "teams":
                await _set_teams(db, await accounts.account_by_email(db, args.email), args.teams)
            case _:
                user = await accounts.account_by_email(db, args.email)
                await accounts.set_disabled(db, user, args.action == "disable")
                print(f"{user.email} is {args.action}d")


async def _add(db: asyncpg.Pool, args: argparse.Namespace, password: str | None) -> None:
    roles = args.role or ["user"]
    made = await accounts.add(db, args.email, roles=roles, org=args.org, password=password)
    if made.org_made:
        print(f"the organisation '{args.org}' was made", file=sys.stderr)
    print(f"{made.email} added as {', '.join(sorted(set(roles)))}")
    if password is None:
        hint = f"no password yet: batuta user link {made.email}, or batuta user reset {made.email}"
        print(hint, file=sys.stderr)


async def _set_teams(db: asyncpg.Pool, user: users.User, teams: list[str]) -> None:
    await accounts.set_teams(db, user, teams)
    print(f"{user.email} answers for {', '.join(sorted(set(teams))) or 'no team'}")
    if not user.roles & {"staff", "admin"}:
        print(f"the role is missing: batuta user roles {user.email} staff", file=sys.stderr)


async def _list(db: asyncpg.Pool, as_json: bool) -> None:
    people: list[JsonObject] = [
        {
            "id": str(user.id),
            "email": user.email,
            "roles": sorted(user.roles),
            "org": user.org,
            "disabled": user.disabled,
            "signs_in_by": user.issuer or ("password" if user.password_hash else "link"),
        }
        for user in await users.everyone(db)
    ]
    if as_json:
        print(json.dumps(people, indent=2))
        return
    for person in people:
        state = "disabled" if person["disabled"] else person["signs_in_by"]
        print(f"{person['email']:<32} {person['org']:<16} {state:<10} {' '.join(person['roles'])}")


async def _link(db: asyncpg.Pool, email: str, url: str, kind: Literal["login", "reset"]) -> None:
    token = await accounts.make_link(db, await accounts.account_by_email(db, email), kind)
    print(accounts.link_address(url, token, kind))
    print("works once, within an hour", file=sys.stderr)


def _with_email(
    actions: argparse._SubParsersAction[argparse.ArgumentParser],  # pyright: ignore[reportPrivateUsage]
    name: str,
    told: str,
) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=told)
    parser.add_argument("email", metavar="EMAIL", help="the person's e-mail")
    return parser


COMMAND = Command("user", "add people, change their roles, shut them out", add_arguments, run)
