"""The network part of the terminal client: open a turn's stream, and come back when it is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypedDict
from urllib.parse import quote

import httpx

from cli.terminal.answers import ApprovalAnswer
from cli.terminal.lines import BrokenLine, Unknown, parse
from cli.terminal.view import Notice, Rejoin, Render, StreamView
from contracts.errors import BatutaError
from contracts.events import Event
from contracts.json import JsonObject
from contracts.messages import PageAnswer, new_id

# Three missed heartbeats (15 s by default) mean that the connection is dead, however open it looks.
_TIMEOUT = httpx.Timeout(10, read=50)
_PATIENCE_SECONDS = 300
_UPLOAD_SECONDS = 300  # a large file is read before it is answered
_PAUSES = (0.1, 0.25, 0.5, 1, 2, 4)
_NO_CONTENT, _UNAUTHORIZED = int(httpx.codes.NO_CONTENT), int(httpx.codes.UNAUTHORIZED)
_NDJSON = "application/x-ndjson"
_LOST = (httpx.TransportError, BrokenLine)


class Unreachable(BatutaError):
    """No server answers at the address."""

    code = "unavailable"


class Refused(BatutaError):
    """The server refused, and said why."""

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason  # the code it gave


class ChatRequest(TypedDict, total=False):
    """The body of a message, as far as a terminal fills it in."""

    message: str
    ui_result: PageAnswer
    session_id: str
    autonomous: bool


@dataclass(slots=True)
class FollowedTurn:
    """One turn that this terminal follows: how it is opened, and what is known of it."""

    path: str
    body: ChatRequest | ApprovalAnswer | None  # None: the path is read, not posted to
    view: StreamView = field(default_factory=StreamView)
    id: str | None = None
    lost: bool = False  # its connection broke at least once
    # The same key on every try: a request whose answer was lost opens no second turn.
    key: str = field(default_factory=lambda: str(new_id()))


class Bearer(httpx.Auth):
    """Signs requests, and asks once more for a token when the server no longer takes the one."""

    def __init__(self, token: str | None, renew: Callable[[], Awaitable[str]] | None) -> None:
        self.token = token
        self.renew = renew

    async def async_auth_flow(
        self, request: httpx.Request
    ) -> AsyncGenerator[httpx.Request, httpx.Response]:
        """Send with the token at hand, and with a new one after a refusal."""
        if self.token is None and self.renew:
            self.token = await self.renew()
        response = yield self._signed(request)
        if response.status_code == _UNAUTHORIZED and self.renew:
            self.token = await self.renew()
            yield self._signed(request)

    def _signed(self, request: httpx.Request) -> httpx.Request:
        if self.token:
            request.headers["authorization"] = f"Bearer {self.token}"
        return request


class Client:
    """Speaks the documented API to one server."""

    def __init__(self, url: str, auth: Bearer, *, local: bool) -> None:
        self.url = url
        # A proxy of the environment has nothing to do with a server on this machine.
        self._http = httpx.AsyncClient(
            base_url=url, auth=auth, timeout=_TIMEOUT, trust_env=not local
        )

    async def close(self) -> None:
        await self._http.aclose()

    async def check(self) -> None:
        """Make sure that a server answers, before anything is typed."""
        await self._fetch("GET", "/healthz", auth=None)

    async def get(self, path: str) -> Any:
        """Read one document; None where the server has none to give."""
        response = await self._fetch("GET", path)
        return None if response.status_code == _NO_CONTENT else response.json()

    async def open_session(self) -> str:
        """Open a conversation and return its id."""
        return str((await self._fetch("POST", "/sessions", json={})).json()["id"])

    async def send_file(self, session: str, path: Path) -> JsonObject:
        """Send a file into a conversation; returns what was understood of it."""
        with path.open("rb") as file:
            sent = {"file": (path.name, file)}
            response = await self._fetch(
                "POST", f"/sessions/{session}/files", files=sent, timeout=_UPLOAD_SECONDS
            )
        return response.json()

    async def view_address(self, dashboard: str) -> str:
        """Return where a browser sees a dashboard; it works once, and soon no more."""
        told = (await self._fetch("POST", f"/dashboards/{quote(dashboard, safe='')}/view")).json()
        return f"{self.url.rstrip('/')}{told['url']}"

    async def cancel(self, turn: str) -> None:
        """Ask the server to end a turn; its stream will tell when it has."""
        await self._fetch("POST", f"/chat/{turn}/cancel")

    async def follow(self, turn: FollowedTurn) -> AsyncIterator[Render]:
        """Read a turn to its end, re-joining as often as the connection is lost."""
        view, patience, pauses = turn.view, _SilenceLimit(), iter(_PAUSES)
        while view.status is None:
            gap = False
            try:
                async with self._open(turn) as response:
                    if response is None:
                        return
                    async for render in _read(response, turn):
                        patience.renew()
                        pauses = iter(_PAUSES)
                        gap = isinstance(render, Rejoin)
                        yield render
            except _LOST as exc:
                if turn.id is None and not turn.lost and isinstance(exc, httpx.ConnectError):
                    raise self._unreachable() from exc
            if view.status is None:
                patience.check(turn.id)
                if not turn.lost and not gap:
                    yield Notice("connection lost, joining again", "warn")
                    turn.lost = True
                view.rejoined = turn.id is not None
                await asyncio.sleep(next(pauses, _PAUSES[-1]))

    async def listen(self, session: str, after: str | None) -> AsyncGenerator[Event | Unknown]:
        """Hear what comes into a conversation by itself, until the assistant has it again."""
        pauses = iter(_PAUSES)
        while True:
            params = {"after": after} if after else {}
            path = f"/sessions/{quote(session, safe='')}/events"
            try:
                async with self._http.stream("GET", path, params=params) as response:
                    if response.status_code == _NO_CONTENT or response.is_client_error:
                        return
                    if response.is_success:
                        async for line in response.aiter_lines():
                            if isinstance(event := parse(line), Event):
                                after, pauses = f"{event.turn}:{event.seq}", iter(_PAUSES)
                                yield event
            except _LOST:
                pass
            await asyncio.sleep(next(pauses, _PAUSES[-1]))

    @asynccontextmanager
    async def _open(self, turn: FollowedTurn) -> AsyncGenerator[httpx.Response | None]:
        """Open the stream, by its first request or after the last event seen; None: no turn."""
        if turn.id is not None:
            params = {"after": turn.view.seen}
            request = self._http.stream("GET", f"/chat/{turn.id}/events", params=params)
        elif turn.body is None:
            request = self._http.stream("GET", turn.path)
        else:
            headers = {"idempotency-key": turn.key}
            request = self._http.stream("POST", turn.path, json=turn.body, headers=headers)
        async with request as response:
            if response.status_code == _NO_CONTENT:
                yield None
                return
            if not response.is_success:
                await response.aread()
                # A server that is coming up again fails in many ways; the turn lives on in all.
                if (turn.id or turn.lost) and response.is_server_error:
                    raise httpx.ReadError("the server is not ready", request=response.request)
                raise refusal(response)
            if _NDJSON not in response.headers.get("content-type", ""):
                raise Refused(f"{self.url} answers, but not with Batuta's stream", "internal")
            turn.id = response.headers.get("x-turn-id", turn.id)
            yield response

    async def _fetch(
        self, method: str, path: str, auth: Any = httpx.USE_CLIENT_DEFAULT, **more: Any
    ) -> httpx.Response:
        try:
            response = await self._http.request(method, path, auth=auth, **more)
        except httpx.TransportError as exc:
            raise self._unreachable() from exc
        if not response.is_success:
            raise refusal(response)
        return response

    def _unreachable(self) -> Unreachable:
        return Unreachable(
            f"no server answers at {self.url}; start one with `make run` (or `batuta serve`), "
            "or name another with --url or BATUTA_URL"
        )


async def _read(response: httpx.Response, turn: FollowedTurn) -> AsyncIterator[Render]:
    """Turn one connection's lines into what to show, up to its end or to a gap."""
    async for line in response.aiter_lines():
        event = parse(line)
        if event is None:
            continue
        for render in turn.view.take(event):
            yield render
            if isinstance(render, Rejoin):
                return
        turn.id = turn.id or turn.view.turn
        if turn.view.status is not None:
            return


