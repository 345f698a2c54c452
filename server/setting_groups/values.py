"""Kinds of values that settings take; their errors never repeat what was given."""

from __future__ import annotations

import re
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from store.database_url import database_url_fault


def _secret(value: str) -> str:
    """Refuse what no header can carry: a library that fails at it quotes the whole key."""
    if re.fullmatch(r"[!-~]+", value := value.strip()):
        return value
    raise PydanticCustomError(
        "secret", "it holds a blank, a line break or a letter outside ASCII; copy it again"
    )


def _web_address(value: str) -> str:
    """Refuse an address that cannot be read, without a word of it: it may hold a password."""
    try:
        parts = urlsplit(value)
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            parts.hostname.encode("idna")
            if value.isprintable() and " " not in value:
                return value
    except ValueError:
        pass
    raise PydanticCustomError("web_address", "it is no address such as https://host:port")


def _open_address(value: str) -> str:
    """Refuse a password in an address that is printed and sent about."""
    if "@" in urlsplit(value).netloc:
        raise PydanticCustomError("open_address", "leave the user and the password out of it")
    return value


def _database_url(value: str) -> str:
    if fault := database_url_fault(value):
        raise PydanticCustomError("database_url", "{fault}", {"fault": fault})
    return value


Secret = Annotated[str, AfterValidator(_secret)]
WebAddress = Annotated[str, AfterValidator(_web_address)]
OpenAddress = Annotated[WebAddress, AfterValidator(_open_address)]
DatabaseUrl = Annotated[str, AfterValidator(_database_url)]
