"""What the parts of `batuta eval` write alike."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from contracts.errors import InvalidRequest
from contracts.json import JsonMapping
from workflows.testing.taken_counts import TakenCounts


def write_jsonl(path: Path, records: Iterable[JsonMapping]) -> None:
    """Write one JSON object a line."""
    lines = [json.dumps(record, ensure_ascii=False) for record in records]
    try:
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    except OSError as exc:
        raise InvalidRequest(f"{path} cannot be written: {exc.strerror}") from exc


def show_counts(counts: Mapping[str, TakenCounts]) -> None:
    """Show how many answers of each part were read right, taken wrongly, and missed."""
    width = max(map(len, counts))
    print(f"{'':<{width}} {'cases':>6} {'right':>9} {'wrongly taken':>15} {'missing':>9}")
    for name, each in counts.items():
        parts = (each.right, each.wrong, each.missing)
        right, wrong, missing = (f"{100 * part / each.cases:.1f} %" for part in parts)
        print(f"{name:<{width}} {each.cases:>6} {right:>9} {wrong:>15} {missing:>9}")
