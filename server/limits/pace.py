"""How often one address may guess: what fails is counted for a minute, on this worker."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from contracts.errors import RateLimited
from server.limits.client_address import network_of

MOST_ADDRESSES = 10_000


class FailurePace:
    """Counts failures by address; who has had too many waits for the minute to end."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = per_minute
        self._clock = clock
        self._failed: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def check(self, address: str) -> None:
        """Refuse an address that has failed too often."""
        until, count = self._failed.get(network_of(address), (0.0, 0))
        wait = until - self._clock()
        if count >= self._most and wait > 0:
            raise RateLimited(
                "too many links that lead nowhere; try again in a minute",
                retry_after=int(wait) + 1,
            )

    def failed(self, address: str) -> None:
        """Count one more."""
        network, now = network_of(address), self._clock()
        until, count = self._failed.get(network, (0.0, 0))
        known = (until, count + 1) if until > now else (now + 60, 1)
        self._failed[network] = known
        self._failed.move_to_end(network)
        while len(self._failed) > MOST_ADDRESSES:
            self._failed.popitem(last=False)
