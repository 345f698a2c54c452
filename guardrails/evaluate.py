"""Checks labelled texts and counts: what was caught, and what was flagged that is harmless."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from contracts.json import JsonObject
from guardrails.guard import Guards, Stage, Verdict

_FLAGGED = ("block", "review")


@dataclass(frozen=True, slots=True)
class LabelledText:
    """One labelled text; `bad` is what should be flagged."""

    text: str
    bad: bool
    category: str = ""
    language: str = ""
    file: str = ""
    stage: Stage | None = None  # where it comes from, if it says so


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
    recall_by_language: dict[str, Share]
    false_positives_by_language: dict[str, Share]
    recall_by_file: dict[str, Share]
    false_positives_by_file: dict[str, Share]
    verdicts: dict[str, Count]


def judge(guards: Guards, rows: Iterable[LabelledText], stage: Stage = "input") -> list[Checked]:
    """Check every row, at its own stage or at the one given."""
    return [Checked(row, guards.check(row.text, row.stage or stage)) for row in rows]


def report(checked: Sequence[Checked]) -> GuardReport:
    """Count, over all and by category, language and file."""
    bad = [each for each in checked if each.row.bad]
    good = [each for each in checked if not each.row.bad]
    said = Counter((_said(each.verdict), each.row.bad) for each in checked)
    return GuardReport(
        recall=_share(bad),
        false_positives=_share(good),
        recall_by=_by(bad, "category"),
        false_positives_by=_by(good, "category"),
        recall_by_language=_by(bad, "language"),
        false_positives_by_language=_by(good, "language"),
        recall_by_file=_by(bad, "file"),
        false_positives_by_file=_by(good, "file"),
        verdicts={
            name: Count(said[name, True], said[name, False])
            for name in sorted({name for name, _ in said})
        },
    )


def _said(verdict: Verdict) -> str:
    return f"{verdict.decision} {verdict.category}".strip()


def _by(
    checked: Sequence[Checked], name: Literal["category", "language", "file"]
) -> dict[str, Share]:
    found: dict[str, list[Checked]] = {}
    for each in checked:
        found.setdefault(getattr(each.row, name), []).append(each)
    return {value: _share(found[value]) for value in sorted(found) if value}


def _share(checked: Sequence[Checked]) -> Share:
    count = len(checked)
    if not count:
        return Share(0, None, None)
    blocked = sum(each.verdict.decision == "block" for each in checked)
    flagged = sum(each.verdict.decision in _FLAGGED for each in checked)
    return Share(count, blocked / count, flagged / count)
