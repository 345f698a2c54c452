"""Makes tools of what an MCP server lists: bounded, checked by us, under our policy."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, cast

import orjson
from pydantic import BaseModel, ConfigDict

from contracts.errors import ToolFailed
from contracts.json import JsonMapping, JsonObject
from contracts.mcp import McpServer
from language.clean import storable
from language.forms import problem_of, wrong_fields
from language.json_text import leaves, map_leaves
from tools.tool import TOOL_NAME, Tool, ToolContext, inlined

MOST_TOOLS = 200
MOST_SCHEMA = 16 * 1024  # bytes
_MOST_DESCRIPTION = 1_000  # characters
_MOST_NOTE = 300
_UNREAD = frozenset({"$schema", "$id", "title"})  # where they are keywords: with a text
_MOST_MENDED = 30
_UNSEEN = "A tool of the MCP server '{}', which does not have it now or was not reached yet."

ServerCall = Callable[[str, JsonObject, ToolContext], Awaitable[Any]]


class WordReader(Protocol):
    """Reads what a server says of its tools before a model does; it may take its time."""

    def refuses(self, text: str) -> bool:
        """Tell whether a text must not be read by a model."""
        ...

    def cleaned(self, text: str) -> str:
        """Return a text without what a model must not see."""
        ...


class ServerArguments(BaseModel):
    """Arguments that the server's own schema describes; what they are is checked against that."""

    model_config = ConfigDict(extra="allow")


@dataclass(slots=True)
class McpListing:
    """The tools that were made of a server's list, and why others were not."""

    tools: dict[str, Tool] = field(default_factory=dict[str, Tool])
    left_out: dict[str, str] = field(default_factory=dict[str, str])


def tools_of(
    server: McpServer, listed: Sequence[JsonMapping], call: ServerCall, read: WordReader
) -> McpListing:
    """Make a tool of each entry of a server's list that is wanted and can be used."""
    made = McpListing()
    for entry in listed[:MOST_TOOLS]:
        own = str(entry.get("name") or "")[:200]
        if not server.tools.takes(own):
            continue
        name = server.name_of(own)
        try:
            if name in made.tools:
                raise ToolFailed(f"another tool of it becomes '{name}' too")
            made.tools[name] = _tool(server, name, own, entry, call, read)
        except ToolFailed as exc:
            made.left_out[own] = exc.message
    if len(listed) > MOST_TOOLS:
        made.left_out["…"] = f"it lists {len(listed)} tools; {MOST_TOOLS} are looked at"
    return made


class _Unread:
    """Reads what we have written ourselves."""

    def refuses(self, text: str) -> bool:
        return False

    def cleaned(self, text: str) -> str:
        return text


def unseen(server: McpServer, name: str, why: Callable[[], str]) -> Tool:
    """Make a tool of which only the name is known: calling it says what is the matter.

    It never reaches the server, whatever that has by now: nobody has looked at what is there.
    """

    async def refuse(own: str, args: JsonObject, ctx: ToolContext) -> Any:
        raise ToolFailed(why())

    entry = {"description": _UNSEEN.format(server.name)}
    made = _tool(server, name, name, entry, refuse, _Unread())
    return replace(made, approval="never", side_effect=False, retries=0)


