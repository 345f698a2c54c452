"""What model calls cost: a dated table in USD per million tokens, and a file to overrule it.

A model that is not listed costs None, never a guess. Read from the providers' price pages on the
dates given; `since` is the day from which a price holds, `above` the prompt length from which a
dearer one does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from contracts.errors import InvalidRequest

MILLION = 1_000_000


class Price(BaseModel):
    """Prices of one model, from one day and one prompt length on."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    input: float
    output: float
    cached: float | None = None  # tokens read from the provider's cache
    written: float | None = None  # tokens written to it; None: as input
    since: date = date(2000, 1, 1)
    above: int = 0  # holds for prompts longer than this
    read: date | None = None  # when the price was looked up


class Usage(NamedTuple):
    """Tokens of one call: the whole prompt, the answer (thinking included), the cached part."""

    input: int
    output: int
    cached: int = 0


Table = Mapping[str, Sequence[Price]]

_READ = date(2026, 11, 18)  # the day these were last looked up

PRICES: dict[str, list[Price]] = {
    "claude-haiku-5-5": [
        Price(input=0.10, output=0.50, cached=0.01, written=0.125, read=_READ),
        Price(input=0.50, output=2.50, cached=0.05, written=0.625, above=100_000, read=_READ),
    ],
    "claude-sonnet-5-5": [
        Price(input=2, output=10, cached=0.20, written=2.50, read=_READ),
        Price(input=2, output=10, cached=0.10, written=2.50, since=date(2026, 10, 7), read=_READ),
    ],
    "claude-opus-5-5": [Price(input=4, output=20, cached=0.20, written=5, read=_READ)],
    "gemini-3.5-flash-lite": [Price(input=0.30, output=2.50, cached=0.03, read=_READ)],
    "gemini-3.8-flash": [
        Price(input=0.75, output=3.75, cached=0.075, read=_READ),
        Price(input=1.50, output=7.50, since=date(2027, 1, 1), read=_READ),
    ],
    "local": [Price(input=0, output=0, cached=0, written=0, read=_READ)],
}

_FILE = TypeAdapter(dict[str, Price | list[Price]])


def load_prices(path: str | Path | None = None) -> Table:
    """Return the table, with the models of a JSON file added or replaced.

    The file maps a model's name to a price or a list of prices, in the fields of `Price`.
    """
    if path is None:
        return PRICES
    try:
        found = _FILE.validate_json(Path(path).read_bytes())
    except OSError as exc:
        raise InvalidRequest(f"BATUTA_PRICES: {path} cannot be read: {exc.strerror}") from exc
    except ValidationError as exc:
        where = ".".join(str(part) for part in exc.errors()[0]["loc"])
        cause = exc.errors()[0]["msg"]
        raise InvalidRequest(f"BATUTA_PRICES: {path}: {where or 'the file'}: {cause}") from exc
    return PRICES | {k: v if isinstance(v, list) else [v] for k, v in found.items()}


def cost(
    table: Table,
    model: str,
    used: Usage,
    written: int = 0,
    on: date | None = None,
) -> float | None:
    """Return what a call cost in USD, or None where a price is not known.

    `written` counts the tokens of the prompt that were written to the provider's cache.
    """
    day = on or datetime.now(UTC).date()
    fitting = [p for p in table.get(model, ()) if p.since <= day and p.above < max(used.input, 1)]
    if not fitting:
        return None
    price = max(fitting, key=lambda p: (p.since, p.above))
    if used.cached and price.cached is None:
        return None
    dollars = (
        (used.input - used.cached - written) * price.input
        + used.cached * (price.cached or 0)
        + written * (price.input if price.written is None else price.written)
        + used.output * price.output
    )
    return round(dollars / MILLION, 9)
