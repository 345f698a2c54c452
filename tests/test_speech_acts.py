"""What clauses do, heard at an open question: asked beside, proposed, agreed to, left."""

from __future__ import annotations

import pytest

from language.agreement import agreement
from language.numbers import parse
from language.partners import wishes_person
from language.requests import asks
from language.speech_acts.classify import ACTS, clause_reading
from router.leaving import leaves

SHALL = "Shall I book it? Posso agendar?"


@pytest.mark.parametrize(
    "text",
    ["", " ", "?!", "🙏", "x" * 5_000, "\ud800 broken", "a" * 300, "1234", "…", "\x00\x01"],
)
def test_whatever_is_written_is_read_as_something(text: str) -> None:
    told = clause_reading(text)
    assert told.act in ACTS
    assert abs(sum(told.chances) - 1) < 1e-3


@pytest.mark.parametrize(
    "text",
    [
        "that all looks right to me, ta", "yep lock it in please", "tá do jeitinho que eu quero",
        "pode fechar então, meu querido", "I can't see why not",
    ],
)  # fmt: skip
def test_a_yes_is_heard_in_unusual_words(text: str) -> None:
    assert agreement(text, SHALL) is True


@pytest.mark.parametrize(
    "text",
    [
        "could you make it 3 of us instead", "hmm let me ask my wife",
        "pode ser que sim, vou ver", "e o preço?", "troca pra quinta",
    ],
)  # fmt: skip
def test_no_yes_is_heard_where_something_is_changed_asked_or_left_open(text: str) -> None:
    assert agreement(text, SHALL) is None


@pytest.mark.parametrize(
    "text",
    [
        "it sorted itself out so no visit needed", "my cousin fixed it, never mind this",
        "meu vizinho já resolveu, não precisa mais", "vou deixar para outro dia, obrigado",
    ],
)  # fmt: skip
def test_leaving_is_heard_in_a_reason(text: str) -> None:
    assert leaves(text)


@pytest.mark.parametrize(
    "text",
    [
        "he quit in May", "my flight was cancelled", "please no steep steps", "I want it quiet",
        "não como mais carne", "deixa a chave com o porteiro", "parou de funcionar ontem",
    ],
)  # fmt: skip
def test_words_of_leaving_that_tell_something_do_not_leave(text: str) -> None:
    assert not leaves(text)


@pytest.mark.parametrize(
    "text",
    ["is there somewhere to park", "queria saber se tem estacionamento", "tell me the price"],
)
def test_a_question_needs_no_sign(text: str) -> None:
    assert asks(text)


@pytest.mark.parametrize("text", ["I repair lifts in hospitals", "conserto elevadores", "blue"])
def test_what_somebody_does_or_picks_is_no_request(text: str) -> None:
    assert not asks(text)


@pytest.mark.parametrize(
    "text",
    ["I demand to speak to whoever runs this place", "me põe pra falar com gente de verdade"],
)
def test_a_wish_for_a_person_is_heard(text: str) -> None:
    assert wishes_person(text)


@pytest.mark.parametrize(
    ("text", "language", "number"),
    [
        ("98 mil e quinhentos", "pt", 98_500),
        ("2 milhões e trezentos mil", "pt", 2_300_000),
        ("twelve hundred", "en", 1_200),
        ("3 thousand two hundred", "en", 3_200),
    ],
)
def test_a_number_half_in_digits_is_one_number(text: str, language: str, number: int) -> None:
    assert parse(text, "pt" if language == "pt" else "en") == number
