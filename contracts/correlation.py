"""The id that ties a request, its turn, its log lines and its error together."""

from __future__ import annotations

from contextvars import ContextVar

correlation: ContextVar[str] = ContextVar("correlation", default="")
