"""Finds arithmetic in a message, written with signs or in words, and writes it with signs."""

from __future__ import annotations

import re

from language.detect import Language
from language.flat import flat
from language.matching import fold
from language.numbers import find
from language.spelled import in_digits
from language.worded_sums import of_the_last, worded

_NUMBER = r"\d+(?:\.\d+)?"
_N = rf"((?<!\d){_NUMBER})"  # from its first digit on, or each digit would be tried
_MONEY = r"(?:r\$ ?|us\$ ?|\$ ?)?"
_TERM = rf"(?:{_NUMBER}|\)|\bpi\b)"

# Each pair rewrites folded words; numbers are plain digits by then.
_WORDED: list[tuple[str, str]] = [
    (
        rf"(?:subtract|take|subtraia|subtrai|tira|tire) {_N} (?:from|away from|de|do) {_N}",
        r"\2 - \1",
    ),
    (
        rf"(?:add|sum|soma|some|somar|adiciona|junta) {_N} (?:to|and|with|com|e|a|mais) {_N}",
        r"\1 + \2",
    ),
    (
        rf"(?:multiply|multiplica|multiplique|multiplicar) {_N} (?:by|and|por|com|e) {_N}",
        r"\1 * \2",
    ),
    (
        rf"(?:divide|divida|dividir|split|share|racha|rachar|reparte) {_MONEY}{_N}"
        rf" (?:by|between|among|por|entre|em) {_N}",
        r"\1 / \2",
    ),
    (rf"{_N} (?:quarters?|quartos?) (?:of|de) {_N}", r"\1 / 4 * \2"),
    (rf"{_N} (?:thirds?|tercos?) (?:of|de) {_N}", r"\1 / 3 * \2"),
    (
        rf"{_N} ?(?:percent|per cent|por cento|%) "
        rf"(?:off|discount (?:on|off)|de desconto (?:em|sobre|de)) (?:of |on )?{_MONEY}{_N}",
        r"\2 - \1%",
    ),
    (
        rf"{_N} (?:with|at|less|com|menos) {_N} ?(?:percent|per cent|por cento|%)"
        r"(?: off| discount| de desconto)?",
        r"\1 - \2%",
    ),
    (
        rf"{_N} ?(?:percent|per cent|por cento|%) (?:of|de|do|da) {_MONEY}{_N}",
        r"\1% of \2",
    ),
    (rf"(?:raiz quadrada|square root|raiz|sqrt) (?:of |de |do )?{_N}", r"sqrt(\1)"),
    (rf"(?:half|metade) (?:of|de) {_N}", r"\1 / 2"),
    (rf"(?:double|twice|dobro|o dobro) (?:of |de )?{_N}", r"\1 * 2"),
    (rf"(?:o )?triplo de {_N}", r"\1 * 3"),
    (rf"{_N} (?:squared|ao quadrado)", r"\1 ** 2"),
    (rf"{_N} (?:cubed|ao cubo)", r"\1 ** 3"),
    (r"(?:raised )?to the power of|elevado a|elevado ao|to the power", "**"),
    (r"divided by|dividido por|dividida por|over", "/"),
    (r"multiplied by|multiplicado por|times|vezes", "*"),
    (r"plus|mais|somado a|somado com", "+"),
    (r"minus|menos", "-"),
]
_RULES = [
    (re.compile(words if words[0] == "(" else rf"\b(?:{words})\b"), signs)
    for words, signs in _WORDED
]
# Between numbers that stand alone: "b2x5k" is a code, and "30x40cm" the size of something.
_CROSS = re.compile(r"(?<!\w)\d[\d.,]{0,20}(?: ?x ?\d[\d.,]{0,20}){1,20}(?!\w)")
_LONGEST = 120  # characters that may go on from a result
_PER_CENT = re.compile(r"\bpor cento\b", re.I)  # no hundred
_PARTS = re.compile(
    r"\b(?P<whole>\d{1,12}) (?:e mei[oa]|and a half)\b"
    r"|\b(?:(?P<times>\d{1,6})|uma?|a|an) (?P<dozen>duzias?|dozens?)\b"
)
_GOES_ON = re.compile(
    r"(?:and |then |e |agora |now )?(?:what about |if )?"
    r"((?:divided by|multiplied by|times|plus|minus|over|to the power of"
    r"|dividido por|multiplicado por|vezes|mais|menos|elevado a|[-+*/×÷])"
    r" ?[\w(.,]{1,40}(?: \w{1,20}){0,4})[ ?.!]*"
)
_RUN = re.compile(
    r"(?:(?:sqrt|abs|round|min|max|sum|log|exp|sin|cos|tan)(?=\s?\()|\bpi\b|"
    r"(?<=\d%) of (?=\d)|[\d.,+\-*/%()^\s×÷−])+"
)


