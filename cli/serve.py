"""`batuta serve`: start the product and say where to look."""

from __future__ import annotations

import argparse
import asyncio
import errno
import os
import socket
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cli._database import database
from cli._demo import demo_people, make_people
from cli._first_links import first_links
from cli._folder import require_folder
from cli.command import Command
from contracts.errors import BatutaError
from server.identity.accounts import FIRST_ADMIN, canonical_email, link_address

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agent.models.provider import ModelConfig
    from server.settings import Settings
    from tools import Tool
    from workflows.file.manifest import DemoPerson
from workflows.file.project import Project


class PortInUse(BatutaError):
    """Another program listens where this one was asked to."""

    code = "unavailable"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("project", nargs="?", help="folder with a project's tools and workflows")
    parser.add_argument("--host", help="address to listen on (HOST)")
    parser.add_argument("--port", type=int, help="port to listen on (PORT); 0: any free one")
    parser.add_argument(
        "--dev",
        action="store_true",
        default=None,
        help="serve the project's files as they are, edits at once (BATUTA_DEV)",
    )
    parser.add_argument(
        "--demo", action="store_true", help="make the people that the project names to try it as"
    )
    parser.add_argument("--workers", type=int, default=1, help="number of worker processes")


def run(args: argparse.Namespace) -> int:
    """Open the door, prepare the database, serve."""
    from server.settings import Settings

    settings = Settings.load(host=args.host, port=args.port, project=args.project, dev=args.dev)
    if args.workers < 1:
        raise BatutaError("--workers takes a number from 1 on")
    require_folder(settings.project)
    demo = demo_people(settings) if args.demo else []
    door = _open_door(settings)
    settings = settings.model_copy(update={"port": door.getsockname()[1]})
    with database(settings) as dsn:
        from agent.models.chain import ModelChain
        from agent.serving.project_folder import read_valid_folder
        from agent.serving.project_settings import policy_of
        from server.wiring import load_tools, model_config

        # A mistake in a tool, a workflow, a model's name or a price stops the start here.
        tools = load_tools(settings)
        project = read_valid_folder(settings.project, tools) if settings.project else None
        ModelChain(model_config(settings))
        policy_of(settings.project)
        links = asyncio.run(_prepare(dsn, None if settings.dev else project, tools, settings, demo))
        if args.workers == 1:
            from server.worker import serve

            ready = partial(_say_ready, settings, model_config(settings), 1, demo, links)
            return serve(settings, door, ready)
        from server import logs
        from server.supervisor import Supervisor

        logs.install(settings)
        told = (settings, model_config(settings), args.workers, demo, links)
        ready = partial(_say_ready, *told)
        return Supervisor(settings, door, args.workers, ready).run()


def _open_door(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    door = socket.socket(family)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # who reads nothing would hold a closed connection
        patience = int(settings.slow_reader_seconds * 1000) + 1000
        door.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, patience)
    try:
        door.bind((settings.host, settings.port))
        door.listen(2048)  # before anything else: whoever starts twice learns it at once
    except (OSError, UnicodeError, TypeError) as exc:  # the last two: of a name in no alphabet
        door.close()
        where = f"{settings.host}:{settings.port}"
        if not isinstance(exc, OSError):
            raise PortInUse("HOST is no name or address of this machine") from None
        if exc.errno == errno.EADDRINUSE:
            raise PortInUse(
                f"{where} is in use: stop what listens there, or choose another port"
                f" (PORT={settings.port + 1} make run)"
            ) from None
        raise PortInUse(f"cannot listen on {where}: {exc.strerror}") from None
    door.set_inheritable(True)
    return door


async def _prepare(
    dsn: str,
    project: Project | None,
    tools: Mapping[str, Tool],
    settings: Settings,
    demo: Sequence[DemoPerson],
) -> dict[str, str]:
    """Bring the schema up to date, publish what never was; what a person must mend stops here.

    Returns one-time links of the people to try it as.
    """
    from agent.serving.published_library import publish_first
    from store.migrate import migrate
    from store.pool import is_transient, open_pool, translate
    from store.users import add_first

    try:
        await migrate(dsn)
        async with await open_pool(dsn, 2) as pool:
            if project:
                await publish_first(pool, project, tools)
            await add_first(pool, FIRST_ADMIN, {"admin"})
            await make_people(pool, demo)
            return await first_links(pool, settings, demo)
    except Exception as exc:
        known = translate(exc)
        if known is None or not is_transient(exc):
            raise
        print(f"batuta: {known.message}; waiting for it (Ctrl-C ends)", file=sys.stderr)
        return {}


def _command() -> str:
    """Return what a person types for this command, from the folder they are in."""
    own = Path(sys.argv[0])
    if own.name == "batuta" and own.exists():
        return os.path.relpath(own)
    return "batuta" if own.name == "batuta" else f"{sys.executable} -m cli.main"


def _say_ready(
    settings: Settings,
    models: ModelConfig,
    workers: int,
    demo: Sequence[DemoPerson],
    links: Mapping[str, str],
) -> None:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    url = settings.public_url or f"http://{host}:{settings.port}"
    from server.settings import default_home

    command = _command()
    if settings.database_url is None and settings.home != default_home():
        command = f"BATUTA_HOME={settings.home} {command}"
    prefix = "" if settings.url == url else f"BATUTA_URL={url} "
    keyed = sorted(models.keys or {})
    mind = settings.model or (", then ".join(keyed) if keyed else "local (no key is set)")
    here = {email: link_address(url, token, "login") for email, token in links.items()}
    way_in = here.get(FIRST_ADMIN)
    if way_in:
        way_in += f"\n               (signs {FIRST_ADMIN} in, once and within an hour)"
    else:
        way_in = f"the address that this prints:  {prefix}{command} user link {FIRST_ADMIN}"
    print(
        f"\n  open it:     {way_in}\n\n"
        f"  Batuta is at {url}   models: {mind}   workers: {workers}\n\n"
        f"  talk to it:  {prefix}{command} chat\n"
        f"  or by curl:  curl -N {url}/chat -H 'content-type: application/json' \\\n"
        f'                 -H "Authorization: Bearer $({command} token {FIRST_ADMIN})" \\\n'
        f'                 -d \'{{"message": "what can you do?"}}\'\n',
        flush=True,
    )
    for person in demo:
        as_whom = f"{prefix}{command} chat --email {person.email}"
        print(f"  to try as {', '.join(person.roles)}:  {as_whom}", flush=True)
        if link := here.get(canonical_email(person.email)):
            print(f"    in a browser:  {link}", flush=True)
    if demo:
        print(flush=True)


COMMAND = Command("serve", "start the product and say where to look", add_arguments, run)
