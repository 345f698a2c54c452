"""Values that nobody means: by kind, for a field of a body, a query, a path or a header."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from tests.support.api_routes import ApiRoute, Field, body_of, changed, request_of

TEXTS = (
    "", " ", "\0", "a\0b", "x" * 201, "x" * 5_001, "x" * 40_000, "\ud800", "\udfff\ud800", "\ufeff",
    "\u202eabc\u202c", "\u200b\u200d", "é" * 200, "🪄" * 100, "e\u0301" * 300, "\u2028\u2029",
    "\x1b[2J",
    "\r\nset-cookie: x=1", "../../etc/passwd", "..%2f..%2f", "file:///etc/passwd",
    "'; drop table x; --",
    "' or '1'='1", "{{7*7}}", "${jndi:ldap://x}", "%s%n%x", "{0}{slots}{profile.name}",
    "<script>1</script>",
    "null", "undefined", "NaN", "true", "-1", "1e400", "0x7f", "９９９", "=1+1", "@root", "a" * 63,
    "a" * 64,
    "*", "\\", "%", "_", "(?:a+)+$", "[" * 2000, "*a", "&a [*a]", "!!python/object:x", "key: [",
    "\t- x",
)  # fmt: skip
NUMBERS = (
    0, -1, 1, 2**31 - 1, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64, 10**30, 10**400, -(2**63) - 1,
    0.5,
    -0.0, 1e-320, 1.7e308, float("inf"), float("-inf"), float("nan"),
)  # fmt: skip
EMPTY: list[Any] = []
OTHERS: tuple[Any, ...] = (
    None, True, False, EMPTY, dict[str, Any](), [None], [EMPTY], {"a": 1}, {"": ""}, {"\0": 1},
    {"\ud800": 1},
    {"a" * 5000: 1},
    ["x"] * 1000, [dict[str, Any]()] * 500, {"$ref": "#"}, {"__proto__": 1},
    {str(n): n for n in range(500)},
)  # fmt: skip
DATES = (
    "2026-13-01", "0000-00-00T00:00:00Z", "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00",
    "2026-01-01", "2026-01-01T25:00:00Z", "1e10", "-1", "2026-02-30T00:00:00Z",
    "12345678901234567890",
)  # fmt: skip
IDS = (
    "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "00000000-0000-0000-0000-00000000000g", "{00000000-0000-0000-0000-000000000000}",
    "urn:uuid:00000000-0000-0000-0000-000000000000", "0" * 32, "0" * 33, "１" * 32, "1", "support",
)  # fmt: skip
DEEP = 400  # levels; deeper ones are sent as raw bodies
HEADERS = {
    "accept": ("text/event-stream", "*/*;q=0", "x" * 5000, "application/json, " * 300, "\xff"),
    "content-type": ("text/plain", "application/json; charset=utf-16", "multipart/form-data", "",
    "\xff/\xfe"),
    "content-encoding": ("gzip", "br", "identity, identity", "\xff"),
    "x-correlation-id": ("x" * 65, "a b", "<x>", "\xfc", "", "../.."),
    "idempotency-key": ("", " ", "k" * 200, "k" * 201, "\xff\xfe", "'; --"),
    "last-event-id": ("", "x", ":", "a:-1", "a:1e9", "a:" + "9" * 90, "a:٣", "\xff"),
    "accept-language": ("x" * 3000, "pt;q=2", "\xff", "*"),
    "x-forwarded-for": ("::1", "x", "1.2.3.4, " * 500, "\xff"),
    "x-forwarded-proto": ("https", "x"),
    "forwarded": ("for=127.0.0.1;host=evil", "x" * 3000),
    "range": ("bytes=0-", "bytes=5-1", "bytes=" + "0-1," * 500),
    "if-none-match": ("*", '"x"', "\xff"),
    "expect": ("100-continue", "x"),
    "traceparent": ("00-" + "0" * 32 + "-" + "0" * 16 + "-01", "x", "\xff",
    "00-" + "f" * 32 + "-" + "f" * 16 + "-ff"),
    "tracestate": ("a=" + "b" * 600, ",,,", "\xff"),
    "baggage": ("a=b;c", "x" * 9000),
    "cookie": ("a=b", "x" * 9000, "\xff=\xff"),
    "origin": ("null", "https://elsewhere.example"),
    "host": ("", "elsewhere.example", "a b", "[::1", "x:99999"),
}  # fmt: skip
RAW_BODIES = (
    b"", b" ", b"null", b"[]", b"1", b'"x"', b"{", b'{"a"', b"{]", b"\xff\xfe{\x00}\x00",
    b"\xef\xbb\xbf{}",
    b'{"message":"a","message":"b"}', b'{"message": NaN}', b'{"message": 1e999999}', b"\x00" * 100,
    b'{"a":' * 5000 + b"1" + b"}" * 5000, b"[" * 20_000, b'{"message":"' + b"x" * 900_000 + b'"}',
    b'{"message": "\\ud800"}', b'{"message": "\\u0000"}', b'{"\\u0000": 1}', b"a=b&c=d", b"<x/>",
    b'{"message": ' + b"9" * 5000 + b"}", b'{"metadata": {' + b'"a":{' * 300 + b"}" * 301 + b"}",
    b"{}" * 1000,
)  # fmt: skip


class OddRequest:
    """One request with one odd thing in it."""

    __slots__ = ("body", "headers", "path", "raw", "route", "what")

    def __init__(
        self,
        route: ApiRoute,
        what: str,
        path: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
        raw: bytes | None = None,
    ) -> None:
        self.route, self.what, self.path = route, what, path
        self.body, self.headers, self.raw = body, headers or {}, raw


def of_kind(kind: str) -> tuple[Any, ...]:
    """Give the values that are odd for a kind: those of its own first, and those of no kind."""
    own: dict[str, tuple[Any, ...]] = {
        "date-time": DATES,
        "date": DATES,
        "uuid": IDS,
        "integer": NUMBERS,
        "number": NUMBERS,
    }
    return (*own.get(kind, ()), *TEXTS, *OTHERS, *(NUMBERS if kind not in own else ()), deep())


def deep() -> Any:
    """Nest a value as deep as clients can still write it."""
    value: Any = 1
    for n in range(DEEP):
        value = [value] if n % 2 else {"a": value}
    return value


def odd_requests(routes: list[ApiRoute], known: dict[str, str]) -> Iterator[OddRequest]:
    """Give every request with one odd value: at each route in each field of each place."""
    for route in routes:
        path, body = request_of(route, known)
        for each in route.fields:
            yield from _of_field(route, each, path, known)
        for name, values in HEADERS.items():
            for value in values:
                yield OddRequest(route, f"{name}: {value[:40]!r}", path, body, {name: value})
        if route.body is not None:
            for raw in RAW_BODIES:
                yield OddRequest(route, f"body {raw[:40]!r}", path, raw=raw)


def _of_field(
    route: ApiRoute, each: Field, path: str, known: dict[str, str]
) -> Iterator[OddRequest]:
    name = each.name[-1]
    for value in of_kind(each.kind):
        what = f"{each.place} {'.'.join(each.name)}: {str(value)[:40]!r}"
        match each.place:
            case "body":
                body = changed(body_of(route, known) or {}, each.name, value)
                yield OddRequest(route, what, path, body)
            case "query":
                joint = "&" if "?" in path else "?"
                yield OddRequest(route, what, f"{path}{joint}{name}={_in_address(value)}")
            case "path":
                at = route.path.replace("{" + name + "}", _in_address(value) or "%20")
                rest = {k: v for k, v in known.items() if k != name}
                for other in route.of("path"):
                    at = at.replace("{" + other.name[0] + "}", str(rest.get(other.name[0], "1")))
                yield OddRequest(route, what, at, body_of(route, known))
            case _:
                text = str(value).encode("utf-8", "replace").decode("latin-1")
                clean = text.replace("\r", "").replace("\n", "").replace("\0", "")
                body = body_of(route, known)
                yield OddRequest(route, what, path, body, {name: clean})


def _in_address(value: Any) -> str:
    text = value if isinstance(value, str) else str(value)
    return quote(text.encode("utf-8", "surrogatepass")[:6_000], safe="")
