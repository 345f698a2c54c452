"""Which workflow a message belongs to: rules, then the examples, then a model, then the person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from language.brief import by_length
from router.ask import SECONDS, AskModel, believed
from router.decision import ALIKE, RouteDecision
from router.impatience import without_impatience
from router.info import RouteContext, RouteInfo
from router.inside import inside
from router.last_yes import IsAnswered, behind_last_yes
from router.likeness import CALL, TAKE, by_likeness
from router.outcome import ROOT, Option, Route
from router.rules import by_rule
from router.served import Served, serve, shape

__all__ = ["ROOT", "Option", "Route", "RouteOpinion", "Router"]


@dataclass(frozen=True, slots=True)
class RouteOpinion:
    """What is decided without a model, and whether a second opinion is worth a call.

    `likely` is what may be begun meanwhile: what the message most probably comes to.
    """

    route: Route
    likely: Route
    decision: RouteDecision | None = None
    doubtful: bool = False

    @classmethod
    def settled(cls, route: Route) -> RouteOpinion:
        """Return a decision that nobody is asked about."""
        return cls(route, route)

    @property
    def serial(self) -> bool:
        """Tell whether nothing can be begun before a second opinion is there."""
        return self.doubtful and self.likely.question is not None

    async def second(self, ask_model: AskModel, seconds: float) -> Route:
        """Ask a model; what it does not tell leaves the decision as it was."""
        decision = self.decision
        if decision is None:
            return self.route
        told = await believed(ask_model, decision.for_model(), decision.infos, seconds)
        if told is None:
            return self.route
        route = decision.followed(decision.as_told(told))
        return (
            replace(route, said=self.route.said, asks=self.route.asks) if self.route.asks else route
        )


class Router:
    """Chooses among the workflows that are served; safe to ask from any thread or task."""

    def __init__(self, workflows: Mapping[str, RouteInfo], model_seconds: float = SECONDS) -> None:
        self._served = serve(workflows)
        self.model_seconds = model_seconds

    def update(self, workflows: Mapping[str, RouteInfo]) -> None:
        """Fit to edited workflows; decisions under way keep what they began with.

        It embeds examples that were not known before: call it in a thread.
        """
        kept = self._served
        if shape(workflows) != shape(kept.infos):
            self._served = serve(workflows)
        else:
            self._served = kept.of(workflows)

    def choose(self, message: str, active: str | None, forced: str | None = None) -> Route:
        """Decide by what is asked for, else by the workflow that is going on, else the root."""
        context = RouteContext(active, forced=forced)
        decision = RouteDecision(self._served, message, context)
        return decision.forced() or decision.remain("the conversation is in it")

    def stay(self, active: str | None) -> Route:
        """Leave a message to the workflow that is going on: it is no answer, and no request."""
        decision = RouteDecision(self._served, "", RouteContext(active))
        return decision.remain("it is said to the workflow itself")

    def answer(self, active: str | None) -> Route:
        """Leave a frequent question to the assistant, whatever it is about."""
        decision = RouteDecision(self._served, "", RouteContext(active))
        asked = "it asks a frequent question"
        return replace(decision.remain(asked), reason=asked)

    def claims(self, text: str, *but: str | None) -> bool:
        """Tell whether a workflow, or another one than those, would take a text that came alone."""
        guess = RouteDecision(self._served, text, RouteContext()).guessed(text)
        return guess.confidence >= TAKE and guess.candidates[0][0] not in (ROOT, *but)

    def is_like(self, text: str, name: str) -> bool:
        """Tell whether a text says what an example of a workflow says."""
        infos = self._served.infos
        return name in infos and self._served.classifier.guess(text, [name]).nearest >= ALIKE

    def behind_last_yes(
        self, message: str, context: RouteContext, answered: IsAnswered
    ) -> Route | None:
        """Decide for a last yes with something beside it; None where it is no plain one."""
        return behind_last_yes(RouteDecision(self._served, message, context), answered)

    async def decide(
        self, message: str, context: RouteContext, ask_model: AskModel | None = None
    ) -> Route:
        """Decide for a message; the decision is meant to act on this very message."""
        opinion = await self.consider(message, context)
        if ask_model is None or not opinion.doubtful:
            return opinion.route
        return await opinion.second(ask_model, self.model_seconds)

    async def consider(self, message: str, context: RouteContext) -> RouteOpinion:
        """Decide without a model, and tell whether one should be asked as well.

        Of what is long each clause is looked at, and each slot of an open form looks at each.
        """
        return await by_length(message, partial(_opinion, self._served, message, context))


def _opinion(served: Served, message: str, context: RouteContext) -> RouteOpinion:
    said = without_impatience(message) if context.question else message
    decision = RouteDecision(served, said, context)
    route = by_rule(decision) or _by_likeness(decision)
    if said != message and route.said is None:
        route = replace(route, said=said)
    route = decision.followed(route)
    doubtful = route.intent == "clarify" and decision.guess.confidence >= CALL
    likely = decision.followed(_likely(decision)) if doubtful else route
    return RouteOpinion(route, likely, decision, doubtful)


def _by_likeness(decision: RouteDecision) -> Route:
    decision.look()
    return inside(decision) if decision.busy else by_likeness(decision)


def _likely(decision: RouteDecision) -> Route:
    """Return where a message most probably goes that the person would be asked about."""
    guess = decision.guess
    if guess.candidates and guess.confidence >= CALL and not decision.busy:
        return decision.go(guess.candidates[0][0], guess.confidence, "it is likeliest", "local")
    return decision.default("it is likeliest")
