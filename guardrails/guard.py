"""What a guard is, and the order in which all of them are asked."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal, cast

import guardrails.catalog
from contracts.catalog import collect
from contracts.events import Decision
from guardrails.decode import payloads
from guardrails.heads.windows import MOST
from guardrails.policy import Policy
from language.brief import by_length
from language.skeleton import plainly

logger = logging.getLogger(__name__)

Stage = Literal["input", "tool_args", "tool_result", "output"]
STAGES: tuple[Stage, ...] = ("input", "tool_args", "tool_result", "output")
_WEIGHT: dict[Decision, int] = {"allow": 0, "redact": 1, "review": 2, "block": 3}
JUDGE = "judge"
_INSIDE = 4  # windows of all that is encoded in a text, together


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a guard thinks of a text; `text` is what may go on, if it was changed."""

    decision: Decision
    category: str = ""
    reason: str = ""
    say: str | None = None
    text: str | None = None
    scores: Mapping[str, float] = field(default_factory=dict[str, float])
    stage: Stage = "input"
    certain: bool = True  # False: a guess, about which a judge may be asked
    guard: str = ""  # who found it: the name of a guard, or `judge`
    example: str | None = None  # id of the moderators' example that has settled it


ALLOW = Verdict("allow")


@dataclass(frozen=True, slots=True)
class Context:
    """Where a text comes from and what the project wants."""

    stage: Stage = "input"
    policy: Policy = Policy()  # noqa: RUF009  # it is frozen
    windows: int = MOST  # how many pieces of a long text the heads look at
    answering: bool = False  # a question was open: what is guessed has to be clearer then


@dataclass(frozen=True, slots=True)
class Guard:
    """One check of a text; one file in the catalogue each, asked in the order of their ranks.

    A guard reads the text's skeleton (`language/skeleton.py`); one that rewrites, the text itself.
    """

    name: str
    check: Callable[[str, Context], Verdict]
    rank: int = 50
    stages: tuple[Stage, ...] = STAGES
    rewrites: bool = False  # it never blocks, and changes each text by itself


Judge = Callable[[str], Awaitable[Verdict]]
Look = Callable[[], Verdict]  # how a text is checked, if not by all guards
Settle = Callable[[str, Verdict], Verdict]  # what moderators have decided about this very text


