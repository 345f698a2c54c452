"""Which workflow a message belongs to."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Intent = Literal["start", "stay", "switch", "exit", "clarify"]
ROOT = "root"


@dataclass(frozen=True, slots=True)
class Route:
    """A decision, with what it was decided on."""

    workflow: str
    intent: Intent
    confidence: float
    reason: str
    stage: Literal["rule", "local", "model", "ask"] = "rule"
    from_workflow: str | None = None
    candidates: list[tuple[str, float]] = field(default_factory=list[tuple[str, float]])


class Router:
    """Chooses among the workflows that are served."""

    def __init__(self, workflows: Collection[str]) -> None:
        self._workflows = workflows

    def choose(self, message: str, cursor: Mapping[str, Any], forced: str | None) -> Route:
        """Decide for a message: what was asked for wins, then what is going on, then the root."""
        active = cursor.get("workflow")
        if forced and forced in self._workflows:
            intent = "stay" if active == forced else "switch" if active else "start"
            return Route(forced, intent, 1.0, "asked for by the request", from_workflow=active)
        if isinstance(active, str) and active in self._workflows:
            return Route(active, "stay", 1.0, "the conversation is in it", from_workflow=active)
        return Route(ROOT, "start", 1.0, "no other workflow claims it")
