"""The built-in analyst answers the examination's questions with the figures that pandas gives."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.analysis_play import PlayedTurn, play, play_further
from tests.support.analysis_questions import FOLDER, conversations

FLOOR_RIGHT = 0.95  # of the development half; the other half is not in this tree
CEILING_WRONG = 0.01


@pytest.fixture(scope="module")
def played() -> list[PlayedTurn]:
    return play(conversations(FOLDER / "questions_dev.yaml"))


def test_questions_are_answered_rightly_or_not_at_all(played: list[PlayedTurn]) -> None:
    print(table(played))
    results = Counter(each.mark.result for each in played)
    assert results["right"] >= FLOOR_RIGHT * len(played), table(played)
    assert results["wrong"] <= CEILING_WRONG * len(played), table(played)


def test_tables_of_other_trades_are_answered_as_rightly() -> None:
    """Three tables, in part asked in the language that they are not in."""
    played = play_further()
    print(table(played))
    results = Counter(each.mark.result for each in played)
    assert results["right"] >= 0.88 * len(played), table(played)
    assert results["wrong"] == 0, table(played)


def test_a_second_set_that_repairs_were_made_with_is_answered() -> None:
    played = play(conversations(FOLDER / "questions_more.yaml"))
    print(table(played))
    results = Counter(each.mark.result for each in played)
    assert results["right"] >= 0.9 * len(played), table(played)
    assert results["wrong"] <= CEILING_WRONG * len(played), table(played)


def test_causes_that_left_questions_unanswered_are_mended_for_other_tables() -> None:
    """By cause, sentences that were written before the repair; what is not there is refused."""
    played = play_further("questions_causes.yaml")
    print(table(played))
    results = Counter(each.mark.result for each in played)
    assert results["right"] >= 0.95 * len(played), table(played)
    assert results["wrong"] == 0, table(played)


def table(played: list[PlayedTurn]) -> str:
    """Say how many were right, wrong and missing: by kind, language and table."""
    lines = [f"{'':24}right  wrong  missing"]
    for key in ("kind", "lang", "dataset", "all"):
        counts: dict[str, Counter[str]] = {}
        for each in played:
            turn = each.turn
            name = turn["expect"]["kind"] if key == "kind" else turn.get(key, "all")
            counts.setdefault(str(name), Counter())[each.mark.result] += 1
        lines += [
            f"{name:24}{c['right']:5}{c['wrong']:7}{c['missing']:9}"
            for name, c in sorted(counts.items())
        ]
    lines += [
        f"{e.mark.result}: {e.turn['dataset']} “{e.turn['text']}” {e.mark.reason}:"
        f" {e.answer.text[:160]}"
        for e in played
        if e.mark.result != "right"
    ]
    return "\n".join(lines)
