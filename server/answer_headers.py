"""What every answer carries, whoever gives it."""

from __future__ import annotations


def common_headers(correlation_id: str) -> list[tuple[bytes, bytes]]:
    """Return the headers of every answer: which request it belongs to, and how to treat it."""
    return [
        (b"x-correlation-id", correlation_id.encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", b"DENY"),
        (b"referrer-policy", b"no-referrer"),
    ]
