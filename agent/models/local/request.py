"""What the local model reads out of a request: the tools, the message, and what came back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from google.adk.models.llm_request import LlmRequest
from google.genai import types

from agent.models.situation import TurnSituation, situation
from contracts.json import JsonObject
from language.detect import Language, detect
from tools.phrases import NO_PHRASES, LocalPhrases


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument a tool takes, as its declaration describes it."""

    name: str
    kind: str  # JSON schema's type; "string" where nothing is said
    description: str = ""
    required: bool = False
    options: tuple[str, ...] = ()
    format: str = ""


@dataclass(frozen=True, slots=True)
class Declared:
    """A tool as the request declares it."""

    name: str
    description: str
    parameters: tuple[Parameter, ...] = ()
    phrases: LocalPhrases = field(default=NO_PHRASES, compare=False)  # no part of its meaning


@dataclass(frozen=True, slots=True)
class Answered:
    """What a tool gave back, beside what it was asked."""

    tool: str
    args: JsonObject
    response: JsonObject
    phrases: LocalPhrases = NO_PHRASES


@dataclass(frozen=True, slots=True)
class LocalRequest:
    """All that a reply depends on."""

    message: str
    language: Language
    asked: str = ""  # what the model said right before the message
    before: str = ""  # the person's message before that
    earlier: tuple[str, ...] = ()  # all that the person wrote before, oldest first
    told: tuple[str, ...] = ()  # all that was answered before
    situation: TurnSituation | None = None  # None: nothing is known of the turn
    instruction: str = ""
    tools: tuple[Declared, ...] = ()
    answered: tuple[Answered, ...] = field(default_factory=tuple)
    # The same of each earlier message of the person, oldest first.
    past: tuple[tuple[Answered, ...], ...] = field(default_factory=tuple)


def read_request(request: LlmRequest) -> LocalRequest:
    """Read a request: the last message of the person, and the tool results that followed it."""
    said: list[tuple[str, str]] = []
    calls: dict[str, types.FunctionCall] = {}
    answered: list[Answered] = []
    past: list[tuple[Answered, ...]] = []
    for content in request.contents:
        for part in content.parts or []:
            if part.text and not part.thought:
                role = "user" if content.role == "user" else "model"
                if role == "user":
                    past.append(tuple(answered))
                    answered = []
                said.append((role, part.text))
            elif part.function_call:
                calls[part.function_call.id or part.function_call.name or ""] = part.function_call
            elif part.function_response:
                answered.append(_answer(part.function_response, calls, request.tools_dict))
    people = [at for at, (role, _) in enumerate(said) if role == "user"]
    last = people[-1] if people else None
    here = situation.get()
    message = said[last][1] if last is not None else ""
    earlier = [said[at][1] for at in people[:-1]]
    asked = said[last - 1][1] if last and said[last - 1][0] == "model" else ""
    return LocalRequest(
        message=message,
        language=here.language if here else _language(message, earlier),
        asked=asked,
        before=earlier[-1] if earlier else "",
        earlier=tuple(earlier),
        told=tuple(text for role, text in said if role == "model"),
        situation=here,
        instruction=_instruction(request),
        tools=tuple(_declared(request)),
        answered=tuple(answered),
        past=tuple(past[1:]),  # before the first message nothing was asked
    )


def _language(message: str, earlier: Sequence[str]) -> Language:
    """A message without words of either language goes by the ones before it."""
    language: Language = "en"
    for text in [*earlier[-3:], message]:
        language = detect(text[:600], language)
    return language


def _answer(
    response: types.FunctionResponse,
    calls: dict[str, types.FunctionCall],
    tools: Mapping[str, object],
) -> Answered:
    call = calls.get(response.id or response.name or "") or calls.get(response.name or "")
    args = dict(call.args or {}) if call else {}
    name = response.name or ""
    return Answered(name, args, dict(response.response or {}), _phrases(tools.get(name)))


def _phrases(tool: object) -> LocalPhrases:
    """Return what a tool of the request brings along to be said of it."""
    phrases = getattr(tool, "phrases", None)  # an ADK tool of any kind; ours have them
    return phrases if isinstance(phrases, LocalPhrases) else NO_PHRASES


def _instruction(request: LlmRequest) -> str:
    instruction = cast(Any, request.config).system_instruction  # ADK writes it as a text
    return instruction if isinstance(instruction, str) else ""


def _declared(request: LlmRequest) -> list[Declared]:
    found: list[Declared] = []
    for tool in cast(list[object], cast(Any, request.config).tools or []):
        if isinstance(tool, types.Tool):
            for declaration in tool.function_declarations or []:
                schema = _schema(declaration)
                parameters = tuple(_parameters(schema))
                name, description = declaration.name or "", declaration.description or ""
                phrases = _phrases(request.tools_dict.get(name))
                if not phrases.for_models_only:
                    found.append(Declared(name, description, parameters, phrases))
    return found


def _schema(declaration: types.FunctionDeclaration) -> JsonObject:
    schema = declaration.parameters_json_schema
    if isinstance(schema, dict):
        return cast(JsonObject, schema)
    if declaration.parameters is not None:
        return declaration.parameters.model_dump(mode="json", exclude_none=True)
    return {}


def _parameters(schema: JsonObject) -> list[Parameter]:
    required = cast(set[str], set(schema.get("required") or ()))
    found: list[Parameter] = []
    for name, field_ in cast(dict[str, JsonObject], schema.get("properties") or {}).items():
        branches = cast(list[JsonObject], field_.get("anyOf") or field_.get("any_of") or [])
        core = next((b for b in branches if _is_value(b)), field_)
        options = core.get("enum") or ([core["const"]] if "const" in core else [])
        found.append(
            Parameter(
                name=name,
                kind=str(core.get("type") or "string").lower(),
                description=str(field_.get("description") or ""),
                required=name in required,
                options=tuple(str(option) for option in options),
                format=str(core.get("format") or ""),
            )
        )
    return found


def _is_value(branch: JsonObject) -> bool:
    return str(branch.get("type", "null")).lower() != "null"
