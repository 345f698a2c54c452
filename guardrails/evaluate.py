"""Checks labelled texts and counts: what was caught, and what was flagged that is harmless."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from contracts.json import JsonObject
from guardrails.guard import Guards, Stage, Verdict

_FLAGGED = ("block", "review")


@dataclass(frozen=True, slots=True)
class LabelledText:
    """One labelled text; `bad` is what should be flagged."""

    text: str
    bad: bool
    category: str = ""


@dataclass(frozen=True, slots=True)
class Checked:
    """A row with what the guards said."""

    row: LabelledText
    verdict: Verdict

    def record(self) -> JsonObject:
        """Return it as plain JSON."""
        return {
            "text": self.row.text,
            "label": int(self.row.bad),
            "verdict": self.verdict.decision,
            "category": self.verdict.category,
            "reason": self.verdict.reason,
            "scores": dict(self.verdict.scores),
            "stage": self.verdict.stage,
        }


@dataclass(frozen=True, slots=True)
class Share:
    """Which part of some rows was blocked, and which was blocked or sent to review."""

    rows: int
    blocked: float | None
    flagged: float | None


@dataclass(frozen=True, slots=True)
class Count:
    """How many bad and harmless rows got a verdict."""

    bad: int
    harmless: int


@dataclass(frozen=True, slots=True)
class GuardReport:
    """Recall never without its twin."""

    recall: Share
    false_positives: Share
    recall_by: dict[str, Share]
    false_positives_by: dict[str, Share]
    verdicts: dict[str, Count]


def judge(guards: Guards, rows: Iterable[LabelledText], stage: Stage = "input") -> list[Checked]:
    """Check every row."""
    return [Checked(row, guards.check(row.text, stage)) for row in rows]


def report(checked: Sequence[Checked]) -> GuardReport:
    """Count, over all and per category of the file."""
    bad = [each for each in checked if each.row.bad]
    good = [each for each in checked if not each.row.bad]
    said = Counter((_said(each.verdict), each.row.bad) for each in checked)
    return GuardReport(
        recall=_share(bad),
        false_positives=_share(good),
        recall_by=_by_category(bad),
        false_positives_by=_by_category(good),
        verdicts={
            name: Count(said[name, True], said[name, False])
            for name in sorted({name for name, _ in said})
        },
    )


def _said(verdict: Verdict) -> str:
    return f"{verdict.decision} {verdict.category}".strip()


def _by_category(checked: Sequence[Checked]) -> dict[str, Share]:
    names = sorted({each.row.category for each in checked} - {""})
    return {name: _share([c for c in checked if c.row.category == name]) for name in names}


def _share(checked: Sequence[Checked]) -> Share:
    count = len(checked)
    if not count:
        return Share(0, None, None)
    blocked = sum(each.verdict.decision == "block" for each in checked)
    flagged = sum(each.verdict.decision in _FLAGGED for each in checked)
    return Share(count, blocked / count, flagged / count)
