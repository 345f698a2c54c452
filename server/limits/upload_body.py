"""The body of an upload: one file of a multipart form, written to disk as it comes.

The parser walks each byte in Python, so it works in a thread, whatever the bytes are.
"""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
from typing import IO, Any, cast

from fastapi import Request
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.exceptions import HTTPException

from contracts.errors import InvalidRequest, TooLarge
from contracts.json import JsonObject
from server.limits.request_body import BODY, RequestBody

FIELD = "file"
_AROUND = 65_536  # bytes of a form beside its file
_GATHERED = 262_144
_MOST_HEADER = 8_192
_MOST_PARTS = 20


class ReceivedFile:
    """A file that has come whole, on disk and without a name there."""

    def __init__(self, name: str, digest: bytes, file: IO[bytes]) -> None:
        self.name = name
        self.digest = digest
        self._file = file

    def read(self) -> bytes:
        """Return all of it."""
        self._file.seek(0)
        return self._file.read()

    def close(self) -> None:
        """Let go of it."""
        self._file.close()


async def receive_upload(request: Request, most: int, seconds: float) -> ReceivedFile:
    """Read the form of a request and return its file; whoever calls closes it."""
    kind, options = parse_options_header(request.headers.get("content-type"))
    boundary = options.get(b"boundary")
    if kind != b"multipart/form-data" or not boundary:
        raise HTTPException(
            415, f"send the file as multipart/form-data, in a field called '{FIELD}'"
        )
    body = cast(RequestBody, getattr(request.state, BODY))
    body.allow(most + _AROUND, seconds)
    form = _UploadForm(boundary, most)
    try:
        gathered = bytearray()
        async for chunk in request.stream():
            gathered += chunk
            if len(gathered) >= _GATHERED:
                await asyncio.to_thread(form.feed, bytes(gathered))
                gathered.clear()
        return await asyncio.to_thread(form.end, bytes(gathered))
    except BaseException:
        form.close()
        raise


class _UploadForm:
    """Follows a multipart body and keeps its one file."""

    def __init__(self, boundary: bytes, most: int) -> None:
        self._most = most
        self._file: IO[bytes] = tempfile.TemporaryFile(prefix="batuta-upload-")  # noqa: SIM115
        self._hash = hashlib.sha256()
        self._size = self._parts = self._held = 0
        self._name: str | None = None
        self._wanted = False
        self._ended = False
        self._header: tuple[bytearray, bytearray] = (bytearray(), bytearray())
        self._disposition = b""
        self._parser = MultipartParser(boundary, cast(Any, self._callbacks()))

    def feed(self, data: bytes) -> None:
        """Read the next bytes of the body."""
        try:
            self._parser.write(data)
        except FormParserError as exc:
            raise InvalidRequest("the body is no multipart form that can be read") from exc

    def end(self, data: bytes) -> ReceivedFile:
        """Read the last bytes and return the file."""
        self.feed(data)
        if not self._ended:
            raise InvalidRequest("the form was cut off before its end; send it again")
        if self._name is None:
            raise InvalidRequest(f"the form has no file; send it in a field called '{FIELD}'")
        return ReceivedFile(self._name, self._hash.digest(), self._file)

    def close(self) -> None:
        """Let go of what was read."""
        self._file.close()

    def _callbacks(self) -> JsonObject:
        return {
            "on_part_begin": self._part_begin,
            "on_header_field": self._header_name,
            "on_header_value": self._header_value,
            "on_header_end": self._header_end,
            "on_headers_finished": self._headers_finished,
            "on_part_data": self._part_data,
            "on_end": self._end,
        }

    def _part_begin(self) -> None:
        self._parts += 1
        self._held = 0
        self._disposition, self._wanted = b"", False
        if self._parts > _MOST_PARTS:
            raise InvalidRequest(f"the form has more than {_MOST_PARTS} fields; send one file")

    def _header_name(self, data: bytes, start: int, end: int) -> None:
        self._gather(self._header[0], data[start:end])

    def _header_value(self, data: bytes, start: int, end: int) -> None:
        self._gather(self._header[1], data[start:end])

    def _gather(self, part: bytearray, data: bytes) -> None:
        self._held += len(data)
        if self._held > _MOST_HEADER:
            raise InvalidRequest("the head of a form's field is too long")
        part += data

    def _header_end(self) -> None:
        name, value = (bytes(part) for part in self._header)
        self._header = (bytearray(), bytearray())
        if name.lower() == b"content-disposition":
            self._disposition = value

    def _headers_finished(self) -> None:
        _, options = parse_options_header(self._disposition)
        if options.get(b"name") != FIELD.encode() or b"filename" not in options:
            return
        if self._name is not None:
            raise InvalidRequest("the form has two files; send one at a time")
        self._wanted = True
        self._name = options[b"filename"].decode("utf-8", "replace")

    def _part_data(self, data: bytes, start: int, end: int) -> None:
        if not self._wanted:
            return
        self._size += end - start
        if self._size > self._most:
            raise TooLarge(f"the file is larger than {self._most >> 20} MB; send less of it")
        piece = data[start:end]
        self._hash.update(piece)
        self._file.write(piece)

    def _end(self) -> None:
        self._ended = True
