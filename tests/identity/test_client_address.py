"""Whose word about an address counts, and that nobody chooses the one they are counted by."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable

import asyncpg
import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.limits.client_address import LOOPBACK, TrustedProxies, network_of
from server.settings import BadSetting, Settings
from store import throttle
from tests.support.workers import Worker

NEAR = TrustedProxies.parse(LOOPBACK)
FAR = TrustedProxies.parse("10.0.0.0/8, 2001:db8:ffff::/48, 192.0.2.7")


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "client"),
    [
        (NEAR, "127.0.0.1", [b"203.0.113.9"], "203.0.113.9"),
        (NEAR, "::1", [b"203.0.113.9"], "203.0.113.9"),
        (NEAR, "::ffff:127.0.0.1", [b"203.0.113.9"], "203.0.113.9"),
        (NEAR, "198.51.100.1", [b"203.0.113.9"], "198.51.100.1"),
        (TrustedProxies.parse("none"), "127.0.0.1", [b"203.0.113.9"], "127.0.0.1"),
        (FAR, "127.0.0.1", [b"203.0.113.9"], "127.0.0.1"),
        (FAR, "10.1.2.3", [b"203.0.113.9"], "203.0.113.9"),
        (FAR, "2001:db8:ffff::1", [b"2001:db8:1::9"], "2001:db8:1::9"),
        (FAR, "192.0.2.7", [b"203.0.113.9, 10.9.9.9"], "203.0.113.9"),
        (FAR, "192.0.2.8", [b"203.0.113.9"], "192.0.2.8"),
        # What a client makes up stands before what the proxy has heard.
        (NEAR, "127.0.0.1", [b"1.2.3.4, 203.0.113.9"], "203.0.113.9"),
        (NEAR, "127.0.0.1", [b"1.2.3.4", b"203.0.113.9"], "203.0.113.9"),
        (NEAR, "127.0.0.1", [b"127.0.0.1, 203.0.113.9, 127.0.0.1"], "203.0.113.9"),
        (FAR, "10.1.2.3", [b"10.0.0.1, 203.0.113.9"], "203.0.113.9"),
        # Ports, brackets, zones, other ways to write the same.
        (NEAR, "127.0.0.1", [b"203.0.113.9:4711"], "203.0.113.9"),
        (NEAR, "127.0.0.1", [b"[2001:DB8::9]:4711"], "2001:db8::9"),
        (NEAR, "127.0.0.1", [b"fe80::1%eth0"], "fe80::1"),
        (NEAR, "127.0.0.1", [b"::ffff:203.0.113.9"], "203.0.113.9"),
        # No address leads no further than the proxy that has said it.
        (NEAR, "127.0.0.1", [b"unknown"], "127.0.0.1"),
        (NEAR, "127.0.0.1", [b"203.0.113.9, "], "127.0.0.1"),
        (NEAR, "127.0.0.1", [b""], "127.0.0.1"),
        (NEAR, "127.0.0.1", [b"203.0.113.9, \xff\xfe<script>"], "127.0.0.1"),
        (NEAR, "127.0.0.1", [b"203.0.113.9, 999.1.1.1"], "127.0.0.1"),
        (NEAR, "127.0.0.1", [b"1" * 60_000], "127.0.0.1"),
        (NEAR, "127.0.0.1", [b"203.0.113.9" + b",127.0.0.1" * 6_000], "127.0.0.1"),
        (NEAR, "", [b"203.0.113.9"], ""),
    ],
)
def test_an_address_is_believed_from_proxies_of_ours_alone(
    proxies: TrustedProxies, peer: str, forwarded: list[bytes], client: str
) -> None:
    assert proxies.client_of(peer, forwarded) == client


@given(st.lists(st.binary(max_size=80), max_size=5), st.binary(max_size=40))
def test_whatever_is_claimed_nobody_gets_past_what_a_proxy_has_heard(
    claimed: list[bytes], peer: bytes
) -> None:
    """Garbage never fails, and the proxy's own entry wins over anything before it."""
    assert NEAR.client_of("127.0.0.1", [*claimed, b"203.0.113.9"]) == "203.0.113.9"
    assert NEAR.client_of(peer.decode("latin-1"), claimed) is not None


def test_an_ipv6_network_stands_for_all_of_its_addresses() -> None:
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::") == "2001:db8:1:2::/64"
    assert network_of("::ffff:203.0.113.9") == network_of("203.0.113.9") == "203.0.113.9"
    assert network_of("") == ""


@pytest.mark.parametrize("said", ["all", "10.0.0.1/8", "10.0.0.0/33", "127.0.0.1,,::1", "*"])
def test_a_setting_that_names_no_networks_is_refused(said: str) -> None:
    with pytest.raises(BadSetting, match=r"BATUTA_TRUSTED_PROXIES.*none"):
        Settings.load({"BATUTA_TRUSTED_PROXIES": said})


@pytest.mark.anyio
async def test_sign_ins_are_slowed_down_by_the_address_behind_the_proxy(
    launch: Callable[..., Awaitable[Worker]], pool: asyncpg.Pool
) -> None:
    """Where the peer is no proxy, its own address counts, whatever it says."""
    guessing = hashlib.sha256(b"address:203.0.113.9").digest()
    for _ in range(60):
        await throttle.count_failure(pool, [guessing])
    behind, open_ = await launch(), await launch(BATUTA_TRUSTED_PROXIES="none")

    async def status(worker: Worker, *said: str) -> int:
        headers = [("x-forwarded-for", value) for value in said]
        body = {"email": "nobody@example.org", "password": "a wrong password"}
        async with httpx.AsyncClient() as http:
            answer = await http.post(f"{worker.url}/auth/login", json=body, headers=headers)
        return answer.status_code

    assert await status(behind, "203.0.113.9") == 429
    assert await status(behind, "198.51.100.4, 203.0.113.9") == 429
    assert await status(behind, "198.51.100.4", "203.0.113.9") == 429
    assert await status(behind, "203.0.113.9, 198.51.100.4") == 401
    assert await status(behind) == 401
    assert await status(open_, "203.0.113.9") == 401
    for worker in (behind, open_):
        worker.end()
