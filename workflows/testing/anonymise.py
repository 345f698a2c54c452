"""Makes a test of a conversation that took place, with the people in it replaced by others."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from contracts.json import JsonMapping, JsonObject
from language.json_text import map_leaves
from language.matching import fold
from language.names import find_name
from language.scrub import SpanKind, spans
from workflows.file.schema import Workflow
from workflows.file.slots import Slot
from workflows.file.source import WorkflowError

_NAMES = ("Ana Souza", "Bia Lima", "Caio Reis", "Davi Melo", "Eva Rocha", "Gil Prado")
_SHORT = 3  # letters: parts of a name below that are words of the language too
_INSTEAD: dict[SpanKind, str] = {
    "cpf": "529.982.247-25",
    "cnpj": "11.222.333/0001-81",
    "card": "4111 1111 1111 1111",
    "iban": "GB82WEST12345698765432",
    "phone": "(11) 90000-0000",
    "password": "[password]",
    "token": "[token]",
    "code": "[code]",
    "cep": "01310-100",
    "rg": "11.111.111-1",
    "pis": "120.12345.67-2",
    "pix": "[pix]",
    "ssn": "[ssn]",
    "passport": "[passport]",
}
_TOLD_APART = ("choice", "boolean")  # what they hold tells nobody from the next one


@dataclass(slots=True)
class StandIns:
    """Who stands in for whom; the same person is always the same other one."""

    known: dict[str, str] = field(default_factory=dict[str, str])
    _people: int = 0

    def person(self, name: str) -> None:
        """Let another name stand for this one, and for each of its parts."""
        if not name.strip() or fold(name) in {fold(known) for known in self.known}:
            return
        parts = name.split()
        first, last = _NAMES[self._people % len(_NAMES)].split()
        self._people += 1
        self.known[name] = first if len(parts) == 1 else f"{first} {last}"
        for at, part in enumerate(parts if len(parts) > 1 else ()):
            if len(part) >= _SHORT:
                self.known.setdefault(part, last if at else first)

    def address(self, address: str) -> None:
        """Let another address stand for this one."""
        others = sum("@" in known for known in self.known)
        self.known.setdefault(address, f"person{others + 1}@example.org")

    def slot(self, name: str, slot: Slot, value: object) -> None:
        """Replace what a slot holds of a person."""
        text = str(value)
        if slot.type == "name" or (slot.type == "text" and name == "name"):
            self.person(text)
        elif slot.type == "email":
            self.address(text)
        elif slot.pii and slot.type in ("text", "city"):
            self.known.setdefault(text, "Olinda" if slot.type == "city" else "something else")
        elif slot.pii and slot.type in ("integer", "number"):
            low = slot.min if isinstance(slot.min, int | float) else 42
            self.known.setdefault(text, str(int(low)))
        elif slot.pii and slot.type not in _TOLD_APART:
            raise WorkflowError(
                f"slot '{name}' is personal and a {slot.type}: nothing can stand in for it without"
                " changing the story; write this test by hand"
            )

    def replace(self, value: Any) -> Any:
        """Put the stand-ins into a text, or into everything that a value holds."""
        return map_leaves(value, self._leaf)

    def _leaf(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            other = self.known.get(str(value))
            return type(value)(other) if other and other.lstrip("-").isdigit() else value
        return value

    def _text(self, text: str) -> str:
        for found in find_all_names(text):
            self.person(found)
        for span in reversed(spans(text)):
            there = text[span.start : span.end]
            if span.kind == "email":
                self.address(there)
            elif there not in self.known.values():
                text = text[: span.start] + _INSTEAD[span.kind] + text[span.end :]
        for known in sorted(self.known, key=len, reverse=True):
            pattern = rf"(?<!\w){re.escape(known)}(?!\w)"
            text = re.sub(pattern, self.known[known].replace("\\", ""), text, flags=re.IGNORECASE)
        return text

    def left_in(self, text: str) -> list[str]:
        """Name what is still there of the people that were replaced."""
        others = {fold(other) for other in self.known.values()}
        return [
            known
            for known in self.known
            if fold(known) not in others and re.search(rf"\b{re.escape(fold(known))}\b", fold(text))
        ]


def find_all_names(text: str) -> Iterable[str]:
    """Find how a text introduces people."""
    found = find_name(text)
    return [found[0]] if found and found[3] else []


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """A tool that was called, and how that ended: ok, timeout, or any failure."""

    tool: str
    status: str
    output: Any


def mocks_of(calls: Iterable[RecordedCall], tools: Collection[str]) -> JsonObject:
    """Write what tools gave as the mocks of a test."""
    given: dict[str, list[Any]] = {}
    for call in calls:
        if call.tool in tools:
            answer = call.output
            if call.status != "ok":
                answer = {"timeout" if call.status == "timeout" else "error": str(call.output)}
            given.setdefault(call.tool, []).append(answer)
    return {
        tool: answers[0] if all(a == answers[0] for a in answers) else {"each": answers}
        for tool, answers in given.items()
    }


def tools_of_states(workflow: Workflow) -> set[str]:
    """Name the tools that the states themselves call: those of agents a test does not see."""
    return {
        tool
        for state in workflow.states.values()
        for tool in [state.tool, *(task.tool for task in state.parallel or ())]
        if tool
    }


def asked_of(workflow: Workflow, profile: JsonMapping) -> JsonObject:
    """Keep of a profile what the workflow has a use for."""
    text = workflow.model_dump_json(exclude={"tests"})
    return {k: v for k, v in profile.items() if re.search(rf"\bprofile\.{re.escape(k)}\b", text)}
