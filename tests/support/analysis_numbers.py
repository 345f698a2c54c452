"""The numbers of a text, read as Portuguese and as English writes them: 1.234,5 and 1,234.5."""

from __future__ import annotations

import re
from dataclasses import dataclass

_DATES = re.compile(
    r"\d{4}-W\d{1,2}\b|\d{4}-\d{1,2}(?:-\d{1,2})?(?:[T ]\d{1,2}:\d{2}(?::\d{2})?)?(?!\d)"
    r"|\b\d{1,2}/\d{1,2}(?:/\d{2,4})?\b|\b\d{1,2}/\d{4}\b|\b\d{1,2}:\d{2}(?::\d{2})?\b"
)
_NUMBER = re.compile(r"(?<![\w.,])([-−–]\s?)?(?:R\$\s?|€\s?)?([-−]?\d(?:[\d.,\u00a0\u202f]*\d)?)")
_GROUPED = re.compile(r"\d{1,3}(?:([.,\u00a0\u202f])\d{3})(?:\1\d{3})*(?:(?!\1)[.,]\d+)?")
_NONE = re.compile(
    r"\b(?:zero|nenhum|nenhuma|none|não (?:há|houve)|there (?:is|are|were) no)\b", re.I
)


@dataclass(frozen=True)
class WrittenNumber:
    """A number where it stands: what it may mean, and how many decimals it shows."""

    at: int
    readings: tuple[tuple[float, int], ...]

    def means(self, value: float, tolerance: float) -> bool:
        """Whether one reading is that value, or the value rounded to the decimals shown."""
        return any(
            abs(read - value) <= tolerance + 1e-9
            or (shown >= 1 and abs(read - value) <= 0.5 * 10**-shown + 1e-9)
            for read, shown in self.readings
        )


def readings(written: str) -> tuple[tuple[float, int], ...]:
    """Read digits with points and commas in every way that makes sense."""
    plain = written.replace("−", "-")
    sign, digits = (-1, plain[1:]) if plain.startswith("-") else (1, plain)
    found: list[tuple[float, int]] = []
    grouped = _GROUPED.fullmatch(digits)
    if grouped:
        whole, _, part = _split(digits, grouped.group(1))
        found.append((sign * float(f"{whole}.{part or 0}"), len(part)))
    if re.fullmatch(r"\d+(?:[.,]\d+)?", digits):
        whole, _, part = digits.replace(",", ".").partition(".")
        found.append((sign * float(f"{whole}.{part or 0}"), len(part)))
    return tuple(found)


def _split(digits: str, separator: str) -> tuple[str, str, str]:
    """Take the thousands away and part the decimals off."""
    return digits.replace(separator, "").replace(",", ".").partition(".")


def numbers(text: str) -> list[WrittenNumber]:
    """Find the numbers of a text that are neither dates, times, names (R12) nor list marks."""
    blank = _DATES.sub(lambda found: " " * len(found.group()), text)
    blank = re.sub(r"(?m)^\s*\d{1,2}[.)]\s", lambda found: " " * len(found.group()), blank)
    found: list[WrittenNumber] = []
    for match in _NUMBER.finditer(blank):
        if re.match(r"[A-Za-zÀ-ÿ_]", blank[match.end() :]) and not re.match(
            r"(?:kwh|mwh|mm|bar|h|x|mil|º|ª|min|c)\b", blank[match.end() :], re.I
        ):
            continue
        negative = "-" if match.group(1) and not match.group(2).startswith(("-", "−")) else ""
        read = readings(negative + match.group(2))
        parts = [(match.start(), read)] if read else _list_of(match.start(), match.group(2))
        if match.group(1) and re.search(r"[\w)]\s$", blank[: match.start()]):
            # After a word and a space a dash parts, or makes negative: both readings stand.
            parts.append((match.start(), readings(match.group(2))))
        found += [WrittenNumber(at, meant) for at, meant in parts if meant]
    found += [WrittenNumber(none.start(), ((0.0, 0),)) for none in _NONE.finditer(text)]
    return sorted(found, key=lambda number: number.at)


def _list_of(at: int, written: str) -> list[tuple[int, tuple[tuple[float, int], ...]]]:
    """Read "1,2,3" as three numbers."""
    return [(at + m.start(), readings(m.group())) for m in re.finditer(r"\d+", written)]
