"""Credentials of known form: one list, for logs, for what is kept, and for what a model says.

A credential is known by the beginning its issuer gives it, by what stands before it (a label, the
name in an address), or as a block. Each search is linear in the text: beginnings are looked for as
plain text, and what follows one is read once.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from language.credential_forms import BASE64, FORMS, CredentialForm, is_mixed

CredentialKind = Literal["token", "password"]
_ANY = f"{BASE64}_-.~%:$@,"  # all that beginnings and what follows them are made of
_LONG = 1_000  # characters from which one search for each beginning is cheaper than one for all
_MOST_BEGINNING = 40
_MOST_READ = 512  # characters of a run that decide whether it is a credential
CONTEXT = 96  # characters before a text that may say what the text begins with


@dataclass(frozen=True, slots=True)
class FoundCredential:
    """Where a credential stands in a text."""

    start: int
    end: int
    kind: CredentialKind = "token"


# What a value behind one of these names is, only the name tells.
_LABEL = re.compile(
    r"(?:api[_ -]?key|secret[_-]?(?:access[_-]?)?key|client[_-]?secret|(?:access|auth|refresh"
    r"|bearer|session|api|secret)[_-]?token|passwo?r?d|passwd|senha|api[_-]?secret|private[_-]?key"
    r"|x-api-key)[\"'`*]{0,3}\s{0,3}(?::=|=>|[:=])\s{0,3}[\"'`*]{0,3}"
    r"|(?<![A-Za-z])bearer\s{1,4}",
    re.I,
)
_LABEL_HINTS = ("key", "secret", "token", "pass", "pwd", "senha", "bearer", "basic")
_LABELLED = f"{BASE64}_.~-"
_LEAST_LABELLED = 16
_BASIC = re.compile(r"(?<![A-Za-z])basic\s{1,4}", re.I)
_LOGIN = re.compile(r"://[^\s/:@?#\"'<>\[\]]{0,64}:")
_LONGEST_LOGIN = 330
_LOGIN_RUN = re.compile(r"[^\s\"'<>`|]{0,256}")
_PORT = re.compile(r"\d{0,5}(?:[/?#].*)?\Z", re.S)
_NO_PASSWORD = re.compile(
    r"(?:[<{$%\[(*].*|x+|\.+|\*+|_*(?:your|my|the|db|user)?[_-]?(?:pass(?:word|wd)?|pwd|secret"
    r"|senha)[_-]?(?:here|aqui)?|user(?:name)?|changeme|example|postgres|root|admin|guest)",
    re.I | re.S,
)

_KEY_BEGIN = re.compile(r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----")
_KEY_BEGUN = re.compile(r"(?:-{1,5}|-----B(?:E(?:G(?:I(?:N(?: [A-Z0-9 ]{0,60}-{0,4})?)?)?)?)?)\Z")
_KEY_END = re.compile(r"-----END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----")
_KEY_STOP = re.compile(r"[^A-Za-z0-9+/=\s\\\"',:>|*#-]")
_KEY_SURE = 48  # letters of a block by which it is told from talk about one


def credentials(text: str, since: int = 0) -> list[FoundCredential]:
    """Find the credentials in a text, left to right and without overlaps.

    What stands before `since` is known to be none, and only tells what follows.
    """
    found = sorted(_all(text, since), key=lambda f: (f.start, -f.end))
    kept: list[FoundCredential] = []
    for each in found:
        if kept and each.start < kept[-1].end:
            if each.end > kept[-1].end:
                kept[-1] = FoundCredential(kept[-1].start, each.end, kept[-1].kind)
        else:
            kept.append(each)
    return kept


def open_from(text: str, since: int = 0) -> int:
    """Find where the end of a text begins that may still become a credential.

    What stands before `since` is known to be none, and only tells what follows. A single letter
    that a beginning may start with is not held: that much everybody knows, and most words end so.
    """
    cut = min(_beginning_at_end(text), _open_form(text, since))
    cut = min(cut, _open_value(text, since), _open_login(text, since), _open_key(text, since))
    return max(cut, since)


def rest_of(text: str, since: int, *, key: bool) -> int:
    """Find where a credential ends that was too long to be held; the text's length if it goes on.

    What stands before `since` was known before: an end mark may have begun there.
    """
    if not key:
        run = _runs(f"{BASE64}_-.~%").match(text, since)
        return run.end() if run else since
    if end := _KEY_END.search(text):
        return end.end()
    stop = _KEY_STOP.search(text, since)
    return stop.start() if stop else len(text)


def is_open_key(text: str) -> bool:
    """Tell whether a text ends within the block of a private key."""
    begun = list(_KEY_BEGIN.finditer(text))
    return bool(begun) and _key_end(text, begun[-1].end())[1]


def _all(text: str, since: int) -> Iterator[FoundCredential]:
    if len(text) > _LONG or _some_beginning().search(text, max(0, since - _MOST_BEGINNING)):
        for form in FORMS:
            for beginning in form.beginnings:
                if beginning in text:
                    yield from _of_form(text, form, beginning)
    if _hints(text):
        yield from _labelled(text)
    if "://" in text:
        yield from _logins(text)
    if "-----BEGIN" in text:
        yield from _keys(text)


def _of_form(text: str, form: CredentialForm, beginning: str) -> Iterator[FoundCredential]:
    run = _runs(form.made_of)
    at = text.find(beginning)
    while at >= 0:
        start = at + len(beginning)
        read = run.match(text, start, start + _MOST_READ)
        rest = read[0].rstrip(".") if read else ""
        glued = at > 0 and text[at - 1].isalnum()
        if len(rest) >= form.least and form.is_real(rest, glued):
            whole = run.match(text, start)
            end = start + len((whole[0] if whole else rest).rstrip("."))
            yield FoundCredential(at, end)
            at = text.find(beginning, end)
        else:
            at = text.find(beginning, at + 1)


def _hints(text: str) -> bool:
    if ":" not in text and "=" not in text and "earer" not in text and "asic" not in text:
        return False
    small = text.lower()
    return any(hint in small for hint in _LABEL_HINTS)


def _labelled(text: str) -> Iterator[FoundCredential]:
    run = _runs(_LABELLED)
    for label in _LABEL.finditer(text):
        value = run.match(text, label.end(), label.end() + _MOST_READ)
        if value and _is_random(value[0]):
            whole = run.match(text, label.end())
            yield FoundCredential(label.end(), whole.end() if whole else value.end())
    for label in _BASIC.finditer(text):
        value = run.match(text, label.end(), label.end() + _MOST_READ)
        if value and _is_login(value[0]):
            yield FoundCredential(label.end(), value.end())


def _is_random(value: str) -> bool:
    value = value.rstrip(".")
    whole = re.sub(r"[+/=]", "", value)
    return len(value) >= _LEAST_LABELLED and (
        is_mixed(value, glued=False)
        or (len(value) >= 32 and whole != whole.lower() and is_mixed(whole, glued=False))
        or re.fullmatch(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}", value) is not None
    )


def _is_login(value: str) -> bool:
    try:
        said = base64.b64decode(value + "=" * (-len(value) % 4), validate=True)
    except ValueError:
        return False
    return b":" in said[1:] and said.isascii()


def _logins(text: str) -> Iterator[FoundCredential]:
    at = 0
    while login := _LOGIN.search(text, at):
        run = _LOGIN_RUN.match(text, login.end())
        end = login.end() + _password_length(run[0] if run else "")
        if end > login.end() and not _NO_PASSWORD.fullmatch(text[login.end() : end]):
            yield FoundCredential(login.end(), end, "password")
        at = max(end, login.end())


def _password_length(run: str) -> int:
    """Return how much of what follows `://name:` is a password: up to the last @ of the place."""
    place, _, path = run.partition("/")
    if "@" in place:
        return place.rindex("@")
    if "@" in path and not _PORT.match(run):
        return run.index("@")
    return 0


def _keys(text: str) -> Iterator[FoundCredential]:
    at = 0
    while begin := _KEY_BEGIN.search(text, at):
        end, _ = _key_end(text, begin.end())
        if end > begin.end():
            yield FoundCredential(begin.start(), end)
        at = max(end, begin.end())


def _key_end(text: str, start: int) -> tuple[int, bool]:
    """Return where the block of a key ends, and whether it may go on.

    Where it is only spoken of, that is where it has begun.
    """
    another = text.find("-----BEGIN", start)
    most = len(text) if another < 0 else another
    marked = _KEY_END.search(text, start, most)
    stop = marked or _KEY_STOP.search(text, start, most)
    body = text[start : stop.start() if stop else most][: _KEY_SURE * 8]
    letters = re.sub(r"[^A-Za-z0-9+/=]", "", body)
    if len(letters) < _KEY_SURE:
        return start, stop is None and another < 0
    sure = (
        letters.lower() != letters
        and letters.upper() != letters
        and len(re.findall(r"[a-z] +[A-Za-z]", body)) * 8 < len(letters)
    )
    if not sure:
        return start, False
    if marked:
        return marked.end(), False
    return (stop.start() if stop else most), stop is None and another < 0


def _open_form(text: str, since: int) -> int:
    """Find the first beginning behind which all is made of what may follow it."""
    last = max(since - 1, len(text.rstrip(_ANY)), 0)
    if not _some_beginning().search(text, last):
        return len(text)
    cut = len(text)
    for made_of, beginnings in _by_alphabet().items():
        run = len(text.rstrip(made_of))
        for beginning in beginnings:
            at = text.find(beginning, max(last, run - len(beginning)), cut)
            if at >= 0:
                cut = at
    return cut


def _beginning_at_end(text: str) -> int:
    """Find the first place from which a text's end is the first part of a beginning."""
    if text[-1:].isspace():
        return len(text)
    known, longest = _beginnings()
    tail = text[-longest:]
    for at in range(len(tail)):
        if tail[at:] in known:
            return len(text) - len(tail) + at
    return len(text)


