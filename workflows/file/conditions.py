"""Conditions of a workflow: CEL, cut down to a closed and typed part of it.

The language is read and evaluated by the `cel` library; here it is limited to comparisons and
logic over names that are known, so that a condition can be checked before it is ever needed.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import itertools
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, Protocol, cast

from contracts.json import JsonMapping, JsonObject

Type = Literal["text", "number", "boolean", "map", "list"]
MAX_LENGTH = 400
MAX_NESTING = 20
_MAX_SAMPLES = 400
OPERATORS = frozenset(
    "_&&_ _||_ !_ _==_ _!=_ _<_ _<=_ _>_ _>=_ @in _+_ _-_ -_ "
    "size contains startsWith endsWith has".split()
)
_STRING = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")
_MEMBER = re.compile(r"\b(profile|results|slots)\.([A-Za-z_]\w*)(?:\.([A-Za-z_]\w*))?")
_NUMBER = re.compile(r"(?<![\w.])\d{1,12}(?:\.\d{1,6})?")
_UNQUOTED = re.compile(  # several words, or one with letters that no name has
    r"([=!]=)\s*((?:[^\W\d]\w*\s+)+[^\W\d]\w*|(?=\w*[^\x00-\x7f])[^\W\d]\w*)"
)
_MACRO = re.compile(r"\.\s*(?:map|filter|all|exists|exists_one)\s*\(")


class ConditionError(ValueError):
    """A condition that cannot be used; its text says what to write instead."""


class _Program(Protocol):
    def execute(self, context: JsonMapping) -> object: ...
    def variables(self) -> list[str]: ...
    def functions(self) -> list[str]: ...


def _load() -> Any:
    """Load the library's core alone: its package would import a command line and a terminal."""
    package = importlib.util.find_spec("cel")
    places = list(package.submodule_search_locations or ()) if package else []
    spec = importlib.machinery.PathFinder.find_spec("cel", places)
    if spec is None or spec.loader is None:
        raise ImportError("the package common-expression-language is not installed")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_cel = _load()


class CompiledCondition:
    """A condition that was read; it is a pure function of the values it is given."""

    def __init__(self, text: str, program: _Program) -> None:
        self.text = text
        self._program = program
        self.names = frozenset(program.variables())
        bare = _STRING.sub("''", text)
        self.members = frozenset((m[1], m[2], m[3] or "") for m in _MEMBER.finditer(bare))

    def holds(self, values: JsonMapping) -> bool:
        """Tell whether it holds; what cannot be compared (nothing is known yet) does not hold."""
        try:
            return self._value(values) is True
        except (TypeError, KeyError, ValueError, RuntimeError, OverflowError):
            return False

    def _value(self, values: JsonMapping) -> object:
        given = {name: values.get(name) for name in self.names}
        for owner, member, inner in self.members:
            known = given.get(owner)
            here: JsonObject = dict(cast("JsonObject", known) if known else {})
            here.setdefault(member, None)
            if inner:
                below = here[member]
                kept = cast("JsonObject", below) if isinstance(below, dict) else {}
                here[member] = {inner: None, **kept}
            given[owner] = here
        return self._program.execute(given)

    def problem(self, scope: Mapping[str, Type]) -> str | None:
        """Find out whether it fits its names' types; None when it does."""
        for name in sorted(self.names - scope.keys()):
            return f"unknown name '{name}'"
        open_ended = bool(self.members)
        outcomes = [self._try(sample) for sample in self._samples(scope)]
        if not outcomes:
            return None
        wrong = [o for o in outcomes if not isinstance(o, bool)]
        if wrong and (not open_ended or len(wrong) == len(outcomes)):
            return str(wrong[0])
        return None

    def verdict(self, scope: Mapping[str, Type]) -> bool | None:
        """Tell whether it always holds or never does; None when it depends, or is not known."""
        if self.members or len(self.names) > 4:
            return None
        outcomes = {self._try(sample) for sample in self._samples(scope)}
        only = next(iter(outcomes)) if len(outcomes) == 1 else None
        return only if isinstance(only, bool) else None

    def _try(self, sample: JsonMapping) -> bool | str:
        try:
            value = self._value(sample)
        except (TypeError, ValueError):
            return "it compares things of different types"
        except (KeyError, RuntimeError, OverflowError):
            return "it cannot be worked out"
        if not isinstance(value, bool):
            return "a condition is true or false; compare it with something (== or >)"
        return value

    def _samples(self, scope: Mapping[str, Type]) -> list[JsonObject]:
        """Make values of each name's type, around what the condition compares with."""
        texts = ["", "x", *(s[1:-1] for s in _STRING.findall(self.text))][:8]
        bare = _STRING.sub("''", self.text)
        numbers: list[float] = [0, -1]
        for found in _NUMBER.findall(bare):
            number = float(found) if "." in found else int(found)
            numbers += [number - 1, number, number + 1]
        kinds: dict[Type, list[Any]] = {
            "text": texts,
            "number": numbers[:14],
            "boolean": [True, False],
            "map": [{}],
            "list": [[], ["x"], ["x", "y"]],
        }
        anything = [None, True, False, *numbers[:4], *texts[:4]]
        names = sorted(self.names & scope.keys())
        maps = {n for n in names if scope[n] == "map"}
        axes = [[(n, v) for v in kinds[scope[n]]] for n in names if n not in maps]
        axes += [[(f"{a}.{b}.{c}", v) for v in anything] for a, b, c in sorted(self.members)]
        combos = itertools.islice(itertools.product(*axes), _MAX_SAMPLES)
        return [_nested(dict(combo)) for combo in combos]


