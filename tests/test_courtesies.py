"""Words of courtesy change neither a yes nor a goodbye."""

from __future__ import annotations

import pytest

from language.agreement import agreement
from language.courtesies import plainly_said, unaddressed
from language.goodbyes import parts_for_now, says_goodbye
from language.kept import lets_stand


@pytest.mark.parametrize(
    "said",
    [
        "isso meu filho pode marcar obrigada", "pode marcar obrigado", "sim senhora", "yes dear",
        "pode marcar, meu querido", "go ahead mate thanks", "isso mesmo minha amiga, valeu",
        "yes, that's all correct. thank you, young lady", "yes please, kind sir",
        "that's right, my boy", "pode sim, meu rapaz", "sim, está certo agora. obrigada, mocinho",
        "isso, minha jovem",
    ],
)  # fmt: skip
def test_a_yes_is_one_whoever_is_addressed(said: str) -> None:
    assert agreement(said, "Posso marcar?", "pt") is True


@pytest.mark.parametrize(
    "said",
    ["thanks, take care", "obrigado, meu rapaz. passar bem", "tchau minha filha, fica com Deus",
     "thank you dear bye bye", "bye love", "tchau meu bem", "até mais moço", "tchau querida"],
)  # fmt: skip
def test_a_goodbye_is_one_whoever_is_addressed(said: str) -> None:
    assert says_goodbye(said)


@pytest.mark.parametrize(
    "said",
    ["é para o meu filho", "my dear friend is ill", "is it dear?", "I love it", "meu filho vai"],
)  # fmt: skip
def test_who_is_spoken_of_is_not_addressed(said: str) -> None:
    assert unaddressed(said) == said


@pytest.mark.parametrize("said", ["no thanks", "não, obrigada", "thanks", "obrigado"])
def test_a_no_and_a_bare_thanks_stay(said: str) -> None:
    assert plainly_said(said) == said


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("leave it as it is", True), ("deixa assim mesmo", True), ("pode manter", True),
        ("no change", True), ("yes please", True), ("leave it at the gate", False),
        ("deixa pra sexta", False), ("what does it matter?", False), ("Rua das Flores, 8", False),
    ],
)  # fmt: skip
def test_what_lets_stand_says_nothing_new(said: str, stands: bool) -> None:
    assert lets_stand(said) is stands


@pytest.mark.parametrize("said", ["ok $?", "yes, £?", "sim, R$?"])
def test_a_sign_of_money_that_asks_is_no_yes(said: str) -> None:
    assert agreement(said, "Shall I book it?") is None


def test_a_yes_with_a_blessing_is_no_goodbye() -> None:
    assert not says_goodbye("pode sim minha filha, Deus te abençoe")


@pytest.mark.parametrize(
    "said",
    [
        "thanks a lot! I'll think about it and come back later",
        "lovely, thank you. will be in touch",
        "ok thanks, let me talk to my husband first",
        "Maravilha, obrigada viu! Vou pensar e depois volto",
        "valeu, vou ver com minha esposa e te falo",
        "obrigado, qualquer coisa eu chamo",
    ],
)
def test_who_thanks_and_puts_the_rest_off_parts_for_now(said: str) -> None:
    assert parts_for_now(said)


@pytest.mark.parametrize(
    "said",
    [
        "thanks, I need a plumber",
        "thanks, it's great",
        "I'll think about it",
        "obrigada, quero cancelar",
        "valeu, pode marcar",
        "obrigada, e o horário?",
    ],
)
def test_who_thanks_and_wants_something_does_not(said: str) -> None:
    assert not parts_for_now(said)
