"""`batuta eval`: tell how well the guards or the router do on labelled texts."""

from __future__ import annotations

from collections.abc import Sequence

from cli.command import Command, group


def _parts() -> Sequence[Command]:
    from cli.eval import guard, route

    return guard.PART, route.PART


COMMAND = group(
    "eval", "tell how well the guards or the router do on labelled texts", "what to judge", _parts
)
