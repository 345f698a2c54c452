"""Which part of a workflow its tests went through."""

from __future__ import annotations

from dataclasses import dataclass, field

from workflows.file.schema import Workflow
from workflows.testing.expect import Seen


@dataclass(slots=True)
class Coverage:
    """Which states, transitions and answers of a workflow its tests went through."""

    states: set[str]
    moves: set[tuple[str, str]]
    seen_states: set[str] = field(default_factory=set[str])
    seen_moves: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    answers: set[str] = field(default_factory=set[str])
    seen_answers: set[str] = field(default_factory=set[str])

    @classmethod
    def of(cls, workflow: Workflow) -> Coverage:
        """List what there is to cover."""
        return cls(set(workflow.states), set(transitions(workflow)), answers=set(workflow.answers))

    def add(self, seen: Seen) -> None:
        """Count one conversation."""
        self.seen_states |= set(seen.path) & self.states
        self.seen_moves |= seen.moves & self.moves
        self.seen_answers |= set(seen.answers) & self.answers

    @property
    def missing(self) -> list[str]:
        """Name what no test went through."""
        states = sorted(self.states - self.seen_states)
        moves = [f"{a} -> {b}" for a, b in sorted(self.moves - self.seen_moves)]
        return states + moves + sorted(f"answer {n}" for n in self.answers - self.seen_answers)

    def line(self) -> str:
        """Write it as one line."""
        text = f"states {len(self.seen_states)}/{len(self.states)}"
        text = f"{text}, transitions {len(self.seen_moves)}/{len(self.moves)}"
        if not self.answers:
            return text
        return f"{text}, answers {len(self.seen_answers)}/{len(self.answers)}"


def transitions(workflow: Workflow) -> list[tuple[str, str]]:
    """List every declared way from state to state."""
    found: list[tuple[str, str]] = []
    for name, state in workflow.states.items():
        found += [(name, way.to) for way in state.ways]
        found += [(name, to) for to in (state.on_error, state.on_timeout) if to]
    return list(dict.fromkeys(found))
