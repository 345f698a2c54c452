"""Pictures of a program: those it saves, and the figures it leaves open."""

from __future__ import annotations

import io
import os
from functools import wraps
from typing import Any

from tools.sandbox.outlet import Outlet
from tools.sandbox.pictures import is_picture
from tools.sandbox.result import ARTIFACT_BYTES

_MOST = 20
_DPI = 100


class FigureCollector:
    """Sends each picture once, whichever way the program made it."""

    def __init__(self, out: Outlet, scratch: str | None) -> None:
        self._out = out
        self._scratch = scratch
        self._sent: set[bytes] = set()
        self._saved: set[int] = set()
        self._room = ARTIFACT_BYTES

    def attend(self) -> None:
        """Notice what is saved in memory; what is saved to files is found at the end."""
        from matplotlib import figure as module

        kind: Any = module.Figure
        save = kind.savefig

        @wraps(save)
        def savefig(figure: Any, target: Any, *args: Any, **options: Any) -> Any:
            result: Any = save(figure, target, *args, **options)
            if isinstance(target, io.BytesIO):
                self.send(target.getvalue())
            self._saved.add(id(figure))
            return result

        kind.savefig = savefig

    def collect(self) -> None:
        """Send what was saved to the scratch folder, then what is still open and never was."""
        from matplotlib import pyplot

        plt: Any = pyplot
        for path in self._files():
            with open(path, "rb") as file:
                self.send(file.read(ARTIFACT_BYTES + 1))
        for number in plt.get_fignums()[:_MOST]:
            figure = plt.figure(number)
            if id(figure) not in self._saved and figure.get_axes():
                target = io.BytesIO()
                figure.savefig(target, format="png", dpi=min(_DPI, figure.dpi))

    def send(self, data: bytes) -> None:
        """Send a picture if it is one, is new and fits."""
        name = f"figure-{len(self._sent) + 1}.png"
        if not is_picture(name, data) or data in self._sent or len(self._sent) >= _MOST:
            return
        if len(data) > self._room:
            raise ValueError(f"the pictures are larger than {ARTIFACT_BYTES // 10**6} MB together")
        self._room -= len(data)
        self._sent.add(data)
        self._out.write(name, data)

    def _files(self) -> list[str]:
        if not self._scratch:
            return []
        found = [
            os.path.join(folder, name)
            for folder, _, names in os.walk(self._scratch)
            for name in names
            if name.lower().endswith(".png")
        ]
        return sorted(found)[:_MOST]
