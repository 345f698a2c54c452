"""Notes which functions of ours a server calls; Python imports this file by itself at its start."""

from __future__ import annotations

import atexit
import os
import sys
import threading
from pathlib import Path
from types import CodeType, FrameType

_ROOT = Path(__file__).resolve().parents[3]
_seen: set[CodeType] = set()


def _note(frame: FrameType, event: str, _: object) -> None:
    if event == "call":
        _seen.add(frame.f_code)


def _write() -> None:
    sys.setprofile(None)
    named: set[str] = set()
    for code in _seen:
        file = Path(code.co_filename)
        if file.is_relative_to(_ROOT) and ".venv" not in file.parts:
            named.add(f"{file.relative_to(_ROOT).as_posix()}:{code.co_qualname}")
    Path(os.environ["BATUTA_TEST_TRACE"]).write_text("\n".join(sorted(named)))


if "BATUTA_TEST_TRACE" in os.environ:
    atexit.register(_write)
    threading.setprofile(_note)
    sys.setprofile(_note)
