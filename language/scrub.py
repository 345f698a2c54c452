"""Finds personal data and secrets in text, in time linear in its length.

Every pattern here is of bounded length or starts only at the edge of a token, so that no input can
make it backtrack; what has check digits is checked, so that an order number is not a CPF.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import log2
from typing import Literal

from language.card_details import card_details
from language.check_digits import (
    digits_of,
    is_card,
    is_cnpj,
    is_cpf,
    is_iban,
    may_be_bare_cnpj,
)
from language.credentials import credentials
from language.phone_spans import phones
from language.skeleton import Skeleton, skeleton
from language.told_data import told_data

SpanKind = Literal[
    "cpf", "cnpj", "card", "iban", "email", "phone", "password", "token",
    "code", "cep", "rg", "pis", "pix", "ssn", "passport",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text that must not be shown, and what it is."""

    start: int
    end: int
    kind: SpanKind


_CPF = re.compile(r"(?:(?<![\w.-])|(?<=[cC][pP][fF]))\d{3}[. ]?\d{3}[. ]?\d{3}[- ]?\d{2}(?!\w)")
_CNPJ = re.compile(
    r"(?<![\w.-])[0-9A-Z]{2}([. ]?)[0-9A-Z]{3}\1[0-9A-Z]{3}[/ ]?[0-9A-Z]{4}[- ]?\d{2}(?![\w-])",
    re.I,
)
_CNPJ_NAMED = re.compile(r"cnpj\W{1,4}(?:\w{1,12}\W{1,3}){0,3}\Z", re.I)
_CARD = re.compile(
    r"(?<!\w)(?=((?:\d{4}[ .-]\d{4}[ .-]\d{4}[ .-]\d{1,7}|\d{4}[ .-]\d{6}[ .-]\d{4,5}|\d{13,19})"
    r"(?!\w)))"
)
_IBAN = re.compile(
    r"(?<!\w)(?:[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?"
    r"|[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){2,7}(?: ?\d{1,3})?)(?!\w)"
)
_LOCAL = re.compile(r"[\w.+%'-]+\Z")
_DOMAIN = re.compile(r"(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24}(?![A-Za-z0-9-])")
_WORDS = (
    r"(?:password|passphrase|passwd|pwd|passcode|senha|palavra-passe|secret|segredo|token"
    r"|api[_ -]?key|chave(?:[_ ](?:de[_ ])?api)?|pin|cvv|authorization)"
)
_LABELLED = re.compile(
    rf"(?<![A-Za-z0-9]){_WORDS}[\"']?\s{{0,3}}[:=]\s{{0,3}}[\"']?(?!bearer\s|basic\s)(?P<value>[^\s\"',;]{{1,256}})",
    re.I,
)
_SAID = re.compile(
    rf"(?<![A-Za-z0-9]){_WORDS}(?:\s{{1,3}}[\w.]{{1,20}}){{0,3}}?\s{{1,3}}(?:is|é|e|eh|=>|->)\s{{1,3}}"
    r"[\"']?(?P<value>[^\s\"']{4,256})",
    re.I,
)
_WORD_HINT = re.compile(
    r"pass|pwd|senha|secret|segredo|token|key|chave|pin|cvv|authorization", re.I
)
_BEARER = re.compile(
    r"(?<![A-Za-z0-9])(?:bearer|basic)\s{1,4}(?P<value>[A-Za-z0-9._~+/=-]{12,})", re.I
)
_OPAQUE = re.compile(r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{32,}={0,2}(?![A-Za-z0-9+/_-])")
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.I)
_HEX = re.compile(r"[0-9a-fA-F]+")
_HASH_SIZES = frozenset({40, 56, 64, 96, 128})  # of commits and of files' sums, in hex
_HASH_NAMED = re.compile(
    r"(?:commit|hash|sha-?\d{0,3}|md5|checksum|digest|etag|fingerprint|revision|rev|uuid|trace|span"
    r"|integrity)\W{0,4}(?:\w{1,12}\W{1,3}){0,2}\Z",
    re.I,
)
_KEY_NAMED = re.compile(
    r"(?:key|token|secret|chave|segredo|senha|auth)\W{0,4}(?:\w{1,8}\W{1,3})?\Z", re.I
)


def spans(text: str) -> list[Span]:
    """Find what must not be shown, left to right and without overlaps, however it is disguised."""
    read = skeleton(text)
    found = sorted(_all(read.text), key=lambda s: (s.start, -s.end))
    kept: list[Span] = []
    for span in found:
        if kept and span.start < kept[-1].end:
            if span.end > kept[-1].end:
                kept[-1] = Span(kept[-1].start, span.end, kept[-1].kind)
        else:
            kept.append(span)
    return kept if read.text is text else [_in(read, span) for span in kept]


