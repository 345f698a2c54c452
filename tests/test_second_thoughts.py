"""What people put right in passing: the end of a stay, a day, a name, who comes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import pytest

from contracts.json import JsonObject
from language.detect import Language
from workflows.file.slots import Slot
from workflows.machine.slots.confirming import weigh_confirmation
from workflows.machine.slots.message import Reading
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext

NOW = datetime(2026, 11, 19, 10)  # noqa: DTZ001


def slot(kind: str, en: str, pt: str, ask_en: str, ask_pt: str, **more: Any) -> Slot:
    said = {"title": {"en": en, "pt": pt}, "ask": {"en": ask_en, "pt": ask_pt}}
    return Slot.model_validate({"type": kind, **said, **more})


BREEDS = {"poodle": {"en": ["poodle"], "pt": ["poodle"]}, "boxer": {"en": ["boxer"]}}
KENNEL = {
    "checkin": slot(
        "date", "first day", "dia de entrada", "When do you bring the dog?",
        "Que dia deixa o cachorro?", min="today",
    ),
    "checkout": slot(
        "date", "day of pick-up", "dia da retirada", "When do you pick it up?", "Que dia busca?",
        min="today",
    ),
    "walks": slot("boolean", "walks", "passeios", "Do you want walks?", "Quer passeios?"),
    "breed": slot("choice", "breed", "raça", "Poodle or boxer?", "Poodle ou boxer?", of=BREEDS),
    "vaccine": slot(
        "date", "last vaccine", "última vacina", "When was the last vaccine?",
        "Quando foi a última vacina?", max="today",
    ),
    "pet": slot(
        "name", "name of the dog", "nome do cachorro", "What is the dog called?",
        "Como se chama o cachorro?",
    ),
    "owner": slot("name", "your name", "seu nome", "What is your name?", "Qual é o seu nome?"),
    "phone": slot("phone", "phone", "telefone", "Your phone?", "Seu telefone?"),
}  # fmt: skip
CABIN = {
    "arrival": slot(
        "date", "arrival", "chegada", "What day do you arrive?", "Que dia chegam?", min="today"
    ),
    "departure": slot(
        "date", "departure", "saída", "What day do you leave?", "Que dia saem?", min="today"
    ),
    "bags": slot("integer", "bags", "malas", "How many bags?", "Quantas malas?"),
    "guest": slot("name", "guest", "hóspede", "Who is the guest?", "Quem é o hóspede?"),
}
FLIGHT = {
    "day": slot("date", "day", "dia", "Which day?", "Que dia?", min="today"),
    "adults": slot("integer", "adults", "adultos", "How many adults?", "Quantos adultos?"),
    "children": slot("integer", "children", "crianças", "How many children?", "Quantas crianças?"),
}
STAND = {
    "firm": slot(
        "name", "name of the company", "nome da empresa", "What is the company called?",
        "Como se chama a empresa?",
    ),
    "person": slot(
        "name", "contact person", "pessoa de contato", "Who will be there?", "Quem vai estar lá?"
    ),
    "address": slot("text", "address", "endereço", "What is the address?", "Qual é o endereço?"),
}  # fmt: skip
SURE = slot("boolean", "confirmation", "confirmação", "Shall I book it?", "Fecho a reserva?")


def said(
    slots: Mapping[str, Slot],
    text: str,
    language: Language,
    asked: str | None = None,
    **known: object,
) -> JsonObject:
    speech = SpeechContext(NOW, language)
    return read(
        slots, text, speech=speech, asked=asked, filled=set(known), known=JsonObject(known)
    ).values


def confirmed(slots: Mapping[str, Slot], text: str, language: Language, **known: object) -> Reading:
    form, speech = {**slots, "sure": SURE}, SpeechContext(NOW, language)
    told = JsonObject(known)
    reading = read(
        form, text, speech=speech, asked="sure", filled=set(known), known=told, confirming=True
    )
    weigh_confirmation(reading, "sure", form, text, told)
    return reading


@pytest.mark.parametrize(
    ("form", "text", "language", "values"),
    [
        (KENNEL, "opa, busco só no dia 7", "pt", {"checkout": "2026-12-07"}),
        (KENNEL, "na verdade retiro dia 8", "pt", {"checkout": "2026-12-08"}),
        (KENNEL, "I'll pick him up on the 9th instead", "en", {"checkout": "2026-12-09"}),
        (KENNEL, "deixo só na quinta", "pt", {"checkin": "2026-11-26"}),
        (CABIN, "chegamos só na terça", "pt", {"arrival": "2026-11-24"}),
        (CABIN, "vamos embora só no dia 8", "pt", {"departure": "2026-12-08"}),
        (CABIN, "we leave on the 9th instead", "en", {"departure": "2026-12-09"}),
        (CABIN, "do we leave on the 9th?", "en", {}),
    ],
)
def test_a_known_end_of_a_stay_is_moved_by_its_own_verb(
    form: Mapping[str, Slot], text: str, language: Language, values: JsonObject
) -> None:
    first, last = list(form)[:2]
    asked = next(name for name, each in form.items() if each.type == "name")
    known = {first: "2026-12-02", last: "2026-12-05"}
    assert said(form, text, language, asked, **known) == values


@pytest.mark.parametrize(
    ("form", "asked", "text", "name"),
    [
        (KENNEL, "pet", "Dona Flor", "Dona Flor"),
        (KENNEL, "pet", "o nome é Dona Benta", "Dona Benta"),
        (KENNEL, "pet", "it's called Mr Biscuit", "Mr Biscuit"),
        (STAND, "firm", "Sr. Sushi", "Sr. Sushi"),
        (STAND, "firm", "seu zé", "Seu Zé"),
        (KENNEL, "owner", "Dona Flor", "Flor"),
        (STAND, "person", "Dr. Brown", "Brown"),
    ],
)
def test_only_people_are_saluted(
    form: Mapping[str, Slot], asked: str, text: str, name: str
) -> None:
    assert said(form, text, "pt", asked) == {asked: name}


@pytest.mark.parametrize(
    ("known", "text", "language", "name"),
    [
        ("Josué Batista", "é Josuel Batista, com L no final", "pt", "Josuel Batista"),
        ("Luis Prado", "é com Z, Luiz Prado", "pt", "Luiz Prado"),
        ("Sara Cohen", "it's Sarah Cohen, with an h at the end", "en", "Sarah Cohen"),
        ("Catherine Hill", "it's with a K: Katherine Hill", "en", "Katherine Hill"),
    ],
)
@pytest.mark.parametrize("asked", ["walks", "phone", "checkin"])
def test_a_spelling_puts_a_name_right_whatever_is_asked(
    known: str, text: str, language: Language, name: str, asked: str
) -> None:
    assert said(KENNEL, text, language, asked, owner=known) == {"owner": name}


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("quem vai estar lá é minha esposa, Lindalva Reis", "pt", "Lindalva Reis"),
        ("quem recebe é meu irmão, Caio Lins", "pt", "Caio Lins"),
        ("my colleague Nina Frost will be there", "en", "Nina Frost"),
        ("quem vai é a Rita Lobo", "pt", "Rita Lobo"),
    ],
)
def test_who_comes_is_changed_where_all_is_confirmed(
    text: str, language: Language, name: str
) -> None:
    reading = confirmed(STAND, text, language, firm="Acme", person="Evaldo Reis")
    assert reading.values == {"person": name}
    assert not reading.refused


@pytest.mark.parametrize(
    "text", ["fala com a Tereza na porta", "leave it with Ottoline", "Ottoline will be in"]
)
def test_a_name_that_nobody_took_is_named_before_anything_is_done(text: str) -> None:
    reading = confirmed(STAND, text, "pt", firm="Acme", person="Evaldo Reis")
    assert reading.refused["sure"].kind == "unread"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("não, é boxer, me confundi", "pt"),
        ("no, it's a boxer, my mistake", "en"),
        ("nao é poodle, é boxer, confundi", "pt"),
        ("no, boxer, got mixed up", "en"),
    ],
)
def test_a_no_that_opens_a_correction_denies_nothing_else(text: str, language: Language) -> None:
    assert said(KENNEL, text, language, "walks", breed="poodle") == {"breed": "boxer"}


@pytest.mark.parametrize(
    ("text", "language", "values"),
    [
        ("foi vacinado em 5 de maio", "pt", {"vaccine": "2026-05-05"}),
        ("it was vaccinated on 5 May", "en", {"vaccine": "2026-05-05"}),
        ("he had his last shot on March 3", "en", {"vaccine": "2026-03-03"}),
        ("marquei para 5 de maio", "pt", {"checkin": "2027-05-05"}),
        ("we decided on May 5", "en", {"checkin": "2027-05-05"}),
    ],
)
def test_a_day_behind_what_has_happened_is_past(
    text: str, language: Language, values: JsonObject
) -> None:
    assert said(KENNEL, text, language, "breed") == values


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("então pode ser na segunda", "pt", "2026-11-23"),
        ("then let's do Tuesday", "en", "2026-11-24"),
        ("melhor na quarta então", "pt", "2026-11-25"),
        ("make that Monday then", "en", "2026-11-23"),
    ],
)
def test_a_day_that_is_all_an_answer_tells_is_a_second_thought(
    text: str, language: Language, day: str
) -> None:
    known = {"day": "2026-11-22", "adults": 2}
    assert said(FLIGHT, text, language, "children", **known) == {"day": day}


@pytest.mark.parametrize(
    ("text", "language", "adults", "children"),
    [
        ("2 adultos e um menino de 7 anos", "pt", 2, 1),
        ("just me, no children", "en", 1, 0),
        ("nós dois e o bebê", "pt", 2, 1),
        ("eu, minha esposa e nossa filha de 4 anos", "pt", 2, 1),
        ("my wife and I, no kids", "en", 2, 0),
        ("two adults, a girl of 5 and a boy of 3", "en", 2, 2),
    ],
)
def test_adults_and_children_of_a_household_are_two_counts(
    text: str, language: Language, adults: int, children: int
) -> None:
    told = said(FLIGHT, text, language, "adults", day="2026-11-22")
    assert told == {"adults": adults, "children": children}


def test_no_children_is_none_of_them() -> None:
    for text in ("no children", "sem crianças", "no kids"):
        assert said(FLIGHT, text, "en", "children", adults=2) == {"children": 0}


@pytest.mark.parametrize(
    ("text", "asked", "values"),
    [
        ("quem vai é o Jonas Pimenta", "firm", {"person": "Jonas Pimenta"}),
        ("quem vai estar lá é a Rosa Lima", "person", {"person": "Rosa Lima"}),
        ("quem recebe é o Ivo Sá", "address", {"person": "Ivo Sá"}),
        (
            "a empresa é Pastel da Lia e quem vai é o Jonas Pimenta", "firm",
            {"firm": "Pastel da Lia", "person": "Jonas Pimenta"},
        ),
    ],
)  # fmt: skip
def test_who_comes_is_heard_beside_what_is_asked(text: str, asked: str, values: JsonObject) -> None:
    assert said(STAND, text, "pt", asked) == values


@pytest.mark.parametrize(
    "text",
    [
        "ainda não sei", "te mando a localização", "same as last time", "o mesmo da outra vez",
        "I'll send you the pin", "the usual place", "depois te passo",
    ],
)  # fmt: skip
def test_what_is_told_later_or_was_told_before_is_no_address(text: str) -> None:
    assert said(STAND, text, "pt", "address") == {}


@pytest.mark.parametrize(
    "text", ["the old mill behind the church", "sítio do seu Zé, depois da ponte", "Rua Sete, 9"]
)
def test_a_place_in_words_is_an_address(text: str) -> None:
    assert said(STAND, text, "pt", "address") == {"address": text}


@pytest.mark.parametrize(
    ("text", "language", "bags"),
    [
        ("one large bag and two small ones", "en", 3),
        ("duas grandes e uma pequena", "pt", 3),
        ("uma mala grande e duas pequenas", "pt", 3),
        ("2 bags", "en", 2),
    ],
)
def test_parts_of_one_kind_are_counted_together(text: str, language: Language, bags: int) -> None:
    assert said(CABIN, text, language, "bags") == {"bags": bags}


@pytest.mark.parametrize(
    "text", ["acabei de comprar, nao tem nome ainda", "errei, desculpa", "we haven't named her yet"]
)
def test_what_has_no_name_yet_is_given_none(text: str) -> None:
    assert "pet" not in said(KENNEL, text, "pt", "pet")


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("October 2nd last year", "en", "2025-10-02"),
        ("5 de maio do ano passado", "pt", "2025-05-05"),
        ("May 5 of last year", "en", "2025-05-05"),
    ],
)
def test_last_year_is_the_one_before_this(text: str, language: Language, day: str) -> None:
    assert said(KENNEL, text, language, "vaccine") == {"vaccine": day}


def test_an_hour_behind_a_weekday_is_no_day_of_the_month() -> None:
    moment = {"at": slot("datetime", "moment", "quando", "When?", "Quando?", min="today")}
    for text in ("Monday 7.30am", "Monday 7:30am"):
        assert said(moment, text, "en", "at") == {"at": "2026-11-23T07:30"}


@pytest.mark.parametrize("text", ["fechado", "pode fechar", "fechou"])
def test_the_verb_of_the_question_is_a_yes_to_it(text: str) -> None:
    assert confirmed(CABIN, text, "pt", guest="Ana Reis").values == {"sure": True}


@pytest.mark.parametrize("text", ["boxer, na sexta ou no sábado", "poodle, 24 ou 25 de novembro"])
def test_two_days_are_asked_back_beside_another_answer(text: str) -> None:
    form = {name: KENNEL[name] for name in ("breed", "vaccine", "checkin")}
    reading = read(form, text, speech=SpeechContext(NOW, "pt"), asked="breed")
    assert "checkin" not in reading.values
    assert reading.refused["checkin"].kind == "several"
