"""Teams of people: those that workflows hand over to, and those that a project names besides."""

from __future__ import annotations

from collections.abc import Collection

from agent.serving.repertoire import Repertoire
from workflows.file.project import Manifest
from workflows.file.source import meant


def known_teams(served: Repertoire, manifest: Manifest) -> frozenset[str]:
    """Return the teams that a case may be handed to."""
    states = (s for e in served.all_editions() for s in e.workflow.states.values())
    return frozenset(filter(None, (state.handoff for state in states))) | set(manifest.teams)


def unknown_team(called: str, known: Collection[str]) -> str:
    """Say that there is no such team, and which there are."""
    if not known:
        cure = "none is known here: a workflow's `handoff` or `teams` in batuta.yaml names one"
    else:
        cure = f"there are: {', '.join(sorted(known))}"
    return f"there is no team '{called}'{meant(called, known)}; {cure}"
