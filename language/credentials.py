"""Credentials of known form: one list, for logs, for what is kept, and for what a model says.

A credential is known by the beginning its issuer gives it, by what stands before it (a label, the
name in an address), or as a block. Each search is linear in the text: beginnings are looked for as
plain text, and what follows one is read once.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from string import ascii_letters, ascii_uppercase, digits
from typing import Literal

CredentialKind = Literal["token", "password"]
_ALNUM = ascii_letters + digits
_WORD = f"{_ALNUM}_-"
_DOTTED = f"{_WORD}."
_BASE64 = f"{_ALNUM}+/="
_HEX = "0123456789abcdef"
_UPPER = ascii_uppercase + digits
_PATH = f"{_WORD}/.@"
_ANY = f"{_BASE64}_-.~%:$@,"  # all that beginnings and what follows them are made of
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


@dataclass(frozen=True, slots=True)
class CredentialForm:
    """One kind: how it begins, what the rest is made of, and how much of it there is at least.

    `is_real` tells it from a word that begins alike; it is given the rest, and whether a letter
    stands before it.
    """

    beginnings: tuple[str, ...]
    made_of: str
    least: int
    is_real: Callable[[str, bool], bool] = lambda rest, glued: True


def _mixed(rest: str, glued: bool) -> bool:
    """Tell a random run from words with hyphens, whose pieces are short or without figures."""
    for run in re.findall(r"[A-Za-z0-9]{8,}", rest):
        figures = any(c.isdigit() for c in run) and any(c.isalpha() for c in run)
        if len(run) >= 32 or (figures and len(run) >= (16 if glued else 12)):
            return True
    return False


def _figured(rest: str, glued: bool) -> bool:
    return any(c.isdigit() for c in rest)


def _json_web(rest: str, glued: bool) -> bool:
    head, _, body = rest.partition(".")
    return len(body) >= 4 and _is_token_head(f"eyJ{head}")


def _is_token_head(head: str) -> bool:
    try:
        said = base64.urlsafe_b64decode(head[: len(head) // 4 * 4])
    except ValueError:
        return False
    return re.match(rb'\{"(?:alg|typ|enc|kid|cty|jku|jwk|x5\w+|zip|crit)"', said) is not None


def _send_grid(rest: str, glued: bool) -> bool:
    return re.match(r"[\w-]{16,32}\.[\w-]{30,}", rest, re.A) is not None


def _form(
    beginnings: str, made_of: str, least: int, *is_real: Callable[[str, bool], bool]
) -> CredentialForm:
    return CredentialForm(tuple(beginnings.split()), made_of, least, *is_real)


FORMS = (
    # model providers
    _form("sk-ant- sk-proj- sk-svcacct- sk-admin- sk-or-v1- sk-lf-", _WORD, 20, _figured),
    _form("sk-", _WORD, 12, _mixed),
    _form("hf_ api_org_ gsk_ xai- pplx- r8_", _ALNUM, 30),
    _form("lsv2_pt_ lsv2_sk_", f"{_HEX}_", 32),
    # clouds
    _form("AKIA ABIA ACCA", _UPPER, 12),
    _form("ASIA A3T", _UPPER, 16, _figured),
    _form("ABSK", _BASE64, 100),
    _form("AIza ya29. GOCSPX- 1//0", _WORD, 20),
    _form(" ".join(f"{d}Q~" for d in digits), f"{_DOTTED}~", 31),
    _form("AccountKey= SharedAccessKey= SharedSecret=", _BASE64, 40),
    _form("sig=", f"{_BASE64}%", 43),
    _form("LTAI", _ALNUM, 16, _figured),
    _form("dop_v1_ doo_v1_ dor_v1_", _HEX, 60),
    _form("HRKU- ATATT3 ATCTT3", f"{_WORD}=", 36),
    _form("tskey- fo1_", _WORD, 20),
    _form("FlyV1 fm1r_ fm1a_ fm2_", f"{_BASE64},_", 60),
    _form("pscale_tkn_ pscale_pw_ pscale_oauth_ nfp_ rnd_", f"{_DOTTED}=", 28),
    _form("sbp_ sb_secret_ dckr_pat_ dckr_oat_", _WORD, 20),
    _form(
        "hvs. hvb. hvr. atlasv1. dp.pt."
        " dp.st. dp.ct. dp.sa. dp.scim. dp.audit.",
        _WORD, 20, _figured,
    ),
    _form("dapi dkea", _HEX, 32),
    # code and packages
    _form("ghp_ gho_ ghu_ ghs_ ghr_", _ALNUM, 30),
    _form("github_pat_", f"{_ALNUM}_", 22),
    _form(
        "glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- GR1348941",
        _DOTTED, 20,
    ),
    _form("npm_", _ALNUM, 30),
    _form("pypi-AgE", _WORD, 16),
    _form("pypi-", _WORD, 50),
    _form(
        "rubygems_ CLOJARS_ sqp_ squ_ sqa_"
        " pul- PMAK- tfp_ pnu_ rdme_ figd_",
        _WORD, 32, _figured,
    ),
    _form("ATBB AKCp cmVmd", _ALNUM, 28, _figured),
    _form(
        "CCIPAT_ bkua_ sntrys_ sntryu_ glc_"
        " glsa_ CFPAT- lin_api_ ntn_ secret_",
        f"{_BASE64}_", 32, _figured,
    ),
    _form("NRAK- NRII- NRJS- NRAL-", _WORD, 19),
    _form("dt0c01. dt0s01.", f"{_UPPER}.", 60),
    # messages
    _form(
        "xoxb- xoxp- xoxa- xoxr- xoxs-"
        " xoxe- xoxo- xapp- xoxe.xoxp- xoxe.xoxb-",
        _WORD, 10, _figured,
    ),
    _form(
        "hooks.slack.com/services/"
        " hooks.slack.com/workflows/ hooks.slack.com/triggers/",
        _PATH, 20,
    ),
    _form("discord.com/api/webhooks/ discordapp.com/api/webhooks/", _PATH, 40),
    _form("webhook.office.com/webhookb2/", _PATH, 40),
    _form("SG.", _DOTTED, 48, _send_grid),
    _form("SK", _HEX, 32),
    _form("key-", _HEX + ascii_letters, 32, _figured),
    _form("xkeysib- xsmtpsib-", _WORD, 40),
    _form(":AA", _WORD, 32),
    # money and shops
    _form(
        "sk_live_ sk_test_ rk_live_ rk_test_"
        " sk_prod_ rk_prod_ pk_live_ whsec_",
        f"{_BASE64}_", 12,
    ),
    _form("APP_USR- TEST-", _WORD, 40, _figured),
    _form("$aact_", f"{_BASE64}:$", 40),
    _form("ak_live_ ak_test_", _ALNUM, 24),
    _form("sq0atp- sq0csp- sq0idp-", _WORD, 20),
    _form("EAAA EAAB EAAC EAAG EAAM", _WORD, 55, _figured),
    _form("shpat_ shpca_ shppa_ shpss_", _HEX + "ABCDEF", 32),
    _form(
        "shippo_live_ shippo_test_ duffel_live_ duffel_test_"
        " FLWSECK_TEST- FLWSECK- EZAK EZTK",
        _WORD, 32, _figured,
    ),
    _form("access-production- access-development- access-sandbox-", f"{_HEX}-", 36),
    # sign-in, vaults and keys
    _form("eyJ", _DOTTED, 14, _json_web),
    _form("ops_eyJ", _BASE64, 100),
    _form("AGE-SECRET-KEY-1 PuTTY-User-Key-File-", _UPPER, 50),
)  # fmt: skip

# What a value behind one of these names is, only the name tells.
_LABEL = re.compile(
    r"(?:api[_ -]?key|secret[_-]?(?:access[_-]?)?key|client[_-]?secret|(?:access|auth|refresh"
    r"|bearer|session|api|secret)[_-]?token|passwo?r?d|passwd|senha|api[_-]?secret|private[_-]?key"
    r"|x-api-key)[\"'`*]{0,3}\s{0,3}(?::=|=>|[:=])\s{0,3}[\"'`*]{0,3}"
    r"|(?<![A-Za-z])bearer\s{1,4}",
    re.I,
)
_LABEL_HINTS = ("key", "secret", "token", "pass", "pwd", "senha", "bearer", "basic")
_LABELLED = f"{_BASE64}_.~-"
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
        run = _runs(f"{_BASE64}_-.~%").match(text, since)
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
        _mixed(value, glued=False)
        or (len(value) >= 32 and whole != whole.lower() and _mixed(whole, glued=False))
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
