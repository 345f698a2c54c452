"""What a call shows beside its result: charts, tables, figures; bounded, each with an id."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast, get_args
from uuid import NAMESPACE_OID, uuid5

import orjson

from contracts.errors import ToolFailed
from contracts.events import AnyWidget, StreamEventAdapter, TaskList, TaskUpdate
from contracts.json import JsonMapping, JsonObject
from language.json_text import map_leaves
from tools.bounds import as_json

MOST_WIDGETS = 12
MOST_WIDGET_BYTES = 256 * 1024
ShownEvent = AnyWidget | TaskList | TaskUpdate
_ENVELOPE = ("turn", "seq", "at")
_STORED = frozenset({"dashboard", "artifact", "file"})  # they lead to something that has an id


@dataclass(frozen=True, slots=True)
class ToolYield:
    """What a call has given: its result, and the widgets that it shows."""

    output: Any
    widgets: Sequence[JsonMapping] = ()

    @classmethod
    def read(cls, kept: JsonMapping) -> ToolYield:
        """Read it as it was kept for the next call."""
        return cls(kept["output"], kept["widgets"])

    def kept(self) -> JsonObject:
        """Return it as it is kept for the next call."""
        return {"output": self.output, "widgets": list(self.widgets)}

    def of_call(self, call: str) -> ToolYield:
        """Return what another call gives with it: widgets of its own, also where they are named."""
        if not self.widgets:
            return self
        ids = {str(w["id"]): _id(call, at, w) for at, w in enumerate(self.widgets, 1)}
        named = map_leaves(self.output, lambda leaf: ids.get(leaf, leaf) if _is_id(leaf) else leaf)
        return ToolYield(named, [{**w, "id": ids[str(w["id"])]} for w in self.widgets])


@dataclass(slots=True)
class WidgetTray:
    """The widgets of one try of a call, in the order in which they were shown."""

    _kept: list[bytes] = field(default_factory=list[bytes])
    _lock: threading.Lock = field(default_factory=threading.Lock)  # a tool may use several threads

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, call: str, widget: AnyWidget) -> str:
        """Take a widget as it is now and return its id; ToolFailed where it is too much."""
        if not isinstance(cast(object, widget), get_args(AnyWidget)):
            raise TypeError(f"a tool shows widgets, and {type(widget).__name__} is none")
        with self._lock:
            if len(self._kept) >= MOST_WIDGETS:
                raise ToolFailed(f"a call may show {MOST_WIDGETS} widgets; show fewer")
            fields = _fields(widget)
            fields["id"] = _id(call, len(self._kept) + 1, fields)
            self._kept.append(_bounded(fields))
        return fields["id"]

    def add_plan(self, event: TaskList | TaskUpdate) -> None:
        """Take what tells of the turn's plan."""
        self._kept.append(_bounded(_fields(event)))

    def taken(self) -> list[JsonObject]:
        """Return them as plain JSON; many large ones take their time."""
        return [orjson.loads(kept) for kept in self._kept]


def as_event(widget: JsonMapping) -> ShownEvent:
    """Return a widget as the event that shows it."""
    return cast("ShownEvent", StreamEventAdapter.validate_python(dict(widget)))


def plan_event(widget: JsonMapping) -> TaskList | TaskUpdate | None:
    """Return what tells of the turn's plan as its event; None for a widget."""
    event = as_event(widget) if widget["type"] in ("task_list", "task_update") else None
    return event if isinstance(event, TaskList | TaskUpdate) else None


def _fields(event: ShownEvent) -> JsonObject:
    names = [name for name in type(event).model_fields if name not in _ENVELOPE]
    return {name: getattr(event, name) for name in names}


def _id(call: str, at: int, widget: JsonMapping) -> str:
    """Return the id of a widget: whoever makes the call again shows it under the same one."""
    if widget["type"] in _STORED and widget["id"]:
        return str(widget["id"])
    return f"w_{uuid5(NAMESPACE_OID, f'{call}/{at}').hex[:20]}"


def _is_id(leaf: Any) -> bool:
    return isinstance(leaf, str) and leaf.startswith("w_")


def _bounded(fields: JsonObject) -> bytes:
    try:
        told = as_json(fields)
    except TypeError as exc:
        raise ToolFailed(f"the {fields['type']} holds what is no plain data: {exc}") from None
    if len(told) > MOST_WIDGET_BYTES:
        raise ToolFailed(
            f"the {fields['type']} takes {len(told)} bytes, {MOST_WIDGET_BYTES} may be shown;"
            " show fewer rows"
        )
    return told
