"""Says in plain words what is wrong with a text that is no YAML, and where it went wrong.

The parser tells where it could not go on, which is often a line late, and in words of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_ODD_SPACE = re.compile("[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]")
_CURLY_START = re.compile("(?:^|: |- |[\\[{,] ?)\\s*([\u201c\u201d\u201e\u00ab])")
_QUOTED = re.compile(r"""\"(?:[^"\\]|\\.)*\"|'[^']*'""")
_LOOKED_AT = 2_000  # characters of a line
_TAB = re.compile(r"^ *(\t)|: *(\t)")
_NO_SPACE = re.compile(r"^\s*(?:- )?[\w-]+:(?=[^\s:/])")
_FIRST_KEY = re.compile(r"^\s*(?:- )?[\w-]+\s*$")
_OPEN_QUOTE = re.compile(r"""(?:: |- |[\[{,] ?)\s*(?:"(?:[^"\\]|\\.)*$|'(?:[^']|'')*$)""")
_QUOTED_START = re.compile(r"""(?:: |- )\s*(["'])""")
_BRACE_START = re.compile(r"(?:: |- )\s*([\[{])")
_LINE_UP = "this line does not line up with the ones above it; indent it like its neighbours"
_NEEDS_QUOTES = "a text with ':' or '?' or ',' in it needs quotes around all of it"
_MISSING_QUOTE = "a quote is missing: a text begins and ends with the same kind of quote"


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the parser stopped and why, and where that began which it was reading (from 0)."""

    line: int
    column: int
    problem: str
    context: str = ""
    began: tuple[int, int] | None = None


Told = tuple[int, int, str]  # line and column from 0, and what is said


def explain(text: str, stop: Stop) -> Told:
    """Return where the mistake is most likely, and what to do about it."""
    lines = [line[:_LOOKED_AT] for line in text.splitlines()] or [""]
    near = _near(lines, stop)
    for look in _LOOKS:
        if told := look(lines, stop, near):
            return told
    return stop.line, stop.column, f"this is not YAML, here or just above ({stop.problem})"


def _near(lines: list[str], stop: Stop) -> list[int]:
    """Return the lines the mistake may be in: where it stopped, and the last one before."""
    here = min(stop.line, len(lines) - 1)
    above = next((n for n in range(here - 1, -1, -1) if lines[n].strip()), None)
    began = [] if stop.began is None else [min(stop.began[0], len(lines) - 1)]
    return list(dict.fromkeys([here, *([] if above is None else [above]), *began]))


def _odd_letters(lines: list[str], _stop: Stop, near: list[int]) -> Told | None:
    for number in near:
        if found := _TAB.search(lines[number]):
            at = max(found.start(1), found.start(2))
            return number, at, "a tab; indent with spaces, and put one behind ':'"
        if found := _ODD_SPACE.search(_outside(lines[number])):
            code = f"U+{ord(found[0]):04X}"
            told = f"this space is not an ordinary one ({code}); type it again with the space bar"
            return number, found.start(), told
    return None


def _outside(line: str) -> str:
    """Return a line with what it holds in quotes crossed out."""
    return _QUOTED.sub(lambda quoted: "x" * len(quoted[0]), line)


def _curly(lines: list[str], _stop: Stop, near: list[int]) -> Told | None:
    for number in near:
        if found := _CURLY_START.search(_outside(lines[number])):
            told = "curly quotes are letters like any other; write straight ones, \" or '"
            return number, found.start(1), told
    return None


def _open_quote(lines: list[str], stop: Stop, _near: list[int]) -> Told | None:
    if "quoted scalar" in stop.context and stop.began and "escape" not in stop.problem:
        first = _first_open(lines, stop.began[0])
        return (*(first or stop.began), "this quote is never closed; end the text with it")
    if "<scalar>" not in stop.problem and "expected ','" not in stop.problem:
        return None
    first = _first_open(lines, min(stop.line, len(lines) - 1))
    return (*first, _MISSING_QUOTE) if first else None


def _first_open(lines: list[str], last: int) -> tuple[int, int] | None:
    """Find the first line with a quote that it does not close."""
    for number in range(last + 1):
        if found := _OPEN_QUOTE.search(_bare(lines[number])):
            return number, found.end() - len(found[0].lstrip(":-[{, "))
    return None


def _bare(line: str) -> str:
    """Return a line without a comment that takes all of it."""
    return "" if line.lstrip().startswith("#") else line


def _flow(lines: list[str], stop: Stop, _near: list[int]) -> Told | None:
    """Look at what stands in brackets."""
    if "flow" not in stop.context or stop.began is None:
        return None
    row, column = stop.began
    if stop.line > row:
        opened = lines[row][column : column + 1] or "["
        closed = {"[": "]", "{": "}"}.get(opened, "]")
        return row, column, f"this '{opened}' is never closed; write '{closed}' where it ends"
    if "<scalar>" in stop.problem:
        return stop.line, stop.column, "a ',' or a quote is missing between two entries"
    return stop.line, stop.column, f"{_NEEDS_QUOTES}, inside brackets above all"


def _second_colon(lines: list[str], stop: Stop, near: list[int]) -> Told | None:
    if "mapping values are not allowed" not in stop.problem:
        return None
    line = lines[near[0]]
    if not _FIRST_KEY.match(line[: stop.column]):
        return stop.line, stop.column, _NEEDS_QUOTES
    above = lines[near[1]] if len(near) > 1 else ""
    if found := _NO_SPACE.match(above):
        told = "a space is missing behind ':', as in 'type: integer'"
        return near[1], found.end() - 1, told
    return stop.line, len(line) - len(line.lstrip()), _LINE_UP


def _behind(lines: list[str], stop: Stop, near: list[int]) -> Told | None:
    """Look at a text that goes on behind its closing quote or bracket."""
    if "<block end>" not in stop.problem or "<scalar>" not in stop.problem:
        return None
    line = lines[near[0]]
    if found := _BRACE_START.search(line):
        told = f"a text that begins with '{found[1]}' needs quotes around all of it"
        return stop.line, found.start(1), told
    if found := _QUOTED_START.search(line):
        other = "double" if found[1] == "'" else "single"
        told = f"the text goes on behind its closing {found[1]}; put {other} quotes around it"
        return stop.line, found.start(1), told
    return None


def _crooked(lines: list[str], stop: Stop, _near: list[int]) -> Told | None:
    if "<block end>" in stop.problem or "<document start>" in stop.problem:
        return stop.line, stop.column, _LINE_UP
    return None


def _no_colon(lines: list[str], stop: Stop, near: list[int]) -> Told | None:
    if "could not find expected ':'" not in stop.problem:
        return None
    row, column = stop.began or (stop.line, stop.column)
    if found := _NO_SPACE.match(lines[min(row, len(lines) - 1)]):
        return row, found.end() - 1, "a space is missing behind ':', as in 'type: integer'"
    told = "a ':' is missing: write 'key: value', or '- ' before an item of a list"
    return row, column, told


def _signs(lines: list[str], stop: Stop, near: list[int]) -> Told | None:
    if found := re.search(r"found character '(.+)' that cannot start", stop.problem):
        return stop.line, stop.column, f"a text that begins with {found[1]} needs quotes"
    if "alias" in stop.context or "anchor" in stop.context or "tag" in stop.context:
        row, column = stop.began or (stop.line, stop.column)
        sign = lines[min(row, len(lines) - 1)][column : column + 1]
        return row, column, f"a text that begins with {sign} needs quotes"
    if "unknown escape character" in stop.problem:
        told = "\\ means something in double quotes; write \\\\, or use single quotes"
        return stop.line, max(0, stop.column - 1), told
    if "another document" in stop.problem:
        return stop.line, stop.column, "'---' begins a second document; a file holds one"
    return None


_LOOKS: tuple[Callable[[list[str], Stop, list[int]], Told | None], ...] = (
    _odd_letters, _curly, _open_quote, _flow, _second_colon, _behind, _crooked, _no_colon, _signs,
)  # fmt: skip
