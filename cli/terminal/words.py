"""The words in which the terminal tells of each event, one short line each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import orjson

from cli.terminal.answers import sample
from cli.terminal.lines import Unknown
from contracts import events as ev
from contracts.json import JsonObject

Tone = Literal["passing", "dim", "plain", "good", "warn"]
StyledLine = tuple[str, Tone]

_ROWS = 20
_CELL = 40
_MARKS = {"pending": "[ ]", "running": "[~]", "done": "[x]", "failed": "[!]", "skipped": "[-]"}
_ENDS: dict[ev.DoneStatus, str] = {
    "cancelled": "cancelled",
    "blocked": "the message was not let through",
    "failed": "the turn failed",
}


def ended(status: ev.DoneStatus) -> Iterator[StyledLine]:
    """Tell how a turn ended, where the answer alone does not."""
    if status in _ENDS:
        yield _ENDS[status], "warn"


def lines(
    event: ev.Event | Unknown, titles: dict[str, str], tasks: dict[str, str], said: str = ""
) -> Iterator[StyledLine]:
    """Tell of one event, after what the answer has said; most take one line, many take none."""
    match event:
        case ev.Queued():
            yield f"waiting: number {event.position} in this conversation's queue", "dim"
        case ev.GuardVerdict():
            told = f": {event.message}" if event.message else ""
            yield f"guard {event.verdict} ({event.category}){told}", _guard_tone(event)
        case ev.RouteChosen() if event.intent != "stay":
            yield f"{_way(event)} ({event.confidence:.0%}) {event.reason}", "dim"
        case ev.StateEntered():
            yield f"{event.workflow}: {event.title or event.state}", "dim"
        case ev.TaskList():
            for task in event.tasks:
                yield f"{_MARKS[task.status]} {task.description}", "plain"
        case ev.TaskUpdate():
            why = f": {event.error}" if event.error else ""
            yield f"{_MARKS[event.status]} {tasks.get(event.id, event.id)}{why}", "plain"
        case ev.StaffMessage():
            yield f"{_who(event)}> {event.text}", "good"
        case ev.Handover() if event.changed:
            yield _handed(event), "plain"
        case ev.Memory():
            for text in event.saved:
                yield f"remembered: {text}", "dim"
        case ev.Error():
            again = ", may be tried again" if event.retryable else ""
            yield f"{event.message} [{event.code}{again}; reference {event.correlation_id}]", "warn"
        case _:
            yield from _tool(event, titles)
            yield from _widget(event, said)


def args_line(args: JsonObject, width: int = 80) -> str:
    """Write arguments on one short line."""
    text = ", ".join(f"{name}={orjson.dumps(value).decode()}" for name, value in args.items())
    return text if len(text) <= width else text[: width - 1] + "…"


def usage_line(usage: ev.UsageReport) -> str:
    """Write tokens and cost of one turn."""
    told = tokens(usage.input, usage.output, usage.cached, usage.cost_usd)
    return f"{usage.model}: {told}"


def tokens(read: int, written: int, cached: int, cost: float | None) -> str:
    """Write token counts and what they cost."""
    price = "cost unknown" if cost is None else f"${cost:.4f}"
    return f"{read} in{f' ({cached} cached)' if cached else ''}, {written} out, {price}"


def table(columns: list[str], rows: list[list[Any]], total: int) -> Iterator[str]:
    """Lay a table out in columns, its first rows only."""
    cells = [[_cell(v) for v in row] for row in [[*columns], *rows[:_ROWS]]]
    widths = [max(len(row[i]) for row in cells if i < len(row)) for i in range(len(columns))]
    for row in cells:
        yield "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=False)).rstrip()
    if total > min(len(rows), _ROWS):
        yield f"… {total} rows in all"


def _tool(event: ev.Event | Unknown, titles: dict[str, str]) -> Iterator[StyledLine]:
    match event:
        case ev.ToolStart():
            yield f"> {event.title or event.tool}({args_line(event.args)})", "dim"
        case ev.ToolProgress():
            part = "" if event.fraction is None else f" {event.fraction:.0%}"
            yield f"  {titles.get(event.call, event.call)}{part} {event.note}".rstrip(), "passing"
        case ev.ToolRetry():
            name = titles.get(event.call, event.call)
            yield f"  {name}: try {event.attempt} of {event.max}, {event.reason}", "dim"
        case ev.ToolEnd():
            cached = ", from cache" if event.cached else ""
            name = titles.get(event.call, event.tool)
            took = f"{event.duration_ms / 1000:.1f} s"
            tone: Tone = "dim" if event.status == "ok" else "warn"
            yield f"< {name}: {event.status} in {took}{cached}", tone
        case ev.ToolApprovalRequest():
            yield f"? {event.title or event.tool}({args_line(event.args, 400)})", "plain"
            yield f"  {event.reason}", "plain"
        case _:
            pass


def _widget(event: ev.Event | Unknown, said: str) -> Iterator[StyledLine]:
    match event:
        case ev.Choices():
            # The answer itself asks it, in these words or in a model's own.
            if event.question.strip() not in said and not said.rstrip().endswith("?"):
                yield event.question, "plain"
            for number, option in enumerate(event.options, 1):
                yield f"  {number}. {option.label}", "plain"
        case ev.Table():
            yield event.title, "good"
            for row in table(event.columns, event.rows, event.total_rows):
                yield row, "plain"
        case ev.Chart():
            yield f"{event.title} ({event.chart_type})", "good"
            for row in table(event.data.columns, event.data.rows, len(event.data.rows)):
                yield row, "plain"
        case ev.Kpi():
            change = "" if event.change is None else f" ({event.change:+g})"
            yield (
                f"{event.label}: {event.value}{f' {event.unit}' if event.unit else ''}{change}",
                "good",
            )
        case ev.Dashboard() | ev.Artifact() | ev.File():
            yield f"{event.title} ({event.kind}): {event.url}", "good"
        case ev.Ui() if event.result_schema:
            like = sample(event.result_schema)
            yield f"a page would show the form '{event.component}' here; a terminal cannot", "plain"
            yield f'  answer it as JSON: /form {like}, or say "cancel"', "plain"
        case ev.Ui():
            yield f"a page would show '{event.component}' here; a terminal cannot", "dim"
        case _:
            pass


def _who(event: ev.StaffMessage | ev.Handover) -> str:
    return f"{event.name} ({event.title})" if event.name else event.title


def _handed(event: ev.Handover) -> str:
    """Tell who has the conversation now."""
    place = f", number {event.place} in the queue" if event.place else ""
    told: dict[ev.HandoverStatus, str] = {
        "waiting": f"waiting for {event.title}{place}",
        "taken": f"{_who(event)} has joined",
        "returned": f"{_who(event)} has handed the conversation back",
        "closed": f"{_who(event)} has closed the request",
        "left": "back with the assistant",
        "expired": "back with the assistant: nobody came",
    }
    return told[event.status]


def _guard_tone(event: ev.GuardVerdict) -> Tone:
    return "warn" if event.verdict == "block" else "dim"


def _way(event: ev.RouteChosen) -> str:
    if event.from_workflow and event.from_workflow != event.workflow:
        return f"{event.from_workflow} -> {event.workflow}"
    return event.workflow


def _cell(value: Any) -> str:
    text = "" if value is None else str(value)
    return text if len(text) <= _CELL else text[: _CELL - 1] + "…"
