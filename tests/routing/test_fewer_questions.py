"""Whoever answers and wants no more questions has answered, and leaves nothing."""

from __future__ import annotations

import pytest

from router.impatience import without_impatience


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("four o'clock, 12 Dock Lane and no more questions please", "four o'clock, 12 Dock Lane"),
        ("Ida Berg. stop asking me things", "Ida Berg."),
        ("that's enough questions. Ida Berg", "Ida Berg"),
        ("às onze, Rua do Sol 9, e chega de pergunta por favor", "às onze, Rua do Sol 9"),
        ("dia 2 de maio e não me pergunta mais nada", "dia 2 de maio"),
        ("607 555 0142 and no further questions, I'm in a rush", "607 555 0142, I'm in a rush"),
    ],
)
def test_an_answer_is_left_without_the_wish_for_fewer_questions(said: str, left: str) -> None:
    assert without_impatience(said) == left


@pytest.mark.parametrize(
    "said",
    [
        "no more questions please", "he took the boat and left without asking",
        "I didn't ask for that, 5 pm", "não perguntei o preço, quero saber o prazo",
        "any questions about the dog?", "no, I have another question about parking?",
    ],
)  # fmt: skip
def test_what_says_nothing_else_or_something_else_stays(said: str) -> None:
    assert without_impatience(said) == said
