"""Images load by themselves: whoever makes a model write one makes every reader's page send data.

So an image from elsewhere becomes its words and its host, whatever way it is written. Links stay:
people click them. What every reader of Markdown takes for a code block is left as it is.
"""

from __future__ import annotations

import html
import re
from collections.abc import Collection
from urllib.parse import urlsplit

_MOST_HELD = 4_000  # characters of an image, or of a tag, that are waited for
_MOST_TAG = 200  # of a tag that loads nothing as yet
_MOST_LABELS = 1_000
_MOST_SHOWN = 100

_WORD = r"(?:\\.|[^\[\]\\])"
_INLINE = re.compile(rf"!\[(?P<words>{_WORD}{{0,300}})\]\(", re.S)
_BARE = r"(?:\\\S|[^\s()<>\\]|\([^\s()<>]{0,500}\)){0,4000}"
_TITLE = r"(?:\"[^\"]{0,500}\"|'[^']{0,500}'|\([^()]{0,500}\))"
_TARGET = re.compile(
    rf"\s{{0,20}}(?:<(?P<held>[^<>\n]{{0,4000}})>|(?P<bare>{_BARE}))"
    rf"(?P<end>(?:\s{{1,20}}{_TITLE})?\s{{0,20}}\))?"
)
_TARGET_BEGUN = re.compile(
    rf"\s{{0,20}}(?:<[^<>\n]{{0,4000}}\Z|(?:<[^<>\n]{{0,4000}}>|{_BARE}(?:\\|\([^\s()<>]{{0,500}})?)"
    rf"(?:\s{{1,20}}(?:\"[^\"]{{0,500}}|'[^']{{0,500}}|\([^()]{{0,500}}|{_TITLE}\s{{0,20}})?)?\Z)"
)
_REFERENCE = re.compile(
    rf"!\[(?P<words>{_WORD}{{0,300}})\](?:\[(?P<label>{_WORD}{{0,300}})\])?", re.S
)
_REFERENCE_BEGUN = re.compile(rf"!\[{_WORD}{{0,300}}(?:\](?:\[{_WORD}{{0,300}})?)?\\?\Z", re.S)
_DEFINITION = re.compile(
    rf"\[(?P<label>{_WORD}{{1,300}})\]:[ \t]{{0,20}}\n?[ \t]{{0,20}}"
    r"(?:<(?P<held>[^<>\n]{0,4000})>|(?P<bare>[^\s<][^\s]{0,4000}))",
    re.S,
)
_DEFINITION_BEGUN = re.compile(
    rf"\[{_WORD}{{0,300}}(?:\\?|\](?::[ \t]{{0,20}}\n?[ \t]{{0,20}}(?:<[^<>\n]{{0,4000}})?)?)\Z",
    re.S,
)
_DEFINITION_LEAD = re.compile(r"[\s>*+\-\d.)]{0,40}\Z")
_TAG = re.compile(r"<(?P<name>[A-Za-z][A-Za-z0-9:-]{0,30})(?P<rest>(?:[\s/][^<>]{0,4000})?)>")
_TAG_BEGUN = re.compile(r"<(?P<name>[A-Za-z][A-Za-z0-9:-]{0,30})(?P<rest>[\s/][^<>]{0,4000})?\Z")
_TAG_NAMED = re.compile(r"<[A-Za-z][A-Za-z0-9:-]{0,30}[\s/]")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_LOADING = frozenset(
    "img image picture source video audio track embed object iframe frame link script input use"
    " feimage bgsound base meta style svg body portal applet".split()
)
_ACTING = frozenset("style script link iframe frame object embed base meta".split())
_LOADS = re.compile(
    r"[\s/\"'](?:src|srcset|poster|background|data|style|code|lowsrc|dynsrc)\s{0,5}=", re.I
)
_HARMLESS = re.compile(r"(?!.*//)[\w\s=\"'./?%+~-]*\Z", re.A | re.S)
_VALUE = r"\s{0,5}=\s{0,5}(?:\"(?P<a>[^\"]*)\"|'(?P<b>[^']*)'|(?P<c>[^\s>\"']+))"
_SOURCE = re.compile(rf"[\s/\"'](?:src|srcset|poster|data|href|xlink:href){_VALUE}", re.I)
_ALT = re.compile(rf"[\s/\"'](?:alt|title){_VALUE}", re.I)
_STYLE = re.compile(
    r"url\(\s{0,5}[\"']?\s{0,5}(?P<address>[^\s\"')]{0,4000})[\"']?\s{0,5}\)?", re.I
)
_BOARD = re.compile(
    r"\[img(?P<more>[=\s][^\]\n]{0,100})?\]\s{0,5}(?P<address>[^\s\[\]]{0,4000})(?:\[/img\])?", re.I
)
_BOARD_BEGUN = re.compile(
    r"\[(?:i(?:m(?:g(?:[=\s][^\]\n]{0,100})?(?:\]\s{0,5}[^\s\[\]]{0,4000}(?:\[/?i?m?g?)?)?)?)?)?\Z",
    re.I,
)
_OWN = re.compile(r"(?:\./|/(?![/\\]))?(?![/\\])[\w.~/=?%+-]*\Z", re.A)
_PICTURE = re.compile(r"data:image/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=]*\Z", re.I)
_FENCE = re.compile(r"`{3,}|~{3,}")
_MAYBE_HTML = re.compile(r"[\s>*+\-\d.)]{0,40}<[A-Za-z!?/]")
_OPENER = re.compile(r"!\[|!(?=<[A-Za-z/]|https?:|//)|<(?=[A-Za-z])|\[|url\(|\](?=[\[(])", re.I)
_MARKED = re.compile(r"!<?(?:https?:|//)", re.I)
# What the end of a text may be the first part of.
_BEGUN = re.compile(r"(?:!<?(?:h(?:t(?:t(?:ps?)?)?)?|/)?|<|u|ur|url|\])\Z", re.I)


