"""The embedded database: a PostgreSQL of our own in the data folder, shared by its processes."""

from store.embedded.folder import DatabaseFolderUnusable
from store.embedded.shared import (
    EmbeddedStatus,
    close,
    ensure,
    exists,
    in_use,
    locked,
    start,
    status,
    stop,
)

__all__ = [
    "DatabaseFolderUnusable",
    "EmbeddedStatus",
    "close",
    "ensure",
    "exists",
    "in_use",
    "locked",
    "start",
    "status",
    "stop",
]
