"""Yes and no with a story, an echo or a reason; and put right at the next question."""

from __future__ import annotations

from typing import Any

import pytest

from workflows.file.schema import Workflow
from workflows.file.tests import WorkflowTest
from workflows.testing.conversation import converse
from workflows.testing.expect import Seen

QUESTIONS = {
    "new": "Is anybody in your party here for the first time?",
    "mine": "Is this your first visit?",
    "crane": "Vai precisar de guindaste para descarregar?",
    "organic": "Quer só legumes orgânicos?",
}


def talk(question: str, *say: str, language: str = "pt") -> Seen:
    """Ask one question, then for a remark."""
    about = {"type": "boolean", "title": {"pt": "guindaste", "en": "first time"}, "ask": question}
    form: dict[str, Any] = {
        "workflow": "ask",
        "version": 1,
        "title": "Ask",
        "route": {"when": "x", "examples": ["a question", "b", "c"]},
        "slots": {"it": about, "note": {"type": "text", "skip": True, "title": "nota"}},
        "start": "data",
        "states": {
            "data": {"ask": ["it", "note"], "go": "end"},
            "end": {"say": "OK", "end": "completed"},
        },
    }
    known: dict[str, Any] = {"name": "talk", "language": language, "say": say, "expect": {}}
    workflow = Workflow.model_validate(form)
    return converse({"ask": workflow}, workflow, WorkflowTest.model_validate(known), None)


@pytest.mark.parametrize(
    ("question", "said", "taken"),
    [
        ("new", "I come every year, my nephew never has", True),
        ("new", "two of us are first-timers", True),
        ("new", "only the little one", True),
        ("new", "we've all been here loads of times", False),
        ("new", "nobody's new", False),
        ("mine", "my wife has never been", None),
        ("mine", "my wife has been, but I haven't", True),
        ("crane", "preciso, a caixa pesa duzentos quilos", True),
        ("crane", "acho que sim, ela não passa na porta", True),
        ("crane", "sim preciso, porque não tem rampa", True),
        ("crane", "o elevador funciona sim", None),
        ("crane", "ele anda sim", None),
        ("crane", "pode ser que precise", None),
        ("crane", "não, a gente carrega", False),
        ("organic", "só orgânicos mesmo", True),
        ("organic", "pode ser comum também", False),
        ("organic", "pode ser", True),
    ],
)
def test_an_answer_with_a_story_is_read_by_what_it_says(
    question: str, said: str, taken: bool | None
) -> None:
    language = "pt" if question in ("crane", "organic") else "en"
    assert talk(QUESTIONS[question], "oi", said, language=language).slots.get("it") is taken


def test_a_no_is_taken_back_at_the_next_question_and_is_no_remark() -> None:
    seen = talk(QUESTIONS["crane"], "oi", "não", "preciso sim de guindaste, errei")
    assert (seen.slots["it"], "note" in seen.slots, seen.end) == (True, False, None)
    assert "sim" in seen.said[-2]
