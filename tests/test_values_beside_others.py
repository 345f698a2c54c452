"""Values that stand beside others: addresses, names, lengths, sums, counts, days, options."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any

import pytest

from language.detect import Language
from language.encoder import embed
from language.inflections import root
from language.phones import find_phones
from language.shorthand import friday_in_full, in_full
from workflows.file.slots import Slot
from workflows.machine.slots.read import read
from workflows.machine.slots.speech import SpeechContext

NOW = datetime.combine(date(2026, 11, 19), time(10))  # a Thursday
RAW: dict[str, dict[str, Any]] = {
    "tool": {
        "type": "choice",
        "of": {
            "drill": ["furadeira", "drill"],
            "hammer_drill": ["hammer drill"],
            "sander": ["sanding", "lixadeira"],
            "mixer": ["betoneira", "mixer"],
        },
        "title": {"en": "tool", "pt": "ferramenta"},
        "ask": {"en": "Which tool do you want?", "pt": "Qual ferramenta você quer?"},
    },
    "day": {
        "type": "date",
        "min": "today",
        "title": {"en": "day", "pt": "dia"},
        "ask": {"en": "For which day?", "pt": "Para que dia?"},
    },
    "start": {
        "type": "time",
        "min": "08:00",
        "max": "20:00",
        "title": {"en": "start", "pt": "início"},
        "ask": {"en": "At what time?", "pt": "A que horas?"},
    },
    "hours": {
        "type": "integer",
        "min": 1,
        "max": 9,
        "title": {"en": "hours", "pt": "quantidade de horas"},
        "ask": {"en": "For how many hours?", "pt": "Por quantas horas?"},
    },
    "pieces": {
        "type": "integer",
        "min": 1,
        "max": 20,
        "title": {"en": "number of pieces", "pt": "número de peças"},
        "ask": {"en": "How many pieces?", "pt": "Quantas peças?"},
    },
    "budget": {
        "type": "money",
        "currency": "BRL",
        "skip": True,
        "title": {"en": "budget", "pt": "orçamento"},
        "ask": {"en": "Is there a budget?", "pt": "Tem um orçamento em mente?"},
    },
    "address": {
        "type": "text",
        "title": {"en": "address", "pt": "endereço"},
        "ask": {"en": "What is the address?", "pt": "Qual é o endereço?"},
    },
    "name": {
        "type": "name",
        "title": {"en": "name", "pt": "nome"},
        "ask": {"en": "What is your name?", "pt": "Qual é o seu nome?"},
    },
    "email": {"type": "email", "title": "e-mail", "ask": "E-mail?"},
    "note": {
        "type": "text",
        "skip": True,
        "title": {"en": "note", "pt": "recado"},
        "ask": {"en": "Anything else to note?", "pt": "Algum recado?"},
    },
    "sure": {"type": "boolean", "ask": {"en": "Is all of it right?", "pt": "Está tudo certo?"}},
}
KNOWN = {"name": "Ida Prado", "address": "Rua Um, 5", "tool": "drill", "day": "2026-11-27"}


def values(
    said: str, language: Language, asked: str | None, known: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return what a message says of the form, but for the last yes."""
    known = known or {}
    slots = {n: Slot.model_validate(s) for n, s in RAW.items() if n != "sure" or asked == "sure"}
    reading = read(
        slots,
        said,
        speech=SpeechContext(NOW, language),
        asked=asked,
        filled=set(known),
        known=known,
        confirming=asked == "sure",
    )
    return {name: value for name, value in reading.values.items() if name != "sure"}


