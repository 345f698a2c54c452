"""Which workflow a message belongs to: rules, then the examples, then a model, then the person."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from language.brief import is_brief
from language.matching import fold
from router.ask import SECONDS, AskModel, believed
from router.classify import Classifier
from router.decision import ROOT, Option, Route, RouteDecision, Served
from router.info import LANGUAGES, RouteContext, RouteInfo

__all__ = ["ROOT", "Option", "Route", "Router"]


class Router:
    """Chooses among the workflows that are served; safe to ask from any thread or task."""

    def __init__(self, workflows: Mapping[str, RouteInfo], model_seconds: float = SECONDS) -> None:
        self._served = _serve(workflows)
        self._model_seconds = model_seconds

    def update(self, workflows: Mapping[str, RouteInfo]) -> None:
        """Fit to edited workflows; decisions under way keep what they began with.

        It embeds examples that were not known before: call it in a thread.
        """
        if _shape(workflows) != _shape(self._served.infos):
            self._served = _serve(workflows)
        else:
            kept = self._served
            self._served = Served(dict(workflows), kept.classifier, kept.exact, kept.titles)

    def choose(self, message: str, active: str | None, forced: str | None = None) -> Route:
        """Decide by what is asked for, else by the workflow that is going on, else the root."""
        context = RouteContext(active, forced=forced)
        decision = RouteDecision(self._served, message, context)
        return decision.forced() or decision.remain("the conversation is in it")

    async def decide(
        self, message: str, context: RouteContext, ask_model: AskModel | None = None
    ) -> Route:
        """Decide for a message; the decision is meant to act on this very message."""
        decision = RouteDecision(self._served, message, context)
        route = decision.by_rule() or await self._judged(decision, message, ask_model)
        return decision.followed(route)

    async def _judged(
        self, decision: RouteDecision, message: str, ask_model: AskModel | None
    ) -> Route:
        """Decide what no rule has settled."""
        decision.look() if is_brief(message) else await asyncio.to_thread(decision.look)
        route, sure = decision.locally()
        if sure or ask_model is None:
            return route
        told = await believed(ask_model, decision.for_model(), decision.infos, self._model_seconds)
        return decision.as_told(told) if told else route


def _serve(workflows: Mapping[str, RouteInfo]) -> Served:
    exact: dict[str, str | None] = {}
    titles: dict[str, str] = {}
    for name, info in workflows.items():
        for text in info.examples:
            known = fold(text)
            exact[known] = None if exact.get(known, name) != name else name
        for language in LANGUAGES:
            if info.title and name != ROOT:
                titles.setdefault(fold(info.titled(language)), name)
    classifier = Classifier(
        {name: _taught(info) for name, info in workflows.items()},
        {name: info.not_when for name, info in workflows.items()},
    )
    return Served(dict(workflows), classifier, exact, titles)


def _taught(info: RouteInfo) -> Sequence[str]:
    """Return the examples; without any, the description has to do.

    A workflow that says nothing of its routing is reached by its title, a button or a request.
    """
    if info.examples or info.name == ROOT or not info.when:
        return [text for text in info.examples if text.strip()]
    return [text for text in (info.titled("en"), info.titled("pt"), info.when) if text.strip()]


def _shape(workflows: Mapping[str, RouteInfo]) -> list[tuple[Any, ...]]:
    """Return all of the workflows that a fit depends on."""
    return [
        (n, i.titled("en"), i.titled("pt"), i.when, tuple(i.examples), tuple(i.not_when))
        for n, i in workflows.items()
    ]
