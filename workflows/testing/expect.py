"""What was seen of a test's conversation, and how that differs from what was expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from contracts.json import JsonMapping, JsonObject
from language.detect import Language
from language.matching import fold
from language.patterns import holds_pattern
from workflows.file.tests import LONGEST_SAID, Expect, ExpectedCalls, pattern_in
from workflows.file.words import in_language
from workflows.testing.mocks import matches, same

_QUOTED = 3  # texts that a failing expectation shows


@dataclass(slots=True)
class Seen:
    """What happened in one conversation."""

    path: list[str] = field(default_factory=list[str])
    said: list[str] = field(default_factory=list[str])
    calls: list[tuple[str, JsonMapping]] = field(default_factory=list[tuple[str, JsonMapping]])
    slots: JsonObject = field(default_factory=JsonObject)
    routes: list[str] = field(default_factory=list[str])
    choices: tuple[tuple[str, str], ...] = ()  # the buttons offered last: label and value
    shown: list[str] = field(default_factory=list[str])  # components of the page
    answers: list[str] = field(default_factory=list[str])  # frequent questions that were answered
    state: str | None = None  # where the workflow stands, None when it has ended
    end: str | None = None
    moves: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    language: Language = "en"
    problems: list[str] = field(default_factory=list[str])  # what kept it from going on

    @property
    def tools(self) -> Counter[str]:
        """Count the calls of each tool."""
        return Counter(tool for tool, _ in self.calls)


def differences(expect: Expect, seen: Seen) -> list[str]:
    """Compare what was expected with what happened, one line for each difference."""
    found = list(seen.problems)
    if expect.path is not None and expect.path != seen.path:
        found.append(f"path: expected {_list(expect.path)}, was {_list(seen.path)}")
    if expect.state and expect.state != seen.state:
        found.append(
            f"state: expected '{expect.state}', was '{seen.state or 'none: it has ended'}'"
        )
    for name, value in expect.slots.items():
        was = seen.slots.get(name)
        if not same(value, was):
            found.append(f"slot '{name}': expected {_shown(value)}, was {_shown(was)}")
    found += _tools(expect.tools, seen)
    found += _said(expect, seen)
    if expect.choices is not None and not _offered(expect.choices, seen):
        was = _list(label for label, _ in seen.choices)
        found.append(f"choices: expected {_list(expect.choices)}, were {was}")
    for name in expect.ui:
        if name not in seen.shown:
            found.append(f"ui: '{name}' was not shown (were: {_list(seen.shown)})")
    if expect.answer and expect.answer not in seen.answers[-1:]:
        was = f"'{seen.answers[-1]}'" if seen.answers else "none"
        found.append(f"answer: expected '{expect.answer}', was {was}{_last(seen)}")
    if expect.end and expect.end != seen.end:
        found.append(f"end: expected '{expect.end}', was '{seen.end or 'not reached'}'")
    first = seen.routes[0] if seen.routes else None
    if expect.route and first and first != expect.route:
        found.append(f"route: expected '{expect.route}', was '{first}'")
    if expect.not_route and first == expect.not_route:
        found.append(f"route: expected any but '{expect.not_route}'")
    return found


def _tools(expected: Mapping[str, ExpectedCalls] | None, seen: Seen) -> list[str]:
    if expected is None:
        return []
    found: list[str] = []
    for name in expected or seen.tools:
        wanted, was = expected.get(name, ExpectedCalls(count=0)), seen.tools[name]
        if wanted.count is not None and wanted.count != was:
            found.append(f"tool '{name}': expected {wanted.count} calls, were {was}")
        given = [dict(args) for tool, args in seen.calls if tool == name]
        if wanted.args and not any(matches(wanted.args, args) for args in given):
            found.append(f"tool '{name}': no call with {wanted.args} (were: {given or 'none'})")
    return found


def _said(expect: Expect, seen: Seen) -> list[str]:
    found: list[str] = []
    for words in [*expect.said, *expect.say]:
        text = in_language(words, seen.language)
        if not _contains(seen.said, text):
            found.append(f"nothing said contains {text!r}{_last(seen)}")
    for words in expect.not_said:
        text = in_language(words, seen.language)
        if _contains(seen.said, text):
            found.append(f"it was said and should not be: {text!r}")
    return found


def _contains(said: list[str], text: str) -> bool:
    """Look for a part of what was said, whatever its case and accents, or for a pattern."""
    if pattern := pattern_in(text):
        return any(holds_pattern(pattern, one[:LONGEST_SAID], any_case=True) for one in said)
    return fold(text) in fold("\n".join(said))


def _last(seen: Seen) -> str:
    """Quote what was said last: often the text looked for was to come before the last one."""
    last = [repr(text[:80]) for text in seen.said[-_QUOTED:]]
    if not last:
        return "; nothing was said"
    return f"; last was {last[0]}" if len(last) == 1 else f"; the last were {', '.join(last)}"


def _offered(expected: list[str], seen: Seen) -> bool:
    """Tell whether these are the buttons, each by its label or by what it says."""
    wanted = {fold(text) for text in expected}
    return len(wanted) == len(seen.choices) and all(
        {fold(label), fold(value)} & wanted for label, value in seen.choices
    )


def _shown(value: Any) -> str:
    return repr(value.isoformat() if hasattr(value, "isoformat") else value)


def _list(names: Iterable[str]) -> str:
    return f"[{', '.join(names)}]"
