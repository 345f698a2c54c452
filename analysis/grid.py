"""Where the widgets of a dashboard stand: a grid of twelve columns on which nothing overlaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

COLUMNS = 12
LARGEST_HEIGHT = 24
LOWEST_ROW = 2_000


class GridPlace(BaseModel):
    """A rectangle on the grid: its left upper corner, counted from 0, and its size in cells."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    x: int = Field(default=0, ge=0, lt=COLUMNS)
    y: int = Field(default=0, ge=0, le=LOWEST_ROW)
    w: int = Field(default=6, ge=1, le=COLUMNS)
    h: int = Field(default=4, ge=1, le=LARGEST_HEIGHT)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.x + self.w > COLUMNS:
            raise ValueError(
                f"column {self.x} and {self.w} columns of width are more than {COLUMNS}"
            )
        return self

    def meets(self, other: GridPlace) -> bool:
        """Tell whether two places have a cell in common."""
        return (
            self.x < other.x + other.w
            and other.x < self.x + self.w
            and self.y < other.y + other.h
            and other.y < self.y + self.h
        )

    def at_row(self, y: int) -> GridPlace:
        """Return the same place in another row."""
        return self.model_copy(update={"y": y})


def settled(places: Mapping[str, GridPlace], first: str | None = None) -> dict[str, GridPlace]:
    """Return places that do not overlap and leave no row empty above a widget.

    `first` keeps what it was given; whatever stands there makes room below.
    """
    order = sorted(places, key=lambda name: (name != first, places[name].y, places[name].x))
    apart: dict[str, GridPlace] = {}
    for name in order:
        apart[name] = _down(places[name], list(apart.values()))
    found: dict[str, GridPlace] = {}
    for name in sorted(apart, key=lambda name: (apart[name].y, apart[name].x)):
        found[name] = _up(apart[name], list(found.values()))
    return {name: found[name] for name in places}


def free_place(taken: Sequence[GridPlace], w: int, h: int) -> GridPlace:
    """Return the first place of a size that is free, from above, and from the left in a row."""
    rows = [0, *sorted({place.y + place.h for place in taken}), *sorted({p.y for p in taken})]
    for y in sorted(set(rows)):
        for x in range(COLUMNS - w + 1):
            wanted = GridPlace(x=x, y=y, w=w, h=h)
            if not any(wanted.meets(place) for place in taken):
                return wanted
    return GridPlace(x=0, y=max((p.y + p.h for p in taken), default=0), w=w, h=h)


def _down(place: GridPlace, others: Sequence[GridPlace]) -> GridPlace:
    while met := [other for other in others if place.meets(other)]:
        place = place.at_row(max(other.y + other.h for other in met))
    return place


def _up(place: GridPlace, others: Sequence[GridPlace]) -> GridPlace:
    """Let a place rise until it rests on another one, or on top."""
    below = [o for o in others if o.x < place.x + place.w and place.x < o.x + o.w and o.y < place.y]
    return place.at_row(max((other.y + other.h for other in below), default=0))
