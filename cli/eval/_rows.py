"""What the parts of `batuta eval` write alike."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from contracts.errors import InvalidRequest


def write_jsonl(path: Path, records: Iterable[Mapping[str, Any]]) -> None:
    """Write one JSON object a line."""
    lines = [json.dumps(record, ensure_ascii=False) for record in records]
    try:
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    except OSError as exc:
        raise InvalidRequest(f"{path} cannot be written: {exc.strerror}") from exc
