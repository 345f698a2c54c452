"""Tells what is wrong with a database's address, in words that repeat nothing of it.

Three drivers read the address, each in a way of its own, and their complaints quote what they
could not read: often a piece of the password. So what any of them would stumble over is found
here, before one of them sees it.
"""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes, urlsplit

FORM = "postgresql://user:password@host:5432/database"
_PARTS = re.compile(r"([^/?#]*)(?:/([^?#]*))?(?:\?([^#]*))?(#?).*")
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^\[\]:]*)(?::([0-9]{1,5}))?")
_OPTION = re.compile(r"[A-Za-z_][\w.]*=[^=]*")
_ESCAPE = "write / ? # @ [ ] and % of a password as %2F %3F %23 %40 %5B %5D %25"


def database_url_fault(url: str) -> str | None:
    """Return what is wrong with an address and how it is put right; None: nothing is."""
    scheme, sep, rest = url.partition("://")
    if not sep or scheme not in ("postgresql", "postgres"):
        return f"it does not begin with postgresql://; its form is {FORM}"
    if not url.isprintable() or " " in url:
        return "it holds a blank or an invisible character; write it as %20, or take it away"
    if re.search(r"%(?![0-9A-Fa-f]{2})", url) or not _is_text(unquote_to_bytes(url)):
        return "a % in it begins no character; write % as %25"
    parts = _PARTS.fullmatch(rest)
    authority, path, query, fragment = parts.groups() if parts else ("", None, None, "#")
    user, _, server = authority.rpartition("@")
    if fragment or re.search(r"[@\[\]]", user) or "@" in (path or "") + (query or ""):
        return f"it cannot be taken apart; {_ESCAPE}"
    return _server_fault(server, url) or _rest_fault(path or "", query or "")


def _server_fault(server: str, url: str) -> str | None:
    if "," in server:
        return "it names several hosts; name one"
    found = _HOST.fullmatch(server)
    if found is None or not 0 < int(found[2] or 1) < 65_536:
        return f"its port is no number from 1 to 65535; its form is {FORM}, and {_ESCAPE}"
    try:
        urlsplit(url)
        unquote_to_bytes(found[1]).decode().encode("idna" if "%" not in found[1] else "utf-8")
    except ValueError:  # and with it UnicodeError
        return f"its host is no name or address; its form is {FORM}"
    return None


def _rest_fault(path: str, query: str) -> str | None:
    if "/" in path:
        return f"its database's name holds a /; its form is {FORM}, and {_ESCAPE}"
    options = query.split("&") if query else []
    wrong = not all(map(_OPTION.fullmatch, options))
    if wrong or any(o.startswith("port=") and not o[5:].isdecimal() for o in options):
        return "what follows its ? has not the form name=value&name=value"
    return None


def _is_text(raw: bytes) -> bool:
    try:
        return "\x00" not in raw.decode()
    except UnicodeDecodeError:
        return False
