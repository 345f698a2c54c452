"""The routes of a server as its own OpenAPI document tells them, and values that fit them.

What is read here is what is served: a new route is attacked and fuzzed without being named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

Json = dict[str, Any]
METHODS = ("get", "post", "put", "patch", "delete")
# Served outside of the document.
UNDOCUMENTED = (("GET", "/openapi.json"), ("GET", "/metrics"))


@dataclass(frozen=True, slots=True)
class Field:
    """One value that a request may carry: where it stands, and what the document says of it."""

    place: str  # path, query, header, body
    name: tuple[str, ...]
    schema: Json
    required: bool = False

    @property
    def kind(self) -> str:
        """Name what the value is meant to be."""
        if "enum" in self.schema or "const" in self.schema:
            return "enum"
        format_ = self.schema.get("format")
        return str(format_ or self.schema.get("type") or "anything")


@dataclass(frozen=True, slots=True)
class ApiRoute:
    """One method of one path."""

    method: str
    path: str
    open: bool
    fields: tuple[Field, ...] = ()
    body: Json | None = field(default=None)

    def of(self, place: str) -> list[Field]:
        return [f for f in self.fields if f.place == place]

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def routes_of(document: Json) -> list[ApiRoute]:
    """Read all routes, those outside of the document last."""
    found = [
        _route(document, method.upper(), path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]
    return found + [ApiRoute(method, path, open=True) for method, path in UNDOCUMENTED]


def _route(document: Json, method: str, path: str, operation: Json) -> ApiRoute:
    fields = [
        Field(p["in"], (p["name"],), _plain(document, p["schema"]), p.get("required", False))
        for p in operation.get("parameters", [])
    ]
    content = operation.get("requestBody", {}).get("content", {})
    said = content.get("application/json", {}).get("schema")
    body = _plain(document, said) if said else None
    fields += _body_fields(document, body or {}, ())
    return ApiRoute(method, path, not operation.get("security"), tuple(fields), body)


def _body_fields(document: Json, schema: Json, above: tuple[str, ...]) -> Iterator[Field]:
    """Give every field of a body, those of the objects in it too."""
    if len(above) > 3:
        return
    for name, said in schema.get("properties", {}).items():
        plain = _plain(document, said)
        needed = name in schema.get("required", [])
        yield Field("body", (*above, name), plain, needed)
        yield from _body_fields(document, plain, (*above, name))


def _plain(document: Json, schema: Json) -> Json:
    """Follow references, and take the first thing that a value may be besides null."""
    if "$ref" in schema:
        target: Any = document
        for step in schema["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        return _plain(document, target)
    for key in ("anyOf", "oneOf", "allOf"):
        real = [s for s in schema.get(key, []) if s.get("type") != "null"]
        if real:
            return {k: v for k, v in schema.items() if k != key} | _plain(document, real[0])
    return schema


def fitting(field_: Field, known: Mapping[str, str]) -> Any:
    """Give a value that fits a field: an id that is known where it asks for one."""
    schema, name = field_.schema, field_.name[-1]
    if name in known:
        return known[name]
    if "enum" in schema:
        return schema["enum"][0]
    if "const" in schema:
        return schema["const"]
    match schema.get("type"):
        case "string":
            if schema.get("format") == "uuid":
                return known.get("uuid", "00000000-0000-4000-8000-000000000000")
            if schema.get("format") == "date-time":
                return "2026-01-02T03:04:05Z"
            return "x" * max(1, min(int(schema.get("minLength", 5)), 50))
        case "integer" | "number":
            return max(1, int(schema.get("minimum", 1)))
        case "boolean":
            return False
        case "array":
            inner = schema.get("items", {})
            return [fitting(Field("body", (name.removesuffix("s"),), inner), known)]
        case "object":
            return {}
        case _:
            return None


def request_of(route: ApiRoute, known: Mapping[str, str]) -> tuple[str, Json | None]:
    """Write a request that fits: its path with all that it needs, and its body."""
    path = route.path
    for each in route.of("path"):
        path = path.replace("{" + each.name[0] + "}", str(fitting(each, known)))
    needed = [f for f in route.of("query") if f.required]
    query = "&".join(f"{f.name[0]}={fitting(f, known)}" for f in needed)
    return path + (f"?{query}" if query else ""), body_of(route, known)


def body_of(route: ApiRoute, known: Mapping[str, str]) -> Json | None:
    """Write the smallest body that fits, and the ids that are known where they have a field."""
    if route.body is None:
        return None
    body: Json = {}
    for each in route.of("body"):
        if len(each.name) == 1 and (each.required or each.name[0] in known):
            body[each.name[0]] = fitting(each, known)
    return body


def changed(body: Json, name: tuple[str, ...], value: Any) -> Json:
    """Return a copy of a body with another value at a place."""
    first, *rest = name
    inner = body.get(first)
    if not rest:
        return body | {first: value}
    held = cast("Json", inner) if isinstance(inner, dict) else {}
    return body | {first: changed(held, tuple(rest), value)}
