"""Answers in place of tools, as a test tells them: values, failures, one after another, by args."""

from __future__ import annotations

from typing import Any, cast

from contracts.json import JsonMapping, JsonObject
from workflows.machine.steps import Outcome


class Mocks:
    """The mocks of one run of one test; a sequence goes on from call to call."""

    def __init__(self, told: JsonMapping) -> None:
        self._told = told
        self._calls: dict[str, int] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._told

    def answer(self, name: str, args: JsonMapping | None = None) -> Outcome:
        """Answer a call: as the test says, else as if all had gone well."""
        return self._outcome(name, self._told.get(name), args or {})

    def _outcome(self, name: str, told: object, args: JsonMapping) -> Outcome:
        form, value = _form(told)
        match form:
            case "error":
                return Outcome("error", value)
            case "timeout":
                return Outcome("timeout", value)
            case "each":
                answers = cast("list[object]", value)
                at = self._calls.get(name, 0)
                self._calls[name] = at + 1
                return self._outcome(name, answers[min(at, len(answers) - 1)], args)
            case "when":
                for entry in cast("list[JsonObject]", value):
                    if matches(entry.get("args", {}), args):
                        return self._outcome(name, entry["give"], args)
                return Outcome("error", f"the test has no answer of {name} for {dict(args)}")
            case _:
                return Outcome("ok", told)


def _form(told: object) -> tuple[str, Any]:
    """Tell which kind of answer it is; a mapping of any other shape is a plain value."""
    known = cast("JsonObject", told) if isinstance(told, dict) else {}
    key = next(iter(known), "") if len(known) == 1 else ""
    if key in ("error", "timeout") or (key in ("each", "when") and isinstance(known[key], list)):
        return key, known[key]
    return "value", None


def matches(wanted: JsonMapping, args: JsonMapping) -> bool:
    """Tell whether a call has these arguments; others may be anything."""
    return all(name in args and same(value, args[name]) for name, value in wanted.items())


def same(wanted: Any, was: Any) -> bool:
    """Compare what a file says with what happened: a date in YAML is a text in a slot."""
    plain = wanted.isoformat() if hasattr(wanted, "isoformat") else wanted
    return plain == was and isinstance(plain, bool) == isinstance(was, bool)