def _nested(flat: JsonObject) -> JsonObject:
    values: JsonObject = {}
    for path, value in flat.items():
        owner, _, rest = path.partition(".")
        if not rest:
            values[owner] = value
            continue
        member, _, inner = rest.partition(".")
        values.setdefault(owner, {})[member] = {inner: value} if inner else value
    return values


@lru_cache(4096)
def compile_condition(text: str) -> CompiledCondition:
    """Read a condition; what it may not say is refused with what to write instead."""
    if len(text) > MAX_LENGTH:
        raise ConditionError(f"a condition has at most {MAX_LENGTH} characters; use a branch")
    bare = _STRING.sub("''", text)
    if _depth(bare) > MAX_NESTING or bare.count("!") > MAX_NESTING or bare.count("-") > 40:
        raise ConditionError(f"more than {MAX_NESTING} levels of nesting; use a branch")
    if "\x00" in text or not text.isprintable():
        raise ConditionError("a condition is one line of plain text")
    if re.search(r"(?<![=!<>])=(?!=)", bare):
        raise ConditionError("'=' is not a comparison; write '=='")
    if wordy := re.search(r"\b(and|or|not)\b", bare):
        raise ConditionError(f"write {_SIGNS[wordy[1]]} instead of '{wordy[1]}'")
    if plain := _UNQUOTED.search(bare):
        raise ConditionError(f'a text needs quotes: write {plain[1]} "{plain[2]}"')
    if _MACRO.search(bare):
        raise ConditionError("a condition compares; it does not loop over lists")
    try:
        program = cast("_Program", _cel.compile(text))
    except ValueError as exc:
        raise ConditionError(f"not a condition: {_first_line(str(exc))}") from None
    for function in program.functions():
        if function not in OPERATORS:
            called = function.strip("_@")
            raise ConditionError(f"'{called}' is not allowed in a condition")
    return CompiledCondition(text, program)


_SIGNS = {"and": "'&&'", "or": "'||'", "not": "'!'"}


def _depth(text: str) -> int:
    depth = deepest = 0
    for char in text:
        depth += (char in "([{") - (char in ")]}")
        deepest = max(deepest, depth)
    return deepest


def _first_line(text: str) -> str:
    found = re.search(r"ERROR: [^:]*:\d+:(\d+): (?:Syntax error: )?(.*)", text)
    if not found:
        return "it cannot be read"
    return f"{found[2].split(' expecting ')[0]} at character {found[1]}"