@pytest.mark.parametrize(
    ("language", "said", "address", "name"),
    [
        ("en", "9 Mill Lane, and it's Olga again", "9 Mill Lane", "Olga"),
        ("en", "It's number 9, Mill Lane, back door.", "number 9, Mill Lane, back door", None),
        ("en", "fine by me. 9 Mill Lane, unit 2. My name is Olga Reed", "9 Mill Lane, unit 2",
         "Olga Reed"),
        ("en", "9 mill lane. olga 207 555 0142", "9 mill lane", "Olga"),
        ("en", "9 Mill Lane, ring twice", "9 Mill Lane, ring twice", None),
        ("en", "The Forge, 9 Mill Lane, Saco, thanks", "The Forge, 9 Mill Lane, Saco", None),
        ("pt", "é na rua Seis 40, Centro", "rua Seis 40, Centro", None),
        ("pt", "rua Seis número quarenta no bairro Lapa", "rua Seis número quarenta no bairro Lapa",
         None),
        ("pt", "rua Seis 40, Jardim Ipê. é a Ana Lins", "rua Seis 40, Jardim Ipê", "Ana Lins"),
        ("pt", "rua Seis 40 Lapa, Otávio Lins, mesmo telefone", "rua Seis 40 Lapa", "Otávio Lins"),
        ("pt", "no Clube Arco Íris, rua Seis 40", "Clube Arco Íris, rua Seis 40", None),
    ],
)  # fmt: skip
def test_an_address_is_parted_from_what_stands_around_it(
    language: Language, said: str, address: str, name: str | None
) -> None:
    found = values(said, language, "address")
    assert (found.get("address"), found.get("name")) == (address, name)


@pytest.mark.parametrize(
    ("language", "said", "address"),
    [
        ("pt", "isso! só faltou o bairro, é Lapa", "Rua Um, 5, Lapa"),
        ("pt", "o bairro é a Lapa", "Rua Um, 5, Lapa"),
        ("pt", "é apto 72, não 71", "Rua Um, 5, apto 72"),
        ("en", "you forgot apartment 3", "Rua Um, 5, apartment 3"),
        ("pt", "não, a rua é Ipê Roxo 30", "rua Ipê Roxo 30"),
    ],
)
def test_what_an_address_lacks_is_put_to_it(language: Language, said: str, address: str) -> None:
    assert values(said, language, "sure", KNOWN) == {"address": address}


@pytest.mark.parametrize(
    ("said", "address", "others"),
    [
        ("this is Sam Reed at 9 Pine St, could you come tomorrow?", "9 Pine St",
         {"name": "Sam Reed", "day": "2026-11-20"}),
        ("deliver the drill to Harbor Works, 9 Commercial Street, Friday 3pm",
         "Harbor Works, 9 Commercial Street",
         {"tool": "drill", "start": "15:00", "day": "2026-11-20"}),
    ],
)  # fmt: skip
def test_an_address_told_at_once_takes_no_more_than_is_its(
    said: str, address: str, others: dict[str, Any]
) -> None:
    assert values(said, "en", None) == {"address": address} | others


def test_the_address_that_is_told_last_counts() -> None:
    assert values("5 Rose Lane. Sorry, 6 Rose Lane", "en", "address") == {"address": "6 Rose Lane"}


def test_a_change_behind_an_address_is_one() -> None:
    said = "rua Seis 40, Lapa. e na verdade troca a furadeira pela betoneira, é muita massa"
    found = values(said, "pt", "address", {"tool": "drill"})
    assert found == {"address": "rua Seis 40, Lapa", "tool": "mixer"}


@pytest.mark.parametrize(
    ("language", "said", "name"),
    [
        ("pt", "não, é a betoneira! e o endereço é Clube Arco Íris, rua Seis 40", None),
        ("pt", "eu falei as duas: Betoneira e furadeira", None),
        ("pt", "o lugar é o Salão Boa Vista", None),
        ("pt", "meu sobrenome é Lins", "Ida Lins"),
        ("pt", "não, Otávia Lins", "Otávia Lins"),
        ("en", "surname's Lins", "Ida Lins"),
        ("en", "the name is I. J. Prado. rest is fine", "I. J. Prado"),
        ("en", "last name lins first name otto", "Otto Lins"),
    ],
)
def test_a_stated_name_gives_way_to_a_name_alone(
    language: Language, said: str, name: str | None
) -> None:
    assert values(said, language, "sure", KNOWN).get("name") == name


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("it's Olga, Olga Reed", "Olga Reed"),
        ("its for ned no sorry my name is olga reed ask for olga", "Olga Reed"),
        ("Olga Reed, it's olga dot reed at mail dot com", "Olga Reed"),
        ("T. K. Reed", "T. K. Reed"),
    ],
)
def test_a_name_is_found_beside_more(said: str, name: str) -> None:
    assert values(said, "en", "name")["name"] == name


