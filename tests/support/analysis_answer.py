"""What an answer of the analyst states, in the form in which it is marked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

# An expectation as the file of questions holds it; tests/data/analysis/README.md says its keys.
ExamExpectation = dict[str, Any]
AnsweredAs = Literal["figures", "question", "refusal"]

_ASKS = re.compile(r"\?\s*$")
_REFUSES = re.compile(
    r"n[ãa]o (?:consigo|posso|sei|existe|há (?:nenhuma )?coluna|tenho|encontr)"
    r"|can(?:no|')t|cannot|unable|not able|no column|no such|(?:don't|do not) (?:know|have)"
    r"|(?:isn't|is not|aren't) (?:in|a) (?:the|this)"
    r"|does ?n[o']t (?:exist|say|tell|hold|contain)",
    re.I,
)


# Without a figure beside it this refuses; with one it may say that there were none.
_LACKS = re.compile(
    r"n[ãa]o (?:est(?:á|ão)|h[áa]|diz|tem|mostra)|there (?:is|are) no|no data", re.I
)


@dataclass(frozen=True)
class GivenTable:
    """A table the answer cites, or the data of one of its charts or key figures."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]


@dataclass(frozen=True)
class GivenChart:
    """A chart of the answer: its kind, and what it draws."""

    type: str
    table: GivenTable


@dataclass(frozen=True)
class GivenAnswer:
    """All that an answer states. Without an outcome it is told from the text."""

    text: str
    tables: Sequence[GivenTable] = ()
    charts: Sequence[GivenChart] = ()
    outcome: AnsweredAs | None = None

    def told(self) -> AnsweredAs:
        """Tell whether this answers, asks back or refuses."""
        if self.outcome:
            return self.outcome
        if self.tables or self.charts:
            return "figures"
        if _REFUSES.search(self.text) or (
            _LACKS.search(self.text) and not re.search(r"\d", self.text)
        ):
            return "refusal"
        return "question" if _ASKS.search(self.text) else "figures"


@dataclass(frozen=True)
class ExamMark:
    """What an answer is worth, and why."""

    result: Literal["right", "wrong", "missing"]
    reason: str
