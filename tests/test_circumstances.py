"""A yes or a no that is told by how things are, and what is told beside the question.

`circumstances_apart.tsv` is about things of which nothing is known, `circumstances.tsv` about such
as stand in `training/circumstances.*.txt`, in other words: answer, language, question, message.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import pytest

from language.detect import Language
from workflows.file.slots import Slot
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext

FOLDER = Path(__file__).parent / "data" / "values"
ANSWERS = {True: "yes", False: "no", None: "neither"}


def answered(asked: str, said: str, language: str, *, confirming: bool = False) -> bool | None:
    slot = Slot.model_validate({"type": "boolean", "ask": asked})
    speech = SpeechContext(datetime(2026, 11, 20, 9, tzinfo=UTC), cast("Language", language))
    told = read({"it": slot}, said, speech=speech, asked="it", confirming=confirming)
    return cast("bool | None", told.values.get("it"))


@pytest.mark.parametrize(
    ("name", "right", "wrong"), [("circumstances_apart", 108, 9), ("circumstances", 108, 4)]
)
def test_circumstances_are_read_and_seldom_wrongly(name: str, right: int, wrong: int) -> None:
    rows = [line.split("\t") for line in (FOLDER / f"{name}.tsv").read_text().splitlines()]
    told = [(wanted, ANSWERS[answered(asked, said, lang)]) for wanted, lang, asked, said in rows]
    assert sum(wanted == taken for wanted, taken in told) >= right
    assert sum(taken not in (wanted, "neither") for wanted, taken in told) <= wrong


@pytest.mark.parametrize(
    ("language", "question", "said", "answer"),
    [
        ("en", "Do you have parking at the venue?", "we always leave the car on the street", False),
        ("pt", "É a primeira vez que você vem?", "já fui aí duas vezes", False),
        ("en", "Do you need a vegan menu?", "my wife doesn't eat meat", True),
        ("pt", "Precisa de elevador?", "moro no térreo", False),
        ("en", "Do you need a vegan menu?", "depends on the weather", None),
        ("pt", "Precisa de elevador?", "quanto custa o frete?", None),
    ],
)
def test_a_circumstance_answers_a_question(
    language: str, question: str, said: str, answer: bool | None
) -> None:
    assert answered(question, said, language) is answer


def test_no_circumstance_confirms_anything() -> None:
    said = "my wife doesn't eat meat"
    assert answered("Do you need a vegan menu?", said, "en", confirming=True) is None
