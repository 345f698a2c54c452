"""Whether the tools of a file are there, and are given what they take."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from contracts.json import JsonMapping
from language.forms import wrong_fields
from language.suggestions import meant
from workflows.file.declared import DeclaredTool, KnownTools, declared
from workflows.file.diagnostics import Diagnostics
from workflows.file.placed import all_slots
from workflows.file.slots import Slot, SlotKind

_PLACE = re.compile(r"\{[A-Za-z_][\w.]*\}")
_ALONE = re.compile(r"\{([A-Za-z_]\w*)\}")
_BARE_PLACE = re.compile(r"(?:results|profile|slots)\.[a-z_][\w.]*")
_GIVES: Mapping[SlotKind, str] = {
    "integer": "integer", "number": "number", "money": "number", "boolean": "boolean",
    "list": "array",
}  # fmt: skip


def check_tools_there(check: Diagnostics, tools: KnownTools) -> None:
    """Refuse a tool that nobody has."""
    for path, tool in check.workflow.named_tools():
        check.name(path, "tool", tool, tools)


def check_rule_subjects(check: Diagnostics, tools: KnownTools) -> None:
    """Refuse a rule about nothing; one about a tool that is misspelt elsewhere is right."""
    workflow = check.workflow
    named = {tool for _, tool in workflow.named_tools()}
    subjects = {*named, *workflow.states}
    lost = named - set(tools)
    for at, rule in enumerate(workflow.rules):
        if rule.kind != "requires" or rule.subject in subjects:
            continue
        if rule.subject not in tools or not lost:
            hint = meant(rule.subject, subjects)
            check.error(["rules", at], f"no state here is, or calls, '{rule.subject}'{hint}")


def check_tool_arguments(check: Diagnostics, tools: KnownTools) -> None:
    """Hold what each state gives a tool against what the tool takes."""
    slots = dict(all_slots(check.workflow))
    for path, name, args in _calls(check):
        tool = declared(tools, name)
        if tool is None:
            continue
        if args is None:
            _check_slots(check, path, name, tool, slots)
        else:
            _check_written(check, path, name, tool, args, slots)


def _calls(check: Diagnostics) -> Iterator[tuple[list[Any], str, JsonMapping | None]]:
    """List the tools that states call: where, which, with what."""
    for state, about in check.workflow.states.items():
        if about.tool:
            yield ["states", state], about.tool, about.args
        for at, task in enumerate(about.parallel or []):
            if task.tool:
                yield ["states", state, "parallel", at], task.tool, task.args


def _check_slots(
    check: Diagnostics,
    path: list[Any],
    name: str,
    tool: DeclaredTool,
    slots: Mapping[str, Slot],
) -> None:
    """A tool without `args` takes the slots of its parameters' names."""
    for needed in tool.schema.get("required", ()):
        if needed not in slots:
            told = f"'{name}' needs '{needed}', and no slot is called so{meant(needed, slots)}"
            check.error([*path, "tool"], f"{told}; collect it, or write it under 'args'")
            continue
        _check_skipped(check, [*path, "tool"], name, needed, slots[needed])  # it is left out then
        _check_type(check, [*path, "tool"], name, tool, (needed, needed, slots[needed]))


def _check_written(
    check: Diagnostics,
    path: list[Any],
    name: str,
    tool: DeclaredTool,
    args: JsonMapping,
    slots: Mapping[str, Slot],
) -> None:
    """Hold arguments that the state writes against the tool's parameters."""
    known: JsonMapping = tool.schema.get("properties", {})
    for given, value in args.items():
        here = [*path, "args", given]
        if given not in known:
            if tool.schema.get("additionalProperties") is not True:
                takes = ", ".join(known) or "nothing"
                hint = meant(given, known) or f"; it takes {takes}"
                check.error(here, f"'{name}' takes no '{given}'{hint}")
        elif isinstance(value, str) and _PLACE.search(value):
            alone = _ALONE.fullmatch(value)
            if alone and alone[1] in slots:
                slot = slots[alone[1]]
                _check_type(check, here, name, tool, (given, alone[1], slot))
                nullable = not wrong_fields(_part(tool, given), None)
                if given in tool.schema.get("required", ()) and not nullable:
                    _check_skipped(check, here, name, alone[1], slot)
        elif (
            isinstance(value, str) and _is_bare(value, slots) and not _is_option(tool, given, value)
        ):
            check.warn(
                here, f"'{value}' is given as this very word; write '{{{value}}}' for what it holds"
            )
        elif not _has_places(value) and wrong_fields(_part(tool, given), value):
            check.error(
                here, f"'{name}' does not take {value!r} for '{given}'{_wants(tool, given)}"
            )
    for needed in tool.schema.get("required", ()):
        if needed not in args:
            check.error([*path, "args"], f"'{name}' needs '{needed}', and 'args' do not give it")


def _is_bare(value: str, slots: Mapping[str, Slot]) -> bool:
    """Tell a slot's name, or a place's, that was most likely to stand in braces."""
    return value in slots or bool(_BARE_PLACE.fullmatch(value))


def _is_option(tool: DeclaredTool, parameter: str, value: str) -> bool:
    return value in _part(tool, parameter).get("enum", ())


def _check_type(
    check: Diagnostics,
    path: list[Any],
    name: str,
    tool: DeclaredTool,
    given: tuple[str, str, Slot],
) -> None:
    """Refuse a slot for a parameter that never takes values of its type."""
    parameter, slot_name, slot = given
    wanted, gives = _part(tool, parameter).get("type"), _GIVES.get(slot.type, "string")
    fits = wanted == gives or (wanted == "number" and gives == "integer")
    if isinstance(wanted, str) and wanted in ("string", *_GIVES.values()) and not fits:
        told = f"the slot '{slot_name}' is {_a(slot.type)}"
        check.error(path, f"{told}, and '{name}' takes {_a(wanted)} for '{parameter}'")


def _check_skipped(check: Diagnostics, path: list[Any], name: str, slot: str, about: Slot) -> None:
    if about.skip or about.optional:
        how = "skipped" if about.skip else "left out"
        check.warn(path, f"'{slot}' may be {how}, and '{name}' cannot be called without it")


def _part(tool: DeclaredTool, parameter: str) -> JsonMapping:
    """Return one parameter's schema, with what it refers to at hand."""
    part = tool.schema.get("properties", {}).get(parameter, {})
    return {**part, "$defs": tool.schema["$defs"]} if "$defs" in tool.schema else part


def _wants(tool: DeclaredTool, parameter: str) -> str:
    part = _part(tool, parameter)
    if options := part.get("enum"):
        return f"; it takes {', '.join(map(str, options))}"
    return f"; it takes {_a(part['type'])}" if isinstance(part.get("type"), str) else ""


def _has_places(value: Any) -> bool:
    return bool(_PLACE.search(repr(value)))


def _a(kind: str) -> str:
    return f"an {kind}" if kind[:1] in "aieo" else f"a {kind}"