class ImageFilter:
    """Lets one message's text through in pieces, without images that would load from elsewhere."""

    def __init__(self, hosts: Collection[str] = ()) -> None:
        self._hosts = frozenset(host.lower() for host in hosts)
        self._begin()

    def _begin(self) -> None:
        self._held = ""
        self._fence = ""  # what has opened the code block that we are in
        self._plain = True  # nothing so far that would make readers differ about code blocks
        self._line = ""  # the beginning of the line that we are in
        self._nested = False  # an image was begun in this paragraph that is no simple one
        self._wanted: set[str] = set()  # labels that images go by
        self._defined: set[str] = set()  # labels that have an address

    def feed(self, piece: str) -> str:
        """Take the next piece and return what may be shown."""
        return self._through(self._held + piece, final=False)

    def close(self) -> str:
        """Return what was held back, the message being complete; the next one may follow."""
        rest = self._through(self._held, final=True)
        self._begin()
        return rest

    def _through(self, text: str, *, final: bool) -> str:
        out: list[str] = []
        at = 0
        self._held = ""
        while opener := _OPENER.search(text, at):
            start = opener.start()
            out.append(self._pass(text[at:start]))
            taken = self._taken(text, start, final)
            if taken is None:
                self._held = text[start:]
                return "".join(out)
            said, at = taken
            self._pass(text[start:at])
            out.append(said)
        begun = None if final else _BEGUN.search(text, max(at, len(text) - 10))
        end = begun.start() if begun else len(text)
        out.append(self._pass(text[at:end]))
        self._held = text[end:]
        return "".join(out)

    def _taken(self, text: str, at: int, final: bool) -> tuple[str, int] | None:
        """Return what becomes of what begins here and where it ends; None while that is open."""
        if self._fence and self._plain:
            return text[at], at + 1
        if text.startswith("![", at):
            taken = self._image(text, at, final)
        elif text[at] == "!":
            taken = self._mark(text, at, final)
        elif text[at] == "<":
            taken = self._tag(text, at, final)
        elif text[at] == "[":
            taken = self._bracket(text, at, final)
        elif text[at] == "]":
            taken = self._closed(text, at)
        else:
            taken = self._style(text, at, final)
        if taken is None and len(text) - at > _MOST_HELD:
            return f"{text[at]}\\{text[at + 1]}" if text[at] == "!" else f"{text[at]} ", at + 1
        return taken

    # --- Markdown ---

    def _image(self, text: str, at: int, final: bool) -> tuple[str, int] | None:
        if inline := _INLINE.match(text, at):
            if not final and _TARGET_BEGUN.match(text, inline.end()):
                return None
            target = _TARGET.match(text, inline.end())
            end = target.end() if target else inline.end()
            address = (target["held"] or target["bare"] or "") if target else ""
            if target and target["end"] and self._may_load(address):
                return text[at:end], end
            return _named(inline["words"], address), end
        whole = _REFERENCE.match(text, at)
        if not final and _REFERENCE_BEGUN.match(text, at):
            return None
        self._nested = True
        if whole is None:
            return "![", at + 2
        label = _label(whole["label"] or whole["words"])
        if label in self._defined:
            return _named(whole["words"], ""), whole.end()
        self._remember(self._wanted, label)
        return whole[0], whole.end()

    def _mark(self, text: str, at: int, final: bool) -> tuple[str, int] | None:
        if _MARKED.match(text, at):
            return "! ", at + 1
        return None if not final and _BEGUN.match(text, at) else ("!", at + 1)

    def _closed(self, text: str, at: int) -> tuple[str, int]:
        """Part the brackets of what may be an image with others in it."""
        if not self._nested:
            return "]", at + 1
        return ("] (", at + 2) if text[at + 1] == "(" else ("]\\[", at + 2)

    def _bracket(self, text: str, at: int, final: bool) -> tuple[str, int] | None:
        if not final and _BOARD_BEGUN.match(text, at):
            return None
        if board := _BOARD.match(text, at):
            if self._may_load(board["address"]) and "//" not in (board["more"] or ""):
                return board[0], board.end()
            return _named("", board["address"]), board.end()
        if not _DEFINITION_LEAD.match(self._line):
            return "[", at + 1
        if not final and _DEFINITION_BEGUN.match(text, at):
            return None
        defined = _DEFINITION.match(text, at)
        if defined is None:
            return "[", at + 1
        if defined.end() == len(text) and not final:
            return None
        address = defined["held"] or defined["bare"] or ""
        if self._may_load(address):
            return defined[0], defined.end()
        label = _label(defined["label"])
        if label in self._wanted or len(self._wanted) >= _MOST_LABELS:
            return _named("", address), defined.end()
        self._remember(self._defined, label)
        return defined[0], defined.end()

    def _remember(self, labels: set[str], label: str) -> None:
        if len(labels) < _MOST_LABELS:
            labels.add(label)

    # --- HTML and the like ---

    def _tag(self, text: str, at: int, final: bool) -> tuple[str, int] | None:
        tag = _TAG.match(text, at)
        if tag is None:
            begun = _TAG_BEGUN.match(text, at)
            if begun is None:  # another sign in it than a tag has, or one that browsers overlook
                return ("< " if _TAG_NAMED.match(text, at) else "<"), at + 1
            loads = _loads(begun["name"], begun["rest"] or "")
            if not final and (loads or len(begun[0]) < _MOST_TAG):
                return None
            return "< ", at + 1
        rest = tag["rest"] or ""
        if tag["name"].lower() in _ACTING or _is_unclosed(rest):
            return "< ", at + 1
        if not _loads(tag["name"], rest) or _HARMLESS.match(rest):
            return tag[0], tag.end()
        source, alt = _SOURCE.search(rest), _ALT.search(rest)
        address = _value(source)
        if tag["name"].lower() == "img" and self._known_host(address) and _is_simple(rest):
            return tag[0], tag.end()
        return _named(_value(alt), address), tag.end()

    def _style(self, text: str, at: int, final: bool) -> tuple[str, int] | None:
        found = _STYLE.match(text, at)
        end = found.end() if found else at + 4
        if end == len(text) and text[-1] != ")" and not final:
            return None
        address = found["address"] if found else ""
        if not address or self._may_load(address):
            return text[at:end], end
        return f"url({_host(address)})", end

    def _may_load(self, address: str) -> bool:
        """Tell whether an image tells nobody anything: it is here, or in the text itself."""
        return bool(_OWN.match(address) or _PICTURE.match(address)) or self._known_host(address)

    def _known_host(self, address: str) -> bool:
        plain = re.match(r"https://[\w.-]+(?::\d+)?/[\w.~/=?%+-]*\Z", address, re.A)
        return plain is not None and _host(address) in self._hosts

    # --- where we are ---

    def _pass(self, raw: str) -> str:
        """Follow the text line by line, and return it."""
        *lines, rest = raw.split("\n")
        for line in lines:
            self._end_line((self._line + line)[:400])
            self._line = ""
        self._line = (self._line + rest)[:400]
        return raw

    def _end_line(self, line: str) -> None:
        bare = line.strip(" \t\r")
        if not bare:
            self._nested = False
        if self._fence:
            closes = len(bare) >= len(self._fence) and not bare.strip(self._fence[0])
            if closes and len(line) - len(line.lstrip(" ")) <= 3:
                self._fence = ""
            elif bare.startswith(self._fence[0] * 3):
                self._plain = False
        elif opened := _FENCE.match(line):
            self._fence = opened[0]
            self._plain = self._plain and "`" not in line[opened.end() :]
        elif "```" in line or "~~~" in line or _MAYBE_HTML.match(line):
            self._plain = False


def _loads(name: str, rest: str) -> bool:
    return name.lower() in _LOADING or _LOADS.search(rest) is not None


def _is_unclosed(rest: str) -> bool:
    """Tell whether what seems to end a tag stands in quotes, so that browsers read on."""
    bare = _QUOTED.sub("", rest)
    return '"' in bare or "'" in bare


def _is_simple(rest: str) -> bool:
    return not re.search(r"srcset|style|background|\son\w+\s*=", rest, re.I)


def _value(found: re.Match[str] | None) -> str:
    return "" if found is None else found["a"] or found["b"] or found["c"] or ""


def _label(text: str) -> str:
    return " ".join(text.split()).casefold()


def _host(address: str) -> str:
    try:
        return (urlsplit(html.unescape(address).replace("\\", "/")).hostname or "")[:_MOST_SHOWN]
    except ValueError:
        return ""


def _named(words: str, address: str) -> str:
    """Say what an image was: its words, and where it would have come from."""
    plain = " ".join(re.sub(r"[\[\]()<>!`\\\"']", " ", words).split())[:_MOST_SHOWN]
    host = re.sub(r"[^\w.:-]", "", _host(address))
    return f"(image: {', '.join(filter(None, [plain, host])) or 'not shown'})"
