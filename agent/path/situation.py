"""What a turn's answer depends on beside the conversation, for the built-in model."""

from __future__ import annotations

from agent.log.steps import ROUTED
from agent.models.situation import SituationOffer, TurnSituation
from agent.path.house import asks_whose
from agent.path.run import TurnRun
from language.detect import Language
from router.outcome import ROOT
from workflows.file.schema import Workflow
from workflows.file.words import in_language

MOST_OFFERED = 12


def situation_of(run: TurnRun) -> TurnSituation:
    """Tell in which language the turn answers, and what may be asked for beside it."""
    routed, house = run.journal.find(ROUTED), run.services.house
    return TurnSituation(
        run.language,
        tuple(_offers(run))[:MOST_OFFERED],
        own_project=run.services.project is not None,
        house=in_language(house.title, run.language) if house.title else "",
        about=in_language(house.description, run.language) if house.description else "",
        whose=asks_whose(run),
        people=run.services.teams.answering(run.services.repertoire.teams) is not None,
        unserved=routed is not None and routed.unserved,
    )


def _offers(run: TurnRun) -> list[SituationOffer]:
    """List what the person may begin: neither the assistant itself nor what comes by itself."""
    access, caller = run.services.repertoire.access, run.turn.caller
    return [
        _offer(workflow, run.language)
        for workflow in run.services.workflows.values()
        if workflow.workflow not in (ROOT, run.workflow)
        and not workflow.route.first
        and access.is_open(workflow, caller)
    ]


def _offer(workflow: Workflow, language: Language) -> SituationOffer:
    examples = workflow.route.examples_in(language)
    return SituationOffer(in_language(workflow.title, language), examples[0] if examples else "")
