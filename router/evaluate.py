"""How well a project routes labelled messages: right, asked back, wrong; and what it would cost."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from contracts.json import JsonObject
from router.labelled import OUT_OF_SCOPE, LabelledMessage
from router.outcome import ROOT, Route
from router.route import RouteOpinion, Router

How = Literal["right", "asked back", "wrong"]
_NOBODYS = "near"  # kind: of the subject, and nobody's; to ask back is as good as to pass it on


@dataclass(frozen=True, slots=True)
class Judged:
    """A row with its decision, and whether a model would be asked for it."""

    row: LabelledMessage
    route: Route
    best: str
    routed: str
    how: How
    call: bool = False
    serial: bool = False  # it would have to be answered before anything else begins

    @property
    def right(self) -> bool:
        return self.how == "right"

    @property
    def loses(self) -> bool:
        """Tell whether what was collected would be gone, and should not be."""
        if self.route.intent == "exit":
            return self.row.intent not in (None, "exit")
        return self.route.drops and self.row.intent in ("stay", "clarify")

    def record(self) -> JsonObject:
        """Return what `--out` writes of it."""
        expected = {"workflow": self.row.workflow, "intent": self.row.intent}
        told = asdict(self.route)
        names = ("workflow", "intent", "confidence", "stage", "reason", "candidates", "also")
        return {
            "message": self.row.message,
            "kind": self.row.kind,
            "expected": {key: value for key, value in expected.items() if value is not None},
            "routed": self.routed,
            "right": self.right,
            "how": self.how,
            "call": self.call,
            **{name: told[name] for name in names},
        }


@dataclass(frozen=True, slots=True)
class RouteTally:
    """How some messages were decided."""

    rows: int
    right: int
    asked_back: int
    wrong: int


@dataclass(frozen=True, slots=True)
class RouteReport:
    """The figures; a share of nothing is None.

    `accuracy`: of the messages that belong somewhere, those whose best candidate is right,
    whether or not the router dared to go there. `routed_right`: those that did go there.
    `out_of_scope_recall`: of the messages that belong nowhere, those that no workflow got.
    `precision`: of the messages that a workflow got, those that were its own.
    `calls`: messages for which a model would be asked; `serial_calls`: those where its answer is
    waited for before an agent begins. `lost`: wrong decisions that lose what was collected.
    """

    rows: int
    in_scope: int
    out_of_scope: int
    accuracy: float | None
    routed_right: float | None
    out_of_scope_recall: float | None
    precision: float | None
    asked_back: int
    conversation_rows: int
    conversation_accuracy: float | None
    calls: int
    serial_calls: int
    lost: int
    kinds: dict[str, RouteTally]
    stages: dict[str, int]
    confusion: dict[str, dict[str, int]]


async def judge(router: Router, rows: Sequence[LabelledMessage]) -> list[Judged]:
    """Route every row."""
    return [_judged(row, await router.consider(row.message, row.context)) for row in rows]


def _judged(row: LabelledMessage, opinion: RouteOpinion) -> Judged:
    route = opinion.route
    best = route.candidates[0][0] if route.candidates else route.workflow
    best = OUT_OF_SCOPE if best == ROOT else best
    routed = OUT_OF_SCOPE if route.workflow == ROOT else route.workflow
    if route.intent == "clarify":
        routed = OUT_OF_SCOPE if row.context.workflow is None else "clarify"
    how: How = "right" if _is_right(row, route, routed) else "wrong"
    if how == "wrong" and route.intent == "clarify":
        how = "asked back"
    return Judged(row, route, best, routed, how, opinion.doubtful, opinion.serial)


def _is_right(row: LabelledMessage, route: Route, routed: str) -> bool:
    if route.intent == "clarify":
        unclear = row.intent == "clarify" or row.kind == _NOBODYS
        return unclear or (not row.kind and row.workflow == OUT_OF_SCOPE)
    if row.also and route.answer and route.workflow in row.also:
        return True  # the answer is kept, and the request beside it is done at once
    if row.also:
        told = {route.workflow, route.also.workflow if route.also else None}
        return told <= {row.workflow, *row.also} and len(told) > 1
    wanted = OUT_OF_SCOPE if row.workflow == ROOT else row.workflow
    return wanted in (None, routed) and row.intent in (None, route.intent)


def report(judged: Sequence[Judged]) -> RouteReport:
    """Sum judged rows up."""
    plain = [j for j in judged if not _in_conversation(j.row)]
    talks = [j for j in judged if _in_conversation(j.row)]
    inside = [j for j in plain if j.row.workflow != OUT_OF_SCOPE]
    outside = [j for j in plain if j.row.workflow == OUT_OF_SCOPE]
    went = [j for j in plain if j.routed != OUT_OF_SCOPE]
    confusion: dict[str, Counter[str]] = {}
    for j in plain:
        confusion.setdefault(str(j.row.workflow), Counter())[j.routed] += 1
    return RouteReport(
        rows=len(judged),
        in_scope=len(inside),
        out_of_scope=len(outside),
        accuracy=_share([j.best == j.row.workflow for j in inside]),
        routed_right=_share([j.routed == j.row.workflow for j in inside]),
        out_of_scope_recall=_share([j.routed == OUT_OF_SCOPE for j in outside]),
        precision=_share([j.routed == j.row.workflow for j in went]),
        asked_back=sum(j.route.intent == "clarify" for j in judged),
        conversation_rows=len(talks),
        conversation_accuracy=_share([j.right for j in talks]),
        calls=sum(j.call for j in judged),
        serial_calls=sum(j.serial for j in judged),
        lost=sum(j.loses for j in judged),
        kinds=_kinds(judged),
        stages=dict(Counter(j.route.stage for j in judged)),
        confusion={name: dict(row.most_common()) for name, row in sorted(confusion.items())},
    )


def _kinds(judged: Iterable[Judged]) -> dict[str, RouteTally]:
    """Count by what is expected, and by what a row is an example of."""
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for each in judged:
        wanted = each.row.intent or "first message"
        for name in dict.fromkeys((wanted, f"  {each.row.kind or wanted}")):
            counted[f"{wanted}/{name.strip()}" if name.startswith(" ") else name][each.how] += 1
    return {
        name: RouteTally(how.total(), how["right"], how["asked back"], how["wrong"])
        for name, how in sorted(counted.items())
    }


def _in_conversation(row: LabelledMessage) -> bool:
    return row.intent is not None or row.context.workflow is not None or row.workflow is None


def _share(hits: Sequence[bool]) -> float | None:
    return round(sum(hits) / len(hits), 4) if hits else None
