"""The API's description: what FastAPI derives, with the stream and the refusals as they are."""

from __future__ import annotations

from typing import Literal

from fastapi import FastAPI
from pydantic import BaseModel, Field, TypeAdapter
from starlette.responses import JSONResponse

from contracts.errors import Code
from contracts.events import StreamEventAdapter
from contracts.json import JsonObject

Schema = JsonObject

OPEN = frozenset({
    "/healthz", "/readyz", "/auth/login", "/auth/refresh", "/auth/link", "/auth/options",
    *(f"/auth/browser/{name}" for name in ("login", "link", "refresh", "logout")),
    "/shared/{token}/data", "/shared/{token}/widgets/{widget}/csv",  # whoever a link is for
})  # fmt: skip
STREAMS = ("application/x-ndjson", "text/event-stream")
_REF = "#/components/schemas/{model}"


class Problem(BaseModel):
    """Why a request was refused (RFC 9457)."""

    type: str = Field(description="`urn:batuta:error:` and the code.")
    title: str
    status: int
    detail: str = Field(description="What happened and what helps, written to be shown.")
    code: Code
    retryable: bool = Field(description="Whether the same request may succeed later.")
    correlation_id: str = Field(description="Names this request in the server's logs.")


def install(app: FastAPI) -> None:
    """Let the app describe itself so; worked out once, at the first request for it."""
    derived = app.openapi

    def described() -> Schema:
        if app.openapi_schema is None:
            app.openapi_schema = _complete(derived())
        return app.openapi_schema

    app.openapi = described

    @app.get("/openapi.json", include_in_schema=False)
    def openapi() -> JSONResponse:  # no coroutine: working it out takes a while, beside the loop
        return JSONResponse(app.openapi())


def _complete(said: Schema) -> Schema:
    schemas: Schema = said["components"]["schemas"]
    for derived in ("HTTPValidationError", "ValidationError"):
        schemas.pop(derived, None)
    schemas["Problem"] = TypeAdapter(Problem).json_schema(mode="serialization")
    union = StreamEventAdapter.json_schema(mode="serialization", ref_template=_REF)
    schemas |= union.pop("$defs")
    schemas["StreamEvent"] = union
    said["components"]["securitySchemes"] = {
        "bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}
    }
    for path, methods in said["paths"].items():
        for operation in methods.values():
            _describe(operation, closed=path not in OPEN)
    return said


def _describe(operation: Schema, *, closed: bool) -> None:
    responses: Schema = operation["responses"]
    responses.pop("422", None)
    content: Schema = responses.get("200", {}).get("content", {})
    if STREAMS[0] in content:
        reference = {"schema": {"$ref": _REF.format(model="StreamEvent")}}
        responses["200"]["content"] = dict.fromkeys(STREAMS, reference)
    if closed:
        operation["security"] = [{"bearer": []}]
        responses["401"] = _refusal("There is no valid token with it.")
    responses["default"] = _refusal("Refused; the code says why.")


def _refusal(description: str) -> Schema:
    kind: Literal["application/problem+json"] = "application/problem+json"
    content = {kind: {"schema": {"$ref": _REF.format(model="Problem")}}}
    return {"description": description, "content": content}
