"""Tokens that are forged, turned, cut, blown up or meant for others open nothing."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Awaitable, Callable, Generator

import asyncpg
import pytest

from tests.support.campaigns import Tally, Unshaken
from tests.support.chance import an_email, an_id
from tests.support.chatting import Chat
from tests.support.forgeries import of_an_issuer, of_ours, own_claims, sealed
from tests.support.identities import Counting, a_person, the_key
from tests.support.isolation import Make
from tests.support.oidc_issuer import OidcIssuer
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.prove]


@pytest.fixture(scope="module")
def issuer() -> Generator[OidcIssuer]:
    running = OidcIssuer()
    yield running
    running.down()


@pytest.fixture(scope="module")
async def worker(launch: Callable[..., Awaitable[Worker]], issuer: OidcIssuer) -> Worker:
    """A worker that trusts an issuer."""
    return await launch(BATUTA_OIDC_ISSUER=issuer.url)


@pytest.fixture
def trap() -> Generator[tuple[str, list[str]]]:
    """An address that tokens name, and the list of who asked there."""
    asked: list[str] = []

    class Trap(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Trap)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    server.server_close()
    thread.join()


async def test_no_forged_token_gets_in(
    worker: Worker,
    pool: asyncpg.Pool,
    person: Make,
    issuer: OidcIssuer,
    trap: tuple[str, list[str]],
    tally: Callable[[str], Tally],
) -> None:
    """401, or 403 for an issuer's person who cannot be known; no 5xx, and no key is fetched."""
    counted = tally("forgeries")
    elsewhere, asked = trap
    db = Counting(pool)
    user, _ = await a_person(db, roles=["admin"]), await person()
    key, signing = await the_key(db), issuer.add_key("RS256")
    for algorithm in ("ES256", "EdDSA"):
        issuer.add_key(algorithm)
    still = Unshaken(worker)
    async with Chat(worker.url, await person()) as chat:
        head = {"alg": "HS256", "typ": "JWT", "kid": key.id}
        right = sealed(head, own_claims(user), key.secret.encode())
        theirs = [
            issuer.token(k, email=an_email(), sub=str(an_id()), email_verified=True)
            for k in issuer.published
        ]
        for good in (right, *theirs):
            assert await _status(chat, good) == 200
            counted.count("good ones that got in")
        for name, forged in of_ours(key, user, elsewhere).items():
            assert await _status(chat, forged) == 401, name
            counted.count("forgeries of our tokens")
        for name, forged in of_an_issuer(issuer, signing, elsewhere).items():
            assert await _status(chat, forged) in (401, 403), name
            counted.count("forgeries of an issuer's")
        for name, value in _headers(right).items():
            assert await _status(chat, value, scheme=False) == 401, name
            counted.count("odd headers")
        assert asked == []
        await still.check(chat)
    assert sum(counted.counts.values()) >= 45


def _headers(token: str) -> dict[str, str]:
    """Write the header in ways that nobody should."""
    return {
        "no scheme": token,
        "Basic": f"Basic {token}",
        "only the scheme": "Bearer",
        "Bearer twice": f"Bearer Bearer {token}",
        "two tokens": f"Bearer {token}, Bearer {token}",
        "quoted": f'Bearer "{token}"',
        "as a parameter": f"Bearer token={token}",
        "a colon": f"Bearer: {token}",
        "Latin letters": "Bearer tökén",
        "DPoP": f"DPoP {token}",
        "very long": "Bearer " + "x" * 60_000,
    }


async def _status(chat: Chat, token: str, scheme: bool = True) -> int:
    value = (f"Bearer {token}" if scheme else token).encode("latin-1")
    answer = await chat.http.get(f"{chat.url}/me", headers={b"authorization": value})
    return answer.status_code
