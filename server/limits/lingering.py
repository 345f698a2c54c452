"""A connection whose end waits a little for a client that is still sending.

Closing a socket with bytes in it that nobody has read tells the client that the connection was
broken, and throws away the answer on its way to it. So the answer is followed by the end of what we
send, and what still comes is read and dropped: so much of it, for so long.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from typing_extensions import override

LONGEST_REST = 16_777_216
REST_SECONDS = 5.0


class LingeringTransport(asyncio.Transport):
    """A transport that closes at once, or once what still comes has come."""

    def __init__(
        self,
        transport: asyncio.Transport,
        still_comes: Callable[[], bool],
        unread_seconds: float,
    ) -> None:
        super().__init__()
        self._unread_seconds = unread_seconds
        self._transport = transport
        self._still_comes = still_comes
        self._left: int | None = None  # bytes that are still taken; None: it does not linger
        self._timer: asyncio.TimerHandle | None = None

    @override
    def close(self) -> None:
        if self._left is None and self._still_comes() and not self._transport.is_closing():
            self.linger()
            return
        self._transport.close()
        if self._transport.get_write_buffer_size() and self._timer is None:
            # Who takes nothing of an answer would hold the connection for ever.
            self._hang_up_in(self._unread_seconds)

    def linger(self) -> None:
        """Say that nothing more is sent, and wait for the client to do the same."""
        self._left = LONGEST_REST
        self._hang_up_in(REST_SECONDS)
        self._transport.write_eof()
        self._transport.resume_reading()

    def swallows(self, size: int) -> bool:
        """Tell whether bytes that have come are dropped, and hang up when there are too many."""
        if self._left is None:
            return False
        self._left -= size
        if self._left < 0:
            self._transport.abort()
        return True

    def _hang_up_in(self, seconds: float) -> None:
        self.end()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._transport.abort)

    def end(self) -> None:
        """Forget the time that is set for its end."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    @override
    def is_closing(self) -> bool:
        return self._left is not None or self._transport.is_closing()

    @override
    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self._left is None:
            self._transport.write(data)

    @override
    def abort(self) -> None:
        self._transport.abort()

    @override
    def pause_reading(self) -> None:
        self._transport.pause_reading()

    @override
    def resume_reading(self) -> None:
        self._transport.resume_reading()

    @override
    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._transport.get_extra_info(name, default)
