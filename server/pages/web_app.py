"""The web application as it was built: read from the wheel, or from `web/dist` of a checkout."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

INDEX = "index.html"
IMMUTABLE = "assets/"  # the names of these files change with what they hold
_PLACES = (
    Path(__file__).resolve().parent / "app",
    Path(__file__).resolve().parents[2] / "web" / "dist",
)
_PACKED_TYPES = ("text/", "application/json", "image/svg")

# No code and no style but our files, nothing from elsewhere, no markup made of texts.
APP_POLICY = "; ".join((
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "font-src 'self'",
    "img-src 'self' data: blob:", "connect-src 'self'", "frame-src 'self'", "base-uri 'none'",
    "form-action 'self'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
    "trusted-types default",
))  # fmt: skip


@dataclass(frozen=True, slots=True)
class WebFile:
    """One file as it is sent; `packed` is None where packing it again saves nothing."""

    type: str
    content: bytes
    packed: bytes | None
    mark: str


def web_file(path: str) -> WebFile | None:
    """Return a file of the application by its path below `/app/`; blocks for a moment."""
    found = _built().get(path)
    return None if found is None else _read(found)


@lru_cache(1)
def _built() -> dict[str, Path]:
    """List what was built: nothing else is ever opened, whatever path is asked for."""
    folder = next((place for place in _PLACES if (place / INDEX).is_file()), None)
    if folder is None:
        return {}
    files = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    return {name.as_posix(): path for name, path in files.items() if name.parts[0][0] != "."}


@lru_cache(None)  # as many as were built
def _read(path: Path) -> WebFile:
    content = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packs = kind.startswith(_PACKED_TYPES)
    packed = gzip.compress(content, 9, mtime=0) if packs else None
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    return WebFile(kind, content, packed, f'"{hashlib.sha256(content).hexdigest()[:20]}"')
