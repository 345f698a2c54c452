"""Every regular expression of the product, and strings that would make a bad one run for long.

Those compiled at import are found by listening to `re` while all modules are imported; those
written inside functions by reading the sources. What a function puts in is taken for a word.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = (
    "agent", "analysis", "cli", "contracts", "guardrails", "language", "router", "server", "store",
    "tools", "workflows",
)  # fmt: skip
USES = ("compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")
_parser: Any = importlib.import_module("re._parser")
_op: Any = importlib.import_module("re._constants")

Pattern = str | bytes
LONGEST = 32_000  # characters; a message has 32 KB at most
ANCHORED = frozenset({"match", "fullmatch"})
# What is cut before it is looked at, or comes from us alone: file, beginning of the pattern.
LIMITS = {
    ("guardrails/heads/chat.py", ""): 80,  # _LONGEST
    ("language/date_ranges.py", ""): 400,  # _READ
    ("language/goodbyes.py", ""): 120,  # _LONGEST
    ("language/phrases.py", ""): 200,  # templates of ours
    ("language/scrub.py", "[\\w.+%'-]+\\Z"): 64,  # what may stand before the @ of an e-mail
    ("language/sums.py", ""): 120,  # _READ
    ("router/answers.py", ""): 300,  # _READ
    ("tools/catalog/calculator.py", ""): 500,  # what the tool takes
    ("workflows/machine/frequent.py", ""): 300,  # LONGEST
}


@dataclass(frozen=True, slots=True)
class FoundRegex:
    """One regular expression and where it is written."""

    pattern: Pattern
    flags: int
    place: str
    uses: frozenset[str] = frozenset({"finditer"})

    @property
    def longest(self) -> int:
        """How many characters it meets at most."""
        file, text = self.place.partition(":")[0], str(self.pattern)
        known = (n for (f, start), n in LIMITS.items() if f == file and text.startswith(start))
        return next(known, LONGEST)


def all_regexes() -> list[FoundRegex]:
    """Find all of them, each once."""
    found = {(f.pattern, f.flags): f for f in [*_in_functions(), *_at_import()]}
    return sorted(found.values(), key=lambda f: f.place)


def _at_import() -> list[FoundRegex]:
    """Import every module and note which of ours compiles what."""
    noted: list[FoundRegex] = []
    real: Any = getattr(re, "_compile")  # noqa: B009

    def listening(pattern: Any, flags: Any) -> Any:
        caller = sys._getframe(2)  # pyright: ignore[reportPrivateUsage]
        while caller.f_back and caller.f_code.co_name in ("<genexpr>", "<listcomp>", "<dictcomp>"):
            caller = caller.f_back
        place = Path(caller.f_code.co_filename)
        if place.is_relative_to(ROOT) and place.relative_to(ROOT).parts[0] in PACKAGES:
            made = real(pattern, flags)
            file, line = str(place.relative_to(ROOT)), caller.f_lineno
            uses = next((u for span, u in _named(file) if line in span), frozenset({"finditer"}))
            noted.append(FoundRegex(made.pattern, made.flags, f"{file}:{line}", uses))
        return real(pattern, flags)

    setattr(re, "_compile", listening)  # noqa: B010
    try:
        for package in PACKAGES:
            for module in pkgutil.walk_packages([str(ROOT / package)], f"{package}."):
                if not module.name.endswith("__main__"):
                    importlib.import_module(module.name)
    finally:
        setattr(re, "_compile", real)  # noqa: B010
    return noted


def _in_functions() -> Iterator[FoundRegex]:
    """Read the sources for calls of `re`."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and _is_use(node.func) and node.args:
                    pattern = _written(node.args[0])
                    if pattern is not None and _compiles(pattern):
                        at = f"{path.relative_to(ROOT)}:{node.lineno}"
                        made = re.compile(pattern, _flags(node))
                        uses = frozenset({cast(ast.Attribute, node.func).attr})
                        yield FoundRegex(made.pattern, made.flags, at, uses)


