"""Finds HTTP statuses in code: by their names, and as numbers where a status would stand."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from http import HTTPStatus

# Round numbers stand for much else; the others are hardly ever anything but a status.
_TELLING = {status.value for status in HTTPStatus} - {100, 200, 300, 400, 500} | {529}
_ANSWERING = re.compile(r"response|error|exception|problem|refus|fail", re.IGNORECASE)


def status_lines(tree: ast.Module) -> set[int]:
    """Return the lines in which a status is read or written."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines |= set(_returned(node))
        if _names_status(node) or _writes_status(node):
            lines.add(getattr(node, "lineno", 0))
    return lines


def _names_status(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(attr="status_code" | "HTTPStatus" | "codes"):
            return True
        case ast.Import(names=names):
            return any(each.name.partition(".")[0] == "http" for each in names)
        case ast.ImportFrom(module="http"):
            return True
        case ast.ImportFrom(module="starlette" | "fastapi", names=names):
            return any(each.name == "status" for each in names)
        case _:
            return False


def _writes_status(node: ast.AST) -> bool:
    match node:
        case ast.Compare(left=left, comparators=others):
            sides = [left, *others]
            return _holds(sides, _TELLING) or (any(map(_said, sides)) and _holds(sides))
        case ast.Assign(targets=targets, value=value):
            return any(map(_said, targets)) and _holds([value])
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            return _said(target) and _holds([value])
        case ast.NamedExpr(target=target, value=value):
            return _said(target) and _holds([value])
        case ast.keyword(arg=str(name), value=value):
            return "status" in name.lower() and _holds([value])
        case ast.Dict(keys=keys, values=values):
            pairs = zip(keys, values, strict=True)
            return any(key is not None and _said(key) and _holds([value]) for key, value in pairs)
        case ast.FunctionDef(args=given) | ast.AsyncFunctionDef(args=given):
            return any(_said(name) and _holds([value]) for name, value in _defaults(given))
        case ast.Lambda(args=given):
            return any(_said(name) and _holds([value]) for name, value in _defaults(given))
        case ast.Match(subject=subject, cases=cases):
            looked_for = [case.pattern for case in cases]
            return _holds(looked_for, _TELLING) or (_said(subject) and _holds(looked_for))
        case ast.Raise(exc=ast.Call(args=given)):
            return any(_number(each) in range(100, 600) for each in given)
        case ast.Call(func=called, args=given):
            answers = _ANSWERING.search(ast.unparse(called))
            return bool(answers) and any(_number(each) in _TELLING for each in given)
        case _:
            return False


def _returned(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[int]:
    """Yield the lines that return a status; from a function of that name any number is one."""
    statuses: Iterable[int] = range(100, 600) if "status" in function.name.lower() else _TELLING
    for node in ast.walk(function):
        given = _alternatives(node.value) if isinstance(node, ast.Return) and node.value else []
        yield from (each.lineno for each in given if _number(each) in statuses)


def _alternatives(value: ast.expr) -> list[ast.expr]:
    """Return what a value may be: either side of a choice, each part of several."""
    match value:
        case ast.IfExp(body=one, orelse=other):
            return [*_alternatives(one), *_alternatives(other)]
        case ast.BoolOp(values=parts) | ast.Tuple(elts=parts):
            return [each for part in parts for each in _alternatives(part)]
        case _:
            return [value]


def _defaults(given: ast.arguments) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Pair arguments with what they are when nothing is given."""
    plain = [*given.posonlyargs, *given.args]
    last = plain[len(plain) - len(given.defaults) :]
    named = zip([*last, *given.kwonlyargs], [*given.defaults, *given.kw_defaults], strict=True)
    yield from ((ast.Name(name.arg), value) for name, value in named if value is not None)


def _said(node: ast.expr) -> bool:
    """Tell whether something is called a status: a name, a field, or a key."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
            return "status" in name.lower()
        case ast.Subscript(slice=key):
            return _said(key)
        case _:
            return False


def _holds(nodes: Iterable[ast.AST], statuses: Iterable[int] = range(100, 600)) -> bool:
    return any(_number(part) in statuses for node in nodes for part in _values_in(node))


def _values_in(node: ast.AST) -> Iterator[ast.AST]:
    """Walk through a value, and not into what cuts a part out of something."""
    if isinstance(node, ast.Slice):
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _values_in(child)


def _number(node: ast.AST) -> int:
    match node:
        case ast.Constant(value=int(number)) if type(number) is int:
            return number
        case _:
            return 0
