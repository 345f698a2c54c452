"""Arithmetic that does not hallucinate: a bounded evaluator over a short list of syntax nodes."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any

from pydantic import Field

from contracts.json import JsonObject
from tools import LocalPhrases, ToolContext, ToolFailed, tool

Number = int | float
MAX_BITS = 4_096
MAX_DEPTH = 60


@tool(
    title={"en": "Calculator", "pt": "Calculadora"},
    phrases=LocalPhrases(
        ability={"en": "calculate", "pt": "fazer contas"},
        listed={
            "en": "calculate: “15% of 240”, “sqrt(2) / 3”",
            "pt": "fazer contas: “15% de 240”, “raiz quadrada de 225”",
        },
        result={"en": "The result is {result}.", "pt": "O resultado é {result}."},
        ask={"expression": {"en": "What should I calculate?", "pt": "Que conta devo fazer?"}},
    ),
)
async def calculator(
    expression: Annotated[str, Field(min_length=1, max_length=500)], ctx: ToolContext
) -> JsonObject:
    """Calculate an arithmetic expression (calcula uma conta): + - * / // % **, parentheses,
    percentages, sqrt, abs, round, min, max, sum, log, exp, sin, cos, tan, pi and e.

    Args:
        expression: The expression, such as "(3 + 4) * 2", "15% of 240" or "sqrt(2) / 3".
    """
    return {"expression": expression, "result": evaluate(expression, ctx.language)}


def evaluate(expression: str, language: str = "en") -> Number:
    """Return the value of an expression, or ToolFailed with what is wrong with it."""
    text = prepare(expression, language)
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ToolFailed(f"'{expression[:80]}' is not an expression that can be read") from None
    try:
        return _tidy(_value(tree.body, 0))
    except ZeroDivisionError:
        raise ToolFailed("that divides by zero") from None
    except OverflowError:
        raise ToolFailed("the result is too large") from None
    except ValueError:
        raise ToolFailed("a function is used outside of where it is defined") from None


def prepare(expression: str, language: str) -> str:
    """Rewrite what people type (decimal commas, percentages, ×, ^) into plain arithmetic."""
    text = expression.strip().rstrip("=?").strip()
    for typed, plain in (
        ("×", "*"),
        ("÷", "/"),
        ("−", "-"),
        ("^", "**"),
        ("²", "**2"),
        ("³", "**3"),
    ):
        text = text.replace(typed, plain)
    text = re.sub(r"(?<=\d)\s{0,3}[xX]\s{0,3}(?=\d)", "*", text)
    text = _commas(text, language)
    number = r"((?<![\w.])\d+(?:\.\d+)?)\s{0,3}%"
    text = re.sub(rf"{number}\s{{0,3}}(?:of|de|do|da)\b", r"(\1/100)*", text)
    added = re.fullmatch(rf"(.+?)\s*([+-])\s*{number}\s*", text)
    if added and "%" not in added[1]:
        return f"({added[1]})*(1{added[2]}{added[3]}/100)"
    return re.sub(rf"{number}(?=\s*(?:$|[-+*/),]))", r"(\1/100)", text)


def _commas(text: str, language: str) -> str:
    """Read commas outside of a function's parentheses: of thousands, or of decimals."""
    text = re.sub(
        r"(?<![\d.,])\d{1,3}(?:\.\d{3})+,\d+(?![\d.,])",
        lambda m: m[0].replace(".", "").replace(",", "."),
        text,
    )
    text = re.sub(
        r"(?<![\d.,])\d{1,3}(?:,\d{3})+\.\d+(?![\d.,])", lambda m: m[0].replace(",", ""), text
    )
    if re.search(r"[a-z]\s?\(", text):
        return text
    if language == "en":
        thousands = r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d.,])"
        text = re.sub(thousands, lambda m: m[0].replace(",", ""), text)
    return re.sub(r"(?<=\d),(?=\d)", ".", text)


_BINARY: dict[type[ast.operator], Callable[[Number, Number], Number]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
}


def _round(value: Number, places: Number = 0) -> Number:
    return round(value, max(-15, min(15, int(places))))


_FUNCTIONS: dict[str, tuple[Callable[..., Any], int, int]] = {  # name: what, fewest, most arguments
    "sqrt": (math.sqrt, 1, 1),
    "abs": (abs, 1, 1),
    "round": (_round, 1, 2),
    "min": (lambda *xs: min(xs), 1, 50),
    "max": (lambda *xs: max(xs), 1, 50),
    "sum": (lambda *xs: sum(xs), 1, 50),
    "log": (math.log, 1, 2),
    "exp": (math.exp, 1, 1),
    "sin": (math.sin, 1, 1),
    "cos": (math.cos, 1, 1),
    "tan": (math.tan, 1, 1),
}
_CONSTANTS = {"pi": math.pi, "e": math.e}


def _value(node: ast.expr, depth: int) -> Number:
    if depth > MAX_DEPTH:
        raise ToolFailed("the expression is nested too deeply")
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return _bounded(value)
        case ast.Name(id=name) if name in _CONSTANTS:
            return _CONSTANTS[name]
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
            value = _value(operand, depth + 1)
            return -value if isinstance(sign, ast.USub) else value
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _power(_value(left, depth + 1), _value(right, depth + 1))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            return _bounded(_BINARY[type(op)](_value(left, depth + 1), _value(right, depth + 1)))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _FUNCTIONS:
            return _apply(name, args, depth)
        case _:
            known = ", ".join([*_FUNCTIONS, *_CONSTANTS])
            raise ToolFailed(f"only arithmetic is understood here, with {known}")


def _apply(name: str, args: Sequence[ast.expr], depth: int) -> Number:
    function, fewest, most = _FUNCTIONS[name]
    if len(args) == 1 and isinstance(args[0], ast.List | ast.Tuple) and most == 50:
        args = args[0].elts
    if not fewest <= len(args) <= most:
        raise ToolFailed(f"{name} takes {fewest} to {most} values and was given {len(args)}")
    return _bounded(function(*(_value(arg, depth + 1) for arg in args)))


def _power(base: Number, exponent: Number) -> Number:
    """Refuse a power before it is computed: 9**9**9 would take longer than anybody waits."""
    if isinstance(base, int) and isinstance(exponent, int) and exponent > 0:
        if abs(base) > 1 and exponent * base.bit_length() > MAX_BITS:
            raise ToolFailed("the result of that power is too large")
        if abs(base) <= 1:
            exponent = exponent % 2 or 2
    value: Any = base**exponent
    if isinstance(value, complex):
        raise ToolFailed("a negative number has no real root of that kind")
    return _bounded(value)


def _bounded(value: Number) -> Number:
    if isinstance(value, int) and value.bit_length() > MAX_BITS:
        raise ToolFailed("the result is too large")
    if isinstance(value, float) and not math.isfinite(value):
        raise ToolFailed("the result is too large")
    return value


def _tidy(value: Number) -> Number:
    """Hide the last digits of a float, where 0.1 + 0.2 shows its binary nature."""
    if isinstance(value, float):
        value = float(f"{value:.12g}")
        return int(value) if value.is_integer() and abs(value) < 1e15 else value
    return value
