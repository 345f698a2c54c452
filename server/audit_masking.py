"""What of the audit log may be shown."""

from __future__ import annotations

from dataclasses import replace

from language.json_text import map_leaves
from language.scrub import scrub
from store.audit import AuditEntry


def masked(entry: AuditEntry) -> AuditEntry:
    """Take out personal data that a detail may hold."""
    clean = map_leaves(entry.detail, lambda leaf: scrub(leaf) if isinstance(leaf, str) else leaf)
    return replace(entry, detail=clean)
