"""What model calls cost: dated prices in USD per million tokens, and a file to overrule them.

Each provider lists its own. A model that is not listed costs None, never a guess; `since` is the
day from which a price holds, `above` the prompt length from which a dearer one does.
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


PriceTable = Mapping[str, Sequence[Price]]

_FILE = TypeAdapter(dict[str, Price | list[Price]])


def load_prices(listed: PriceTable, path: str | Path | None = None) -> PriceTable:
    """Return what is listed, with the models of a JSON file added or replaced.

    The file maps a model's name to a price or a list of prices, in the fields of `Price`.
    """
    if path is None:
        return listed
    try:
        found = _FILE.validate_json(Path(path).read_bytes())
    except OSError as exc:
        raise InvalidRequest(f"BATUTA_PRICES: {path} cannot be read: {exc.strerror}") from exc
    except ValidationError as exc:
        where = ".".join(str(part) for part in exc.errors()[0]["loc"])
        cause = exc.errors()[0]["msg"]
        raise InvalidRequest(f"BATUTA_PRICES: {path}: {where or 'the file'}: {cause}") from exc
    return {**listed} | {k: v if isinstance(v, list) else [v] for k, v in found.items()}


def cost(
    table: PriceTable,
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