def _tool(
    server: McpServer, name: str, own: str, entry: JsonMapping, call: ServerCall, read: WordReader
) -> Tool:
    if not TOOL_NAME.fullmatch(name) or name == server.leads:
        raise ToolFailed(f"'{name[:80]}' is no name of a tool; set another `prefix`")
    given = _schema(entry.get("inputSchema") or {"type": "object"})
    description = storable(str(entry.get("description") or ""))[:_MOST_DESCRIPTION]
    title = storable(str(entry.get("title") or ""))[:80]
    _refuse_orders([description], read)
    _refuse_orders([own, title, description, *_texts(given)], read)
    schema = map_leaves(given, lambda leaf: read.cleaned(leaf) if isinstance(leaf, str) else leaf)
    hints: JsonMapping = entry.get("annotations") or {}
    looks = hints.get("readOnlyHint") is True
    wanted = server.approval_of(own)

    async def run(_context_: ToolContext, **arguments: Any) -> Any:
        return await call(own, arguments, _context_)

    return Tool(
        name=name,
        description=read.cleaned(description) or own,
        title={"en": read.cleaned(title) or own.replace("_", " ").capitalize()},
        schema=schema,
        function=run,
        arguments=ServerArguments,
        context="_context_",
        misfit=lambda args: _misfit(schema, args),
        timeout=server.timeout,
        approval=wanted or ("never" if looks else "ask"),
        side_effect=not looks,
        idempotent=hints.get("idempotentHint") is True,
        roles=frozenset(server.roles),
    )


def _schema(given: Any) -> JsonObject:
    """Return a schema that models can read and that we can check by; what we cannot, is dropped.

    The server checks by its own schema anyway.
    """
    if not isinstance(given, dict) or len(orjson.dumps(given)) > MOST_SCHEMA:
        raise ToolFailed(f"its input schema is no object of at most {MOST_SCHEMA} bytes")
    schema = _short(cast("JsonObject", given))
    if "_context_" in cast("JsonMapping", schema.get("properties") or {}):
        raise ToolFailed("one of its arguments is named '_context_'")
    for _ in range(_MOST_MENDED):
        problem = problem_of(schema)
        if problem is None:
            break
        if not problem.path or not _dropped(schema, problem.path):
            raise ToolFailed(f"its input schema cannot be read: {problem.why}")
    else:
        raise ToolFailed("its input schema uses too much that is not served")
    try:
        return inlined(schema)
    except (TypeError, KeyError, RecursionError):
        raise ToolFailed("its input schema refers to itself, or to what is not there") from None


def _short(schema: JsonObject) -> JsonObject:
    """Bound every text of a schema, and take out what no model needs."""
    return cast("JsonObject", _bounded(schema))


def _bounded(node: Any) -> Any:
    if isinstance(node, str):
        return storable(node)[:_MOST_NOTE]
    if isinstance(node, list):
        return [_bounded(part) for part in cast("list[Any]", node)]
    if not isinstance(node, dict):
        return node
    return {
        storable(str(key))[:_MOST_NOTE]: _bounded(value)
        for key, value in cast("JsonObject", node).items()
        if not (key in _UNREAD and isinstance(value, str))
    }


def _dropped(schema: JsonObject, path: Sequence[str | int]) -> bool:
    """Take the keyword at a place, or the nearest one above it, out of a schema."""
    here: Any = schema
    for step in path[:-1]:
        try:
            here = here[step]
        except (KeyError, IndexError, TypeError):
            return False
    if isinstance(here, dict) and path[-1] in here:
        del cast("dict[Any, Any]", here)[path[-1]]
        return True
    return len(path) > 1 and _dropped(schema, path[:-1])


def _texts(value: Any) -> list[str]:
    return [leaf for leaf in leaves(value) if isinstance(leaf, str)]


def _refuse_orders(texts: Sequence[str], read: WordReader) -> None:
    """Refuse a tool whose words try to give orders."""
    if read.refuses("\n".join(text for text in texts if text)):
        raise ToolFailed("its description tries to give orders")


def _misfit(schema: JsonMapping, args: JsonMapping) -> str | None:
    """Say which arguments do not fit, and what would."""
    wrong = wrong_fields(schema, dict(args))
    if not wrong:
        return None
    known: JsonMapping = schema.get("properties") or {}
    return "; ".join(_said(place, known) for place in wrong)


def _said(place: str, known: JsonMapping) -> str:
    if not place:
        return f"the arguments do not fit its schema (it takes: {', '.join(known) or 'none'})"
    form = known.get(place.partition(".")[0])
    told = orjson.dumps(form).decode()[:200] if form is not None else "nothing of that name"
    return f"'{place}' is missing or does not fit; it takes {told}"