class Guards:
    """All guards as one: changes accumulate, the heaviest decision wins."""

    def __init__(self, guards: Sequence[Guard], policy: Policy | None = None) -> None:
        self._guards = sorted(guards, key=lambda guard: (guard.rank, guard.name))
        self.policy = policy or Policy()

    @classmethod
    def load(cls, policy: Policy | None = None) -> Guards:
        """Find the guards in the catalogue."""
        found = collect(guardrails.catalog, Guard, lambda g: g.name, "guard")
        return cls(list(found.values()), policy)

    @property
    def names(self) -> list[str]:
        """Return the names of the guards, in the order in which they are asked."""
        return [guard.name for guard in self._guards]

    def check(
        self,
        text: str,
        stage: Stage = "input",
        policy: Policy | None = None,
        answering: bool = False,
    ) -> Verdict:
        """Ask every guard about a text, and about what is encoded in it."""
        context = Context(stage, policy or self.policy, answering=answering)
        verdict = self._ask(text, context)
        if verdict.decision != "block":
            hidden = payloads(plainly(text if verdict.text is None else verdict.text))
            share = replace(context, windows=max(1, _INSIDE // max(1, len(hidden))))
            for how, inner in hidden:
                found = self._ask(inner, share)
                if _WEIGHT[found.decision] > max(_WEIGHT[verdict.decision], _WEIGHT["redact"]):
                    verdict = replace(found, reason=f"in {how}: {found.reason}", text=verdict.text)
        if verdict.decision == "block":
            verdict = replace(verdict, text=None)
        return replace(verdict, stage=stage)

    def rewritten(self, text: str, stage: Stage = "input", policy: Policy | None = None) -> str:
        """Return a part of a checked text without what must not go on; it is not judged again."""
        context = Context(stage, policy or self.policy)
        for guard in self._asked(context):
            if guard.rewrites and (changed := guard.check(text, context).text) is not None:
                text = changed
        return text

    def check_result(self, text: str, policy: Policy | None = None) -> Verdict:
        """Check what a tool or a document says: text that may try to give orders."""
        return self.check(text, "tool_result", policy)

    async def decide(
        self,
        text: str,
        stage: Stage = "input",
        policy: Policy | None = None,
        judge: Judge | None = None,
        settle: Settle | None = None,
        look: Look | None = None,
        answering: bool = False,
    ) -> Verdict:
        """Check a text and let moderators, or else the judge, decide where the guards only guess.

        A judge that fails, stalls or answers nonsense blocks under a strict policy; otherwise the
        local verdict stands, and what it would have allowed goes to review. `look` is asked in
        the guards' place; `answering` says that a question was open.
        """
        policy = policy or self.policy
        look = look or partial(self.check, text, stage, policy, answering)
        checked = partial(_settled, text, settle, look)
        local, settled = await by_length(text, checked)
        if settled is not local:
            return settled
        if judge is None or not _asks(local, policy):
            return local
        judged = await _judged(judge, text if local.text is None else local.text, policy)
        if judged is not None:
            changed = local.text if judged.text is None else judged.text
            blocked = judged.decision == "block"
            if judged.decision == "allow" and changed is not None:
                judged = replace(judged, decision="redact", category="changed")
            return replace(
                judged,
                text=None if blocked else changed,
                scores=local.scores,
                stage=stage,
                guard=JUDGE,
            )
        if policy.strict:
            return Verdict(
                "block",
                "unjudged",
                "the judge gave no verdict",
                scores=local.scores,
                stage=stage,
                guard=JUDGE,
            )
        if _WEIGHT[local.decision] >= _WEIGHT["review"]:
            return local
        return replace(
            local, decision="review", category="unjudged", reason="no verdict", guard=JUDGE
        )

    def _asked(self, context: Context) -> list[Guard]:
        return [
            guard
            for guard in self._guards
            if context.stage in guard.stages and guard.name not in context.policy.off
        ]

    def _ask(self, text: str, context: Context) -> Verdict:
        """Ask the guards of this stage in turn; each sees what the former let through."""
        worst, changed, read = ALLOW, False, plainly(text)
        scores: dict[str, float] = {}
        for guard in self._asked(context):
            verdict = guard.check(text if guard.rewrites else read, context)
            scores |= verdict.scores
            if verdict.text is not None:
                text, changed, read = verdict.text, True, plainly(verdict.text)
            if _WEIGHT[verdict.decision] > _WEIGHT[worst.decision]:
                worst = replace(verdict, guard=guard.name)
            if verdict.decision == "block" and verdict.certain:
                break
        return replace(worst, text=text if changed else None, scores=scores)


def _settled(text: str, settle: Settle | None, look: Look) -> tuple[Verdict, Verdict]:
    """Return the guards' own verdict, and what moderators have made of it."""
    local = look()
    return local, local if settle is None else settle(text, local)


def _asks(local: Verdict, policy: Policy) -> bool:
    if policy.judge == "never" or (local.decision == "block" and local.certain):
        return False
    return policy.judge == "always" or (not local.certain and local.decision != "allow")


async def _judged(judge: Judge, text: str, policy: Policy) -> Verdict | None:
    """Return the judge's verdict, or nothing when it failed, stalled or made no sense."""
    try:
        answer = cast(object, await asyncio.wait_for(judge(text), policy.judge_seconds))
    except Exception as exc:  # noqa: BLE001  # a judge is a model: it may fail in any way
        logger.warning("the guard's judge failed", extra={"kind": type(exc).__name__})
        return None
    if isinstance(answer, Verdict) and answer.decision in _WEIGHT:
        return answer
    logger.warning("the guard's judge gave no verdict", extra={"kind": type(answer).__name__})
    return None
