"""The one error tree: every failure a caller may see carries a stable code and a cure."""

from __future__ import annotations

from typing import ClassVar, Literal, cast, get_args

Code = Literal[
    "unauthenticated",
    "forbidden",
    "not_found",
    "expired",
    "busy",
    "rate_limited",
    "limit_reached",
    "conflict",
    "budget_exceeded",
    "too_large",
    "invalid_request",
    "unsafe",
    "model_auth",
    "model_overloaded",
    "model_unavailable",
    "tool_failed",
    "tool_timeout",
    "loop_detected",
    "iteration_limit",
    "worker_lost",
    "unavailable",
    "internal",
]
CODES: tuple[str, ...] = get_args(Code)


class BatutaError(Exception):
    """A failure whose message was written for the person who reads it."""

    code: ClassVar[Code] = "internal"
    retryable: ClassVar[bool] = False

    def __init__(self, message: str, *, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.retry_after = retry_after


class Unauthenticated(BatutaError):
    """No valid proof of who is calling."""

    code = "unauthenticated"


class Forbidden(BatutaError):
    """The caller is known and may not do this."""

    code = "forbidden"


class NotFound(BatutaError):
    """Nothing of that id exists for this caller."""

    code = "not_found"


class Expired(BatutaError):
    """It existed, and its time has passed or it was already used."""

    code = "expired"


class Busy(BatutaError):
    """The session is answering another message and the caller asked not to wait."""

    code = "busy"
    retryable = True


class RateLimited(BatutaError):
    """Too many messages in the window."""

    code = "rate_limited"
    retryable = True


class LimitReached(BatutaError):
    """The person has as many of a thing as they may have."""

    code = "limit_reached"


class Conflict(BatutaError):
    """It has changed since it was read; load it again before changing it."""

    code = "conflict"


class BudgetExceeded(BatutaError):
    """The money or token budget of this work is used up."""

    code = "budget_exceeded"


class TooLarge(BatutaError):
    """A message or body above its limit."""

    code = "too_large"


class InvalidRequest(BatutaError):
    """The request is not of the documented form."""

    code = "invalid_request"


class Unsafe(BatutaError):
    """A guard refused the content."""

    code = "unsafe"


class ModelAuth(BatutaError):
    """Every provider that has a key rejected it."""

    code = "model_auth"


class ModelOverloaded(BatutaError):
    """The provider asks for patience (429, 529)."""

    code = "model_overloaded"
    retryable = True


class ModelUnavailable(BatutaError):
    """The provider could not be reached, broke off, or stalled."""

    code = "model_unavailable"
    retryable = True


class ToolFailed(BatutaError):
    """A tool refused or failed in a way that the model and the person may read."""

    code = "tool_failed"


class ToolTimeout(BatutaError):
    """A tool did not answer in its time."""

    code = "tool_timeout"
    retryable = True


class LoopDetected(BatutaError):
    """The same tool was called with the same arguments again and again."""

    code = "loop_detected"


class IterationLimit(BatutaError):
    """The turn used up its steps."""

    code = "iteration_limit"


class WorkerLost(BatutaError):
    """The turn lost its worker too many times to be tried again."""

    code = "worker_lost"
    retryable = True


class WorkerFrozen(WorkerLost):
    """The turn held the event loop of its worker; sent again it would hold the next one."""

    retryable = False


class Unavailable(BatutaError):
    """A part the server needs (the database, say) does not answer right now."""

    code = "unavailable"
    retryable = True


class Internal(BatutaError):
    """An unexpected failure; its text stays in the logs, under the correlation id."""

    code = "internal"


def failure_of(code: str, message: str) -> BatutaError:
    """Make a failure anew of what was kept of it."""
    known = {kind.code: kind for kind in reversed(BatutaError.__subclasses__())}
    return known.get(cast("Code", code), Internal)(message)
