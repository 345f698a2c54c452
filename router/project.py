"""Reads the `route:` blocks of a folder of workflows, whatever else its files say."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import yaml

from contracts.errors import InvalidRequest, NotFound
from contracts.json import JsonObject
from language.detect import Language
from router.info import LANGUAGES, RouteInfo

MAX_BYTES = 256 * 1024


def routes_of(folder: Path) -> dict[str, RouteInfo]:
    """Return what the workflows of a project say about their routing, by workflow name."""
    inside = folder / "workflows" if (folder / "workflows").is_dir() else folder
    files = sorted([*inside.glob("*.yaml"), *inside.glob("*.yml")])
    if not files:
        raise NotFound(
            f"{folder} holds no workflows; name a project's folder, with workflows/*.yaml in it"
        )
    found: dict[str, RouteInfo] = {}
    for path in files:
        info = _route(path)
        if info.name in found:
            raise InvalidRequest(f"{path}: a second workflow named '{info.name}'; rename one")
        found[info.name] = info
    return found


def _route(path: Path) -> RouteInfo:
    if path.stat().st_size > MAX_BYTES:
        raise InvalidRequest(f"{path.name}: larger than {MAX_BYTES // 1024} KB")
    try:
        data: Any = yaml.safe_load(path.read_text("utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError) as exc:
        mark = getattr(exc, "problem_mark", None)
        at = f":{mark.line + 1}:{mark.column + 1}" if mark else ""
        raise InvalidRequest(f"{path.name}{at}: this is not readable as YAML") from None
    fields = _mapping(data)
    route = _mapping(fields.get("route"))
    return RouteInfo(
        name=str(fields.get("workflow") or path.stem),
        title=_titles(fields.get("title")),
        when=next(iter(_texts(route.get("when"))), ""),
        examples=_texts(route.get("examples")),
        not_when=_texts(route.get("not_when")),
        access=_texts(fields.get("access")),
    )


def _titles(value: Any) -> str | dict[Language, str]:
    by_language = _mapping(value)
    if not by_language:
        return str(value or "")
    return {
        language: str(by_language[language]) for language in LANGUAGES if language in by_language
    }


def _mapping(value: Any) -> JsonObject:
    return cast("JsonObject", value) if isinstance(value, dict) else {}


def _texts(value: Any) -> list[str]:
    """Return the texts of a list, of one text, or of a list for each language."""
    if isinstance(value, dict):
        return [text for each in _mapping(value).values() for text in _texts(each)]
    given = cast("list[Any]", value) if isinstance(value, list) else [value]
    return [str(text) for text in given if isinstance(text, str | int | float) and str(text)]
