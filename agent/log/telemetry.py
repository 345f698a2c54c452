"""What an operator sees: counters for Prometheus and spans for OpenTelemetry, never any content."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager

from opentelemetry import metrics, trace
from prometheus_client import Counter, Gauge, Histogram

from contracts.messages import Turn

_tracer = trace.get_tracer("batuta")
_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300)

TURNS = Counter("batuta_turns", "Ended turns.", ["status", "workflow"])
TURN_SECONDS = Histogram(
    "batuta_turn_seconds", "From taking a turn up to its end.", buckets=_SECONDS
)
FIRST_TEXT_SECONDS = Histogram(
    "batuta_first_text_seconds", "From taking a turn up to its first text.", buckets=_SECONDS
)
RUNNING = Gauge(
    "batuta_turns_running", "Turns that run on this worker.", multiprocess_mode="livesum"
)
QUEUED = Gauge(
    "batuta_turns_queued", "Turns that wait, on all workers.", multiprocess_mode="mostrecent"
)
OVERFLOW = Counter(
    "batuta_turns_overflowed", "Turns sent to the queue because this worker was full."
)
TOKENS = Counter("batuta_tokens", "Tokens.", ["model", "kind"])
TOOL_CALLS = Counter("batuta_tool_calls", "Ended tool calls.", ["tool", "status"])
TOOL_CACHE = Counter(
    "batuta_tool_cache", "Calls of tools whose results are remembered.", ["tool", "outcome"]
)
RECOVERIES = Counter("batuta_recoveries", "Turns taken over from a lost worker.")
CASES = Counter("batuta_cases", "Findings put before the moderators.", ["stage", "verdict"])
LOOP_HELD = Histogram(
    "batuta_loop_held_seconds",
    "Processor time that the event loop used before it heard of anything new; looked at in pauses.",
    buckets=(0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60),
)
LOOP_HELD_MOST = Gauge(
    "batuta_loop_held_most_seconds", "The most of it that was seen.", multiprocess_mode="livemax"
)
FENCED = Counter("batuta_fenced", "Executions that lost their turn to another.")
_TOKEN_USAGE = metrics.get_meter("batuta").create_histogram(
    "gen_ai.client.token.usage",
    unit="{token}",
    description="Tokens of one model call.",
    explicit_bucket_boundaries_advisory=[4**power for power in range(14)],
)


def count_tokens(
    name: str, given: int, taken: int, cached: int, attributes: Mapping[str, str]
) -> None:
    """Count the tokens of one model call, under the model's name and by attributes of it."""
    TOKENS.labels(model=name, kind="input").inc(given)
    TOKENS.labels(model=name, kind="output").inc(taken)
    TOKENS.labels(model=name, kind="cached").inc(cached)
    said = {"gen_ai.operation.name": "generate_content", **attributes}
    _TOKEN_USAGE.record(given, said | {"gen_ai.token.type": "input"})
    _TOKEN_USAGE.record(taken, said | {"gen_ai.token.type": "output"})


@contextmanager
def turn_span(turn: Turn) -> Generator[None]:
    """Span one turn (OpenTelemetry's GenAI conventions)."""
    with _tracer.start_as_current_span(
        "invoke_workflow",
        attributes={
            "gen_ai.operation.name": "invoke_workflow",
            "gen_ai.conversation.id": str(turn.session_id),
            "batuta.turn": str(turn.id),
            "batuta.attempt": turn.attempt,
        },
    ):
        yield


@contextmanager
def tool_span(turn: Turn, tool: str, call: str) -> Generator[None]:
    with _tracer.start_as_current_span(
        f"execute_tool {tool}",
        attributes={
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": tool,
            "gen_ai.tool.call.id": call,
            "gen_ai.conversation.id": str(turn.session_id),
        },
    ):
        yield
