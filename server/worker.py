"""One worker process: uvicorn around the app, with a shutdown that loses no turn."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import Callable, Generator
from functools import partial
from typing import cast

import uvicorn

from server.app import create_app
from server.lifecycle import WorkerLifecycle
from server.limits.client_address import TrustedProxies
from server.limits.connection_limits import ConnectionLimits, allow_open_files
from server.limits.http_protocol import LimitedHttpProtocol
from server.settings import Settings


class WorkerServer(uvicorn.Server):
    """Stops listening, finishes or hands over its turns, and only then its connections."""

    def __init__(self, settings: Settings, on_ready: Callable[[], None] | None = None) -> None:
        self._app = create_app(settings, on_ready)
        if settings.max_connections:
            allow_open_files(settings.max_connections)
        config = uvicorn.Config(
            self._app,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # ours: server/limits/client_address.py
            timeout_graceful_shutdown=5,
            timeout_keep_alive=30,
            ws="none",  # or it would take connections over, past every limit
            http=cast(type[asyncio.Protocol], _http_protocol(settings)),
        )
        super().__init__(config)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        """Take the signals as wishes to end; unlike uvicorn's own, do not die of them afterwards,
        because the embedded database is to be left in order."""
        before = {n: signal.signal(n, self.handle_exit) for n in (signal.SIGTERM, signal.SIGINT)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop taking connections, then turns, then go."""
        for server in self.servers:
            server.close()
        lifecycle: WorkerLifecycle | None = getattr(self._app.state, "lifecycle", None)
        if lifecycle:
            await lifecycle.drain()
        await super().shutdown(sockets)


def _http_protocol(settings: Settings) -> Callable[..., LimitedHttpProtocol]:
    limits = ConnectionLimits(
        settings.max_connections,
        settings.max_connections_per_address,
        TrustedProxies.parse(settings.trusted_proxies),
    )
    return partial(
        LimitedHttpProtocol,
        limits=limits,
        seconds=settings.request_seconds,
        # Later than a stream notices by itself (server/stream.py), which says so in the log.
        unread_seconds=2 * settings.slow_reader_seconds,
    )


def serve(
    settings: Settings, listener: socket.socket, on_ready: Callable[[], None] | None = None
) -> int:
    """Serve on an open socket until told to stop; returns the exit code."""
    worker = WorkerServer(settings, on_ready)
    worker.run(sockets=[listener])
    return 0 if worker.started else 1


def main() -> int:
    """Serve on the socket whose number the supervisor has given."""
    return serve(Settings.load(), socket.socket(fileno=int(sys.argv[1])))


if __name__ == "__main__":
    sys.exit(main())
