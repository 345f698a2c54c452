"""What a tool is: a typed function, its schema for the model, and the policy it declares."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import re
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, Literal, cast, get_type_hints

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model
from pydantic.errors import PydanticInvalidForJsonSchema, PydanticSchemaGenerationError
from pydantic.json_schema import GenerateJsonSchema

import tools.catalog
from contracts.catalog import collect
from contracts.errors import ToolFailed, ToolTimeout
from contracts.json import JsonMapping, JsonObject
from tools.bounds import MAX_OUTPUT, MOST_OUTPUT, bound_output, summarise_args
from tools.context import ToolContext, ToolStore
from tools.phrases import NO_PHRASES, LocalPhrases

__all__ = [
    "Tool",
    "ToolArguments",
    "ToolContext",
    "ToolFailed",
    "ToolStore",
    "bound_output",
    "load_catalog",
    "summarise_args",
    "tool",
]

Approval = Literal["never", "ask", "always"]
CACHE_SECONDS = 300.0
MAX_ARGUMENT_BYTES = 32_768
TOOL_NAME = re.compile(r"[a-z][a-z0-9_]{0,62}")


class ToolUnanswered(ToolTimeout):
    """The tool's own time was over; its author says nothing of it."""


class ToolArguments(ToolFailed):
    """The arguments do not fit the tool; the text tells the model which one and how."""


# A tool that hangs in a thread cannot be killed; a pool of its own keeps it from starving others.
_threads = ThreadPoolExecutor(max_workers=16, thread_name_prefix="tool")


@dataclass(frozen=True, slots=True, eq=False)
class Tool:
    """A function that a model may call, with the policy it is called under."""

    name: str
    description: str
    title: Mapping[str, str]
    schema: JsonObject
    function: Callable[..., Any]
    arguments: type[BaseModel]
    context: str | None
    timeout: float = 60
    retries: int = 1
    cache: float | None = None
    approval: Approval = "never"
    side_effect: bool = False
    idempotent: bool = False
    roles: frozenset[str] = frozenset()
    most_output: int = MAX_OUTPUT
    phrases: LocalPhrases = NO_PHRASES
    # Says what is wrong with arguments that a schema of others describes.
    misfit: Callable[[JsonMapping], str | None] | None = None

    @property
    def repeatable(self) -> bool:
        """Whether running it a second time with the same key does no harm."""
        return self.idempotent or not self.side_effect

    def title_in(self, language: str) -> str:
        """Return the title in this language, else in the first one it has."""
        return self.title.get(language) or next(iter(self.title.values()))

    def validate(self, args: JsonMapping) -> JsonObject:
        """Return the arguments converted and completed as JSON, or raise ToolArguments."""
        return self._read(args).model_dump(mode="json")

    async def call(self, args: JsonMapping, ctx: ToolContext) -> Any:
        """Run it within its time and return its result, JSON-safe and bounded.

        Cancelling this call, or its end, sets the `cancelled` that the function sees.
        """
        model = self._read(args)
        given = {name: getattr(model, name) for name in self.arguments.model_fields}
        given |= model.model_extra or {}
        here = replace(ctx, cancelled=threading.Event())
        limit = asyncio.timeout(self.timeout)
        try:
            async with limit:
                return bound_output(await self._run(given, here), self.most_output)
        except TimeoutError as exc:
            if not limit.expired():
                raise ToolFailed(f"{self.name}: something it waited for did not answer") from exc
            raise ToolUnanswered(f"{self.name} did not answer in {self.timeout:g} seconds") from exc
        finally:
            here.cancelled.set()

    def _read(self, args: JsonMapping) -> BaseModel:
        _check_size(self.name, args)
        if self.misfit and (wrong := self.misfit(args)):
            raise ToolArguments(f"{self.name} was called wrongly: {wrong}")
        try:
            return self.arguments.model_validate(dict(args))
        except ValidationError as exc:
            raise ToolArguments(_explain(self, exc)) from None

    async def _run(self, given: JsonObject, ctx: ToolContext) -> Any:
        if inspect.iscoroutinefunction(self.function):
            extra = {self.context: ctx} if self.context else {}
            return await self.function(**given, **extra)
        loop = asyncio.get_running_loop()
        there = replace(ctx, on_progress=partial(_report, loop, ctx.on_progress))
        extra = {self.context: there} if self.context else {}
        work = partial(contextvars.copy_context().run, self.function, **given, **extra)
        return await loop.run_in_executor(_threads, work)


