"""The files that pages load: named after what they hold, so that browsers may keep them."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

STATIC = Path(__file__).resolve().parent / "static"
_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".woff2": "font/woff2",
}
FONT = "figtree.woff2"
NAMES = (FONT, "echarts.min.js", "dashboard.js", "dashboard.css")  # styles name the font


@dataclass(frozen=True, slots=True)
class PageAsset:
    """One file as it is sent."""

    name: str
    type: str
    content: bytes
    packed: bytes

    @property
    def path(self) -> str:
        """Where it is served."""
        return f"/assets/{self.name}"


@lru_cache(1)
def page_assets() -> dict[str, PageAsset]:
    """Read and pack the files, by the names that stand in addresses; takes a moment once."""
    found: dict[str, PageAsset] = {}
    for name in NAMES:
        content = (STATIC / name).read_bytes()
        if name.endswith(".css"):
            font = next(served for served in found if served.endswith(".woff2"))
            content = content.replace(FONT.encode(), font.encode())
        first, _, rest = name.partition(".")
        served = f"{first}.{hashlib.sha256(content).hexdigest()[:16]}.{rest}"
        kind = _TYPES[Path(name).suffix]
        found[served] = PageAsset(served, kind, content, gzip.compress(content, 9, mtime=0))
    return found


def asset_path(name: str) -> str:
    """Return the address of a file by its plain name."""
    first, _, rest = name.partition(".")
    return next(
        asset.path
        for served, asset in page_assets().items()
        if served.startswith(f"{first}.") and served.endswith(f".{rest}")
    )