def _open_value(text: str, since: int) -> int:
    """Find a labelled value that may still grow."""
    if not _hints(text):
        return len(text)
    run = len(text.rstrip(_LABELLED))
    for pattern in (_LABEL, _BASIC):
        for label in pattern.finditer(text, max(0, run - 64)):
            if label.end() >= run and label.end() >= since:
                return label.end()
    return len(text)


def _open_login(text: str, since: int) -> int:
    at = text.rfind("://")
    while at >= max(0, len(text) - _LONGEST_LOGIN):
        login = _LOGIN.match(text, at)
        run = _LOGIN_RUN.match(text, login.end()) if login else None
        if login and run and run.end() == len(text) and len(run[0]) < 256:
            settled = _PORT.match(run[0]) and not run[0].isdigit() and run[0]
            if not settled:
                return max(login.end(), since)
        at = text.rfind("://", 0, at)
    return len(text)


def _open_key(text: str, since: int) -> int:
    if "-" not in text:
        return len(text)
    known = since
    for begin in _KEY_BEGIN.finditer(text, since):
        known, is_open = _key_end(text, begin.end())
        if is_open:
            return begin.start()
    begun = _KEY_BEGUN.search(text, max(known, len(text) - 90))
    return begun.start() if begun else len(text)


@cache
def _runs(made_of: str) -> re.Pattern[str]:
    return re.compile(f"[{re.escape(made_of)}]*")


@cache
def _some_beginning() -> re.Pattern[str]:
    """Return what finds any beginning at all, by its first letter first."""
    by_letter: dict[str, list[str]] = {}
    for form in FORMS:
        for beginning in form.beginnings:
            by_letter.setdefault(beginning[0], []).append(re.escape(beginning[1:]))
    return re.compile("|".join(f"{re.escape(c)}(?:{'|'.join(b)})" for c, b in by_letter.items()))


@cache
def _by_alphabet() -> dict[str, tuple[str, ...]]:
    """Return the beginnings by what follows them."""
    known: dict[str, tuple[str, ...]] = {}
    for form in FORMS:
        known[form.made_of] = known.get(form.made_of, ()) + form.beginnings
    return known


@cache
def _beginnings() -> tuple[frozenset[str], int]:
    """Return every first part of a beginning from two characters on, and the longest's length."""
    whole = [beginning for form in FORMS for beginning in form.beginnings]
    parts = {beginning[:size] for beginning in whole for size in range(2, len(beginning))}
    return frozenset(parts), max(map(len, whole)) - 1