def _report(
    loop: asyncio.AbstractEventLoop,
    tell: Callable[[float | None, str], None],
    fraction: float | None,
    note: str,
) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(tell, fraction, note)


def tool(
    *,
    timeout: float = 60,
    retries: int = 1,
    cache: float | bool | None = None,
    approval: Approval = "never",
    side_effect: bool = False,
    idempotent: bool = False,
    roles: list[str] | tuple[str, ...] = (),
    most_output: int = MAX_OUTPUT,
    title: Mapping[str, str] | str | None = None,
    phrases: LocalPhrases = NO_PHRASES,
) -> Callable[[Callable[..., Any]], Tool]:
    """Make a tool of a plain function; its types and docstring become the schema.

    `roles` empty means everyone; `cache` is the life of a remembered result in
    seconds, True for five minutes;
    `most_output` is the length of a result in characters.
    """
    life = CACHE_SECONDS if cache is True else cache or None
    if life is not None and side_effect:
        raise TypeError("a tool with side effects cannot be cached: drop `cache` or `side_effect`")
    if not 1 <= most_output <= MOST_OUTPUT:
        raise TypeError(f"`most_output` is between 1 and {MOST_OUTPUT} characters")

    def make(function: Callable[..., Any]) -> Tool:
        name = function.__name__
        if not TOOL_NAME.fullmatch(name):
            raise TypeError(f"tool '{name}': use lower case letters, digits and _ (at most 63)")
        description, notes = read_docstring(function.__doc__ or "")
        if not description:
            raise TypeError(f"tool '{name}' has no docstring; the model chooses a tool by it")
        arguments, context = _arguments(function, notes)
        if unknown := set(phrases.ask) - set(arguments.model_fields):
            raise TypeError(f"tool '{name}': a phrase asks for '{min(unknown)}', no argument of it")
        readable = name.replace("_", " ").capitalize()
        return Tool(
            name=name,
            description=description,
            title={"en": title} if isinstance(title, str) else dict(title or {"en": readable}),
            schema=_json_schema(name, arguments),
            function=function,
            arguments=arguments,
            context=context,
            timeout=timeout,
            retries=retries,
            cache=life,
            approval=approval,
            side_effect=side_effect,
            idempotent=idempotent,
            roles=frozenset(roles),
            most_output=most_output,
            phrases=phrases,
        )

    return make


def load_catalog() -> dict[str, Tool]:
    """Find the built-in tools, one file each, by name."""
    return collect(tools.catalog, Tool, lambda t: t.name, "tool")


def read_docstring(doc: str) -> tuple[str, dict[str, str]]:
    """Split a Google-style docstring into its first paragraph and the notes under `Args:`."""
    lines = inspect.cleandoc(doc).splitlines()
    summary = " ".join(line.strip() for line in _until_blank(lines))
    if "Args:" not in lines:
        return summary, {}
    notes: dict[str, str] = {}
    name = ""
    for line in lines[lines.index("Args:") + 1 :]:
        if line and not line.startswith(" "):
            break
        head = re.match(r" {2,4}(\w+)(?: \([^)]*\))?: (.*)", line)
        if head:
            name = head[1]
            notes[name] = head[2].strip()
        elif name and line.strip():
            notes[name] += " " + line.strip()
    return summary, notes


def _until_blank(lines: list[str]) -> list[str]:
    return lines[: lines.index("")] if "" in lines else lines


