"""What the parts of `batuta eval` write alike."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from contracts.errors import InvalidRequest
from contracts.json import JsonMapping


def write_jsonl(path: Path, records: Iterable[JsonMapping]) -> None:
    """Write one JSON object a line."""
    lines = [json.dumps(record, ensure_ascii=False) for record in records]
    try:
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    except OSError as exc:
        raise InvalidRequest(f"{path} cannot be written: {exc.strerror}") from exc
