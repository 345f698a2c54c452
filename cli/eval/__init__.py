"""`batuta eval`: tell how well guards, router and slots do on labelled texts."""

from __future__ import annotations

from collections.abc import Sequence

from cli.command import Command, group


def _parts() -> Sequence[Command]:
    from cli.eval import guard, route, slots, talks

    return guard.PART, route.PART, slots.PART, talks.PART


COMMAND = group(
    "eval", "tell how well guards, router and slots do on labelled texts", "what to judge", _parts
)