def find_expression(text: str, language: Language = "en") -> str | None:
    """Return the arithmetic that a message contains, with a point for decimals, or None."""
    plain = worded(_digits(text[:600], language))
    for pattern, signs in _RULES:
        plain = pattern.sub(signs, plain)
    plain = _CROSS.sub(lambda product: product[0].replace("x", " * "), plain)
    best = ""
    for match in _RUN.finditer(plain):
        run = match[0].strip(" ,.")
        run = _balanced(run)
        if _is_arithmetic(run) and len(run) > len(best):
            best = run
    return " ".join(best.split()) or None


def going_on(text: str, last: str, language: Language = "en") -> str | None:
    """Return the arithmetic of "and divided by 4?", which starts from the last result."""
    if more := _GOES_ON.fullmatch(fold(text[:120])):
        return find_expression(f"{last} {more[1]}", language)
    return of_the_last(_digits(text, language), last) if len(text) <= _LONGEST else None


def _digits(text: str, language: Language) -> str:
    """Write the numbers of a text, in words or with a decimal comma, as plain digits."""
    for sign, plain in (("×", "*"), ("÷", "/"), ("−", "-"), ("²", " ** 2"), ("³", " ** 3")):
        text = text.replace(sign, plain)
    text = _counted(_PER_CENT.sub("%", text), language)
    out: list[str] = []
    at = 0
    for found in find(text, language, articles=True):
        if found.start < at:
            continue
        said = text[found.start : found.end]
        if said[0] == "-" and text[: found.start].rstrip()[-1:].isalnum():
            out += [text[at : found.start], f"-{abs(found.value)}"]  # 7 -3 is a subtraction
        else:
            out += [text[at : found.start], repr(found.value)]
        at = found.end
    return fold("".join([*out, text[at:]]))


def _counted(text: str, language: Language) -> str:
    """Write what is counted in words with digits: "2 mil e 500", "três e meio", "uma dúzia"."""
    written = in_digits(text, language).text
    if written == flat(text) and not _PARTS.search(written):
        return text
    return _PARTS.sub(_part, written)


def _part(found: re.Match[str]) -> str:
    if found["dozen"]:
        return str(12 * int(found["times"] or 1))
    return f"{found['whole']}.5"


def _balanced(run: str) -> str:
    """Drop brackets of the sentence around the expression."""
    while run.count("(") > run.count(")") and run.startswith("("):
        run = run[1:].strip()
    while run.count(")") > run.count("(") and run.endswith(")"):
        run = run[:-1].strip()
    return run


def _is_arithmetic(run: str) -> bool:
    if re.fullmatch(r"\d{1,4}\s?([-/.])\s?\d{1,2}\s?\1\s?\d{1,4}", run):
        return False  # a date
    works = re.search(rf"{_TERM}\s*(?:\*\*|//|[-+*/^%])\s*[-(\d]|\d% of|[a-z]\s?\(", run)
    return bool(works) and any(c.isdigit() for c in run)
