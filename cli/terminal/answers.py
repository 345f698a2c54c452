"""What a typed line means while the conversation waits for the person: approvals and choices."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict, cast

import orjson

from contracts.errors import BatutaError
from contracts.events import Choices, ToolApprovalRequest, Ui
from contracts.json import JsonObject
from language.intents import plain_answer


class ApprovalAnswer(TypedDict):
    """What answers an approval: yes or no, other arguments, whether to stop asking."""

    approve: bool
    edited_args: NotRequired[JsonObject]
    remember: NotRequired[bool]


class NotArguments(BatutaError):
    """The typed arguments are not a JSON object."""

    code = "invalid_request"


def question(approval: ToolApprovalRequest) -> str:
    """Return the prompt under which an approval is answered."""
    if approval.kind == "tool":
        return "allow it? y(es) / n(o) / e(dit the arguments) / r(emember for this session): "
    return "go on? y(es) / n(o): "


def decision(line: str, approval: ToolApprovalRequest) -> ApprovalAnswer | None:
    """Read a yes, a no or a remembered yes; None when the line is something else."""
    if approval.kind == "tool" and line.strip().lower() in {"r", "remember"}:
        return {"approve": True, "remember": True}
    answer = plain_answer(line)
    return None if answer is None else {"approve": answer}


def wants_edit(line: str, approval: ToolApprovalRequest) -> bool:
    """Tell whether the line asks to change the arguments first."""
    return approval.kind == "tool" and line.strip().lower() in {"e", "edit"}


def edited(line: str) -> ApprovalAnswer:
    """Read changed arguments as a yes to them."""
    try:
        args: object = orjson.loads(line)
    except orjson.JSONDecodeError as exc:
        raise NotArguments(
            f"this is not JSON ({exc}); type them again, or nothing to leave them"
        ) from exc
    if not isinstance(args, dict):
        raise NotArguments('arguments are an object, such as {"name": "value"}; type them again')
    return {"approve": True, "edited_args": cast("JsonObject", args)}


def form(line: str, asked: Ui) -> Any:
    """Read what a form is answered with."""
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError as exc:
        like = sample(asked.result_schema or {})
        raise NotArguments(f"this is not JSON ({exc}); write it like /form {like}") from exc


def sample(schema: JsonObject) -> str:
    """Write JSON of the form that a schema wants, to be filled in by a person."""
    return orjson.dumps(_sample(schema)).decode()


def _sample(schema: JsonObject) -> Any:
    if schema.get("enum"):
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            properties: dict[str, JsonObject] = schema.get("properties") or {}
            return {name: _sample(field) for name, field in properties.items()}
        case "integer" | "number":
            return 0
        case "boolean":
            return True
        case "array":
            return []
        case _:
            return "…"


def chosen(line: str, choices: Choices | None) -> str:
    """Return the value of a numbered option, or the line as it was typed."""
    word = line.strip()
    if choices and word.isdecimal() and 1 <= int(word) <= len(choices.options):
        return choices.options[int(word) - 1].value
    return line
