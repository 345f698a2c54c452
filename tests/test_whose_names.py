"""Two names in one form: each goes to whose it is, and a correction to the one that it is about."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from language.detect import Language
from language.name_claims import name_claims
from language.what_one_is import says_what_one_is
from workflows.file.slots import Slot
from workflows.machine.slots.message import Reading
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext

NOW = datetime(2026, 11, 19, 10)  # noqa: DTZ001  a Thursday


def named(title: str, ask: str) -> Slot:
    return Slot.model_validate({"type": "name", "title": title, "ask": ask})


GROOMING = {
    "owner": named("your name", "What is your name?"),
    "cat": named("cat's name", "What is the cat called?"),
}
CRECHE = {
    "crianca": named("nome da criança", "Como se chama a criança?"),
    "responsavel": named("responsável", "E o seu nome?"),
}
HOTEL = {
    "guest": named("guest", "Who is going to stay?"),
    "firm": named("company", "Which company pays?"),
}
PARCEL = {
    "sender": named("sender", "Who is it from?"),
    "recipient": named("recipient", "Who is it for?"),
}
FORMS: dict[str, dict[str, Slot]] = {
    "grooming": GROOMING, "creche": CRECHE, "hotel": HOTEL, "parcel": PARCEL,
}  # fmt: skip


def heard(form: str, said: str, asked: str | None, **known: str) -> Reading:
    language: Language = "pt" if form == "creche" else "en"
    slots = FORMS[form]
    sure = Slot.model_validate({"type": "boolean", "ask": "All right? Certo?"})
    return read(
        {**slots, "sure": sure}, said, speech=SpeechContext(NOW, language), asked=asked,
        filled=list(known), known=known, confirming=asked == "sure",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("form", "asked", "said", "names"),
    [
        ("grooming", "owner", "I'm Olga Pratt and the cat is Tibbles", {"owner": "Olga Pratt",
         "cat": "Tibbles"}),
        ("grooming", "cat", "his name is Mog and I'm Olga", {"owner": "Olga", "cat": "Mog"}),
        ("grooming", "cat", "my name is Olga Pratt", {"owner": "Olga Pratt"}),
        ("grooming", "owner", "olga pratt my cat is called tibbles", {"owner": "Olga Pratt",
         "cat": "Tibbles"}),
        ("creche", "crianca", "eu sou a Teresa, mãe do Otto", {"crianca": "Otto",
         "responsavel": "Teresa"}),
        ("creche", "crianca", "minha filha se chama Iara e me chamo Teresa Melo",
         {"crianca": "Iara", "responsavel": "Teresa Melo"}),
        ("hotel", "guest", "it's for my boss, Ivor Lund", {"guest": "Ivor Lund"}),
        ("hotel", None, "guest Ivor Lund, company Nordlys", {"guest": "Ivor Lund",
         "firm": "Nordlys"}),
        ("parcel", "sender", "from Ivor Lund to Olga Pratt", {"sender": "Ivor Lund",
         "recipient": "Olga Pratt"}),
    ],
)  # fmt: skip
def test_each_name_goes_to_its_holder(
    form: str, asked: str | None, said: str, names: dict[str, str]
) -> None:
    assert heard(form, said, asked).values == names


@pytest.mark.parametrize(
    ("form", "said", "known", "names"),
    [
        ("grooming", "no, my name is Ola Pratt", {"owner": "Olga Pratt", "cat": "Mog"},
         {"owner": "Ola Pratt"}),
        ("grooming", "the cat's called Moggy, not Mog", {"owner": "Olga Pratt", "cat": "Mog"},
         {"cat": "Moggy"}),
        ("grooming", "she's called Minx actually", {"owner": "Olga Pratt", "cat": "Mog"},
         {"cat": "Minx"}),
        ("grooming", "change the cat's name to Minx", {"owner": "Olga Pratt", "cat": "Mog"},
         {"cat": "Minx"}),
        ("grooming", "I'm Holga, not Olga", {"owner": "Olga Pratt", "cat": "Mog"},
         {"owner": "Holga Pratt"}),
        ("grooming", "I'm Mog and the cat is Olga", {"owner": "Olga", "cat": "Mog"},
         {"owner": "Mog", "cat": "Olga"}),
        ("creche", "o nome dela é com Y", {"crianca": "Iara Melo", "responsavel": "Teresa Melo"},
         {"crianca": "Yara Melo"}),
        ("creche", "Teresa é com z", {"crianca": "Iara Melo", "responsavel": "Teresa Melo"},
         {"responsavel": "Tereza Melo"}),
        ("creche", "a criança se chama Inara", {"crianca": "Iara Melo",
         "responsavel": "Teresa Melo"},
         {"crianca": "Inara Melo"}),
        ("hotel", "the guest is Ida Lund, I'm Ivor", {"guest": "Ivor Lund", "firm": "Nordlys"},
         {"guest": "Ida Lund"}),
        ("hotel", "no, the company is Sørlys", {"guest": "Ivor Lund", "firm": "Nordlys"},
         {"firm": "Sørlys"}),
        ("parcel", "the recipient is Otto Blix", {"sender": "Ivor Lund", "recipient": "Olga Pratt"},
         {"recipient": "Otto Blix"}),
    ],
)  # fmt: skip
def test_a_correction_goes_to_the_name_that_it_is_about(
    form: str, said: str, known: dict[str, str], names: dict[str, str]
) -> None:
    told = heard(form, said, "sure", **known).values
    assert {n: v for n, v in told.items() if n != "sure"} == names


@pytest.mark.parametrize(
    "said",
    [
        "Prezados", "Prezada equipe, bom dia", "Bom dia pessoal", "Dear Sir or Madam",
            "Morning all",
        "Boa noite a todos", "sou eletricista", "o doutor Tadeu me indicou", "Attn: bookings team",
        "Northern Pets recommended you", "urgente por favor",
    ],
)  # fmt: skip
def test_nobody_is_named_by_a_greeting_a_trade_or_who_is_spoken_of(said: str) -> None:
    assert heard("creche", said, "crianca").values == {}


def test_an_animal_is_not_called_what_its_owner_is() -> None:
    assert heard("grooming", "I'm Olga", "cat", owner="Olga Pratt").values == {}


def test_a_slot_for_an_animal_alone_takes_no_speaker() -> None:
    only = {"dog": named("dog", "What is the dog's name?")}
    spoken = SpeechContext(NOW, "en")
    assert read(only, "I'm Ted", speech=spoken, asked="dog").values == {}
    assert read(only, "he's called Ted", speech=spoken, asked="dog").values == {"dog": "Ted"}


@pytest.mark.parametrize("name", ["joana", "thiago", "kayley", "moacir", "otto", "imogen"])
def test_a_name_is_no_trade(name: str) -> None:
    assert not says_what_one_is(name)


@pytest.mark.parametrize("word", ["eletricista", "enfermeira", "plumber", "vegetarian", "casada"])
def test_a_trade_is_no_name(word: str) -> None:
    assert says_what_one_is(word)


def test_claims_of_a_long_text_end() -> None:
    text: Any = "I'm Ann and " * 5_000
    assert len(name_claims(text, ["dog"])) < 50
