"""What a turn puts before the moderators: verdicts, requests for people, and random samples.

Each finding's id is worked out from the turn and from what was found, so that a turn which is taken
over and reports again doubles nothing, in whatever order it reports.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any
from uuid import UUID

from agent.log import telemetry
from agent.log.steps import CHECKED, case_opened, example_counted
from agent.log.turn_log import patiently
from agent.path.run import TurnRun
from contracts.messages import RouteRecord
from guardrails.catalog.heads import GUARD as HEADS
from guardrails.examples import LONGEST, folded_hash
from guardrails.guard import Verdict
from guardrails.heads.score import limits_of, scores
from language.brief import by_length
from language.clean import storable
from language.detect import told_language
from language.scrub import scrub
from router.route import Route
from store import cases
from store.cases import CaseFinding, CasePlace, CaseStage, CaseWeight, finding_id
from workflows.machine.cursor import Cursor, Frame

logger = logging.getLogger(__name__)
GRACE_SECONDS = 5.0
HIDDEN = "personal_data"  # the category of what a project's policy hides from models


async def report_verdict(run: TurnRun, verdict: Verdict, evidence: str, *, about: str = "") -> None:
    """Open or join the case of a verdict that is no plain allow; `about` is a tool, say.

    `evidence` is the text as it was: it is kept in the case alone, for moderators. What is only
    hidden from models is nothing to moderate, and must not be kept in the clear for it.
    """
    if verdict.example:
        _count(run, verdict, evidence, about)
        return
    hidden = verdict.decision == "redact" and verdict.category == HIDDEN
    if verdict.decision == "allow" or hidden:
        return
    finding = _finding(run, verdict.stage, verdict.category or verdict.decision, evidence, about)
    await _keep(
        run,
        finding,
        await by_length(evidence, lambda: _weight(run, verdict, evidence)),
        verdict=verdict.decision,
        reason=scrub(storable(verdict.reason)),
        scores=dict(verdict.scores),
        guard=verdict.guard,
    )


def _weight(run: TurnRun, verdict: Verdict, evidence: str) -> CaseWeight | None:
    """Weigh what a head alone thinks worth a review; what is certain, or judged, needs no place.

    Of a tool's result one head's weak guess is counted and not queued: most are false alarms.
    """
    if verdict.decision != "review" or verdict.certain or verdict.guard != HEADS.name:
        return None
    policy, weight = run.services.guards.policy, None
    if verdict.stage == "input":
        limit = limits_of(policy)[verdict.category].block
        weight = verdict.scores.get(verdict.category, limit) - limit
    return CaseWeight(weight, policy.review_budget, folded_hash(evidence[:LONGEST]))


def _count(run: TurnRun, verdict: Verdict, evidence: str, about: str) -> None:
    """Count what moderators have settled on their example: it asks nothing of them again."""
    example = verdict.example or ""
    step = example_counted(finding_id(run.turn.id, verdict.stage, example, about, evidence))
    if step not in run.journal:
        run.services.examples.hit(UUID(example))
        run.journal.keep(step, True)


async def report_sample(run: TurnRun) -> None:
    """Put the turn before a moderator if chance, by the project's policy, has chosen it.

    A turn that was put there already, for what was found in it, makes no second case.
    """
    checked = run.journal.find(CHECKED)
    if (checked and checked.decision == "block") or not run.message.strip():
        return
    if not run.services.guards.policy.samples(run.turn.id):
        return
    finding = _finding(run, "sample", "sample", run.message, "")
    if not any(run.journal.every(case_opened).values()):
        known = await asyncio.to_thread(scores, run.message)
        await _keep(run, finding, verdict="allow", reason="chosen by chance", scores=known)


def _finding(
    run: TurnRun, stage: CaseStage, category: str, evidence: str, about: str
) -> CaseFinding:
    route = run.route
    return CaseFinding(
        id=finding_id(run.turn.id, stage, category, about, evidence),
        turn_id=run.turn.id,
        stage=stage,
        category=category,
        verdict="review",
        evidence=storable(evidence),
        language=told_language(evidence),
        about=storable(about),
        workflow=run.workflow,
        path=path_of(run.position, run.target),
        route=_unnamed(route),
    )


def _unnamed(route: Route | None) -> RouteRecord | None:
    """Return a decision as a case keeps it: a model that said why may have quoted the message."""
    return route and replace(route, reason="").stored()


def path_of(position: Cursor, target: str | None = None) -> list[CasePlace]:
    """Return where a conversation stands, the workflow at work last, and where it is going."""
    frames = list(position.frames)
    if target and target != position.workflow:
        frames.append(Frame(target))
    return [{"workflow": frame.workflow, "state": frame.state} for frame in frames]


async def _keep(
    run: TurnRun, finding: CaseFinding, weight: CaseWeight | None = None, **facts: Any
) -> None:
    step = case_opened(finding.id)
    if step in run.journal:
        return
    known = replace(finding, **facts)
    await _written(run, known, weight)
    run.journal.keep(step, weight is None)  # a guess may never be seen: chance may still choose it
    telemetry.CASES.labels(stage=known.stage, verdict=known.verdict).inc()
    logger.info("put before the moderators", extra={"stage": known.stage, "case": str(known.id)})


async def _written(run: TurnRun, finding: CaseFinding, weight: CaseWeight | None) -> None:
    """Write it whatever the database says; a turn that is stopped meanwhile waits a little."""

    def opened() -> Awaitable[UUID | None]:
        if weight is None:
            return cases.open_case(run.services.pool, finding)
        return cases.propose_case(run.services.pool, finding, weight)

    write = asyncio.create_task(patiently(opened), name="case")
    try:
        await asyncio.shield(write)
    except asyncio.CancelledError:
        await asyncio.wait([write], timeout=GRACE_SECONDS)
        write.cancel()
        raise