class _SilenceLimit:
    """How long silence is borne before the terminal gives up on a turn."""

    def __init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        self._until = asyncio.get_running_loop().time() + _PATIENCE_SECONDS

    def check(self, turn: str | None) -> None:
        if asyncio.get_running_loop().time() > self._until:
            raise Unreachable(
                f"the server has been away for {_PATIENCE_SECONDS // 60} minutes; turn {turn} goes "
                "on without this terminal, /open the conversation to read it later"
            )


def refusal(response: httpx.Response) -> Refused:
    """Read a refusal (RFC 9457), and add the cure a person at a terminal has."""
    document: JsonObject = {}
    if response.headers.get("content-type", "").startswith("application/problem+json"):
        document = response.json()
    code = str(document.get("code", "internal"))
    told = document.get("detail") or document.get("title")
    message = str(told or f"the server answered {response.status_code} without saying why")
    reference = document.get("correlation_id")
    suffix = f" [{code}{f'; reference {reference}' if reference else ''}]"
    wait = None if "try again in" in message else response.headers.get("retry-after")
    return Refused(message + _cure(code, wait) + suffix, code)


def _cure(code: str, retry_after: str | None) -> str:
    if code == "unauthenticated":
        return "; get a token with `batuta token EMAIL` and give it as --token or BATUTA_TOKEN"
    if retry_after:
        return f"; try again in {retry_after} s"
    return ""
