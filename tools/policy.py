"""The rules a tool call obeys, as pure pieces; whoever executes tools composes them."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import orjson

from contracts.errors import BatutaError, LoopDetected, ToolFailed, ToolTimeout
from contracts.json import JsonMapping
from contracts.messages import Caller
from tools.tool import Tool, ToolArguments

_TRANSIENT = (ToolTimeout, TimeoutError, ConnectionError)


class ToolForbidden(ToolFailed):
    """This agent or this person may not use the tool."""

    code = "forbidden"


def normalised(name: str, args: JsonMapping) -> str:
    """Return one text for all spellings of a call: key order and outer blanks do not count."""
    plain = orjson.dumps(
        _plain(args), option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS, default=str
    )
    return f"{name}:{plain.decode()}"


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    if isinstance(value, Mapping):
        items = cast(Mapping[Any, Any], value)
        return {str(key): _plain(item) for key, item in items.items() if item is not None}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in cast("list[Any]", value)]
    return str(value) if isinstance(value, int) and abs(value) >= 2**63 else value


@dataclass(slots=True)
class LoopGuard:
    """Notices a model that repeats itself: one tool, the same arguments, so many times running.

    Its two fields are the whole state, so that it can be stored and taken up elsewhere.
    """

    limit: int = 3
    last: str = ""
    count: int = 0

    def check(self, name: str, args: JsonMapping) -> None:
        """Count this call in; LoopDetected when it is the last one too many."""
        key = normalised(name, args)
        self.count = self.count + 1 if key == self.last else 1
        self.last = key
        if self.count >= self.limit:
            raise LoopDetected(
                f"{name} was called {self.count} times running with the same arguments"
            )


def needs_approval(tool: Tool, autonomous: bool, remembered: set[str]) -> bool:
    """Tell whether a person must agree first; `always` yields to nothing."""
    if tool.approval == "ask":
        return not autonomous and tool.name not in remembered
    return tool.approval == "always"


def allowed(tool: Tool, caller: Caller, agent_tools: set[str] | frozenset[str]) -> None:
    """Refuse what the agent was not given or the person's roles do not open."""
    if tool.name not in agent_tools:
        names = ", ".join(sorted(agent_tools)) or "none"
        raise ToolForbidden(f"this agent has no tool '{tool.name}' (it has: {names})")
    if tool.roles and "admin" not in caller.roles and not tool.roles & caller.roles:
        raise ToolForbidden(
            f"{tool.name} is open to the roles {', '.join(sorted(tool.roles))} only"
        )


def may_retry(tool: Tool, failure: BaseException, attempt: int) -> bool:
    """Tell whether to try again unasked: a passing failure of a call that may run twice.

    `attempt` counts the tries made. After the last one the person is asked whether to go on.
    """
    if not tool.repeatable or attempt > tool.retries:
        return False
    return isinstance(failure, _TRANSIENT) or (
        isinstance(failure, BatutaError)
        and failure.retryable
        and not isinstance(failure, ToolArguments)
    )


@dataclass(slots=True)
class ResultCache:
    """Remembers results of tools that allow it, for one person each, in this process.

    Only results are put in, never failures. A value that cannot be stored or read again counts as
    a miss: the cache may make a call faster and never make it fail.
    """

    size: int = 512
    room: int = 16 * 1024 * 1024  # bytes of all results
    clock: Callable[[], float] = time.monotonic
    hits: int = 0
    misses: int = 0
    _kept: OrderedDict[str, tuple[float, bytes]] = field(
        default_factory=OrderedDict[str, tuple[float, bytes]]
    )
    _taken: int = 0

    def get(self, tool: Tool, caller: Caller, args: JsonMapping) -> tuple[bool, Any]:
        """Return whether a living result is known, and the result."""
        if tool.cache is None:
            return False, None
        key = self._key(tool, caller, args)
        kept = self._kept.get(key) if key else None
        if key is None or kept is None or kept[0] <= self.clock():
            self._drop(key or "")
            self.misses += 1
            return False, None
        self._kept.move_to_end(key)
        self.hits += 1
        return True, orjson.loads(kept[1])

    def put(self, tool: Tool, caller: Caller, args: JsonMapping, result: Any) -> None:
        """Remember a result for as long as its tool says, pushing out the least used."""
        if tool.cache is None:
            return
        key = self._key(tool, caller, args)
        try:
            stored = orjson.dumps(result)
        except TypeError:  # not JSON after all: go without
            return
        if key is None or len(stored) > self.room // 8:
            return
        self._drop(key)
        self._kept[key] = (self.clock() + tool.cache, stored)
        self._taken += len(stored)
        while len(self._kept) > self.size or self._taken > self.room:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: str) -> None:
        if kept := self._kept.pop(key, None):
            self._taken -= len(kept[1])

    def _key(self, tool: Tool, caller: Caller, args: JsonMapping) -> str | None:
        try:
            return f"{caller.org_id}/{caller.user_id}/{normalised(tool.name, args)}"
        except (TypeError, RecursionError):
            return None
