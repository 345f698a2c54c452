"""JSON that is not ours to shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Plain JSON of others: a request's or an event's body, a database column, what a tool takes and
# gives, the values of slots, a person's profile, a schema. Nothing is known of its values; who
# reads it checks them.
JsonObject = dict[str, Any]
JsonMapping = Mapping[str, Any]  # the same where it is only read


def most_values_in(text: bytes) -> int:
    """Count how many values JSON can hold at most, before anybody reads it: each has a mark."""
    return text.count(b",") + text.count(b"[") + text.count(b"{")
