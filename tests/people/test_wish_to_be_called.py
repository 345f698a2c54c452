"""Who wants to be called on the telephone wants people; who tells a name or asks does not."""

from __future__ import annotations

import pytest

from language.call_backs import wants_call


@pytest.mark.parametrize(
    "said",
    [
        "can you call me tomorrow", "could somebody ring me this week", "give me a ring later",
        "I want the owner to phone me", "please have the boss call me", "me liga hoje",
        "dá pra me ligar amanhã?", "quero que a dona me ligue", "pede pro dono me ligar",
        "just someone ring me asap", "i'd rather somebody called me", "alguém pode me ligar?",
        "prefiro uma ligação",
    ],
)  # fmt: skip
def test_a_wish_to_be_called_is_heard(said: str) -> None:
    assert wants_call(said)


@pytest.mark.parametrize(
    "said",
    [
        "call me Joe", "can you call me Ann", "you can call me on 607 555 0142",
        "does he call me before?", "please call me when you arrive", "não me liga",
        "vocês me ligam antes?", "me liga quando chegar", "ninguém me ligou", "call me a taxi",
        "someone called me yesterday", "somebody called me names", "quero uma ligação de gás",
    ],
)  # fmt: skip
def test_a_name_a_number_and_a_question_are_none(said: str) -> None:
    assert not wants_call(said)
