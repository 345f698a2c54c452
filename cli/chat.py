"""`batuta chat`: a conversation in the terminal."""

from __future__ import annotations

import argparse
import asyncio
import importlib
import io
import ipaddress
import sys
from typing import cast
from urllib.parse import urlsplit

from cli.command import Command
from cli.terminal.client import Bearer, Client, FollowedTurn
from cli.terminal.overhearing import line_amid_news
from cli.terminal.paint import Painter
from cli.terminal.talk import ChatSession, Leave
from server.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `batuta chat`."""
    parser.add_argument("--url", help="address of the server (BATUTA_URL)")
    parser.add_argument("--session", metavar="ID", help="go on with this conversation")
    parser.add_argument("--token", help="bearer token (BATUTA_TOKEN)")
    parser.add_argument(
        "--email", help="speak as this person; on the server's own machine no token is needed"
    )
    parser.add_argument(
        "--autonomous", action="store_true", default=None, help="let tools run without asking"
    )
    parser.add_argument("--plain", action="store_true", help="write plain lines, without colours")
    parser.add_argument(
        "--once",
        metavar="MESSAGE",
        help="send one message, print only its answer, and tell by the exit code how it went",
    )


def run(args: argparse.Namespace) -> int:
    """Talk until the person leaves; with --once, send one message."""
    settings = Settings.load(url=args.url, token=args.token)
    once: str | None = args.once
    notes = sys.stdout if once is None else sys.stderr
    live = notes.isatty() and not args.plain
    colour = live and not settings.no_color
    painter = Painter(notes, sys.stdout if once is None else None, colour, live)
    client = Client(settings.url, _auth(settings, args.email), local=is_loopback(settings.url))
    talk = ChatSession(client, painter, args.session, args.autonomous)
    # The loop lives as long as the chat, and while the person types it runs for people alone.
    with asyncio.Runner() as runner:
        try:
            runner.run(client.check())
            return _interact(runner, talk) if once is None else runner.run(_once(talk, once))
        finally:
            runner.run(client.close())


def _auth(settings: Settings, email: str | None) -> Bearer:
    if settings.token or not (email or is_loopback(settings.url)):
        return Bearer(settings.token, None)
    return Bearer(None, lambda: _mint(settings, email))


async def _mint(settings: Settings, email: str | None) -> str:
    from cli.token import local_token  # only who has no token needs the database

    return await local_token(settings, email)


def is_loopback(url: str) -> bool:
    """Tell whether an address can only mean this machine."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


async def _once(talk: ChatSession, message: str) -> int:
    turn: FollowedTurn = await talk.say(message)
    # Printed at the end: a script must never see text that a restart made void.
    print(turn.view.text)
    if turn.view.approval:
        talk.painter.line(f"answer it in `batuta chat --session {turn.view.session}`", "warn")
    return 0 if turn.view.status == "finished" else 1


def _interact(runner: asyncio.Runner, talk: ChatSession) -> int:
    typing = sys.stdin.isatty()
    # A stray byte in the input must not end the conversation.
    cast("io.TextIOWrapper", sys.stdin).reconfigure(errors="replace")
    if typing:
        importlib.import_module("readline")  # gives input() line editing and a history
        talk.painter.line(f"batuta at {talk.client.url}; /help lists commands", "dim")
    while True:
        try:
            if typing and talk.people:
                line = runner.run(line_amid_news(talk))
            else:
                line = input(talk.prompt if typing else "")
            runner.run(talk.take(line))
        except KeyboardInterrupt:
            talk.painter.line("\nCtrl-D or /quit leaves", "dim")
        except (EOFError, Leave):
            if typing:
                talk.painter.line("")
            return 0


COMMAND = Command("chat", "a conversation in the terminal", add_arguments, run)
