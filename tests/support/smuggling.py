"""Bytes that a proxy and a server may read as different numbers of requests.

Each attempt hides a further request: one that would be answered with the caller's e-mail. A server
may refuse all of it or take the hidden part for a body; it must never answer the hidden request.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Write = Callable[..., bytes]
JSON = "content-type: application/json"
LAST = b"0\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Attempt:
    """What is sent, and how many answers it may have at most."""

    name: str
    sent: bytes
    most: int = 1


def attempts(token: str) -> list[Attempt]:
    """Write all attempts with the token of somebody who is let in."""
    hidden = _head(token, "GET", "/me")

    def post(*lines: str | bytes, body: bytes = b"", version: str = "HTTP/1.1") -> bytes:
        return _head(token, "POST", "/sessions", JSON, *lines, version=version) + body

    def get(*lines: str | bytes, path: str = "/healthz", version: str = "HTTP/1.1") -> bytes:
        return _head(token, "GET", path, *lines, version=version)

    return [
        *_two_lengths(post, hidden),
        *_codings(post, hidden),
        *_chunks(post, hidden),
        *_lines(post, get, hidden),
        *_targets(token, get, hidden),
        *_ends(post, get, hidden),
    ]


def _head(
    token: str, method: str, target: str, *lines: str | bytes, version: str = "HTTP/1.1"
) -> bytes:
    first: list[str | bytes] = [
        f"{method} {target} {version}",
        "host: x",
        f"authorization: Bearer {token}",
    ]
    coded = [x if isinstance(x, bytes) else x.encode("latin-1") for x in [*first, *lines]]
    return b"\r\n".join([*coded, b"", b""])


def _two_lengths(post: Write, hidden: bytes) -> list[Attempt]:
    whole = len(hidden)
    pairs: dict[str, tuple[str | bytes, ...]] = {
        "two lengths, short then long": ("content-length: 0", f"content-length: {whole}"),
        "two lengths, long then short": (f"content-length: {whole}", "content-length: 0"),
        "one line with two lengths": (f"content-length: 0, {whole}",),
        "one line with the same twice": (f"content-length: {whole}, {whole}",),
        "a length with a sign": ("content-length: +0",),
        "a length below zero": ("content-length: -1",),
        "a length in hex": ("content-length: 0x0",),
        "a length with a dot": ("content-length: 0.0",),
        "a length with a blank in it": ("content-length: 0 0",),
        "a length with an underscore": ("content-length: 0_0",),
        "a length in other digits": (b"content-length: \xd9\xa0",),
        "an empty length": ("content-length:",),
        "a length beyond 64 bits": (f"content-length: {2**64}",),
        "a length beyond 64 bits by the whole": (f"content-length: {2**64 + whole}",),
        "a length beyond 32 bits": (f"content-length: {2**32}",),
        "a quoted length": ('content-length: "0"',),
        "a length behind a vertical tab": (b"content-length:\x0b0",),
        "a length with a NUL": (b"content-length: 0\x00",),
        "content_length with an underscore": ("content_length: 0", f"content-length: {whole}"),
    }
    return [Attempt(name, post(*lines, body=hidden)) for name, lines in pairs.items()]


def _codings(post: Write, hidden: bytes) -> list[Attempt]:
    """A length over all of it and a coding over a part: whoever minds the coding sees more."""
    body = LAST + hidden
    length = f"content-length: {len(body)}"
    written: dict[str, tuple[str | bytes, ...]] = {
        "length, then coding": (length, "transfer-encoding: chunked"),
        "coding, then length": ("transfer-encoding: chunked", length),
        "coding in capitals": (length, "TRANSFER-ENCODING: CHUNKED"),
        "coding behind a tab": (length, "transfer-encoding:\tchunked"),
        "coding behind a vertical tab": (length, b"transfer-encoding: \x0bchunked"),
        "coding behind a form feed": (length, b"transfer-encoding: \x0cchunked"),
        "a blank before the colon": (length, "transfer-encoding : chunked"),
        "a tab before the colon": (length, "transfer-encoding\t: chunked"),
        "a blank before the name": (length, " transfer-encoding: chunked"),
        "folded": (length, "transfer-encoding:", " chunked"),
        "folded behind another": (length, "x: y", " transfer-encoding: chunked"),
        "behind a bare line feed": (length, b"x: y\ntransfer-encoding: chunked"),
        "behind a bare return": (length, b"x: y\rtransfer-encoding: chunked"),
        "behind a NUL": (length, b"x: y\x00transfer-encoding: chunked"),
        "a name with a NUL": (length, b"transfer-encoding\x00: chunked"),
        "chunked twice": (length, "transfer-encoding: chunked, chunked"),
        "chunked, identity": (length, "transfer-encoding: chunked, identity"),
        "identity, chunked": (length, "transfer-encoding: identity, chunked"),
        "gzip, chunked": (length, "transfer-encoding: gzip, chunked"),
        "two lines, identity last": (
            length, "transfer-encoding: chunked", "transfer-encoding: identity",
        ),
        "two lines, chunked last": (
            length, "transfer-encoding: identity", "transfer-encoding: chunked",
        ),
        "xchunked": (length, "transfer-encoding: xchunked"),
        "chunkedx": (length, "transfer-encoding: chunkedx"),
        "quoted": (length, 'transfer-encoding: "chunked"'),
        "with a parameter": (length, "transfer-encoding: chunked;q=1"),
        "with a comma before": (length, "transfer-encoding: ,chunked"),
        "with a NUL behind": (length, b"transfer-encoding: chunked\x00"),
        "in other letters": (length, "transfer-encoding: chun\u212aed".encode()),
        "with a soft hyphen": (length, b"transfer-encoding: chun\xadked"),
        "as a header with an underscore": (length, "transfer_encoding: chunked"),
        "in a header of a proxy": (length, "x-transfer-encoding: chunked"),
    }  # fmt: skip
    named = [Attempt(f"coding: {n}", post(*lines, body=body)) for n, lines in written.items()]
    old = post(length, "transfer-encoding: chunked", body=body, version="HTTP/1.0")
    return [*named, Attempt("coding: in HTTP/1.0", old)]


def _chunks(post: Write, hidden: bytes) -> list[Attempt]:
    """Chunks whose end can be read in two ways; the hidden request stands in or behind them."""
    inside = b"%x\r\n" % len(hidden)
    bodies: dict[str, bytes] = {
        "a size with a sign": b"+0\r\n\r\n" + hidden,
        "a size below zero": b"-1\r\n" + hidden,
        "a size as 0x0": b"0x0\r\n\r\n" + hidden,
        "a size beyond 64 bits": b"10000000000000000\r\n" + hidden,
        "a size of many digits": b"f" * 40 + b"\r\n" + hidden,
        "a size with a blank": b"0 0\r\n\r\n" + hidden,
        "an empty size": b"\r\n\r\n" + hidden,
        "a size with an underscore": b"0_0\r\n\r\n" + hidden,
        "a size that ends in a bare line feed": b"0\n\n" + hidden,
        "a size that ends in a bare return": b"0\r\r" + hidden,
        "a size behind a NUL": b"\x000\r\n\r\n" + hidden,
        "no line end behind the data": inside + hidden + b"XX0\r\n\r\n" + hidden,
        "two bytes that are no line end": b"2\r\nabXX0\r\n\r\n" + hidden,
        "an extension with a bare line feed": b"1;a\n\r\nx\r\n0\r\n\r\n" + hidden,
        "an extension with a bare return": b"1;a\rb\r\nx\r\n0\r\r\n" + hidden,
        "an extension with a NUL": b"1;a=\x00\r\nx\r\n0\x00\r\n\r\n" + hidden,
        "an extension without an end": b"1;" + b"a" * 70_000 + b"\r\n" + hidden,
        "a request as an extension": b"1;" + hidden.replace(b"\r\n", b"\n") + hidden,
        "a request as a trailer": b"0\r\n" + hidden.replace(b"\r\n\r\n", b"\r\n") + b"\n" + hidden,
        "a length as a trailer": b"0\r\ncontent-length 5\r\n\r\n" + hidden,
        "a chunk that holds a request": inside + hidden,
    }
    coding = "transfer-encoding: chunked"
    return [Attempt(f"chunks: {n}", post(coding, body=body)) for n, body in bodies.items()]


def _lines(post: Write, get: Write, hidden: bytes) -> list[Attempt]:
    inline = hidden.replace(b"\r\n", b"\n")
    length = f"content-length: {len(hidden)}"
    return [
        Attempt("bare line feeds as an end", get().replace(b"\r\n\r\n", b"\n\n")),
        Attempt("a bare return as an end", get().replace(b"\r\n\r\n", b"\r\r") + hidden),
        Attempt("a line feed in a value", get(b"x: y\n\n" + inline)),
        Attempt("a return in a value", get(b"x: y\r\r" + hidden.replace(b"\r\n", b"\r"))),
        Attempt("a NUL in a value", get(b"x: y\x00" + inline)),
        Attempt("a NUL in a name", get(b"x\x00: y")),
        Attempt("a folded line", get("x: y", " z: 1")),
        Attempt("a folded first line", get(" x: y")),
        Attempt("a line without a colon", get("GET /me HTTP/1.1")),
        Attempt("an empty name", get(": x")),
        Attempt("a blank in a name", get("x y: z")),
        Attempt("a length with a blank before its colon", post("content-length : 0", body=hidden)),
        Attempt("a length that is folded", post("content-length:", f" {len(hidden)}", body=hidden)),
        Attempt(
            "a length behind a line feed", post(b"x: y\ncontent-length: 0", length, body=hidden)
        ),
        Attempt("a body on GET", get(length) + hidden),
        Attempt("two hosts", get("host: elsewhere.example")),
        Attempt("two authorizations", get("authorization: Bearer x")),
    ]


def _targets(token: str, get: Write, hidden: bytes) -> list[Attempt]:
    def start(line: str | bytes, *more: str | bytes) -> bytes:
        first = line if isinstance(line, bytes) else line.encode("latin-1")
        return first + b"\r\n" + get(*more).split(b"\r\n", 1)[1]

    lines: dict[str, str | bytes] = {
        "an absolute address of another host": "GET http://elsewhere.example/healthz HTTP/1.1",
        "an absolute address with a person": "GET http://a:b@x/healthz HTTP/1.1",
        "an absolute address of a file": "GET file:///etc/passwd HTTP/1.1",
        "a request in the target": b"GET /healthz HTTP/1.1\n" + hidden.split(b"\r\n")[0],
        "a target with a NUL": b"GET /healthz\x00 HTTP/1.1",
        "a target with a blank": "GET /health z HTTP/1.1",
        "a target with a tab": "GET\t/healthz\tHTTP/1.1",
        "a target with a fragment": "GET /healthz#/me HTTP/1.1",
        "a target of two slashes": "GET //x/me HTTP/1.1",
        "a target without a slash": "GET healthz HTTP/1.1",
        "a target of dots": "GET /healthz/../me/%2e%2e/healthz HTTP/1.1",
        "a star": "OPTIONS * HTTP/1.1",
        "no target": "GET HTTP/1.1",
        "CONNECT": "CONNECT x:443 HTTP/1.1",
        "TRACE": "TRACE /healthz HTTP/1.1",
        "a method of bytes": b"G\xffT /healthz HTTP/1.1",
        "a method in small letters": "get /healthz HTTP/1.1",
        "an unknown method": "SMUGGLE /healthz HTTP/1.1",
        "a very long method": "G" * 70_000 + " /healthz HTTP/1.1",
        "HTTP/0.9": "GET /healthz",
        "HTTP/1.2": "GET /healthz HTTP/1.2",
        "HTTP/2 without a preface": "GET /healthz HTTP/2.0",
        "HTTP/9.9": "GET /healthz HTTP/9.9",
        "another protocol": "GET /healthz RTSP/1.0",
        "the preface of HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM",
    }
    found = [Attempt(f"target: {n}", start(line), 1) for n, line in lines.items()]
    upgrade = ("connection: upgrade, http2-settings", "http2-settings: AAMAAABkAAQAAP__")
    return [
        *found,
        Attempt("upgrade: h2c", get("upgrade: h2c", *upgrade)),
        Attempt("upgrade: h2c and a request", get("upgrade: h2c", *upgrade) + b"\x00" * 9, 1),
        Attempt("upgrade: websocket", get("upgrade: websocket", "connection: upgrade"), 1),
        Attempt("CONNECT and a request", start("CONNECT x:443 HTTP/1.1") + hidden, 1),
    ]


def _ends(post: Write, get: Write, hidden: bytes) -> list[Attempt]:
    """Where one request ends and the next begins, and what may not be there at all."""
    close = "connection: close"
    small = post("content-length: 2", body=b"{}")
    return [
        Attempt("two requests are two answers", get() * 2, 2),
        Attempt("fifty requests are fifty answers", get() * 50, 50),
        Attempt("behind a closing one nothing is answered", get(close) + hidden),
        Attempt("behind HTTP/1.0 nothing is answered", get(version="HTTP/1.0") + hidden),
        Attempt("a longer body than its length", post("content-length: 1", body=b"{}" + hidden), 2),
        Attempt("a refused method, then more", get().replace(b"GET", b"G@T") + hidden),
        Attempt("a body of the wrong length, then more", small[:-1] + hidden),
        Attempt("a head that is too long, then more", get("x: " + "y" * 90_000) + hidden),
        Attempt("a head of too many lines, then more", get(*["x: y"] * 20_000) + hidden),
        Attempt("expect and a body at once", post("expect: 100-continue", "content-length: 2",
        body=b"{}"), 2),
        Attempt("expect something else", post("expect: 200-ok", "content-length: 2", body=b"{}") ),
        Attempt("an unfinished head", hidden[:-2], 0),
        Attempt("an unfinished line", hidden[:-4], 0),
        Attempt("only line ends", b"\r\n" * 500, 1),
        Attempt("an answer instead of a request",
        b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n" + hidden),
        Attempt("TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20 + hidden),
        Attempt("the line of a proxy", b"PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n" + hidden),
    ]  # fmt: skip