def _arguments(
    function: Callable[..., Any], notes: Mapping[str, str]
) -> tuple[type[BaseModel], str | None]:
    """Build the model of a function's arguments and find the name of its context parameter."""
    name = function.__name__
    hints = get_type_hints(function, include_extras=True)
    fields: JsonObject = {}
    context: str | None = None
    for key, parameter in inspect.signature(function).parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            raise TypeError(f"tool '{name}': write its arguments out instead of *{key}")
        if key not in hints:
            raise TypeError(f"tool '{name}': argument '{key}' has no type")
        if hints[key] is ToolContext:
            context = key
            continue
        default = ... if parameter.default is parameter.empty else parameter.default
        described = Annotated[hints[key], Field(description=notes.get(key))]
        fields[key] = (described, default)
    unknown = set(notes) - set(fields) - {context}
    if unknown:
        raise TypeError(
            f"tool '{name}': its docstring names '{min(unknown)}', which it does not take"
        )
    config = ConfigDict(extra="forbid", coerce_numbers_to_str=True, allow_inf_nan=False)
    model = create_model(f"{name}_arguments", __config__=config, **fields)
    return model, context


class _Untitled(GenerateJsonSchema):
    """Leave out the titles that pydantic makes of names: tokens without meaning."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def _json_schema(name: str, arguments: type[BaseModel]) -> JsonObject:
    try:
        schema = arguments.model_json_schema(schema_generator=_Untitled)
    except (PydanticInvalidForJsonSchema, PydanticSchemaGenerationError) as exc:
        raise TypeError(f"tool '{name}': an argument has no JSON form: {exc}") from exc
    schema.pop("title", None)
    return inlined(schema)


def inlined(schema: JsonObject) -> JsonObject:
    """Return a schema with its references written out; TypeError where one refers to itself."""
    rest = {key: value for key, value in schema.items() if key not in ("$defs", "definitions")}
    definitions = schema.get("$defs", {}) | schema.get("definitions", {})
    return cast(JsonObject, _inline(rest, definitions, ()))


def _inline(node: Any, definitions: JsonObject, open_refs: tuple[str, ...]) -> Any:
    """Write references out, because not every provider follows them."""
    if isinstance(node, list):
        return [_inline(item, definitions, open_refs) for item in cast(list[Any], node)]
    if not isinstance(node, dict):
        return node
    fields = cast(JsonObject, node)
    if "$ref" not in fields:
        return {key: _inline(value, definitions, open_refs) for key, value in fields.items()}
    ref = str(fields["$ref"]).rsplit("/", 1)[-1]
    if ref in open_refs:
        raise TypeError(f"'{ref}' refers to itself; a tool's arguments must be finite")
    target = {k: v for k, v in definitions[ref].items() if k != "title"}
    rest = {k: v for k, v in fields.items() if k != "$ref"}
    return _inline(target | rest, definitions, (*open_refs, ref))


def _check_size(name: str, args: JsonMapping) -> None:
    try:
        size = len(orjson.dumps(dict(args), default=str, option=orjson.OPT_NON_STR_KEYS))
    except TypeError as exc:
        raise ToolArguments(f"{name}: the arguments are not JSON: {exc}") from None
    if size > MAX_ARGUMENT_BYTES:
        raise ToolArguments(
            f"{name}: its arguments take {size} bytes, {MAX_ARGUMENT_BYTES} are allowed; send less"
        )


def _explain(tool: Tool, exc: ValidationError) -> str:
    """Say which arguments are wrong and what would be right, without repeating their values."""
    known = ", ".join(tool.arguments.model_fields) or "none"
    lines: list[str] = []
    for error in exc.errors(include_url=False, include_input=False)[:5]:
        where = ".".join(str(part) for part in error["loc"])
        if error["type"] == "extra_forbidden":
            lines.append(f"'{where}' is not an argument of it (it takes: {known})")
        elif error["type"] == "missing":
            lines.append(f"'{where}' is missing")
        else:
            lines.append(f"'{where}': {error['msg'][0].lower()}{error['msg'][1:]}")
    return f"{tool.name} was called wrongly: " + "; ".join(lines)
