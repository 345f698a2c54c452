"""What can be known of a workflow before it runs: names, types, reach, ends, texts, languages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from language.forms import problem_of
from language.suggestions import meant
from workflows.file.check_answers import check_answers
from workflows.file.check_conditions import check_conditions
from workflows.file.check_effects import check_effects
from workflows.file.check_names import check_names, check_rules, check_upgrade
from workflows.file.check_places import check_places
from workflows.file.check_reach import check_calls, check_ends, check_reach
from workflows.file.check_texts import check_languages, check_texts
from workflows.file.check_tools import check_rule_subjects, check_tool_arguments, check_tools_there
from workflows.file.declared import KnownTools
from workflows.file.diagnostics import Diagnostic, Diagnostics
from workflows.file.schema import Workflow
from workflows.file.source import Source


@dataclass(frozen=True, slots=True)
class Known:
    """What surrounds a workflow; None where it is not known and not checked."""

    tools: KnownTools | None = None
    workflows: Mapping[str, Workflow] | None = None
    languages: Collection[str] = ()
    teams: Collection[str] = ()  # that the project declares
    unread: Collection[str] = ()  # workflows that are there, and have mistakes of their own


def check_file(workflow: Workflow, source: Source) -> list[Diagnostic]:
    """Find what is wrong with a file by itself."""
    check = Diagnostics(workflow, source)
    check_names(check)
    check_conditions(check)
    check_rules(check)
    check_texts(check)
    check_answers(check)
    check_upgrade(check)
    _outputs(check)
    _unserved(check)
    _forms(check)
    if not any(f.level == "error" for f in check.found):
        check_reach(check)
        check_ends(check)
        check_places(check)
    return check.found


def check_world(workflow: Workflow, source: Source, known: Known) -> list[Diagnostic]:
    """Find what does not fit the tools, workflows and languages around a file."""
    check = Diagnostics(workflow, source)
    if known.tools is not None:
        check_tools_there(check, known.tools)
        check_tool_arguments(check, known.tools)
        check_effects(check, known.tools)
    check_rule_subjects(check, known.tools or ())
    if known.workflows is not None:
        check_calls(check, known.workflows, known.unread)
    check_languages(check, known.languages)
    _teams(check, known.teams)
    return check.found


def _teams(check: Diagnostics, declared: Collection[str]) -> None:
    """Warn of a team that has no title and hours where others have: mostly a slip of the pen."""
    for name, state in check.workflow.states.items():
        team = state.handoff
        if team and declared and team not in declared:
            why = f"`teams` of batuta.yaml do not name '{team}', so it is always open"
            check.warn(["states", name, "handoff"], f"{why}{meant(team, declared)}")


def _outputs(check: Diagnostics) -> None:
    for name, agent in check.workflow.agents.items():
        if agent.output is not None and (problem := problem_of(agent.output)):
            check.error(["agents", name, "output", *problem.path], problem.why)


def _unserved(check: Diagnostics) -> None:
    """Say clearly what the language has and no engine serves yet; silence would be a trap."""
    for name, agent in check.workflow.agents.items():
        for key in ("knowledge", "examples"):
            if getattr(agent, key):
                check.error(["agents", name, key], f"'{key}' is not served yet; leave it out")


def _forms(check: Diagnostics) -> None:
    for name, state in check.workflow.states.items():
        if problem := problem_of(state.result):
            check.error(["states", name, "result", *problem.path], problem.why)
