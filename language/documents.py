"""Brazil's numbers of persons (CPF) and companies (CNPJ), known by their check digits."""

from __future__ import annotations

import re
from typing import Literal

from language.check_digits import is_cnpj, is_cpf
from language.found import Found

DocumentKind = Literal["cpf", "cnpj"]
_READ = 2_000
_CPF = re.compile(r"(?<![\w])\d{3}[.\s]?\d{3}[.\s]?\d{3}[-–\s./]{0,2}\d{2}(?![\w])")
_CNPJ = re.compile(
    r"(?<![\w])[0-9A-Z]{2}[.\s]?[0-9A-Z]{3}[.\s]?[0-9A-Z]{3}[/\s]?[0-9A-Z]{4}[-–\s]{0,2}\d{2}(?![\w])"
)
_SPACED = re.compile(r"(?<!\w)\d(?:[ .-]?\d){10,13}(?!\w)")


def find_documents(text: str) -> list[tuple[DocumentKind, Found[str]]]:
    """Find valid numbers with their kind, without their dots."""
    found: list[tuple[DocumentKind, Found[str]]] = []
    upper = text[:_READ].upper()
    upper = upper if len(upper) == len(text[:_READ]) else text[:_READ]
    forms: list[tuple[DocumentKind, re.Pattern[str]]] = [
        ("cnpj", _CNPJ), ("cpf", _CPF), ("cnpj", _SPACED), ("cpf", _SPACED),
    ]  # fmt: skip
    for kind, pattern in forms:
        for match in pattern.finditer(upper):
            plain = re.sub(r"[^0-9A-Z]", "", match[0])
            taken = any(match.start() < f.end and f.start < match.end() for _, f in found)
            if not taken and plain.isascii() and _VALID[kind](plain):
                found.append((kind, Found(plain, *match.span())))
    return sorted(found, key=lambda each: each[1].start)


def show_document(number: str) -> str:
    """Write a number with its dots, as it stands on papers."""
    if len(number) == 11:
        return f"{number[:3]}.{number[3:6]}.{number[6:9]}-{number[9:]}"
    if len(number) == 14:
        return f"{number[:2]}.{number[2:5]}.{number[5:8]}/{number[8:12]}-{number[12:]}"
    return number


_VALID = {"cpf": is_cpf, "cnpj": is_cnpj}
