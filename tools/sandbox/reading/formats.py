"""What a file is, by its first bytes; its name must not say otherwise."""

from __future__ import annotations

import zipfile
from typing import Literal

from tools.sandbox.outlet import ProgramFault

FileFormat = Literal["delimited", "workbook", "json_lines", "parquet"]
_BY_ENDING: dict[str, FileFormat] = {
    "csv": "delimited",
    "tsv": "delimited",
    "txt": "delimited",
    "xlsx": "workbook",
    "xlsm": "workbook",
    "jsonl": "json_lines",
    "ndjson": "json_lines",
    "parquet": "parquet",
}
ENDINGS = "csv, tsv, txt, xlsx, jsonl, ndjson or parquet"
_OTHERS = {
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"\x1f\x8b": "a gzip archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a RAR archive",
    b"\x7fELF": "a program",
    b"MZ\x90": "a program",
    b"SQLite format 3": "a database",
    b"{\\rtf": "a document",
}
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MOST_UNPACKED = 800_000_000
_MOST_ENTRIES = 10_000


def format_of(name: str, path: str) -> FileFormat:
    """Return what to read the file as, or refuse it with what helps."""
    ending = name.rpartition(".")[2].lower()
    said = _BY_ENDING.get(ending)
    with open(path, "rb") as file:
        head = file.read(4096)
        if not head:
            raise ProgramFault("empty", "the file is empty; send one that has rows")
        if head.startswith(_OLE):
            raise _old_or_locked(head + file.read(200_000))
    if said is None:
        raise ProgramFault("format", f"'.{ending[:20]}' files are not read; send {ENDINGS}")
    found = _found(head, path)
    if found is None:
        found = "json_lines" if said == "json_lines" else "delimited"
    if found != said:
        raise ProgramFault(
            "format", f"the file is called .{ending} and is {_WORDS[found]}; give it its own ending"
        )
    return found


_WORDS: dict[FileFormat, str] = {
    "delimited": "text",
    "workbook": "an Excel workbook",
    "json_lines": "JSON lines",
    "parquet": "Parquet",
}


def _found(head: bytes, path: str) -> FileFormat | None:
    """Name what the first bytes are; None for what may be any text."""
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        _check_archive(path)
        return "workbook"
    for mark, what in _OTHERS.items():
        if head.startswith(mark):
            raise ProgramFault("format", f"the file is {what}; send a table as {ENDINGS}")
    return None


def _check_archive(path: str) -> None:
    """Refuse an archive that is no workbook, or would not fit into any memory when unpacked."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, EOFError, NotImplementedError) as exc:
        raise ProgramFault(
            "damaged", "the workbook is damaged or was cut off; save it and send it again"
        ) from exc
    if len(entries) > _MOST_ENTRIES or sum(e.file_size for e in entries) > _MOST_UNPACKED:
        raise ProgramFault("too_large", "the workbook unpacks to too much; save its data as CSV")
    if any(e.flag_bits & 1 for e in entries):
        raise ProgramFault("locked", "the file has a password; save it without one")
    if not any(e.filename.lower() == "xl/workbook.xml" for e in entries):
        raise ProgramFault("format", f"the file is an archive; unpack it and send {ENDINGS}")


def _old_or_locked(head: bytes) -> ProgramFault:
    if "EncryptedPackage".encode("utf-16-le") in head:
        return ProgramFault(
            "locked", "the workbook has a password; save it without one and send that"
        )
    return ProgramFault(
        "format", "the file is of the old Excel format (.xls), or locked; save it as .xlsx or CSV"
    )
