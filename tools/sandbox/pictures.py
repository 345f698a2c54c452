"""What counts as a picture: a PNG by its own words, and of a size that a page can show."""

from __future__ import annotations

import struct

_MAGIC = b"\x89PNG\r\n\x1a\n"
_END = b"IEND\xaeB`\x82"
_MOST_PIXELS = 40_000_000
_MOST_SIDE = 16_000


def is_picture(name: str, data: bytes) -> bool:
    """Whether these bytes are called, begin, end and measure like a PNG."""
    if not name.endswith(".png"):
        return False
    if len(data) < 45 or not data.startswith(_MAGIC) or not data.endswith(_END):
        return False
    if data[12:16] != b"IHDR":
        return False
    width, height = struct.unpack(">II", data[16:24])
    return 0 < width <= _MOST_SIDE and 0 < height <= _MOST_SIDE and width * height <= _MOST_PIXELS