def _in(read: Skeleton, span: Span) -> Span:
    start = read.place(span.start)
    return Span(start, max(start + 1, read.place(span.end)), span.kind)


def scrub(text: str) -> str:
    """Return the text with each find replaced by its kind in brackets."""
    return _replace(text, spans(text))


def scrub_kinds(text: str, kinds: Collection[str]) -> tuple[str, set[str]]:
    """Replace only some kinds of finds; return the text and which kinds it held."""
    found = [span for span in spans(text) if span.kind in kinds]
    return _replace(text, found), {span.kind for span in found}


def _replace(text: str, found: Sequence[Span]) -> str:
    if not found:
        return text
    out: list[str] = []
    at = 0
    for span in found:
        out += [text[at : span.start], f"[{span.kind}]"]
        at = span.end
    return "".join([*out, text[at:]])


def _all(text: str) -> Iterator[Span]:
    yield from (Span(*told) for told in told_data(text))  # first: it knows best what it is
    yield from _secrets(text)
    if "@" in text:
        yield from _emails(text)
    if any(c in text for c in "0123456789"):
        yield from _numbers(text)


def _numbers(text: str) -> Iterator[Span]:
    for match in _CPF.finditer(text):
        if is_cpf(digits_of(match[0])):
            yield Span(match.start(), match.end(), "cpf")
    for match in _CNPJ.finditer(text):
        if _holds_cnpj(text, match):
            yield Span(match.start(), match.end(), "cnpj")
    cards = [m.span(1) for m in _CARD.finditer(text) if is_card(digits_of(m[1]))]
    for start, end in (*cards, *card_details(text, cards)):
        yield Span(start, end, "card")
    for match in _IBAN.finditer(text):
        if is_iban(match[0].replace(" ", "")):
            yield Span(match.start(), match.end(), "iban")
    for start, end in phones(text):
        yield Span(start, end, "phone")


def _holds_cnpj(text: str, match: re.Match[str]) -> bool:
    """Check its digits; what has none of a CNPJ's signs is more often an order's number."""
    bare = re.sub(r"[./ -]", "", match[0])
    signed = "/" in match[0] or "." in match[0]
    named = signed or _CNPJ_NAMED.search(text[max(0, match.start() - 32) : match.start()])
    if " " in match[0] and not (named or bare.isdigit()):
        return False
    return is_cnpj(bare) and bool(named or may_be_bare_cnpj(bare))


def _secrets(text: str) -> Iterator[Span]:
    if _WORD_HINT.search(text):
        for match in _LABELLED.finditer(text):
            yield Span(*match.span("value"), "password")
        for match in _SAID.finditer(text):
            if re.search(r"[\d!@#$%^&*_+=]", match["value"]):
                yield Span(*match.span("value"), "password")
    for match in _BEARER.finditer(text):
        yield Span(*match.span("value"), "token")
    for known in credentials(text):
        yield Span(known.start, known.end, known.kind)
    for match in _OPAQUE.finditer(text):
        if _looks_random(match[0]) and not _is_hash(text, match):
            yield Span(match.start(), match.end(), "token")


def _emails(text: str) -> Iterator[Span]:
    at = text.find("@")
    while at >= 0:
        named = at > 0 and (text[at - 1].isalnum() or text[at - 1] in "_%+'-")
        local = _LOCAL.search(text[max(0, at - 64) : at]) if named else None
        domain = _DOMAIN.match(text, at + 1) if local else None
        if local and domain:
            yield Span(at - len(local[0]), domain.end(), "email")
        at = text.find("@", at + 1)


def _is_hash(text: str, match: re.Match[str]) -> bool:
    """Tell whether a row of signs is the sum of a file or a commit, which anybody may know."""
    lead, body = text[max(0, match.start() - 40) : match.start()], match[0]
    if _HASH_NAMED.search(lead) or re.match(r"sha\d{3}-", body):
        return True
    return (
        len(body) in _HASH_SIZES
        and _HEX.fullmatch(body) is not None
        and not _KEY_NAMED.search(lead)
    )


def _looks_random(token: str) -> bool:
    if len(token) == 36 and _UUID.fullmatch(token):
        return False
    body = token[:128].rstrip("=")
    digits = sum(c.isdigit() for c in body)
    if _HEX.fullmatch(body):
        return 0.2 < digits / len(body) < 0.95
    if digits < 3 or body == body.lower() or body == body.upper():
        return False
    size = len(body)
    return -sum(n / size * log2(n / size) for n in Counter(body).values()) >= 4.2
