"""Draws a workflow as a Mermaid diagram."""

from __future__ import annotations

from workflows.file.schema import Workflow
from workflows.file.states import State
from workflows.file.words import in_language


def mermaid(workflow: Workflow, language: str = "en") -> str:
    """Return the states and their ways as a Mermaid state diagram."""
    lines = ["stateDiagram-v2", f"    [*] --> {workflow.start}"]
    for name, state in workflow.states.items():
        lines.append(f"    {name}: {_plain(_about(name, state, language))}")
        for way in state.ways:
            label = f": {_plain(way.condition)}" if way.condition else ""
            lines.append(f"    {name} --> {way.to}{label}")
        for label, target in (("error", state.on_error), ("timeout", state.on_timeout)):
            if target:
                lines.append(f"    {name} --> {target}: {label}")
        if state.end or not state.ways:
            lines.append(f"    {name} --> [*]: {state.end or 'completed'}")
    return "\n".join(lines) + "\n"


def _about(name: str, state: State, language: str) -> str:
    title = in_language(state.title, language) if state.title else name
    what = getattr(state, state.kind)
    named = f" {what}" if isinstance(what, str) and state.kind != "say" else ""
    return f"{title} ({state.kind}{named})"


def _plain(text: str) -> str:
    """Leave out what Mermaid would read as its own."""
    return " ".join(text.replace(":", " ").replace(";", " ").replace("#", " ").split())
