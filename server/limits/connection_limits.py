"""How many connections a worker holds, of all and of one address."""

from __future__ import annotations

import resource
from dataclasses import dataclass, field
from typing import Protocol

from contracts.errors import BatutaError, RateLimited, Unavailable
from server.limits.client_address import TrustedProxies, network_of

MOST_REFUSALS = 64  # connections at once that wait for the end of a refusal
OTHER_FILES = 512  # what a worker opens besides connections to it: the database, models, logs


class Connection(Protocol):
    """What is counted here, and can be told to go."""

    def hang_up(self) -> None:
        """Close at once, without an answer."""
        ...


@dataclass(slots=True)
class _AddressConnections:
    """The connections of one address."""

    open: int = 0
    idle: dict[Connection, None] = field(default_factory=dict["Connection", None])


class ConnectionLimits:
    """Counts the connections of a worker; a newcomer is let in at the cost of who says nothing.

    A connection is idle while no whole request of it is being answered: it is kept for later, or
    its request does not come to its end. The one that has been idle longest makes room, so that
    whoever opens many and sends nothing keeps nobody out. A proxy speaks for many and has no limit
    of its own here; whom it speaks for is counted by their requests (`request_limits.py`).
    """

    def __init__(self, in_all: int, per_address: int, proxies: TrustedProxies) -> None:
        self._in_all = in_all
        self._per_address = per_address
        self._proxies = proxies
        self._idle: dict[Connection, None] = {}
        self._networks: dict[str, _AddressConnections] = {}
        self._known: dict[Connection, str] = {}  # whose it is; of a proxy's nobody's
        self._refused: set[Connection] = set()  # to whom that is being said

    def admit(self, connection: Connection, peer: str) -> BatutaError | None:
        """Count a connection; returns why not if there is no room for it."""
        name = "" if self._proxies.trusts(peer) else network_of(peer)
        network = self._networks.get(name)
        if network and 0 < self._per_address <= network.open and not self._make_room(network.idle):
            return RateLimited(
                "your address has too many connections open here; close some", retry_after=1
            )
        if 0 < self._in_all <= len(self._known) and not self._make_room(self._idle):
            return Unavailable("this worker has no room for another connection", retry_after=1)
        self._known[connection] = name
        if name:
            self._networks.setdefault(name, _AddressConnections()).open += 1
        self.rest(connection)
        return None

    def may_answer(self, refused: Connection) -> bool:
        """Tell whether a refused connection may stay until it has read why."""
        if len(self._refused) >= MOST_REFUSALS:
            return False
        self._refused.add(refused)
        return True

    def rest(self, connection: Connection) -> None:
        """Note that nothing is being answered on a connection from now on."""
        if connection not in self._known:
            return  # it was refused, or has gone
        self._idle[connection] = None
        if name := self._known[connection]:
            self._networks[name].idle[connection] = None

    def work(self, connection: Connection) -> None:
        """Note that a request has come on a connection."""
        self._idle.pop(connection, None)
        if name := self._known.get(connection):
            self._networks[name].idle.pop(connection, None)

    def leave(self, connection: Connection) -> None:
        """Forget a connection that has gone."""
        self.work(connection)
        self._refused.discard(connection)
        if name := self._known.pop(connection, ""):
            self._networks[name].open -= 1
            if not self._networks[name].open:
                del self._networks[name]

    def _make_room(self, idle: dict[Connection, None]) -> bool:
        oldest = next(iter(idle), None)
        if oldest is None:
            return False
        self.leave(oldest)
        oldest.hang_up()
        return True


def allow_open_files(connections: int) -> None:
    """Raise this process's limit of open files to what its connections need, as far as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = connections + OTHER_FILES
    most = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
