"""Where a request comes from: the one place that decides whose word about an address counts.

A request's `client` holds the address from its beginning on, so limits by address, the slowing
down of sign-ins and whatever is logged mean the same one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

from starlette.requests import HTTPConnection
from starlette.types import Scope

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

LOOPBACK = "127.0.0.0/8, ::1"
NOBODY = "none"
FORWARDED = b"x-forwarded-for"
LONGEST_ADDRESS = 64
MOST_HOPS = 16


class TrustedProxies:
    """The peers that are believed when they say for whom they ask."""

    def __init__(self, networks: Iterable[Network]) -> None:
        self._networks = tuple(networks)
        self._known = lru_cache(4096)(self._are_among)

    @classmethod
    def parse(cls, said: str) -> TrustedProxies:
        """Read addresses and networks, parted by commas; ValueError names the wrong one."""
        if said.strip().lower() == NOBODY:
            return cls(())
        return cls(ip_network(part.strip()) for part in said.split(","))

    def trusts(self, address: str) -> bool:
        """Tell whether an address is one of a proxy's."""
        return self._known(address)

    def place(self, scope: Scope) -> str | None:
        """Make a request's `client` the one who asks, where a proxy has asked for them; returns
        whom it has asked for, if that is not itself."""
        peer = scope.get("client")
        said = [value for name, value in scope["headers"] if name == FORWARDED]
        if not peer or not said or not self.trusts(peer[0]):
            return None
        client = self.client_of(peer[0], said)
        scope["client"] = (client, 0)
        return None if self.trusts(client) else client

    def client_of(self, peer: str, forwarded: Iterable[bytes]) -> str:
        """Walk from the peer towards the client, as long as it is a proxy of ours that speaks.

        Each proxy adds at the end whom it has heard; what stands before the first stranger is that
        stranger's invention, and what is no address leads no further.
        """
        said = b",".join(forwarded).decode("latin-1").rsplit(",", MOST_HOPS)
        address = peer
        while said and self.trusts(address):
            heard = canonical_address(said.pop())
            if heard is None:
                break
            address = str(heard)
        return address

    def _are_among(self, address: str) -> bool:
        known = canonical_address(address)
        return known is not None and any(known in network for network in self._networks)


def canonical_address(said: str) -> Address | None:
    """Read an address in its one form, also with a port or in brackets; None if it is none."""
    text = said.strip()
    if len(text) > LONGEST_ADDRESS:
        return None
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        known = ip_address(text)
    except ValueError:
        return None
    if isinstance(known, IPv4Address):
        return known
    return known.ipv4_mapped or IPv6Address(int(known))  # without the zone it was heard in


def network_of(address: str) -> str:
    """Name whom an address stands for: one who has an IPv6 address has 2**64 of them."""
    known = canonical_address(address)
    if known is None:
        return address
    return str(ip_network((known, 64), strict=False)) if known.version == 6 else str(known)


def client_address(request: HTTPConnection) -> str:
    """Return the address a request comes from; empty where there is none (a local socket)."""
    return request.client.host if request.client else ""


def checked_proxies(said: str) -> str:
    """Return a setting that names trusted proxies, or say what is wrong with it."""
    try:
        TrustedProxies.parse(said)
    except ValueError as exc:
        raise ValueError(f"{exc}; name addresses and networks, or `{NOBODY}`") from None
    return said
