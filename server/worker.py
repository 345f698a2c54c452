"""One worker process: uvicorn around the app, with a shutdown that loses no turn."""

from __future__ import annotations

import contextlib
import signal
import socket
import sys
from collections.abc import Callable, Generator

import uvicorn

from server.app import create_app
from server.http_protocol import LimitedHeadProtocol
from server.lifecycle import WorkerLifecycle
from server.settings import Settings


class WorkerServer(uvicorn.Server):
    """Stops listening, finishes or hands over its turns, and only then its connections."""

    def __init__(self, settings: Settings, on_ready: Callable[[], None] | None = None) -> None:
        self._app = create_app(settings, on_ready)
        config = uvicorn.Config(
            self._app,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # ours: server/client_address.py
            timeout_graceful_shutdown=5,
            timeout_keep_alive=30,
            http=LimitedHeadProtocol,
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
