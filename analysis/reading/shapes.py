"""What a reading of a question may be, and what it may know of the conversation before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from analysis.chart import ChartKind
from analysis.query import DataQuery, RowFilter
from analysis.widget import WidgetKind, WidgetSpec

AnswerForm = Literal["figure", "groups", "most", "least", "rows", "span", "difference", "average",
    "growth", "together", "ends", "having", "both",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class AskedBefore:
    """What was asked before in a conversation: queries, newest last, and what was shown last.

    `named` picks the one group that the last answer named, if it named one: "it", "he".
    `open_question` is the person's last message if it was answered by a question back or a refusal:
    the new message may be its missing part, and must not go on from an older query unnoticed.
    """

    queries: Sequence[DataQuery] = ()
    widget: WidgetSpec | None = None
    open_question: str | None = None
    named: tuple[RowFilter, ...] = ()


@dataclass(frozen=True, slots=True)
class Understood:
    """A question in its exact form, and how its answer is to be told and shown."""

    query: DataQuery
    form: AnswerForm = "figure"
    show: WidgetKind | None = None
    chart: ChartKind | None = None
    rank: int = 1  # the second best is asked for as 2
    top: int = 1  # how many of the best
    apart: bool = False  # how far both ends are from each other is asked for, too
    noun: str = ""  # what the person called the rows: "orders"
    notes: tuple[str, ...] = field(default=())  # what was assumed, in the person's language


@dataclass(frozen=True, slots=True)
class Unclear:
    """A short question back; each choice is a whole message that would settle it."""

    question: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Beyond:
    """What the table cannot answer, and what may be asked of it instead."""

    reason: str
    kind: str = "topic"


QuestionReading = Understood | Unclear | Beyond
