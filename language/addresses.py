"""Reads e-mail and web addresses, also as they are said aloud: "ana arroba gmail ponto com"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from language.flat import flat
from language.found import Found

_READ = 2_000
_EMAIL = re.compile(r"(?<![\w.@+-])[\w.%+-]{1,64}@(?:[\w-]{1,63}\.){1,4}[A-Za-z]{2,24}(?![\w@-])")
_SCHEME_URL = re.compile(
    r"https?://(?:[\w-]{1,63}\.){1,6}[a-z]{2,24}(?::\d{1,5})?(?:/[^\s<>\"]{0,500})?(?![\w@])", re.I
)
_BARE_URL = re.compile(
    r"(?<![\w@/.-])(?:[\w-]{1,63}\.){1,6}(?P<top>[a-z]{2,24})(?![\w@-])(?:/[^\s<>\"]{0,500})?", re.I
)
_TOPS = frozenset(
    "com net org edu gov mil int info biz io dev app co me tv ai site online store shop blog "
    "tech xyz art br pt uk us ca au nz ie de fr es it nl be"
    " ch at se no dk fi pl cz in jp cn kr mx ar cl uy py pe ve za ng ke eu link page design "
    "studio club live world cloud digital email agency photo photos gallery"
    " works media press news space wiki law clinic dental health fit bio cafe bar pizza wine "
    "moda legal eco gg fm ly to is us pro".split()
)  # fmt: skip
_ALOUD = [
    (re.compile(r"\s{1,3}(?:arroba|at sign|at)\s{1,3}"), "@"),
    (re.compile(r"\s{0,3}\barroba\b\s{0,3}"), "@"),
    (re.compile(r"\s{1,3}(?:ponto|dot|punto)\s{1,3}"), "."),
    (re.compile(r"\s{1,3}(?:underline|underscore|anderlaine|sublinhado)\s{1,3}"), "_"),
    (re.compile(r"\s{1,3}(?:traco|hifen|hyphen|dash|tracinho|menos)\s{1,3}"), "-"),
    (re.compile(r"\s{1,3}(?:barra|slash)\s{1,3}"), "/"),
    (re.compile(r"\s{1,3}(?:mais|plus)\s{1,3}(?=\w{1,64}@)"), "+"),
]
# A letter that is no word of its own, and what was dictated with a dot: "jake.miller 99@…".
_INITIAL = re.compile(r"(?<!\S)(?:[b-df-hj-np-z]|[a-z]{1,20}(?:[._-][a-z]{1,20}){1,3}) $")
_LONGEST_INITIAL = 48
_IS_ALOUD = re.compile(r"\b(?:arroba|ponto|dot|punto)\b")


def find_emails(text: str) -> list[Found[str]]:
    """Find the e-mail addresses of a text, in lower case."""
    found = [Found(m[0].lower(), *m.span()) for m in _EMAIL.finditer(text[:_READ]) if _sound(m[0])]
    if not found and (said := _aloud(text)):
        emails = [_with_initial(said, m) for m in _EMAIL.finditer(said.text) if _sound(m[0])]
        return [Found(value, *said.place(start, end)) for value, start, end in emails]
    return found


def find_urls(text: str) -> list[Found[str]]:
    """Find the web addresses of a text, with https:// where nothing else is said."""
    found = _urls(text[:_READ])
    if not found and (said := _aloud(text)):
        told = _urls(said.text)
        return [Found(each.value, *said.place(each.start, each.end)) for each in told]
    return found


def _with_initial(said: _Aloud, match: re.Match[str]) -> tuple[str, int, int]:
    """Take the "r" of "r delgado at yahoo dot com" to its address."""
    initial = _INITIAL.search(said.text, max(0, match.start() - _LONGEST_INITIAL), match.start())
    start = initial.start() if initial else match.start()
    return said.text[start : match.end()].replace(" ", ""), start, match.end()


def _urls(text: str) -> list[Found[str]]:
    found = [Found(_trimmed(m[0]), *m.span()) for m in _SCHEME_URL.finditer(text)]
    for match in _BARE_URL.finditer(text):
        clear = all(match.end() <= f.start or match.start() >= f.end for f in found)
        if (
            clear
            and match["top"].lower() in _TOPS
            and text[match.start() - 1 : match.start()] != "@"
        ):
            found.append(Found(f"https://{_trimmed(match[0])}", *match.span()))
    return sorted(found, key=lambda each: each.start)


def _trimmed(url: str) -> str:
    return url.rstrip(".,;:!?)'\"")


def _sound(email: str) -> bool:
    local, _, domain = email.partition("@")
    return not local.startswith(".") and not local.endswith(".") and ".." not in local + domain


@dataclass(frozen=True, slots=True)
class _Aloud:
    """A text whose signs were words, and where each of its letters stood."""

    text: str
    places: tuple[int, ...]

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return where a stretch stood."""
        return self.places[start], self.places[end - 1] + 1


def _aloud(text: str) -> _Aloud | None:
    plain = flat(text[:300])
    if not _IS_ALOUD.search(plain):
        return None
    places = list(range(len(plain)))
    for pattern, sign in _ALOUD:
        for found in reversed([*pattern.finditer(plain)]):
            start, end = found.span()
            plain = plain[:start] + sign + plain[end:]
            places[start:end] = [places[start]]
    return _Aloud(plain, tuple(places))
