"""One stream with every event of the contract in it, and the endings a turn may have."""

from __future__ import annotations

from typing import Any

_ROWS: dict[str, Any] = {"columns": ["shift", "count"], "rows": [["A", 3], ["B", None]]}
_OPTIONS = [{"label": "Yes", "value": "yes"}]

GOLDEN: list[dict[str, Any]] = [
    {"type": "queued", "position": 1},
    {"type": "turn_start", "session": "s", "message_id": "m"},
    {"type": "guard", "verdict": "redact", "category": "personal", "message": "an e-mail"},
    {
        "type": "route",
        "workflow": "root",
        "intent": "start",
        "confidence": 0.9,
        "reason": "only one",
        "candidates": [{"workflow": "root", "confidence": 0.9}],
    },
    {"type": "state", "workflow": "root", "version": 1, "state": "talk"},
    {"type": "text", "message_id": "m", "content": "One"},
    {"type": "text_restart", "message_id": "m"},
    {"type": "text", "message_id": "m", "content": "One moment."},
    {"type": "task_list", "tasks": [{"id": "1", "description": "Count", "status": "pending"}]},
    {"type": "task_update", "id": "1", "status": "failed", "error": "no data"},
    {"type": "tool_start", "call": "c", "tool": "count", "title": "Count", "args": {"by": "shift"}},
    {"type": "tool_progress", "call": "c", "fraction": 0.5, "note": "half"},
    {"type": "tool_retry", "call": "c", "attempt": 2, "max": 2, "reason": "no answer"},
    {"type": "tool_end", "call": "c", "tool": "count", "status": "ok", "duration_ms": 40},
    {
        "type": "chart",
        "id": "w1",
        "title": "Shifts",
        "chart_type": "bar",
        "spec": {},
        "data": _ROWS,
    },
    {"type": "table", "id": "w2", "title": "Shifts", "total_rows": 90} | _ROWS,
    {"type": "kpi", "id": "w3", "label": "Services", "value": 3, "unit": "pcs", "change": -0.5},
    {"type": "dashboard", "id": "w4", "title": "Line 1", "url": "/d/4"},
    {"type": "artifact", "id": "w5", "title": "Sketch", "url": "/a/5", "kind": "svg"},
    {"type": "file", "id": "w6", "title": "Data", "url": "/f/6", "kind": "csv"},
    {"type": "ui", "id": "w7", "component": "income_calculator"},
    {"type": "memory", "saved": ["prefers mornings"], "used": []},
    {"type": "feedback_request", "reason": "a long turn"},
    {"type": "choices", "id": "q", "question": "Go on?", "options": _OPTIONS},
    {
        "type": "tool_approval_request",
        "approval": "a1",
        "kind": "tool",
        "call": "c2",
        "tool": "forget",
        "title": "Forget",
        "args": {"key": "x"},
        "reason": "it deletes",
        "expires_at": "2026-01-03T03:04:05.000000Z",
    },
    {"type": "usage", "model": "local", "input": 10, "output": 5, "cached": 2, "cost_usd": 0.01},
    {
        "type": "error",
        "code": "tool_timeout",
        "message": "the tool did not answer",
        "retryable": True,
        "correlation_id": "ref-2",
    },
    {"type": "done", "status": "waiting", "message_id": "m"},
]

ENDINGS = [
    ("finished", ""),
    ("waiting", ""),
    ("cancelled", "cancelled"),
    ("blocked", "the message was not let through"),
    ("failed", "the turn failed"),
]
