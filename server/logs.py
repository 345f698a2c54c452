"""Structured logs: constant messages, facts beside them, the correlation id, nothing personal."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime

import orjson
from typing_extensions import override

from contracts.correlation import correlation
from contracts.events import stamp
from guardrails.gate import cleaned, without_credentials
from language.printable import printable
from server.setting_groups.model_choice import PROVIDERS
from server.settings import Settings

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {
    "message",
    "asctime",
    "taskName",
    "color_message",
}
# ADK logs what models say and tools return, as the providers' SDKs do; DBOS logs every park and
# recovery.
_QUIET = {
    **{name: level for known in PROVIDERS for name, level in known.loggers.items()},
    "google_adk": logging.CRITICAL,
    "httpx": logging.WARNING,
    "httpx2": logging.WARNING,
    "httpcore": logging.WARNING,
    "dbos": logging.ERROR,
    "uvicorn.access": logging.WARNING,
    "py.warnings": logging.CRITICAL,  # pydantic's quote the very values
}


def _facts(record: logging.LogRecord) -> dict[str, object]:
    return {k: v for k, v in vars(record).items() if k not in _STANDARD and not k.startswith("_")}


def _message(record: logging.LogRecord) -> str:
    said = record.getMessage()
    # asyncio lists the task and the exception's text below its message.
    return said.partition("\n")[0] if record.name == "asyncio" else said


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": stamp(datetime.fromtimestamp(record.created, UTC)),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record),
        }
        if known := correlation.get():
            line["correlation_id"] = known
        line |= _facts(record)
        if record.exc_info:
            line["trace"] = _trace(record)
        return orjson.dumps(cleaned(line), default=str).decode()


class TextFormatter(logging.Formatter):
    """A line for people."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        facts = " ".join(f"{k}={v}" for k, v in _facts(record).items())
        clock = datetime.fromtimestamp(record.created, UTC).strftime("%H:%M:%S")
        text = f"{clock} {record.levelname.lower():7} {_message(record)} {facts}".rstrip()
        text = printable(text)  # a fact may come from an issuer or a provider
        return without_credentials(f"{text}\n{_trace(record)}" if record.exc_info else text)


def _trace(record: logging.LogRecord) -> str:
    """Tell where it failed without the exception's text, which may quote what a person wrote."""
    exc = record.exc_info[1] if record.exc_info else None
    frames: list[str] = []
    tb = exc.__traceback__ if exc else None
    while tb:
        code = tb.tb_frame.f_code
        frames.append(f"{code.co_filename.rsplit('/', 3)[-1]}:{tb.tb_lineno} {code.co_name}")
        tb = tb.tb_next
    return f"{type(exc).__name__} at " + " < ".join(reversed(frames[-12:]))


def install(settings: Settings) -> None:
    """Send every log of this process to standard error in the chosen form."""
    handler = logging.StreamHandler(sys.stderr)
    plain = settings.log_format == "text" or (settings.log_format == "auto" and sys.stderr.isatty())
    handler.setFormatter(TextFormatter() if plain else JsonFormatter())
    logging.captureWarnings(capture=True)
    logging.basicConfig(level=settings.log_level.upper(), handlers=[handler], force=True)
    for name, level in _QUIET.items():
        logger = logging.getLogger(name)
        logger.setLevel(level)
        logger.handlers[:] = [logging.NullHandler()]  # DBOS brings its own where there is none
        logger.propagate = True