def test_a_dictated_initial_is_of_its_address() -> None:
    assert values("olga reed o reed at mail dot com", "en", "email")["email"] == "reed@mail.com"
    assert values("kim reed k reed at mail dot com", "en", "email")["email"] == "kreed@mail.com"


@pytest.mark.parametrize(
    ("language", "said", "asked", "start", "hours"),
    [
        ("pt", "quero a furadeira amanhã às 14h por 3h", None, "14:00", 3),
        ("pt", "16 horas, 4h", "start", "16:00", 4),
        ("pt", "começa às duas da tarde e vai até as seis", "start", "14:00", 4),
        ("pt", "meio dia até umas 5", "start", "12:00", 5),
        ("pt", "10h até 14h", "start", "10:00", 4),
        ("pt", "3h", "start", "15:00", None),
        ("en", "2pm for 4 hours", "start", "14:00", 4),
        ("en", "starts at two in the afternoon and goes until six", "start", "14:00", 4),
    ],
)
def test_how_long_is_read_beside_the_hour(
    language: Language, said: str, asked: str | None, start: str, hours: int | None
) -> None:
    found = values(said, language, asked)
    assert (found.get("start"), found.get("hours")) == (start, hours)


@pytest.mark.parametrize(
    ("language", "said", "asked", "value"),
    [
        ("pt", "uns 2 mil, 2.500 no máximo", "budget", 2500),
        ("pt", "não sei, uns mil e quinhentos acho", "budget", 1500),
        ("pt", "menos de 3 mil", "budget", 3000),
        ("en", "60ish max", "budget", 60),
        ("en", "not really, like under 90", "budget", 90),
        ("en", "no fixed budget", "budget", None),
        ("en", "just one. it's a steel one", "pieces", 1),
        ("en", "just the one drill so i suppose one", "pieces", 1),
        ("en", "not sure, maybe 3", "pieces", 3),
        ("en", "I don't know, 3 or 4", "pieces", None),
        ("pt", "não sei", "pieces", None),
    ],
)
def test_sums_and_counts_are_taken_as_they_are_meant(
    language: Language, said: str, asked: str, value: float | None
) -> None:
    assert values(said, language, asked).get(asked) == value


@pytest.mark.parametrize("said", ["take off 1.5in", "gate code 4471#", "it's at number 12"])
def test_what_measures_or_opens_counts_nothing(said: str) -> None:
    assert "pieces" not in values(said, "en", "note")


def test_a_sum_is_no_telephone() -> None:
    assert find_phones("uns 4 mil, 4.500 no máximo", "BR") == []
    assert find_phones("um um nove nove um quatro quatro dois três um zero", "BR")


@pytest.mark.parametrize(
    ("language", "said", "day"),
    [
        ("pt", "dia quatro de março do ano que vem que cai numa quinta", "2027-03-04"),
        ("pt", "28 eu viajo, melhor dia 29", "2026-11-29"),
        ("pt", "12 de dezembro meio dia 5 horas", "2026-12-12"),
        ("pt", "seg feira", "2026-11-23"),
        ("pt", "ter que vem", "2026-11-24"),
        ("pt", "não quero marcar pra sábado", None),
        ("en", "the fair is on the 14th of March, so a fortnight before that", "2027-02-28"),
        ("en", "scratch Friday, Saturday works better", "2026-11-21"),
        ("en", "tmrw", "2026-11-20"),
    ],
)
def test_the_day_that_is_meant(language: Language, said: str, day: str | None) -> None:
    assert values(said, language, "day").get("day") == day


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("it was tuesday last week", "2026-11-10"),
        ("last week on Friday", "2026-11-13"),
        ("terça da semana passada", "2026-11-10"),
        ("semana passada, na quarta", "2026-11-11"),
        ("sexta da semana retrasada", "2026-11-06"),
        ("friday", "2026-11-13"),
    ],
)
def test_a_weekday_of_the_week_gone(said: str, day: str) -> None:
    bought = {"it": Slot(type="date", max="today", ask="On which day did you buy it?")}
    language: Language = "pt" if "semana" in said else "en"
    reading = read(bought, said, speech=SpeechContext(NOW, language), asked="it")
    assert reading.values.get("it") == day