@cache
def _named(file: str) -> list[tuple[range, frozenset[str]]]:
    """Tell for each pattern of a module that has a name, by its lines, how it is used."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    uses: dict[str, set[str]] = defaultdict(set)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            uses[node.value.id].add(node.attr)
    return [
        (range(node.lineno, (node.end_lineno or node.lineno) + 1), frozenset(uses[target.id]))
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        for target in node.targets
        if isinstance(target, ast.Name) and _is_use(node.value.func) and uses[target.id]
    ]


def _is_use(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Name)
        and function.value.id == "re"
        and function.attr in USES
    )


def _written(node: ast.expr) -> Pattern | None:
    """Read a pattern that stands in the source; what is put in is taken for a word."""
    match node:
        case ast.Constant(value=str() | bytes() as text):
            return text
        case ast.JoinedStr(values=parts):
            said = [_written(part) for part in parts]
            return "".join(s if isinstance(s, str) else "(?:word)" for s in said)
        case _:
            return None


def _flags(call: ast.Call) -> int:
    written = [ast.unparse(k.value) for k in call.keywords if k.arg == "flags"]
    written += [ast.unparse(a) for a in call.args[1:] if ast.unparse(a).startswith("re.")]
    flags = 0
    for name in re.findall(r"re\.([A-Z]+)", " ".join(written)):
        flags |= getattr(re, name)
    return flags


def _compiles(pattern: Pattern) -> bool:
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True


# --- strings that are hard for a pattern

_COMMON = (
    " ", "a", "A", "0", ".", "-", "_", "@", "/", ":", "\n", "\t", ",", "(", "[", "{", '"', "'",
    "\\", "%41",
    "a ", "a.", "1.", "1,", "a@", "0 ", "- ", "é", "aA0", "x=", "://", "eyJ", "no ", "ç", "\u200b",
)  # fmt: skip


def pumps(found: FoundRegex) -> list[tuple[str, str, str]]:
    """Give beginnings, pieces to repeat and ends: what fits up to a repetition, what it repeats,
    and what does not fit any more."""
    text = found.pattern if isinstance(found.pattern, str) else found.pattern.decode("latin-1")
    tree = list(
        _parser.parse(text, found.flags & ~re.UNICODE if isinstance(found.pattern, bytes) else 0)
    )
    made = [(before, piece, "\0") for before, piece in _repeats(tree, "")]
    made += [(before, piece, "!") for before, piece, _ in made[:6]]
    made += [("", piece, "\0") for piece in _COMMON]
    made += [("", _sample(tree), "\0")]
    return list(dict.fromkeys(m for m in made if m[1]))


def _repeats(tree: Any, before: str) -> Iterator[tuple[str, str]]:
    """Find what repeats, with an example of what comes before it."""
    for code, about in tree:
        if code in (_op.MAX_REPEAT, _op.MIN_REPEAT, _op.POSSESSIVE_REPEAT):
            body = list(about[2])
            if about[1] is _op.MAXREPEAT or int(about[1]) > 3:
                for choice in range(3):
                    yield before, _sample(body, choice)
            yield from _repeats(body, before)
        elif code is _op.BRANCH:
            for option in about[1]:
                yield from _repeats(list(option), before)
        elif code is _op.SUBPATTERN:
            yield from _repeats(list(about[3]), before)
        elif code in (_op.ASSERT, _op.ASSERT_NOT):
            yield from _repeats(list(about[1]), before)
        elif code is _op.ATOMIC_GROUP:
            yield from _repeats(list(about), before)
        before += _sample([(code, about)])


_CLASSES = {
    "CATEGORY_DIGIT": "0", "CATEGORY_NOT_DIGIT": "a", "CATEGORY_SPACE": " ",
    "CATEGORY_NOT_SPACE": "a",
    "CATEGORY_WORD": "a", "CATEGORY_NOT_WORD": "-",
}  # fmt: skip


def _sample(tree: Any, choice: int = 0) -> str:
    """Write something that a part of a pattern fits."""
    text = ""
    for code, about in tree:
        match str(code):
            case "LITERAL":
                text += chr(about)
            case "NOT_LITERAL":
                text += "a" if about != ord("a") else "b"
            case "ANY":
                text += "a0 "[choice % 3]
            case "IN":
                text += _one_of(about, choice)
            case "CATEGORY":
                text += _CLASSES.get(str(about), "a")
            case "BRANCH":
                options = about[1]
                text += _sample(list(options[choice % len(options)]), choice)
            case "SUBPATTERN":
                text += _sample(list(about[3]), choice)
            case "ATOMIC_GROUP":
                text += _sample(list(about), choice)
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                least = max(int(about[0]), 1 if choice < 2 else 0)
                text += _sample(list(about[2]), choice) * min(least, 40)
            case _:
                pass
    return text


def _one_of(members: Any, choice: int) -> str:
    known: list[str] = []
    avoided = False
    for code, about in members:
        match str(code):
            case "NEGATE":
                avoided = True
            case "LITERAL":
                known.append(chr(about))
            case "RANGE":
                known += [chr(about[0]), chr(about[1])]
            case "CATEGORY":
                known.append(_CLASSES.get(str(about), "a"))
            case _:
                pass
    if avoided:
        return next((c for c in "a0 -é\n"[choice:] + "a0 -é\n" if c not in known), "~")
    return known[choice % len(known)] if known else "a"
