"""What a model reads in a message is kept where the message says it."""

from __future__ import annotations

from datetime import datetime

import pytest

from workflows.file.slots import Slot
from workflows.machine.slots.evidence import bears_out
from workflows.machine.slots.speech import SpeechContext

SPEECH = SpeechContext(datetime(2026, 1, 15, 10, 0))  # noqa: DTZ001
CITY, NAME, AGE, DAY = Slot(type="city"), Slot(type="name"), Slot(type="integer"), Slot(type="date")
LEVEL = Slot.model_validate(
    {"type": "choice", "of": {"medio": ["high school", "segundo grau"], "superior": ["college"]}}
)


@pytest.mark.parametrize(
    ("message", "slot", "value"),
    [
        ("moro no recife com a minha avó", CITY, "Recife"),
        ("me chamam de ANA beatriz", NAME, "Ana Beatriz"),
        ("tenho trinta e dois", AGE, 32),
        ("the forty-seven eleven one", AGE, 4711),
        ("amanhã de tarde", DAY, "2026-01-16"),
        ("lá pelo dia 25", DAY, "2026-01-25"),
        ("terminei o segundo grau", LEVEL, "medio"),
    ],
)
def test_what_is_said_in_some_form_is_kept(message: str, slot: Slot, value: object) -> None:
    assert bears_out(message, slot, value, SPEECH, asked=False)


@pytest.mark.parametrize(
    ("message", "slot", "value"),
    [
        ("I would like some help", NAME, "John Doe"),
        ("what does it cost?", CITY, "Recife"),
        ("I am not so young any more", AGE, 60),
        ("next to the station", DAY, "2026-03-09"),
        ("I like school", LEVEL, "superior"),
        ("Recife", Slot(type="boolean"), True),
    ],
)
def test_what_nobody_said_is_not(message: str, slot: Slot, value: object) -> None:
    assert not bears_out(message, slot, value, SPEECH, asked=False)


def test_a_whole_wish_is_no_remark_that_nobody_asked_for() -> None:
    remark, wish = Slot(type="text"), "I'd like a gift voucher for 60 pounds"
    assert not bears_out(wish, remark, wish, SPEECH, asked=False)
    assert bears_out(wish, remark, wish, SPEECH, asked=True)
    assert bears_out(
        f"{wish}, and write Happy Birthday", remark, "Happy Birthday", SPEECH, asked=False
    )
    assert bears_out("the door jammed", remark, "the door jammed", SPEECH, asked=False)