@pytest.mark.parametrize(
    ("language", "said", "tool"),
    [
        ("en", "the floor has to be sanded", "sander"),
        ("en", "drill and mixer", None),
        ("en", "the drill please, both", None),
        ("pt", "furadeira e betoneira, as duas", None),
        ("pt", "a betoneira", "mixer"),
    ],
)
def test_one_option_or_the_question_which(language: Language, said: str, tool: str | None) -> None:
    assert values(said, language, "tool").get("tool") == tool
    assert values(f"quero {said}" if language == "pt" else said, language, None).get("tool") in (
        tool,
        "drill" if said.startswith("the drill") else tool,
    )


def test_a_word_of_the_known_option_is_no_other() -> None:
    known = KNOWN | {"tool": "hammer_drill"}
    assert "tool" not in values("no, I need the drill by Friday", "en", "sure", known)
    assert values("no, just a drill", "en", "sure", known)["tool"] == "drill"


@pytest.mark.parametrize(
    ("one", "other"),
    [("ironed", "ironing"), ("hemmed", "hemming"), ("vedar", "vedacao"), ("limpar", "limpeza")],
)
def test_forms_of_a_verb_share_a_root(one: str, other: str) -> None:
    assert root(one) == root(other) != root("pulverizar")


def test_shorthand_is_written_out_where_it_is_one() -> None:
    assert in_full("qnt fica?") == "quanto fica?"
    assert in_full("r u open tmrw?") == "are you open tomorrow?"
    for kept in ("r. Seis 40", "Q7", "u.r@mail.com", "T. R. Reed", "and/or", "tem que ter"):
        assert in_full(kept) == kept
    typed, plain = embed(["qnt fica?", "quanto custa?"])
    assert typed @ plain > 0.6


@pytest.mark.parametrize(
    "text",
    [
        "seg a sex",
        "pode ser sex 14h",
        "de ter e sex",
        "qua/sex",
        "Sex de manhã",
        "na sex",
        "sex-feira",
        "até sex, por favor",
        "sex ou sáb",
        "sex que vem",
        "sex 13/11",
    ],
)
def test_a_friday_is_written_out_before_anything_takes_it_for_another_word(text: str) -> None:
    assert "sexta" in friday_in_full(text) == in_full(text)


@pytest.mark.parametrize("text", ["sex ed class", "quero ter sex com ela", "sex at 3", "sex toys"])
def test_what_is_no_friday_stays_what_it_is(text: str) -> None:
    assert friday_in_full(text) == text


@pytest.mark.parametrize(
    ("said", "asked", "known", "note"),
    [
        ("i said keep it dry", "note", {}, "keep it dry"),
        ("no. actually, yes: keep it dry", "note", {}, "keep it dry"),
        ("note: keep it dry, and call first", "sure", KNOWN, "keep it dry, and call first"),
    ],
)
def test_a_text_is_what_is_told(said: str, asked: str, known: dict[str, Any], note: str) -> None:
    assert values(said, "en", asked, known)["note"] == note


def test_a_place_among_options_is_no_day_and_one_or_two_no_number() -> None:
    assert values("the first one", "en", "tool") == {"tool": "drill"}
    assert values("one or two", "en", "pieces") == {}


def test_a_word_in_n_has_its_plural() -> None:
    option = {
        "it": Slot.model_validate({"type": "choice", "of": {"c": ["curtains"], "d": ["rug"]}})
    }
    reading = read(option, "a curtain", speech=SpeechContext(NOW, "en"), asked="it")
    assert reading.values == {"it": "c"}
