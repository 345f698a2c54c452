"""Bytes to text: marks at the beginning first, then what the bytes can be at all."""

from __future__ import annotations

import codecs

from tools.sandbox.outlet import ProgramFault

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_NAMES = {"cp1252": "Windows-1252", "latin-1": "Latin-1"}


def is_plain(data: bytes) -> bool:
    """Tell whether the bytes are UTF-8 as they stand, without a mark or anything to leave out."""
    if b"\0" in data or data.startswith(tuple(mark for mark, _ in _MARKS)):
        return False
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def decoded(data: bytes) -> tuple[str, list[str]]:
    """Return the text, and notes where something had to be guessed or left out."""
    notes: list[str] = []
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _without_nul(_strictly(data[len(mark) :], name), notes), notes
    if wide := _wide(data[:4096]):
        return _without_nul(_strictly(data, wide), notes), notes
    try:
        return _without_nul(data.decode("utf-8"), notes), notes
    except UnicodeDecodeError:
        pass
    for name in ("cp1252", "latin-1"):
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        notes.append(f"the text is no UTF-8; it was read as {_NAMES[name]}")
        return _without_nul(text, notes), notes
    raise AssertionError("latin-1 reads all bytes")


def _wide(head: bytes) -> str | None:
    """Recognise UTF-16 without a mark: every other byte of western text is zero."""
    if len(head) < 4:
        return None
    even, odd = head[::2].count(0), head[1::2].count(0)
    half = len(head) // 2
    if odd > 0.7 * half and even < 0.1 * half:
        return "utf-16-le"
    return "utf-16-be" if even > 0.7 * half and odd < 0.1 * half else None


def _strictly(data: bytes, name: str) -> str:
    try:
        return data.decode(name)
    except UnicodeDecodeError as exc:
        raise ProgramFault(
            "encoding",
            f"the file says it is {name.upper()} and is not, from byte {exc.start} on;"
            " save it as UTF-8",
        ) from exc


def _without_nul(text: str, notes: list[str]) -> str:
    found = text.count("\0")
    if found > max(10, len(text) // 100):
        raise ProgramFault("format", "the file is no text; send a table as CSV or XLSX")
    if found:
        notes.append(f"{found} NUL characters were left out")
        text = text.replace("\0", "")
    return text
